#include "count/possible_ties.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "count/count.h"
#include "unit/describe.h"

namespace paramscope {
namespace THIS_FILE {

/// The note on possible ties, "" where there is none.
std::string tie_note(std::string_view text) {
    const Report report = count_text(text);
    const auto found = std::find_if(report.diagnostics.begin(), report.diagnostics.end(),
                                    [](const Diagnostic& d) { return d.message.id() == "tie.possible"; });
    return found == report.diagnostics.end() ? "" : testing_support::describe(found->message);
}

TEST(TieHint, OffersTheLineForAnOutputOfTheEmbeddingsShape) {
    EXPECT_EQ(
        tie_note("M(\n  (embed): Embedding(1000, 8)\n  (inner): Linear(8, 8)\n  (head): Linear(8, 1000, "
                 "bias=False)\n)"),
        "tie.possible(tied: head, source: embed, count: 8,000)");
}

TEST(TieHint, TheLineItOffersIsRead) {
    const Report report = count_text(
        "tie: head.weight = embed.weight\nM(\n  (embed): Embedding(1000, 8)\n  (head): Linear(8, 1000, "
        "bias=False)\n)");
    EXPECT_EQ(to_string(*report.root()->facts->parameters.value), "8000");
}

TEST(TieHint, IsSilentWhereThereIsNothingToTell) {
    for (const char* text :
         {"M(\n  (embed): Embedding(1000, 8)\n  (head): Linear(8, 999)\n)",
          "M(\n  (a): Linear(8, 8)\n  (b): Linear(8, 8)\n)",
          "V = 9\nM(\n  (embed): Embedding(V, 8)\n  (head): Linear(8, V)\n)",
          "tie: head.weight = embed.weight\nM(\n  (embed): Embedding(9, 8)\n  (head): Linear(8, 9)\n)"}) {
        EXPECT_EQ(tie_note(text), "") << text;
    }
}

TEST(TieHint, OfAPrintBesideASettingThatNoModuleUses) {
    const char* print = "M(\n  (embed): Embedding(1000, 8)\n  (head): Linear(8, 1000, bias=False)\n)";
    for (const char* setting : {"lr = 0.001\n", "epochs = 10\nbatch = 32\n"}) {
        const Report report = count_text(std::string(setting) + print);
        EXPECT_EQ(report.root()->facts->parameters.basis, Basis::Range) << setting;
        EXPECT_EQ(report.possible_ties.size(), 1u) << setting;
    }
    // A setting that the model uses makes it a model text, which states its ties.
    for (const char* text :
         {"d = 8\nM(\n  (embed): Embedding(1000, d)\n  (head): Linear(d, 1000, bias=False)\n)",
          "n = 2\nM(\n  (embed): Embedding(1000, 8)\n  (mid): n x Linear(8, 8)\n  (head): Linear(8, 1000)\n)",
          "n = 2\nM(\n  (embed): Embedding(1000, 8)\n  (w): Parameter(n, 8)\n  (head): Linear(8, 1000)\n)"}) {
        const Report report = count_text(text);
        EXPECT_EQ(report.root()->facts->parameters.basis, Basis::Exact) << text;
        EXPECT_TRUE(report.possible_ties.empty()) << text;
    }
}

}  // namespace
}  // namespace paramscope
