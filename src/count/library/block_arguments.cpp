#include "count/library/block_arguments.h"

#include <algorithm>

#include "base/concat.h"
#include "count/library/block_rules.h"
#include "count/library/instantiate.h"
#include "layers/catalogue.h"

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

/// "12" as a number; nullopt for what is no index.
std::optional<std::size_t> to_index(std::string_view text) {
    constexpr std::size_t most_digits = 4;
    if (text.empty() || text.size() > most_digits) return std::nullopt;
    std::size_t index = 0;
    for (const char digit : text) {
        if (digit < '0' || digit > '9') return std::nullopt;
        index = index * 10 + static_cast<std::size_t>(digit - '0');
    }
    return index;
}

/// The path that a signature's default reads, "" for an ordinary value.
std::string_view path_read(const Argument& parameter) {
    const Value& value = parameter.value;
    const bool may_be = value.kind == Value::Kind::Word || value.kind == Value::Kind::Raw;
    return may_be && value.text.find('.') != std::string::npos ? std::string_view(value.text)
                                                               : std::string_view();
}

/// `x.2`, size 2 of the input x, or `s.1.2`, that of its item 1.
bool is_size_of_input(const Module& rule, std::string_view path) {
    if (!rule.forward) return false;
    const std::vector<std::string>& inputs = rule.forward->inputs;
    const std::string_view name = path.substr(0, path.find('.'));
    return std::find(inputs.begin(), inputs.end(), name) != inputs.end();
}

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

/// How many modules a list holds.
Polynomial modules_in(const Module& list) {
    Polynomial count;
    for (const Module& child : list.children) count += child.repeat;
    return count;
}

/// One size of a written tensor: `experts.down_proj.0`.
std::optional<Value> size_of_tensor(const Module& module, const Path& path, std::size_t index) {
    const Module* holder = find_descendant(module, path.head);
    if (!holder) return std::nullopt;
    for (const Tensor& tensor : holder->tensors) {
        if (tensor.name == path.last && index < tensor.shape.size()) return Value::of_number(tensor.shape[index]);
    }
    return std::nullopt;
}

/// An argument of a catalogue layer, a default included, or one that another module prints. Only its text is wanted, so no value need be known.
std::optional<Value> argument_of(const Module& layer, std::string_view name) {
    const FoundLayer found = find_layer(layer);
    if (!found.rule) {
        if (name == "length" && is_list_type(layer.type)) return Value::of_number(modules_in(layer));
        const auto printed = std::find_if(layer.arguments.begin(), layer.arguments.end(),
                                          [&](const Argument& argument) { return argument.name == name; });
        return printed == layer.arguments.end() ? std::nullopt : std::optional(printed->value);
    }
    const SymbolValues no_values = [](std::string_view) -> std::optional<Rational> { return std::nullopt; };
    const Arguments arguments(*found.signature, layer, no_values, nullptr);
    const Value* value = arguments.failed() ? nullptr : arguments.find(name);
    if (!value || value->kind == Value::Kind::None) return std::nullopt;
    return *value;
}

/// What `path` reads of the module: an argument of a descendant, or one entry of it.
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

bool is_among(const std::vector<Argument>& given, std::string_view name) {
    return std::any_of(given.begin(), given.end(),
                       [&](const Argument& argument) { return argument.name == name; });
}

/// What the path of a signature's default reads for `module`.
Value read_value_at(std::string_view path, const Module& rule, const Module& module) {
    if (is_size_of_input(rule, path)) return Value::of_number(Polynomial::symbol(path));
    return read_path(module, path).value_or(Value{});
}

/// A usual value of a constructor is an assumption; what is computed of values before it is none.
void note_if_assumed(const Argument& parameter, std::vector<Message>* notes) {
    const Value& value = parameter.value;
    const bool is_usual_value = value.kind == Value::Kind::Boolean ||
                                (value.kind == Value::Kind::Number && value.number.is_constant());
    if (!is_usual_value) return;
    notes->push_back(concat(to_string(parameter), " is assumed: print() does not show it"));
}

bool reads_module(const Module& rule) {
    return std::any_of(rule.arguments.begin(), rule.arguments.end(),
                       [](const Argument& parameter) { return !path_read(parameter).empty(); });
}

}  // namespace

bool is_constructor(const Module& rule) {
    return !rule.children.empty() && rule.children.front().type != "None" && !reads_module(rule);
}

bool has_what_is_read(const Module& rule, const Module& module, const std::vector<Argument>& given) {
    return std::all_of(rule.arguments.begin(), rule.arguments.end(), [&](const Argument& parameter) {
        if (is_required(parameter)) return is_among(given, parameter_name(parameter));
        const std::string_view path = path_read(parameter);
        return path.empty() || is_size_of_input(rule, path) || is_among(given, parameter.name) ||
               read_path(module, path).has_value();
    });
}

std::optional<Module> bind_rule(const Module& rule, const Module& module, const std::vector<Argument>& given,
                                const Environment& environment, std::vector<Message>* notes) {
    // A size that waits for an input is a number all the same.
    const SymbolValues values = [&](std::string_view name) {
        return name.find('.') == std::string_view::npos ? environment.values()(name) : Rational(1);
    };
    Module bound;
    bound.type = module.type;
    bound.arguments = given;
    for (const Argument& parameter : rule.arguments) {
        if (is_among(given, parameter_name(parameter))) continue;
        const std::string_view path = path_read(parameter);
        Argument argument = parameter;
        if (path.empty()) {
            const Arguments so_far(rule.arguments, bound, values, nullptr);
            argument.value = instantiate(parameter.value, rule.arguments, so_far);
            note_if_assumed(parameter, notes);
        } else {
            argument.value = read_value_at(path, rule, module);
        }
        bound.arguments.push_back(std::move(argument));
    }
    const Arguments arguments(rule.arguments, bound, values, nullptr);
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

bool waits_for_input(const Polynomial& formula) {
    bool waits = false;
    substitute(formula, [&](std::string_view name) -> std::optional<Polynomial> {
        waits = waits || name.find('.') != std::string_view::npos;
        return std::nullopt;
    });
    return waits;
}

}  // namespace paramscope
