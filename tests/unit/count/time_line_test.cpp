// Time lines: what there is at each moment of a pass, and whose tensors at the peak.
#include "count/cost/time_line.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/ranges.h"
#include "count/count.h"

namespace paramscope {
namespace THIS_FILE {

constexpr std::string_view kChain =
    "batch = 64\ninput = (batch, 32)\nSequential(\n  (0-7): 8 x Sequential(\n    (0): Linear(32, 32)\n"
    "    (1): ReLU()\n  )\n  (8): Linear(32, 4)\n)\n";
constexpr std::string_view kAttention =
    "dtype = float16\nbatch = 1\ntokens = 10\ninput = (batch, tokens, 64)\nMine(\n  (q): Linear(64, 64)\n"
    "  (k): Linear(64, 64)\n  (v): Linear(64, 64)\n  forward(x) = attention(q(x), k(x), v(x))\n)\n";

MemoryOptions training(Optimizer optimizer = Optimizer::Adam) {
    MemoryOptions options;
    options.is_training = true;
    options.optimizer = optimizer;
    return options;
}

/// A plan with its time line.
struct Lined {
    Lined(std::string_view text, const MemoryOptions& options, std::size_t most = kMostDrawnMoments)
        : report(count_text(text)),
          plan(plan_memory(report, options)),
          line(time_line_of(report, plan, most)) {}

    Integer bytes_of(std::size_t moment, std::string_view part) const {
        const auto found = std::find(line.parts.begin(), line.parts.end(), part);
        return found == line.parts.end()
                   ? 0
                   : line.moments[moment].bytes[static_cast<std::size_t>(found - line.parts.begin())];
    }
    const Moment& peak() const { return line.moments[line.peak]; }

    Report report;
    MemoryPlan plan;
    TimeLine line;
};

TEST(TimeLine, ThePeakIsThePlan) {
    MemoryOptions shared = training(), lora = training(), parallel, recomputed = training(Optimizer::Sgd),
                  offloaded = training();
    shared.zero_stage = 3;
    shared.devices = 7;
    lora.adapters.rank = 4;
    parallel.tensor_parallel = parallel.devices = 3;
    recomputed.recomputes = true;
    offloaded.offload = Offload::Parameters;
    for (const std::string_view text : {kChain, kAttention}) {
        for (const MemoryOptions& options : {MemoryOptions(), training(), training(Optimizer::Sgd), shared,
                                             lora, parallel, recomputed, offloaded}) {
            for (const std::size_t most : {4u, 20u, 240u}) {
                const Lined lined(text, options, most);
                ASSERT_FALSE(lined.line.moments.empty());
                EXPECT_LE(lined.line.moments.size(), most);
                EXPECT_EQ(lined.peak().total, *lined.plan.total.value);
                for (const MemoryPart& part : lined.plan.parts)
                    EXPECT_EQ(lined.bytes_of(lined.line.peak, part.name), *part.bytes.value) << part.name;
                // No other moment has more, but for what devices round.
                for (const Moment& moment : lined.line.moments)
                    EXPECT_LE(moment.total, lined.peak().total + 8);
                Integer alive = lined.line.others;
                for (const AliveRow& row : lined.line.alive) alive += row.total;
                EXPECT_EQ(alive, lined.peak().total);
                EXPECT_GE(lined.line.others, 0);
            }
        }
    }
}

TEST(TimeLine, WhatStandsIsThereAlways) {
    const Lined lined(kChain, training());
    for (std::size_t i = 0; i < lined.line.moments.size(); ++i) {
        EXPECT_EQ(lined.bytes_of(i, "weights"), (8 * (32 * 32 + 32) + 33 * 4) * 4);
        EXPECT_EQ(lined.bytes_of(i, "optimizer"), (8 * (32 * 32 + 32) + 33 * 4) * 8);
    }
}

TEST(TimeLine, KeptActivationsGrowAndShrinkAndGradientsGrow) {
    const Lined lined(kChain, training(Optimizer::Sgd));
    const std::vector<Moment>& moments = lined.line.moments;
    const auto backward = std::find_if(moments.begin(), moments.end(), [](const Moment& moment) {
        return moment.stage == PassStage::Backward;
    });
    ASSERT_NE(backward, moments.end());
    const auto first = static_cast<std::size_t>(backward - moments.begin());
    for (std::size_t i = 1; i < first; ++i) {
        EXPECT_GE(lined.bytes_of(i, "activations"), lined.bytes_of(i - 1, "activations"));
        EXPECT_EQ(lined.bytes_of(i, "gradients"), 0);
    }
    for (std::size_t i = first + 1; i + 1 < moments.size(); ++i) {
        EXPECT_LE(lined.bytes_of(i, "activations"), lined.bytes_of(i - 1, "activations"));
        EXPECT_GE(lined.bytes_of(i, "gradients"), lined.bytes_of(i - 1, "gradients"));
    }
    EXPECT_EQ(moments.back().stage, PassStage::Step);
    EXPECT_EQ(lined.bytes_of(moments.size() - 1, "gradients"), (8 * (32 * 32 + 32) + 33 * 4) * 4);
    EXPECT_EQ(lined.bytes_of(moments.size() - 1, "optimizer_step"), 0);
}

TEST(TimeLine, EachMomentNamesTheRowAtWork) {
    const Lined lined(kChain, training(Optimizer::Sgd));
    std::vector<std::string> rows;
    for (const Moment& moment : lined.line.moments) {
        const std::string row = path_with_repeats(lined.report, moment.module);
        if (rows.empty() || rows.back() != row) rows.push_back(row);
    }
    const std::vector<std::string> start = {"Sequential", "0-7.0", "0-7.1", "0-7.0", "0-7.1"};
    ASSERT_GT(rows.size(), start.size());
    EXPECT_TRUE(std::equal(start.begin(), start.end(), rows.begin()));
    EXPECT_TRUE(contains(rows, "8"));
}

/// "layers.0-3.b, layers itself": the rows that are alive at the peak.
std::string alive(const Lined& lined) {
    std::string rows;
    for (const AliveRow& row : lined.line.alive)
        rows += (rows.empty() ? "" : ", ") + path_with_repeats(lined.report, row.module) +
                (row.is_own ? " itself" : "");
    return rows;
}

constexpr std::string_view kBlocks =
    "input = (2, 8)\nNet(\n  (layers): ModuleList(\n    (0-3): 4 x Block(\n      (a): Linear(8, 8)\n"
    "      (b): Linear(8, 8)\n      forward(x) = b(a(x)) + x\n    )\n  )\n  forward(x) = layers(x)\n)\n";

TEST(TimeLine, AliveRowsHaveAllTensorsOfTheirRepeats) {
    const Lined lined(kChain, training(Optimizer::Sgd));
    const AliveRow* const kept = find_where(lined.line.alive, [&](const AliveRow& row) {
        return path_with_repeats(lined.report, row.module) == "0-7.1";
    });
    ASSERT_NE(kept, nullptr);
    EXPECT_EQ(kept->total, Integer(kept->tensors) * 64 * 32 * 4);
    for (std::size_t i = 1; i < lined.line.alive.size(); ++i)
        EXPECT_LE(lined.line.alive[i].total, lined.line.alive[i - 1].total);
}

TEST(TimeLine, AliveRowsAreOpenedWhileThereIsRoom) {
    EXPECT_EQ(alive(Lined(kBlocks, training(Optimizer::Sgd))),
              "layers.0-3.a, layers.0-3.b, Net itself, layers.0-3 itself");
    std::string wide = "input = (2, 8)\nSequential(\n";
    for (int i = 0; i < 30; ++i) wide += "  (" + std::to_string(i) + "): Linear(8, 8)\n";
    const Lined lined(wide + ")\n", training(Optimizer::Sgd));
    EXPECT_EQ(lined.line.alive.size(), kMostAlive);
    EXPECT_TRUE(contains_by(lined.line.alive, &AliveRow::tensors, 3u)) << alive(lined);
}

TEST(TimeLine, GradientsOfRecomputedBlocksAreThoseOfTheirLayers) {
    MemoryOptions options = training(Optimizer::Sgd);
    options.recomputes = true;
    const Lined lined(kBlocks, options);
    const auto found = std::find(lined.line.parts.begin(), lined.line.parts.end(), "gradients");
    ASSERT_NE(found, lined.line.parts.end());
    const auto gradients = static_cast<std::size_t>(found - lined.line.parts.begin());
    for (const AliveRow& row : lined.line.alive) {
        if (row.is_own) {
            EXPECT_EQ(row.bytes[gradients], 0) << alive(lined);
        }
    }
}

TEST(TimeLine, AnOptimizersStepMayBeThePeak) {
    const Lined lined("input = (1, 1000)\nLinear(1000, 1000, bias=False)\n", training());
    EXPECT_EQ(lined.peak().stage, PassStage::Step);
    EXPECT_EQ(lined.bytes_of(lined.line.peak, "optimizer_step"), 4'000'000);
    EXPECT_TRUE(lined.line.alive.empty());
    EXPECT_EQ(lined.line.others, lined.peak().total);
}

TEST(TimeLine, NothingIsKnownWithoutInputs) {
    const Lined lined("Sequential(\n  (0): Linear(8, 8)\n)\n", training());
    EXPECT_TRUE(lined.line.moments.empty());
    EXPECT_TRUE(lined.line.alive.empty());
}

}  // namespace THIS_FILE
}  // namespace paramscope
