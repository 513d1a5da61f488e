#include "open/python/trace/forward_inputs.h"

#include <algorithm>
#include <map>

#include "base/concat.h"
#include "base/ranges.h"
#include "count/environment/input.h"
#include "open/python/modules/modules.h"
#include "open/python/state/interpreter.h"
#include "open/python/torch/torch.h"
#include "open/python/trace/input_names.h"
#include "open/python/trace/input_search.h"

namespace paramscope::open::python {
namespace {

/// The parameters of the forward pass that need an argument.
std::vector<std::string> input_names(const InstanceObject& root) {
    std::vector<std::string> names;
    const Value* forward = forward_of(*root.cls);
    if (forward == nullptr || !forward->is(Type::Function)) return {"x"};
    bool takes_any = false;
    const std::vector<Parameter> parameters = inputs_of(*root.cls);
    for (const Parameter& each : parameters) {
        takes_any = takes_any || each.is_rest;
        if (each.default_value == nullptr && !each.is_rest && !each.is_named_rest)
            names.emplace_back(each.name);
    }
    // forward(self, *args) passes them on.
    if (names.empty() && takes_any) names.emplace_back("x");
    // forward(self, input_ids=None, inputs_embeds=None) needs one of them.
    const bool takes_none = names.empty() && !parameters.empty() && !parameters[0].is_named_rest;
    if (takes_none && parameters[0].default_value->is(Type::None)) names.emplace_back(parameters[0].name);
    return names;
}

class InputFinder {
  public:
    InputFinder(Evaluator& evaluator, InstanceObject& root, const std::vector<Dims>& given)
        : evaluator_(evaluator),
          root_(root),
          given_(given),
          names_(input_names(root)),
          runs_(evaluator, root),
          search_(evaluator, runs_, root, names_) {}

    Traced find() {
        if (!given_.empty()) return of_shapes();
        if (auto traced = finish_call()) return std::move(*traced);
        hints_.resize(names_.size());
        probe();
        if (has_all_hints()) return fit_layers();
        if (const auto found = search()) return finish_found(*found);
        guess();
        return has_all_hints() ? try_sizes(nullptr) : leave_open();
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
        if (const auto call = with_tensors(inputs)) return finish(*call, false);
        join_rest(inputs);
        return finish(in_order(root_, inputs), false);
    }

    /// The arguments of the text's last call of the model that names as many tensors, with these in place of
    /// its own; nullopt for none.
    std::optional<python::Arguments> with_tensors(const std::vector<Value>& tensors) const {
        const auto is_tensor = [](const auto& each) { return each.second.is(Type::Tensor); };
        for (python::Arguments& call : of_calls()) {
            if (!call.positional.empty() || call.named.size() != tensors.size() ||
                !all_of(call.named, is_tensor))
                continue;
            for (std::size_t i = 0; i < tensors.size(); ++i) call.named[i].second = tensors[i];
            return std::move(call);
        }
        return std::nullopt;
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
            return evaluator_.decisions.input_size(names[0], usual_input_size(names[0]));
        }
        return Value::of(1);
    }

    /// The arguments of the calls of the model, or of others of its class, in the text, the last call first.
    std::vector<python::Arguments> of_calls() const {
        std::vector<python::Arguments> found;
        const std::vector<ModuleCall>& calls = evaluator_.findings.calls;
        for (auto call = calls.rbegin(); call != calls.rend(); ++call) {
            if (call->module->cls == root_.cls && is_complete(call->arguments))
                found.push_back(call->arguments);
        }
        return found;
    }

    /// The pass of the last call in the text whose sizes fit, as of_calls() lists them; if none fits, that of
    /// the last one, or nullopt where it is of another object, which may be of other sizes.
    std::optional<Traced> finish_call() {
        constexpr std::size_t kMostCalls = 4;
        const std::vector<python::Arguments> calls = of_calls();
        if (calls.empty()) return std::nullopt;
        const bool is_own =
            any_of(evaluator_.findings.calls, [&](const ModuleCall& call) { return call.module == &root_; });
        const std::size_t count = std::min(calls.size(), kMostCalls);
        const bool is_tried = count > 1 || !is_own;
        for (std::size_t i = 0; i < count && is_tried && !runs_.is_at_limit(); ++i) {
            std::unique_ptr<ForwardPass> pass = runs_.run(calls[i]);
            if (!runs_.failure() && !pass->mismatch()) return finish(calls[i], false, std::move(pass));
        }
        if (!is_own && !runs_.is_at_limit()) return std::nullopt;
        return finish(calls.front(), false);
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
        return in_order(root_, inputs);
    }

    bool has_all_hints() const {
        return all_of(hints_, [](const InputHint& each) { return each.is_none || !each.shape.empty(); });
    }

    /// Finds what the first layers take.
    void probe() {
        for (std::size_t i = 0; i < hints_.size(); ++i) {
            if (is_one_of_batch(names_[i])) hints_[i].shape = {evaluator_.decisions.input_size("batch", 1)};
        }
        for (int attempt = 0; attempt < 3 && !has_all_hints() && !runs_.is_at_limit(); ++attempt) {
            runs_.probe(inputs_of_hints(), &hints_);
            leave_out_masks();
        }
        has_shapes_of_layers_ = has_all_hints();
    }

    /// Guesses what was not found: images, and what the first layer of the model takes.
    void guess() {
        for (InputHint& hint : hints_) {
            if (hint.shape.empty() && hint.rank == 4 && !hint.is_none)
                hint.shape = {evaluator_.decisions.input_size("batch", 1),
                              constructor_size({"channels", "in_channels", "in_chans", "n_channels"})
                                  .value_or(Value::of(3)),
                              evaluator_.decisions.input_size("height", 224),
                              evaluator_.decisions.input_size("width", 224)};
        }
        if (has_all_hints() || hints_.size() != 1) return;
        ForwardPass pass(evaluator_, root_);
        pass.hints = hints_;
        pass.hint_of_first_layer(root_);
        hints_ = pass.hints;
    }

    /// Says that a shape stays open.
    Traced leave_open() {
        for (std::size_t i = 0; i < hints_.size(); ++i) {
            if (hints_[i].is_none || !hints_[i].shape.empty()) continue;
            note_open_input(names_[i]);
            break;
        }
        return std::move(traced_);
    }

    /// Runs with what the first layers take; where that does not fit the others, with other sizes.
    Traced fit_layers() {
        const python::Arguments usual = inputs_of_hints();
        std::unique_ptr<ForwardPass> first = runs_.run(usual);
        const bool fits = !runs_.failure() && !first->mismatch();
        if (runs_.is_at_limit() || (fits && !first->unusual() && !first->has_unknown()))
            return finish(usual, true, std::move(first));
        const bool has_failed = runs_.failure().has_value();
        if (const auto found = search_.fit(known_inputs(), true)) return finish_found(*found);
        if (const auto found = search()) return finish_found(*found);
        if (fits) return finish(usual, true);
        if (const auto found = search_.fit(known_inputs(), false)) return finish_found(*found);
        return try_sizes(has_failed ? nullptr : first.get());
    }

    /// Inputs of all kinds: first of those that the layers do not tell, then of all.
    std::optional<std::vector<InputShape>> search() {
        if (runs_.has_open_lazy_layers() || hints_.empty()) return std::nullopt;
        std::vector<std::size_t> ranks;
        for (const InputHint& hint : hints_) ranks.push_back(hint.rank);
        std::vector<InputShape> known = known_inputs();
        const bool is_any_open = !has_all_hints();
        if (is_any_open) {
            if (auto found = search_.find(known, ranks)) return found;
        }
        bool is_any_new = false;
        for (std::size_t i = 0; i < known.size(); ++i) {
            if (known[i].sizes.empty() || is_one_of_batch(names_[i])) continue;
            known[i].sizes.clear();
            is_any_new = true;
        }
        return is_any_new ? search_.find(known, ranks) : std::nullopt;
    }

    /// What is known of the inputs.
    std::vector<InputShape> known_inputs() const {
        std::vector<InputShape> inputs;
        for (const InputHint& hint : hints_)
            inputs.push_back({hint.is_none ? InputShape::Kind::None : InputShape::Kind::Tensor, hint.shape});
        return inputs;
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

    /// Sides of images or lengths of texts to try: the model's own by their names, usual ones, and last all
    /// numbers that the model was built with.
    std::vector<Value> usual_numbers() const {
        std::vector<Value> numbers;
        const auto add = [&](std::initializer_list<std::string_view> names,
                             std::initializer_list<int> sizes) {
            if (const auto own = constructor_size(names)) numbers.push_back(*own);
            for (const int size : sizes) numbers.push_back(Value::of(size));
        };
        if (has_symbol("height"))
            add({"image_size", "img_size", "input_size", "resolution", "input_resolution"},
                {32, 28, 64, 96, 128, 256, 299, 227, 240, 384, 512, 48, 16});
        else if (has_symbol("tokens"))
            add({"seq_len", "max_len", "context_length", "block_size", "max_seq_len", "seq_length"},
                {64, 32, 16, 10, 8, 4});
        else
            return numbers;
        constexpr std::size_t kMostOwnNumbers = 8;
        constexpr int kLargestOwnNumber = 4096;
        const std::size_t most = numbers.size() + kMostOwnNumbers;
        for (const auto& attribute : root_.attributes.entries) {
            const Value& own = attribute.second;
            const bool is_size = own.is_whole() && own.whole() > 1 && own.whole() <= kLargestOwnNumber;
            const bool is_new =
                is_size && none_of(numbers, [&](const Value& each) { return each.whole() == own.whole(); });
            if (is_new && numbers.size() < most) numbers.push_back(own);
        }
        return numbers;
    }

    /// Runs with sizes that are usual. `first`: the pass whose sizes do not fit, if it was evaluated to its
    /// end.
    Traced try_sizes(const ForwardPass* first) {
        const python::Arguments usual = inputs_of_hints();
        std::unique_ptr<ForwardPass> again;
        if (first == nullptr) {
            again = runs_.run(usual);
            if (runs_.is_at_limit() || (!runs_.failure() && !again->mismatch()))
                return finish(usual, true, std::move(again));
            first = again.get();
        }
        const std::vector<Value> numbers = usual_numbers();
        const std::vector<InputHint> hints = hints_;
        std::size_t same = 0;
        for (const Value& number : numbers) {
            if (runs_.is_at_limit()) break;
            hints_ = hints;
            for (const char* name : {"height", "width", "tokens"}) set_size(hints_, name, number);
            const python::Arguments inputs = inputs_of_hints();
            std::unique_ptr<ForwardPass> pass = runs_.run(inputs);
            if (!runs_.failure() && !pass->mismatch()) return finish(inputs, true, std::move(pass));
            if (!runs_.failure() && first->mismatch() && pass->mismatch() &&
                are_equal(*first->mismatch(), *pass->mismatch()))
                ++same;
        }
        traced_.fits_no_input = !runs_.is_at_limit() && fits_no_size(*first, same, numbers.size());
        if (traced_.fits_no_input) return fail(first->mismatch()->why, first->mismatch()->place);
        if (runs_.is_at_limit() || runs_.failure() || !first->mismatch()) return finish(usual, true);
        // No usual size fits the layers. Sizes may be equal though their formulas differ: with numbers in the
        // place of hyper-parameters they are compared again.
        traced_.remarks.push_back({Severity::Note,
                                   message("python.forward_no_size", {{"why", first->mismatch()->why}}),
                                   first->mismatch()->place});
        std::set<std::string> all = runs_.decided();
        for (const auto& [name, value] : evaluator_.decisions.hyper_parameters()) {
            if (!evaluator_.decisions.is_input_size(name)) all.insert(name);
        }
        evaluator_.decisions.set_decided_by(all);
        return std::move(traced_);
    }

    /// True where layers refuse one another for any input: all `tried` sizes end as the first did, or `same`
    /// of them, where what does not fit follows from no input. Others may end before.
    bool fits_no_size(const ForwardPass& first, std::size_t same, std::size_t tried) const {
        if (!has_shapes_of_layers_ || same == 0) return false;
        const auto is_of_input = [&](const Polynomial& size) {
            return any_of(symbols(size),
                          [&](const std::string& name) { return evaluator_.decisions.is_input_size(name); });
        };
        const std::optional<Unmet>& unmet = first.unmet();
        return same == tried || (unmet && unmet->kind == Unmet::Kind::Equal && !is_of_input(unmet->actual) &&
                                 !is_of_input(unmet->expected));
    }

    static bool are_equal(const ForwardPass::Mismatch& a, const ForwardPass::Mismatch& b) {
        return a.place == b.place && a.why == b.why;
    }

    /// Says that the shape of an input is not known.
    void note_open_input(const std::string& name) {
        traced_.remarks.push_back(
            {Severity::Note, message("python.forward_input", {{"name", name}, {"type", root_.cls->name}}),
             place_of_root()});
        evaluator_.decisions.set_decided_by(runs_.decided());
    }

    /// Compares the work of the pass with that of other choices of experts: where it differs, it is not
    /// known.
    void check_routing(const python::Arguments& inputs) {
        const std::set<std::string> decided = evaluator_.decisions.decided_by();
        bool is_same = true;
        for (const Routing routing : {Routing::First, Routing::Last}) {
            const auto other = runs_.run(inputs, routing);
            is_same = is_same && !runs_.failure() && other->work_done == traced_.pass->work_done;
        }
        if (is_same)
            evaluator_.decisions.set_decided_by(decided);
        else
            traced_.pass = runs_.run(inputs, Routing::Unknown);
    }

    /// True where the work of a pass and all tensors that it returns are known.
    bool is_known(const ForwardPass& pass) const {
        std::vector<Value> tensors;
        collect_tensors(pass.returned, tensors);
        return !pass.is_root_unknown() && !tensors.empty() && are_shapes_known(tensors);
    }

    /// True where two passes return tensors of the same shapes.
    bool has_same_output(const ForwardPass& a, const ForwardPass& b) const {
        std::vector<Value> of_a, of_b;
        collect_tensors(a.returned, of_a);
        collect_tensors(b.returned, of_b);
        const auto is_same_size = [&](const Value& x, const Value& y) {
            return evaluator_.decisions.formula_of(x) == evaluator_.decisions.formula_of(y);
        };
        return std::equal(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                          [&](const Value& x, const Value& y) {
                              const std::vector<Value>&s = x.tensor().shape, &t = y.tensor().shape;
                              return std::equal(s.begin(), s.end(), t.begin(), t.end(), is_same_size);
                          });
    }

    /// The branches of a pass that are tried the other way: each alone; of many, as those of equal layers,
    /// all at one place, and the first and the last of them alone. Nullopt where they are at too many places.
    static std::optional<std::vector<Branching>> other_ways(const std::vector<Span>& branches) {
        constexpr std::size_t kMostBranches = 8;
        constexpr auto way = Branching::Way::Taken;
        std::vector<Branching> ways;
        if (branches.size() <= kMostBranches) {
            for (std::size_t i = 0; i < branches.size(); ++i) ways.push_back({way, i, std::nullopt});
            return ways;
        }
        std::map<std::uint32_t, std::pair<std::size_t, std::size_t>>
            ends;  // by place: the first and the last
        for (std::size_t i = 0; i < branches.size(); ++i)
            ends.try_emplace(branches[i].begin, i, i).first->second.second = i;
        if (ends.size() > kMostBranches) return std::nullopt;
        for (const auto& [place, end] : ends) {
            ways.push_back({way, std::nullopt, branches[end.first]});
            ways.push_back({way, end.first, std::nullopt});
            ways.push_back({way, end.second, std::nullopt});
        }
        return ways;
    }

    /// Where branches depend on data, takes the pass on which they are taken if all work and the output are
    /// the same on the others, and where none is taken.
    void check_branches(const python::Arguments& inputs) {
        const std::set<std::string> decided = evaluator_.decisions.decided_by();
        std::unique_ptr<ForwardPass> taken =
            runs_.run(inputs, Routing::Even, {Branching::Way::Taken, std::nullopt, std::nullopt});
        std::optional<std::vector<Branching>> ways = other_ways(taken->branches);
        bool is_same = !runs_.failure() && ways && is_known(*taken);
        if (ways) ways->push_back({Branching::Way::NotTaken, std::nullopt, std::nullopt});
        for (const Branching& way : ways.value_or(std::vector<Branching>())) {
            if (!is_same || runs_.is_at_limit()) break;
            const auto other = runs_.run(inputs, Routing::Even, way);
            is_same = !runs_.failure() && is_known(*other) && other->work_done == taken->work_done &&
                      has_same_output(*other, *taken);
        }
        evaluator_.decisions.set_decided_by(decided);
        if (!is_same || runs_.is_at_limit()) return;
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
        evaluator_.decisions.set_decided_by(runs_.decided());
        traced_.pass.reset();
        traced_.remarks.push_back(
            {Severity::Warning,
             message("python.forward_failed", {{"type", root_.cls->name}, {"exception", why}}), place});
        return std::move(traced_);
    }

    Traced finish_found(const std::vector<InputShape>& inputs) {
        std::string numbers;
        for (std::size_t i = 0; i < inputs.size(); ++i) {
            if (inputs[i].kind == InputShape::Kind::Number)
                numbers += concat(numbers.empty() ? "" : ", ", names_[i], " = ",
                                  to_string(inputs[i].sizes.front().whole()));
        }
        if (!numbers.empty())
            traced_.remarks.push_back(
                {Severity::Note, message("python.forward_numbers", {{"numbers", numbers}}), place_of_root()});
        return finish(search_.arguments(inputs), true);
    }

    /// Evaluates the pass, if it was not yet.
    Traced finish(const python::Arguments& inputs, bool is_assumed,
                  std::unique_ptr<ForwardPass> pass = nullptr) {
        traced_.is_assumed = is_assumed;
        note_masks();
        traced_.pass = pass != nullptr ? std::move(pass) : runs_.run(inputs);
        if (runs_.failure()) return fail(*runs_.failure(), runs_.failure_place());
        if (traced_.pass->has_routing) check_routing(inputs);
        if (!traced_.pass->branches.empty()) check_branches(inputs);
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
    std::vector<std::string> names_;
    ForwardRuns runs_;
    InputSearch search_;
    std::vector<InputHint> hints_;
    bool has_shapes_of_layers_ = false;  ///< no shape is a guess
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
