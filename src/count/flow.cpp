#include "count/flow.h"

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "base/concat.h"
#include "count/block_arguments.h"
#include "count/flow_functions.h"
#include "count/flow_values.h"
#include "count/tally.h"

namespace paramscope {
namespace {

/// How often a repeated module whose shape changes is followed step by step.
constexpr Integer kMostRuns = 4096;

/// How many tensors a tuple may hold, those of tuples in it included.
constexpr std::size_t kMostSignals = 10'000;

/// A name of a forward line: its value once computed, else the expression to compute.
struct Binding {
    const FlowExpression* expression = nullptr;
    std::optional<Signal> value;
    bool open = false;  ///< being computed: asking for it again is a cycle
};
using Scope = std::map<std::string, Binding, std::less<>>;

class FlowRun {
  public:
    FlowRun(Tree* tree, const Environment& environment, Diagnostics* diagnostics)
        : tree_(*tree), environment_(environment), diagnostics_(diagnostics) {}

    void run() {
        if (!environment_.inputs().empty()) {
            std::vector<Signal> inputs;
            for (const Dims& shape : environment_.inputs()) inputs.push_back(Signal::tensor(shape));
            const std::size_t first_diagnostic = diagnostics_->size();
            call(0, std::move(inputs));
            if (contradicted_ && has_used_library_) disown(0, first_diagnostic);
        }
        for (std::uint32_t i = 0; i < tree_.nodes.size(); ++i) {
            const Node& node = tree_.nodes[i];
            if (node.calls == 0 && node.module->stated_input) call(i, {Signal::unknown()});
        }
        for (std::uint32_t i = 0; i < tree_.nodes.size(); ++i) tell_waiting(i);
    }

  private:
    // ---- modules ----

    /// Calls a module with all its repeats: each passes its output on as the next one's first input.
    Signal call(std::uint32_t index, std::vector<Signal> inputs) {
        const std::optional<Integer> repeat = environment_.integer(tree_.nodes[index].module->repeat);
        const std::size_t kept = kept_.size();
        Signal output = call_once(index, inputs);
        if (!repeat || *repeat == 1 || output.is_unknown()) return output;
        if (same_shape(inputs.front(), output) && kept_.size() == kept) return output;
        if (*repeat > kMostRuns) {
            tree_.nodes[index].work_known = false;
            warn(index,
                 concat("its ", to_string(*repeat), " repeats change shape: their work is not followed"));
            return Signal::unknown();
        }
        for (Integer run = 1; run < *repeat && !output.is_unknown(); ++run) {
            inputs.front() = first_tensor(output);
            output = call_once(index, inputs);
        }
        tree_.nodes[index].runs = *repeat;
        return output;
    }

    Signal call_once(std::uint32_t index, std::vector<Signal> inputs) {
        Node& node = tree_.nodes[index];
        if (++calls_ > kMostCalls) {
            if (calls_ == kMostCalls + 1) warn(index, "the forward pass makes too many calls to follow");
            node.work_known = false;
            return Signal::unknown();
        }
        if (node.module->stated_input) inputs.front() = Signal::tensor(*node.module->stated_input);
        const bool is_first = node.calls++ == 0;
        if (is_first) node.input = inputs.front();
        if (!node.waiting.empty()) settle_waiting(node, inputs);
        const std::size_t first_diagnostic = diagnostics_->size();
        const Signal output = pass(index, std::move(inputs));
        locate(first_diagnostic, index);
        if (is_first) node.output = output;
        return output;
    }

    /// Hidden tensors that have a size of an input, now that the inputs are here.
    void settle_waiting(Node& node, const std::vector<Signal>& inputs) {
        const std::vector<std::string>& names = node.block->forward->inputs;
        const auto size = [&](std::string_view symbol) -> std::optional<Polynomial> {
            return size_of_input(symbol, names, inputs);
        };
        std::vector<Tensor> still_waiting;
        for (Tensor& tensor : node.waiting) {
            for (Polynomial& dim : tensor.shape) dim = substitute(dim, size);
            const bool is_known = std::all_of(tensor.shape.begin(), tensor.shape.end(), [&](const Polynomial& dim) {
                return environment_.integer(dim).value_or(-1) >= 0;
            });
            if (!is_known) {
                still_waiting.push_back(std::move(tensor));
                continue;
            }
            node.tensors.push_back(report_of(std::move(tensor), environment_));
            node.tensors.back().hidden = true;
        }
        node.waiting = std::move(still_waiting);
    }

    void tell_waiting(std::uint32_t index) {
        for (const Tensor& tensor : tree_.nodes[index].waiting) {
            warn(index, concat("print() hides the parameter '", tensor.name, "' of this ",
                               tree_.nodes[index].module->type, ", whose size follows from the input: give one"));
        }
    }

    Signal pass(std::uint32_t index, std::vector<Signal> inputs) {
        Node& node = tree_.nodes[index];
        if (node.failed) return unknown_work(node);
        if (node.forward && !has_own_line(node)) return pass_library(index, std::move(inputs));
        if (node.forward) {
            const bool was_contradicted = contradicted_;
            Signal output = pass_forward(index, *node.forward, std::move(inputs));
            contradicted_ = was_contradicted;  // what goes wrong in a line of the text is an error of it
            const Node& told = tree_.nodes[index];
            if (told.children.empty()) tally_own_weights(told.tensors, first_tensor(output), &tree_.nodes[index].work);
            return output;
        }
        if (node.layer.rule) return pass_layer(node, std::move(inputs));
        if (!node.is_list && !inputs.front().is_unknown()) {
            warn_once(
                index,
                concat("how data flows through ", node.module->type,
                       " is not known: FLOPs inside it are left out (a line 'forward(x) = ...' tells)"));
        }
        return unknown_work(node);
    }

    Signal pass_layer(Node& node, std::vector<Signal> inputs) {
        for (Signal& input : inputs) input = first_tensor(input);
        if (!inputs.front().is_tensor()) {
            node.elements_known = false;
            return node.layer.rule->works ? unknown_work(node) : Signal::unknown();
        }
        const std::size_t before = diagnostics_->size();
        bool refused = false;
        Signal output = run_layer(node.layer, *node.arguments, node.tensors, inputs, &node.work, &refused);
        if (refused && inputs.size() > 1 && !node.children.empty()) {
            node.tensors.clear();  // of sizes that its printed children let expect, and that its inputs contradict
            node.parameters_known = false;
        }
        if (diagnostics_->size() != before) node.work_known = false;
        fitted_ = fitted_ || (!node.tensors.empty() && !output.is_unknown());
        return output;
    }

    /// The output of a catalogue layer for inputs that are tensors, its work tallied.
    Signal run_layer(const FoundLayer& layer, const Arguments& arguments,
                     std::span<const TensorReport> tensors, std::span<const Signal> inputs, Work* work,
                     bool* refused) {
        Signal output = inputs.front();
        if (layer.rule->forward) {
            output = layer.rule->forward(LayerCall{arguments, inputs, *work, environment_.cached(), refused});
            contradicted_ = contradicted_ || (*refused && fitted_);
        }
        tally_layer(layer, tensors, inputs.front().dims, first_tensor(output), work);
        return output;
    }

    static Signal unknown_work(Node& node) {
        node.work_known = false;
        return Signal::unknown();
    }

    // ---- forward lines ----

    static bool has_own_line(const Node& node) {
        return node.module->forward && node.forward == &*node.module->forward;
    }

    /// A line of the library is known by a type's name and its children. Where sizes inside do not go together,
    /// the module is another of that name: nothing is known of its work.
    Signal pass_library(std::uint32_t index, std::vector<Signal> inputs) {
        const std::size_t first_diagnostic = diagnostics_->size();
        const Forward& forward = *tree_.nodes[index].forward;
        if (only_hands_on(forward)) return pass_forward(index, forward, std::move(inputs));
        has_used_library_ = true;
        const bool was_contradicted = std::exchange(contradicted_, false);
        Signal output = pass_forward(index, forward, std::move(inputs));
        if (contradicted_) output = disown(index, first_diagnostic);
        contradicted_ = was_contradicted;
        return output;
    }

    /// Where sizes inside a module do not go together, though its text may be right.
    Signal disown(std::uint32_t index, std::size_t first_diagnostic) {
        for (std::size_t i = first_diagnostic; i < diagnostics_->size(); ++i) {
            if ((*diagnostics_)[i].severity == Severity::Error) (*diagnostics_)[i].severity = Severity::Warning;
        }
        warn(index, "sizes inside do not go together: a type here is not the known one of that name, and FLOPs are "
                    "left out (a line 'forward(x) = ...' tells)");
        forget(index);
        kept_.clear();
        return unknown_work(tree_.nodes[index]);
    }

    /// A Sequential is one whatever its sizes: what is wrong inside is no fault of its line.
    static bool only_hands_on(const Forward& forward) {
        const FlowExpression& result = forward.result;
        return forward.bindings.empty() && result.kind == FlowExpression::Kind::Call &&
               result.operands.size() == 1 && result.operands.front().kind == FlowExpression::Kind::Name;
    }

    /// Takes back what a line that does not hold has counted, and the tensors that go with it.
    void forget(std::uint32_t index) {
        Node& top = tree_.nodes[index];
        const auto is_hidden = [](const TensorReport& tensor) { return tensor.hidden; };
        if (std::erase_if(top.tensors, is_hidden) > 0) top.parameters_known = false;
        for (std::uint32_t i = index; i < top.subtree_end; ++i) {
            tree_.nodes[i].work = {};
            tree_.nodes[i].output = Signal::unknown();
            if (tree_.nodes[i].share != Polynomial(1)) tree_.nodes[i].share.reset();
            if (i > index) tree_.nodes[i].calls = 0;
        }
    }

    Signal pass_forward(std::uint32_t index, const Forward& forward, std::vector<Signal> inputs) {
        Scope scope;
        for (std::size_t i = 0; i < forward.inputs.size(); ++i) {
            scope[forward.inputs[i]].value = i < inputs.size() ? inputs[i] : inputs.front();
        }
        for (const Forward::Binding& binding : forward.bindings) {
            scope[binding.name].expression = &binding.value;
        }
        return evaluate_flow(index, forward.result, scope);
    }

    Signal evaluate_flow(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
        switch (expression.kind) {
            case FlowExpression::Kind::Name: return named(index, expression, scope);
            case FlowExpression::Kind::Literal: return Signal::unknown();
            case FlowExpression::Kind::Call: return called(index, expression, scope);
            case FlowExpression::Kind::Operator: return combined(index, expression, scope);
            case FlowExpression::Kind::Tuple:
                return gathered(index, expression, operands(index, expression, scope));
            case FlowExpression::Kind::Index: return picked(index, expression, scope);
        }
        return Signal::unknown();
    }

    Signal named(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
        const auto found = scope.find(expression.name);
        if (found != scope.end()) {
            Binding& binding = found->second;
            if (binding.value) return *binding.value;
            if (binding.open)
                return fail(index, expression, concat("'", expression.name, "' depends on itself"));
            binding.open = true;
            binding.value = evaluate_flow(index, *binding.expression, scope);
            return *binding.value;
        }
        for (const TensorReport& tensor : tree_.nodes[index].tensors) {
            if (tensor.name == expression.name) return Signal::tensor(tensor.shape);
        }
        if (const TensorReport* tensor = tensor_below(index, expression.name)) return Signal::tensor(tensor->shape);
        if (hides(tree_.nodes[index], expression.name)) return unknown_work(tree_.nodes[index]);
        return fail(index, expression,
                    concat("unknown name '", expression.name,
                           "': expected an input, a name bound by 'where', or a "
                           "tensor of the module"));
    }

    /// The tensor of a child that a dotted name reaches: `embed_positions.weight`.
    const TensorReport* tensor_below(std::uint32_t index, std::string_view path) const {
        const std::size_t dot = path.rfind('.');
        if (dot == std::string_view::npos) return nullptr;
        const auto child = tree_.find(index, path.substr(0, dot));
        if (!child) return nullptr;
        const std::vector<TensorReport>& tensors = tree_.nodes[*child].tensors;
        const auto found = std::find_if(tensors.begin(), tensors.end(), [&](const TensorReport& tensor) {
            return tensor.name == path.substr(dot + 1);
        });
        return found == tensors.end() ? nullptr : &*found;
    }

    /// A tensor of the library's rule whose size is not known, which has been told.
    static bool hides(const Node& node, std::string_view name) {
        return node.block && std::any_of(node.block->tensors.begin(), node.block->tensors.end(),
                                         [&](const Tensor& tensor) { return tensor.name == name; });
    }

    Signal called(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
        if (const auto child = tree_.find(index, expression.name)) {
            return call_child(*child, operands(index, expression, scope));
        }
        if (expression.name == "sequence") return sequence(index, operands(index, expression, scope));
        if (expression.name == "outputs") return outputs(index, operands(index, expression, scope));
        if (expression.name == "dense") return dense(index, operands(index, expression, scope));
        if (expression.name == "branches") return branches(index, expression, scope);
        if (expression.name == "each") return each(index, expression, scope);
        if (expression.name == "route") return route(index, expression, scope);
        if (expression.name == "alternate") return alternate(index, expression, scope);
        if (expression.name == "keep") return keep(index, operands(index, expression, scope));
        if (const FlowFunction* function = find_flow_function(expression.name)) {
            return apply(index, expression, *function, scope);
        }
        if (is_flow_function(expression.name)) return apply_layer(index, expression, scope);
        std::vector<Signal> inputs = operands(index, expression, scope);
        if (!expression.optional) {
            note(index, expression,
                 concat("there is no child '", expression.name, "': it passes its input on"));
        }
        return inputs.empty() ? Signal::unknown() : inputs.front();
    }

    Signal call_child(std::uint32_t child, std::vector<Signal> inputs) {
        if (inputs.empty()) inputs.push_back(Signal::unknown());
        if (tree_.nodes[child].is_list) return chain(child, std::move(inputs));
        return call(child, std::move(inputs));
    }

    /// Children one after the other; what follows the first input goes to every one of them.
    Signal chain(std::uint32_t index, std::vector<Signal> inputs) {
        Node& node = tree_.nodes[index];
        if (node.calls++ == 0) node.input = inputs.front();
        for (const std::uint32_t child : tree_.nodes[index].children) {
            inputs.front() = call(child, inputs);
        }
        if (node.calls == 1) node.output = inputs.front();
        return inputs.front();
    }

    Signal sequence(std::uint32_t index, std::vector<Signal> inputs) {
        if (inputs.empty()) return Signal::unknown();
        for (const std::uint32_t child : tree_.nodes[index].children) {
            inputs = {call_child(child, std::move(inputs))};
        }
        return inputs.front();
    }

    /// outputs(x): x through all children in order; what each of them gives, as a tuple.
    Signal outputs(std::uint32_t index, std::vector<Signal> inputs) {
        if (inputs.empty()) return Signal::unknown();
        if (tree_.nodes[index].children.size() > kMostSignals) return unknown_work(tree_.nodes[index]);
        std::vector<Signal> all;
        for (const std::uint32_t child : tree_.nodes[index].children) {
            inputs = {call_child(child, std::move(inputs))};
            all.push_back(inputs.front());
        }
        return Signal::tuple(std::move(all));
    }

    /// dense(x): each child gets x and every output before it, side by side in dimension 1.
    Signal dense(std::uint32_t index, std::vector<Signal> inputs) {
        if (inputs.empty()) return Signal::unknown();
        Signal joined = inputs.front();
        for (const std::uint32_t child : tree_.nodes[index].children) {
            const Integer repeat = environment_.integer(tree_.nodes[child].module->repeat).value_or(0);
            const Signal output = first_tensor(call(child, {joined}));
            if (repeat != 1 || !joined.is_tensor() || !output.is_tensor()) {
                joined = unknown_work(tree_.nodes[index]);
                continue;
            }
            FlowCall cat{{joined, output}, {Value::of_number(1)}, {}, environment_, tree_.nodes[index].work};
            const Result<Signal> both = find_flow_function("cat")->apply(cat);
            if (!both) warn(index, both.error().message);
            joined = both ? *both : unknown_work(tree_.nodes[index]);
        }
        return joined;
    }

    /// The list that the first operand names, and the signals behind it.
    struct ListCall {
        std::uint32_t list;
        std::vector<Signal> inputs;
    };

    std::optional<ListCall> list_call(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
        if (expression.operands.size() < 2 || expression.operands[0].kind != FlowExpression::Kind::Name) {
            fail(index, expression,
                 concat(expression.name, " needs a list of modules and an input: ", expression.name, "(layers, x)"));
            return std::nullopt;
        }
        const FlowExpression& list = expression.operands.front();
        const auto child = tree_.find(index, list.name);
        if (!child) {
            fail(index, list, concat("there is no list of modules '", list.name, "'"));
            return std::nullopt;
        }
        ListCall call{*child, {}};
        for (std::size_t i = 1; i < expression.operands.size(); ++i) {
            call.inputs.push_back(evaluate_flow(index, expression.operands[i], scope));
        }
        return call;
    }

    /// each(list, x, more..., times=1): x through the children of `list`, each given `more` as well.
    Signal each(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
        std::optional<ListCall> call = list_call(index, expression, scope);
        if (!call) return Signal::unknown();
        if (says(expression, "keep") || says(expression, "take")) {
            const auto more = std::vector<Signal>(call->inputs.begin() + 1, call->inputs.end());
            return stepwise(index, expression, {{call->list, more}}, call->inputs.front());
        }
        Integer times = 1;
        for (const FlowExpression::Keyword& keyword : expression.keywords) {
            if (keyword.name == "times") times = environment_.integer(flow::size_of(keyword.value)).value_or(0);
        }
        if (times < 1 || times > kMostRuns) return fail(index, expression, "each needs a known number of times");
        for (; times > 0; --times) call->inputs.front() = chain(call->list, call->inputs);
        return call->inputs.front();
    }

    /// keep(x): x, put on the pile that skip connections take from, the last one first.
    Signal keep(std::uint32_t index, std::vector<Signal> inputs) {
        if (inputs.empty() || kept_.size() >= kMostSignals) return unknown_work(tree_.nodes[index]);
        kept_.push_back(inputs.front());
        return inputs.front();
    }

    static bool says(const FlowExpression& expression, std::string_view name) {
        return std::any_of(expression.keywords.begin(), expression.keywords.end(),
                           [&](const FlowExpression::Keyword& keyword) {
                               return keyword.name == name && keyword.value.boolean;
                           });
    }

    /// alternate(a, b, x, for_a, for_b): x through the first of a, the first of b, the second of a, ...
    Signal alternate(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
        std::vector<ListCall> lists;
        for (std::size_t i = 0; i < 2 && i < expression.operands.size(); ++i) {
            const auto list = tree_.find(index, expression.operands[i].name);
            if (list) lists.push_back({*list, {}});
        }
        if (lists.size() < 2 || expression.operands.size() < 3) {
            return fail(index, expression, "alternate needs two lists of modules and an input");
        }
        std::vector<Signal> inputs;
        for (std::size_t i = 2; i < expression.operands.size(); ++i) {
            inputs.push_back(evaluate_flow(index, expression.operands[i], scope));
        }
        for (std::size_t i = 0; i < 2 && i + 1 < inputs.size(); ++i) lists[i].inputs.push_back(inputs[i + 1]);
        return stepwise(index, expression, lists, inputs.front());
    }

    /// x through the modules of the lists in turn, each given its list's inputs as well. `take=True` first joins the
    /// last kept tensor to x as more channels, `keep=True` keeps what a step gives.
    Signal stepwise(std::uint32_t index, const FlowExpression& expression, const std::vector<ListCall>& lists, Signal x) {
        std::vector<std::vector<std::uint32_t>> modules;
        std::size_t steps = 0;
        for (const ListCall& list : lists) {
            tree_.nodes[list.list].calls++;
            modules.push_back(instances(list.list));
            steps = std::max(steps, modules.back().size());
        }
        if (steps > kMostSignals) return fail(index, expression, "these are too many modules to follow in turn");
        std::map<std::uint32_t, std::pair<Signal, Signal>> seen;  // equal modules do the same
        for (std::size_t step = 0; step < steps; ++step) {
            if (says(expression, "take")) x = joined_with_kept(index, x);
            for (std::size_t i = 0; i < lists.size(); ++i) {
                if (step >= modules[i].size()) continue;
                const std::uint32_t module = modules[i][step];
                const auto [place, is_new] = seen.try_emplace(module, x, Signal::unknown());
                if (is_new) {
                    std::vector<Signal> inputs = lists[i].inputs;
                    inputs.insert(inputs.begin(), x);
                    place->second.second = first_tensor(call_once(module, std::move(inputs)));
                } else if (!same_shape(place->second.first, x)) {
                    return fail(index, expression, "modules that are printed as equal get tensors of different shapes");
                }
                x = place->second.second;
            }
            if (says(expression, "keep")) keep(index, {x});
        }
        return x;
    }

    /// The modules of a list, a repeated one as often as it stands there; of very many, the first.
    std::vector<std::uint32_t> instances(std::uint32_t list) const {
        std::vector<std::uint32_t> all;
        for (const std::uint32_t child : tree_.nodes[list].children) {
            if (all.size() > kMostSignals) break;
            const Integer repeat = environment_.integer(tree_.nodes[child].module->repeat).value_or(0);
            const Integer most = Integer{kMostSignals} + 1;
            all.insert(all.end(), static_cast<std::size_t>(std::clamp(repeat, Integer{0}, most)), child);
        }
        return all;
    }

    Signal joined_with_kept(std::uint32_t index, const Signal& x) {
        Node& node = tree_.nodes[index];
        if (kept_.empty() || !x.is_tensor() || !kept_.back().is_tensor()) return unknown_work(node);
        FlowCall cat{{x, kept_.back()}, {Value::of_number(1)}, {}, environment_, node.work};
        kept_.pop_back();
        const Result<Signal> both = find_flow_function("cat")->apply(cat);
        if (!both) warn(index, both.error().message);
        return both ? *both : unknown_work(node);
    }

    /// branches(list, x, more...): the same inputs to every child of `list`; their outputs as a tuple.
    Signal branches(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
        const std::optional<ListCall> listed = list_call(index, expression, scope);
        if (!listed) return Signal::unknown();
        tree_.nodes[listed->list].calls++;
        std::vector<Signal> all;
        for (const std::uint32_t child : tree_.nodes[listed->list].children) {
            const Integer repeat = environment_.integer(tree_.nodes[child].module->repeat).value_or(0);
            if (repeat < 1 || repeat > kMostRuns) return fail(index, expression, "branches needs known repeats");
            all.insert(all.end(), static_cast<std::size_t>(repeat), call_once(child, listed->inputs));
        }
        return gathered(index, expression, std::move(all));
    }

    /// route(experts, x, weights, k=2): what follows x is computed and not given to the experts. As if each token went to every one of the experts; see count/routing.h.
    Signal route(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
        const std::optional<ListCall> call = list_call(index, expression, scope);
        if (!call) return Signal::unknown();
        const Node& experts = tree_.nodes[call->list];
        if (!experts.share) return unknown_work(tree_.nodes[index]);
        if (!experts.is_list) return call_child(call->list, {call->inputs.front()});
        tree_.nodes[call->list].calls++;
        std::optional<Signal> mixed;
        for (const std::uint32_t child : experts.children) {
            const Signal output = call_once(child, {call->inputs.front()});
            if (mixed && !same_shape(*mixed, output)) {
                return fail(index, expression, "the experts give tensors of different shapes");
            }
            mixed = output;
        }
        return mixed.value_or(Signal::unknown());
    }

    /// A function of shapes. What it needs to know and cannot makes its result unknown, and its work too.
    Signal apply(std::uint32_t index, const FlowExpression& expression, const FlowFunction& function,
                 Scope& scope) {
        FlowCall call{{}, {}, expression.keywords, environment_, tree_.nodes[index].work};
        if (!gather(index, expression, scope, &call, function.takes_tuples)) return unknown_work(tree_.nodes[index]);
        if (call.inputs.size() < function.inputs) {
            return fail(index, expression,
                        concat(function.name, " needs ", to_string(Integer(function.inputs)),
                               " tensors but gets ", to_string(Integer(call.inputs.size()))));
        }
        Result<Signal> result = function.apply(call);
        if (result && result->is_tensor()) tally_function(product(result->dims), function.each, &call.work);
        return checked(index, expression, std::move(result));
    }

    /// A catalogue layer without parameters called as a function: AvgPool2d(x, kernel_size=2).
    Signal apply_layer(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
        FlowCall call{{}, {}, expression.keywords, environment_, tree_.nodes[index].work};
        if (!gather(index, expression, scope, &call) || call.inputs.empty()) {
            return unknown_work(tree_.nodes[index]);
        }
        Module& module = tree_.built.emplace_back();
        module.type = expression.name;
        module.span = module.type_span = expression.span;
        const auto give = [&](const std::string& name, const Value& value, const Span& span) {
            Argument& argument = module.arguments.emplace_back();
            argument.name = name;
            argument.value = value;
            argument.span = span;
        };
        for (const Value& value : call.literals) give("", value, expression.span);
        for (const FlowExpression::Keyword& keyword : expression.keywords) {
            give(keyword.name, keyword.value, keyword.span);
        }
        const FoundLayer layer = find_layer(expression.name);
        const Arguments arguments(*layer.signature, module, environment_.values(), diagnostics_);
        if (arguments.failed()) return unknown_work(tree_.nodes[index]);
        bool refused = false;
        return run_layer(layer, arguments, {}, call.inputs, &call.work, &refused);
    }

    Signal combined(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
        FlowCall call{{}, {}, expression.keywords, environment_, tree_.nodes[index].work};
        if (!gather(index, expression, scope, &call)) {
            tree_.nodes[index].elements_known = false;
            return expression.name == "@" ? unknown_work(tree_.nodes[index]) : Signal::unknown();
        }
        if (call.inputs.empty()) return Signal::unknown();
        if (call.inputs.size() == 1) return call.inputs.front();  // the other operand is a number
        return checked(index, expression, apply_operator(expression.name, call));
    }

    /// A tuple. Tuples of tuples of one name double with every line: there is an end to that.
    Signal gathered(std::uint32_t index, const FlowExpression& expression, std::vector<Signal> items) {
        Signal tuple = Signal::tuple(std::move(items));
        std::size_t left = kMostSignals;
        if (has_at_most(tuple, &left)) return tuple;
        return fail(index, expression, concat("a tuple may hold no more than ", kMostSignals, " tensors"));
    }

    static bool has_at_most(const Signal& signal, std::size_t* left) {
        if (*left == 0) return false;
        --*left;
        return std::all_of(signal.items.begin(), signal.items.end(),
                           [left](const Signal& item) { return has_at_most(item, left); });
    }

    Signal picked(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
        const Signal whole = evaluate_flow(index, expression.operands.front(), scope);
        const std::optional<Integer> position = environment_.integer(expression.literal.number);
        if (whole.kind != Signal::Kind::Tuple) return position == Integer{0} ? whole : Signal::unknown();
        const auto size = static_cast<Integer>(whole.items.size());
        if (!position || *position < -size || *position >= size) {
            return fail(index, expression,
                        concat("the tuple has ", to_string(size), " items, no such index"));
        }
        return whole.items[static_cast<std::size_t>(*position < 0 ? *position + size : *position)];
    }

    // ---- operands ----

    std::vector<Signal> operands(std::uint32_t index, const FlowExpression& expression, Scope& scope) {
        std::vector<Signal> signals;
        for (const FlowExpression& operand : expression.operands) {
            signals.push_back(evaluate_flow(index, operand, scope));
        }
        return signals;
    }

    /// Sorts a call's operands into tensors and plain values; false when a tensor among them is unknown.
    bool gather(std::uint32_t index, const FlowExpression& expression, Scope& scope, FlowCall* call,
                bool takes_tuples = false) {
        bool known = true;
        for (const FlowExpression& operand : expression.operands) {
            if (const std::optional<Value> value = literal_value(index, operand, scope)) {
                call->literals.push_back(*value);
                continue;
            }
            const Signal signal = evaluate_flow(index, operand, scope);
            const auto add = [&](const Signal& item) {
                call->inputs.push_back(first_tensor(item));
                known = known && call->inputs.back().is_tensor();
            };
            const bool is_list = operand.kind == FlowExpression::Kind::Tuple ||
                                 (takes_tuples && signal.kind == Signal::Kind::Tuple);
            if (!is_list) add(signal);
            if (is_list) {
                for (const Signal& item : signal.items) add(item);
            }
        }
        return known;
    }

    /// The operand as a plain value: a literal, or a name that is a hyper-parameter.
    std::optional<Value> literal_value(std::uint32_t index, const FlowExpression& operand, const Scope& scope) const {
        if (operand.kind == FlowExpression::Kind::Literal) return operand.literal;
        if (operand.kind != FlowExpression::Kind::Name || scope.count(operand.name) != 0) return std::nullopt;
        for (const TensorReport& tensor : tree_.nodes[index].tensors) {
            if (tensor.name == operand.name) return std::nullopt;
        }
        if (!environment_.values()(operand.name)) return std::nullopt;
        return Value::of_word(operand.name);
    }

    /// A tuple stands for its first item where one tensor is wanted: LSTM and attention return several.
    static Signal first_tensor(const Signal& signal) {
        if (signal.kind != Signal::Kind::Tuple) return signal;
        return signal.items.empty() ? Signal::unknown() : first_tensor(signal.items.front());
    }

    bool same_shape(const Signal& a, const Signal& b) const {
        const Signal left = first_tensor(a), right = first_tensor(b);
        if (left.kind != right.kind || left.dims.size() != right.dims.size()) return false;
        for (std::size_t i = 0; i < left.dims.size(); ++i) {
            if (!environment_.equal(left.dims[i], right.dims[i])) return false;
        }
        return true;
    }

    // ---- what went wrong ----

    Signal checked(std::uint32_t index, const FlowExpression& expression, Result<Signal> result) {
        return result ? std::move(*result) : fail(index, expression, std::move(result.error().message));
    }

    Signal fail(std::uint32_t index, const FlowExpression& expression, std::string message) {
        report(Severity::Error, index, expression.span, std::move(message));
        contradicted_ = fitted_;
        return unknown_work(tree_.nodes[index]);
    }

    void note(std::uint32_t index, const FlowExpression& expression, std::string message) {
        report(Severity::Note, index, expression.span, std::move(message));
    }

    void warn(std::uint32_t index, std::string message) {
        report(Severity::Warning, index, tree_.nodes[index].module->type_span, std::move(message));
    }

    void warn_once(std::uint32_t index, std::string message) {
        if (warned_types_.insert(tree_.nodes[index].module->type).second) warn(index, std::move(message));
    }

    /// A library line has no place in the user's text: what it says belongs to the module.
    void report(Severity severity, std::uint32_t index, Span span, std::string message) {
        const Node& node = tree_.nodes[index];
        if (!has_own_line(node)) span = node.module->type_span;
        diagnostics_->push_back({severity, std::move(message), span, tree_.path(index)});
    }

    void locate(std::size_t first_diagnostic, std::uint32_t index) {
        for (std::size_t i = first_diagnostic; i < diagnostics_->size(); ++i) {
            if ((*diagnostics_)[i].path.empty()) (*diagnostics_)[i].path = tree_.path(index);
        }
    }

    Tree& tree_;
    const Environment& environment_;
    Diagnostics* diagnostics_;
    std::uint32_t calls_ = 0;
    bool fitted_ = false;        ///< a layer with tensors took what came: the input is right so far
    bool contradicted_ = false;  ///< since then sizes did not go together, and no line has been blamed yet
    bool has_used_library_ = false;
    std::vector<Signal> kept_;  ///< for skip connections: what `keep` put there and nothing took yet
    std::set<std::string> warned_types_;
};

}  // namespace

void run_flow(Tree* tree, const Environment& environment, Diagnostics* diagnostics) {
    FlowRun(tree, environment, diagnostics).run();
}

}  // namespace paramscope
