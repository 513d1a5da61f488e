// Forward lines: how data flows through a module, as one expression over the names of its children.
//
//     forward(x) = relu(bn2(conv2(relu(bn1(conv1(x))))) + downsample?(x))
//     forward(x) = cat(expand1x1(s), expand3x3(s), dim=1) where s = squeeze(x)
//     forward(q, k, v) = out_proj(attention(w_q(q), w_k(k), w_v(v), heads=h))
//
// A call names a child of the module (with a dotted path also a deeper module) or one of the functions of
// count/functions/functions.cpp (relu, flatten, cat, ...); a child hides a function of the same name. `name?` is a
// child that may be absent and then is the identity. Names bound by `where` are computed once, when first
// used.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/value.h"

namespace paramscope {

/// One node of the expression of a forward line.
struct ForwardExpression {
    enum class Kind {
        Name,      ///< an input, a `where` name, or a tensor of the module: `name`
        Literal,   ///< a number, string, tuple of literals, True/False/None: `literal`
        Call,      ///< name(arguments, keywords)
        Operator,  ///< a binary `+ - * / @` over two operands; `name` is the sign
        Tuple,     ///< (a, b)
        Index,     ///< operand[literal]: an item of a tuple; `literal` is the index
    };

    Kind kind = Kind::Name;
    std::string name;
    bool optional = false;  ///< Call: written `name?(...)`
    Value literal;
    /// Of a Call: the positional arguments; of an Operator, Tuple or Index: the operands.
    std::vector<ForwardExpression> operands;
    struct Keyword;
    std::vector<Keyword> keywords;  ///< Call: `dim=1`
    Span span;
};

struct ForwardExpression::Keyword {
    std::string name;
    Value value;
    Span span;
};

/// One forward line.
struct Forward {
    struct Binding {
        std::string name;
        ForwardExpression value;
    };

    std::vector<std::string> inputs;
    ForwardExpression result;
    std::vector<Binding> bindings;  ///< the `where` part
    std::string text;               ///< as written, for display and for the writer
    Span span;
};

/// Limit for nested calls in a forward line.
inline constexpr int kDeepestForward = 100;

/// Reads the line `forward(x, y) = expression [where name = expression, ...]` that starts at `*offset` of
/// `text`, and moves `*offset` to its end. Line breaks are allowed inside parentheses and after `=`, `,`, an
/// operator or `where`.
Result<Forward> parse_forward(std::string_view text, std::uint32_t* offset);

/// The line as canonical text, for lines that were not read from a text.
std::string to_string(const Forward& forward);

}  // namespace paramscope
