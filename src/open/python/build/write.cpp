#include "open/python/build/write.h"

#include <map>
#include <optional>
#include <set>
#include <utility>

#include "algebra/print.h"
#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "model/names.h"
#include "model/write.h"
#include "open/python/effects/effects.h"
#include "open/python/modules/layer_arguments.h"
#include "open/python/modules/modules.h"
#include "open/python/torch/torch.h"
#include "open/python/trace/forward.h"
#include "open/python/trace/names.h"

namespace paramscope::open::python {
namespace {

constexpr std::size_t kMostModules = 50'000;  // written, each occurrence of a shared one
constexpr std::size_t kDeepestModule = 150;
constexpr std::string_view kSharedMark = "#shared ";

/// True when the class, or one between it and PyTorch's, defines its own forward pass.
bool has_own_forward(const ClassObject& cls) {
    for (const ClassObject* each : cls.order) {
        if (each->is_of_torch) return false;
        if (each->attributes.find("forward") != nullptr || each->attributes.find("__call__") != nullptr)
            return true;
    }
    return false;
}

/// The type of a module. A class of the source is marked: what the engine knows of its name is about another
/// class.
std::string type_of(const ClassObject& cls) {
    // The engine has no work for private classes, as _SpectralNorm: their lines have.
    const bool has_rule = cls.is_of_torch && !cls.name.starts_with('_');
    return has_rule ? cls.name : concat(cls.name, kSourceMark);
}

class ModelWriter {
  public:
    ModelWriter(Evaluator& evaluator, const ForwardPass* forward, std::vector<Remark>* remarks)
        : evaluator_(evaluator), forward_(forward), remarks_(remarks) {}

    Model write(InstanceObject& root) {
        count_uses(root, 0);
        Model model;
        model.root = module_of(root, "").module;
        remove_marks(model.root);
        model.ties = std::move(ties_);
        model.has_no_more_ties = true;  // code shows which tensors are one
        model.basis = evaluator_.uncertainty.has_assumptions ? Basis::Approximate
                      : is_complete_                         ? Basis::Exact
                                                             : Basis::Partial;
        if (has_more_modules_)
            remark(message("python.too_many_modules", {{"limit", kMostModules}}), root.span);
        add_variables(model);
        return model;
    }

  private:
    /// A module as it is written, and the number that it shares with the modules that are written alike.
    struct Written {
        Module module;
        std::size_t kind = 0;
    };

    static void remove_marks(Module& module) {
        if (module.comment.view().starts_with(kSharedMark)) module.comment = {};
        for (Module& child : module.children) remove_marks(child);
    }

    /// Warns of something that is not known: a row that is unknown, or of what no row tells.
    void remark(Message text, Span span) {
        if (remarks_->size() < 50) remarks_->push_back({Severity::Warning, std::move(text), span});
    }

    /// Warns of a part that is unknown, once for all modules that the same line makes for the same reason.
    void remark_part(MessageId<kPythonMessages> sentence, const std::string& path, const Unknown& why) {
        const bool is_told = any_of(
            told_, [&](const Unknown* each) { return each->span == why.span && each->reason == why.reason; });
        if (is_told) return;
        told_.push_back(&why);
        remark(message(sentence, {{"path", path}, {"reason", why.reason}}), why.span);
    }

    /// True for a list or dict of modules or parameters: without any its row is zero.
    bool is_container(const ClassObject& cls) const {
        const auto& known = evaluator_.known;
        return cls.derives_from(known.sequential) || cls.derives_from(known.module_list) ||
               cls.derives_from(known.module_dict) || cls.derives_from(known.parameter_list) ||
               cls.derives_from(known.parameter_dict);
    }

    /// Warns of what a module may hold besides what is written. One of which nothing is written has a row
    /// that is unknown, and leaves the other rows as they are.
    void add_doubts(const InstanceObject& instance, const std::string& path, Module& module) {
        const std::string& name = path.empty() ? instance.cls->name : path;
        const bool is_row = !path.empty() && module.tensors.empty() && module.children.empty() &&
                            instance.module->children.entries.empty() && !is_container(*instance.cls);
        for (const Value& each : instance.module->doubts) {
            const Unknown& why = each.as<Unknown>();
            remark_part(is_row ? MessageId<kPythonMessages>("python.part_unknown") : "python.doubt", name,
                        why);
            is_complete_ = is_complete_ && is_row;
            if (is_row && module.comment.view().empty()) module.comment = why.reason.english();
        }
    }

    /// Counts how often each tensor occurs in the tree: those of shared modules more than once.
    void count_uses(InstanceObject& module, std::size_t depth) {
        if (++visits_ > kMostModules || depth > kDeepestModule || !above_.insert(&module).second) return;
        for (const auto& [name, tensor] : own_tensors(evaluator_, module, true)) {
            if (tensor.is(Type::Tensor)) ++uses_[tensor.object];
        }
        for (const auto& [name, child] : module.module->children.entries) {
            if (is_module(child)) count_uses(child.instance(), depth + 1);
        }
        above_.erase(&module);
    }

    Written module_of(InstanceObject& instance, const std::string& path) {
        const ModuleState& state = *instance.module;
        Module module;
        is_shared_.push_back(false);
        const std::string_view layer = state.is_layer_bound ? layer_of(*instance.cls) : std::string_view();
        const bool is_plain_layer = !layer.empty() && is_layer_alone(instance);
        if (is_plain_layer) {
            add_layer(instance, layer, path, module);
        } else {
            // A layer with other tensors than its type's is no layer of that type.
            const bool is_changed_layer = !layer.empty() && instance.cls->is_of_torch;
            module.type = is_changed_layer ? concat(layer, kSourceMark) : type_of(*instance.cls);
            add_tensors(instance, path, module);
        }
        for (const Attributes* parts : {&state.children, &state.parameters, &state.buffers}) {
            for (const auto& [name, part] : parts->entries) use_attribute(evaluator_, &state, name);
        }
        add_doubts(instance, path, module);
        const std::vector<std::size_t> kinds = add_children(instance, path, module);
        if (!is_plain_layer) add_flow(instance, module);
        module.span = instance.span;
        // Modules that hold a shared tensor are no equal neighbours: a tie names each.
        if (is_shared_.back()) module.comment = concat(kSharedMark, path);
        const bool was_shared = is_shared_.back();
        is_shared_.pop_back();
        if (was_shared && !is_shared_.empty()) is_shared_.back() = true;
        const std::size_t kind = kind_of(module, kinds);
        return {std::move(module), kind};
    }

    /// The number of all modules that are written like this one, whose children have the given kinds.
    std::size_t kind_of(Module& module, const std::vector<std::size_t>& children_kinds) {
        Model alone;
        std::vector<Module> children = std::exchange(module.children, {});
        alone.root = std::move(module);
        std::string text = write_model_text(alone);
        module = std::move(alone.root);
        module.children = std::move(children);
        for (std::size_t i = 0; i < children_kinds.size(); ++i) {
            const Module& child = module.children[i];
            text +=
                concat(child.name, " ", print(child.repeat, Notation::Plain), " ", children_kinds[i], "\n");
        }
        return kinds_.try_emplace(std::move(text), kinds_.size()).first->second;
    }

    /// True for a layer that has the tensors and the forward pass of its type.
    bool is_layer_alone(const InstanceObject& instance) const {
        const ModuleState& state = *instance.module;
        return state.children.entries.empty() && state.removed_tensors.empty() &&
               state.parameters.entries.empty() && !has_own_forward(*instance.cls) &&
               !has_changed_tensors(evaluator_, instance);
    }

    void add_layer(InstanceObject& instance, std::string_view layer, const std::string& path,
                   Module& module) {
        Value reason;
        const auto tensors = own_tensors(evaluator_, instance, true);
        std::vector<OpenArgument> open;
        module = layer_module(evaluator_, instance, layer, &reason, &open);
        const bool is_pass_open = !open.empty() && find_layer(layer).rule->forward != nullptr &&
                                  (forward_ == nullptr || !forward_->is_indifferent(instance));
        const bool is_unknown = reason.is_unknown() || !instance.module->doubts.empty() || is_pass_open;
        if (is_unknown) {
            module.type = concat(layer, kSourceMark);
            module.arguments.clear();
        }
        for (const auto& [name, tensor] : tensors) {
            if (!tensor.is(Type::Tensor)) continue;
            note_use(path, name, tensor.tensor());
            const bool is_frozen = tensor.tensor().is_parameter && !tensor.tensor().is_trainable;
            if (is_unknown || is_frozen || is_replaced(instance, name, tensor))
                add_tensor(path, name, tensor.tensor(), module);
        }
        if (is_pass_open && tensors.empty() && !reason.is_unknown()) module.tensors.push_back(no_weights());
    }

    /// True when the tensor has not the shape that the layer's rule gives.
    bool is_replaced(const InstanceObject& instance, const std::string& name, const Value& tensor) {
        const Value* usual = instance.module->rule_tensors().find(name);
        if (usual == nullptr) return true;
        const TensorObject &own = tensor.tensor(), &of_rule = usual->tensor();
        if (!own.is_shape_known || !of_rule.is_shape_known || own.shape.size() != of_rule.shape.size())
            return true;
        for (std::size_t i = 0; i < own.shape.size(); ++i) {
            if (evaluator_.decisions.formula_of(own.shape[i]) !=
                evaluator_.decisions.formula_of(of_rule.shape[i]))
                return true;
        }
        return own.is_parameter != of_rule.is_parameter;
    }

    void note_use(const std::string& path, const std::string& name, const TensorObject& tensor) {
        const std::string full = path.empty() ? name : concat(path, ".", name);
        if (uses_[&tensor] > 1) {
            is_shared_.back() = true;
            const auto [first, is_new] = first_uses_.try_emplace(&tensor, full);
            if (!is_new) ties_.push_back({full, first->second, {}});
        }
    }

    void add_tensor(const std::string& path, const std::string& name, const TensorObject& tensor,
                    Module& module) {
        const std::string full = path.empty() ? name : concat(path, ".", name);
        if (!tensor.is_shape_known) {
            const Unknown& why = tensor.shape_reason.as<Unknown>();
            if (!tensor.is_parameter) {
                // Parameters stay exact without a buffer.
                if (remarks_->size() < 50)
                    remarks_->push_back(
                        {Severity::Warning,
                         message("python.buffer_unknown", {{"path", full}, {"reason", why.reason}}),
                         why.span});
                return;
            }
            remark(message("python.tensor_unknown", {{"path", full}, {"reason", why.reason}}), why.span);
            module.children.push_back(unknown_child(name, why.reason));
            return;
        }
        Tensor written;
        written.name = name;
        written.role = tensor.is_parameter ? Role::Parameter : Role::Buffer;
        written.trainable = !tensor.is_parameter || tensor.is_trainable;
        for (const Value& size : tensor.shape) written.shape.push_back(evaluator_.decisions.formula_of(size));
        module.tensors.push_back(std::move(written));
    }

    void add_tensors(InstanceObject& instance, const std::string& path, Module& module) {
        for (const auto& [key, tensor] : own_tensors(evaluator_, instance, true)) {
            if (!tensor.is(Type::Tensor)) continue;
            const std::string name = written_name(key);
            note_use(path, name, tensor.tensor());
            add_tensor(path, name, tensor.tensor(), module);
        }
    }

    /// A child that is not known: a leaf of an unknown type.
    static Module unknown_child(const std::string& name, const Message& why) {
        Module child;
        child.name = name;
        child.type = "Unknown";
        child.comment = why.english();
        return child;
    }

    /// Adds the children, equal neighbours once. Gives the kind of each.
    std::vector<std::size_t> add_children(InstanceObject& instance, const std::string& path, Module& module) {
        const Attributes& children = instance.module->children;
        if (path.size() > 4000 || above_.size() > kDeepestModule || !above_.insert(&instance).second) {
            if (!children.entries.empty()) has_more_modules_ = true, is_complete_ = false;
            return {};
        }
        std::vector<Written> written;
        // Tensors whose sizes are not known are children too.
        for (Module& unknown : module.children) written.push_back(alone(std::move(unknown)));
        for (const auto& [key, child] : children.entries) {
            const std::string name = written_name(key);
            const std::string full = path.empty() ? name : concat(path, ".", name);
            if (child.is_unknown()) {
                const Unknown& why = child.as<Unknown>();
                remark_part("python.part_unknown", full, why);
                written.push_back(alone(unknown_child(name, why.reason)));
            } else if (child.is(Type::None)) {
                Module none;
                none.name = name;
                none.type = "None";
                written.push_back(alone(std::move(none)));
            } else if (!is_module(child) || above_.contains(&child.instance())) {
                continue;
            } else if (++written_ > kMostModules) {
                has_more_modules_ = true;
                is_complete_ = false;
                break;
            } else {
                written.push_back(module_of(child.instance(), full));
                written.back().module.name = name;
            }
        }
        above_.erase(&instance);
        fold(instance, written);
        std::vector<std::size_t> kinds;
        module.children.clear();
        for (Written& each : written) {
            kinds.push_back(each.kind);
            module.children.push_back(std::move(each.module));
        }
        return kinds;
    }

    Written alone(Module module) {
        const ShortText name = std::exchange(module.name, {});
        const std::size_t kind = kind_of(module, {});
        module.name = name;
        return {std::move(module), kind};
    }

    /// Writes equal neighbours once.
    void fold(InstanceObject& instance, std::vector<Written>& children) {
        const Polynomial* length = instance.module->length;
        if (forward_ != nullptr && forward_->is_called_singly(instance)) {
            evaluator_.decisions.decide_by(length);
            return;
        }
        if (length != nullptr) {
            const bool are_equal = !children.empty() && all_of(children, [&](const Written& each) {
                return is_digits(each.module.name) && each.kind == children[0].kind;
            });
            if (are_equal && Decisions::is_plain(*length)) {
                children.resize(1);
                children[0].module.name = "0-*";
                children[0].module.repeat = *length;
                return;
            }
            evaluator_.decisions.decide_by(length);
        }
        std::vector<Written> folded;
        for (std::size_t i = 0; i < children.size();) {
            const std::size_t end = end_of_equal(children, i);
            const ShortText last = children[end - 1].module.name;
            folded.push_back(std::move(children[i]));
            if (end - i > 1) {
                folded.back().module.name = concat(folded.back().module.name, "-", last);
                folded.back().module.repeat = Polynomial(end - i);
            }
            i = end;
        }
        children = std::move(folded);
    }

    /// The first child behind `first` that is not written alike or not numbered on.
    static std::size_t end_of_equal(const std::vector<Written>& children, std::size_t first) {
        std::size_t end = first + 1;
        const std::optional<int> number = read_number(children[first].module.name);
        if (!number) return end;
        while (end < children.size() && children[end].kind == children[first].kind &&
               children[end].module.name == std::to_string(static_cast<std::size_t>(*number) + end - first))
            ++end;
        return end;
    }

    /// A tensor without elements: the module has no weights.
    static Tensor no_weights() {
        Tensor none;
        none.name = "weights";
        none.shape = {Polynomial(0)};
        return none;
    }

    /// What the engine must know of a class that is no layer: nothing of that name, and what it does.
    void add_flow(const InstanceObject& instance, Module& module) {
        const ClassObject& cls = *instance.cls;
        if (const std::string* line = forward_ != nullptr ? forward_->line_of(instance) : nullptr) {
            module.forward.emplace();
            module.forward->text = *line;
        }
        const bool is_sequence = cls.derives_from(evaluator_.known.sequential) && !has_own_forward(cls);
        if (is_sequence && !cls.is_of_torch && !module.forward) {
            Forward forward;
            forward.text = "forward(x) = sequence(x)";
            module.forward = forward;
            return;
        }
        if (is_container(cls)) return;
        if (module.children.empty() && module.tensors.empty() && instance.module->doubts.empty()) {
            module.tensors.push_back(no_weights());
        }
    }

    void collect_symbols(const Module& module, std::set<std::string>& names) const {
        const auto add = [&](const Polynomial& formula) {
            for (std::string& each : symbols(formula)) names.insert(std::move(each));
        };
        add(module.repeat);
        const std::function<void(const paramscope::Value&)> add_value = [&](const paramscope::Value& value) {
            add(value.number);
            for (const paramscope::Value& item : value.items) add_value(item);
        };
        for (const Argument& argument : module.arguments.list()) add_value(argument.value);
        for (const Tensor& tensor : module.tensors) {
            for (const Polynomial& size : tensor.shape) add(size);
        }
        for (const Module& child : module.children) collect_symbols(child, names);
    }

    void add_variables(Model& model) const {
        std::set<std::string> names;
        collect_symbols(model.root, names);
        if (forward_ != nullptr) names.insert(forward_->symbols().begin(), forward_->symbols().end());
        for (const auto& [name, value] : evaluator_.decisions.hyper_parameters()) {
            if (!names.contains(name) || evaluator_.decisions.is_usual_input_size(name, value)) continue;
            Variable variable;
            variable.name = name;
            variable.value = Polynomial(value);
            model.variables.push_back(std::move(variable));
        }
    }

    Evaluator& evaluator_;
    const ForwardPass* forward_;
    std::vector<Remark>* remarks_;
    std::vector<const Unknown*> told_;  ///< why parts are unknown
    std::map<const Object*, int> uses_;
    std::map<const Object*, std::string> first_uses_;
    std::set<const InstanceObject*> above_;
    std::vector<Tie> ties_;
    std::map<std::string, std::size_t>
        kinds_;                    ///< a number for each text that a module and its children have
    std::vector<bool> is_shared_;  ///< of the modules being written: they hold a tensor that others hold too
    std::size_t visits_ = 0, written_ = 0;
    bool is_complete_ = true;
    bool has_more_modules_ = false;
};

}  // namespace

Model write_module(Evaluator& evaluator, InstanceObject& root, const ForwardPass* forward,
                   std::vector<Remark>* remarks) {
    return ModelWriter(evaluator, forward, remarks).write(root);
}

}  // namespace paramscope::open::python
