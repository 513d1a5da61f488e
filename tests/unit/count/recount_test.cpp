// Counting a model again with other numbers gives what counting it afresh gives.
#include "count/recount.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "algebra/print.h"
#include "formats/support/write.h"
#include "model/read/read.h"
#include "presets/presets.h"

namespace paramscope {
namespace THIS_FILE {

/// A model and the settings of a slider one after the other, each a list of overrides.
struct Case {
    std::string name;
    std::string text;  ///< or the name of a shipped model
    std::vector<std::vector<std::pair<std::string, Polynomial>>> steps;
};

/// A text, or that of the shipped model with this name.
std::string_view text_of(std::string_view text) {
    const Preset* shipped = find_preset(text);
    return shipped ? shipped->text : text;
}

/// Everything that a report holds, as JSON.
std::string json(const Report& report) {
    return find_report_writer("json")(report, {});
}

const std::vector<Case>& cases() {
    static const std::vector<Case> all = {
        {"Width", "llama-2-7b", {{{"H", 4096}}, {{"H", 4224}}, {{"H", 4352}}, {{"H", 128}}}},
        {"Layers", "llama-2-7b", {{{"L", 2}}, {{"L", 3}}, {{"L", 1}}, {{"L", 0}}, {{"L", 5}}}},
        {"Tokens", "llama-2-7b", {{{"tokens", 1}}, {{"tokens", 77}}, {{"tokens", 4096}}}},
        {"NoWholeNumber",
         "gpt2",
         {{{"d", 768}}, {{"d", 770}}, {{"d", Polynomial(1) / Polynomial(3)}}, {{"d", 780}}}},
        {"Negative", "gpt2", {{{"d", 768}}, {{"d", 780}}, {{"d", -12}}, {{"d", 0}}}},
        {"Overflow", "gpt2", {{{"d", 768}}, {{"d", 780}}, {{"d", Integer{1} << 70}}, {{"d", 768}}}},
        {"Mixture", "mixtral-8x7b", {{{"batch", 1}}, {{"batch", 2}}, {{"batch", 8}}}},
        {"OtherVariable", "gpt2", {{{"d", 780}}, {{"d", 792}}, {{"V", 100}}, {{"V", 101}}, {{"V", 102}}}},
        {"WindowNoLongerFits",
         "n = 64\n(batch, 3, n, n)\nSequential(\n  (0): Conv2d(3, 8, kernel_size=(7, 7), stride=(2, 2))\n"
         "  (1): MaxPool2d(kernel_size=3, stride=2)\n)",
         {{{"n", 64}}, {{"n", 65}}, {{"n", 66}}, {{"n", 9}}, {{"n", 8}}, {{"n", 66}}}},
        {"SizesNoLongerAgree",
         "a = 8\nb = 8\n(batch, a)\nSequential(\n  (0): Linear(a, 16)\n  (1): Linear(2*b, 4)\n)",
         {{{"a", 8}}, {{"a", 8}}, {{"b", 9}}, {{"b", 8}}, {{"a", 10}}}},
        {"NoLongerAMultiple",
         "c = 8\n(batch, c, 4, 4)\nGroupNorm(4, c)",
         {{{"c", 8}}, {{"c", 12}}, {{"c", 16}}, {{"c", 10}}}},
        {"Derived",
         "d = 8\ne = 4*d\nf = e//d\n(batch, d)\nSequential(\n  (0): Linear(d, e)\n  (1): f x Linear(e, e)\n)",
         {{{"d", 8}}, {{"d", 9}}, {{"d", 10}}, {{"d", 0}}}},
        {"Frozen",
         "d = 8\nSequential(\n  (0): Linear(d, 16)\n  (1): Linear(16, 4)\n)\nfreeze 0",
         {{{"d", 8}}, {{"d", 9}}, {{"d", 10}}}},
        {"Tied",
         "d = 8\nSequential(\n  (0): Embedding(100, d)\n  (1): Linear(d, 100, bias=False)\n)\ntie 1.weight = "
         "0.weight",
         {{{"d", 8}}, {{"d", 9}}, {{"d", 10}}}},
        {"StatedTotal",
         "d = 8\nSequential(\n  (0): Linear(d, 16)\n)\nTotal params: 144",
         {{{"d", 8}}, {{"d", 9}}, {{"d", 10}}}},
        {"PossibleTie",
         "d = 8\nGPT2LMHeadModel(\n  (wte): Embedding(100, d)\n  (lm_head): Linear(in_features=d, "
         "out_features=100, bias=False)\n)",
         {{{"d", 8}}, {{"d", 9}}, {{"d", 10}}}},
    };
    return all;
}

class Recounts : public testing::TestWithParam<Case> {};

TEST_P(Recounts, GiveWhatACountGives) {
    Diagnostics diagnostics;
    const auto model = std::make_shared<const Model>(read_model_text(text_of(GetParam().text), &diagnostics));
    Recount recount;
    recount.count(model, {}, diagnostics);
    for (const Mode mode : {Mode::Forward, Mode::Decode, Mode::Training}) {
        for (const auto& overrides : GetParam().steps) {
            CountOptions options;
            options.mode = mode;
            options.overrides = overrides;
            EXPECT_EQ(json(recount.count(model, options, diagnostics)),
                      json(count(model, options, diagnostics)))
                << print(overrides.front().second, Notation::Plain);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Sliders, Recounts, testing::ValuesIn(cases()),
                         [](const testing::TestParamInfo<Case>& one) { return one.param.name; });

/// Every shipped model, each of its hyper-parameters a little larger and smaller.
TEST(Recount, OfEveryHyperParameterOfEveryShippedModel) {
    for (const Preset& preset : presets()) {
        Diagnostics diagnostics;
        const auto model = std::make_shared<const Model>(read_model_text(preset.text, &diagnostics));
        for (const VariableReport& variable : count(model, {}, diagnostics).variables) {
            if (!variable.value) continue;
            Recount recount;
            recount.count(model, {}, diagnostics);
            for (const int factor : {1, 2, 3}) {
                CountOptions options;
                options.overrides = {{variable.name, Polynomial(*variable.value) * factor}};
                const Report report = recount.count(model, options, diagnostics);
                EXPECT_EQ(json(report), json(count(model, options, diagnostics)))
                    << preset.name << " " << variable.name;
            }
        }
    }
}

/// Options in which a slider has set d.
CountOptions with_d(int d) {
    CountOptions options;
    options.overrides = {{"d", d}};
    return options;
}

std::shared_ptr<const Model> read(std::string_view text) {
    Diagnostics none;
    return std::make_shared<const Model>(read_model_text(text, &none));
}

TEST(Recount, OfAnotherModelIsItsOwn) {
    Recount recount;
    for (const std::string_view text : {"d = 2\nLinear(d, 3)", "d = 2\nLinear(d, 4)"}) {
        const auto model = read(text);
        for (const int d : {2, 3, 4})
            EXPECT_EQ(json(recount.count(model, with_d(d), {})), json(count(model, with_d(d))));
    }
}

TEST(Recount, ComputesOnlyWhatDependsOnAHyperParameter) {
    Recount recount;
    const auto model = read("d = 8\nSequential(\n  (0): Linear(4, 2)\n  (1): Linear(d, 16)\n)");
    recount.count(model, with_d(8), {});
    const Report before = recount.count(model, with_d(9), {}), now = recount.count(model, with_d(10), {});
    EXPECT_TRUE(now.nodes[1].facts.is_same_object(before.nodes[1].facts));
    EXPECT_EQ(now.nodes[2].facts->parameters.value, Integer{10 * 16 + 16});
}

TEST(Recount, KeepsAnEarlierReportAsItWas) {
    Recount recount;
    const auto model = read(text_of("gpt2"));
    recount.count(model, with_d(768), {});
    const Report before = recount.count(model, with_d(768), {});
    const std::string written = json(before);
    EXPECT_NE(json(recount.count(model, with_d(960), {})), written);
    EXPECT_EQ(json(before), written);
}

}  // namespace
}  // namespace paramscope
