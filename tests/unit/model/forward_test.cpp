#include "model/forward.h"
#include "model/read/read.h"

#include "unit/model/model_testing.h"

namespace paramscope {
namespace THIS_FILE {

struct Case {
    const char* text;
    const char* result;
};

std::string parsed(std::string_view text) {
    std::uint32_t end = 0;
    const Result<Forward> forward = parse_forward(text, &end);
    return forward ? dump(*forward) : "error: " + testing_support::describe(forward.error().message);
}

TEST(Forward, Expressions) {
    for (const Case& c : {
             Case{"forward(x) = x", "forward x -> x"},
             Case{"forward(x) = f(x)", "forward x -> f{x}"},
             Case{"forward(x) = g(f(x), 2)", "forward x -> g{f{x} #2}"},
             Case{"forward(x) = layers.0.conv(x)", "forward x -> layers.0.conv{x}"},
             Case{"forward(x) = 1(0(x))", "forward x -> 1{0{x}}"},
             Case{"forward(x) = down?(x) + x", "forward x -> (+ down?{x} x)"},
             Case{"forward(a, b) = a + b*a - b", "forward a b -> (- (+ a (* b a)) b)"},
             Case{"forward(a, b) = a - (b - a)", "forward a b -> (- a (- b a))"},
             Case{"forward(a, b) = a @ b / 2", "forward a b -> (/ (@ a b) #2)"},
             Case{"forward(x) = -x", "forward x -> (- #0 x)"},
             Case{"forward(x) = -1 * x", "forward x -> (* #-1 x)"},
             Case{"forward(x) = x * 1e-05", "forward x -> (* x #1/100000)"},
             Case{"forward(x) = (a(x), b(x))", "forward x -> (a{x} b{x})"},
             Case{"forward(x) = f(x)[0]", "forward x -> f{x}[#0]"},
             Case{"forward(x) = f(x)[-1][i]", "forward x -> f{x}[#-1][i]"},
             Case{"forward(x) = (x)", "forward x -> x"},
             Case{"forward(x) = (x,)", "forward x -> (x)"},
             Case{"forward() = f()", "forward -> f{}"},
             Case{"forward(x) = reshape(x, (2, 3))", "forward x -> reshape{x (#2 #3)}"},
             Case{"forward(x) = reshape(x, (n, 3))", "forward x -> reshape{x (n #3)}"},
             Case{"forward(x) = f(x, 'same', True, None, [1, n])",
                  "forward x -> f{x 'same !True !None [#1 n]}"},
             Case{"forward(层) = 卷积(层)", "forward 层 -> 卷积{层}"},
         }) {
        EXPECT_EQ(parsed(c.text), c.result) << c.text;
    }
}

TEST(Forward, Keywords) {
    for (const Case& c : {
             Case{"forward(x) = cat(x, x, dim=1)", "forward x -> cat{x x dim=#1}"},
             Case{"forward(q) = attention(q, heads=d // 64)", "forward q -> attention{q heads=#floor(d/64)}"},
             Case{"forward(x) = mean(x, dim=(2, 3), keep=True)",
                  "forward x -> mean{x dim=(#2 #3) keep=!True}"},
             Case{"forward(x) = pad(x, mode='same', v=None)", "forward x -> pad{x mode='same v=!None}"},
             Case{"forward(x) = f(x, act=relu)", "forward x -> f{x act=relu}"},
         }) {
        EXPECT_EQ(parsed(c.text), c.result) << c.text;
    }
}

TEST(Forward, Bindings) {
    EXPECT_EQ(parsed("forward(x) = cat(a(s), b(s), dim=1) where s = squeeze(x)"),
              "forward x -> cat{a{s} b{s} dim=#1}; s = squeeze{x}");
    EXPECT_EQ(parsed("forward(x) = a + b where a = f(x), b = g(a)"),
              "forward x -> (+ a b); a = f{x}; b = g{a}");
    EXPECT_EQ(parsed("forward(x) = where(x, 1, 2)"), "forward x -> where{x #1 #2}");
}

TEST(Forward, LineBreaks) {
    EXPECT_EQ(
        parsed(
            "forward(\n  x,\n  y\n) =\n  f(x,  # first\n    y) +\n  g(x)\n  where\n  a = x,\n  b = y\nnext"),
        "forward x y -> (+ f{x y} g{x}); a = x; b = y");
}

TEST(Forward, EndsBeforeWhatFollows) {
    const std::string_view text = "  forward(x) = f(x)  # comment\n  (f): ReLU()";
    std::uint32_t end = 2;
    const Result<Forward> forward = parse_forward(text, &end);
    ASSERT_TRUE(forward);
    EXPECT_EQ(forward->text, "forward(x) = f(x)");
    EXPECT_EQ(covered(text, forward->span), "forward(x) = f(x)");
    EXPECT_EQ(text.substr(end, 3), "  #");

    const std::string_view inline_text = "forward(x) = x (a): ReLU()";
    end = 0;
    ASSERT_TRUE(parse_forward(inline_text, &end));
    EXPECT_EQ(inline_text.substr(end, 4), " (a)");
}

TEST(Forward, Spans) {
    const std::string_view text = "forward(x) = relu(conv1(x) + 0.5, dim=-1)[0]";
    std::uint32_t end = 0;
    const Result<Forward> forward = parse_forward(text, &end);
    ASSERT_TRUE(forward);
    const ForwardExpression& index = forward->result;
    EXPECT_EQ(covered(text, index.span), "relu(conv1(x) + 0.5, dim=-1)[0]");
    const ForwardExpression& call = index.operands[0];
    EXPECT_EQ(covered(text, call.span), "relu(conv1(x) + 0.5, dim=-1)");
    EXPECT_EQ(covered(text, call.operands[0].span), "conv1(x) + 0.5");
    EXPECT_EQ(covered(text, call.operands[0].operands[1].span), "0.5");
    EXPECT_EQ(covered(text, call.keywords[0].span), "dim=-1");
    EXPECT_EQ(covered(text, call.keywords[0].value.span), "-1");
}

TEST(Forward, Errors) {
    struct Mistake {
        const char* text;
        std::uint32_t begin;
        const char* message;
    };
    for (const Mistake& m : {
             Mistake{"forward x", 8, "forward_line.expected(expected: forward_token.opening)"},
             Mistake{"forward(x, ", 11, "forward_line.expected(expected: forward_token.input)"},
             Mistake{"forward(x y) = x", 10,
                     "forward_line.expected(expected: forward_token.input_separator)"},
             Mistake{"forward(x) x", 11,
                     "forward_line.expected(expected: forward_token.equals_after_inputs)"},
             Mistake{"forward(x) = ", 13, "forward_line.expected(expected: forward_token.operand)"},
             Mistake{"forward(x) = x + ", 17, "forward_line.expected(expected: forward_token.operand)"},
             Mistake{"forward(x) = f(x", 14, "parenthesis.unclosed"},
             Mistake{"forward(x) = (x, x", 13, "parenthesis.unclosed"},
             Mistake{"forward(x) = f(x x)", 17, "forward_line.expected(expected: forward_token.separator)"},
             Mistake{"forward(x) = f(x, dim=)", 22,
                     "forward_line.expected(expected: forward_token.keyword_value)"},
             Mistake{"forward(x) = x[", 15, "forward_line.expected(expected: forward_token.index)"},
             Mistake{"forward(x) = x[0", 16, "forward_line.expected(expected: forward_token.index_end)"},
             Mistake{"forward(x) = x? + 1", 15,
                     "forward_line.expected(expected: forward_token.call_of_optional)"},
             Mistake{"forward(x) = 1x", 13, "forward_line.not_a_number(text: 1x)"},
             Mistake{"forward(x) = x where ", 21, "forward_line.expected(expected: forward_token.binding)"},
             Mistake{"forward(x) = x where a", 22,
                     "forward_line.expected(expected: forward_token.equals_after_name)"},
             Mistake{"forward(x) = x where a = x, a = x", 28, "forward_line.bound_twice(name: a)"},
         }) {
        std::uint32_t end = 0;
        const Result<Forward> forward = parse_forward(m.text, &end);
        ASSERT_FALSE(forward) << m.text;
        EXPECT_EQ(testing_support::describe(forward.error().message), m.message) << m.text;
        EXPECT_EQ(forward.error().span.begin, m.begin) << m.text;
    }
}

std::string repeated(std::string_view text, int times) {
    std::string result;
    for (int i = 0; i < times; ++i) result += text;
    return result;
}

TEST(Forward, NestingIsBounded) {
    const std::string most =
        "forward(x) = " + repeated("f(", kDeepestForward - 1) + "x" + repeated(")", kDeepestForward - 1);
    std::uint32_t end = 0;
    EXPECT_TRUE(parse_forward(most, &end));
    for (const std::string& text : {
             "forward(x) = " + repeated("f(", 100000),
             "forward(x) = " + repeated("(", 100000),
             "forward(x) = " + repeated("-", 100000) + "x",
             "forward(x) = x" + repeated(" + x", 100000),
             "forward(x) = x" + repeated("[0]", 100000),
         }) {
        end = 0;
        const Result<Forward> forward = parse_forward(text, &end);
        ASSERT_FALSE(forward);
        EXPECT_EQ(forward.error().code, ErrorCode::TooComplex);
    }
}

TEST(Forward, TextReadsBackTheSame) {
    for (const char* text : {
             "forward(x) = relu(bn2(conv2(relu(bn1(conv1(x))))) + downsample?(x))",
             "forward(q, k) = a(q, k, heads=4*d) * (q + k) / (2 - q) - (q - k)",
             "forward(x) = ((x + x) @ x, (x,), 'a', -1, None)[0] where s = f(x), t = -s",
             "forward() = (1, 2, (3, 4))",
             "forward(x) = (x + x)[0] + f(x)[1]",
         }) {
        std::uint32_t end = 0;
        const Result<Forward> forward = parse_forward(text, &end);
        ASSERT_TRUE(forward) << text;
        EXPECT_EQ(parsed(to_string(*forward)), dump(*forward)) << to_string(*forward);
    }
}

TEST(Forward, DeepNestingAtTheEndHasASpanInsideTheText) {
    const std::string text = "A(\n  forward(x) = " + std::string(kDeepestForward + 1, '-');
    Diagnostics diagnostics;
    read_model_text(text, &diagnostics);
    EXPECT_TRUE(has_errors(diagnostics));
    for (const Diagnostic& diagnostic : diagnostics)
        EXPECT_LE(diagnostic.span.end, text.size()) << diagnostic.message.english();
}

}  // namespace
}  // namespace paramscope
