#include "model/write.h"

#include <string_view>

#include "algebra/print.h"
#include "base/characters.h"
#include "base/concat.h"
#include "model/scanner.h"

namespace paramscope {
namespace {

/// A name as model text can hold it: line breaks and zero bytes are blanks, and a name of blanks is `_`.
std::string writable_name(std::string_view name) {
    std::string writable(name);
    for (char& c : writable) {
        if (is_line_break(c) || c == '\0') c = ' ';
    }
    return trim(writable).empty() && !name.empty() ? "_" : writable;
}

/// `text` with at least two spaces at the start of its further lines: a line without could be the rest of the
/// one before.
std::string with_indented_lines(const std::string& text) {
    constexpr std::string_view spaces = "  ";
    std::string indented;
    for (std::uint32_t at = 0; at < text.size(); at = next_line(text, at)) {
        const std::string_view line = std::string_view(text).substr(at, next_line(text, at) - at);
        const bool is_indented = line.starts_with(spaces) || is_space(line.front());
        if (at > 0 && !is_indented) indented += spaces;
        indented += line;
    }
    return indented;
}

std::string comment_text(std::string_view comment) {
    const std::string words = written_comment(comment);
    return words.empty() ? "" : "  # " + words;
}

std::string shape_text(const Dims& shape) {
    const auto text_of = [](const Polynomial& size) { return print(size, Notation::Plain); };
    return concat("(", join(shape, ", ", text_of), shape.size() == 1 ? ",)" : ")");
}

std::string tensor_text(const Tensor& tensor) {
    if (!tensor.printed.empty()) return std::string(tensor.printed);
    std::string text = tensor.may_be_buffer          ? "ParameterOrBuffer("
                       : tensor.role == Role::Buffer ? "Buffer("
                                                     : "Parameter(";
    std::string separator;
    for (const Polynomial& size : tensor.shape) {
        text += separator + print(size, Notation::Plain);
        separator = ", ";
    }
    if (!tensor.trainable) {
        text += separator + "requires_grad=False";
        separator = ", ";
    }
    if (tensor.assumed) {
        text += separator + "assumed=True";
        separator = ", ";
    }
    if (!tensor.dtype.empty()) {
        text += concat(separator, "dtype=", tensor.dtype);
        separator = ", ";
    }
    if (tensor.packed_in != 0) text += concat(separator, "packed_in=", std::to_string(tensor.packed_in));
    return concat(text, ")", comment_text(tensor.comment));
}

/// Writes modules as print() does: two more spaces for each level, a module without children on one line.
class TreeWriter {
  public:
    explicit TreeWriter(std::string& text) : text_(text) {}

    void write_module(const Module& module, std::size_t indent) {
        append_all(text_, module.type, "(");
        const bool block = is_block(module);
        if (block) {
            write_lines(module, indent);
        } else {
            write_inline(module);
        }
        text_ += ")";
        if (module.stated_input) text_ += " @ " + shape_text(*module.stated_input);
        if (!block) text_ += comment_text(module.comment);
    }

  private:
    static bool is_empty(const Module& module) {
        return module.arguments.empty() && module.extra.empty() && module.tensors.empty() &&
               module.children.empty() && !module.forward && !module.stated_input;
    }

    /// True for text that would be read together with what follows it on its line.
    static bool must_own_line(const std::string& extra) {
        return extra.starts_with("(") || has_unpaired_quote(extra);
    }

    /// True when anything between the parentheses needs a line of its own.
    static bool is_block(const Module& module) {
        if (!module.children.empty() || module.forward) return true;
        if (module.tensors.size() == 1) return !is_inline_tensor(module);
        if (!module.tensors.empty() || module.extra.size() > 1) return true;
        if (!module.extra.empty() && !module.arguments.empty()) return true;
        if (!module.extra.empty() && must_own_line(module.extra[0])) return true;
        for (const Argument& argument : module.arguments.pattern()) {
            if (argument.own_line) return true;
        }
        return false;
    }

    /// True for the tensor of a ParameterList of one, which print() writes on the line of the list.
    static bool is_inline_tensor(const Module& module) {
        return !module.tensors[0].printed.empty() && module.arguments.empty() && module.extra.empty();
    }

    void write_inline(const Module& module) {
        write_arguments(module, 0);
        if (!module.extra.empty()) text_ += with_indented_lines(module.extra[0]);
        if (!module.tensors.empty()) {
            text_ +=
                concat("  (", writable_name(module.tensors[0].name), "): ", tensor_text(module.tensors[0]));
        }
    }

    void write_lines(const Module& module, std::size_t indent) {
        const std::size_t inner = indent + 2;
        const bool arguments_first = !module.arguments.empty() && !module.arguments.pattern()[0].own_line;
        if (!arguments_first) text_ += comment_text(module.comment);
        write_arguments(module, inner);
        if (arguments_first) text_ += comment_text(module.comment);
        for (const std::string& line : module.extra) begin_line(inner) += with_indented_lines(line);
        if (module.forward) begin_line(inner) += forward_text(*module.forward);
        for (const Tensor& tensor : module.tensors) {
            begin_line(tensor.printed.empty() ? inner : inner + 2) +=
                concat("(", writable_name(tensor.name), "): ", tensor_text(tensor));
        }
        for (const Module& child : module.children) write_child(child, inner);
        begin_line(indent);
    }

    void write_child(const Module& child, std::size_t indent) {
        begin_line(indent) += concat("(", writable_name(child.name), "): ");
        const bool counted = child.repeat != Polynomial(1) || child.name.ends_with("-*");
        if (counted) text_ += print(child.repeat, Notation::Plain) + " x ";
        if (child.type == "None" && !counted && is_empty(child)) {
            text_ += "None" + comment_text(child.comment);
        } else {
            write_module(child, indent);
        }
    }

    void write_arguments(const Module& module, std::size_t indent) {
        bool first = true;
        for (const Argument& argument : module.arguments.list()) {
            if (argument.own_line) {
                begin_line(indent);
            } else if (!first) {
                text_ += ", ";
            }
            text_ += with_indented_lines(to_string(argument));
            first = false;
        }
    }

    static std::string forward_text(const Forward& forward) {
        return forward.text.empty() ? to_string(forward) : forward.text;
    }

    std::string& begin_line(std::size_t indent) {
        text_ += '\n';
        return text_.append(indent, ' ');
    }

    std::string& text_;
};

/// What `forward:` says of a model: "traced, estimated"; "" for nothing.
std::string forward_words(const Model& model) {
    std::vector<std::string_view> words;
    if (model.is_traced) words.push_back("traced");
    const Estimated& estimated = model.estimated;
    if (estimated.products) words.push_back("estimated");
    if (!estimated.products && estimated.elements) words.push_back("estimated elements");
    if (!estimated.products && estimated.cache) words.push_back("estimated cache");
    return join(words, ", ");
}

void write_settings(std::string& text, std::string_view words, const std::vector<Setting>& settings) {
    for (const Setting& each : settings)
        append_all(text, &each == settings.data() ? words : ", ", each.name, " = ",
                   print(each.value, Notation::Plain));
    if (!settings.empty()) text += "\n";
}

void write_header(std::string& text, const Model& model) {
    for (const std::string& note : model.notes) {
        const std::string words = written_comment(note);
        text += words.empty() ? "#\n" : concat("# ", words, "\n");
    }
    for (const Variable& variable : model.variables) {
        const std::string value =
            variable.text.empty() ? print(variable.value, Notation::Plain) : variable.text;
        text += concat(variable.name, " = ", value, comment_text(variable.comment), "\n");
    }
    for (std::size_t i = 0; i < model.inputs.size(); ++i) {
        text += (i == 0 ? "input = " : ", ") + shape_text(model.inputs[i].shape);
    }
    if (!model.inputs.empty()) text += "\n";
    if (const std::string words = forward_words(model); !words.empty())
        append_all(text, "forward: ", words, "\n");
    write_settings(text, "least work: ", model.work_range.least);
    write_settings(text, "most work: ", model.work_range.most);
    if (model.estimated.parameters) text += "parameters: estimated\n";
    if (model.dtype != "float32") text += concat("dtype = ", model.dtype, "\n");
    if (model.basis) text += concat("basis: ", to_string(*model.basis), "\n");
    for (const Tie& tie : model.ties)
        append_all(text, "tie: ", tie.tied, tie.is_possible ? "? = " : " = ", tie.source, "\n");
    if (model.has_no_more_ties) text += "tie: none\n";
    for (const Freeze& freeze : model.frozen) text += concat("freeze: ", freeze.path, "\n");
    if (!text.empty()) text += "\n";
}

}  // namespace

std::string written_comment(std::string_view comment) {
    std::string words = in_one_line(std::string(comment));
    for (std::size_t at = words.find("<br"); at != std::string::npos; at = words.find("<br", at))
        words[at] = ' ';
    return std::string(trim(words));
}

std::string write_model_text(const Model& model) {
    std::string text;
    write_header(text, model);
    if (model.root.type.empty()) return text;
    TreeWriter(text).write_module(model.root, 0);
    return text + "\n";
}

}  // namespace paramscope
