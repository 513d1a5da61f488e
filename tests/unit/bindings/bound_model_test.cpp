#include "bindings/bound_model.h"

#include <gtest/gtest.h>
#include <rapidjson/document.h>

#include <ostream>

#include "bindings/element_answers.h"
#include "bindings/library_answers.h"

namespace paramscope::bindings {
namespace THIS_FILE {

const Settings kPlain{{}, "", "flops"};

rapidjson::Document parsed(const std::string& json) {
    rapidjson::Document document;
    document.Parse(json.c_str());
    EXPECT_FALSE(document.HasParseError()) << json;
    return document;
}

TEST(BoundModel, AnswersForTheSettingsCountedLast) {
    BoundModel model("d = 4\nSequential(\n  (0): Linear(d, 10)\n)");
    EXPECT_EQ(model.diagnostics().wrong, "");
    EXPECT_EQ(model.count(kPlain).wrong, "");
    EXPECT_EQ(model.formula("0", Subject::Parameters, Notation::Latex).text, "10 d + 10");
    EXPECT_EQ(parsed(write_plain(model, "json", {9}).text)["totals"]["parameters"].GetInt(), 50);
    EXPECT_EQ(model.count({{{"d", "2*3"}}, "(7, d)", "macs"}).wrong, "");
    const rapidjson::Document report = parsed(write_plain(model, "json", {9}).text);
    EXPECT_EQ(report["totals"]["parameters"].GetInt(), 70);
    EXPECT_EQ(report["totals"]["flops"].GetInt(), 7 * 6 * 10);
    EXPECT_STREQ(report["convention"].GetString(), "macs");
}

TEST(BoundModel, FormulaOfAnUnknownNumberIsEmpty) {
    BoundModel model("Sequential(\n  (0): Mystery()\n)");
    model.count(kPlain);
    EXPECT_EQ(model.formula("0", Subject::Macs, Notation::Plain).text, "");
}

TEST(BoundModel, ExplainsANumberLineByLine) {
    BoundModel model("d = 100\nSequential(\n  (0): Linear(d, 10)\n  (1): Linear(10, d)\n)");
    model.count(kPlain);
    const rapidjson::Document whole =
        parsed(model.explanation("", Subject::Parameters, Notation::Unicode).text);
    EXPECT_STREQ(whole["total"]["formula"].GetString(), "21·d + 10");
    EXPECT_STREQ(whole["total"]["numbers"].GetString(), "21·100 + 10");
    EXPECT_EQ(whole["total"]["values"]["d"].GetInt(), 100);
    EXPECT_EQ(whole["parts"].Size(), 2u);
    EXPECT_STREQ(whole["approximation"]["formula"].GetString(), "21·d");
    EXPECT_EQ(whole["approximation"]["value"].GetInt(), 2100);
    const rapidjson::Document bias =
        parsed(model.explanation("1", Subject::Parameters, Notation::Plain).text);
    EXPECT_STREQ(bias["parts"][1]["subject"].GetString(), "bias");
    EXPECT_TRUE(bias["approximation"].IsNull());
}

TEST(BoundModel, ExplanationsHaveWhatADisplayNeeds) {
    BoundModel model("d = 500\nSequential(\n  (0): Linear(d, 10)\n)");
    model.count(kPlain);
    const rapidjson::Document whole =
        parsed(model.explanation("", Subject::Parameters, Notation::MathML).text);
    EXPECT_STREQ(whole["approximation"]["formula"].GetString(),
                 "<mrow><mn>10</mn><mo lspace=\"0.12em\" rspace=\"0.12em\">·</mo><mi>d</mi></mrow>");
    EXPECT_STREQ(whole["approximation"]["error"].GetString(), "0.20%");
    EXPECT_TRUE(whole["total"]["numbers_differ"].GetBool());
}

TEST(BoundModel, ExplainsALayerInItsOwnSizes) {
    BoundModel model("input = (1, 64)\nNet(\n  forward(x) = fc(x)\n  (fc): Linear(64, 10)\n)");
    model.count(kPlain);
    const rapidjson::Document work = parsed(model.explanation("fc", Subject::Macs, Notation::Unicode).text);
    const rapidjson::Value& layer = work["layer"];
    EXPECT_STREQ(layer["formula"].GetString(), "N·d_in·d_out");
    EXPECT_STREQ(layer["numbers"].GetString(), "1·64·10");
    EXPECT_STREQ(layer["sizes"][1]["symbol"].GetString(), "d_in");
    EXPECT_STREQ(layer["sizes"][1]["meaning"].GetString(), "in_features");
    EXPECT_EQ(layer["sizes"][1]["value"].GetInt(), 64);
    EXPECT_STREQ(layer["sizes"][1]["made_of"].GetString(), "");
    const rapidjson::Document net = parsed(model.explanation("", Subject::Macs, Notation::Unicode).text);
    EXPECT_TRUE(net["layer"].IsNull());
}

struct WrongCase {
    const char* text;
    Settings settings;
    const char* wrong;
    int line, column;  ///< in the model's text, or in the setting's own
};

void PrintTo(const WrongCase& wrong, std::ostream* stream) {
    *stream << wrong.text << " / " << wrong.wrong;
}

class WrongSettings : public testing::TestWithParam<WrongCase> {};

TEST_P(WrongSettings, NamesWhatIsAtFaultAndWhere) {
    const WrongCase& wrong = GetParam();
    BoundModel model(wrong.text);
    const Answer answer = model.count(wrong.settings);
    EXPECT_EQ(answer.wrong, wrong.wrong);
    const rapidjson::Document diagnostics = parsed(answer.text);
    ASSERT_GE(diagnostics.Size(), 1u);
    EXPECT_STREQ(diagnostics[0]["severity"].GetString(), "error");
    EXPECT_EQ(diagnostics[0]["line"].GetInt(), wrong.line);
    EXPECT_EQ(diagnostics[0]["column"].GetInt(), wrong.column);
    EXPECT_GT(diagnostics[0]["message"].GetStringLength(), 10u);
}

INSTANTIATE_TEST_SUITE_P(
    BoundModel, WrongSettings,
    testing::Values(WrongCase{"Linear(2, 3", kPlain, "model", 1, 7},
                    WrongCase{"Sequential(\n  (0): Conv2d(3, 64)\n)", kPlain, "model", 2, 8},
                    WrongCase{"d = 2\nLinear(d, 3)", {{{"d", "2 +"}}, "", "flops"}, "set d", 1, 4},
                    WrongCase{"Linear(2, 3)", {{}, "1;;2", "flops"}, "input", 1, 3},
                    WrongCase{"Linear(2, 3)", {{}, "", "bogus"}, "convention", 1, 1}));

TEST(BoundModel, SaysWhatThereIsNot) {
    BoundModel model("Linear(2, 3)");
    model.count(kPlain);
    EXPECT_EQ(write_any(model, "yaml", {9}).wrong, "format");
    EXPECT_EQ(model.formula("nowhere", Subject::Parameters, Notation::Plain).wrong, "path");
    EXPECT_EQ(model.explanation("nowhere", Subject::Macs, Notation::Plain).wrong, "path");
}

TEST(BoundModel, TheElementWritesWhatTheLibraryDoes) {
    BoundModel model("d = 4\nSequential(\n  (0): Linear(d, 10) @ (1, d)\n  (1): ReLU()\n)");
    model.count(kPlain);
    for (const ReportFormat& format : report_formats()) {
        const std::string name(format.name);
        EXPECT_EQ(write_plain(model, name, {9}).text, write_any(model, name, {9}).text) << name;
    }
    WriteRequest device;
    device.device = "H100";
    for (const std::string name : {"strip", "diagram", "roofline"}) {
        const Answer picture = write_plain(model, name, device);
        EXPECT_EQ(picture.wrong, "") << picture.text;
        EXPECT_EQ(picture.text, write_any(model, name, device).text) << name;
    }
    EXPECT_NE(write_plain(model, "strip", device).text, write_plain(model, "strip", {}).text);
}

TEST(BoundModel, PicturesOfADeviceNeedOneThatThereIs) {
    BoundModel model("Linear(2, 3)");
    model.count(kPlain);
    WriteRequest unknown;
    unknown.device = "abacus";
    for (const auto write : {write_plain, write_any}) {
        EXPECT_EQ(write(model, "roofline", {}).wrong, "device");
        EXPECT_EQ(write(model, "strip", unknown).wrong, "device");
    }
}

struct LibraryCase {
    const char* format;
    WriteRequest request;
    const char* wrong;
};

TEST(BoundModel, TheElementSaysWhatNeedsTheLibrary) {
    WriteRequest conventions, memory, device;
    conventions.conventions = true;
    memory.memory = true;
    device.device = "H100";
    const LibraryCase cases[] = {{"derivation", {}, "format"},
                                 {"text", conventions, "conventions"},
                                 {"json", memory, "memory"},
                                 {"text", device, "device"}};
    BoundModel model("Sequential(\n  (0): Linear(2, 3) @ (1, 2)\n)");
    model.count(kPlain);
    for (const LibraryCase& c : cases) {
        const Answer refused = write_plain(model, c.format, c.request);
        EXPECT_EQ(refused.wrong, c.wrong) << c.format;
        EXPECT_NE(refused.text.find("library"), std::string::npos) << refused.text;
        EXPECT_EQ(write_any(model, c.format, c.request).wrong, "") << c.format;
    }
}

TEST(BoundModel, BeforeACountThereIsNoModule) {
    BoundModel model("Linear(2, 3)");
    EXPECT_EQ(model.formula("", Subject::Parameters, Notation::Plain).wrong, "path");
    EXPECT_TRUE(parsed(write_plain(model, "json", {9}).text)["nodes"].Empty());
}

TEST(BoundModel, OffersAnInput) {
    EXPECT_EQ(BoundModel("Conv2d(3, 8, kernel_size=(3, 3))").suggested_input(), "(1, 3, 224, 224)");
    EXPECT_EQ(BoundModel("ReLU()").suggested_input(), "");
}

}  // namespace
}  // namespace paramscope::bindings
