// The memory of a pass as a picture: where moments and parts are, and its SVG.
#include "formats/pictures/time_line_picture.h"

#include <gtest/gtest.h>

#include "count/count.h"
#include "formats/picture_words.h"
#include "formats/writers.h"

namespace paramscope {
namespace THIS_FILE {

constexpr std::string_view kNet =
    "batch = 4096\ninput = (batch, 32)\nSequential(\n  (0): Linear(32, 64)\n  (1): ReLU()\n  (2): Linear(64, "
    "4)\n)\n";

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

MemoryOptions training(Optimizer optimizer) {
    MemoryOptions options;
    options.is_training = true;
    options.optimizer = optimizer;
    return options;
}

std::string svg_of(std::string_view text, const MemoryOptions& memory,
                   Language language = Language::English) {
    const Report report = count_text(text);
    const MemoryPlan plan = plan_memory(report, memory);
    WriteOptions options;
    options.plan = &plan;
    options.language = language;
    return write_time_line(report, options);
}

/// A line of moments with so many bytes of weights and activations; the last is the optimizer's step.
TimeLine line_of(std::initializer_list<std::pair<Integer, Integer>> moments) {
    TimeLine line;
    line.parts = {"weights", "activations"};
    line.standing = 1;
    for (const auto& [weights, activations] : moments)
        line.moments.push_back({PassStage::Forward, 0, {weights, activations}, weights + activations});
    line.moments.back().stage = PassStage::Step;
    return line;
}

TEST(TimeLinePicture, EachPartHasAColourAndAName) {
    for (const std::string_view part : kMemoryParts) {
        EXPECT_FALSE(family_of_part(part).empty()) << part;
        for (const Language language : {Language::English, Language::Chinese})
            EXPECT_FALSE(time_line_words(language).of(part).empty()) << part;
    }
}

TEST(TimeLinePicture, EachFormOfTrainingIsDrawn) {
    MemoryOptions gathered = training(Optimizer::Adam), copied = gathered, offloaded = gathered;
    gathered.zero_stage = 3;
    gathered.devices = 8;
    copied.adapters = {4, "0", "2"};
    offloaded.offload = Offload::Parameters;
    for (const auto& [options, part] :
         {std::pair(gathered, "gathered layers"), std::pair(copied, "copies of modules"),
          std::pair(offloaded, "gathered layers")}) {
        EXPECT_TRUE(contains(svg_of(kNet, options), part)) << part;
    }
}

TEST(TimeLinePicture, FindsMomentsAndParts) {
    const TimeLine line = line_of({{10, 0}, {10, 30}, {10, 10}, {10, 20}});
    const TimeLineLayout layout(line, TimeLineStyle());
    const Box area = layout.area();
    EXPECT_FLOAT_EQ(layout.x(0), area.x);
    EXPECT_FLOAT_EQ(layout.x(4), area.x + area.w);
    EXPECT_FLOAT_EQ(layout.y(0), area.y + area.h);
    EXPECT_FLOAT_EQ(layout.y(40), area.y);
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_EQ(layout.moment_at(layout.x(i) + 1), i);
        EXPECT_EQ(layout.moment_at(layout.x(i + 1) - 1), i);
    }
    EXPECT_FALSE(layout.moment_at(area.x - 1));
    EXPECT_FALSE(layout.moment_at(area.x + area.w + 1));
    EXPECT_EQ(layout.part_at(1, layout.y(5)), 0u);
    EXPECT_EQ(layout.part_at(1, layout.y(25)), 1u);
    EXPECT_EQ(layout.part_at(2, layout.y(25)), std::nullopt);
}

TEST(TimeLinePicture, WhatStandsHasAScaleOfItsOwnWhereThePassWouldHaveNoRoom) {
    EXPECT_EQ(TimeLineLayout(line_of({{10, 0}, {10, 30}}), TimeLineStyle()).least(), 0);
    const TimeLine flat = line_of({{1000, 0}, {1000, 10}});
    const TimeLineLayout layout(flat, TimeLineStyle());
    const Box area = layout.area();
    EXPECT_EQ(layout.least(), 1000);
    EXPECT_FLOAT_EQ(layout.y(0), area.y + area.h);
    EXPECT_FLOAT_EQ(layout.y(1010), area.y);
    EXPECT_GT(layout.y(1005) - layout.y(1010), area.h / 4);
    EXPECT_NEAR(layout.y(500) - layout.y(1000), layout.y(0) - layout.y(500), 0.01);
    EXPECT_EQ(layout.part_at(1, layout.y(1005)), 1u);
}

TEST(TimeLinePicture, NamesStagesPartsAndThePeak) {
    const std::string svg = svg_of(kNet, training(Optimizer::Sgd));
    for (const std::string_view words :
         {"memory of training with SGD, float32", ">forward pass<", ">backward pass<", ">optimizer's step<",
          ">activations 1.", ">weights 9.49 kB<", ">peak: ≈ ", "<title>activations</title></path>"})
        EXPECT_TRUE(contains(svg, words)) << words << "\n" << svg;
    const std::string chinese = svg_of(kNet, training(Optimizer::Sgd), Language::Chinese);
    for (const std::string_view words :
         {"训练的内存，SGD，float32", ">前向<", ">反向<", ">激活值 1.", ">峰值：≈ "})
        EXPECT_TRUE(contains(chinese, words)) << words;
    const std::string inference = svg_of(kNet, {});
    EXPECT_TRUE(contains(inference, "memory of inference, float32"));
    EXPECT_FALSE(contains(inference, "backward"));
}

TEST(TimeLinePicture, SaysThatNothingIsKnownWithoutAnInput) {
    EXPECT_TRUE(contains(svg_of("Sequential(\n  (0): Linear(8, 8)\n)\n", {}), "unknown without an input"));
    EXPECT_TRUE(write_time_line(Report(), {}).ends_with("</svg>\n"));
}

}  // namespace THIS_FILE
}  // namespace paramscope
