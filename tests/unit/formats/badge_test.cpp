// Badges and cards: pictures that carry one number, and the formula.
#include <gtest/gtest.h>

#include "count/count.h"
#include "formats/every_format.h"
#include "formats/writers.h"

namespace paramscope::formats_test {
namespace THIS_FILE {

constexpr std::string_view kNet =
    "# A <net>\nd_model = 1000\ninput = (1, d_model)\nSequential(\n  (fc): Linear(d_model, 8)\n)";

struct PictureCase {
    std::string_view format, text;
    Language language;
    std::string_view part;
};

TEST(Badge, HasItsNumberShortened) {
    const PictureCase cases[] = {
        {"badge", kNet, Language::English, "<title>A &lt;net&gt;: params 8,008</title>"},
        {"badge", kNet, Language::English, ">8,008</text>"},
        {"badge", kNet, Language::Chinese, ">参数量</text>"},
        {"badge", "Linear(20000, 1000)", Language::English, ">20.0 M</text>"},
        {"badge", "Net(\n  (a): Linear(2, 3)\n  (b): Mystery()\n)", Language::English, ">≥ 9</text>"},
        {"badge-flops", kNet, Language::English, ">16.0 k</text>"},
        {"badge-flops", "Linear(2, 3)", Language::English, ">?</text>"},
        {"badge-flops",
         "h = 4\nforward: traced, estimated\nleast work: h = 1\nmost work: h = 2\nbasis: exact\nNet(\n  "
         "forward(x) = a(x)\n"
         "  (a): Linear(8, h)\n)\ninput = (1000, 8)",
         Language::English, ">16.0 k – 32.0 k</text>"},
        {"badge-memory", kNet, Language::English, ">memory</text>"},
    };
    for (const PictureCase& c : cases) {
        WriteOptions options;
        options.language = c.language;
        const std::string svg = find_any_writer(c.format)(count_text(c.text), options);
        EXPECT_TRUE(svg.starts_with("<svg role=\"img\" ")) << svg;
        EXPECT_NE(svg.find(c.part), std::string::npos) << c.part << "\n" << svg;
    }
}

TEST(Badge, OfNothingIsUnknown) {
    for (const std::string_view format : {"badge", "badge-flops"})
        EXPECT_NE(find_any_writer(format)(Report(), {}).find(">?</text>"), std::string::npos) << format;
}

TEST(Badge, OfTheMemoryIsThatOfThePlan) {
    const Report report = count_text(kNet);
    MemoryOptions training;
    training.is_training = true;
    const MemoryPlan plan = plan_memory(report, training);
    WriteOptions options;
    options.plan = &plan;
    EXPECT_NE(write_memory_badge(report, options), write_memory_badge(report, {}));
}

TEST(Card, HasNumberFormulaSymbolsAndMap) {
    const std::string svg = write_card(count_text(kNet), {});
    for (const char* const part :
         {"<title>A &lt;net&gt;: parameters 8,008</title>", ">8,008</text>",
          ">16.0 k FLOPs · 32.0 kB in float32 · ", "<tspan font-style=\"italic\">d</tspan>",
          "<g transform=\"translate(28 ", "linear 100%</text>"})
        EXPECT_NE(svg.find(part), std::string::npos) << part << "\n" << svg;
}

TEST(Card, SaysNothingOfWhatIsUnknown) {
    const std::string svg = write_card(count_text("Linear(2, 3)"), {});
    for (const char* const part : {"FLOPs", "input", "unknown", "?"})
        EXPECT_EQ(svg.find(part), std::string::npos) << part << "\n" << svg;
}

TEST(Map, IsAFileWithALegend) {
    const std::string text =
        "input = (1, 4)\nNet(\n  (a): Embedding(9, 4)\n  (b): ModuleList(\n    (0-3): 4 x Linear(4, 4)\n  "
        ")\n)";
    const std::string svg = write_map(count_text(text), {});
    for (const char* const part : {">embedding 31.0%</text>", ">linear 69.0%</text>", "4 × "})
        EXPECT_NE(svg.find(part), std::string::npos) << part << "\n" << svg;
    WriteOptions chinese;
    chinese.language = Language::Chinese;
    EXPECT_EQ(write_map(count_text(text), chinese).find("linear"), std::string::npos);
}

}  // namespace THIS_FILE
}  // namespace paramscope::formats_test
