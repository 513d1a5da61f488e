// Code beside a config that is made to be endless, giant, or to lead elsewhere: each is counted or refused in
// bounded time, with a sentence.
#include <gtest/gtest.h>

#include <chrono>

#include "base/concat.h"
#include "unit/open/folder_source.h"

namespace paramscope::open {
namespace THIS_FILE {

const std::string kConfig =
    "from transformers import PretrainedConfig\nclass OwnConfig(PretrainedConfig):\n    model_type = 'own'\n";
const std::string kModel =
    "from torch import nn\nfrom transformers import PreTrainedModel\nclass OwnModel(PreTrainedModel):\n"
    "    def __init__(self, config):\n        super().__init__(config)\n        self.fc = nn.Linear(4, 4)\n"
    "    def forward(self, input_ids=None):\n        return input_ids\n";

/// A config beside other files, whose model is in modeling_own.py.
Files beside_config(Files files, std::string_view place = "modeling_own.OwnModel") {
    files.emplace(
        "config.json",
        concat(R"({"model_type": "own", "architectures": ["OwnModel"], "auto_map": {"AutoConfig": )",
               R"("configuration_own.OwnConfig", "AutoModel": ")", place, "\"}}"));
    files.emplace("configuration_own.py", kConfig);
    return files;
}

std::string repeated(unsigned count, const auto& text_of) {
    std::string text;
    for (unsigned i = 0; i < count; ++i) text += text_of(i);
    return text;
}

Files many_files(unsigned count, const auto& text_of) {
    Files files;
    for (unsigned i = 0; i < count; ++i) files.emplace(concat("f", i, ".py"), text_of(i));
    return files;
}

Opened open_beside(const Files& files) {
    FolderSource file(files, "config.json", false);
    return open_model(file, "config.json");
}

bool says(const Opened& opened, std::string_view id) {
    for (const Diagnostic& each : opened.diagnostics) {
        if (each.message.id() == id) return true;
    }
    return false;
}

struct Case {
    std::string name;
    Files files;
    std::string says;  ///< the id of a message
    bool is_built;     ///< by the code
};

std::vector<Case> cases() {
    const auto one = [](std::string text) { return Files{{"modeling_own.py", std::move(text)}}; };
    const auto import_all = [](unsigned i) { return concat("from .f", i, " import *\n"); };
    std::string recursive = kModel, endless_pass = kModel;
    recursive.replace(recursive.find("nn.Linear(4, 4)"), 15, "OwnModel(config)");
    endless_pass.replace(endless_pass.find("return input_ids"), 16, "while True: input_ids = input_ids + 1");
    Files everything = many_files(2000, [&](unsigned i) { return import_all((i * 7 + 1) % 2000); });
    everything.emplace("modeling_own.py", repeated(2000, import_all) + kModel);
    Files names = many_files(37, [&](unsigned i) {
        return concat(repeated(37, import_all),
                      repeated(2000, [i](unsigned j) { return concat("class C", i, "_", j, ": pass\n"); }));
    });
    names.emplace("modeling_own.py", repeated(37, import_all) + kModel);
    Files circle = one("from .a import *\n" + kModel);
    circle.emplace("a.py", "from .b import *\nfrom .modeling_own import OwnModel\n");
    circle.emplace("b.py", "from .a import *\nfrom . import a, b\n");
    return {
        {"an endless loop", one("while True:\n    x = 1\n" + kModel), "python.statement_not_ended", true},
        {"a model in itself without an end", one(recursive), "python.code_tells_no_model", false},
        {"a forward pass without an end", one(endless_pass), "", true},
        {"a giant file", one("#" + std::string(9 << 20, '#') + "\n" + kModel), "python.code_tells_no_model",
         false},
        {"a million classes",
         one(kModel + repeated(1'000'000, [](unsigned i) { return concat("class A", i, ": pass\n"); })),
         "python.code_tells_no_model", false},
        {"a list of 690,000 items",
         one(concat("x = [", repeated(690'000, [](unsigned) { return std::string("1,"); }), "]\n", kModel)),
         "python.code_tells_no_model", false},
        {"a million brackets", one(concat("x = ", std::string(1'000'000, '['), "\n", kModel)),
         "python.code_tells_no_model", false},
        {"files that import all names of each other", names, "python.code_tells_no_model", false},
        {"20,000 classes",
         one(kModel +
             repeated(20'000, [](unsigned i) { return concat("class A", i, "(OwnModel): pass\n"); })),
         "python.files_read", true},
        {"imports of everything", everything, "python.files_left_out", true},
        {"circular imports", circle, "python.files_read", true},
        {"code that is no Python", one("\x01\x02{{{{((((" + kModel), "python.unclosed", true},
    };
}

TEST(OwnCode, IsBoundedWhateverItDoes) {
    for (const Case& each : cases()) {
        const auto begin = std::chrono::steady_clock::now();
        const Opened opened = open_beside(beside_config(each.files));
        const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
        EXPECT_LT(time.count(), 30) << each.name;
        EXPECT_EQ(opened.text().find("OwnModel<source>") != std::string::npos, each.is_built) << each.name;
        EXPECT_TRUE(each.says.empty() || says(opened, each.says)) << each.name;
    }
}

TEST(OwnCode, LiesBesideTheConfig) {
    for (const std::string_view place :
         {"../../secret.OwnModel", "a/../../b.OwnModel", "/etc/passwd.OwnModel",
          "https://evil.example/x.OwnModel", "..%2f..%2fsecret.OwnModel", "....OwnModel", ".", "",
          "x\\ny.OwnModel", "'; import os; '.OwnModel"}) {
        const Opened opened = open_beside(beside_config({{"modeling_own.py", kModel}}, place));
        EXPECT_EQ(opened.text().find("<source>"), std::string::npos) << place;
    }
}

TEST(OwnCode, IsNamedByAMap) {
    for (const std::string_view map :
         {"5", "[]", "\"modeling_own.OwnModel\"", "null", "{\"AutoConfig\": 5}", "{\"AutoModel\": {}}",
          "{\"AutoModel\": [\"modeling_own.OwnModel\", null]}",
          "{\"AutoConfig\": \"configuration_own.OwnConfig\"}",
          "{\"AutoModel\": \"modeling_own.OwnModel\"}"}) {
        Files files = beside_config({{"modeling_own.py", kModel}});
        files["config.json"] = concat(R"({"model_type": "own", "auto_map": )", map, "}");
        EXPECT_EQ(open_beside(files).text().find("<source>"), std::string::npos) << map;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
