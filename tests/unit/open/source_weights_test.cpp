// Weights that the forward pass of source code computes: parametrizations, spectral and weight norms.
#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "open/open.h"
#include "unit/open/measured.h"

namespace paramscope::open {
namespace THIS_FILE {

/// "parameters macs basis" of a Net with these lines in __init__() and the forward pass of its layer a.
std::string counts(const std::string& lines, const Dims& input) {
    const std::string code =
        "import torch\nfrom torch import nn\nfrom torch.nn.utils import parametrize, parametrizations\n"
        "from torch.nn.utils import remove_spectral_norm, remove_weight_norm, spectral_norm, weight_norm\n"
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
    const Report report = count_text(opened.text(), options);
    if (report.root() == nullptr || !report.root()->facts->macs.value ||
        !report.root()->facts->parameters.value)
        return "none";
    return to_string(*report.root()->facts->parameters.value) + " " +
           to_string(*report.root()->facts->macs.value) + " " +
           std::string(to_string(report.root()->facts->macs.basis));
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

TEST(SourceWeights, MayReplaceThoseThatALayerWasMadeWithout) {
    const std::string parameter = "nn.Parameter(torch.zeros(8))\n";
    EXPECT_EQ(
        counts("        self.a = nn.Linear(4, 8, bias=False)\n        self.a.bias = " + parameter, {2, 4}),
        "40 64 exact");
    EXPECT_EQ(counts("        self.a = nn.Conv2d(3, 8, 1, bias=False)\n        self.a.bias = " + parameter +
                         "        self.a.bias = None\n",
                     {1, 3, 2, 2}),
              "24 96 exact");
    EXPECT_EQ(counts("        self.a = nn.LayerNorm(8, elementwise_affine=False)\n        self.a.weight = " +
                         parameter,
                     {2, 8}),
              "8 0 exact");
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

TEST(SourceWeights, AreTheLayersOwnAgainWithoutTheirNorms) {
    const std::string remove = "        parametrize.remove_parametrizations(self.a, 'weight')\n";
    for (const std::string lines : {
             "weight_norm(nn.Linear(4, 8))\n        remove_weight_norm(self.a)\n",
             "remove_weight_norm(weight_norm(nn.Linear(4, 8), dim=None))\n",
             "spectral_norm(nn.Linear(4, 8))\n        remove_spectral_norm(self.a)\n",
         })
        EXPECT_EQ(counts("        self.a = " + lines, {2, 4}), "40 64 exact") << lines;
    for (const std::string norm : {"weight_norm", "spectral_norm"})
        EXPECT_EQ(
            counts("        self.a = parametrizations." + norm + "(nn.Linear(4, 8))\n" + remove, {2, 4}),
            "40 64 exact")
            << norm;
    // What was no norm cannot be removed.
    EXPECT_EQ(counts("        self.a = remove_weight_norm(nn.Linear(4, 8))\n", {2, 4}), "none");
    // A length of the whole weight.
    EXPECT_EQ(counts("        self.a = weight_norm(nn.Linear(4, 8), dim=None)\n", {2, 4}), "41 64 exact");
}

TEST(SourceWeights, OfAnotherShapeAreThoseOfTheCall) {
    // 16 features declared, 8 in the tied weight.
    EXPECT_EQ(counts("        self.e = nn.Embedding(100, 8)\n        self.a = nn.Linear(16, 100)\n"
                     "        self.a.weight = self.e.weight\n",
                     {2, 8}),
              "900 1600 exact");
    EXPECT_EQ(
        counts(
            "        self.a = nn.Linear(6, 6, bias=False)\n        U, _, V = torch.svd(torch.randn(6, 6))\n"
            "        self.a.weight.data = torch.mm(U, V.t())\n",
            {2, 6}),
        "36 72 exact");
    // Another shape in place.
    EXPECT_EQ(
        counts(
            "        self.a = nn.Linear(6, 6, bias=False)\n        self.a.weight.data = torch.zeros(2, 6)\n",
            {2, 6}),
        "12 24 exact");
}

TEST(SourceWeights, AreReachedByTheDictsOfTheirModules) {
    EXPECT_EQ(counts("        self.a = nn.Linear(4, 8)\n        self.a._parameters['bias'] = None\n"
                     "        weight = self.a._parameters.pop('weight')\n"
                     "        self.a.register_parameter('weight', nn.Parameter(weight.data[:2]))\n"
                     "        self._modules['b'] = nn.Linear(3, 3)\n",
                     {2, 4}),
              "20 16 exact");
    EXPECT_EQ(counts("        self.a = nn.Linear(4, 8)\n        self.b = nn.Linear(3, 3)\n"
                     "        for name in self.state_dict():\n"
                     "            if name.startswith('a.'):\n                setattr(self, name[2:], "
                     "nn.Linear(2, 2))\n"
                     "        del self._modules['b']\n"
                     "        self.c = nn.Linear(1, len(self._modules), bias=False)\n",
                     {2, 4}),
              "55 64 exact");
}

TEST(SourceWeights, OfLayersAreKeptWhereMoreMayBeThere) {
    const char* added =
        "        self.a = nn.Linear(4, 8)\n        if torch.rand(1) > 0.5:\n"
        "            self.a.extra = nn.Parameter(torch.ones(3))\n";
    // Linear's own forward pass does not use it.
    EXPECT_EQ(counts(added, {2, 4}), "40 64 exact");
    const std::string code =
        "import torch, torch.nn as nn\nclass Net(nn.Module):\n    def __init__(self):\n"
        "        super().__init__()\n" +
        std::string(added) + "    def forward(self, x):\n        return self.a(x)\n";
    EXPECT_EQ(measured(code, {{2, 4}}), "40 partial parameters, 64 MACs");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
