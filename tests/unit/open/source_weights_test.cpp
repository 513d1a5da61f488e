// Weights that the forward pass of source code computes: parametrizations, spectral and weight norms.
#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace {

/// "parameters macs basis" of a Net with these lines in __init__() and the forward pass of its layer a.
std::string counts(const std::string& lines, const Dims& input) {
    const std::string code =
        "import torch\nfrom torch import nn\nfrom torch.nn.utils import parametrize, parametrizations\n"
        "from torch.nn.utils import spectral_norm, weight_norm\n"
        "class Scaled(nn.Module):\n"
        "    def __init__(self, n):\n        super().__init__()\n        self.mix = nn.Linear(n, n, False)\n"
        "    def forward(self, w):\n        return self.mix(w)\n"
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n" +
        lines + "    def forward(self, x):\n        return self.a(x)\n";
    MemorySource file(code);
    const std::vector<Dims> inputs = {input};
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat), "Net()", inputs);
    CountOptions options;
    options.inputs = inputs;
    const Report report = count_text(opened.text, options);
    if (report.root() == nullptr || !report.root()->macs.value || !report.root()->parameters.value)
        return "none";
    return to_string(*report.root()->parameters.value) + " " + to_string(*report.root()->macs.value) + " " +
           std::string(to_string(report.root()->macs.basis));
}

TEST(SourceWeights, AreComputedByParametrizationsInEachCall) {
    // The layer's 2·4·8; the mixture of its 8 rows of 4 by a 4 x 4 matrix.
    EXPECT_EQ(counts("        self.a = nn.Linear(4, 8)\n"
                     "        parametrize.register_parametrization(self.a, 'weight', Scaled(4))\n",
                     {2, 4}),
              "56 192 exact");
    // Two of them, and one of the bias.
    EXPECT_EQ(counts("        self.a = nn.Linear(4, 8)\n"
                     "        parametrize.register_parametrization(self.a, 'weight', Scaled(4))\n"
                     "        parametrize.register_parametrization(self.a, 'weight', Scaled(4))\n"
                     "        parametrize.register_parametrization(self.a, 'bias', Scaled(8))\n",
                     {2, 4}),
              "136 384 exact");
}

TEST(SourceWeights, AreDividedByTheirNorms) {
    // W·v and u·(W·v).
    EXPECT_EQ(counts("        self.a = spectral_norm(nn.Linear(4, 8))\n", {2, 4}), "40 104 exact");
    EXPECT_EQ(counts("        self.a = parametrizations.spectral_norm(nn.Linear(4, 8))\n", {2, 4}),
              "40 104 exact");
    EXPECT_EQ(counts("        self.a = spectral_norm(nn.Conv2d(3, 5, 3))\n", {1, 3, 8, 8}), "140 5000 exact");
    EXPECT_EQ(counts("        self.a = parametrizations.spectral_norm(nn.ConvTranspose2d(3, 5, 3))\n",
                     {1, 3, 8, 8}),
              "140 8780 exact");
    EXPECT_EQ(counts("        self.a = weight_norm(nn.Linear(4, 8))\n", {2, 4}), "48 64 exact");
    EXPECT_EQ(counts("        self.a = parametrizations.weight_norm(nn.Linear(4, 8))\n", {2, 4}),
              "48 64 exact");
}

}  // namespace
}  // namespace paramscope::open
