// LineEvaluator: evaluates one forward line of a module on shapes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "count/flow/list_operations.h"
#include "count/functions/functions.h"
#include "model/forward.h"

namespace paramscope {

/// One evaluation of `forward(x, ...) = result where name = ...`: names, calls, operators, tuples and
/// literals.
class LineEvaluator {
  public:
    /// `forward` is the line of the module at index `module`. An input that is not given is the first one.
    /// All pointers and references must outlive the evaluator; `inputs` holds at least one.
    LineEvaluator(FlowRunner* runner, Attempt* attempt, std::uint32_t module, const Forward& forward,
                  const std::vector<Signal>& inputs);

    /// The value of the line's result. Only names that the result needs are computed.
    Signal run();

  private:
    /// An input, or a name bound by `where`.
    struct Binding {
        const ForwardExpression* expression = nullptr;  ///< of a name bound by `where`
        std::optional<Signal> value;                    ///< once computed
        bool is_being_computed = false;                 ///< asking for it now is a cycle
    };

    Signal evaluate(const ForwardExpression& expression);
    /// The result of an operation on `inputs`, which a recorder is told.
    Signal record(std::string_view operation, std::span<const Signal> inputs, Signal result,
                  std::span<const ForwardExpression::Keyword> keywords = {});
    Signal recorded_tensor(std::string_view name, Signal tensor);
    Signal evaluate_name(const ForwardExpression& expression);
    Signal evaluate_call(const ForwardExpression& call);
    Signal evaluate_function(const ForwardExpression& call, const FlowFunction& function);
    /// A catalogue layer without parameters, called as a function: AvgPool2d(x, kernel_size=2).
    Signal evaluate_layer(const ForwardExpression& call, std::string_view type);
    /// A child that does not exist: its input is passed on, with a note unless the name ends in `?`.
    Signal evaluate_missing_child(const ForwardExpression& call);
    /// after(x, more...): x; the others are computed too.
    Signal evaluate_after(const ForwardExpression& call);
    /// unknown(more..., reason='...'): work that is not known, besides that of the operands.
    Signal evaluate_unknown(const ForwardExpression& call);
    Signal evaluate_operator(const ForwardExpression& expression);
    Signal evaluate_index(const ForwardExpression& expression);
    Signal make_tuple(const ForwardExpression& expression, std::vector<Signal> items);

    /// each(list, x, more..., times=1): x through the modules of `list`, each of which also gets `more`.
    Signal evaluate_each(const ForwardExpression& call);
    /// alternate(a, b, x, for_a, for_b): x through the first of a, the first of b, the second of a, ...
    Signal evaluate_alternate(const ForwardExpression& call);
    Signal evaluate_branches(const ForwardExpression& call);
    Signal evaluate_route(const ForwardExpression& call);
    /// The list that the first operand names, and the values of the others; reports an error when there is
    /// none.
    std::optional<ListCall> evaluate_list_call(const ForwardExpression& call);

    /// Sets the value of a binding unless it has one. `use` is where the name is used.
    void compute_binding(const ForwardExpression& use, Binding* binding);
    std::vector<Signal> evaluate_operands(const ForwardExpression& call);
    /// Evaluates the operands as tensors and literals of `result`; false when a tensor among them is unknown.
    bool collect_operands(const ForwardExpression& call, FlowCall* result, bool unpacks_tuples = false);
    /// The operand as a literal: a value, or the name of a hyper-parameter.
    std::optional<Value> literal_of(const ForwardExpression& operand) const;
    /// The quotient, product, sum or difference of two sizes.
    std::optional<Value> computed_literal(const ForwardExpression& operation) const;
    FlowCall empty_call(const ForwardExpression& call, Work* work) const;

    std::optional<TensorReport> find_tensor(std::string_view name) const;
    /// The tensor of a descendant by its dotted name: `embed_positions.weight`.
    std::optional<TensorReport> find_tensor_of_descendant(std::string_view path) const;
    /// True for a tensor of the library's rule. One that is not in the tree has an unknown size and was
    /// reported.
    bool is_tensor_of_rule(std::string_view name) const;

    Signal fail(const ForwardExpression& expression, Message message);
    Signal value_or_fail(const ForwardExpression& expression, Result<Signal> result);
    Node& node() { return runner_.tree().nodes[module_]; }
    const Node& node() const { return runner_.tree().nodes[module_]; }

    FlowRunner& runner_;
    Attempt* attempt_;
    std::uint32_t module_;
    const Forward& forward_;
    ListOperations lists_;
    std::unordered_map<std::string_view, Binding> bindings_;  ///< of forward_
};

}  // namespace paramscope
