// Opens files of all formats for JavaScript: a separate WebAssembly program called by web/open.
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/concat.h"
#include "base/export.h"
#include "bindings/headline.h"
#include "bindings/opener_host.h"
#include "count/count.h"
#include "formats/support/quick_fix.h"
#include "formats/support/write.h"
#include "open/open.h"
#include "shipped/fetched_texts.h"
#include "transfer/counter.h"

namespace paramscope::bindings {
namespace {

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

/// "transformers", "4.57.1" and the folders of its models, each a line; "" for no library.
std::string library_lines(const open::UnreadLibrary& library) {
    if (library.name.empty()) return "";
    return concat(library.name, "\n", library.version, "\n", join(library.types, "\n"));
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

/// "2 6 24 :" for each diagnostic that proposes a change: its index, the bytes to replace, and the words.
std::string fix_lines(const Diagnostics& diagnostics, std::string_view source) {
    std::string lines;
    for (std::size_t i = 0; i < diagnostics.size(); ++i) {
        const std::optional<QuickFix> fix = quick_fix(diagnostics[i], source);
        if (fix) lines += concat(i, " ", fix->span.begin, " ", fix->span.end, " ", fix->words, "\n");
    }
    return lines;
}

/// File 0 without the others as companions.
class FileAlone final : public open::ByteSource {
  public:
    std::uint64_t size() const override { return file_.size(); }

  private:
    bool fetch(std::uint64_t offset, std::span<char> buffer) override { return file_.read(offset, buffer); }

    HostSource file_{0};
};

}  // namespace

extern "C" {

#ifdef __EMSCRIPTEN__
// The linker's names for both ends of what PARAMSCOPE_DATA_OF collects.
extern const char __start_config_data[], __stop_config_data[];
extern const char __start_code_data[], __stop_code_data[];
extern const char __start_other_data[], __stop_other_data[];

/// Where the data begins (0) and ends (1) that belongs to the readers of configs, (2, 3) of code, and (4, 5)
/// of other texts: for the build (scripts/bundle/parts.mjs).
PARAMSCOPE_EXPORT const char* data_of_part(unsigned place) {
    const char* const places[] = {__start_config_data, __stop_config_data, __start_code_data,
                                  __stop_code_data,    __start_other_data, __stop_other_data};
    return places[place];
}
#endif

/// Opens file 0 and answers with its format, the formats a text can be read as, the model text and the
/// diagnostics as JSON with the changes that they propose; of source code, with what was built, the lines of
/// its modules and the classes to choose from; of a notebook, with the code of its cells; of a type that is
/// not known, with the library that has it.
PARAMSCOPE_EXPORT void open_file() {
    std::set_new_handler([] { opener_out_of_memory(); });
    HostSource file(0);
    file.set_packages(std::make_shared<HostPackages>());
    const std::string name = text_from(opener_name);
    const std::string build = text_from(opener_build);
    const std::string input = text_from(opener_input);
    const Result<std::vector<Dims>> read = input.empty() ? std::vector<Dims>() : parse_input_shapes(input);
    const std::vector<Dims> shapes = read ? *read : std::vector<Dims>();
    const std::string format = text_from(opener_format);
    std::optional<open::Opened> known =
        format.empty() ? open::recognise_model_text(file, name) : std::nullopt;
    open::Opened opened = known ? std::move(*known) : open::open_model_as(format, file, name, build, shapes);
    if (!read) opened.diagnostics.push_back({Severity::Error, read.error().message});
    answer("source", opened.source);
    answer("formats", text_formats(opened.format));
    answer("diagnostics", write_json_diagnostics(opened.diagnostics, opened.source_text));
    answer("fixes", fix_lines(opened.diagnostics, opened.source_text));
    answer("built", opened.built);
    answer("lines", module_lines(opened.lines));
    answer("main", opened.main_file);
    if (opened.is_notebook) answer("code", opened.source_text);
    answer("classes", class_lines(opened.classes));
    answer("numbers", number_lines(opened.numbers));
    answer("library", library_lines(opened.library));
    // A file that is a model text itself is not sent back.
    if (!opened.is_model_text) answer("text", opened.text());
}

/// Opens file 0 and counts its model. The file `shipped` has the texts beside the program. Answers with
/// headline() in both languages. For a page whose own program is not there yet
/// (web/page/early_number.js).
PARAMSCOPE_EXPORT void count_file() {
    std::set_new_handler([] { opener_out_of_memory(); });
    add_fetched_texts(whole_file("shipped"));
    FileAlone file;
    const open::Opened opened = open::open_model(file, "");
    transfer::Counter counter;
    counter.read(opened.text());
    const transfer::Counted counted = count_first(counter);
    answer("english", headline(counted, false));
    answer("chinese", headline(counted, true));
}
}

}  // namespace paramscope::bindings
