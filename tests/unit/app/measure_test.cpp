// What pictures show: weights of modules, shares of families, totals over a hyper-parameter.
#include "count/report/measure.h"

#include <gtest/gtest.h>

#include "app/document/curve.h"
#include "count/count.h"

namespace paramscope::app {
namespace THIS_FILE {

constexpr std::string_view kModel = R"(d = 8
dtype = float16
input = (1, d)
Net(
  forward(x) = each(layers, x)
  (layers): ModuleList(
    (0-*): 3 x Block(
      forward(x) = fc(norm(x))
      (fc): Linear(d, d, bias=False)
      (norm): LayerNorm(d)
    )
  )
)
)";

TEST(Weights, HoldAllRepeats) {
    const Report report = count_text(kModel);
    const Weights weights = weigh(report, Measure::Parameters);
    ASSERT_EQ(weights.of.size(), 5u);
    EXPECT_EQ(weights.of[0], 240);
    EXPECT_EQ(weights.of[3], 192);
    EXPECT_EQ(weights.of[4], 48);
    const Weights work = weigh(report, Measure::Flops);
    EXPECT_EQ(work.of[0], 384);
    EXPECT_EQ(work.of[3], 384);
    EXPECT_EQ(work.of[4], 0);
}

TEST(Weights, OfBytesFollowTheType) {
    const Weights weights = weigh(count_text(kModel), Measure::Bytes);
    EXPECT_EQ(weights.of[0], 480);
    EXPECT_EQ(weights.of[3], 384);
    const Weights one = weigh(count_text("Linear(2, 3)"), Measure::Bytes);
    EXPECT_EQ(one.of[0], 36);
}

TEST(Weights, AreNothingWhereNothingIsKnown) {
    const Weights weights = weigh(count_text("Net(\n  (odd): Mystery()\n)"), Measure::Flops);
    EXPECT_EQ(weights.of[0], 0);
    EXPECT_TRUE(weigh(Report{}, Measure::Parameters).of.empty());
}

TEST(Weights, AreTheSameInSteps) {
    const Report report = count_text(kModel);
    for (const Measure measure : {Measure::Parameters, Measure::Flops, Measure::Bytes}) {
        Weighing weighing(report, measure);
        std::size_t steps = 1;
        while (!weighing.advance(2)) ++steps;
        EXPECT_EQ(steps, report.nodes.size());  // each row twice: by itself, and with its children
        const Weights whole = weigh(report, measure), stepped = weighing.take();
        EXPECT_EQ(stepped.of, whole.of);
        EXPECT_EQ(stepped.end, whole.end);
        EXPECT_EQ(stepped.depth, whole.depth);
    }
}

TEST(Measures, OnlyFlopsNeedAnInput) {
    const Report without_input = count_text("Net(\n  (fc): Linear(2, 3)\n)");
    EXPECT_TRUE(needs_input(without_input, Measure::Flops));
    EXPECT_FALSE(needs_input(without_input, Measure::Parameters));
    EXPECT_FALSE(needs_input(without_input, Measure::Bytes));
    const Report without_work = count_text("input = (1, 2)\nNet(\n  (odd): Mystery()\n)");
    EXPECT_FALSE(needs_input(without_work, Measure::Flops));
    EXPECT_FALSE(needs_input(count_text("input = (1, 2)\nReLU()"), Measure::Flops));
    EXPECT_FALSE(needs_input(Report{}, Measure::Flops));
}

TEST(FamilyShares, AddUpToTheWhole) {
    const Report report = count_text(kModel);
    const auto shares = family_shares(Parts(report), weigh(report, Measure::Parameters));
    ASSERT_EQ(shares.size(), 2u);
    EXPECT_EQ(shares[0].family, "linear");
    EXPECT_DOUBLE_EQ(shares[0].share, 0.8);
    EXPECT_EQ(shares[1].family, "normalization");
    EXPECT_DOUBLE_EQ(shares[1].share, 0.2);
}

Curve parameters_curve(std::string_view text, int count) {
    const Report report = count_text(text);
    return curve_of(report, total_of(report, Measure::Parameters), "d", count);
}

TEST(Curve, IsExactAndHasItsLeadingTerms) {
    const Report report = count_text("d = 512\nl = 6\nLinear(d, d)");
    const Curve curve = curve_of(report, total_of(report, Measure::Parameters), "d", 33);
    ASSERT_EQ(curve.samples.size(), 33u);
    EXPECT_TRUE(curve.has_leading);
    EXPECT_EQ(curve.samples.front().at, 32);
    EXPECT_EQ(curve.samples.back().at, 8192);
    EXPECT_EQ(curve.samples[16].at, 512);
    for (const Sample& sample : curve.samples) {
        EXPECT_EQ(sample.exact, sample.at * sample.at + sample.at);
        EXPECT_EQ(sample.leading, sample.at * sample.at);
    }
}

TEST(Curve, HasTheEndsThatAreGiven) {
    const Report report = count_text("d = 512\nLinear(d, d)");
    const Polynomial total = total_of(report, Measure::Parameters);
    const Curve curve = curve_of(report, total, "d", 33, CurveEnds{256, 1024});
    EXPECT_EQ(curve.samples.front().at, 256);
    EXPECT_EQ(curve.samples.back().at, 1024);
    EXPECT_EQ(curve.present, 512);
    EXPECT_EQ(curve.total, 512 * 512 + 512);
}

TEST(Curve, OfBytesFollowsTheType) {
    const Report report = count_text("d = 4\ndtype = float16\nLinear(d, d)");
    EXPECT_EQ(curve_of(report, total_of(report, Measure::Bytes), "d", 1).samples.at(0).exact, 40);
}

TEST(Curve, HasWholeNumbersOnceEach) {
    const Curve curve = parameters_curve("d = 3\nLinear(d, d)", 65);
    double last = 0;
    for (const Sample& sample : curve.samples) {
        EXPECT_EQ(sample.at, static_cast<double>(static_cast<long>(sample.at)));
        EXPECT_GT(sample.at, last);
        last = sample.at;
    }
}

TEST(Curve, EndsWhereNumbersDo) {
    const Curve curve = parameters_curve("d = 10**15\nLinear(d**2, d)", 33);
    EXPECT_FALSE(curve.samples.empty() && curve.present <= 0);
    EXPECT_TRUE(parameters_curve("Linear(2, 2)", 33).samples.empty());
    EXPECT_TRUE(total_of(Report{}, Measure::Flops).is_zero());
}

}  // namespace THIS_FILE
}  // namespace paramscope::app
