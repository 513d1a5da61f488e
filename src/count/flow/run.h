// One forward pass on shapes: what flow.cpp, flow_lines.cpp and flow_lists.cpp share.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "count/environment.h"
#include "count/flow/functions.h"
#include "count/tree.h"
#include "model/forward.h"

namespace paramscope {

/// How often a repeated module whose shape changes is followed step by step.
inline constexpr Integer kMostRuns = 4096;

/// How many tensors a tuple may hold, those of tuples in it included.
inline constexpr std::size_t kMostSignals = 10'000;

/// The pass itself: run_flow makes one and runs it.
class FlowRun {
  public:
    FlowRun(Tree* tree, const Environment& environment, Diagnostics* diagnostics)
        : tree_(*tree), environment_(environment), diagnostics_(diagnostics) {}

    void run();

  private:
    /// A name of a forward line: its value once computed, else the expression to compute.
    struct Binding {
        const FlowExpression* expression = nullptr;
        std::optional<Signal> value;
        bool open = false;  ///< being computed: asking for it again is a cycle
    };
    using Scope = std::map<std::string, Binding, std::less<>>;

    /// Computes a binding unless it is; `asked` is what asks for it.
    void settle(std::uint32_t index, const FlowExpression& asked, Binding& binding, Scope& scope);

    /// The list that the first operand names, and the signals behind it.
    struct ListCall {
        std::uint32_t list;
        std::vector<Signal> inputs;
    };

    // ---- modules: flow.cpp ----
    /// Calls a module with all its repeats: each passes its output on as the next one's first input.
    Signal call(std::uint32_t index, std::vector<Signal> inputs);
    Signal call_once(std::uint32_t index, std::vector<Signal> inputs);
    /// Hidden tensors that have a size of an input, now that the inputs are here.
    void settle_waiting(Node& node, const std::vector<Signal>& inputs);
    void tell_waiting(std::uint32_t index);
    Signal pass(std::uint32_t index, std::vector<Signal> inputs);
    Signal pass_layer(Node& node, std::vector<Signal> inputs);
    /// The output of a catalogue layer for inputs that are tensors, its work tallied.
    Signal run_layer(const FoundLayer& layer, const Arguments& arguments,
                     std::span<const TensorReport> tensors, std::span<const Signal> inputs, Work* work,
                     bool* refused);
    static Signal unknown_work(Node& node);
    static bool has_own_line(const Node& node);
    /// A line of the library is known by a type's name and its children. Where sizes inside do not go
    /// together, the module is another of that name: nothing is known of its work.
    Signal pass_library(std::uint32_t index, std::vector<Signal> inputs);
    /// Where sizes inside a module do not go together, though its text may be right.
    Signal disown(std::uint32_t index, std::size_t first_diagnostic);
    /// A Sequential is one whatever its sizes: what is wrong inside is no fault of its line.
    static bool only_hands_on(const Forward& forward);
    /// Takes back what a line that does not hold has counted, and the tensors that go with it.
    void forget(std::uint32_t index);
    /// A tuple stands for its first item where one tensor is wanted: LSTM and attention return several.
    static Signal first_tensor(const Signal& signal);
    bool same_shape(const Signal& a, const Signal& b) const;

    // ---- forward lines: flow_lines.cpp ----
    Signal pass_forward(std::uint32_t index, const Forward& forward, std::vector<Signal> inputs);
    Signal evaluate_flow(std::uint32_t index, const FlowExpression& expression, Scope& scope);
    Signal named(std::uint32_t index, const FlowExpression& expression, Scope& scope);
    /// The tensor of a child that a dotted name reaches: `embed_positions.weight`.
    const TensorReport* tensor_below(std::uint32_t index, std::string_view path) const;
    /// A tensor of the library's rule whose size is not known, which has been told.
    static bool hides(const Node& node, std::string_view name);
    Signal called(std::uint32_t index, const FlowExpression& expression, Scope& scope);
    /// A function of shapes. What it needs to know and cannot makes its result unknown, and its work too.
    Signal apply(std::uint32_t index, const FlowExpression& expression, const FlowFunction& function,
                 Scope& scope);
    /// A catalogue layer without parameters called as a function: AvgPool2d(x, kernel_size=2).
    Signal apply_layer(std::uint32_t index, const FlowExpression& expression, Scope& scope);
    Signal combined(std::uint32_t index, const FlowExpression& expression, Scope& scope);
    /// A tuple. Tuples of tuples of one name double with every line: there is an end to that.
    Signal gathered(std::uint32_t index, const FlowExpression& expression, std::vector<Signal> items);
    static bool has_at_most(const Signal& signal, std::size_t* left);
    Signal picked(std::uint32_t index, const FlowExpression& expression, Scope& scope);
    std::vector<Signal> operands(std::uint32_t index, const FlowExpression& expression, Scope& scope);
    /// Sorts a call's operands into tensors and plain values; false when a tensor among them is unknown.
    bool gather(std::uint32_t index, const FlowExpression& expression, Scope& scope, FlowCall* call,
                bool takes_tuples = false);
    /// The operand as a plain value: a literal, or a name that is a hyper-parameter.
    std::optional<Value> literal_value(std::uint32_t index, const FlowExpression& operand,
                                       const Scope& scope) const;

    // ---- lists of modules: flow_lists.cpp ----
    Signal call_child(std::uint32_t child, std::vector<Signal> inputs);
    /// Children one after the other; what follows the first input goes to every one of them.
    Signal chain(std::uint32_t index, std::vector<Signal> inputs);
    Signal sequence(std::uint32_t index, std::vector<Signal> inputs);
    /// outputs(x): x through all children in order; what each of them gives, as a tuple.
    Signal outputs(std::uint32_t index, std::vector<Signal> inputs);
    /// dense(x): each child gets x and every output before it, side by side in dimension 1.
    Signal dense(std::uint32_t index, std::vector<Signal> inputs);
    std::optional<ListCall> list_call(std::uint32_t index, const FlowExpression& expression, Scope& scope);
    /// each(list, x, more..., times=1): x through the children of `list`, each given `more` as well.
    Signal each(std::uint32_t index, const FlowExpression& expression, Scope& scope);
    /// keep(x): x, put on the pile that skip connections take from, the last one first.
    Signal keep(std::uint32_t index, std::vector<Signal> inputs);
    static bool says(const FlowExpression& expression, std::string_view name);
    /// alternate(a, b, x, for_a, for_b): x through the first of a, the first of b, the second of a, ...
    Signal alternate(std::uint32_t index, const FlowExpression& expression, Scope& scope);
    /// x through the modules of the lists in turn, each given its list's inputs as well. `take=True` first
    /// joins the last kept tensor to x as more channels, `keep=True` keeps what a step gives.
    Signal stepwise(std::uint32_t index, const FlowExpression& expression, const std::vector<ListCall>& lists,
                    Signal x);
    /// The modules of a list, a repeated one as often as it stands there; of very many, the first.
    std::vector<std::uint32_t> instances(std::uint32_t list) const;
    Signal joined_with_kept(std::uint32_t index, const Signal& x);
    /// branches(list, x, more...): the same inputs to every child of `list`; their outputs as a tuple.
    Signal branches(std::uint32_t index, const FlowExpression& expression, Scope& scope);
    /// route(experts, x, weights, k=2): as if each token went to every one of the experts (see
    /// count/flow/routing.h). What follows x is computed and not given to them.
    Signal route(std::uint32_t index, const FlowExpression& expression, Scope& scope);

    // ---- what went wrong: flow.cpp ----
    Signal checked(std::uint32_t index, const FlowExpression& expression, Result<Signal> result);
    Signal fail(std::uint32_t index, const FlowExpression& expression, Message message);
    void note(std::uint32_t index, const FlowExpression& expression, Message message);
    void warn(std::uint32_t index, Message message);
    void warn_once(std::uint32_t index, Message message);
    /// A library line has no place in the user's text: what it says belongs to the module.
    void report(Severity severity, std::uint32_t index, Span span, Message message);
    void locate(std::size_t first_diagnostic, std::uint32_t index);

    Tree& tree_;
    const Environment& environment_;
    Diagnostics* diagnostics_;
    std::uint32_t calls_ = 0;
    int open_bindings_ = 0;      ///< being computed
    bool fitted_ = false;        ///< a layer with tensors took what came: the input is right so far
    bool contradicted_ = false;  ///< since then sizes did not go together, and no line has been blamed yet
    bool has_used_library_ = false;
    std::vector<Signal> kept_;  ///< for skip connections: what `keep` put there and nothing took yet
    std::set<std::string> warned_types_;
};

}  // namespace paramscope
