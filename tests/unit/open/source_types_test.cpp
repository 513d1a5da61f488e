// Forward lines of source code say where a pass computes in float32, and what a function of torch is.
#include <gtest/gtest.h>

#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

/// The forward line of a module that returns an expression of y = self.a(x).
std::string line_of(const std::string& expression) {
    const std::string code =
        "import torch\nimport torch.nn as nn\nimport torch.nn.functional as F\n"
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.a = nn.Linear(4, 4)\n"
        "    def forward(self, x):\n        y = self.a(x)\n        return " +
        expression + "\n";
    const std::vector<Dims> inputs = {{2, 4}};
    MemorySource file(code);
    const std::string text =
        open_model(file, "model.py", find_model_format(kSourceFormat), "Net()", inputs).text();
    const std::size_t begin = text.find("forward(x) = ");
    if (begin == std::string::npos) return text;
    return text.substr(begin + 13, text.find('\n', begin) - begin - 13);
}

TEST(SourceTypes, ConversionsToFloat32AreSteps) {
    const struct {
        const char *expression, *line;
    } cases[] = {
        {"y.float()", "float32(a(x))"},
        {"y.to(torch.float32)", "float32(a(x))"},
        {"y.float().tanh().to(y.dtype)", "like_weights(tanh(float32(a(x))))"},
        {"y.to(x.dtype)", "a(x)"},
        {"F.softmax(y, dim=-1, dtype=torch.float32).type_as(y)", "like_weights(softmax(float32(a(x))))"},
        {"y.to('cpu')", "a(x)"},
    };
    for (const auto& c : cases) EXPECT_EQ(line_of(c.expression), c.line) << c.expression;
}

TEST(SourceTypes, FunctionsThatKeepOtherTensorsHaveTheirOwnNames) {
    const struct {
        const char *expression, *line;
    } cases[] = {
        {"torch.erf(y)", "erf(a(x))"},
        {"y ** 2", "pow(a(x))"},
        {"1 / y", "scaled(reciprocal(a(x)))"},
        {"y.max(dim=1)[0]", "max(a(x), dim=1)"},
        {"y.argmax(1)", "argmax(a(x), dim=1)"},
        {"F.dropout(y, 0.1, self.training)", "dropout(a(x), p=0.1)"},
        {"F.dropout(y, 0.0)", "a(x)"},
        {"F.dropout(y, 0.1, training=False)", "a(x)"},
        {"F.dropout(y, p=0.0 if not self.training else 0.2)", "dropout(a(x), p=0.2)"},
        {"F.dropout(y, p=0.3 if self.training else 0.0)", "dropout(a(x), p=0.3)"},
        {"F.group_norm(y, 2)", "F.group_norm(a(x), num_groups=2)"},
        {"F.pad(y, (1, 1))", "pad(a(x), size=(0, 6))"},
        {"F.pad(y[None], (1, 1), mode='reflect')[0]", "resize(reflection_pad, size=(2, 6), dims=(1, 2))"},
        {"y.masked_fill(y > 0, 0.0)", "masked_fill(y, compare(y)) where y = a(x)"},
        {"y * (y > 0)", "y * compare(y) where y = a(x)"},
    };
    for (const auto& c : cases) EXPECT_EQ(line_of(c.expression), c.line) << c.expression;
}

TEST(SourceTypes, FunctionsWhoseMemoryIsNotKnownAreNamed) {
    const struct {
        const char *expression, *line;
    } cases[] = {
        {"y.asin()", "sin(a(x), function='asin')"},
        {"y.cumprod(1)", "scaled(a(x), function='cumprod')"},
        {"y.double()", "scaled(a(x), function='double')"},
        {"y.to(torch.float64)", "scaled(a(x), function='to')"},
        {"torch.fft.fft(y, dim=1)", "repeat(a(x), size=(0, 0), function='fft')"},
        {"y.detach().relu()", "relu(detach(a(x)))"},
    };
    for (const auto& c : cases) EXPECT_EQ(line_of(c.expression), c.line) << c.expression;
}

TEST(SourceTypes, WhatWorksInPlaceSaysSo) {
    const struct {
        const char *expression, *line;
    } cases[] = {
        {"y.mul_(2)", "inplace(scaled(a(x)))"},
        {"y.add_(y.tanh())", "inplace(y + tanh(y)) where y = a(x)"},
        {"y.clamp_(min=0).exp()", "exp(inplace(clamp(a(x))))"},
        {"F.relu(y, inplace=True)", "inplace(relu(a(x)))"},
        {"F.relu(y, True)", "inplace(relu(a(x)))"},
        {"F.silu(y, inplace=False)", "silu(a(x))"},
        {"y.zero_()", "a(x)"},
    };
    for (const auto& c : cases) EXPECT_EQ(line_of(c.expression), c.line) << c.expression;
}

TEST(SourceTypes, ProductsWithNumbersAreSteps) {
    const struct {
        const char *expression, *line;
    } cases[] = {
        {"(y * 2).relu()", "relu(scaled(a(x)))"},
        {"(y.sigmoid() * 2).log()", "log(scaled(sigmoid(a(x))))"},
        {"torch.maximum(y, -y)", "maximum(y, scaled(y)) where y = a(x)"},
        {"y * (1 - y)", "y * scaled(y) where y = a(x)"},
    };
    for (const auto& c : cases) EXPECT_EQ(line_of(c.expression), c.line) << c.expression;
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
