// Inputs that code hands to libraries which measure, trace or export its model.
#include <gtest/gtest.h>

#include <string>

#include "unit/open/measured.h"

namespace paramscope::open {
namespace THIS_FILE {

/// The input that a source is counted with.
std::string input_of(const std::string& question) {
    const std::string code =
        "import torch, torch.nn as nn\nclass Net(nn.Module):\n    def __init__(self):\n"
        "        super().__init__()\n        self.c = nn.Conv2d(3, 8, 3, padding=1)\n"
        "    def forward(self, x):\n        return self.c(x)\nmodel = Net()\n" +
        question + "\n";
    MemorySource file(code);
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat));
    const std::size_t at = opened.text().find("input = ");
    return at == std::string::npos ? "none"
                                   : opened.text().substr(at + 8, opened.text().find('\n', at) - at - 8);
}

TEST(SourceQuestions, AreTheInputs) {
    const std::string given = "(2, 3, 48, 40)", with_batch = "(1, 3, 48, 40)";
    const std::string x = "x = torch.randn(2, 3, 48, 40)\n";
    const struct {
        std::string question, input;
    } cases[] = {
        {"from torchsummary import summary\nsummary(model, (3, 48, 40))", with_batch},
        {"from torchsummary import summary\nsummary(model, input_size=[(3, 48, 40)], device='cpu')",
         with_batch},
        {"from torchinfo import summary\nsummary(model, input_size=(2, 3, 48, 40))", given},
        {x + "from torchinfo import summary\nsummary(model, input_data=[x])", given},
        {x + "from thop import profile\nmacs, params = profile(model, inputs=(x,))", given},
        {x + "from fvcore.nn import FlopCountAnalysis\nprint(FlopCountAnalysis(model, x).total())", given},
        {"from ptflops import get_model_complexity_info\n"
         "macs, params = get_model_complexity_info(model, (3, 48, 40), as_strings=True)",
         with_batch},
        {x + "torch.onnx.export(model, x, 'm.onnx')", given},
        {x + "torch.onnx.export(model, (x,), 'm.onnx')", given},
        {x + "traced = torch.jit.trace(model, x)", given},
        {x + "from torch.utils.tensorboard import SummaryWriter\nSummaryWriter().add_graph(model, x)", given},
        {"from thop import profile\nprofile(model, inputs=(load(),))", "(batch, 3, height, width)"},
        {"from torchsummary import summary\nsummary(model, 'cpu')", "(batch, 3, height, width)"},
    };
    for (const auto& each : cases) EXPECT_EQ(input_of(each.question), each.input) << each.question;
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
