// A text that the page reads by itself is the same to the readers of files.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "layers/texts/own_text.h"
#include "open/open.h"
#include "presets/presets.h"

namespace paramscope {
namespace {

const std::string kTree =
    "Net(\n  (fc): Linear(in_features=3, out_features=4, bias=True)\n  (act): ReLU()\n)\n";

TEST(OwnText, IsModelTextToAllReaders) {
    std::vector<std::string> texts = {
        kTree,
        "\n\n" + kTree + "\n",
        "# A net\n# of 16 parameters\nd = 3  # width\ninput = (1, d)\n\n" + kTree,
        "Linear(3, 4)",
        "nn.Linear(3, 4)\n",
        "torch.nn.Conv2d(3, 64, kernel_size=(7, 7), stride=(2, 2), padding='same')",
        "d = 8\nLSTM(d, 2 * d, num_layers=2)",
        "ReLU()",
    };
    for (const Preset& preset : presets()) texts.emplace_back(preset.text);
    int own = 0;
    for (const std::string& text : texts) {
        if (!is_own_text(text)) continue;
        ++own;
        open::MemorySource file(text);
        const open::Opened opened = open::open_model(file, "");
        EXPECT_TRUE(opened.is_model_text) << text;
        EXPECT_EQ(opened.format, open::kModelTextFormat) << text;
        EXPECT_EQ(opened.source, open::kModelTextFormat) << text;
        EXPECT_TRUE(opened.diagnostics.empty()) << text;
    }
    EXPECT_GE(own, 8);
}

TEST(OwnText, IsNotWhatAReaderMayKnowBetter) {
    const std::string texts[] = {
        "",
        "7.6 M",
        "gpt2",
        "Params(7, 6)",
        "Dense(64)",
        "Linear(3, 4) -> 4",
        "x = nn.Linear(3, 4)",
        "x = nn.Linear(3, 4)\n" + kTree,
        "import torch\n" + kTree,
        "class Net(nn.Module):\n    pass\n" + kTree,
        ">>> print(model)\n" + kTree,
        "# | layer | params |\n" + kTree,
        "{\"model_type\": \"gpt2\"}",
        "Linear(3, 4)\nLinear(4, 5)",
        "fc.weight torch.Size([4, 3])",
    };
    for (const std::string& text : texts) EXPECT_FALSE(is_own_text(text)) << text;
}

}  // namespace
}  // namespace paramscope
