#include "model/read/read_shape.h"

#include "unit/model/model_testing.h"

namespace paramscope {
namespace THIS_FILE {

struct Case {
    const char* text;
    const char* result;
};

/// The inputs, then the errors.
std::string inputs(std::string_view text) {
    Diagnostics diagnostics;
    Reporter reporter(&diagnostics);
    Scanner scanner(text);
    std::string result;
    for (const Input& input : read_inputs(scanner, reporter)) result += dump(input.shape);
    for (const Diagnostic& diagnostic : diagnostics) {
        result += " " + std::to_string(diagnostic.span.begin) + ": " +
                  testing_support::describe(diagnostic.message);
    }
    return result;
}

TEST(ReadShape, Inputs) {
    for (const Case& c : {
             Case{"(1, 3, 224, 224)", "(1, 3, 224, 224)"},
             Case{"(batch, tokens)", "(batch, tokens)"},
             Case{"(1, 3), (1, 10)", "(1, 3)(1, 10)"},
             Case{"[1, 3]", "(1, 3)"},
             Case{"(1,)", "(1)"},
             Case{"()", "()"},
             Case{"(2*d)", "(2*d)"},
             Case{"(2*d) + 1, 3", "(2*d + 1, 3)"},
             Case{"(\n 1,\n 3)", "(1, 3)"},
             Case{"1, 3, 224, 224", "(1, 3, 224, 224)"},
             Case{"batch, d", "(batch, d)"},
             Case{"1x3x224x224", "(1, 3, 224, 224)"},
             Case{"7", "(7)"},
         }) {
        EXPECT_EQ(inputs(c.text), c.result) << c.text;
    }
}

TEST(ReadShape, Mistakes) {
    for (const Case& c : {
             Case{"(1, 3", " 0: parenthesis.unclosed_shape"},
             Case{"(1 3)", " 3: input_shape.expected_comma"},
             Case{"(1), 3", "(1) 5: input_shape.expected"},
         }) {
        EXPECT_EQ(inputs(c.text), c.result) << c.text;
    }
}

TEST(ReadShape, SpansCoverTheShape) {
    const std::string_view text = "(1, 3), (1, 10)  # two";
    Diagnostics diagnostics;
    Reporter reporter(&diagnostics);
    Scanner scanner(text);
    const std::vector<Input> shapes = read_inputs(scanner, reporter);
    ASSERT_EQ(shapes.size(), 2u);
    EXPECT_EQ(covered(text, shapes[1].span), "(1, 10)");
}

}  // namespace
}  // namespace paramscope
