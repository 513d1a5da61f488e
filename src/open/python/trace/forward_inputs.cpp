#include "open/python/trace/forward_inputs.h"

#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/modules/modules.h"
#include "open/python/state/interpreter.h"
#include "open/python/torch/torch.h"

namespace paramscope::open::python {
namespace {

/// The modules below a root as they are, to undo what a forward pass changes in them.
class Snapshot {
  public:
    Snapshot(Evaluator& evaluator, InstanceObject& root) {
        std::vector<InstanceObject*> modules;
        collect_modules(root, modules);
        for (InstanceObject* module : modules) {
            for (const auto& [name, tensor] : own_tensors(evaluator, *module, true)) {
                if (tensor.is(Type::Tensor)) tensors_.emplace_back(&tensor.tensor(), tensor.tensor());
            }
            modules_.push_back({module, module->attributes, *module->module});
        }
    }

    void restore() const {
        for (const Saved& saved : modules_) {
            saved.module->attributes = saved.attributes;
            *saved.module->module = saved.state;
        }
        for (const auto& [object, tensor] : tensors_) *object = tensor;
    }

  private:
    struct Saved {
        InstanceObject* module;
        Attributes attributes;
        ModuleState state;
    };
    std::vector<Saved> modules_;
    std::vector<std::pair<TensorObject*, TensorObject>> tensors_;
};

/// The parameters of the forward pass that need an argument.
std::vector<std::string> input_names(const InstanceObject& root) {
    std::vector<std::string> names;
    const Value* forward = forward_of(*root.cls);
    if (forward == nullptr || !forward->is(Type::Function)) return {"x"};
    bool takes_any = false;
    for (const Parameter& each : inputs_of(*root.cls)) {
        takes_any = takes_any || each.is_rest;
        if (each.default_value == nullptr && !each.is_rest && !each.is_named_rest)
            names.emplace_back(each.name);
    }
    // forward(self, *args) passes them on.
    if (names.empty() && takes_any) names.emplace_back("x");
    return names;
}

class InputFinder {
  public:
    InputFinder(Evaluator& evaluator, InstanceObject& root, const std::vector<Dims>& given)
        : evaluator_(evaluator),
          root_(root),
          given_(given),
          snapshot_(evaluator, root),
          open_lazy_(open_lazy_layers(root)),
          names_(input_names(root)),
          decided_(evaluator.decisions.decided_by()) {}

    Traced find() {
        if (!given_.empty()) return of_shapes();
        if (const auto inputs = of_calls()) return finish(*inputs, false);
        hints_.resize(names_.size());
        if (!probe()) return std::move(traced_);
        return try_sizes();
    }

  private:
    /// The name of the model's class in the text, or where a class of a library was used.
    Span place_of_root() const {
        const bool is_in_text = root_.cls->definition != nullptr && !root_.cls->is_library;
        return is_in_text ? root_.cls->definition->child(Field::Name)->span : root_.span;
    }

    Traced of_shapes() {
        std::vector<Value> inputs;
        for (const Dims& shape : given_) {
            std::vector<Value> sizes;
            for (const Polynomial& size : shape) sizes.push_back(size_of(size));
            inputs.push_back(tensor(evaluator_, std::move(sizes)));
        }
        join_rest(inputs);
        return finish(in_order(inputs), false);
    }

    /// Arguments in the order of the parameters of forward().
    python::Arguments in_order(const std::vector<Value>& inputs) const {
        python::Arguments arguments;
        const std::vector<Parameter> parameters = inputs_of(*root_.cls);
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            if (i < parameters.size() && parameters[i].is_keyword_only)
                arguments.named.emplace_back(parameters[i].name, inputs[i]);
            else
                arguments.positional.push_back(inputs[i]);
        }
        return arguments;
    }

    /// More shapes than forward() has parameters: the last parameter takes a tuple, as the state of an LSTM.
    void join_rest(std::vector<Value>& inputs) {
        const std::vector<Parameter> parameters = inputs_of(*root_.cls);
        const bool takes_any = any_of(parameters, [](const Parameter& each) { return each.is_rest; });
        const std::size_t count = parameters.size();
        if (takes_any || count == 0 || inputs.size() <= count) return;
        const auto first = inputs.begin() + static_cast<std::ptrdiff_t>(count) - 1;
        Value rest = evaluator_.tuple({first, inputs.end()});
        inputs.erase(first, inputs.end());
        inputs.push_back(rest);
    }

    /// A number, or a symbol with its usual value.
    Value size_of(const Polynomial& size) {
        if (const auto number = size.constant(); number && number->is_integer())
            return Value::of(number->numerator());
        const std::vector<std::string> names = symbols(size);
        if (names.size() == 1 && size == Polynomial::symbol(names[0])) {
            for (const auto& [name, value] : evaluator_.decisions.hyper_parameters()) {
                if (name == names[0]) return Value::of(value, evaluator_.decisions.keep(size));
            }
            const bool is_batch =
                names[0].find("batch") != std::string::npos || names[0] == "B" || names[0] == "N";
            const bool is_side =
                names[0] == "height" || names[0] == "width" || names[0] == "H" || names[0] == "W";
            return evaluator_.decisions.input_size(names[0], is_batch ? 1 : is_side ? 224 : 128);
        }
        return Value::of(1);
    }

    /// The arguments of a call of the model, or of one of its class, in the text.
    std::optional<python::Arguments> of_calls() const {
        const std::vector<ModuleCall>& calls = evaluator_.findings.calls;
        for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
            if (call->module->cls == root_.cls && is_complete(call->arguments)) return call->arguments;
        }
        return std::nullopt;
    }

    /// True where each parameter that needs an argument has one, and all are known.
    bool is_complete(const python::Arguments& arguments) const {
        const auto is_known = [](const Value& each) {
            return !each.is_unknown() && (!each.is(Type::Tensor) || each.tensor().is_shape_known);
        };
        const auto& positional = arguments.positional;
        const auto& named = arguments.named;
        for (std::size_t i = positional.size(); i < names_.size(); ++i) {
            if (none_of(named, [&](const auto& each) { return each.first == names_[i]; })) return false;
        }
        return arguments.is_complete && positional.size() + named.size() > 0 &&
               all_of(positional, is_known) &&
               all_of(named, [&](const auto& each) { return is_known(each.second); });
    }

    /// One pass. Everything that it changed is undone.
    std::unique_ptr<ForwardPass> run(const python::Arguments& inputs, bool is_probing,
                                     Routing routing = Routing::Even, const Branching& branching = {}) {
        evaluator_.decisions.set_decided_by(decided_);
        evaluator_.renew_limits();
        begin_inference();
        auto pass = std::make_unique<ForwardPass>(evaluator_, root_);
        pass->is_probing = is_probing;
        pass->routing = routing;
        pass->branching = branching;
        if (is_probing) pass->hints = hints_;
        const bool is_whole = pass->run(inputs);
        failure_.reset();
        if (!is_whole) {
            failure_place_ = evaluator_.control.exception_place;
            is_at_limit_ = is_at_limit_ || evaluator_.is_stopped();
            failure_ = evaluator_.is_stopped()
                           ? *evaluator_.control.stop_reason
                           : message("python.raised", {{"exception", evaluator_.catch_exception()}});
        }
        evaluator_.renew_limits();
        restore();
        if (is_probing) hints_ = pass->hints;
        return pass;
    }

    /// Runs what the text writes for train(False), as eval() does.
    void begin_inference() {
        std::vector<InstanceObject*> modules;
        collect_modules(root_, modules);
        for (InstanceObject* each : modules) {
            const Value* method = each->cls->find("train");
            if (method == nullptr || !method->is(Type::Function)) continue;
            // Other functions of that name train the model.
            const std::vector<Parameter> parameters = parameters_of(method->as<FunctionObject>());
            if (parameters.size() != 2 || parameters[1].name != "mode") continue;
            call_method(evaluator_, Value::of(Type::Instance, each), "train", {Value::of(false)});
            if (evaluator_.control.flow == Flow::Raise) evaluator_.catch_exception();
        }
    }

    /// Undoes what a pass changed in modules, but for the numbers of inputs that lazy layers took from it.
    void restore() {
        const std::vector<InstanceObject*> before = open_lazy_;
        open_lazy_ = open_lazy_layers(root_);
        std::vector<std::pair<InstanceObject*, Value>> taken;
        for (InstanceObject* each : before) {
            if (!contains(open_lazy_, each)) taken.emplace_back(each, *lazy_size(*each));
        }
        snapshot_.restore();
        for (const auto& [module, size] : taken) set_lazy_size(*module, size);
        if (!taken.empty()) snapshot_ = Snapshot(evaluator_, root_);
    }

    python::Arguments inputs_of_hints() {
        std::vector<Value> inputs;
        for (std::size_t i = 0; i < hints_.size(); ++i) {
            Value input;
            if (hints_[i].is_none) {
                input = Value::none();
            } else if (!hints_[i].shape.empty()) {
                input = tensor(evaluator_, hints_[i].shape);
            } else {
                input =
                    tensor_of_unknown_shape(evaluator_, evaluator_.unknown(message("python.unknown_sizes")));
                input.tensor().origin.unshaped_input = i;
                hints_[i].reason = input.tensor().shape_reason.object;
            }
            inputs.push_back(input);
        }
        return in_order(inputs);
    }

    bool has_all_hints() const {
        return all_of(hints_, [](const InputHint& each) { return each.is_none || !each.shape.empty(); });
    }

    /// Finds what the first layers take; false when a shape stays open.
    bool probe() {
        for (std::size_t i = 0; i < hints_.size(); ++i) {
            if (is_one_of_batch(names_[i])) hints_[i].shape = {evaluator_.decisions.input_size("batch", 1)};
        }
        for (int attempt = 0; attempt < 3 && !has_all_hints() && !is_at_limit_; ++attempt) {
            run(inputs_of_hints(), true);
            leave_out_masks();
        }
        has_shapes_of_layers_ = has_all_hints();
        for (std::size_t i = 0; i < hints_.size(); ++i) {
            if (hints_[i].shape.empty() && hints_[i].rank == 4 && !hints_[i].is_none)
                hints_[i].shape = {evaluator_.decisions.input_size("batch", 1),
                                   constructor_size({"channels", "in_channels", "in_chans", "n_channels"})
                                       .value_or(Value::of(3)),
                                   evaluator_.decisions.input_size("height", 224),
                                   evaluator_.decisions.input_size("width", 224)};
        }
        if (!has_all_hints() && hints_.size() == 1) {
            ForwardPass pass(evaluator_, root_);
            pass.hints = hints_;
            pass.hint_of_first_layer(root_);
            hints_ = pass.hints;
        }
        if (has_all_hints()) return true;
        for (std::size_t i = 0; i < hints_.size(); ++i) {
            if (hints_[i].is_none || !hints_[i].shape.empty()) continue;
            note_open_input(names_[i]);
            break;
        }
        return false;
    }

    /// Takes masks without a shape as None where the code asks whether they are.
    void leave_out_masks() {
        for (std::size_t i = 0; i < hints_.size(); ++i) {
            const bool is_mask = names_[i].find("mask") != std::string::npos;
            hints_[i].is_none =
                hints_[i].is_none || (is_mask && hints_[i].is_asked_for_none && hints_[i].shape.empty());
        }
    }

    /// Says which arguments are None.
    void note_masks() {
        std::string names;
        for (std::size_t i = 0; i < hints_.size(); ++i) {
            if (hints_[i].is_none) names += concat(names.empty() ? "" : ", ", names_[i]);
        }
        if (!names.empty())
            traced_.remarks.push_back(
                {Severity::Note, message("python.mask_is_none", {{"names", names}}), place_of_root()});
    }

    /// True for an argument that is one number for each sample: the step of a diffusion, a class.
    static bool is_one_of_batch(std::string_view name) {
        constexpr std::string_view kNames[] = {"t",       "time",       "timestep",    "timesteps",
                                               "labels",  "label",      "class_label", "class_labels",
                                               "classes", "noise_level"};
        return contains(kNames, name);
    }

    /// The value of a hyper-parameter of one of these names.
    std::optional<Value> constructor_size(std::initializer_list<std::string_view> names) const {
        for (const std::string_view name : names) {
            if (const Value* found = root_.attributes.find(name); found != nullptr && found->is_whole())
                return *found;
            for (const auto& [symbol, value] : evaluator_.decisions.hyper_parameters()) {
                if (symbol == name)
                    return Value::of(value, evaluator_.decisions.keep(Polynomial::symbol(symbol)));
            }
        }
        return std::nullopt;
    }

    bool has_symbol(std::string_view name) const {
        const Polynomial symbol = Polynomial::symbol(evaluator_.decisions.input_symbol(name));
        return any_of(hints_, [&](const InputHint& hint) {
            return any_of(hint.shape, [&](const Value& size) {
                return size.formula != nullptr && *size.formula == symbol;
            });
        });
    }

    /// Replaces a free size in all inputs by a number.
    void set_size(std::vector<InputHint>& hints, std::string_view name, const Value& number) const {
        const Polynomial symbol = Polynomial::symbol(evaluator_.decisions.input_symbol(name));
        for (InputHint& hint : hints) {
            for (Value& size : hint.shape) {
                if (size.formula != nullptr && *size.formula == symbol) size = number;
            }
        }
    }

    /// Runs with the usual sizes; where these do not fit the layers, with others that are usual.
    Traced try_sizes() {
        const python::Arguments usual = inputs_of_hints();
        std::unique_ptr<ForwardPass> first = run(usual, false);
        if (is_at_limit_ || (!failure_ && !first->mismatch())) return finish(usual, true);
        bool is_same_for_all = has_shapes_of_layers_ && !failure_;  // whatever the sizes
        std::vector<Value> numbers;
        const bool is_image = has_symbol("height"), is_text = has_symbol("tokens");
        if (is_image) {
            if (const auto own = constructor_size(
                    {"image_size", "img_size", "input_size", "resolution", "input_resolution"}))
                numbers.push_back(*own);
            for (const int size : {32, 28, 64, 96, 128, 256, 299, 227, 240, 384, 512, 48, 16})
                numbers.push_back(Value::of(size));
        } else if (is_text) {
            if (const auto own = constructor_size(
                    {"seq_len", "max_len", "context_length", "block_size", "max_seq_len", "seq_length"}))
                numbers.push_back(*own);
            for (const int size : {64, 32, 16, 10, 8, 4}) numbers.push_back(Value::of(size));
        }
        const std::vector<InputHint> hints = hints_;
        for (const Value& number : numbers) {
            if (is_at_limit_ || evaluator_.has_many_objects()) break;
            hints_ = hints;
            for (const char* name : {"height", "width", "tokens"}) set_size(hints_, name, number);
            const python::Arguments inputs = inputs_of_hints();
            const std::unique_ptr<ForwardPass> pass = run(inputs, false);
            if (!failure_ && !pass->mismatch()) return finish(inputs, true);
            is_same_for_all =
                is_same_for_all && !failure_ && are_equal(*first->mismatch(), *pass->mismatch());
        }
        if (is_at_limit_ || failure_) return finish(usual, true);
        if (is_same_for_all && !numbers.empty())
            return fail(first->mismatch()->why, first->mismatch()->place);
        // No usual size fits the layers. Sizes may be equal though their formulas differ: with numbers in the
        // place of hyper-parameters they are compared again.
        traced_.remarks.push_back({Severity::Note,
                                   message("python.forward_no_size", {{"why", first->mismatch()->why}}),
                                   first->mismatch()->place});
        note_open_input(names_.empty() ? "x" : names_.front());
        std::set<std::string> all = decided_;
        for (const auto& [name, value] : evaluator_.decisions.hyper_parameters()) {
            if (!evaluator_.decisions.is_input_size(name)) all.insert(name);
        }
        evaluator_.decisions.set_decided_by(all);
        return std::move(traced_);
    }

    static bool are_equal(const ForwardPass::Mismatch& a, const ForwardPass::Mismatch& b) {
        return a.place == b.place && a.why == b.why;
    }

    /// Says that the shape of an input is not known.
    void note_open_input(const std::string& name) {
        traced_.remarks.push_back(
            {Severity::Note, message("python.forward_input", {{"name", name}, {"type", root_.cls->name}}),
             place_of_root()});
        evaluator_.decisions.set_decided_by(decided_);
    }

    /// Compares the work of the pass with that of other choices of experts: where it differs, it is not
    /// known.
    void check_routing(const python::Arguments& inputs) {
        const std::set<std::string> decided = evaluator_.decisions.decided_by();
        bool is_same = true;
        for (const Routing routing : {Routing::First, Routing::Last}) {
            const auto other = run(inputs, false, routing);
            is_same = is_same && !failure_ && other->work_done == traced_.pass->work_done;
        }
        if (is_same)
            evaluator_.decisions.set_decided_by(decided);
        else
            traced_.pass = run(inputs, false, Routing::Unknown);
    }

    /// Where branches depend on data, takes the pass on which they are taken if all work and the output are
    /// the same on the others: each branch the other way, and none taken.
    void check_branches(const python::Arguments& inputs) {
        constexpr std::size_t kMostBranches = 8;
        const std::set<std::string> decided = evaluator_.decisions.decided_by();
        const auto go = [&](Branching::Way way, std::optional<std::size_t> other = std::nullopt) {
            return run(inputs, false, Routing::Even, {way, other});
        };
        std::unique_ptr<ForwardPass> taken = go(Branching::Way::Taken);
        const std::size_t count = taken->branches.size();
        bool is_same = !failure_ && count <= kMostBranches && !taken->is_root_unknown() && taken->root_output;
        for (std::size_t i = 0; i <= count && is_same; ++i) {
            if (is_at_limit_ || evaluator_.has_many_objects()) is_same = false;
            const auto other = i < count ? go(Branching::Way::Taken, i) : go(Branching::Way::NotTaken);
            is_same = !failure_ && !other->is_root_unknown() && other->root_output &&
                      other->root_output->dims == taken->root_output->dims &&
                      other->work_done == taken->work_done;
        }
        failure_.reset();
        evaluator_.decisions.set_decided_by(decided);
        if (!is_same) return;
        // It holds for these sizes.
        std::set<std::string> all = decided;
        for (const auto& [name, value] : evaluator_.decisions.hyper_parameters()) all.insert(name);
        for (const Span& branch : taken->branches)
            traced_.remarks.push_back({Severity::Note, message("python.same_branches"), branch});
        traced_.pass = std::move(taken);
        evaluator_.decisions.set_decided_by(all);
    }

    /// Says why there is no forward pass.
    Traced fail(const Message& why, const Span& place) {
        evaluator_.decisions.set_decided_by(decided_);
        traced_.pass.reset();
        traced_.remarks.push_back(
            {Severity::Warning,
             message("python.forward_failed", {{"type", root_.cls->name}, {"exception", why}}), place});
        return std::move(traced_);
    }

    Traced finish(const python::Arguments& inputs, bool is_assumed) {
        traced_.is_assumed = is_assumed;
        note_masks();
        traced_.pass = run(inputs, false);
        if (!failure_ && traced_.pass->has_routing) check_routing(inputs);
        if (!failure_ && !traced_.pass->branches.empty()) check_branches(inputs);
        if (failure_) return fail(*failure_, failure_place_);
        std::vector<Value> tensors;
        for (const Value& each : inputs.positional) collect_tensors(each, tensors);
        for (const auto& [name, each] : inputs.named) collect_tensors(each, tensors);
        for (const Value& each : tensors) {
            Dims shape;
            for (const Value& size : each.tensor().shape)
                shape.push_back(evaluator_.decisions.formula_of(size));
            traced_.inputs.push_back(std::move(shape));
        }
        return std::move(traced_);
    }

    Evaluator& evaluator_;
    InstanceObject& root_;
    const std::vector<Dims>& given_;
    Snapshot snapshot_;
    std::vector<InstanceObject*> open_lazy_;  ///< layers that get the number of their inputs from a pass
    std::vector<std::string> names_;
    std::set<std::string> decided_;
    std::vector<InputHint> hints_;
    bool has_shapes_of_layers_ = false;  ///< no shape is a guess
    std::optional<Message> failure_;
    Span failure_place_;
    bool is_at_limit_ = false;  ///< a pass reached a limit: no others are tried
    Traced traced_;
};

}  // namespace

namespace {

/// True for a module whose forward pass the source or the catalogue has.
bool has_forward(const Evaluator& evaluator, const InstanceObject& root) {
    if (root.cls->derives_from(evaluator.known.sequential) || root.module->is_layer_bound) return true;
    return forward_of(*root.cls) != nullptr;
}

}  // namespace

Traced trace_forward(Evaluator& evaluator, InstanceObject& root, const std::vector<Dims>& given) {
    if (!has_forward(evaluator, root)) return {};
    return InputFinder(evaluator, root, given).find();
}

}  // namespace paramscope::open::python
