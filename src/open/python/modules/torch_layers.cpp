// Layers of torch.nn: arguments are bound to the catalogue's signatures, tensors are those of its rules.
#include <algorithm>

#include "base/concat.h"
#include "layers/catalogue.h"
#include "open/python/modules/layer_arguments.h"
#include "open/python/modules/modules.h"

namespace paramscope::open::python {

namespace {

/// Embedding.from_pretrained(embeddings, freeze=True)
Value embedding_of(Evaluator& e, const Value& self, Arguments& a) {
    const Value* weights = a.get(0, "embeddings");
    const Value* freeze = a.get(1, "freeze");
    const bool has_sizes = weights != nullptr && weights->is(Type::Tensor) &&
                           weights->tensor().is_shape_known && weights->tensor().shape.size() == 2;
    if (!has_sizes) return e.unknown(message("python.unknown_sizes"));
    Arguments sizes;
    sizes.positional = weights->tensor().shape;
    const Value made = e.construct(self.cls(), sizes);
    if (freeze != nullptr && e.decide(*freeze) == Truth::False) return made;
    for (const auto& [name, tensor] : e.own_tensors(made.instance(), false))
        tensor.tensor().is_trainable = false;
    return made;
}

/// True for a float, and for a tuple or list that holds one.
bool has_float(const Value& value) {
    if (value.is(Type::Tuple) || value.is(Type::List))
        return std::any_of(value.items().begin(), value.items().end(),
                           [](const Value& each) { return each.is(Type::Float); });
    return value.is(Type::Float);
}

/// Classes of torch.nn that layers derive from, by the beginning of the layers' names.
struct LayerBase {
    std::string_view prefix, base;
};

constexpr LayerBase kLayerBases[] = {
    {"Conv", "_ConvNd"},
    {"BatchNorm", "_BatchNorm"},
    {"SyncBatchNorm", "_BatchNorm"},
    {"InstanceNorm", "_InstanceNorm"},
    {"LSTM", "RNNBase"},
    {"GRU", "RNNBase"},
    {"RNN", "RNNBase"},
};

}  // namespace

ClassObject* Evaluator::layer_base(std::string_view name) {
    const auto made = layer_classes_.find(name);
    if (made != layer_classes_.end()) return made->second;
    const bool is_base = std::any_of(std::begin(kLayerBases), std::end(kLayerBases),
                                     [&](const LayerBase& each) { return each.base == name; });
    if (!is_base) return nullptr;
    ClassObject* cls = add_class(std::string(name), {known.module});
    // What it does for other classes than the layers is not known.
    cls->unknown_base =
        unknown(message("python.unknown_member", {{"name", name}, {"module", "torch.nn.modules"}}));
    layer_classes_.emplace(cls->name, cls);
    return cls;
}

ClassObject* Evaluator::layer_class(std::string_view type) {
    const auto made = layer_classes_.find(type);
    if (made != layer_classes_.end()) return made->second;
    const FoundLayer found = find_layer(type);
    if (found.rule == nullptr || found.rule->type != type || type == "None") return nullptr;
    const bool is_cell = type.ends_with("Cell");
    const auto* base =
        std::find_if(std::begin(kLayerBases), std::end(kLayerBases),
                     [&](const LayerBase& each) { return !is_cell && type.starts_with(each.prefix); });
    ClassObject* parent = base != std::end(kLayerBases) ? layer_base(base->base) : known.module;
    ClassObject* cls = add_class(std::string(type), {parent});
    cls->layer = type;
    cls->attributes.set("__init__", builtin("__init__", [](Evaluator& e, const Value& self, Arguments& a) {
                            initialize_module(e, self, a);
                            if (is_module(self)) e.bind_layer(self.instance(), a);
                            return Value::none();
                        }));
    if (type == "Embedding" || type == "EmbeddingBag")
        cls->attributes.set("from_pretrained",
                            builtin("from_pretrained", embedding_of, Value::of(Type::Class, cls)));
    layer_classes_.emplace(cls->name, cls);
    return cls;
}

std::string_view layer_of(const ClassObject& cls) {
    for (const ClassObject* each : cls.order) {
        if (!each->layer.empty()) return each->layer;
    }
    return {};
}

void Evaluator::bind_layer(InstanceObject& instance, python::Arguments& arguments) {
    const std::string_view type = layer_of(*instance.cls);
    const FoundLayer found = find_layer(type);
    if (found.signature == nullptr) return;
    const Signature& signature = *found.signature;
    ModuleState& state = *instance.module;
    state.is_layer_bound = true;
    state.layer_arguments.clear();
    if (signature.empty()) return;
    // Arguments of every layer that say where and how its tensors are kept.
    std::erase_if(arguments.named,
                  [](const auto& each) { return each.first == "device" || each.first == "dtype"; });
    std::size_t at = 0;
    for (const Argument& parameter : signature) {
        const std::string_view name = parameter_name(parameter);
        const Value* given =
            at < arguments.positional.size() ? &arguments.positional[at++] : arguments.find(name);
        if (given != nullptr) {
            state.layer_arguments.emplace_back(name, *given);
        } else if (is_required(parameter)) {
            raise("TypeError",
                  concat(type, ".__init__() missing 1 required positional argument: '", name, "'"));
            return;
        }
    }
    if (at < arguments.positional.size()) {
        state.doubts.push_back(unknown(message("python.layer_wrong", {{"type", type}})));
        return;
    }
    for (const auto& given : arguments.named) {
        const std::string& name = given.first;
        const bool is_known_name = std::any_of(signature.begin(), signature.end(), [&](const Argument& each) {
            return parameter_name(each) == name;
        });
        if (is_known_name) continue;
        raise("TypeError", concat(type, ".__init__() got an unexpected keyword argument '", name, "'"));
        return;
    }
    refuse_float_sizes(instance, type);
}

/// Raises where a float decides a shape: `Linear(8, 10 / 2)`. PyTorch takes whole numbers only.
void Evaluator::refuse_float_sizes(InstanceObject& instance, std::string_view type) {
    for (auto& [name, value] : instance.module->layer_arguments) {
        if (!has_float(value)) continue;
        // The size is unknown for as long as it takes to ask whether the weights' shapes need it.
        const std::size_t doubtful_steps = doubtful_steps_;
        const Value given = std::exchange(value, unknown(message("python.unknown_sizes")));
        Value reason;
        layer_module(*this, instance, type, &reason);
        value = given;
        doubtful_steps_ = doubtful_steps;
        if (!reason.is_unknown()) continue;
        raise("TypeError", concat(name, "=", represent(value), " of ", type,
                                  ": 'float' object cannot be interpreted as an integer"));
        return;
    }
}

std::vector<std::pair<std::string, Value>> Evaluator::own_tensors(InstanceObject& instance,
                                                                  bool with_buffers) {
    ModuleState& state = *instance.module;
    std::vector<std::pair<std::string, Value>> found;
    if (state.is_layer_bound) {
        if (!state.has_layer_tensors) make_layer_tensors(*this, instance, layer_of(*instance.cls));
        for (const auto& [name, tensor] : state.layer_tensors.entries) {
            const bool is_removed = std::find(state.removed_tensors.begin(), state.removed_tensors.end(),
                                              name) != state.removed_tensors.end();
            const bool is_buffer = tensor.is(Type::Tensor) && !tensor.tensor().is_parameter;
            if (!is_removed && (with_buffers || !is_buffer)) found.emplace_back(name, tensor);
        }
    }
    for (const auto& entry : state.parameters.entries) found.push_back(entry);
    if (with_buffers) found.insert(found.end(), state.buffers.entries.begin(), state.buffers.entries.end());
    return found;
}

}  // namespace paramscope::open::python
