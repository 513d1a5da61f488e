#include "count/library/block_arguments.h"

#include <algorithm>

#include "base/characters.h"
#include "base/ranges.h"
#include "count/library/block_rules.h"
#include "count/library/instantiate.h"
#include "count/messages.h"
#include "layers/catalogue/catalogue.h"

namespace paramscope {
namespace {

/// A dotted path, split at its last dot.
struct Path {
    std::string_view head, last;
};

Path split_last(std::string_view path) {
    const std::size_t dot = path.rfind('.');
    if (dot == std::string_view::npos) return {{}, path};
    return {path.substr(0, dot), path.substr(dot + 1)};
}

/// Reads "12" as an index; nullopt for other texts.
std::optional<std::size_t> to_index(std::string_view text) {
    const std::optional<int> index = read_number(text);
    return index ? std::optional(static_cast<std::size_t>(*index)) : std::nullopt;
}

/// The path that a parameter's default reads, "" for an ordinary value.
std::string_view path_of(const Argument& parameter) {
    const Value& value = parameter.value;
    const bool is_text = value.kind == Value::Kind::Word || value.kind == Value::Kind::Raw;
    return is_text && value.text.view().find('.') != std::string::npos ? std::string_view(value.text)
                                                                       : std::string_view();
}

/// True for paths that begin with an input of the rule's forward line: `x.2`, `s.1.2`.
bool reads_input(const Module& rule, std::string_view path) {
    if (!rule.forward) return false;
    const std::vector<std::string>& inputs = rule.forward->inputs;
    const std::string_view name = path.substr(0, path.find('.'));
    return contains(inputs, name);
}

/// The number of modules in a list.
Polynomial length_of(const Module& list) {
    Polynomial count;
    for (const Module& child : list.children) count += child.repeat;
    return count;
}

/// One size of a tensor in the text: `experts.down_proj.0`.
std::optional<Value> size_of_tensor(const Module& module, const Path& path, std::size_t index) {
    const Module* holder = find_descendant(module, path.head);
    if (!holder) return std::nullopt;
    for (const Tensor& tensor : holder->tensors) {
        if (tensor.name == path.last && index < tensor.shape.size())
            return Value::of_number(tensor.shape[index]);
    }
    return std::nullopt;
}

/// An argument of a catalogue layer, defaults included, or one that another module prints. Its formula is
/// enough: no hyper-parameter needs a value.
std::optional<Value> argument_of(const Module& layer, std::string_view name) {
    const FoundLayer found = find_layer(layer);
    if (!found.rule) {
        if (name == "length" && is_list_type(layer.type)) return Value::of_number(length_of(layer));
        for (const Argument& argument : layer.arguments.list()) {
            if (argument.name == name) return argument.value;
        }
        return std::nullopt;
    }
    const Values no_values([](std::string_view) { return std::optional<Rational>(); });
    const Arguments arguments(*found.signature, layer, no_values, nullptr);
    const Value* value = arguments.failed() ? nullptr : arguments.find(name);
    if (!value || value->kind == Value::Kind::None) return std::nullopt;
    return *value;
}

/// Reads `path` in the module: an argument of a descendant, or one item of it.
std::optional<Value> read_path(const Module& module, std::string_view path) {
    const Path whole = split_last(path);
    const std::optional<std::size_t> index = to_index(whole.last);
    if (!index) {
        const Module* layer = find_descendant(module, whole.head);
        return layer ? argument_of(*layer, whole.last) : std::nullopt;
    }
    const std::optional<Value> tuple = read_path(module, whole.head);
    if (!tuple) return size_of_tensor(module, split_last(whole.head), *index);
    if (tuple->kind != Value::Kind::Tuple) return tuple;
    if (*index >= tuple->items.size()) return std::nullopt;
    return tuple->items[*index];
}

bool is_among(std::span<const Argument> given, std::string_view name) {
    return contains_by(given, &Argument::name, name);
}

/// The value of a parameter whose default is a path.
Value value_at(std::string_view path, const Module& rule, const Module& module) {
    if (reads_input(rule, path)) return Value::of_number(Polynomial::symbol(path));
    return read_path(module, path).value_or(Value{});
}

/// Adds a note when a default is a constant: then the constructor's usual value is assumed.
void note_if_assumed(const Argument& parameter, SharedList<Message>* notes) {
    const Value& value = parameter.value;
    const bool is_constant = value.kind == Value::Kind::Boolean ||
                             (value.kind == Value::Kind::Number && value.number.is_constant());
    if (!is_constant) return;
    notes->push_back(message("argument.assumed", {{"argument", to_string(parameter)}}));
}

bool reads_module(const Module& rule) {
    const SharedList<Argument>& parameters = rule.arguments.pattern();
    return any_of(parameters, [](const Argument& parameter) { return !path_of(parameter).empty(); });
}

}  // namespace

const Module* find_descendant(const Module& module, std::string_view path) {
    if (path.empty()) return &module;
    for (const Module& child : module.children) {
        const std::string_view name = first_name(child);
        if (path == name || path == child.name) return &child;
        if (path.size() <= name.size() || path.substr(0, name.size()) != name || path[name.size()] != '.')
            continue;
        if (const Module* found = find_descendant(child, path.substr(name.size() + 1))) return found;
    }
    return nullptr;
}

bool is_constructor(const Module& rule) {
    return !rule.children.empty() && rule.children.front().type != "None" && !reads_module(rule);
}

bool has_signature_inputs(const Module& rule, const Module& module, std::span<const Argument> given) {
    const SharedList<Argument>& parameters = rule.arguments.pattern();
    return all_of(parameters, [&](const Argument& parameter) {
        if (is_required(parameter)) return is_among(given, parameter_name(parameter));
        const std::string_view path = path_of(parameter);
        return path.empty() || reads_input(rule, path) || is_among(given, parameter.name) ||
               read_path(module, path).has_value();
    });
}

std::optional<Module> bind_rule(const Module& rule, const Module& module, std::span<const Argument> given,
                                const Environment& environment, SharedList<Message>* notes) {
    // Names are put into the rule as they are. Only whether they have a value matters; sizes of inputs will.
    const Values values([&](std::string_view name) -> std::optional<Rational> {
        const bool is_of_input = name.find('.') != std::string_view::npos;
        return is_of_input || environment.values().is_known(name) ? std::optional(Rational(1)) : std::nullopt;
    });
    Module bound;
    bound.type = module.type;
    bound.arguments = std::vector<Argument>(given.begin(), given.end());
    const Signature signature = rule.arguments.list();
    for (const Argument& parameter : signature) {
        if (is_among(given, parameter_name(parameter))) continue;
        const std::string_view path = path_of(parameter);
        Argument argument = parameter;
        if (path.empty()) {
            const Arguments so_far(signature, bound, values, nullptr);
            argument.value = instantiate(parameter.value, signature, so_far);
            note_if_assumed(parameter, notes);
        } else {
            argument.value = value_at(path, rule, module);
        }
        bound.arguments.push_back(std::move(argument));
    }
    const Arguments arguments(signature, bound, values, nullptr);
    Module instance = instantiate(rule, arguments);
    if (arguments.failed()) return std::nullopt;
    return instance;
}

std::optional<Polynomial> size_of_input(std::string_view path, const std::vector<std::string>& names,
                                        std::span<const Signal> inputs) {
    const std::size_t dot = path.find('.');
    const auto name = std::find(names.begin(), names.end(), path.substr(0, dot));
    const auto position = static_cast<std::size_t>(name - names.begin());
    if (dot == std::string_view::npos || position >= inputs.size()) return std::nullopt;
    const Signal* signal = &inputs[position];
    for (path.remove_prefix(dot + 1);; path.remove_prefix(path.find('.') + 1)) {
        const std::optional<std::size_t> index = to_index(path.substr(0, path.find('.')));
        const bool is_last = path.find('.') == std::string_view::npos;
        const std::size_t size = is_last ? signal->dims.size() : signal->items.size();
        if (!index || *index >= size) return std::nullopt;
        if (is_last) return signal->dims[*index];
        signal = &signal->items[*index];
    }
}

bool depends_on_input(const Polynomial& formula) {
    bool depends = false;
    substitute(formula, [&](std::string_view name) -> std::optional<Polynomial> {
        depends = depends || name.find('.') != std::string_view::npos;
        return std::nullopt;
    });
    return depends;
}

}  // namespace paramscope
