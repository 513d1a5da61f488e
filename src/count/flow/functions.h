// The functions a forward line may call besides its module's children.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "count/environment.h"
#include "layers/layer.h"
#include "layers/signal.h"
#include "layers/work.h"
#include "model/forward.h"

namespace paramscope {

/// One call in a forward line, its operands evaluated: tensors apart from plain values.
struct FlowCall {
    std::vector<Signal> inputs;   ///< the operands that are signals, in order; all tensors
    std::vector<Value> literals;  ///< the positional operands that are values
    const std::vector<FlowExpression::Keyword>& keywords;
    const Environment& environment;
    Work& work;

    const Dims& input(std::size_t i = 0) const { return inputs[i].dims; }
    /// The value named so, or else the literal at `position`.
    const Value* find(std::string_view name, std::size_t position) const;
    /// That value as a whole number; `fallback` when it was not given. Errors when it is no number.
    Result<Integer> integer(std::string_view name, std::size_t position, Integer fallback) const;
    /// That value as an index of a dimension of the first input; negative ones count from the end.
    Result<std::size_t> axis(std::string_view name, std::size_t position, Integer fallback) const;
    /// True when both sizes have the same value.
    bool equal(const Polynomial& a, const Polynomial& b) const;
};

/// A function on shapes: its result's shape, the work it does.
struct FlowFunction {
    std::string_view name;
    std::size_t inputs;  ///< least number of tensors it takes
    Result<Signal> (*apply)(FlowCall&);
    bool takes_tuples = false;    ///< a tuple stands for all its items, not for the first
    ElementOperations each = {};  ///< done for each element of the result
};

/// The function of that name, nullptr when there is none.
const FlowFunction* find_flow_function(std::string_view name);

/// True for every name a forward line may call without a child of that name: functions, `each`, `sequence`
/// and what else calls children,
/// and catalogue types without parameters (`AvgPool2d(x, kernel_size=2)`).
bool is_flow_function(std::string_view name);

/// True for the functions that call all of a module's children: `sequence`, `outputs`, `dense`.
bool calls_all_children(std::string_view name);

/// True for the functions whose first operand names a list of modules: `each`, `branches`, `route`; of
/// `alternate`, the first two do.
bool calls_list(std::string_view name);

/// `a + b` and the other signs: shapes broadcast as in NumPy; `@` multiplies matrices.
Result<Signal> apply_operator(std::string_view sign, FlowCall& call);

}  // namespace paramscope
