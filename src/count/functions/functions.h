// FlowFunction: the functions that a forward line may call besides its module's children.
#pragma once

#include <string_view>
#include <vector>

#include "base/result.h"
#include "count/environment/environment.h"
#include "layers/layer.h"
#include "layers/signal.h"
#include "layers/work.h"
#include "model/forward.h"

namespace paramscope {

/// One call in a forward line with its operands evaluated: tensors and literals apart.
struct FlowCall {
    std::vector<Signal> inputs;   ///< the operands that are tensors, in order
    std::vector<Value> literals;  ///< the positional operands that are literals
    const std::vector<ForwardExpression::Keyword>& keywords;
    const Environment& environment;
    Work& work;

    const Dims& input(std::size_t i = 0) const { return inputs[i].dims; }
    /// The keyword `name`, else the literal at `position`, else nullptr.
    const Value* find(std::string_view name, std::size_t position) const;
    /// That value as a whole number; `fallback` when it is not given; an error when it is not one whole
    /// number.
    Result<Integer> integer(std::string_view name, std::size_t position, Integer fallback) const;
    /// That value as a dimension of the first input; negative ones count from the end.
    Result<std::size_t> axis(std::string_view name, std::size_t position, Integer fallback) const;
    /// True when both sizes have the same value.
    bool equal(const Polynomial& a, const Polynomial& b) const;
    /// As equal(), and notes sizes that had to be equal and are not.
    bool expect_equal(const Polynomial& a, const Polynomial& b) const;
    void refuse(Unmet::Kind kind, const Polynomial& actual, const Polynomial& expected) const;
    /// True when both shapes have the same rank and equal sizes.
    bool equal(const Dims& a, const Dims& b) const;
};

/// A function of forward lines.
struct FlowFunction {
    std::string_view name;
    std::size_t inputs;  ///< least number of tensors it takes
    Result<Signal> (*apply)(
        FlowCall&);               ///< returns the result's shape and adds matrix work to the call's work
    bool unpacks_tuples = false;  ///< a tuple is passed as all its items, not as its first
    ElementOperations per_element = {};  ///< operations for each element of the result
};

/// The function of that name, nullptr when there is none. Those that take weights are only found as
/// `F.linear`: children often have their names.
const FlowFunction* find_flow_function(std::string_view name);

/// The name without the `F.` that tells a function from a child of its name.
std::string_view function_name(std::string_view name);

/// True for every name that a forward line may call without having a child of that name: functions,
/// operations on children
/// (`each`, `sequence`, ...), and layer types without parameters (`AvgPool2d(x, kernel_size=2)`).
bool is_flow_function(std::string_view name);

/// True for the functions that call all of a module's children: `sequence`, `outputs`, `dense`.
bool calls_all_children(std::string_view name);

/// True for the functions whose first operand names a list of modules: `each`, `branches`, `route`, and
/// `alternate`, whose first two do.
bool calls_list(std::string_view name);

/// Applies an operator (+ - * / @) to two inputs. Shapes broadcast as in NumPy; `@` is a matrix product.
Result<Signal> apply_operator(std::string_view sign, FlowCall& call);

}  // namespace paramscope
