#include "app/document/source_fields.h"

#include <gtest/gtest.h>

namespace paramscope::app {
namespace THIS_FILE {

TEST(SourceFields, HoldTheModelTextAndTheProblemsOfACode) {
    const SourceReading reading = source_reading({{"source", "a = 1\nbé = nn.Lin(2)\n"},
                                                  {"build", "Net(2)"},
                                                  {"text", "Net()"},
                                                  {"built", "Net(width=2)"},
                                                  {"class", "Net(width)"},
                                                  {"class", "Head()"},
                                                  {"number", "3 2 depth"},
                                                  {"number", "3 depth"},
                                                  {"line", "2 layers.0.fc"},
                                                  {"line", "no number"},
                                                  {"error", "2 9 no such layer"},
                                                  {"fix", "9 12 Linear"},
                                                  {"note", "0 0 2 statements are left out"},
                                                  {"assumption", "the input is (batch, 2)"},
                                                  {"warning", "1 3 "},
                                                  {"other", "1 1 x"}});
    EXPECT_EQ(reading.request.source, "a = 1\nbé = nn.Lin(2)\n");
    EXPECT_EQ(reading.request.build, "Net(2)");
    EXPECT_EQ(reading.model_text, "Net()");
    EXPECT_EQ(reading.built, "Net(width=2)");
    EXPECT_EQ(reading.classes, (std::vector<std::string>{"Net(width)", "Head()"}));
    ASSERT_EQ(reading.numbers.size(), 1u);
    EXPECT_EQ(reading.numbers[0].name, "depth");
    EXPECT_EQ(reading.numbers[0].value, Integer{3});
    EXPECT_EQ(reading.numbers[0].written, Integer{2});
    EXPECT_EQ(reading.lines.size(), 1u);
    EXPECT_EQ(reading.lines.at("layers.0.fc"), 2u);
    ASSERT_EQ(reading.problems.size(), 3u);
    ASSERT_EQ(reading.fixes.size(), 1u);
    EXPECT_EQ(reading.fixes.at(0), std::pair(Span{9, 12}, std::string("Linear")));
    EXPECT_EQ(reading.assumptions, std::vector<std::string>{"the input is (batch, 2)"});
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

TEST(SourceNumbers, StandBeforeWhatIsBuilt) {
    struct Case {
        const char *build, *name;
        int value, written;
        const char* expected;
    };
    const Case cases[] = {
        {"", "depth", 3, 2, "depth = 3"},
        {"Net()", "depth", 3, 2, "depth = 3; Net()"},
        {"depth = 3; Net()", "depth", 4, 2, "depth = 4; Net()"},
        {"depth = 3; Net()", "depth", 2, 2, "Net()"},
        {"depth=3", "heads", 8, 4, "depth=3; heads = 8"},
        {"depth = 3; heads = 8; Net(x=1)", "depth", 5, 2, "heads = 8; depth = 5; Net(x=1)"},
        {"net = Net(); net", "depth", 5, 2, "depth = 5; net = Net(); net"},
    };
    for (const Case& each : cases)
        EXPECT_EQ(with_number(each.build, {each.name, each.value, each.written}), each.expected)
            << each.build;
    EXPECT_EQ(without_numbers("depth = 3; heads = 8; Net(x=1)"), "Net(x=1)");
    EXPECT_EQ(without_numbers("depth = 3"), "");
    EXPECT_EQ(without_numbers("Net(depth=3)"), "Net(depth=3)");
}

TEST(SourceFields, MayNameAPlaceBehindTheCode) {
    const SourceReading reading =
        source_reading({{"source", "x"}, {"error", "9 9 cut"}, {"error", ""}, {"error", "x"}});
    ASSERT_EQ(reading.problems.size(), 3u);
    EXPECT_EQ(reading.problems[0].span, (Span{1, 2}));
    EXPECT_EQ(reading.problems[1].span, Span{});
    EXPECT_EQ(reading.problems[2].message.english(), "");
}

}  // namespace THIS_FILE
}  // namespace paramscope::app
