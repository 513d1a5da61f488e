#include "count/total_range.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/concat.h"
#include "base/ranges.h"
#include "count/compare/causes.h"
#include "count/compare/compare_tensors.h"
#include "count/cost/memory_plan.h"
#include "count/count.h"
#include "formats/support/numbers.h"
#include "model/read/read.h"
#include "model/write.h"
#include "unit/describe.h"

namespace paramscope {
namespace THIS_FILE {

const Quantity& total_of(const Report& report) {
    return report.root()->facts->parameters;
}

TEST(PossibleBuffers, MakeTheTotalARange) {
    struct Case {
        std::string_view text;
        std::string_view total;
        Basis basis;
    };
    const Case cases[] = {
        {"basis: exact\nM(\n  (fc): Linear(2, 3)\n  (w): ParameterOrBuffer(4)\n)", "9 to 13", Basis::Range},
        {"basis: exact\nM(\n  (fc): Linear(2, 3)\n  (w): Parameter(4)\n)", "13", Basis::Exact},
        {"basis: exact\nM(\n  (fc): Linear(2, 3)\n  (w): Buffer(4)\n)", "9", Basis::Exact},
        // Of repeats, in a layer's own place, by hyper-parameters.
        {"basis: exact\nM(\n  (0-2): 3 x Block(\n    (w): ParameterOrBuffer(4)\n    (b): Parameter(1)\n  "
         ")\n)",
         "3 to 15", Basis::Range},
        {"basis: exact\nM(\n  (bn): BatchNorm2d(8, track_running_stats=False\n    (weight): "
         "ParameterOrBuffer(8)\n  )\n)",
         "8 to 16", Basis::Range},
        {"n = 5\nM(\n  (fc): Linear(2, 3)\n  (w): ParameterOrBuffer(n, 2)\n)", "9 to 19", Basis::Range},
        {"basis: exact\nM(\n  (fc): Linear(2, 3)\n  (w): ParameterOrBuffer(0)\n)", "9", Basis::Exact},
        {"basis: exact\nM(\n  (a): Module(\n    (w): ParameterOrBuffer(4)\n  )\n  (b): Module(\n    (w): "
         "Parameter(4)\n  )\n)",
         "4 to 8", Basis::Range},
        // Tied, they add nothing.
        {"tie: w = fc.bias\nbasis: exact\nM(\n  (fc): Linear(2, 3)\n  (w): ParameterOrBuffer(3)\n)", "9",
         Basis::Exact},
        // A lower bound leaves them out; an estimate keeps them while they are few.
        {"basis: partial\nM(\n  (fc): Linear(2, 3)\n  (w): ParameterOrBuffer(4)\n)", "at least 9",
         Basis::Partial},
        {"M(\n  (fc): Linear(2, 3)\n  (w): ParameterOrBuffer(4)\n  (odd): Mystery()\n)", "at least 9",
         Basis::Partial},
        {"basis: approximate\nM(\n  (fc): Linear(20, 30)\n  (w): ParameterOrBuffer(4)\n)", "about 634",
         Basis::Approximate},
        {"basis: approximate\nM(\n  (fc): Linear(2, 3)\n  (w): ParameterOrBuffer(4)\n)", "about 13",
         Basis::Approximate},
        // Beside a tie that is possible, too.
        {"M(\n  (embed): Embedding(100, 8)\n  (w): ParameterOrBuffer(4)\n  (head): Linear(8, 100, "
         "bias=False)\n)",
         "800 to 1,604", Basis::Range},
    };
    for (const Case& c : cases) {
        const Report report = count_text(c.text);
        EXPECT_EQ(total_in_words(report), c.total) << c.text;
        EXPECT_EQ(total_of(report).basis, c.basis) << c.text;
    }
}

TEST(PossibleBuffers, AreNamedWithWhatSettlesThem) {
    std::string text = "basis: exact\nM(\n";
    for (int i = 0; i < 25; ++i) text += concat("  (w", std::to_string(i), "): ParameterOrBuffer(2)\n");
    const Report report = count_text(text + ")");
    EXPECT_EQ(report.possible_buffers.size(), 20u);
    const auto* note = find_where(report.diagnostics, [](const Diagnostic& diagnostic) {
        return diagnostic.message.id() == "buffers.possible";
    });
    ASSERT_NE(note, nullptr);
    EXPECT_EQ(note->severity, Severity::Note);
    EXPECT_EQ(testing_support::describe(note->message),
              "buffers.possible(names: buffers.and_more(names: w0, w1, w2, count: 22), count: 50)");
    EXPECT_EQ(report.parameters_min, Integer{0});
    EXPECT_EQ(report.parameters_max, Integer{50});
}

TEST(PossibleBuffers, AreRangesInTheRowsAroundThem) {
    const Report report = count_text(
        "basis: exact\nM(\n  (fc): Linear(2, 3)\n  (a): Module(\n    (w): ParameterOrBuffer(4)\n  )\n)");
    EXPECT_EQ(exact(report.nodes[1].facts->parameters), "9");
    EXPECT_EQ(exact(report.nodes[2].facts->parameters), "≤ 4");
    EXPECT_EQ(report.nodes[2].facts->buffers.basis, Basis::Partial);
    EXPECT_EQ(report.nodes[1].facts->buffers.basis, Basis::Exact);
}

TEST(PossibleBuffers, StayAsTheyAreInTheText) {
    const std::string text = "basis: exact\n\nM(\n  (w): ParameterOrBuffer(4, dtype=float16)\n)\n";
    Diagnostics diagnostics;
    EXPECT_EQ(write_model_text(read_model_text(text, &diagnostics)), text);
    EXPECT_TRUE(diagnostics.empty());
}

TEST(PossibleBuffers, AreHeldInMemoryWhateverTheyAre) {
    const auto weights = [](std::string_view word) {
        const Report report =
            count_text(concat("basis: exact\nM(\n  (fc): Linear(2, 3)\n  (w): ", word, "(4)\n)"));
        return plan_memory(report, {}).parts.front();
    };
    const MemoryPart open = weights("ParameterOrBuffer"), known = weights("Parameter");
    EXPECT_EQ(open.bytes.value, known.bytes.value);
    EXPECT_EQ(open.bytes.basis, known.bytes.basis);
}

TEST(PossibleBuffers, DifferFromNeither) {
    const auto model = [](std::string_view word) {
        return count_text(concat("basis: exact\nM(\n  (fc): Linear(2, 3)\n  (w): ", word, "(4)\n)"));
    };
    const Report open = model("ParameterOrBuffer");
    for (const char* word : {"Parameter", "Buffer", "ParameterOrBuffer"}) {
        const Report known = model(word);
        EXPECT_TRUE(compare_tensors(open, known).differences.empty()) << word;
        EXPECT_TRUE(compare_tensors(known, open).differences.empty()) << word;
    }
    EXPECT_FALSE(compare_tensors(model("Parameter"), model("Buffer")).differences.empty());
}

}  // namespace THIS_FILE
}  // namespace paramscope
