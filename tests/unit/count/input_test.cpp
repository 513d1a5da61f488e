// Input shapes: parsing, errors, suggestions.
#include "unit/count/support.h"

#include "model/read/read.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

TEST(Input, ShapesAreReadInAnyUsualForm) {
    for (const std::string_view text : {"1,3,224,224", "(1, 3, 224, 224)", "1x3x224x224", "[1,3,224,224]",
                                        "1 3 224 224", "torch.Size([1, 3, 224, 224])", "1 x 3 x 224 x 224",
                                        "1\u00D73\u00D7224\u00D7224", "(1 \u00D7 3 \u00D7 224 \u00D7 224)"}) {
        const auto shapes = parse_input_shapes(text);
        ASSERT_TRUE(shapes) << text;
        ASSERT_EQ(shapes->size(), 1u) << text;
        EXPECT_EQ(to_string(shapes->front()), "(1, 3, 224, 224)") << text;
    }
    for (const std::string_view text : {"None, 3", "(None,3)", "-1,3"}) {
        const auto any_batch = parse_input_shapes(text);
        ASSERT_TRUE(any_batch) << text;
        EXPECT_EQ(to_string(any_batch->front()), "(-1, 3)") << text;
    }
    const auto two = parse_input_shapes("(batch, 3); 1,2");
    ASSERT_TRUE(two);
    EXPECT_EQ(two->size(), 2u);
}

TEST(Input, WrongShapesAreErrors) {
    struct Case {
        std::string_view text, error;
    };
    constexpr Case cases[] = {
        {"(1,2", "shape.expected_bracket"},
        {"abc", "shape.word(word: abc)"},
        {"1 d", "shape.expected_separator"},
        {"torch.Size([1, 2]", "shape.expected_bracket"},
        {"1,2)", "shape.expected_separator"},
        {"1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1,1", "shape.too_many_dimensions(most: 16)"},
    };
    for (const Case& c : cases) {
        const auto shapes = parse_input_shapes(c.text);
        ASSERT_FALSE(shapes) << c.text;
        EXPECT_EQ(describe(shapes.error().message), c.error) << c.text;
    }
    for (const std::string_view text : {"", "1,,2", "(1,2"}) EXPECT_FALSE(parse_input_shapes(text)) << text;
}

TEST(Input, AShapeIsSuggestedByTheFirstLayer) {
    struct Case {
        std::string_view text, shape;
    };
    constexpr Case cases[] = {
        {"Conv2d(3, 8, 3)", "(1, 3, 224, 224)"},
        {"Net(\n  (act): ReLU()\n  (embed): Embedding(10, 4)\n  (fc): Linear(4, 2)\n)", "(1, 128)"},
        {"d = 4\nLinear(d, 2)", "(1, d)"},
        {"LSTM(5, 6)", "(1, 128, 5)"},
        {"ReLU()", ""},
        {"Conv2d(3)", ""},
        // What comes before the first known layer decides, and is not known.
        {"Net(\n  (a): Conv2D<keras>(\n    (parameters): Parameter(320)\n  )\n  (b): Conv2d(32, 64, 3)\n)",
         ""},
    };
    for (const Case& c : cases) {
        Diagnostics ignored;
        const std::optional<Dims> shape = suggest_input(read_model_text(c.text, &ignored));
        EXPECT_EQ(shape ? to_string(*shape) : "", c.shape) << c.text;
    }
}

TEST(Input, OneSizeOfAnImageIsEnough) {
    struct Case {
        std::string_view text, input, taken;
    };
    constexpr Case cases[] = {
        {"Conv2d(3, 8, 3)", "224", "(1, 3, 224, 224)"},
        {"Conv1d(4, 8, 3)", "(16000,)", "(1, 4, 16000)"},
        {"Net(\n  (stem): Conv3d(1, 2, 3)\n)", "32", "(1, 1, 32, 32, 32)"},
        // PyTorch takes an image without a batch here, ...
        {"Conv2d(3, 8, 3)", "3,32,32", "(3, 32, 32)"},
        // ... but not here.
        {"Sequential(\n  (0): Conv2d(3, 8, 3)\n  (1): BatchNorm2d(8)\n)", "3x32x32", "(1, 3, 32, 32)"},
        {"Conv2d(3, 8, 3)", "32x64", "(1, 3, 32, 64)"},
        {"Conv3d(1, 2, 3)", "8,32,32", "(1, 1, 8, 32, 32)"},
        {"Conv2d(3, 8, 3)", "4,32,32", "(4, 32, 32)"},
        {"Linear(8, 2)", "8", "(8,)"},
        {"Embedding(10, 4)", "128", "(128,)"},
    };
    for (const Case& c : cases) {
        CountOptions options;
        options.inputs = *parse_input_shapes(c.input);
        const Report report = count_text(c.text, options);
        ASSERT_EQ(report.inputs.size(), 1u) << c.text;
        EXPECT_EQ(to_string(report.inputs.front()), c.taken) << c.text;
    }
}

TEST(Input, AMissingInputIsNotedWhereThereIsWork) {
    struct Case {
        std::string_view text, note;
    };
    constexpr Case cases[] = {
        {"Linear(2, 3)", "input.missing_suggested(shape: (1, 2))"},
        {"LSTMCell(2, 3)", "input.missing"},
        {"ReLU()", ""},
        {"input = (1, 2)\nLinear(2, 3)", ""},
    };
    for (const Case& c : cases)
        EXPECT_EQ(described_first(count_text(c.text), Severity::Note), c.note) << c.text;
}

}  // namespace THIS_FILE
}  // namespace paramscope
