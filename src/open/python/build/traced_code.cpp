// Opens code that torch.export, torch.compile and torch.fx print of a graph: a forward pass whose tensors
// have their sizes beside them, `p_fc_weight: "f32[10, 64]"`. It becomes source code of a module with these
// tensors, which is counted as other code is.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "model/texts/outline.h"
#include "model/write.h"
#include "open/formats.h"
#include "open/messages.h"
#include "open/python/build/build.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kLargestGraph = 4u << 20;
constexpr std::string_view kForward = "def forward(self, ";
constexpr std::string_view kLogMarks[] = {"[__graph_code] ", "[__aot_graphs] ", "[__graph] "};

/// What an input of the graph is.
enum class InputRole { Parameter, Buffer, Input, Size };

/// An input of the graph: `x: "f32[2, 64][64, 1]cpu"`.
struct GraphInput {
    std::string_view name;
    std::string_view element;             ///< "f32", "" for a number
    std::vector<std::string_view> sizes;  ///< numbers and names
    InputRole role = InputRole::Input;
};

/// A graph as printed.
struct TracedCode {
    std::vector<GraphInput> inputs;
    std::vector<std::string> steps;  ///< statements of its forward pass
    bool is_whole = false;           ///< the text has no other graph, and all parameters of the model
    bool is_cut = false;             ///< the text ends before the graph does
    bool has_roles = true;           ///< the names tell which inputs are parameters
    std::string_view tied;           ///< a parameter that is left out: it may be another one
};

/// torch.export writes p_, b_ and c_ before names, torch.compile puts the paths of tensors into them; before
/// 2.5 without a word for their kind: `L_self_fc_weight`.
InputRole role_of(std::string_view name) {
    if (name.starts_with("p_") || contains_any(name, {"_parameters_"})) return InputRole::Parameter;
    const bool is_of_layer = name.starts_with("L_self_") && !holds(name, "_buffers_");
    if (is_of_layer && (name.ends_with("_weight") || name.ends_with("_bias"))) return InputRole::Parameter;
    const bool is_buffer = name.starts_with("b_") || name.starts_with("c_") || holds(name, "_buffers_");
    return is_buffer ? InputRole::Buffer : InputRole::Input;
}

/// The offset behind the bracket that closes the one before `at`.
std::size_t behind_bracket(std::string_view text, std::size_t at) {
    for (int depth = 1; at < text.size() && depth > 0; ++at) {
        if (text[at] == '"') {
            at = std::min(text.find('"', at + 1), text.size() - 1);
        } else {
            depth += is_opening(text[at]) ? 1 : is_closing(text[at]) ? -1 : 0;
        }
    }
    return at;
}

/// The inputs of a signature `a: "f32[2, 64]", b: "Sym(s0)"`.
std::vector<GraphInput> read_inputs(std::string_view signature) {
    std::vector<GraphInput> inputs;
    while (signature.find('"') != std::string_view::npos) {
        GraphInput& input = inputs.emplace_back();
        input.name = trim(take_until(signature, ':'));
        take_until(signature, '"');
        std::string_view type = take_until(signature, '"');
        take_until(signature, ',');
        const bool is_tensor = holds(type, "[");
        input.role = is_tensor ? role_of(input.name) : InputRole::Size;
        if (!is_tensor) continue;
        input.element = take_until(type, '[');
        for (std::string_view sizes = take_until(type, ']'); !sizes.empty();)
            input.sizes.push_back(trim(take_until(sizes, ',')));
    }
    std::erase_if(inputs, [](const GraphInput& input) { return !is_name(input.name); });
    return inputs;
}

/// `text` with `replacement` in place of each `old`.
std::string replaced(std::string text, std::string_view old, std::string_view replacement) {
    for (std::size_t at = text.find(old); at != std::string::npos;
         at = text.find(old, at + replacement.size()))
        text.replace(at, old.size(), replacement);
    return text;
}

/// `_aten.add(` of `torch.ops.aten.add.Tensor(`.
std::string without_overloads(std::string text) {
    constexpr std::string_view operators = "torch.ops.aten.", ours = "_aten.";
    for (std::size_t at = text.find(operators); at != std::string::npos; at = text.find(operators, at)) {
        text.replace(at, operators.size(), ours);
        at += ours.size();
        const std::size_t open = std::min(text.find('(', at), text.size());
        const std::size_t dot = std::min(text.find('.', at), open);
        text.erase(dot, open - dot);
    }
    return text;
}

/// A line of the forward pass as a statement without the type of its result; "" for another line.
std::string statement(std::string_view line) {
    std::string_view words = trim(line);
    if (words.starts_with("return pytree.tree_unflatten(")) {
        words = words.substr(0, words.rfind(", self."));
        return concat("return ", words.substr(words.find('(') + 1));
    }
    if (words.starts_with("return ")) return std::string(words);
    std::size_t end = 0;
    while (end < words.size() && is_name_part(words[end])) ++end;
    const std::string_view name = words.substr(0, end);
    std::string_view value = words.substr(end);
    if (value.starts_with(": \"")) value = value.substr(std::min(value.find('"', 3) + 1, value.size()));
    if (name.empty() || !value.starts_with(" = ")) return {};
    return replaced(without_overloads(concat(name, value)), "torch._C._nn.", "torch.nn.functional.");
}

/// The line without what a log writes before it.
std::string_view without_log(std::string_view line) {
    for (const std::string_view mark : kLogMarks) {
        const std::size_t at = line.find(mark);
        if (at != std::string_view::npos) return line.substr(at + mark.size());
    }
    return line;
}

void read_steps(std::string_view text, TracedCode& code) {
    std::string last;
    for (bool has_result = false; !text.empty() && !has_result;) {
        std::string step = statement(without_log(take_until(text, '\n')));
        has_result = step.starts_with("return ");
        if (step.empty()) continue;
        if (!has_result) last = step.substr(0, step.find(' '));
        code.steps.push_back(std::move(step));
    }
    const bool has_result = !code.steps.empty() && code.steps.back().starts_with("return ");
    code.is_cut = !has_result;
    if (!has_result && !last.empty()) code.steps.push_back(concat("return ", last));
}

/// The names in the steps of a forward pass.
std::set<std::string_view> names_in(const std::vector<std::string>& steps) {
    std::set<std::string_view> names;
    for (const std::string_view step : steps) {
        for (std::size_t at = 0, end = 0; at < step.size(); at = end + 1) {
            end = at;
            while (end < step.size() && is_name_part(step[end])) ++end;
            names.insert(step.substr(at, end - at));
        }
    }
    return names;
}

/// Leaves out parameters that no step uses and that have the type of one that is used: of tied tensors,
/// torch.export uses one.
void leave_out_tied(TracedCode& code) {
    const std::set<std::string_view> used = names_in(code.steps);
    std::set<std::pair<std::string_view, std::vector<std::string_view>>> types;  // of used parameters
    for (const GraphInput& each : code.inputs)
        if (each.role == InputRole::Parameter && used.contains(each.name))
            types.emplace(each.element, each.sizes);
    const auto may_be = [&](const GraphInput& input) {
        return input.role == InputRole::Parameter && !used.contains(input.name) &&
               types.contains({input.element, input.sizes});
    };
    std::vector<GraphInput> kept;
    for (const GraphInput& input : code.inputs) {
        if (may_be(input)) {
            code.tied = input.name;
        } else {
            kept.push_back(input);
        }
    }
    code.inputs = std::move(kept);
}

/// The first graph in a text that begins its signature at `begin`.
TracedCode read_code(std::string_view text, std::size_t begin) {
    begin += kForward.size();
    const std::size_t end = behind_bracket(text, begin);
    TracedCode code;
    code.inputs = read_inputs(text.substr(begin, end - begin));
    const std::string_view body = text.substr(std::min(text.find('\n', end), text.size()));
    read_steps(body, code);
    code.is_cut = code.is_cut || text[end - 1] != ')';
    const auto is_named = [](std::string_view start) {
        return [start](const GraphInput& input) { return input.name.starts_with(start); };
    };
    code.has_roles = none_of(code.inputs, is_named("primals_")) && none_of(code.inputs, is_named("arg0_"));
    // torch.export takes all parameters of a model, torch.compile those that a graph uses.
    code.is_whole = none_of(code.inputs, is_named("L_")) && !holds(body, kForward);
    if (code.is_whole && !code.is_cut) leave_out_tied(code);
    return code;
}

/// The type of torch: "float16" of "f16"; "" for the usual one.
std::string_view data_type(std::string_view element) {
    constexpr std::pair<std::string_view, std::string_view> types[] = {
        {"f64", "float64"}, {"f16", "float16"}, {"bf16", "bfloat16"}, {"i64", "int64"}, {"i32", "int32"},
        {"i16", "int16"},   {"i8", "int8"},     {"u8", "uint8"},      {"b8", "bool"}};
    const auto* found = find_by(types, &std::pair<std::string_view, std::string_view>::first, element);
    return found == nullptr ? std::string_view() : found->second;
}

std::string empty_tensor(const GraphInput& input) {
    const std::string_view type = data_type(input.element);
    std::string text = concat("torch.empty((", join(input.sizes), input.sizes.size() == 1 ? ",)" : ")");
    return type.empty() ? text + ")" : concat(text, ", dtype=torch.", type, ")");
}

/// Where a named size is a size of an input: `x.shape[0]` of s0.
using SizePlaces = std::map<std::string_view, std::string>;

SizePlaces places_of_sizes(const std::vector<GraphInput>& inputs) {
    SizePlaces places;
    for (const GraphInput& input : inputs) {
        for (std::size_t at = 0; at < input.sizes.size(); ++at)
            places.try_emplace(input.sizes[at], concat(input.name, ".shape[", at, "]"));
    }
    return places;
}

/// A module with the tensors of the graph, whose forward pass is the graph.
std::string module_code(const TracedCode& code) {
    const SizePlaces places = places_of_sizes(code.inputs);
    std::string tensors, names, first_lines;
    for (const GraphInput& input : code.inputs) {
        const bool is_parameter = input.role == InputRole::Parameter;
        if (is_parameter)
            tensors +=
                concat("        self.", input.name, " = torch.nn.Parameter(", empty_tensor(input), ")\n");
        if (input.role == InputRole::Buffer)
            tensors +=
                concat("        self.register_buffer(\"", input.name, "\", ", empty_tensor(input), ")\n");
        if (is_parameter || input.role == InputRole::Buffer)
            first_lines += concat("        ", input.name, " = self.", input.name, '\n');
        if (input.role == InputRole::Input) names += concat(", ", input.name);
        if (input.role == InputRole::Size && places.contains(input.name))
            first_lines += concat("        ", input.name, " = ", places.at(input.name), '\n');
    }
    std::string steps;
    for (const std::string& step : code.steps) steps += concat("        ", step, '\n');
    return concat(
        "import torch\nimport _aten\nfrom math import inf, nan\nfrom torch import device\n",
        "class GraphModule(torch.nn.Module):\n    def __init__(self):\n        super().__init__()\n", tensors,
        "    def forward(self", names, "):\n", first_lines, steps, "model = GraphModule()\n");
}

/// The shapes of the inputs that are no tensors of the model; none where one has a size that is a formula.
std::vector<Dims> input_shapes(const TracedCode& code) {
    const SizePlaces places = places_of_sizes(code.inputs);
    std::vector<Dims> shapes;
    for (const GraphInput& input : code.inputs) {
        if (input.role != InputRole::Input) continue;
        Dims& dims = shapes.emplace_back();
        for (const std::string_view size : input.sizes) {
            const std::optional<Integer> number = is_digits(size) ? parse_integer(size) : std::nullopt;
            if (!number && !is_name(size)) return {};
            const bool is_batch = places.at(size).ends_with("[0]");
            dims.push_back(number ? Polynomial(*number)
                                  : Polynomial::symbol(is_batch ? "batch" : std::string(size)));
        }
    }
    return shapes;
}

/// The offset of the first signature with sizes; nullopt for none.
std::optional<std::size_t> find_signature(std::string_view text) {
    std::size_t end = 0;
    for (std::size_t at = text.find(kForward); at != std::string_view::npos; at = text.find(kForward, end)) {
        const std::size_t begin = at + kForward.size();
        end = behind_bracket(text, begin);
        const std::vector<GraphInput> inputs = read_inputs(text.substr(begin, end - begin));
        if (any_of(inputs, [](const GraphInput& input) { return !input.element.empty(); })) return at;
    }
    return std::nullopt;
}

/// True for code of torch.fx without sizes: it sets each value to None behind its last use.
bool is_code_of_fx(std::string_view text) {
    const std::size_t first = text.find(" = None\n");
    const bool frees =
        first != std::string_view::npos && text.find(" = None\n", first + 1) != std::string_view::npos;
    return frees && holds(text, kForward.substr(0, kForward.size() - 2)) && holds(text, ";  ") &&
           !holds(text, "def __init__");
}

}  // namespace

bool is_traced_code(const Beginning& beginning) {
    const std::string_view text = beginning.bytes;
    if (!holds(text, "def forward(self") || has_child_lines(text)) return false;
    return find_signature(text) || is_code_of_fx(text);
}

Opened open_traced_code(ByteSource& file, const Beginning& beginning) {
    Opened opened;
    opened.source_text = read_whole(file, kLargestGraph, opened);
    if (has_errors(opened.diagnostics)) return opened;
    const std::string_view text = opened.source_text;
    const std::optional<std::size_t> begin = find_signature(text);
    const TracedCode code = begin ? read_code(text, *begin) : TracedCode();
    if (!begin || !code.has_roles) {
        const bool is_of_operators = contains_any(text, {"torch.ops.", "_parameters_"});
        const auto why = begin             ? message("traced.no_roles")
                         : is_of_operators ? message("traced.operators_only")
                                           : message("traced.no_sizes");
        opened.diagnostics.push_back({Severity::Error, why});
        return opened;
    }
    const std::vector<Dims> asked(beginning.inputs.begin(), beginning.inputs.end());
    python::Built built = python::build(module_code(code), "", asked.empty() ? input_shapes(code) : asked);
    add_without_places(std::move(built.diagnostics), &opened.diagnostics);
    if (built.model.root.type.empty()) return opened;
    if (!code.is_whole) opened.diagnostics.push_back({Severity::Warning, message("traced.part")});
    if (code.is_cut) opened.diagnostics.push_back({Severity::Warning, message("traced.cut")});
    if (!code.tied.empty())
        opened.diagnostics.push_back({Severity::Warning, message("traced.tied", {{"name", code.tied}})});
    if (!code.is_whole || code.is_cut || !code.tied.empty()) built.model.basis = Basis::Partial;
    opened.model = write_model_text(built.model);
    return opened;
}

}  // namespace paramscope::open
