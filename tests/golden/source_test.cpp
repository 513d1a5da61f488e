// Source code of our own becomes models with exactly the tensors that PyTorch makes of it
// (source/make_truth.py).
#include <gtest/gtest.h>

#include <algorithm>

#include "base/source.h"
#include "golden/support.h"
#include "open/open.h"

namespace paramscope::golden {
namespace THIS_FILE {

open::Opened open_code(const std::string& text, std::string_view expression = {}) {
    open::MemorySource source(text);
    return open::open_model(source, "model.py", nullptr, expression);
}

std::string source_of(const std::string& name) {
    return read_file(golden_folder() + "/source/" + name + ".py").value_or("");
}

std::optional<Integer> parameters_of(const open::Opened& opened, const CountOptions& options = {}) {
    const Report report = count_text(opened.text(), options);
    return report.root() != nullptr ? report.root()->facts->parameters.value : std::nullopt;
}

TEST(Source, BuildsTheModelsOfTorchvision) {
    const rapidjson::Document truth = load_golden("library_models.json");
    ASSERT_TRUE(truth.IsObject());
    for (const auto& row : truth.GetObject()) {
        const std::string name = row.name.GetString();
        const Report report =
            count_text(open_code("import torchvision\nmodel = torchvision.models." + name + "()\n").text(), {});
        ASSERT_NE(report.root(), nullptr) << name;
        EXPECT_EQ(report.root()->facts->parameters.value, std::optional<Integer>(row.value.GetInt64()))
            << name;
        EXPECT_EQ(report.root()->facts->parameters.basis, Basis::Exact) << name;
    }
}

TEST(Source, HasTheTensorsThatPyTorchMakes) {
    const rapidjson::Document truth = load_golden("source/truth.json");
    ASSERT_TRUE(truth.IsObject());
    for (const auto& row : truth.GetObject()) {
        const std::string name = row.name.GetString();
        const auto build = row.value.FindMember("build");  // where the text alone does not tell what is built
        const open::Opened opened =
            open_code(source_of(name), build == row.value.MemberEnd() ? "" : build->value.GetString());
        EXPECT_EQ(opened.format, "python") << name;
        const Report report = count_text(opened.text(), {});
        EXPECT_NE(report.root(), nullptr) << name;
        if (report.root() == nullptr) continue;
        const NodeReport& root = *report.root();
        const auto number = [&](const char* key) {
            return std::optional<Integer>(row.value[key].GetInt64());
        };
        EXPECT_EQ(root.facts->parameters.value, number("parameters")) << name;
        EXPECT_EQ(root.facts->trainable(), number("trainable")) << name;
        EXPECT_EQ(root.facts->buffers.value, number("buffers")) << name;
        EXPECT_EQ(root.facts->parameters.basis, Basis::Exact) << name;
    }
}

std::vector<Dims> shapes_of(const rapidjson::Value& list) {
    std::vector<Dims> shapes;
    for (const auto& shape : list.GetArray()) {
        shapes.emplace_back();
        for (const auto& size : shape.GetArray()) shapes.back().emplace_back(size.GetInt64());
    }
    return shapes;
}

/// Sources with a step that is not known: their work is "at least".
constexpr std::string_view kOpenWork[] = {"equilibrium"};

/// The forward pass that is written in the source, as PyTorch runs it.
TEST(Source, HasTheWorkThatPyTorchDoes) {
    const rapidjson::Document truth = load_golden("source/truth.json");
    ASSERT_TRUE(truth.IsObject());
    for (const auto& row : truth.GetObject()) {
        if (!row.value.HasMember("macs")) continue;
        const std::string name = row.name.GetString();
        const auto build = row.value.FindMember("build");
        CountOptions options;
        options.inputs = shapes_of(row.value["inputs"]);
        const std::string text = source_of(name);
        open::MemorySource source(text);
        const open::Opened opened =
            open::open_model(source, "model.py", nullptr,
                             build == row.value.MemberEnd() ? "" : build->value.GetString(), options.inputs);
        const Report report = count_text(opened.text(), options);
        ASSERT_NE(report.root(), nullptr) << name;
        const auto& macs = report.root()->facts->macs;
        if (std::find(std::begin(kOpenWork), std::end(kOpenWork), name) != std::end(kOpenWork)) {
            EXPECT_NE(macs.basis, Basis::Exact) << name;
            continue;
        }
        EXPECT_EQ(macs.value, std::optional<Integer>(row.value["macs"].GetInt64())) << name;
        EXPECT_EQ(macs.basis, Basis::Exact) << name << opened.text();
    }
}

/// A forward pass whose sizes are symbols counts the same as one on their values.
TEST(Source, FormulasOfWorkHoldForOtherValues) {
    struct Case {
        const char *name, *expression;
        std::vector<std::pair<std::string, int>> settings;
    };
    const Case cases[] = {
        {"gpt", "GPT(GPTConfig(n_layer=3, n_embd=192))", {{"n_layer", 3}, {"n_embd", 192}}},
        {"transformer", "Transformer(N=2, d_model=64, d_ff=100)", {{"N", 2}, {"d_model", 64}, {"d_ff", 100}}},
        {"vit", "ViT(depth=6, mlp_dim=100)", {{"depth", 6}, {"mlp_dim", 100}}},
    };
    for (const Case& each : cases) {
        const std::string text = source_of(each.name);
        CountOptions options;
        for (const auto& [name, value] : each.settings)
            options.overrides.emplace_back(name, Polynomial(value));
        const Report set = count_text(open_code(text).text(), options);
        const Report built = count_text(open_code(text, each.expression).text(), {});
        EXPECT_TRUE(set.root()->facts->macs.value) << each.expression;
        EXPECT_EQ(set.root()->facts->macs.value, built.root()->facts->macs.value) << each.expression;
    }
}

/// A step that is not known leaves the parameters exact, and names its line.
TEST(Source, LeavesUnknownWorkOut) {
    const std::string text =
        "import torch.nn as nn\nfrom fast_ops import fused\n"
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.a = nn.Linear(4, 8)\n        self.b = nn.Linear(8, 2)\n"
        "    def forward(self, x):\n        x = self.a(x)\n        x = fused(x)\n        return self.b(x)\n";
    const open::Opened opened = open_code(text);
    const Report report = count_text(opened.text(), {});
    EXPECT_EQ(report.root()->facts->parameters.value, std::optional<Integer>(4 * 8 + 8 + 8 * 2 + 2));
    EXPECT_EQ(report.root()->facts->parameters.basis, Basis::Exact);
    EXPECT_EQ(report.root()->facts->macs.basis, Basis::Partial);
    EXPECT_NE(opened.text().find("fast_ops"), std::string::npos);
}

/// A hyper-parameter that is set in the model text counts what the code builds with it.
TEST(Source, FormulasHoldForOtherValues) {
    struct Case {
        const char *name, *expression;
        std::vector<std::pair<std::string, int>> settings;
    };
    const Case cases[] = {
        {"vit", "ViT(depth=6)", {{"depth", 6}}},
        {"vit", "ViT(dim=512, mlp_dim=100)", {{"dim", 512}, {"mlp_dim", 100}}},
        {"vit", "ViT(image_size=256, channels=4)", {{"image_size", 256}, {"channels", 4}}},
        {"gpt", "GPT(GPTConfig(n_layer=3, n_embd=192))", {{"n_layer", 3}, {"n_embd", 192}}},
        {"transformer", "Transformer(N=2, d_model=64, d_ff=100)", {{"N", 2}, {"d_model", 64}, {"d_ff", 100}}},
        {"torch_transformer", "Classifier(num_layers=2, d_model=64)", {{"num_layers", 2}, {"d_model", 64}}},
    };
    for (const Case& each : cases) {
        const std::string text = source_of(each.name);
        CountOptions options;
        for (const auto& [name, value] : each.settings)
            options.overrides.emplace_back(name, Polynomial(value));
        EXPECT_EQ(parameters_of(open_code(text), options), parameters_of(open_code(text, each.expression)))
            << each.expression;
    }
}

/// A forward pass without an end leaves the parameters as they are.
TEST(Source, EndsHostileForwardPasses) {
    const std::string head =
        "import torch\nimport torch.nn as nn\nclass Net(nn.Module):\n    def __init__(self):\n"
        "        super().__init__()\n        self.a = nn.Linear(4, 4)\n    def forward(self, x):\n        x "
        "= self.a(x)\n";
    const char* const bodies[] = {
        "        while True:\n            x = x + x\n",
        "        return self(x)\n",
        "        for i in range(10**9):\n            x = self.a(x)\n",
        "        raise ValueError(x.shape)\n",
        "        self.a = None\n        del self.b\n",
        "        return x.view(3, 3, 3)\n",
        "        return [x] * 10**7\n",
    };
    for (const char* const body : bodies) {
        const open::Opened opened = open_code(head + body);
        const Report report = count_text(opened.text(), {});
        ASSERT_NE(report.root(), nullptr) << body;
        EXPECT_EQ(report.root()->facts->parameters.value, std::optional<Integer>(20)) << body;
        EXPECT_EQ(report.root()->facts->parameters.basis, Basis::Exact) << body;
        EXPECT_FALSE(report.root()->facts->macs.is_complete()) << body;
    }
}

TEST(Source, EndsHostileCodeWithOneSentence) {
    const std::string head = "import torch.nn as nn\n";
    const char* const texts[] = {
        "while True:\n    pass\n",
        "def f(x):\n    return f(x + 1)\nf(0)\n",
        "y = [i for i in range(10**9)]\n",
        "x = [0] * 10**7\n",
        "s = 'a'\nfor i in range(60):\n    s = s + s\n",
        "x = []\nx.append(x)\ny = []\ny.append(y)\nprint(x == y)\n",
        "class A(nn.Module):\n    def __init__(self):\n        super().__init__()\n        self.a = A()\n",
    };
    for (const char* const text : texts) {
        const open::Opened opened = open_code(head + text);
        EXPECT_EQ(opened.text(), "") << text;
        ASSERT_EQ(opened.diagnostics.size(), 1u) << text;
        EXPECT_EQ(opened.diagnostics[0].severity, Severity::Error) << text;
    }
}

/// What is not known makes a lower bound, with a warning at its line.
TEST(Source, SaysWhatItDoesNotKnow) {
    const open::Opened opened = open_code(
        "import torch.nn as nn\nimport other\n\n"
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.backbone = other.Backbone()\n        self.fc = nn.Linear(10, 2)\n");
    const Report report = count_text(opened.text(), {});
    ASSERT_NE(report.root(), nullptr);
    const NodeReport& root = *report.root();
    EXPECT_EQ(root.facts->parameters.value, Integer{22});
    EXPECT_EQ(root.facts->parameters.basis, Basis::Partial);
    ASSERT_FALSE(opened.diagnostics.empty());
    EXPECT_EQ(opened.diagnostics.back().message.id(), "python.part_unknown");
    EXPECT_EQ(position_at(opened.source_text, opened.diagnostics.back().span.begin).line, 2u);
}

}  // namespace
}  // namespace paramscope::golden
