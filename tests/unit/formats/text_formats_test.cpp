// The formats for people: text, CSV, Markdown, LaTeX, and the model text.
#include <gtest/gtest.h>

#include "count/count.h"
#include "formats/every_format.h"
#include "formats/writers.h"
#include "model/read/read.h"
#include "unit/formats/sample.h"

namespace paramscope::formats_test {
namespace THIS_FILE {

bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

std::size_t line_count(const std::string& text) {
    return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(Formats, AreFoundByName) {
    for (const ReportFormat& format : report_formats())
        EXPECT_EQ(find_report_writer(format.name), format.write);
    EXPECT_EQ(report_formats().front().name, "text");
    EXPECT_EQ(find_report_writer("xml"), nullptr);
}

TEST(Formats, TheLibraryHasMoreThanTheElement) {
    for (const ReportFormat& format : every_format()) EXPECT_EQ(find_any_writer(format.name), format.write);
    for (const ReportFormat& format : report_formats()) EXPECT_EQ(find_any_writer(format.name), format.write);
    for (const std::string_view name : {"derivation", "derivation-latex"}) {
        EXPECT_NE(find_any_writer(name), nullptr) << name;
        EXPECT_EQ(find_report_writer(name), nullptr) << name;
    }
    EXPECT_EQ(find_any_writer("xml"), nullptr);
}

struct EmptyCase {
    std::string_view format;
    std::string_view without_modules;  ///< the start of a report without modules
    std::string_view zero;             ///< a part of the report of a module without parameters
};

TEST(Formats, AllWriteReportsOfNothing) {
    const EmptyCase cases[] = {
        {"text", "", "\n  parameters   0\n"},
        {"json", "{\n  \"format\": \"paramscope-report\",\n", "\n    \"parameters\": 0,\n"},
        {"csv", "path,type,depth,repeat,parameters,",
         "\r\n,ReLU,0,1,0,0,0,0,0,0,\"(1, 4)\",zero,true,true,0\r\n"},
        {"markdown", "", "\n- Parameters: **0**\n"},
        {"latex", "", " & ReLU & 0 & $0$ & 0 \\\\\n"},
        {"model", "", "\nReLU()\n"},
        {"html", "", "</td><td align=\"right\">0</td><td align=\"right\"></td><td nowrap>(1, 4)</td>"},
        {"map", "<svg ", "</svg>\n"},
        {"strip", "<svg ", ">Activations</text>\n"},
        {"diagram", "<svg ", ">ReLU</text>\n"},
        {"roofline", "<svg ", "</svg>\n"},
    };
    EXPECT_EQ(std::size(cases), report_formats().size());
    const Report zero = count_text("input = (1, 4)\nReLU()");
    for (const EmptyCase& c : cases) {
        const ReportWriter write = find_report_writer(c.format);
        ASSERT_NE(write, nullptr) << c.format;
        const std::string nothing = write(Report{}, {});
        EXPECT_TRUE(nothing.starts_with(c.without_modules)) << nothing;
        EXPECT_EQ(nothing.empty(), c.without_modules.empty()) << nothing;
        EXPECT_TRUE(contains(write(zero, {}), c.zero)) << write(zero, {});
    }
}

/// What a writer handed on before it returned the rest.
std::string handed_on;

TEST(Formats, LongReportsComeInPieces) {
    std::string model = "input = (1, 4)\nModuleList(\n";
    for (int i = 0; i < 1500; ++i)
        model += "  (" + std::to_string(i) + "): Linear(4, " + std::to_string(i + 1) + ")\n";
    const Report report = count_text(model + ")");
    WriteOptions in_pieces;
    in_pieces.take_piece = [](std::string_view piece) { handed_on += piece; };
    for (const ReportFormat& format : report_formats()) {
        if (format.name != "text" && format.name != "json" && format.name != "csv") continue;
        handed_on.clear();
        const std::string rest = format.write(report, in_pieces), whole = format.write(report, {});
        EXPECT_GT(handed_on.size(), rest.size()) << format.name;
        EXPECT_TRUE(handed_on + rest == whole) << format.name;
    }
}

TEST(TextReport, AlignsTheTree) {
    const std::string text = write_text_report(sample(), {});
    EXPECT_TRUE(contains(text,
                         "module  type        output  parameters  share  MACs  FLOPs  share  status\n"
                         "        Net                       ≥ 40   100%  ≥ 32   ≥ 64   100%  counted\n"
                         "  0-1   2 x Linear  (1, 4)          40   100%    32     64   100%  counted\n"
                         "  odd   Mystery                      ?            ?      ?         unknown\n"))
        << text;
}

TEST(TextReport, SaysWhatIsIncompleteUnknownAndNoted) {
    const std::string text = write_text_report(sample(), {});
    EXPECT_EQ(text.rfind("A sample\n", 0), 0u);
    EXPECT_TRUE(contains(text, "at least 40 = 2·d·(d + 1)")) << text;
    EXPECT_TRUE(contains(text, "unknown\n  odd: Mystery\n")) << text;
    EXPECT_TRUE(contains(text, "odd: nothing is known of this type")) << text;
    EXPECT_TRUE(contains(text, "notes\n  It has a note.\n")) << text;
    EXPECT_TRUE(contains(text, "  d  = 4  width\n")) << text;
}

TEST(TextReport, LeavesOutColumnsThatSayNothing) {
    Report report = sample();
    for (NodeReport& node : report.nodes) {
        ModuleFacts& facts = node.facts.edit();
        facts.macs = facts.flops = unknown();
        facts.output_sizes.reset();
    }
    EXPECT_TRUE(contains(write_text_report(report, {}), "module  type        parameters  share  status\n"));
}

TEST(TextReport, IsSafeOnATerminal) {
    Report report = sample();
    report.nodes[2].type = "\x1B[31mred";
    EXPECT_FALSE(contains(write_text_report(report, {}), "\x1B"));
}

TEST(CsvReport, FollowsRfc4180) {
    Report report = sample();
    report.nodes[2].type = "Odd, \"quoted\"\nname";
    const std::string text = write_csv_report(report, {});
    EXPECT_EQ(text.rfind("path,type,depth,repeat,parameters,", 0), 0u);
    EXPECT_TRUE(
        contains(text, "\r\n0,Linear,1,2,40,40,0,0,32,64,\"(1, 4)\",counted,true,true,2*d^2 + 2*d\r\n"))
        << text;
    EXPECT_TRUE(contains(text, "odd,\"Odd, \"\"quoted\"\"\nname\",1,1,,,,,,,,unknown,false,false,")) << text;
}

TEST(MarkdownReport, HasATableTotalsAndFormulas) {
    const std::string text = write_markdown_report(sample(), {});
    EXPECT_TRUE(contains(text, "## A sample\n")) << text;
    EXPECT_TRUE(contains(text, "- Parameters: **at least 40** = 2·d·(d + 1)\n")) << text;
    EXPECT_TRUE(contains(text, "| 0 | 2 x Linear | 40 | (1, 4) | 32 | 64 | 2·d·(d + 1) |\n")) << text;
}

TEST(TextReport, HasShortSymbolsForLongNames) {
    const Report report = count_text(
        "hidden_size = 8\nvocab_size = 100\nd = 3\nhead_dim = hidden_size/2\nNet(\n"
        "(a): Embedding(vocab_size, hidden_size)\n(b): Linear(head_dim, d, bias=False)\n)");
    const std::string text = write_text_report(report, {});
    // d is a name of the text, so hidden_size keeps its own.
    EXPECT_TRUE(contains(text, "  parameters   812 = hidden_size·(V + d/2)\n")) << text;
    EXPECT_TRUE(contains(text, "  vocab_size (V)")) << text;
    EXPECT_TRUE(contains(text, "  hidden_size  ")) << text;
    EXPECT_TRUE(contains(write_json_report(report, {}), "1/2*d*hidden_size + hidden_size*vocab_size"));
}

TEST(MarkdownReport, EscapesMarkup) {
    Report report = sample();
    report.nodes[2].type = "a|b_c";
    EXPECT_TRUE(contains(write_markdown_report(report, {}), "a\\|b\\_c"));
}

TEST(HtmlReport, IsOneTableWithACaption) {
    const std::string text = write_html_report(sample(), {});
    EXPECT_TRUE(
        text.starts_with("<table cellpadding=\"4\" rules=\"rows\">\n<caption>A sample: at least 40 "
                         "parameters, at least 32 MACs, at least 64 "
                         "FLOPs</caption>\n"))
        << text;
    EXPECT_TRUE(contains(text,
                         "<tr><th scope=\"row\" align=\"left\" nowrap>0</th><td nowrap>2 x Linear</td><td "
                         "align=\"right\">40</td><td align=\"right\">100%</td><td nowrap>(1, 4)</td>"
                         "<td align=\"right\">32</td><td align=\"right\">64</td>"
                         "<td align=\"right\">100%</td><td nowrap>2·d² + 2·d</td></tr>\n"))
        << text;
}

TEST(HtmlReport, HasTheFormulaOfALayerWhereTheModelHasNoSymbols) {
    const std::string text = write_html_report(count_text("Sequential(\n  (0): Linear(3, 4)\n)"), {});
    EXPECT_TRUE(contains(text, "<td nowrap>d_in·d_out + d_out</td></tr>\n")) << text;
}

TEST(TextReport, HasTheColumnsThatAreNamed) {
    const std::string_view columns[] = {"parameters", "formula", "trainable", "type"};
    WriteOptions options;
    options.columns = columns;
    const std::string text = write_text_report(count_text("Net(\n  (fc): Linear(3, 4)\n)"), options);
    EXPECT_TRUE(
        text.starts_with("module  parameters  formula             trainable  type\n"
                         "                16                             16  Net\n"
                         "  fc            16  d_in·d_out + d_out         16  Linear\n"))
        << text;
}

TEST(HtmlReport, SpeaksChinese) {
    WriteOptions options;
    options.language = Language::Chinese;
    const std::string text = write_html_report(sample(), options);
    EXPECT_TRUE(
        text.starts_with("<table cellpadding=\"4\" rules=\"rows\" lang=\"zh-CN\">\n<caption>A sample：参数量 "
                         "至少 40，乘加（MACs）至少 32，"
                         "浮点运算（FLOPs）至少 64</caption>\n"))
        << text;
    EXPECT_TRUE(contains(text, "<th scope=\"col\">参数量的公式</th>")) << text;
}

TEST(HtmlReport, EscapesMarkup) {
    Report report = sample();
    report.nodes[2].type = "</td><script>alert('&')</script>";
    const std::string text = write_html_report(report, {});
    EXPECT_TRUE(contains(text, "&lt;/td&gt;&lt;script&gt;alert('&amp;')&lt;/script&gt;")) << text;
    EXPECT_FALSE(contains(text, "<script")) << text;
}

TEST(LatexReport, IsOneTabularWithFormulas) {
    Report report = sample();
    report.nodes[2].type = "50%_&{}";
    const std::string text = write_latex_report(report, {});
    EXPECT_EQ(text.rfind("\\begin{tabular}{llrlr}\n\\hline\n", 0), 0u) << text;
    EXPECT_TRUE(contains(text, "$2 d \\left(d + 1\\right)$")) << text;
    EXPECT_TRUE(contains(text, "$\\geq$ 40")) << text;
    EXPECT_TRUE(contains(text, "50\\%\\_\\&\\{\\}")) << text;
    EXPECT_EQ(line_count(text), 9u) << text;
}

TEST(ModelReport, HoldsWhatWasSetFromOutside) {
    Diagnostics diagnostics;
    Report report;
    report.model = std::make_shared<const Model>(
        read_model_text("d = 4\ninput = (1, d)\n\nLinear(d, d)\n", &diagnostics));
    report.variables = {{"d", 8, Rational(8), VariableReport::Origin::Overridden, "", {}},
                        {"b", 2, Rational(2), VariableReport::Origin::Overridden, "", {}}};
    report.inputs = {{symbol("b"), symbol("d")}};
    const std::string text = write_model_report(report, {});
    const Model model = read_model_text(text, &diagnostics);
    EXPECT_TRUE(diagnostics.empty()) << text;
    ASSERT_EQ(model.variables.size(), 2u) << text;
    EXPECT_EQ(model.variables[0].value, Polynomial(8));
    EXPECT_EQ(model.inputs.at(0).shape[0], symbol("b"));
}

TEST(CsvReport, KeepsSpreadsheetsFromRunningNames) {
    for (const std::string name : {"=cmd|calc", "+1", "-2", "@SUM"}) {
        const Report report = count_text("M(\n  (" + name + "): ReLU()\n)");
        EXPECT_NE(write_csv_report(report, {}).find("\r\n'" + name + ","), std::string::npos) << name;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::formats_test
