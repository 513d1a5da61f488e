// Source code as people copy it: behind prompts, numbers and quotations, beside prose and output, in
// notebooks.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "algebra/print.h"
#include "base/text_parts.h"
#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

const std::string kImports = "import torch.nn as nn\n";
const std::string kMethods =
    "    def __init__(self):\n        super().__init__()\n        self.a = nn.Linear(3, 4)\n\n"
    "        self.b = nn.Linear(4, 1)\n\n    def forward(self, x):\n        return self.b(self.a(x))\n";
const std::string kNet = kImports + "\nclass Net(nn.Module):\n" + kMethods;

Opened open_text(const std::string& text, std::string_view name = "") {
    MemorySource file(text);
    return open_model(file, name);
}

/// "21 exact, 16 exact": parameters and multiply-accumulates; the first error where there are none.
std::string counted(const std::string& text, std::string_view name = "") {
    const Opened opened = open_text(text, name);
    for (const Diagnostic& each : opened.diagnostics) {
        if (each.severity == Severity::Error) return each.message.english();
    }
    CountOptions options;
    options.inputs = {{1, 3}};
    const Report report = count_text(opened.text(), options);
    if (report.root() == nullptr) return "none";
    const auto shown = [](const Quantity& quantity) {
        return (quantity.value ? to_string(*quantity.value) : "?") + " " +
               std::string(to_string(quantity.basis));
    };
    return shown(report.root()->facts->parameters) + ", " + shown(report.root()->facts->macs);
}

/// The lines of a text, each changed; numbers count from 1.
std::string each_line(std::string_view text,
                      const std::function<std::string(int, const std::string&)>& change) {
    std::string result;
    for (int number = 1; !text.empty(); ++number)
        result += change(number, std::string(take_until(text, '\n'))) + "\n";
    return result;
}

std::string behind(const std::string& prefix, const std::string& text = kNet) {
    return each_line(text, [&](int, const std::string& line) { return prefix + line; });
}

std::string session(const std::string& text = kNet) {
    return each_line(text, [](int, const std::string& line) {
        const bool continues = line.empty() || line[0] == ' ';
        return (continues ? "... " : ">>> ") + line;
    });
}

std::string numbered(const char* format) {
    return each_line(kNet, [&](int number, const std::string& line) {
        char before[32];
        std::snprintf(before, sizeof before, format, number);
        return before + line;
    });
}

TEST(SourceTexts, AreReadWhateverSurroundsThem) {
    const std::string texts[] = {
        kNet,
        session(),
        session() +
            ">>> net = Net()\n>>> net\nNet(\n  (a): Linear(in_features=9, out_features=9, bias=True)\n)\n",
        "$ python\nPython 3.10.1 on linux\n" + session() + "$ ls\n",
        kNet + ">>> Net()(torch.rand(1, 3)).shape\ntorch.Size([1, 1])\n",
        "In [1]: import torch.nn as nn\n\nIn [2]: class Net(nn.Module):\n" + behind("   ...: ", kMethods) +
            "   ...:\n\nIn [3]: Net()\nOut[3]: \nNet(\n  (a): Linear(in_features=9, out_features=9)\n)\n",
        "In [1]:\n" + kNet + "\nIn [2]:\nnet = Net()\n\nOut[2]:\n3\n",
        numbered("%3d  "),
        numbered("%d "),
        numbered("%-4d"),
        numbered("%6d\t"),
        numbered("%d: "),
        numbered("%d. "),
        numbered("%03d| "),
        numbered("%2d | "),
        numbered("%d\n"),
        "1\n2\n3\n4\n5\n" + kNet,
        "Listing 1. A net\n" + numbered("%2d ") + "\nIt has two layers.\n",
        behind("> "),
        behind("> > "),
        behind(">"),
        "Hi,\n\nJane wrote on Tuesday:\n" + behind("> ") + "\nLooks good to me.\n",
        behind("| "),
        behind("+"),
        behind("> ", session()),
        behind("    "),
        kNet.substr(0, kNet.find("        self.b")) +
            "<<<<<<< HEAD\n        self.b = nn.Linear(4, 1)\n=======\n"
            "        self.b = nn.Linear(4, 9)\n>>>>>>> other\n" +
            kNet.substr(kNet.find("    def forward")),
        "This is my network:\n\n" + kNet + "\nWhy doesn't it learn?\n",
        "Use this:\n```python\n" + kNet,
        "1. First\n   ```python\n" + behind("   ") + "   ```\n",
        kNet + "```\n\nThis network has two layers.\n",
        "Traceback (most recent call last):\n  File \"a.py\", line 3, in <module>\n    self.a = nn.Linear(9, "
        "9)\n"
        "RuntimeError: shapes cannot be multiplied\n\nMy code is this:\n" +
            kNet,
        kNet +
            "print(Net())\n\nNet(\n  (a): Linear(in_features=9, out_features=9, bias=True)\n)\nEpoch 1: "
            "loss=0.3\n",
        "!pip install torch\n%matplotlib inline\n" + kNet + "if True:\n    !ls\n",
        "# %%\n" + kNet + "# %% [markdown]\n# # Title\n# COMMAND ----------\n# MAGIC %sh ls\n",
        each_line(kNet, [](int, const std::string& line) { return line + "\r"; }),
        kImports + kMethods,
        kMethods,
        kNet + "name = \xE2\x80\x9Cnet\xE2\x80\x9D\n",
        "This is my network:\n" + kImports +
            "net = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1))\nnet.eval()\n",
        behind("> ", numbered("%2d  ")),
        "Posted by Jane\nCode:\nhttps://example.org/net.py\n" + kNet +
            "Output:\ntensor([[1.,\n 2.]])\nThanks\n",
        "user@host:~$ cat net.py\n" + kNet,
        "[code=python]\n" + kNet + "[/code]\n",
        kNet + "from model import Net\nnet = Net()\n",
        "\"\"\"\nNet(\n  (a): Linear(in_features=9, out_features=9, bias=True)\n)\n\"\"\"\n" + kNet,
        "\"\"\"\nNet(\n  (a): Linear(in_features=9, out_features=9, bias=True)\n)\n\"\"\"\n" + kImports +
            "net = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1))\n",
        "<pre><code>" + kNet + "</code></pre>\n",
        kNet + "a, b = 1, *(int(x) for x in ['2'])\n",
        kImports +
            "class Net(nn.Module):def __init__(self):super().__init__()self.a = nn.Linear(3, 4)"
            "self.b = nn.Linear(4, 1)def forward(self, x):return self.b(self.a(x))",
    };
    for (const std::string& text : texts) EXPECT_EQ(counted(text), "21 exact, 16 exact") << text;
}

TEST(SourceTexts, WithTheirBeginningOrEndCutAreAtLeast) {
    const std::string body = kMethods.substr(kMethods.find("(3, 4)"));
    const Opened opened = open_text(body);
    ASSERT_FALSE(opened.model.is_empty());
    EXPECT_EQ(counted(body).substr(0, 10), "5 partial,");
    EXPECT_EQ(counted(kMethods.substr(0, kMethods.find("    def forward"))).substr(0, 9), "21 exact,");
    EXPECT_EQ(counted("        super().__init__()\n        self.a = nn.Linear(3, 4)\n").substr(0, 9),
              "16 exact,");
}

TEST(SourceTexts, OfNotebooks) {
    const std::string cells =
        R"json({"cells": [{"cell_type": "markdown", "source": ["# class Net(nn.Module):"]},
        {"cell_type": "code", "outputs": [{"text": ["class Net(nn.Module): pass"]}], "source": [
          "!ls\n",
          "import torch.nn as nn\n",
          "net = nn.Sequential(nn.Linear(3, 4), nn.Linear(4, 1))"]},
        {"cell_type": "code", "source": "net.eval()"}], "metadata": {}, "nbformat": 4, "nbformat_minor": 5
})json";
    EXPECT_EQ(counted(cells), "21 exact, 16 exact");
    EXPECT_EQ(counted(cells, "net.ipynb"), "21 exact, 16 exact");
    const Opened opened = open_text(cells);
    EXPECT_TRUE(opened.is_notebook);
    EXPECT_EQ(opened.source_text.substr(0, 31), "# %%\n!ls\nimport torch.nn as nn\n");
    ASSERT_FALSE(opened.lines.empty());
    EXPECT_EQ(opened.lines.front().line, 4u);
    std::string large = cells;
    large.insert(large.find("\"text\""), "\"data\": \"" + std::string(3u << 20, 'A') + "\", ");
    EXPECT_EQ(counted(large), "21 exact, 16 exact");
    EXPECT_EQ(counted("{}", "net.ipynb"), "the code defines no torch.nn module and builds none");
}

TEST(SourceTexts, WithoutAModelSayWhatTheyAre) {
    const struct {
        const char *text, *name, *said;
    } cases[] = {
        {"model = dict(type='ImageClassifier', backbone=dict(type='ResNet', depth=50))\n", "r50.py",
         "model is a config by which a registry, such as MMEngine's, makes ImageClassifier"},
        {"_base_ = ['../_base_/r50.py']\nlr = 0.1\n", "r50_b32.py", "this config changes others"},
        {"import os\nprint(os.name)\n", "main.py", "the code defines no torch.nn module and builds none"},
        {"# Use\n\n## Run\n\n```python\nimport os\nrun(os.name)\n```\n\nSee [there](a.md).\n", "a.md",
         "this is a document"},
    };
    for (const auto& [text, name, said] : cases)
        EXPECT_EQ(counted(text, name).substr(0, std::string(said).size()), said) << text;
}

TEST(SourceTexts, OfRegistriesAreNoConfigsOfTheirParts) {
    const std::string bert =
        "med = {\n    'model_type': 'bert',\n    'hidden_size': 64,\n    'num_hidden_layers': 2,\n}\n";
    const std::pair<std::string, const char*> cases[] = {
        {"_base_ = [\n    '../_base_/default_runtime.py',\n    '../_base_/models/a.py',\n]\n",
         "this config changes others"},
        {"_base_ = ['../a.py']\n" + bert + "model = dict(type='Blip', text=dict(config=med))\n",
         "model is a config by which"},
        {bert + "model = dict(\n    type='Blip',\n    text=dict(config=med))\n",
         "model is a config by which"},
    };
    for (const auto& [text, said] : cases)
        EXPECT_EQ(counted(text).substr(0, std::string(said).size()), said) << text;
}

TEST(SourceTexts, HaveTheirPlaces) {
    const std::string text = numbered("%2d  ") + "12  net = Net(5, 6)\n";
    const Opened opened = open_text(text);
    bool has_place = false;
    for (const Diagnostic& each : opened.diagnostics)
        has_place = has_place || slice(text, each.span).starts_with("net = Net") ||
                    slice(text, each.span) == "Net(5, 6)";
    EXPECT_TRUE(has_place);
    ASSERT_EQ(opened.lines.size(), 2u);
    EXPECT_EQ(opened.lines[1].path, "b");
    EXPECT_EQ(opened.lines[1].line, 8u);
}

TEST(SourceTexts, ThatShowModulesAreReadAsBefore) {
    EXPECT_EQ(open_text(">>> net\nNet(\n  (a): Linear(in_features=3, out_features=4, bias=True)\n)\n").source,
              kModelTextFormat);
    EXPECT_NE(open_text(">>> model.num_parameters()\n596049920\n").source, kSourceFormat);
    EXPECT_NE(open_text("1 a\n2 b\n3 c\n").source, kSourceFormat);
    EXPECT_NE(open_text("> nothing\n> of this is code\n").source, kSourceFormat);
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
