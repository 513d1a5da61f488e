#include "open/python/texts/notebook.h"

#include <algorithm>
#include <string>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "open/python/texts/messages.h"
#include "open/support/json.h"

namespace paramscope::open::python::texts {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Commands that make a cell one of another language.
constexpr std::string_view kOtherCells[] = {"%%bash",  "%%sh",       "%%html",   "%%javascript", "%%js",
                                            "%%latex", "%%markdown", "%%script", "%%R",          "%%svg",
                                            "%%perl",  "%%ruby",     "%%cmd",    "%%sql",        "%%system"};

/// The characters of a JSON string with the places where each is written.
class StringReader {
  public:
    explicit StringReader(JsonValue string)
        : value_(string.string()), source_(string.source()), begin_(string.span().begin) {}

    /// Adds the string to `result`, in parts between escapes, without `blanks` where it begins with them.
    void add_to(Rebuilder& result, std::string_view blanks) const {
        const bool is_indented = source_.substr(1).starts_with(blanks);
        std::size_t read = is_indented ? blanks.size() : 0;  // of the value
        for (std::size_t at = 1 + read; at + 1 < source_.size();) {
            const std::size_t next = std::min(source_.find('\\', at), source_.size() - 1);
            result.keep(place(at), place(next));
            read += next - at;
            if (next + 1 >= source_.size()) break;
            const std::size_t bytes = decoded_length(next, read);
            result.insert(std::string_view(value_).substr(read, bytes), place(next));
            read += bytes;
            at = next + written_length(next);
        }
    }

  private:
    std::uint32_t place(std::size_t at) const { return begin_ + static_cast<std::uint32_t>(at); }

    /// The bytes of an escape: `\n`, `\u00e9`, or a pair of the latter for one character.
    std::size_t written_length(std::size_t at) const {
        if (source_.substr(at, 2) != "\\u") return 2;
        const bool is_pair = source_.substr(at + 2, 1).find_first_of("dD") == 0 &&
                             source_.substr(at + 3, 1).find_first_of("89abAB") == 0;
        return is_pair && source_.substr(at + 6, 2) == "\\u" ? 12 : 6;
    }

    /// The bytes of the character that the escape at `at` stands for; it is at `read` in the value.
    std::size_t decoded_length(std::size_t at, std::size_t read) const {
        if (source_.substr(at, 2) != "\\u" || read >= value_.size()) return 1;
        const auto first = static_cast<unsigned char>(value_[read]);
        return first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    }

    std::string value_;
    std::string_view source_;
    std::uint32_t begin_;
};

/// The strings of a cell's code: a list of lines, or one text.
std::vector<JsonValue> code_of(JsonValue cell) {
    JsonValue code = cell.find("source");
    if (code.is_missing()) code = cell.find("input");  // nbformat 3
    if (code.kind() == JsonValue::Kind::String) return {code};
    std::vector<JsonValue> lines;
    for (const JsonValue line : code.items()) {
        if (line.kind() == JsonValue::Kind::String) lines.push_back(line);
    }
    return lines;
}

/// The blanks in front of a cell's first line, which notebooks leave out in all of its lines.
std::string indentation_of(const std::vector<JsonValue>& code) {
    const auto first = std::find_if(code.begin(), code.end(), [](const JsonValue& line) {
        return !trim(std::string_view(line.string())).empty();
    });
    if (first == code.end()) return "";
    const std::string text = first->string();
    return text.substr(0, text.find_first_not_of(' '));
}

/// The command that makes a cell one of another language; "" for one of Python.
std::string other_language(const std::vector<JsonValue>& code) {
    for (const JsonValue& line : code) {
        const std::string text = line.string();
        const std::string_view words = trim(text);
        if (words.empty()) continue;
        const std::string_view command = words.substr(0, words.find_first_of(" \t\r\n"));
        return contains(kOtherCells, command) ? std::string(command) : "";
    }
    return "";
}

/// Joins the cells of a notebook.
class Cells {
  public:
    explicit Cells(std::string_view json) : result_(json) {}

    void add_all(JsonValue list) {
        for (const JsonValue cell : list.items()) {
            if (cell.find("cell_type").is("code")) add(cell);
        }
    }

    bool has_code() const { return has_code_; }

    Unwrapped take() && {
        Unwrapped code = std::move(result_).take();
        if (!others_.empty())
            code.diagnostics.push_back(
                {Severity::Note, message("texts.notebook_other_cells", {{"magics", others_}}), {}, ""});
        return code;
    }

  private:
    void add(JsonValue cell) {
        const std::vector<JsonValue> code = code_of(cell);
        if (const std::string language = other_language(code); !language.empty()) {
            if (!holds(concat(others_, ","), concat(language, ",")))
                others_ += concat(others_.empty() ? "" : ", ", language);
            return;
        }
        const std::string blanks = indentation_of(code);
        for (const JsonValue& line : code) StringReader(line).add_to(result_, blanks);
        if (code.empty()) return;
        has_code_ = true;
        result_.insert("\n", code.back().span().end);
    }

    Rebuilder result_;
    std::string others_;  ///< languages of cells that were left out
    bool has_code_ = false;
};

/// The language of the cells, in lower case; "" where the notebook says none.
std::string language_of(JsonValue notebook) {
    const JsonValue metadata = notebook.find("metadata");
    std::string name = metadata.find("language_info").find("name").string();
    if (name.empty()) name = metadata.find("kernelspec").find("language").string();
    return lowercase(name);
}

Unwrapped refused(Message why, Span place = {}) {
    Unwrapped result;
    result.diagnostics.push_back({Severity::Error, std::move(why), place, ""});
    return result;
}

}  // namespace

bool is_notebook(std::string_view beginning) {
    if (beginning.starts_with(kByteOrderMark)) beginning.remove_prefix(kByteOrderMark.size());
    const std::string_view words = trim(beginning);
    return words.starts_with('{') && (holds(words, "\"cell_type\"") || holds(words, "\"nbformat\"")) &&
           (holds(words, "\"cells\"") || holds(words, "\"worksheets\""));
}

Unwrapped read_notebook(std::string_view text) {
    std::string json(text);
    if (json.starts_with(kByteOrderMark)) json.replace(0, kByteOrderMark.size(), kByteOrderMark.size(), ' ');
    const Result<JsonDocument> document = JsonDocument::parse(json);
    if (!document)
        return refused(message("texts.notebook_broken", {{"reason", document.error().message}}),
                       document.error().span);
    const JsonValue notebook = document->root();
    const std::string language = language_of(notebook);
    if (!language.empty() && !holds(language, "python"))
        return refused(message("texts.notebook_language", {{"language", language}}));
    Cells cells(json);
    cells.add_all(notebook.find("cells"));
    for (const JsonValue sheet : notebook.find("worksheets").items()) cells.add_all(sheet.find("cells"));
    if (!cells.has_code()) return refused(message("texts.notebook_no_code"));
    Unwrapped code = std::move(cells).take();
    if (code.text.size() <= kLargestCode) return code;
    return refused(message("texts.notebook_too_long", {{"most", kLargestCode >> 20}}));
}

}  // namespace paramscope::open::python::texts
