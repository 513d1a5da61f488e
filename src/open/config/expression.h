// Expressions of templates: arithmetic, comparisons and `and`, `or`, `not`, `in` over the keys of a config,
// as Python writes them, with items of lists (`layer_types[i]`) and a few functions.
#pragma once

#include <memory>
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

/// Reads `text` as one expression; the error's span lies in `text`.
Result<Expression> parse_template_expression(std::string_view text);

/// What names are worth, and where the first problem goes.
class ExpressionNames {
  public:
    virtual ~ExpressionNames() = default;
    virtual ConfigValue value_of(std::string_view name) = 0;
    /// What a table of the data files has under `name`; `name` itself when it has nothing.
    virtual ConfigValue look_up(std::string_view table, std::string_view name) = 0;
    virtual void report(std::string message, const ConfigValue& culprit) = 0;
};

/// The value of an expression. After a problem, which `names` was told, it is None.
ConfigValue evaluate(const Expression& expression, ExpressionNames& names);

/// The functions that templates may call: name and number of operands, for messages and the check of
/// templates.
bool is_template_function(std::string_view name, std::size_t operands);

}  // namespace paramscope::open
