// Detects source code.
#include <algorithm>

#include "base/characters.h"
#include "base/text_parts.h"
#include "model/read/foreign_lines.h"
#include "model/read/other_text.h"
#include "model/texts/mask.h"
#include "model/texts/outline.h"
#include "model/texts/plain_print.h"
#include "model/texts/quoted_code.h"
#include "open/formats.h"
#include "open/python/texts/code_lines.h"
#include "open/python/texts/notebook.h"
#include "open/python/texts/texts.h"
#include "open/summary/table.h"

namespace paramscope::open {
namespace {

/// True when a line imports a library whose name begins so; "" for any.
bool imports(std::string_view text, std::string_view library) {
    while (!text.empty()) {
        const std::string_view line = take_until(text, '\n');
        const bool is_from = line.starts_with("from ") && line.find(" import ") != std::string_view::npos;
        if (is_from && line.substr(5).starts_with(library)) return true;
        if (line.starts_with("import ") && line.substr(7).starts_with(library)) return true;
    }
    return false;
}

/// True when the text imports PyTorch, Keras, or a framework that is named and refused.
bool imports_framework(std::string_view text) {
    constexpr std::string_view frameworks[] = {"torch",   "keras", "tensorflow", "flax",
                                               "equinox", "haiku", "mindspore",  "paddle"};
    return any_of(frameworks, [&](std::string_view name) { return imports(text, name); });
}

/// True where the first line that is neither blank nor a comment is an import.
bool begins_with_import(std::string_view text) {
    while (!text.empty()) {
        const std::string_view line = trim(take_until(text, '\n'));
        if (!line.empty() && !line.starts_with('#')) return imports(line, "");
    }
    return false;
}

/// True for a line like `class Net(nn.Module):`, of a class that people build models from.
bool defines_module(std::string_view line) {
    constexpr std::string_view kBases[] = {"Module",     "LightningModule", "PreTrainedModel",
                                           "ModelMixin", "Model",           "Layer"};
    const std::size_t open = line.find('('), close = line.find("):", std::min(open, line.size()));
    if (!line.starts_with("class ") || open == std::string_view::npos || close == std::string_view::npos ||
        close < open)
        return false;
    std::string_view bases = line.substr(open + 1, close - open - 1);
    while (!bases.empty()) {
        std::string_view base = trim(take_until(bases, ','));
        base.remove_prefix(std::min(base.size(), base.rfind('.') + 1));
        if (contains(kBases, base)) return true;
    }
    return false;
}

/// True for code of which building a model is to be tried where a table shows one, too.
bool may_build(std::string_view text) {
    return imports_framework(text) || contains_any(text, {"= nn.", "= torch.nn.", "= keras.", "= tf.keras."});
}

/// The text with blanks in place of strings of several lines.
std::string without_docstrings(std::string_view text) {
    std::string code(text);
    for (const python::texts::Literal& literal : python::texts::find_literals(text)) {
        if (literal.is_comment || !holds(slice(text, literal.span), "\n")) continue;
        for (std::uint32_t at = literal.span.begin; at < literal.span.end; ++at) {
            if (!is_line_break(code[at])) code[at] = ' ';
        }
    }
    return code;
}

/// True for code without a print or a table, other than in its docstrings.
bool is_documented_code(std::string_view text) {
    if (!holds(text, "\"\"\"") && !holds(text, "'''")) return false;
    const std::string code = without_docstrings(text);
    return begins_with_import(code) && may_build(code) && !has_child_lines(code) && !find_summary(code) &&
           (has_child_lines(text) || find_summary(text));
}

bool is_binary(std::string_view bytes) {
    return bytes.find('\0') != std::string_view::npos;
}

/// True for a line of a config of which a registry such as MMEngine's makes a model, above `rest`: it may
/// hold configs of parts, which are not the model.
bool is_of_registry(std::string_view line, std::string_view rest) {
    if (starts_with_any(line, {"_base_ = [", "_base_ = '", "_base_ = \""})) return true;
    return line.starts_with("model = dict(") && (holds(line, "type=") || trim(rest).starts_with("type="));
}

}  // namespace

bool is_program(const Beginning& beginning) {
    if (is_binary(beginning.bytes)) return false;
    if (beginning.name.ends_with(".py") || beginning.name.ends_with(".ipynb")) return true;
    if (python::texts::is_notebook(beginning.bytes)) return true;
    if (is_plain_print(beginning.bytes)) return false;
    std::string storage;
    MaskedText masked(beginning.bytes, storage);
    mask_quoted_code(masked);
    const python::texts::FoundCode code = python::texts::without_marks(masked.text());
    std::string_view text = code.text();
    while (!text.empty()) {
        const std::string_view line = trim(take_until(text, '\n'));
        if (defines_module(line) || is_of_registry(line, text)) return true;
    }
    return is_documented_code(code.text());
}

namespace {

/// True for a text that is code without what surrounds it: prompts, numbers, quotations, prose.
bool is_surrounded_code(std::string_view text) {
    if (has_child_lines(text)) return false;
    std::string storage;
    MaskedText masked(text, storage);
    mask_quoted_code(masked);
    const python::texts::FoundCode code = python::texts::find_code(masked.text());
    const bool may_be_code = may_build(code.text()) || has_python(python::texts::code_lines(code.text()));
    if (!code.is_changed() || !may_be_code || has_child_lines(code.text())) return false;
    const std::optional<OtherText> other = recognise_other_text(code.text(), find_tree(code.text()));
    return other ? other->name == "python-source" : begins_with_import(code.text());
}

}  // namespace

Confidence detect_source(const Beginning& beginning) {
    if (is_binary(beginning.bytes)) return Confidence::None;
    std::string storage;
    std::string without_tables;
    const std::string_view whole = mask_surroundings(beginning.bytes, storage);
    const std::string_view text = mask_summaries(whole, without_tables);
    if (text.data() != whole.data() && may_build(text)) return Confidence::Likely;
    const std::optional<OtherText> other = recognise_other_text(text, find_tree(text));
    const bool is_source = !other                          ? begins_with_import(text)
                           : other->name == "keras-layers" ? imports_framework(text)
                                                           : other->name.ends_with("-source");
    return is_source || is_surrounded_code(beginning.bytes) ? Confidence::Likely : Confidence::None;
}

}  // namespace paramscope::open
