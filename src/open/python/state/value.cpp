#include "open/python/state/value.h"

#include <algorithm>

#include "base/ranges.h"

namespace paramscope::open::python {

// A layer holds a dozen. The number begins at a multiple of 16 bytes, so what is smaller stands before it.
static_assert(sizeof(Value) == 32);

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
        module.set_layer_tensor(name, value);
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

std::optional<std::size_t> Attributes::place_of(std::string_view name) const {
    if (index_) {
        const auto found = index_->find(std::string(name));
        return found == index_->end() ? std::nullopt : std::optional(found->second);
    }
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (entries[i].first == name) return i;
    }
    return std::nullopt;
}

const Value* Attributes::find(std::string_view name) const {
    const std::optional<std::size_t> place = place_of(name);
    return place ? &entries[*place].second : nullptr;
}

Value* Attributes::find(std::string_view name) {
    return const_cast<Value*>(std::as_const(*this).find(name));
}

void Attributes::set(std::string_view name, const Value& value) {
    constexpr std::size_t kSearched = 8;  // names without an index
    if (Value* old = find(name)) {
        *old = value;
        return;
    }
    entries.emplace_back(std::string(name), value);
    if (entries.size() <= kSearched && !index_) return;
    if (!index_) index_.emplace();
    for (std::size_t i = index_->size(); i < entries.size(); ++i) index_->emplace(entries[i].first, i);
}

bool Attributes::remove(std::string_view name) {
    const std::optional<std::size_t> place = place_of(name);
    if (!place) return false;
    entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(*place));
    if (!index_) return true;
    index_->clear();
    for (std::size_t i = 0; i < entries.size(); ++i) index_->emplace(entries[i].first, i);
    return true;
}

void ModuleState::set_layer_tensor(std::string_view name, const Value& tensor) {
    if (!kept_rule_tensors) kept_rule_tensors = layer_tensors;
    layer_tensors.set(name, tensor);
}

void ModuleState::set_rule_tensor(std::string_view name, const Value& usual) {
    if (!kept_rule_tensors) kept_rule_tensors = layer_tensors;
    kept_rule_tensors->set(name, usual);
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

const Value* value_of_member(const Value& member) {
    const bool is_value = member.is(Type::Instance) && member.instance().cls->is_value;
    return is_value ? member.instance().attributes.find("value") : nullptr;
}

}  // namespace paramscope::open::python
