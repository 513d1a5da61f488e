#include "count/tie_hint.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "count/count.h"

namespace paramscope {
namespace {

/// The note on ties, "" where there is none.
std::string tie_note(std::string_view text) {
    const Report report = count_text(text);
    const auto found =
        std::find_if(report.diagnostics.begin(), report.diagnostics.end(),
                     [](const Diagnostic& d) { return d.message.english().find("tie:") != std::string::npos; });
    return found == report.diagnostics.end() ? "" : found->message.english();
}

TEST(TieHint, OffersTheLineForAnOutputOfTheEmbeddingsShape) {
    const std::string note = tie_note(
        "M(\n  (embed): Embedding(1000, 8)\n  (inner): Linear(8, 8)\n  (head): Linear(8, 1000, "
        "bias=False)\n)");
    EXPECT_NE(note.find("`tie: head.weight = embed.weight` takes 8,000 parameters off"), std::string::npos)
        << note;
}

TEST(TieHint, TheLineItOffersIsRead) {
    const Report report = count_text(
        "tie: head.weight = embed.weight\nM(\n  (embed): Embedding(1000, 8)\n  (head): Linear(8, 1000, "
        "bias=False)\n)");
    EXPECT_EQ(to_string(*report.root()->parameters.value), "8000");
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

}  // namespace
}  // namespace paramscope
