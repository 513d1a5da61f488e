// Copies values as copy.deepcopy() does.

#include "base/ranges.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
namespace {

/// True for a class whose copies are made by methods of the text.
bool says_how_it_is_copied(const ClassObject& cls) {
    constexpr std::string_view kHooks[] = {"__reduce__", "__reduce_ex__", "__getstate__", "__setstate__"};
    return any_of(kHooks, [&](std::string_view hook) {
        const Value* found = cls.find(hook);
        return found != nullptr && found->is(Type::Function);
    });
}

}  // namespace

Value copy_deep(Evaluator& e, const Value& value, std::map<const Object*, Value>& done) {
    if (value.type < Type::Tuple || e.is_interrupted() || !e.step()) return value;
    const auto found = done.find(value.object);
    if (found != done.end()) return found->second;
    if (e.budget.depth >= kDeepestEvaluation) return e.stop(message("python.too_deep"));
    ++e.budget.depth;
    Value copy = value;
    const auto copy_all = [&](const Attributes& from, Attributes& into) {
        for (const auto& [name, each] : from.entries) into.set(name, copy_deep(e, each, done));
    };
    switch (value.type) {
        case Type::Tuple:
        case Type::List: {
            copy = e.list({}, value.as<Sequence>().length);
            copy.type = value.type;
            done.emplace(value.object, copy);
            if (e.count_items(value.items().size()))
                for (std::size_t i = 0; i < value.items().size(); ++i)
                    copy.items().push_back(copy_deep(e, value.items()[i], done));
            break;
        }
        case Type::Dict:
        case Type::Set: {
            copy = e.dict();
            copy.type = value.type;
            done.emplace(value.object, copy);
            copy.as<Dict>().default_factory = value.as<Dict>().default_factory;
            for (const Dict::Entry& entry : value.as<Dict>().entries) {
                if (!entry.is_removed)
                    copy.as<Dict>().set(*key_of(entry.key), entry.key, copy_deep(e, entry.value, done));
            }
            break;
        }
        case Type::Tensor: {
            auto* tensor = e.make<TensorObject>();
            *tensor = value.tensor();
            copy = Value::of(Type::Tensor, tensor);
            done.emplace(value.object, copy);
            break;
        }
        case Type::Instance: {
            const InstanceObject& from = value.instance();
            if (from.cls->find("__deepcopy__") != nullptr) {
                copy = call_method(e, value, "__deepcopy__", {e.dict()});
                break;
            }
            auto* into = e.make<InstanceObject>();
            into->cls = from.cls;
            into->span = from.span;
            into->unknown_attributes = from.unknown_attributes;
            copy = Value::of(Type::Instance, into);
            done.emplace(value.object, copy);
            if (from.module != nullptr) {
                into->module = std::make_unique<ModuleState>(*from.module);
                e.note_module(*into);
                into->module->is_inner |= from.module->is_inner;
                if (says_how_it_is_copied(*from.cls))
                    into->module->doubts.push_back(
                        e.unknown(message("python.own_copy", {{"type", from.cls->name}})));
                copy_all(from.module->children, into->module->children);
                copy_all(from.module->parameters, into->module->parameters);
                copy_all(from.module->buffers, into->module->buffers);
                copy_all(from.module->layer_tensors, into->module->layer_tensors);
                if (from.module->kept_rule_tensors)
                    copy_all(*from.module->kept_rule_tensors, *into->module->kept_rule_tensors);
            }
            copy_all(from.attributes, into->attributes);
            break;
        }
        default:
            break;
    }
    --e.budget.depth;
    return copy;
}

}  // namespace paramscope::open::python
