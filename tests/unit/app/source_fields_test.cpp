#include "app/document/source_fields.h"

#include <gtest/gtest.h>

namespace paramscope::app {
namespace {

TEST(SourceFields, HoldTheModelTextAndTheProblemsOfACode) {
    const SourceReading reading = source_reading({{"source", "a = 1\nbé = nn.Lin(2)\n"},
                                                  {"build", "Net(2)"},
                                                  {"text", "Net()"},
                                                  {"built", "Net(width=2)"},
                                                  {"class", "Net(width)"},
                                                  {"class", "Head()"},
                                                  {"line", "2 layers.0.fc"},
                                                  {"line", "no number"},
                                                  {"error", "2 9 no such layer"},
                                                  {"note", "0 0 2 statements are left out"},
                                                  {"warning", "1 3 "},
                                                  {"other", "1 1 x"}});
    EXPECT_EQ(reading.request.source, "a = 1\nbé = nn.Lin(2)\n");
    EXPECT_EQ(reading.request.build, "Net(2)");
    EXPECT_EQ(reading.model_text, "Net()");
    EXPECT_EQ(reading.built, "Net(width=2)");
    EXPECT_EQ(reading.classes, (std::vector<std::string>{"Net(width)", "Head()"}));
    EXPECT_EQ(reading.lines.size(), 1u);
    EXPECT_EQ(reading.lines.at("layers.0.fc"), 2u);
    ASSERT_EQ(reading.problems.size(), 3u);
    const auto marked = [&](std::size_t i) {
        const Span span = reading.problems[i].span;
        return reading.request.source.substr(span.begin, span.end - span.begin);
    };
    EXPECT_EQ(reading.problems[0].severity, Severity::Error);
    EXPECT_EQ(reading.problems[0].message.english(), "no such layer");
    EXPECT_EQ(marked(0), "Lin");
    EXPECT_EQ(reading.problems[1].severity, Severity::Note);
    EXPECT_EQ(reading.problems[1].message.english(), "2 statements are left out");
    EXPECT_EQ(reading.problems[1].span, Span{});
    EXPECT_EQ(marked(2), "=");
}

TEST(SourceFields, MayNameAPlaceBehindTheCode) {
    const SourceReading reading =
        source_reading({{"source", "x"}, {"error", "9 9 cut"}, {"error", ""}, {"error", "x"}});
    ASSERT_EQ(reading.problems.size(), 3u);
    EXPECT_EQ(reading.problems[0].span, (Span{1, 2}));
    EXPECT_EQ(reading.problems[1].span, Span{});
    EXPECT_EQ(reading.problems[2].message.english(), "");
}

}  // namespace
}  // namespace paramscope::app
