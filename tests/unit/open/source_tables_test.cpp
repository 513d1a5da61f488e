// Source code with a printed table of its layers beside it.
#include <gtest/gtest.h>

#include <string>

#include "base/concat.h"
#include "count/count.h"
#include "open/open.h"
#include "unit/describe.h"

namespace paramscope::open {
namespace THIS_FILE {

/// What an opened text is read as, its parameters, and what is said of its table.
std::string described(const std::string& text, std::string_view name = "") {
    MemorySource source(text);
    const Opened opened = open_model(source, name);
    const Report report = count_text(opened.text());
    if (report.nodes.empty()) return "nothing";
    const Quantity& parameters = report.nodes.front().facts->parameters;
    std::string all = concat(opened.source, " ", to_string(parameters.value.value_or(-1)), " ",
                             to_string(worst(parameters.basis, opened.basis)));
    for (const Diagnostic& each : opened.diagnostics) {
        if (!each.message.id().starts_with("summary.")) continue;
        all += concat("; ", to_string(each.severity), ": ", testing_support::describe(each.message));
    }
    return all;
}

const std::string kLayers =
    "import torch.nn as nn\n"
    "model = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2))\n";
const std::string kTable =
    "=================================================================\n"
    "Layer (type:depth-idx)                   Param #\n"
    "=================================================================\n"
    "Sequential                               --\n"
    "├─Linear: 1-1                            40\n"
    "├─ReLU: 1-2                              --\n"
    "├─Linear: 1-3                            18\n"
    "=================================================================\n"
    "Total params: 58\n"
    "Trainable params: 58\n"
    "Non-trainable params: 0\n"
    "=================================================================\n"
    "Input size (MB): 0.00\n"
    "=================================================================\n";

std::string commented(const std::string& text) {
    std::string all = "# ";
    for (const char c : text) all += c == '\n' ? std::string("\n# ") : std::string(1, c);
    return all + "\n";
}

std::string with_total(std::string table, const std::string& total) {
    const std::size_t at = table.find("Total params: 58");
    return table.replace(at, 16, "Total params: " + total);
}

TEST(CodeBesideATable, IsTheModel) {
    const std::string texts[] = {
        kLayers + kTable,
        kTable + kLayers,
        kLayers + "\"\"\"\n" + kTable + "\"\"\"\n",
        "\"\"\"\nA net.\n\n" + kTable + "\"\"\"\n" + kLayers,
        kLayers + commented(kTable),
        "```python\n" + kLayers + "```\n\n```\n" + kTable + "```\n",
    };
    for (const std::string& text : texts) {
        EXPECT_EQ(described(text), "python 58 exact") << text;
        EXPECT_EQ(described(with_total(text, "60")),
                  "python 58 exact; warning: summary.code_differs(stated: 60, counted: 58)")
            << text;
    }
}

TEST(CodeInMarkdown, IsReadWithoutTheProse) {
    EXPECT_EQ(described("# A net\n\nIt's small, as the table says:\n\n```bash\npip install torch\n```\n\n"
                        "```python\nimport torch.nn as nn\nclass Net(nn.Module):\n    def __init__(self):\n"
                        "        super().__init__()\n        self.fc = nn.Linear(4, 2)\n```\n\nDon't run it.\n"),
              "python 10 exact");
    // Fences in a docstring are no Markdown.
    EXPECT_EQ(described("import torch.nn as nn\ndef f():\n    \"\"\"\n```python\nimport os\n```\n    \"\"\"\n"
                        "model = nn.Sequential(nn.Linear(4, 4), nn.Linear(4, 2))\n"),
              "python 30 exact");
}

TEST(CodeBesideATable, OfKerasIsTheModel) {
    const std::string code =
        "from tensorflow import keras\nfrom tensorflow.keras import layers\n"
        "model = keras.Sequential([layers.Dense(8, input_shape=(4,)), layers.Dense(2)])\n"
        "model.summary()\n";
    const std::string table =
        "Model: \"sequential\"\n"
        "_________________________________________________________________\n"
        "Layer (type)                 Output Shape              Param #   \n"
        "=================================================================\n"
        "dense (Dense)                (None, 8)                 40        \n"
        "dense_1 (Dense)              (None, 2)                 18        \n"
        "=================================================================\n"
        "Total params: 58\nTrainable params: 58\nNon-trainable params: 0\n"
        "_________________________________________________________________\n";
    EXPECT_EQ(described(code + table), "keras-config 58 exact");
}

TEST(CodeBesideATable, LeavesTheTableWhereItShowsNoModel) {
    const std::string code =
        "from transformers import AutoModel\nfrom torchinfo import summary\n"
        "model = AutoModel.from_pretrained(\"foo/bar\")\nsummary(model, input_size=(1, 4))\n";
    EXPECT_EQ(described(code + kTable), "summary-table 58 printed; note: summary.code_is_incomplete");
    EXPECT_EQ(described(kTable), "summary-table 58 printed");
}

}  // namespace
}  // namespace paramscope::open
