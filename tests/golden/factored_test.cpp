// Every formula of all shipped models, with common factors taken out, is the same polynomial when read back.
#include <gtest/gtest.h>

#include "algebra/parse.h"
#include "algebra/print.h"
#include "count/explain/explain.h"
#include "golden/support.h"
#include "presets/presets.h"

namespace paramscope::golden {
namespace THIS_FILE {

struct Shown {
    std::size_t formulas = 0, factored = 0;

    void check(const Polynomial& formula) {
        const std::string text = print_factored(formula, Notation::Plain);
        const Result<Polynomial> read = parse_expression(text);
        ASSERT_TRUE(read) << text;
        EXPECT_EQ(*read, formula) << text;
        ++formulas;
        if (text != print(formula, Notation::Plain)) ++factored;
    }
};

TEST(Factored, IsTheSamePolynomialInAllShippedModels) {
    Shown shown;
    for (const Preset& preset : presets()) {
        SCOPED_TRACE(preset.name);
        const Report report = count_text(preset.text);
        for (std::size_t i = 0; i < report.nodes.size(); ++i) {
            for (const Subject subject :
                 {Subject::Parameters, Subject::Macs, Subject::Flops, Subject::Activations}) {
                const Explanation explained = explain(report, i, subject);
                shown.check(explained.total.formula);
                shown.check(explained.named.formula);
                if (explained.layer) shown.check(explained.layer->formula);
                if (explained.approximation) shown.check(explained.approximation->formula);
                for (const NamedSize& size : explained.named.sizes) shown.check(size.made_of);
            }
        }
    }
    EXPECT_GT(shown.formulas, 10'000u);
    EXPECT_GT(shown.factored, 200u);
}

}  // namespace
}  // namespace paramscope::golden
