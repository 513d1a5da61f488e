// Parses and evaluates expressions of templates: Python's arithmetic, comparisons, `and`, `or`, `not`, `in`
// and indexing over the keys of a config, and a few functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "open/config/value.h"

namespace paramscope::open {

/// A parsed expression.
struct Expression {
    enum class Kind {
        Literal,   ///< `value`
        Name,      ///< `name`
        List,      ///< [a, b]
        Index,     ///< a[b]
        Call,      ///< name(a, b)
        Operator,  ///< `name` between or before its operands
    };

    Kind kind = Kind::Literal;
    std::string name;
    ConfigValue value;
    std::vector<Expression> operands;
};

/// Parses `text` as one expression; the span of an error is in `text`.
Result<Expression> parse_template_expression(std::string_view text);

/// Gives names their values, and takes the problems of an evaluation.
class NameResolver {
  public:
    virtual ~NameResolver() = default;
    virtual ConfigValue value_of(std::string_view name) = 0;
    /// The value of `name` in a table of the data files; `name` itself when the table lacks it.
    virtual ConfigValue look_up(std::string_view table, std::string_view name) = 0;
    virtual void report(Message problem, const ConfigValue& culprit) = 0;
};

/// The value of an expression; None after a problem, which is reported to `names`.
ConfigValue evaluate(const Expression& expression, NameResolver& names);

/// True when templates have a function of that name with so many operands.
bool is_template_function(std::string_view name, std::size_t operands);

}  // namespace paramscope::open
