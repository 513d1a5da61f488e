// Children with the same text are read as if each were the only one.
#include <gtest/gtest.h>

#include <string>

#include "model/read/read.h"
#include "model/read/read_module.h"
#include "unit/model/model_testing.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

std::string places(const Span& span) {
    return std::to_string(span.begin) + "-" + std::to_string(span.end) + " ";
}

std::string places(const Value& value);

std::string places(const Argument& argument) {
    return places(argument.span) + places(argument.value);
}

std::string places(const Value& value) {
    std::string text = places(value.span);
    for (const Value& item : value.items) text += places(item);
    for (const Argument& argument : value.arguments) text += places(argument);
    return text;
}

std::string places(const ForwardExpression& expression) {
    std::string text = places(expression.span) + places(expression.literal);
    for (const ForwardExpression& operand : expression.operands) text += places(operand);
    for (const auto& keyword : expression.keywords) text += places(keyword.span) + places(keyword.value);
    return text;
}

/// Every place in a module and those below it.
std::string places(const Module& module) {
    std::string text = places(module.span) + places(module.type_span) + places(module.repeat_span);
    for (const Argument& argument : module.arguments.list()) text += places(argument);
    for (const Tensor& tensor : module.tensors) text += places(tensor.span);
    if (module.forward) text += places(module.forward->span) + places(module.forward->result);
    if (module.forward)
        for (const Forward::Binding& binding : module.forward->bindings) text += places(binding.value);
    for (const Module& child : module.children) text += "\n" + module.name.str() + places(child);
    return text;
}

constexpr std::string_view kBodies[] = {
    "Linear(in_features=3, out_features=4, bias=True)",
    "Conv2d(3, 8, kernel_size=(3, 3), stride=[2, 2])",
    "ReLU()",
    "Custom(a=Other(1, b=(2, 3)), 'text', mode=row)",
    "Block(\n    (w): Parameter(3, 4)\n    (act): ReLU()\n    forward(x) = act(x, dim=(1, 2)) * w where y = "
    "f(x)\n  )",
    "Block(\n    # a comment\n    (0): Sequential(\n      (0): Linear(2, 3)  # inside\n    )\n  )",
    "Block(\n    (0-3): 4 x Linear(2, 2) @ (1, 2)\n    some words of its own\n  )",
    "Block((a): ReLU() (b): ReLU())",
};

constexpr std::string_view kEnds[] = {"", "  # a comment", " @ (1, 3)", " further text", ","};

/// The second of two children, whose text is that of the first if `first` is "Net".
Module second_child(const std::string& text) {
    Diagnostics diagnostics;
    const Model model = read_model_text(text, &diagnostics);
    EXPECT_EQ(model.root.children.size(), 2U) << text;
    return model.root.children.size() == 2 ? model.root.children[1] : Module();
}

TEST(EqualBodies, AreReadAsOthers) {
    for (const std::string_view body : kBodies) {
        for (const std::string_view end : kEnds) {
            const std::string equal(body);
            std::string other(body);
            other[0] = 'X';  // another type
            for (const std::string_view name : {"1", "a_longer_name"}) {
                const std::string rest =
                    "\n  (" + std::string(name) + "): " + equal + std::string(end) + "\n)\n";
                const Module copied = second_child("Net(\n  (0): " + equal + std::string(end) + rest);
                const Module read = second_child("Net(\n  (0): " + other + std::string(end) + rest);
                EXPECT_EQ(dump(copied), dump(read)) << equal;
                EXPECT_EQ(places(copied), places(read)) << equal;
            }
        }
    }
}

TEST(EqualBodies, WithOtherNumbersAreReadAsOthers) {
    struct Pair {
        std::string_view first, second;
    };
    constexpr Pair pairs[] = {
        {"Linear(in_features=3, out_features=4, bias=True)", "Linear(in_features=1024, out_features=7, bias=True)"},
        {"Linear(in_features=64, out_features=64)", "Linear(in_features=6, out_features=640)"},
        {"Conv2d(3, 8, kernel_size=(3, 3), stride=[2, 2])", "Conv2d(256, 80, kernel_size=(11, 1), stride=[12, 2])"},
        {"Conv2d(3, 8, kernel_size=(3, 3))", "Conv2d(3, 8, kernel_size=(3, 31))"},
        {"Conv2d(3, 8, kernel_size=(3, 3))", "Conv2d(3, 8, kernel_size=(3,))"},
        {"Dropout(p=0.1)", "Dropout(p=0.25)"},
        {"BatchNorm2d(64, eps=1e-05)", "BatchNorm2d(128, eps=1e-05)"},
        {"BatchNorm2d(64, eps=1e-05)", "BatchNorm2d(64, eps=1e-12)"},
        {"Linear(2*d, 3)", "Linear(4*d, 3)"},
        {"Linear(12, 3)", "Linear(1*2, 3)"},
        {"Linear(12, 3)", "Linear(1.5, 3)"},
        {"Linear(12, 3)", "Linear(12345678901234567, 3)"},
        {"Linear(12, 3)", "Linear(1234567890123456789012345678901234567890, 3)"},
        {"Linear(12, 3)", "Linear(007, 3)"},
        {"Linear(12, 3)", "Linear(-12, 3)"},
        {"Upsample(size=float16)", "Upsample(size=float32)"},
        {"Custom(a=Other(1, b=(2, 3)), 'text1', mode=row)", "Custom(a=Other(10, b=(2, 33)), 'text2', mode=row)"},
        {"Custom(a=Other(1, b=(2, 3)), mode=row)", "Custom(a=Other(10, b=(2, 33)), mode=row)"},
        {"Custom(a1=2)", "Custom(a3=4)"},
        {"Custom(1)", "Custom(1)(2)"},
    };
    for (const auto& [first, second] : pairs) {
        std::string other(first);
        other[0] = 'X';  // another type
        const std::string rest = "\n  (1): " + std::string(second) + "\n)\n";
        const Module alike = second_child("Net(\n  (0): " + std::string(first) + rest);
        const Module read = second_child("Net(\n  (0): " + other + rest);
        EXPECT_EQ(dump(alike), dump(read)) << second;
        EXPECT_EQ(places(alike), places(read)) << second;
    }
}

TEST(EqualBodies, ReportTheSameForEach) {
    const std::string wrong = "Block(\n    (a): ReLU()\n    (a): ReLU()\n  )\n";
    Diagnostics diagnostics;
    read_model_text("Net(\n  (0): " + wrong + "  (1): " + wrong + "  (2): " + wrong + ")\n", &diagnostics);
    EXPECT_EQ(diagnostics.size(), 3U);
}

TEST(EqualBodies, CountForTheLimits) {
    const std::size_t width = 400;
    std::string block = "Block(\n";
    for (std::size_t i = 0; i < width; ++i) block += "    (" + std::to_string(i) + "): ReLU()\n";
    block += "  )\n";
    std::string text = "Net(\n";
    for (std::size_t i = 0; i < kMostModules / width + 1; ++i)
        text += "  (" + std::to_string(i) + "): " + block;
    text += ")\n";
    Diagnostics diagnostics;
    read_model_text(text, &diagnostics);
    EXPECT_NE(listed(diagnostics, text).find("model_text.too_many_modules"), std::string::npos);
}

}  // namespace
}  // namespace paramscope
