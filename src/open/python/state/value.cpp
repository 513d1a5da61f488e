#include "open/python/state/value.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "algebra/integer.h"
#include "base/concat.h"
#include "base/ranges.h"

namespace paramscope::open::python {

double Value::number() const {
    if (type == Type::Float) return real;
    return static_cast<double>(whole());
}

const std::string& Value::str() const {
    return as<Str>().text;
}
std::vector<Value>& Value::items() const {
    return as<Sequence>().items;
}
InstanceObject& Value::instance() const {
    return as<InstanceObject>();
}
ClassObject& Value::cls() const {
    return as<ClassObject>();
}
TensorObject& Value::tensor() const {
    return as<TensorObject>();
}

Value Value::of(bool boolean) {
    Value value;
    value.type = Type::Bool;
    value.boolean = boolean;
    return value;
}

Value Value::of(Integer integer, const Polynomial* formula) {
    Value value;
    value.type = Type::Int;
    value.integer = integer;
    value.formula = formula;
    return value;
}

Value Value::of(double real) {
    Value value;
    value.type = Type::Float;
    value.real = real;
    return value;
}

Value Value::of(Type type, Object* object) {
    Value value;
    value.type = type;
    value.object = object;
    return value;
}

Value* Dict::find(const std::string& key) {
    const auto found = index.find(key);
    return found == index.end() ? nullptr : &entries[found->second].value;
}

void Dict::set(const std::string& key, const Value& name, const Value& value) {
    if (owner != nullptr && name.is(Type::Str)) set_of_owner(name.str(), value);
    if (Value* old = find(key)) {
        *old = value;
        return;
    }
    index.emplace(key, entries.size());
    entries.push_back({name, value, false});
    ++size;
}

bool Dict::remove(const std::string& key) {
    const auto found = index.find(key);
    if (found == index.end()) return false;
    const Value& name = entries[found->second].key;
    if (owner != nullptr && name.is(Type::Str)) remove_of_owner(name.str());
    entries[found->second].is_removed = true;
    index.erase(found);
    --size;
    return true;
}

void Dict::set_of_owner(const std::string& name, const Value& value) const {
    if (part == Part::Attributes) return owner->attributes.set(name, value);
    ModuleState& module = *owner->module;
    if (value.is_unknown()) module.doubts.push_back(value);
    if (part == Part::Modules) {
        module.length = nullptr;
        return module.children.set(name, value);
    }
    const bool is_of_layer = module.layer_tensors.find(name) != nullptr;
    if (!is_of_layer) return (part == Part::Parameters ? module.parameters : module.buffers).set(name, value);
    std::erase(module.removed_tensors, name);
    if (value.is(Type::None))
        module.removed_tensors.push_back(name);
    else
        module.layer_tensors.set(name, value);
}

void Dict::remove_of_owner(const std::string& name) const {
    if (part == Part::Attributes) {
        owner->attributes.remove(name);
        return;
    }
    ModuleState& module = *owner->module;
    module.length = nullptr;
    Attributes& own = part == Part::Modules      ? module.children
                      : part == Part::Parameters ? module.parameters
                                                 : module.buffers;
    if (!own.remove(name) && module.layer_tensors.find(name) != nullptr)
        module.removed_tensors.push_back(name);
}

const Value* Arguments::find(std::string_view name) const {
    const auto found =
        std::find_if(named.begin(), named.end(), [&](const auto& each) { return each.first == name; });
    return found == named.end() ? nullptr : &found->second;
}

const Value* Arguments::get(std::size_t position, std::string_view name) const {
    return position < positional.size() ? &positional[position] : find(name);
}

const Value* Attributes::find(std::string_view name) const {
    const auto found = index.find(std::string(name));
    return found == index.end() ? nullptr : &entries[found->second].second;
}

Value* Attributes::find(std::string_view name) {
    return const_cast<Value*>(std::as_const(*this).find(name));
}

void Attributes::set(std::string_view name, const Value& value) {
    if (Value* old = find(name)) {
        *old = value;
        return;
    }
    index.emplace(std::string(name), entries.size());
    entries.emplace_back(std::string(name), value);
}

bool Attributes::remove(std::string_view name) {
    const auto found = index.find(std::string(name));
    if (found == index.end()) return false;
    entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(found->second));
    index.clear();
    for (std::size_t i = 0; i < entries.size(); ++i) index.emplace(entries[i].first, i);
    return true;
}

bool ClassObject::derives_from(const ClassObject* base) const {
    return contains(order, base);
}

const Value* ClassObject::find(std::string_view wanted) const {
    for (const ClassObject* each : order) {
        if (const Value* found = each->attributes.find(wanted)) return found;
    }
    return nullptr;
}

std::string type_name(const Value& value) {
    switch (value.type) {
        case Type::Unknown:
            return "unknown";
        case Type::None:
            return "NoneType";
        case Type::Ellipsis:
            return "ellipsis";
        case Type::Bool:
            return "bool";
        case Type::Int:
            return "int";
        case Type::Float:
            return "float";
        case Type::Str:
            return "str";
        case Type::Tuple:
            return "tuple";
        case Type::List:
            return "list";
        case Type::Dict:
            return "dict";
        case Type::Set:
            return "set";
        case Type::Range:
            return "range";
        case Type::Slice:
            return "slice";
        case Type::Function:
            return "function";
        case Type::Builtin:
            return "builtin_function_or_method";
        case Type::Class:
            return "type";
        case Type::Instance:
            return value.instance().cls->name;
        case Type::Method:
            return "method";
        case Type::Descriptor:
            return "property";
        case Type::Super:
            return "super";
        case Type::Namespace:
            return "module";
        case Type::Tensor:
            return value.tensor().is_parameter ? "Parameter" : "Tensor";
        case Type::Opaque:
            return "object";
    }
    return "object";
}

const Value* value_of_member(const Value& member) {
    const bool is_value = member.is(Type::Instance) && member.instance().cls->is_value;
    return is_value ? member.instance().attributes.find("value") : nullptr;
}

namespace {

/// Bounds of the key of a tuple: tuples nest deep, and hold one another several times.
constexpr int kDeepestKey = 50;
constexpr std::size_t kLongestKey = 1u << 16;

std::optional<std::string> key_of(const Value& value, int depth);

std::optional<std::string> tuple_key(const std::vector<Value>& items, int depth) {
    if (depth > kDeepestKey) return std::nullopt;
    std::string text = concat("t", items.size(), ":");
    for (const Value& item : items) {
        const std::optional<std::string> key = key_of(item, depth + 1);
        if (!key) return std::nullopt;
        text += concat(key->size(), ":", *key);
        if (text.size() > kLongestKey) return std::nullopt;
    }
    return text;
}

std::string float_key(double value) {
    const bool is_whole = std::isfinite(value) && value == std::floor(value) && std::fabs(value) < 1e18;
    if (is_whole) return concat("i", std::to_string(static_cast<long long>(value)));
    char digits[32];
    std::snprintf(digits, sizeof digits, "%.17g", value);
    return concat("f", digits);
}

std::optional<std::string> key_of(const Value& value, int depth) {
    switch (value.type) {
        case Type::Str:
            return concat("s", value.str());
        case Type::Bool:
        case Type::Int:
            return concat("i", to_string(value.whole()));
        case Type::Float:
            return float_key(value.real);
        case Type::None:
            return "n";
        case Type::Tuple:
            return tuple_key(value.items(), depth);
        case Type::Unknown:
        case Type::List:
        case Type::Dict:
        case Type::Set:
        case Type::Slice:
            return std::nullopt;
        case Type::Instance:
            if (const Value* plain = value_of_member(value)) return key_of(*plain, depth);
            [[fallthrough]];
        default:
            return concat("o", reinterpret_cast<std::uintptr_t>(value.object));
    }
}

}  // namespace

std::optional<std::string> key_of(const Value& value) {
    return key_of(value, 0);
}

}  // namespace paramscope::open::python
