#include "count/compare/compare_tensors.h"

#include <gtest/gtest.h>

#include "count/count.h"

namespace paramscope {
namespace THIS_FILE {

/// "kind path" for each difference, then how many are the same.
std::string differences(const std::string& left, const std::string& right) {
    const Report a = count_text(left), b = count_text(right);
    const TensorComparison comparison = compare_tensors(a, b);
    std::string text;
    for (const TensorDifference& difference : comparison.differences) {
        text += std::string(to_string(difference.kind)) + " " +
                (difference.left ? difference.left->path : difference.right->path) + "; ";
    }
    return text + std::to_string(comparison.same) + " same";
}

struct Case {
    const char* what;
    const char* left;
    const char* right;
    const char* differences;
};

void PrintTo(const Case& c, std::ostream* stream) {
    *stream << c.what;
}

class Comparisons : public testing::TestWithParam<Case> {};

TEST_P(Comparisons, TellWhatDiffers) {
    EXPECT_EQ(differences(GetParam().left, GetParam().right), GetParam().differences);
}

const Case kCases[] = {
    {"the same", "N(\n  (a): Linear(2, 3)\n)", "M(\n  (a): Linear(2, 3)\n)", "2 same"},
    {"another number of layers", "N(\n  (l): ModuleList(\n    (0-2): 3 x Linear(2, 2)\n  )\n)",
     "N(\n  (l): ModuleList(\n    (0): Linear(2, 2)\n    (1): Linear(2, 2)\n  )\n)",
     "only-left l.2.weight; only-left l.2.bias; 4 same"},
    {"expressions are their values", "d = 4\nLinear(d, 2*d)", "Linear(4, 8)", "2 same"},
    {"a shape", "Linear(2, 3)", "Linear(2, 4)", "shape weight; shape bias; 0 same"},
    {"a bias", "Linear(2, 3, bias=False)", "Linear(2, 3)", "only-right bias; 1 same"},
    {"a type that both state", "dtype = float16\nLinear(2, 3)", "dtype = bfloat16\nLinear(2, 3)",
     "dtype weight; dtype bias; 0 same"},
    {"a type that one leaves open", "dtype = float16\nLinear(2, 3)", "Linear(2, 3)", "2 same"},
    {"a tie that one leaves open",
     "tie: b.weight = a.weight\nN(\n  (a): Embedding(3, 2)\n  (b): Linear(2, 3, bias=False)\n)",
     "N(\n  (a): Embedding(3, 2)\n  (b): Linear(2, 3, bias=False)\n)", "2 same"},
    {"the same in a model with more around it",
     "M(\n  (m): N(\n    (a): Embedding(3, 2)\n    (b): Linear(2, 3, bias=False)\n  )\n)",
     "tie: b.weight = a.weight\nN(\n  (a): Embedding(3, 2)\n  (b): Linear(2, 3, bias=False)\n)", "2 same"},
    {"a bias that is tied with its weight, of which the other text shows neither",
     "tie: p.decoder.weight = e.weight\ntie: p.decoder.bias = p.bias\n"
     "BertForMaskedLM(\n  (e): Embedding(3, 2)\n  (p): BertLMPredictionHead(\n    (bias): Parameter(3)\n"
     "    (decoder): Linear(2, 3)\n  )\n)",
     "BertForMaskedLM(\n  (e): Embedding(3, 2)\n  (p): BertLMPredictionHead(\n    (decoder): Linear(2, 3)\n  "
     ")\n)",
     "4 same"},
    {"a tie", "tie: b.weight = a.weight\nN(\n  (a): Embedding(3, 2)\n  (b): Linear(2, 3, bias=False)\n)",
     "tie: none\nN(\n  (a): Embedding(3, 2)\n  (b): Linear(2, 3, bias=False)\n)", "sharing b.weight; 1 same"},
    {"a buffer", "N(\n  (t): Parameter(3)\n)", "N(\n  (t): Buffer(3)\n)", "role t; 0 same"},
    {"a part of the other", "N(\n  (model): M(\n    (a): Linear(2, 3)\n  )\n  (head): Linear(3, 4)\n)",
     "M(\n  (a): Linear(2, 3)\n)", "only-left head.weight; only-left head.bias; 2 same"},
    {"nothing in common", "N(\n  (a): Linear(2, 3, bias=False)\n)", "N(\n  (b): Linear(2, 3, bias=False)\n)",
     "only-left a.weight; only-right b.weight; 0 same"},
};

INSTANTIATE_TEST_SUITE_P(Table, Comparisons, testing::ValuesIn(kCases));

TEST(Comparison, SaysWhichPrefixIsPassedOver) {
    const Report part = count_text("M(\n  (a): Linear(2, 3)\n  (b): Linear(2, 3)\n)");
    const Report whole = count_text("N(\n  (m): M(\n    (a): Linear(2, 3)\n    (b): Linear(2, 3)\n  )\n)");
    EXPECT_EQ(compare_tensors(whole, part).left_prefix, "m.");
    EXPECT_EQ(compare_tensors(part, whole).right_prefix, "m.");
    EXPECT_EQ(compare_tensors(part, whole).same, 4u);
}

TEST(Comparison, EndsWithMoreTensorsThanItNames) {
    const Report huge = count_text("N(\n  (0-999999999999): 1000000000000 x Linear(1, 1)\n)");
    const TensorComparison comparison = compare_tensors(huge, huge);
    EXPECT_FALSE(comparison.is_complete);
    EXPECT_TRUE(comparison.differences.empty());
}

TEST(Comparison, PairsTensorsOfOneNameInTheirOrder) {
    const Report twice = count_text("M(\n  (a): Linear(2, 3)\n  (a): Linear(4, 5)\n)");
    const TensorComparison comparison = compare_tensors(twice, twice);
    EXPECT_TRUE(comparison.differences.empty());
    EXPECT_EQ(comparison.same, 4u);
}

}  // namespace THIS_FILE
}  // namespace paramscope
