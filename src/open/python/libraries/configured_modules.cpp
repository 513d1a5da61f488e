#include "open/python/libraries/configured_modules.h"

#include <map>

#include "base/concat.h"
#include "base/ranges.h"
#include "model/read/read.h"
#include "open/open.h"
#include "open/python/modules/layer_arguments.h"
#include "open/python/modules/modules.h"
#include "open/python/state/interpreter.h"

namespace paramscope::open::python {
namespace {

constexpr std::size_t kMostParts = 20'000;  ///< modules of one config
constexpr std::string_view kContainers[] = {"ModuleList", "ModuleDict", "Sequential", "ParameterList"};

/// The values of a model's hyper-parameters.
class VariableValues {
  public:
    explicit VariableValues(const Model& model) {
        for (const Variable& each : model.variables) {
            if (const Result<Rational> value = of(each.value)) values_.emplace(each.name, *value);
        }
    }

    std::optional<Rational> of(std::string_view name) const {
        const auto found = values_.find(name);
        return found == values_.end() ? std::nullopt : std::optional(found->second);
    }

    Result<Rational> of(const Polynomial& formula) const {
        return evaluate(formula, [&](std::string_view name) { return of(name); });
    }

    /// The formula with numbers in the place of the names that have one.
    Polynomial in(const Polynomial& formula) const {
        return substitute(formula, [&](std::string_view name) -> std::optional<Polynomial> {
            const std::optional<Rational> value = of(name);
            return value ? std::optional<Polynomial>(*value) : std::nullopt;
        });
    }

  private:
    std::map<std::string, Rational, std::less<>> values_;
};

class Parts {
  public:
    Parts(Evaluator& e, const Model& model) : e_(e), values_(model) {}

    /// Adds the tensors and children of a module to `owner`.
    void add(InstanceObject& owner, const Module& module) {
        for (const Tensor& tensor : module.tensors) add_tensor(owner, tensor);
        for (const Module& child : module.children) {
            const Result<Rational> count = values_.of(child.repeat);
            const Integer times = count && count->is_integer() ? count->numerator() : 0;
            if (times < 1) doubt(owner);
            const std::string_view first = first_name(child);
            for (Integer i = 0; i < times && e_.step(); ++i)
                add_child(e_, owner, times == 1 ? first : std::string_view(to_string(i)), made(child));
        }
    }

    /// Makes what a `tie:` names one tensor.
    void tie(InstanceObject& root, const Tie& tie) {
        const Value source = at(root, tie.source);
        const std::size_t dot = tie.tied.rfind('.');
        const Value owner = dot == std::string::npos ? Value::of(Type::Instance, &root)
                                                     : at(root, std::string_view(tie.tied).substr(0, dot));
        if (!source.is(Type::Tensor) || !is_module(owner)) return doubt(root);
        set_attribute(e_, owner, tie.tied.substr(dot == std::string::npos ? 0 : dot + 1), source);
    }

    void doubt(InstanceObject& owner) {
        owner.module->doubts.push_back(e_.unknown(message("python.by_config", {{"type", owner.cls->name}})));
    }

  private:
    /// The argument with numbers in the place of names.
    paramscope::Value with_values(paramscope::Value value) const {
        using Kind = paramscope::Value::Kind;
        if (value.kind == Kind::Number) {
            value.number = values_.in(value.number);
        } else if (value.kind == Kind::Word) {
            if (const auto number = values_.of(value.text.view()))
                value = paramscope::Value::of_number(*number);
        } else if (value.kind == Kind::Tuple) {
            std::vector<paramscope::Value> items;
            for (const paramscope::Value& each : value.items) items.push_back(with_values(each));
            value = paramscope::Value::of_tuple(std::move(items));
        }
        return value;
    }

    Value made(const Module& module) {
        if (++count_ > kMostParts) return e_.unknown(message("python.too_much_memory"));
        if (module.type == "None") return Value::none();
        ClassObject* layer =
            contains(kContainers, module.type.view()) ? nullptr : layer_class(e_, module.type.view());
        if (layer != nullptr && module.children.empty()) return made_layer(*layer, module);
        const Value part =
            call(e_, Value::of(Type::Class, class_named(module.type.view())), std::vector<Value>());
        if (is_module(part)) add(part.instance(), module);
        return part;
    }

    Value made_layer(ClassObject& cls, const Module& module) {
        Arguments arguments;
        for (const Argument& each : module.arguments.list()) {
            const Value value = value_of_argument(e_, with_values(each.value));
            if (each.name.view().empty())
                arguments.positional.push_back(value);
            else
                arguments.named.emplace_back(each.name.str(), value);
        }
        const Value made = call(e_, Value::of(Type::Class, &cls), arguments);
        if (e_.control.flow == Flow::Raise)
            return e_.unknown(message("python.raised", {{"exception", e_.catch_exception()}}));
        return made;
    }

    ClassObject* class_named(std::string_view type) {
        if (contains(kContainers, type)) return find_class(e_, type);
        const auto [at, is_new] = classes_.try_emplace(std::string(type));
        if (is_new) at->second = add_class(e_, std::string(type), {e_.known.module});
        return at->second;
    }

    void add_tensor(InstanceObject& owner, const Tensor& written) {
        auto* tensor = e_.make<TensorObject>();
        tensor->span = e_.place();
        tensor->is_parameter = written.role == Role::Parameter;
        tensor->is_trainable = written.trainable;
        for (const Polynomial& size : written.shape) {
            const Result<Rational> value = values_.of(size);
            if (!value || !value->is_integer()) return doubt(owner);
            tensor->shape.push_back(Value::of(value->numerator()));
        }
        Attributes& kind = tensor->is_parameter ? owner.module->parameters : owner.module->buffers;
        kind.set(written.name.str(), Value::of(Type::Tensor, tensor));
    }

    /// The module or tensor at a path.
    Value at(InstanceObject& root, std::string_view path) {
        Value found = Value::of(Type::Instance, &root);
        while (!path.empty() && !e_.is_interrupted()) {
            const std::string_view name = path.substr(0, path.find('.'));
            path.remove_prefix(std::min(path.size(), name.size() + 1));
            found = attribute(e_, found, name);
        }
        if (e_.control.flow == Flow::Raise) e_.catch_exception();
        return found;
    }

    Evaluator& e_;
    VariableValues values_;
    std::map<std::string, ClassObject*> classes_;
    std::size_t count_ = 0;
};

/// The model of a config; one without a type where it cannot be read.
Model configured_model(std::string_view config) {
    MemorySource file(config);
    const Opened opened = open_model_as("huggingface-config", file, "");
    Diagnostics problems;
    Model model = read_model_text(opened.text(), &problems);
    return has_errors(problems) ? Model() : model;
}

}  // namespace

void add_configured_parts(Evaluator& e, InstanceObject& owner, std::string_view config) {
    const Model model = configured_model(config);
    Parts parts(e, model);
    if (model.root.type.view().empty()) return parts.doubt(owner);
    parts.add(owner, model.root);
    for (const Tie& each : model.ties) parts.tie(owner, each);
    if (model.basis && *model.basis != Basis::Exact) parts.doubt(owner);
}

std::vector<Input> configured_inputs(std::string_view config) {
    const Model model = configured_model(config);
    const VariableValues values(model);
    std::vector<Input> inputs = model.inputs;
    for (Input& input : inputs) {
        for (Polynomial& size : input.shape) size = values.in(size);
    }
    return inputs;
}

}  // namespace paramscope::open::python
