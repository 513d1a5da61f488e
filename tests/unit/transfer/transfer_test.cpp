// A report that is sent and received is the one that was counted.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "app/document/state.h"
#include "count/explain/explain.h"
#include "count/report/place.h"
#include "formats/support/write.h"
#include "model/read/read.h"
#include "presets/presets.h"
#include "transfer/receiver.h"
#include "transfer/sender.h"

namespace paramscope::transfer {
namespace THIS_FILE {

constexpr std::string_view kWritten =
    "# What is counted\nd = 8\ninput = (2, d)\ndtype = float16\n"
    "Net(  # a note\n"
    "  (a): Sequential(\n    (0-2): 3 x Linear(in_features=d, out_features=d, bias=False)\n    (3): Own(7, "
    "text='x')\n  )\n"
    "  (b): Linear(d, d//3 + 5)\n  (w): Parameter(d, max(d, 3))\n  (c): LlamaRMSNorm()\n  (gone): None\n)\n";

/// What a text of 200 modules without two alike gives: several kinds of formulas and many blocks of bytes.
std::string all_different(int modules) {
    std::string text = "n = 4\nNet(\n";
    for (int i = 0; i < modules; ++i) {
        const std::string size = std::to_string(i + 3);
        text += "  (" + std::to_string(i) + "): Linear(in_features=n + " + size + ", out_features=" + size +
                "*n)\n";
    }
    return text + ")\n";
}

std::vector<std::string> texts() {
    std::vector<std::string> all{
        std::string(kWritten), all_different(3000), "", "Linear(", "import torch\n", "ReLU()"};
    for (const Preset& preset : presets()) all.emplace_back(preset.text);
    return all;
}

Settings usual() {
    Settings settings;
    settings.convention = "flops";
    return settings;
}

Counted count_text(std::string_view text, const Settings& settings = usual()) {
    Counter counter;
    counter.read(text);
    return counter.count(settings);
}

std::vector<std::string> blocks_of(std::string_view text) {
    Sender sender(count_text(text));
    std::vector<std::string> blocks;
    while (!sender.is_done()) blocks.push_back(sender.next_block());
    return blocks;
}

Counted sent(std::string_view text) {
    Receiver receiver;
    for (const std::string& block : blocks_of(text)) receiver.take(block);
    EXPECT_TRUE(receiver.is_done());
    return receiver.answer();
}

std::string written(const Report& report, const ReportFormat& format, std::string_view text) {
    WriteOptions options;
    options.source_text = text;
    Diagnostics told_already;
    const Model whole = read_model_text(text, &told_already);
    options.model = &whole;
    return format.write(report, options);
}

TEST(Transfer, WhatIsReceivedWritesTheSameInEveryFormat) {
    for (const std::string& text : texts()) {
        SCOPED_TRACE(text.substr(0, 60));
        const Counted here = count_text(text);
        const Counted there = sent(text);
        EXPECT_EQ(there.report.diagnostics, here.report.diagnostics);
        EXPECT_EQ(there.input_text, here.input_text);
        EXPECT_EQ(there.input_origin, here.input_origin);
        EXPECT_EQ(there.is_source_code, here.is_source_code);
        EXPECT_EQ(there.is_invalid, here.is_invalid);
        for (const ReportFormat& format : report_formats()) {
            EXPECT_EQ(written(there.report, format, text), written(here.report, format, text)) << format.name;
        }
    }
}

TEST(Transfer, WhatIsReceivedExplainsTheSame) {
    for (const std::string& text : texts()) {
        const Counted here = count_text(text);
        const Counted there = sent(text);
        ASSERT_EQ(there.report.nodes.size(), here.report.nodes.size());
        for (std::size_t i = 0; i < here.report.nodes.size(); i += 1 + here.report.nodes.size() / 100) {
            for (const Subject subject : {Subject::Parameters, Subject::Macs, Subject::Flops}) {
                const Explanation a = explain(here.report, i, subject);
                const Explanation b = explain(there.report, i, subject);
                ASSERT_EQ(a.parts.size(), b.parts.size());
                EXPECT_EQ(a.total.formula, b.total.formula);
                for (std::size_t k = 0; k < a.parts.size(); ++k) {
                    EXPECT_EQ(a.parts[k].formula, b.parts[k].formula);
                    EXPECT_EQ(a.parts[k].subject, b.parts[k].subject);
                }
            }
        }
    }
}

TEST(Transfer, ArgumentsKeepTheirPlacesInTheText) {
    const std::string text(kWritten);
    const Counted here = count_text(text);
    const Counted there = sent(text);
    for (std::size_t i = 0; i < here.report.nodes.size(); ++i) {
        const Module& a = *here.report.nodes[i].module;
        const Module& b = *there.report.nodes[i].module;
        EXPECT_EQ(there.report.nodes[i].span, here.report.nodes[i].span);
        ASSERT_EQ(a.arguments.size(), b.arguments.size());
        for (std::size_t k = 0; k < a.arguments.size(); ++k) {
            EXPECT_EQ(to_string(a.arguments.list()[k]), to_string(b.arguments.list()[k]));
            EXPECT_EQ(place_in_text(there.report.nodes[i], b.arguments.list()[k].value.span),
                      place_in_text(a, a.arguments.list()[k].value.span));
        }
    }
}

TEST(Transfer, ModulesThatCountTheSameShareWhatIsReceived) {
    const Counted there = sent("Net(\n  (0): Linear(4, 4)\n  (1): Linear(4, 4)\n)\n");
    const std::vector<NodeReport>& nodes = there.report.nodes;
    ASSERT_EQ(nodes.size(), 3u);
    EXPECT_TRUE(nodes[1].facts.is_same_object(nodes[2].facts));
    EXPECT_TRUE(nodes[1].module->arguments.is_same_object(nodes[2].module->arguments));
}

TEST(Transfer, ModulesThatPrintTheSameAreReceivedOnce) {
    const std::string text =
        "Net(\n  (0): Linear(4, 4)\n  (1): Linear(4, 4)\n  (10): Linear(4, 4)\n  (11): Linear(4, 5)\n)\n";
    const Counted there = sent(text);
    const std::vector<NodeReport>& nodes = there.report.nodes;
    ASSERT_EQ(nodes.size(), 5u);
    EXPECT_EQ(nodes[1].module, nodes[2].module);
    EXPECT_NE(nodes[2].module, nodes[3].module) << "its arguments are at another distance";
    EXPECT_NE(nodes[3].module, nodes[4].module) << "it counts something else";
    for (std::size_t i = 1; i < nodes.size(); ++i) {
        const Span place = place_in_text(nodes[i], nodes[i].module->arguments.list().front().value.span);
        EXPECT_EQ(text.substr(place.begin, place.end - place.begin), "4");
        EXPECT_EQ(text.substr(nodes[i].span.begin + 1, nodes[i].name.size()), nodes[i].name);
    }
}

TEST(Transfer, BytesThatEndTooEarlyOrAreWrongAreNotAnAnswer) {
    for (const std::string_view text : {kWritten, std::string_view("Linear(2, 2)")}) {
        const std::string all = blocks_of(text).front();
        for (std::size_t length = 0; length < all.size(); ++length) {
            Receiver receiver;
            receiver.take(std::string_view(all).substr(0, length));
            EXPECT_FALSE(receiver.is_done()) << length;
        }
    }
    Receiver receiver;
    receiver.take(std::string(100, '\xff'));
    EXPECT_TRUE(receiver.has_failed());
    receiver.take(blocks_of("Linear(2, 2)").front());
    EXPECT_FALSE(receiver.is_done());
}

TEST(Transfer, ALongReportComesInBlocksThatAreReadOneByOne) {
    const std::vector<std::string> blocks = blocks_of(all_different(20000));
    ASSERT_GT(blocks.size(), 3u);
    Receiver receiver;
    std::size_t rows = 0;
    for (const std::string& block : blocks) {
        EXPECT_LT(block.size(), Sender::kBlock * 2);
        EXPECT_FALSE(receiver.is_done());
        receiver.take(block);
        EXPECT_GT(receiver.rows(), rows);
        rows = receiver.rows();
        EXPECT_EQ(receiver.expected(), 20001u);
    }
    EXPECT_TRUE(receiver.is_done());
}

TEST(Transfer, SettingsAreReceivedAsTheyWereSent) {
    Settings settings = usual();
    settings.overrides = {{"d", *Rational::make(3, 2)}, {"n", Rational(-4)}};
    settings.input = "1,2";
    settings.mode = Mode::Decode;
    settings.causal = true;
    const Settings read = settings_of(to_bytes(settings));
    EXPECT_EQ(read.overrides, settings.overrides);
    EXPECT_EQ(read.input, settings.input);
    EXPECT_EQ(read.convention, settings.convention);
    EXPECT_EQ(read.mode, settings.mode);
    EXPECT_TRUE(read.causal);
}

}  // namespace
}  // namespace paramscope::transfer
