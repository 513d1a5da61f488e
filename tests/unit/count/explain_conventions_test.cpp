// Why conventions differ: totals of each, and the terms that make the difference.
#include "unit/count/support.h"

#include <algorithm>

#include "count/explain/explain_conventions.h"
#include "presets/presets.h"

namespace paramscope {
namespace THIS_FILE {

using namespace testing_support;

Report count_with(std::string_view text, std::string_view convention) {
    CountOptions options;
    options.convention = convention;
    return count_text(text, options);
}

bool is_larger(const ConventionTerm& a, const ConventionTerm& b) {
    return magnitude(a.difference) > magnitude(b.difference);
}

TEST(ExplainConventions, TermsAddUpToTheDifference) {
    for (const Preset& preset : presets()) {
        const Report report = count_text(preset.text);
        const std::vector<ConventionFigure> figures = explain_conventions(report);
        ASSERT_EQ(figures.size(), conventions().size());
        for (const ConventionFigure& figure : figures) {
            SCOPED_TRACE(std::string(preset.name) + " " + std::string(figure.convention->name));
            const Report own = count_with(preset.text, figure.convention->name);
            ASSERT_EQ(figure.total.value.has_value(), own.root()->facts->flops.value.has_value());
            EXPECT_EQ(figure.total.is_complete(), own.root()->facts->flops.is_complete());
            if (!figure.total.value) continue;
            EXPECT_EQ(to_string(*figure.total.value), to_string(*own.root()->facts->flops.value));
            Integer sum = figures.front().total.value.value_or(0);
            for (const ConventionTerm& term : figure.terms) sum += term.difference;
            EXPECT_TRUE(std::is_sorted(figure.terms.begin(), figure.terms.end(), is_larger));
            EXPECT_EQ(to_string(sum), to_string(*figure.total.value));
        }
    }
}

TEST(ExplainConventions, PartsAddUpToTheTotalAndDifferencesToTheDifference) {
    CountOptions training;
    training.mode = Mode::Training;
    for (const Preset& preset : presets()) {
        for (const CountOptions& options : {CountOptions(), training}) {
            const std::vector<ConventionFigure> figures =
                explain_conventions(count_text(preset.text, options));
            for (const ConventionFigure& figure : figures) {
                if (!figure.total.value) continue;
                SCOPED_TRACE(std::string(preset.name) + " " + std::string(figure.convention->name));
                Integer sum = 0;
                for (const ConventionPart& part : figure.parts) {
                    sum += part.amount;
                    EXPECT_EQ(part.amount % part.each, Integer{0});
                }
                EXPECT_EQ(to_string(sum), to_string(*figure.total.value));
                Integer change = 0;
                for (const PartDifference& each : difference_of(figure, figures.back()))
                    change += each.part.amount;
                EXPECT_EQ(to_string(change), to_string(*figure.total.value - *figures.back().total.value));
            }
        }
    }
}

TEST(ExplainConventions, TermsNameFamilyAndOperation) {
    const Report report = count_text("input = (1, 2)\nLinear(2, 3)");
    for (const ConventionFigure& figure : explain_conventions(report)) {
        if (figure.convention->name != "macs") continue;
        EXPECT_EQ(shown(figure.total.value), "6");
        ASSERT_EQ(figure.terms.size(), 1u);
        EXPECT_EQ(figure.terms[0].family, "linear");
        EXPECT_EQ(to_string(figure.terms[0].operation), "linear");
        EXPECT_EQ(shown(figure.terms[0].times), "6");
        EXPECT_EQ(shown(figure.terms[0].difference), "-6");
    }
}

TEST(ExplainConventions, WithoutAnInputThereIsNoTotal) {
    for (const ConventionFigure& figure : explain_conventions(count_text("Linear(2, 3)"))) {
        EXPECT_FALSE(figure.total.value) << figure.convention->name;
        EXPECT_TRUE(figure.terms.empty()) << figure.convention->name;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope
