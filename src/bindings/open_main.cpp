// Opens files of all formats for JavaScript: a separate WebAssembly program called by web/open.
#include <emscripten.h>

#include <algorithm>
#include <memory>
#include <new>
#include <string>
#include <string_view>
#include <utility>

#include "base/concat.h"
#include "count/count.h"
#include "formats/write.h"
#include "open/open.h"

// Implemented by web/open/imports.js. Files are numbers; 0 is the file to open.
extern "C" {
/// Copies the name of the file to open into `buffer`, as much as fits; returns its length in bytes.
std::size_t opener_name(char* buffer, std::size_t capacity);
/// Copies the name of the format to read the file as, "" to detect it; returns its length in bytes.
std::size_t opener_format(char* buffer, std::size_t capacity);
/// Copies what to build of source code, "" for what the code suggests; returns its length in bytes.
std::size_t opener_build(char* buffer, std::size_t capacity);
/// Copies the shapes that the forward pass of source code gets, as parse_input_shapes() reads them, "" for
/// those that the code suggests; returns their length in bytes.
std::size_t opener_input(char* buffer, std::size_t capacity);
/// Copies the names of the files that were given together, the file to open first, one a line; returns their
/// length in bytes. "" for one file.
std::size_t opener_companions(char* buffer, std::size_t capacity);
/// True when the file to open is the one to read; else one of its companions may be.
bool opener_is_main();
double opener_size(unsigned file);
bool opener_read(unsigned file, double offset, char* buffer, std::size_t length);
/// Returns the number of the file with that name, -1 when there is none.
int opener_find(const char* name, std::size_t length);
void opener_answer(const char* kind, const char* text, std::size_t length);
/// Throws a RangeError. Without exceptions, std::bad_alloc would be a plain abort(), as of a defect.
void opener_out_of_memory();
}

namespace paramscope::bindings {
namespace {

/// The text that `get` copies.
std::string text_from(std::size_t (*get)(char* buffer, std::size_t capacity)) {
    constexpr std::size_t kLongest = 1u << 17;
    std::string text(kLongest, '\0');
    text.resize(get(text.data(), text.size()));
    return text;
}

/// A file that JavaScript holds.
class HostSource final : public open::ByteSource {
  public:
    explicit HostSource(unsigned file) : file_(file), size_(static_cast<std::uint64_t>(opener_size(file))) {}

    std::uint64_t size() const override { return size_; }

    open::Companions companions() const override {
        if (file_ != 0) return {};
        open::Companions companions;
        const std::string names = text_from(opener_companions);
        for (std::size_t begin = 0; begin < names.size();) {
            const std::size_t end = std::min(names.find('\n', begin), names.size());
            companions.names.push_back(names.substr(begin, end - begin));
            begin = end + 1;
        }
        companions.is_main = opener_is_main();
        return companions;
    }

    std::unique_ptr<ByteSource> sibling(std::string_view name) override {
        const int file = opener_find(name.data(), name.size());
        if (file < 0) return nullptr;
        return std::make_unique<HostSource>(static_cast<unsigned>(file));
    }

  private:
    bool fetch(std::uint64_t offset, std::span<char> buffer) override {
        return opener_read(file_, static_cast<double>(offset), buffer.data(), buffer.size());
    }

    unsigned file_;
    std::uint64_t size_;
};

/// The names of the formats that a text can be read as, the one chosen first; "" for a file that is no text.
std::string text_formats(std::string_view chosen) {
    const open::ModelFormat* format = open::find_model_format(chosen);
    if (format == nullptr || !format->is_text) return "";
    std::string names(chosen);
    for (const open::ModelFormat& other : open::model_formats()) {
        if (other.is_text && other.name != chosen) (names += '\n') += other.name;
    }
    return names;
}

/// A call of each class, "Net(in_features=64)", one a line.
std::string class_lines(const std::vector<open::SourceClass>& classes) {
    std::string lines;
    for (const open::SourceClass& cls : classes) lines += open::suggested_call(cls) + "\n";
    return lines;
}

/// "3 2 depth" for each number that shapes the model of source code: its value, the one in the text, its
/// name.
std::string number_lines(const std::vector<open::DecidingNumber>& numbers) {
    std::string lines;
    for (const open::DecidingNumber& number : numbers)
        lines += concat(to_string(number.value), " ", to_string(number.written), " ", number.name, "\n");
    return lines;
}

/// "12 layers.0.fc" for each module of source code: its line and its path. Those of imported files, which the
/// editor does not show, are left out.
std::string module_lines(const std::vector<open::ModuleLine>& lines) {
    std::string text;
    for (const open::ModuleLine& module : lines) {
        if (module.file.empty()) text += concat(module.line, " ", module.path, "\n");
    }
    return text;
}

void answer(const char* kind, std::string_view text) {
    opener_answer(kind, text.data(), text.size());
}

}  // namespace

extern "C" {

/// Opens file 0 and answers with its format, the formats a text can be read as, the model text and the
/// diagnostics as JSON; of source code, with what was built, the lines of its modules and the classes to
/// choose from.
EMSCRIPTEN_KEEPALIVE void open_file() {
    std::set_new_handler([] { opener_out_of_memory(); });
    HostSource file(0);
    const std::string name = text_from(opener_name);
    const std::string build = text_from(opener_build);
    const std::string input = text_from(opener_input);
    const Result<std::vector<Dims>> read = input.empty() ? std::vector<Dims>() : parse_input_shapes(input);
    const std::vector<Dims> shapes = read ? *read : std::vector<Dims>();
    open::Opened opened = open::open_model_as(text_from(opener_format), file, name, build, shapes);
    if (!read) opened.diagnostics.push_back({Severity::Error, read.error().message, {}, ""});
    answer("source", opened.source);
    answer("formats", text_formats(opened.format));
    answer("diagnostics", write_json_diagnostics(opened.diagnostics, opened.source_text));
    answer("built", opened.built);
    answer("lines", module_lines(opened.lines));
    answer("main", opened.main_file);
    answer("classes", class_lines(opened.classes));
    answer("numbers", number_lines(opened.numbers));
    // A file that is a model text itself is not sent back.
    if (!opened.is_model_text) answer("text", opened.text());
}
}

}  // namespace paramscope::bindings
