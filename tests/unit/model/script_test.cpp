#include "model/texts/script.h"

#include <gtest/gtest.h>

namespace paramscope {
namespace THIS_FILE {

TEST(Script, HasStatementsThatModelTextCannotHold) {
    const char* const texts[] = {
        "from torch import nn\n\nconv = nn.Conv2d(3, 96, 11)\n",
        "from torch.nn import Linear\nlayer = Linear(3, 4)  # the first\n",
        "import torch.nn as nn\nnn.Linear(3, 4)\n",
        "d, h = 512, 8\nlayer = nn.Linear(d, h)\n",
        "model_a = nn.Sequential(nn.Linear(4, 4))\nmodel_b = nn.Sequential(\n    nn.Linear(8, 8),\n)\n",
        "layer = nn.TransformerEncoderLayer(512, 8)\nmodel = nn.TransformerEncoder(\n    layer, num_layers=6)\n",
    };
    for (const char* const text : texts) EXPECT_TRUE(is_script(text)) << text;
}

TEST(Script, IsNoTextThatModelTextHolds) {
    const char* const texts[] = {
        "",
        "nn.Conv2d(3, 96, 11)\n",
        "d = 512\nlayer = nn.Linear(d, 4)\n",
        "a = nn.Linear(2, 3)\nb = nn.Linear(in_features=3, out_features=4)\n",
        "m = nn.Sequential(nn.Linear(4, 4))\nhead = nn.Linear(4, 2)\n",
        "self.a = nn.Sequential(nn.Linear(4, 4))\nself.b = nn.Sequential(nn.Linear(8, 8))\n",
        "what does nn.Linear(2, 3) cost?\n",
        "import torch\nand then m = nn.Linear(2, 3)\n",
        "import torch\nm = nn.Linear(2, 3)\nprint(m)\nLinear(in_features=2, out_features=3, bias=True)\n",
        "from torch import nn\nNet(\n  (0): Linear(in_features=2, out_features=3, bias=True)\n)\n",
    };
    for (const char* const text : texts) EXPECT_FALSE(is_script(text)) << text;
}

}  // namespace
}  // namespace paramscope
