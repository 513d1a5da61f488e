#include "model/read/other_text.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "base/characters.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "model/messages.h"
#include "model/names.h"
#include "model/read/foreign_lines.h"
#include "model/read/json_text.h"
#include "model/read/log_lines.h"
#include "model/read/marked_text.h"
#include "model/read/read_layers.h"
#include "model/texts/mask.h"
#include "model/texts/script.h"

namespace paramscope {
namespace {

bool has_digit(std::string_view text) {
    return any_of(text, is_digit);
}

/// A line without its indentation.
struct FilledLine {
    std::string_view words;
    Span span;
};

std::vector<FilledLine> filled_lines(std::string_view text) {
    std::vector<FilledLine> lines;
    for (std::uint32_t at = 0; at < text.size(); at = next_line(text, at)) {
        const std::uint32_t begin = skip_blanks(text, at), end = line_end(text, at);
        if (begin < end) lines.push_back({trim(text.substr(begin, end - begin)), {begin, end}});
    }
    return lines;
}

/// True for `model.fit(`, a call whose result is not used.
bool is_call_statement(std::string_view words) {
    const std::string_view name = words.substr(0, words.find('('));
    const std::size_t dot = name.rfind('.');
    return name.size() < words.size() && dot != std::string_view::npos && is_dotted_name(name) &&
           is_letter(name[dot + 1]) && !is_upper(name[dot + 1]);
}

/// True for `name = library.function(`, which computes something; `name = library.Class(` makes a module.
bool calls_function(std::string_view words) {
    const std::size_t equals = words.find('=');
    if (equals == std::string_view::npos || !is_dotted_name(trim(words.substr(0, equals)))) return false;
    const std::string_view value = trim(words.substr(equals + 1));
    const std::string_view name = value.substr(0, value.find('('));
    if (name.size() == value.size() || !is_dotted_name(name)) return false;
    const std::size_t dot = name.rfind('.');
    return dot != std::string_view::npos && !is_upper(name[dot + 1]);
}

/// True for `[Block(8) for i in range(4)]`.
bool is_comprehension(std::string_view words) {
    const std::size_t at = words.find(" for "), in = words.find(" in ", std::min(at, words.size()));
    if (in == std::string_view::npos || !holds(words.substr(0, at), "(")) return false;
    const std::string_view names = words.substr(at + 5, in - at - 5);
    return all_of(names, [](char c) { return is_name_part(c) || c == ',' || c == ' '; }) &&
           (holds(names, ",") || !holds(names, " "));
}

}  // namespace

bool defines_class(std::string_view words) {
    if (words.ends_with(':') && starts_with_any(words, {"class ", "def "})) return true;
    return starts_with_any(words, {"self.", "super("});
}

bool is_program_line(std::string_view words) {
    if (defines_class(words)) return true;
    if (words.ends_with(':') && starts_with_any(words, {"for ", "if ", "with ", "else", "while "}))
        return true;
    if (words.starts_with("return $")) return false;  // of a shell
    if (starts_with_any(words, {"import ", "return ", "print("})) return true;
    if (words.starts_with("from ") && holds(words, " import ")) return true;
    if (is_comprehension(words)) return has_digit(words);
    return calls_function(words) || is_call_statement(words);
}

namespace {

/// True for code behind marks: `>>> import torch`, `12 class Net(nn.Module):`, a line of a notebook's JSON.
bool holds_code(std::string_view words) {
    return contains_any(words,
                        {"import torch", "from torch ", "from torch.", "(nn.Module)", "(torch.nn.Module)",
                         "import keras", "from keras", "import tensorflow", "from tensorflow"});
}

/// True for `layers.Dense(`, `keras.Sequential(`.
bool calls_keras(std::string_view words) {
    for (const std::string_view library : {"layers.", "keras."}) {
        const std::size_t at = words.find(library);
        if (at == std::string_view::npos) continue;
        const std::string_view name = words.substr(at + library.size());
        if (!name.empty() && is_upper(name[0]) && holds(name, "(")) return true;
    }
    return false;
}

/// True for calls of Keras's layers, whose names PyTorch does not have.
bool is_keras_layer(std::string_view words) {
    return calls_keras(words) ||
           contains_any(words, {"Dense(", "Conv1D(", "Conv2D(", "Conv3D(", "MaxPooling2D(",
                                "GlobalAveragePooling2D(", "InputLayer("});
}

bool is_log_line(std::string_view words) {
    const std::string small = lowercase(words);
    return has_digit(words) && contains_any(small, {"epoch", "loss", "step ", "iter", "acc"});
}

/// True for an entry of a log that tells how a training goes on.
bool is_training_entry(std::string_view words) {
    return is_log_entry(words) && is_log_line(words);
}

bool is_error_line(std::string_view words) {
    return starts_with_any(words, {"Traceback (most recent call", "size mismatch for", "Missing key(s)"}) ||
           contains_any(words, {"Error: ", "Error(s) in loading"});
}

bool is_shape_line(std::string_view words) {
    const std::string small = lowercase(words);
    return contains_any(small, {"torch.size(", "shape"}) && contains_any(words, {"(", "["}) &&
           has_digit(words);
}

bool is_stated_total(std::string_view words) {
    const std::string small = lowercase(words);
    return has_digit(words) &&
           contains_any(small, {"params:", "parameters:", " parameters,", "params =", "macs:"});
}

bool is_setting(std::string_view words) {
    const std::size_t colon = words.find(':');
    if (words.starts_with("- ") || words.starts_with("#")) return true;
    if (colon == std::string_view::npos || !is_dotted_name(words.substr(0, colon))) return false;
    return colon + 1 == words.size() || is_blank(words[colon + 1]);
}

/// True for settings of YAML between comments: most lines that are no comments are `key: value`.
bool are_commented_settings(const std::vector<FilledLine>& lines) {
    std::size_t settings = 0, others = 0;
    for (const FilledLine& line : lines) {
        if (line.words.starts_with('#')) continue;
        const bool is_key = is_setting(line.words) && !line.words.starts_with("- ");
        ++(is_key ? settings : others);
    }
    return settings > others * 2;
}

/// True for settings as TOML and INI have them: parts with names, and `key = value` in them.
bool has_sections(const std::vector<FilledLine>& lines) {
    std::size_t sections = 0, values = 0;
    for (const FilledLine& line : lines) {
        const std::size_t sign = line.words.find('=');
        sections += is_section(line.words) ? 1U : 0U;
        values +=
            sign != std::string_view::npos && is_dotted_name(trim(line.words.substr(0, sign))) ? 1U : 0U;
    }
    return sections > 0 && values > 0 && (sections + values) * 2 > lines.size();
}

/// True for a heading, a link, an image or a fence of Markdown, and a directive of reStructuredText; a
/// comment of YAML or Python begins with one #.
bool is_markdown(std::string_view words) {
    return starts_with_any(words, {"## ", "### ", "<!--", "```", "~~~~"}) || holds(words, "](") ||
           (words.starts_with(".. ") && holds(words, "::"));
}

/// True where JSON or a list of Python begins. A line of a log may begin with `[2026-01-31`, a reference with
/// `[1]`.
bool begins_json(std::string_view words) {
    if (words.empty() || is_markdown(words)) return false;
    const std::string_view inside = trim(words.substr(1)), first = inside.substr(0, 1);
    if (words[0] == '{') return inside.empty() || holds("\"'}", first);
    if (words[0] != '[') return false;
    const std::size_t end = inside.find_first_not_of("0123456789. -");
    const bool is_number = end > 0 && (end == std::string_view::npos || inside[end] == ',');
    return inside.empty() || holds("{[\"'", first) || is_number;
}

bool is_table_row(std::string_view words) {
    return words.starts_with('|') || words.starts_with('+') || holds(words, "\t") ||
           (holds(words, ",") && !contains_any(words, {"(", "[", ". "}));
}

bool names_optimizer(std::string_view words) {
    return words.starts_with("Parameter Group ");
}

bool names_preprocessing(std::string_view words) {
    return starts_with_any(words, {"Compose(", "transforms."});
}

bool lists_keys(std::string_view words) {
    return starts_with_any(words, {"odict_keys(", "dict_keys("});
}

bool is_python_value(std::string_view words) {
    return starts_with_any(words, {"range(", "tensor(", "array(", "torch.Size(", "torch.tensor("});
}

bool is_graph_of_fx(std::string_view words) {
    return words.starts_with('%') &&
           contains_any(words,
                        {" = placeholder[target=", " = call_module[target=", " = call_function[target="});
}

/// A print of an exported program's module, or of its graph: the modules in it show no sizes.
bool is_of_export(std::string_view words) {
    return holds(words, "(_guards_fn): GuardsFn()") ||
           (words.starts_with('%') && contains_any(words, {"[target=torch.ops.", "placeholder[target=p_"}));
}

bool is_of_torchscript(std::string_view words) {
    const bool is_of_graph = words.starts_with('%') && contains_any(words, {" = prim::", " = aten::"});
    return is_of_graph || holds(words, "(original_name=");
}

/// A print whose first module does not show the modules inside it.
bool is_print_of_sentence_transformers(std::string_view words) {
    return contains_any(words, {"): Transformer({'max_seq_length'", "): Transformer({'transformer_task'"});
}

/// Whether a text is of a kind although a line of it can be read as a layer.
enum class Overrides {
    Never,
    ThatLine,  ///< if that line is of the kind
    Always,
};

/// One kind of text: enough of its lines are of that kind.
struct Kind {
    std::string_view name;
    bool (*has_line)(std::string_view words);
    std::size_t percent;  ///< of the lines, at least; 0: one line is enough
    Overrides overrides;
    Message (*explain)();
};

const std::array<Kind, 34> kKinds = {{
    {"fx-graph", is_of_export, 0, Overrides::Always, [] { return message("other_text.export_graph"); }},
    {"fx-graph", is_graph_of_fx, 0, Overrides::Always, [] { return message("other_text.fx_graph"); }},
    {"torchscript", is_of_torchscript, 0, Overrides::Always,
     [] { return message("other_text.torchscript"); }},
    {"sentence-transformers-print", is_print_of_sentence_transformers, 0, Overrides::Always,
     [] { return message("other_text.sentence_transformers_print"); }},
    {"test-log", is_of_test_run, 0, Overrides::Always, [] { return message("other_text.test_log"); }},
    {"training-log", is_training_entry, 50, Overrides::Never,
     [] { return message("other_text.training_log"); }},
    {"python-source", holds_code, 0, Overrides::Never, [] { return message("other_text.python_source"); }},
    {"other-language", is_of_other_language, 30, Overrides::Always,
     [] { return message("other_text.other_language"); }},
    {"other-language", begins_braced_block, 4, Overrides::Never,
     [] { return message("other_text.other_language"); }},
    {"build-file", is_of_build, 0, Overrides::Always, [] { return message("other_text.build_file"); }},
    {"build-file", is_step_of_build, 30, Overrides::Always, [] { return message("other_text.build_file"); }},
    {"shell-script", is_of_shell, 60, Overrides::Never, [] { return message("other_text.shell_script"); }},
    {"keras-source", calls_keras, 0, Overrides::Always, [] { return message("other_text.keras_source"); }},
    {"keras-layers", is_keras_layer, 0, Overrides::ThatLine,
     [] { return message("other_text.keras_source"); }},
    {"document", is_markdown, 5, Overrides::Never, [] { return message("other_text.document"); }},
    {"error-message", is_error_line, 0, Overrides::Never, [] { return message("other_text.error_message"); }},
    {"log", is_of_build_run, 0, Overrides::Never, [] { return message("other_text.log"); }},
    {"log", is_log_entry, 50, Overrides::Never, [] { return message("other_text.log"); }},
    {"preprocessing", names_preprocessing, 0, Overrides::ThatLine,
     [] { return message("other_text.preprocessing"); }},
    {"optimizer", names_optimizer, 0, Overrides::Always, [] { return message("other_text.optimizer"); }},
    {"tensor-names", lists_keys, 0, Overrides::ThatLine, [] { return message("other_text.tensor_names"); }},
    {"python-value", is_python_value, 0, Overrides::ThatLine,
     [] { return message("other_text.python_value"); }},
    {"python-source", defines_class, 0, Overrides::Always,
     [] { return message("other_text.python_source"); }},
    {"licence", is_of_licence, 0, Overrides::Never, [] { return message("other_text.licence"); }},
    {"document", is_prose, 40, Overrides::ThatLine, [] { return message("other_text.document"); }},
    {"shell-script", is_of_shell, 30, Overrides::Never, [] { return message("other_text.shell_script"); }},
    {"requirements", is_requirement, 40, Overrides::Never, [] { return message("other_text.requirements"); }},
    {"python-source", is_program_line, 0, Overrides::ThatLine,
     [] { return message("other_text.python_source"); }},
    {"stated-total", is_stated_total, 20, Overrides::Never,
     [] { return message("other_text.stated_total"); }},
    {"training-log", is_log_line, 50, Overrides::Never, [] { return message("other_text.training_log"); }},
    {"shape-log", is_shape_line, 50, Overrides::Never, [] { return message("other_text.shape_log"); }},
    {"settings", is_setting, 60, Overrides::Never, [] { return message("other_text.settings"); }},
    {"json", begins_json, 0, Overrides::Never, [] { return message("other_text.json"); }},
    {"table", is_table_row, 60, Overrides::Never, [] { return message("other_text.table"); }},
}};

/// True when the kind is possible beside the tree that was found.
bool may_be(const Kind& kind, std::string_view text, const TreeStart& tree) {
    if (tree.kind == TreeStart::Kind::None || kind.overrides == Overrides::Always) return true;
    const std::uint32_t begin = line_start(text, tree.offset);
    return kind.overrides == Overrides::ThatLine &&
           kind.has_line(trim(text.substr(begin, line_end(text, begin) - begin)));
}

/// The kind of a text of which a line has a mark; nullopt for none.
std::optional<OtherText> marked_text(std::string_view text, const std::vector<FilledLine>& lines) {
    const MarkedText* kind = recognise_marks(text);
    if (kind == nullptr) return std::nullopt;
    const FilledLine* shows =
        find_where(lines, [&](const FilledLine& line) { return kind->marks_line(line.words); });
    if (shows == nullptr) return std::nullopt;
    return OtherText{kind->name, message(kind->explanation), shows->span};
}

/// True for kinds that are told by what most lines are like.
bool is_weaker_than_marks(const Kind& kind) {
    return kind.percent > 0 || kind.has_line == begins_json;
}

/// True for a line like `class Net(nn.Module):`, behind a prompt or a number, too.
bool defines_module(std::string_view words) {
    const std::size_t at = words.find("class ");
    const bool is_word = at == 0 || (at != std::string_view::npos && is_blank(words[at - 1]));
    return is_word && words.ends_with(":") && holds(words.substr(at), "Module)");
}

}  // namespace

std::optional<OtherText> recognise_document(std::string_view text) {
    constexpr std::size_t kLeastMarks = 2;  // below the title
    const std::vector<FilledLine> lines = filled_lines(text);
    if (lines.empty() || !lines.front().words.starts_with("# ")) return std::nullopt;
    const std::size_t marks = count_if(lines, [](const FilledLine& line) { return is_markdown(line.words); });
    if (marks < kLeastMarks || are_commented_settings(lines)) return std::nullopt;
    return OtherText{"document", message("other_text.document"), lines.front().span};
}

std::optional<OtherText> recognise_modules(std::string_view text) {
    if (!holds(text, "Module)")) return std::nullopt;
    const std::vector<FilledLine> lines = filled_lines(text);
    const FilledLine* found =
        find_where(lines, [](const FilledLine& each) { return defines_module(each.words); });
    if (found == nullptr) return std::nullopt;
    return OtherText{"python-source", message("other_text.python_source"), found->span};
}

std::optional<OtherText> recognise_other_text(std::string_view text, const TreeStart& tree) {
    const bool hides_modules =
        is_of_torchscript(text) || is_print_of_sentence_transformers(text) || is_of_export(text);
    if (has_child_lines(text) && !hides_modules) return std::nullopt;
    const std::vector<FilledLine> lines = filled_lines(text);
    if (is_script(text))
        return OtherText{"python-source", message("other_text.python_source"), lines.front().span};
    if (!lines.empty() && begins_shell_script(lines.front().words))
        return OtherText{"shell-script", message("other_text.shell_script"), lines.front().span};
    std::optional<OtherText> marked =
        tree.kind == TreeStart::Kind::None ? marked_text(text, lines) : std::nullopt;
    if (!lines.empty() && is_of_markup(lines.front().words))
        return OtherText{"markup", message("other_text.markup"), lines.front().span};
    if (tree.kind == TreeStart::Kind::None && has_sections(lines))
        return marked ? marked : OtherText{"settings", message("other_text.settings"), lines.front().span};
    if (tree.kind == TreeStart::Kind::None && is_json(text))
        return marked ? marked : OtherText{"json", message("other_text.json"), lines.front().span};
    for (const Kind& kind : kKinds) {
        if (marked && is_weaker_than_marks(kind)) break;
        if (!may_be(kind, text, tree)) continue;
        if (kind.has_line == is_markdown && are_commented_settings(lines)) continue;
        const auto is_of_kind = [&](const FilledLine& line) {
            const bool may_quote = kind.percent == 0 && line.words.starts_with('#');  // one line decides
            return !may_quote && kind.has_line(line.words);
        };
        const auto first = std::find_if(lines.begin(), lines.end(), is_of_kind);
        if (first == lines.end()) continue;
        const auto count = static_cast<std::size_t>(std::count_if(first, lines.end(), is_of_kind));
        if (count * 100 < lines.size() * kind.percent) continue;
        return OtherText{kind.name, kind.explain(), first->span, kind.has_line == is_error_line};
    }
    return marked;
}

std::optional<OtherText> recognise_other_text(std::string_view text) {
    std::string storage;
    const std::string_view masked = mask_surroundings(text, storage);
    Diagnostics diagnostics;
    Reporter reporter(&diagnostics);
    if (!is_script(masked) && read_layers(masked, reporter)) return std::nullopt;
    return recognise_other_text(masked, find_tree(masked));
}

}  // namespace paramscope
