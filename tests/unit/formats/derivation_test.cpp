// Derivations: every different calculation once, step by step, and never longer than people read.
#include <gtest/gtest.h>

#include <algorithm>

#include "count/count.h"
#include "formats/derivation/derivation.h"
#include "formats/derivation/derivation_plan.h"
#include "formats/derivation/derivation_words.h"

namespace paramscope::formats_test {
namespace THIS_FILE {

std::string derivation(const Report& report, const WriteOptions& options = {}) {
    return derivation_formats()[0].write(report, options);
}

std::string derivation(std::string_view text) {
    return derivation(count_text(text));
}

std::string latex(const Report& report, const WriteOptions& options = {}) {
    return derivation_formats()[1].write(report, options);
}

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

std::size_t occurrences(std::string_view text, std::string_view part) {
    std::size_t count = 0;
    for (std::size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1))
        ++count;
    return count;
}

/// Two layers, and a module nobody knows.
constexpr std::string_view kWithUnknown = R"(d = 4
Net(
  (0-1): 2 x Linear(d, d)
  (odd): Mystery()
)
)";

constexpr std::string_view kTwoStacks = R"(d = 512   # width
l = 6
Net(
  (encoder): ModuleList(
    (0-*): l x Layer(
      (attn): Attention(
        (q): Linear(d, d)
        (k): Linear(d, d)
      )
      (norm): LayerNorm(d)
    )
  )
  (other): Attention(
    (q): Linear(d, d)
    (k): Linear(d, d)
  )
)
)";

TEST(Derivation, TellsALayerInItsOwnTerms) {
    const std::string text = derivation("Net(\n  (fc): Linear(64, 10)\n  (c): Conv2d(3, 96, 11)\n)");
    EXPECT_TRUE(contains(text,
                         "- `fc` — Linear: d\\_in·d\\_out + d\\_out = "
                         "64·10 + 10 = 650\n"))
        << text;
    EXPECT_TRUE(contains(text, "= 3·96·11² + 96 = 34,944\n")) << text;
    EXPECT_TRUE(contains(text, "- Total: **650 + 34,944 = 35,594**\n")) << text;
}

TEST(Derivation, TellsEqualCalculationsOnce) {
    const std::string text = derivation(kTwoStacks);
    EXPECT_EQ(occurrences(text, " Attention `"), 1u) << text;
    EXPECT_TRUE(contains(text,
                         "- `q`, `k` — Linear: d\\_in·d\\_out + d\\_out = "
                         "512·512 + 512 = 262,656 each; 2 of them: 525,312\n"))
        << text;
    EXPECT_TRUE(contains(text, "- `other` — Attention, step 1: 2·d·(d + 1) = 525,312\n")) << text;
}

TEST(Derivation, TellsOneOfARepeatAndThenAll) {
    const std::string text = derivation(kTwoStacks);
    EXPECT_TRUE(contains(text,
                         "- One Layer: 2·d·(d + 2) = 2·512·(512 + 2) = 526,336\n"
                         "- Approximately 2·d² = 524,288, off by 0.39%\n"
                         "- Sum: **6 × 526,336 = 2·d·l·(d + 2) = 3,158,016**\n"))
        << text;
}

TEST(Derivation, GivesWhatItStartsFrom) {
    const std::string text = derivation("d = 8   # width\ninput = (1, d)\nLinear(d, 4*d)");
    EXPECT_TRUE(contains(text, "- d = 8 — width\n")) << text;
    EXPECT_TRUE(contains(text, "- Input: (1, d) = (1, 8)\n")) << text;
}

TEST(Derivation, TellsWorkByWeightsAndPositions) {
    const std::string text = derivation(
        "input = (2, 3, 227, 227)\nNet(\n  (c): Conv2d(3, 96, 11, stride=4)\n  forward(x) = c(x)\n)");
    EXPECT_TRUE(contains(text, "C\\_in·C\\_out·K² × 2 × 55 × 55 = 34,848 × 6,050 = 210,830,400\n")) << text;
    EXPECT_TRUE(contains(text, "**2 × 210,830,400 = 421,660,800**")) << text;
}

TEST(Derivation, NamesSharedTensors) {
    const std::string text =
        derivation("tie: b.weight = a.weight\nNet(\n  (a): Embedding(10, 4)\n  (b): Linear(4, 10)\n)");
    EXPECT_TRUE(contains(text, "`weight` is shared with `a.weight` and adds nothing")) << text;
    EXPECT_TRUE(contains(text, "- Total: **40 + 10 = 50**\n")) << text;
}

TEST(Derivation, SaysWhatIsNotKnown) {
    const std::string text = derivation(kWithUnknown);
    EXPECT_TRUE(contains(text, "- `odd` — Mystery: unknown\n")) << text;
    EXPECT_TRUE(contains(text, "- Total: **at least 2·d·(d + 1) = 2·4·(4 + 1) = 40**\n")) << text;
    EXPECT_TRUE(contains(text, "### What is not known\n\n- `odd` — Mystery\n")) << text;
}

TEST(Derivation, BoundsATotalByItsBasis) {
    const std::string assumed = derivation("Net(\n  (0): GCNConv(3, 4)\n  (1): GCNConv(5, 4)\n)");
    EXPECT_TRUE(contains(assumed, "about")) << assumed;
    EXPECT_FALSE(contains(assumed, "at least")) << assumed;
    const std::string untied = derivation("Net(\n  (a): Embedding(9, 2)\n  (b): Linear(2, 9, bias=False)\n)");
    EXPECT_TRUE(contains(untied, "at most")) << untied;
}

TEST(Derivation, SpeaksChinese) {
    const std::string text = derivation(count_text(kTwoStacks), {.language = Language::Chinese});
    EXPECT_TRUE(contains(text, "## Net：计算过程\n\n### 已知\n")) << text;
    EXPECT_TRUE(contains(text, "- 单个 Layer：2·d·(d + 2)")) << text;
    EXPECT_FALSE(contains(text, "Sum")) << text;
}

TEST(Derivation, HasEveryPhraseInBothLanguages) {
    for (std::size_t i = 0; i < kPhrases; ++i) {
        const auto which = static_cast<Phrase>(i);
        const std::string english = phrase(Language::English, which);
        const std::string chinese = phrase(Language::Chinese, which);
        EXPECT_FALSE(english.empty()) << i;
        EXPECT_FALSE(chinese.empty()) << i;
        EXPECT_LE(std::count(chinese.begin(), chinese.end(), '@'),
                  std::count(english.begin(), english.end(), '@'))
            << english;
    }
}

TEST(Derivation, IsBalancedLatex) {
    Report report = count_text(kWithUnknown);
    report.nodes[2].type = "50%_&{}";
    const std::string text = latex(report);
    EXPECT_EQ(occurrences(text, "\\begin{itemize}"), occurrences(text, "\\end{itemize}"));
    EXPECT_EQ(occurrences(text, "$") % 2, 0u);
    EXPECT_TRUE(contains(text, "50\\%\\_\\&\\{\\}")) << text;
    EXPECT_TRUE(contains(text, "$2 d \\left(d + 1\\right) = 2 \\cdot 4 \\left(4 + 1\\right) = 40$")) << text;
}

TEST(Derivation, EndsNoMarkupByANameFromTheText) {
    Report report = count_text(kWithUnknown);
    report.nodes[2].name = "a`b\n# c";
    const std::string text = derivation(report);
    EXPECT_FALSE(contains(text, "\n# c")) << text;
    EXPECT_TRUE(contains(text, "a\\`b")) << text;
}

TEST(Derivation, StaysShortForManyDifferentModules) {
    std::string model = "Net(\n";
    for (int i = 1; i < 2000; ++i) {
        const std::string n = std::to_string(i);
        model +=
            "  (b" + n + "): Block(\n    (a): Linear(" + n + ", 3)\n    (b): Linear(3, " + n + ")\n  )\n";
    }
    const std::string text = derivation(model + ")");
    EXPECT_LT(text.size(), 20000u);
    EXPECT_TRUE(contains(text, "- and 1959 more modules\n")) << text;
}

TEST(DerivationPlan, TellsNothingDeeperThanAsked) {
    const Report report = count_text(kTwoStacks);
    const DerivationPlan all(report, Subject::Parameters, 4096, 100);
    EXPECT_EQ(all.modules().size(), 3u);
    EXPECT_EQ(all.modules().back(), 0u);
    const DerivationPlan root(report, Subject::Parameters, 0, 100);
    ASSERT_EQ(root.modules().size(), 1u);
    EXPECT_EQ(root.modules()[0], 0u);
    const DerivationPlan few(report, Subject::Parameters, 4096, 2);
    EXPECT_LE(few.modules().size(), 2u);
}

TEST(DerivationPlan, DiffersWhereAFormulaDiffers) {
    const Report report = count_text(
        "d = 4\nNet(\n  (a): B(\n    (x): Linear(d, d)\n  )\n  (b): B(\n    (x): Linear(4, 4)\n  )\n)");
    const DerivationPlan plan(report, Subject::Parameters, 4096, 100);
    EXPECT_NE(plan.kind_of(1), plan.kind_of(3));
    EXPECT_EQ(plan.inside(1), 2u);
}

}  // namespace
}  // namespace paramscope::formats_test
