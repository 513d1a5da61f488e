// Source code that asks for the types of tensors: those of weights, of what layers compute, and those that
// code states.
#include <gtest/gtest.h>

#include <string>

#include "base/concat.h"
#include "unit/open/measured.h"

namespace paramscope::open {
namespace THIS_FILE {

/// A model whose forward pass takes the work of `a`, 8·4 for a row, where the condition holds, else that of
/// `b`, 8·16.
std::string counted(const std::string& condition, const std::string& setup = "",
                    const std::string& after = "") {
    return measured(concat("import torch, torch.nn as nn\n"
                           "class Net(nn.Module):\n"
                           "    def __init__(self):\n"
                           "        super().__init__()\n"
                           "        self.w = nn.Parameter(torch.ones(8))\n"
                           "        self.a = nn.Linear(8, 4)\n"
                           "        self.b = nn.Linear(8, 16)\n",
                           setup,
                           "    def forward(self, x):\n"
                           "        y = self.b(x)\n"
                           "        return self.a(x) if ",
                           condition, " else self.b(x)\n", after),
                    {{2, 8}});
}

constexpr std::string_view kTrue = "188 parameters, 320 MACs", kFalse = "188 parameters, 512 MACs";

TEST(SourceDataTypes, DecideComparisons) {
    const std::pair<std::string, std::string_view> cases[] = {
        {"self.w.dtype == torch.float32", kTrue},
        {"self.w.dtype in (torch.float16, torch.bfloat16)", kFalse},
        {"self.a.weight.dtype != torch.half", kTrue},
        {"y.dtype == torch.float16", kFalse},
        {"(y * self.w[0]).transpose(0, 1).dtype == torch.float32", kTrue},
        {"torch.cat([y, y]).dtype == torch.float32", kTrue},
        {"y.half().dtype == torch.float16", kTrue},
        {"y.to(torch.bfloat16).dtype == torch.bfloat16", kTrue},
        {"y.half().float().dtype == torch.float32", kTrue},
        {"y.half().to(self.w.dtype).dtype == torch.float16", kFalse},
        {"torch.zeros(3, dtype=torch.long).dtype == torch.int64", kTrue},
        {"torch.arange(3).dtype == torch.long", kTrue},
        {"torch.arange(0., 3.).dtype == torch.long", kFalse},
        {"(torch.arange(3) * self.w[:3]).dtype == torch.float32", kTrue},
        {"torch.zeros_like(y).dtype == torch.double", kFalse},
        {"torch.float16 == torch.half", kTrue},
        {"y.index_select(0, x[0].argmax(0, keepdim=True)).dtype == torch.float16", kFalse},
        {"torch.ones(3).argmax().type_as(y).dtype == torch.float32", kTrue},
        {"nn.functional.embedding(y.argmax(-1), self.w[:, None]).dtype == torch.float32", kTrue},
        {"y.to(torch.get_default_dtype()).dtype == torch.float16", kFalse},
    };
    for (const auto& [condition, expected] : cases) EXPECT_EQ(counted(condition), expected) << condition;
}

TEST(SourceDataTypes, AreThoseThatALayerWasMadeWith) {
    const std::string setup = "        self.b = nn.Linear(8, 16, dtype=torch.float16)\n";
    EXPECT_EQ(counted("self.b.weight.dtype == torch.float16", setup), kTrue);
    EXPECT_EQ(counted("y.dtype == torch.float16", setup), kTrue);
    EXPECT_EQ(counted("self.a.weight.dtype == torch.float16", setup), kFalse);
}

TEST(SourceDataTypes, AreNotKnownOnceAModelIsConverted) {
    for (const std::string call : {".half()", ".to(torch.bfloat16)", ".double()"})
        EXPECT_EQ(counted("self.w.dtype == torch.float32", "", concat("model = Net()", call, "\n"))
                      .find("512 MACs"),
                  std::string::npos)
            << call;
}

TEST(SourceDataTypes, AreNotKnownWhereTheTextSetsAnotherUsualOne) {
    const std::string one = "        torch.set_default_dtype(torch.float32)\n";
    const std::string other = "        torch.set_default_dtype(torch.float16)\n";
    EXPECT_EQ(counted("self.w.dtype == torch.float32", one), kTrue);
    EXPECT_NE(counted("self.w.dtype == torch.float32", other), kTrue);
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
