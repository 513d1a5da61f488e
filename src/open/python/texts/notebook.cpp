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

/// Begins each cell, as in the percent format of Jupytext and editors.
constexpr std::string_view kCellMark = "# %%\n";
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Commands that make a cell one of another language.
constexpr std::string_view kOtherCells[] = {"%%bash",  "%%sh",       "%%html",   "%%javascript", "%%js",
                                            "%%latex", "%%markdown", "%%script", "%%R",          "%%svg",
                                            "%%perl",  "%%ruby",     "%%cmd",    "%%sql",        "%%system"};

/// The lines of a cell's code, which are a list or one text.
std::string code_of(JsonValue cell) {
    JsonValue code = cell.find("source");
    if (code.is_missing()) code = cell.find("input");  // nbformat 3
    std::string text = code.string();
    for (const JsonValue line : code.items()) text += line.string();
    return text;
}

/// The text without the blanks in front of its first line, which notebooks leave out in all of its lines.
std::string without_indentation(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \n");
    if (first == std::string_view::npos) return "";
    const std::size_t line = text.substr(0, first).rfind('\n') + 1;
    const std::string_view blanks = text.substr(line, first - line);
    if (blanks.empty()) return std::string(text);
    std::string result;
    while (!text.empty()) {
        std::string_view each = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(each.size() + 1, text.size()));
        if (each.starts_with(blanks)) each.remove_prefix(blanks.size());
        result += concat(each, "\n");
    }
    return result;
}

/// The command that makes a cell one of another language; "" for one of Python.
std::string_view other_language(std::string_view code) {
    const std::string_view words = trim(code);
    const std::string_view command = words.substr(0, words.find_first_of(" \t\r\n"));
    return contains(kOtherCells, command) ? command : "";
}

/// Joins the cells of a notebook.
class Cells {
  public:
    void add_all(JsonValue list) {
        for (const JsonValue cell : list.items()) {
            if (cell.find("cell_type").is("code")) add(code_of(cell));
        }
    }

    NotebookCode take() && {
        NotebookCode code{std::move(text_), {}};
        if (!others_.empty())
            code.diagnostics.push_back(
                {Severity::Note, message("texts.notebook_other_cells", {{"magics", others_}}), {}, ""});
        return code;
    }

  private:
    void add(const std::string& code) {
        if (const std::string_view language = other_language(code); !language.empty()) {
            if (!holds(concat(others_, ","), concat(language, ",")))
                others_ += concat(others_.empty() ? "" : ", ", language);
        } else if (!code.empty()) {
            text_ += concat(kCellMark, without_indentation(code));
            if (!text_.ends_with('\n')) text_ += '\n';
        }
    }

    std::string text_;
    std::string others_;  ///< languages of cells that were left out
};

/// The language of the cells, in lower case; "" where the notebook says none.
std::string language_of(JsonValue notebook) {
    const JsonValue metadata = notebook.find("metadata");
    std::string name = metadata.find("language_info").find("name").string();
    if (name.empty()) name = metadata.find("kernelspec").find("language").string();
    return lowercase(name);
}

NotebookCode refused(Message why, Span place = {}) {
    return {"", {{Severity::Error, std::move(why), place, ""}}};
}

}  // namespace

bool is_notebook(std::string_view beginning) {
    if (beginning.starts_with(kByteOrderMark)) beginning.remove_prefix(kByteOrderMark.size());
    const std::string_view words = trim(beginning);
    return words.starts_with('{') && (holds(words, "\"cell_type\"") || holds(words, "\"nbformat\"")) &&
           (holds(words, "\"cells\"") || holds(words, "\"worksheets\""));
}

NotebookCode read_notebook(std::string_view text) {
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
    Cells cells;
    cells.add_all(notebook.find("cells"));
    for (const JsonValue sheet : notebook.find("worksheets").items()) cells.add_all(sheet.find("cells"));
    NotebookCode code = std::move(cells).take();
    if (code.text.empty()) return refused(message("texts.notebook_no_code"));
    if (code.text.size() <= kLargestCode) return code;
    return refused(message("texts.notebook_too_long", {{"most", kLargestCode >> 20}}));
}

}  // namespace paramscope::open::python::texts
