// Formulas in short symbols: lengths of feature maps and long names of hyper-parameters.
#include "count/explain/named_formula.h"

#include <string>

#include "unit/count/support.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

/// "formula; symbol = what makes it or what it means; ...".
std::string flops_of(const char* text) {
    const Report report = count_text(text);
    const NamedFormula named = named_formula(report, report.root()->facts->flops.formula);
    std::string shown = print(named.formula, Notation::Unicode);
    for (const NamedSize& size : named.sizes) {
        if (!size.made_of.is_zero())
            shown += "; " + size.symbol + " = " + print(size.made_of, Notation::Unicode);
        if (!size.meaning.empty()) shown += "; " + size.symbol + ": " + size.meaning;
    }
    return shown;
}

TEST(NamedFormula, LengthsHaveNames) {
    EXPECT_EQ(flops_of("height = 224\nwidth = 224\ninput = (1, 3, height, width)\n"
                       "Conv2d(3, 64, 7, stride=2, padding=3, bias=False)"),
              "18816·H_out·W_out; H_out = ⌊(height − 1)/2⌋ + 1; W_out = ⌊(width − 1)/2⌋ + 1");
}

TEST(NamedFormula, LengthsOfSeveralLayersAreNumbered) {
    EXPECT_EQ(flops_of("height = 224\ninput = (1, 1, height, 4)\nSequential(\n"
                       "  (0): Conv2d(1, 1, (3, 1), stride=(2, 1), padding=(1, 0))\n"
                       "  (1): Conv2d(1, 1, (3, 1), stride=(2, 1), padding=(1, 0))\n)"),
              "24·H_1 + 24·H_2; H_1 = ⌊(height − 1)/2⌋ + 1; H_2 = ⌊(height − 1)/4⌋ + 1");
}

TEST(NamedFormula, LongNamesHaveASymbol) {
    EXPECT_EQ(flops_of("hidden_size = 8\nintermediate_size = 16\ninput = (1, hidden_size)\n"
                       "Linear(hidden_size, intermediate_size)"),
              "2·d·d_ff; d: hidden_size; d_ff: intermediate_size");
}

TEST(NamedFormula, ASymbolThatIsTakenIsNotUsed) {
    EXPECT_EQ(flops_of("hidden_size = 8\nd = 16\ninput = (1, hidden_size)\nLinear(hidden_size, d)"),
              "2·d·hidden_size");
}

TEST(NamedFormula, ALengthDoesNotTakeTheNameOfAHyperParameter) {
    EXPECT_EQ(flops_of("height = 224\nH_out = 3\ninput = (1, H_out, height, 1)\n"
                       "Conv2d(H_out, 1, (3, 1), stride=(2, 1), padding=(1, 0), bias=False)"),
              "6·H_1·H_out; H_1 = ⌊(height − 1)/2⌋ + 1");
}

TEST(NamedFormula, ItsValueIsThatOfTheFormula) {
    const Report report = count_text(
        "height = 31\nwidth = 17\ninput = (2, 3, height, width)\nSequential(\n"
        "  (0): Conv2d(3, 8, 3, stride=2)\n  (1): Conv2d(8, 8, 3, stride=2)\n)");
    const Quantity& flops = report.root()->facts->flops;
    const NamedFormula named = named_formula(report, flops.formula);
    const Result<Rational> value = evaluate(named.formula, named.values());
    ASSERT_TRUE(value);
    EXPECT_EQ(value->numerator(), *flops.value);
}

}  // namespace
}  // namespace paramscope
