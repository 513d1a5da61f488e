// Mixtures of experts in source code: experts routed by topk() count as routed.
#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

/// "macs basis" of five tokens that a gate of 4·4 sends to two of four experts.
std::string macs_of(const std::string& expert, const std::string& route, Integer tokens = 5) {
    const std::string code =
        "import torch\nfrom torch import nn\nimport torch.nn.functional as F\n"
        "class Dense(nn.Module):\n"
        "    def __init__(self, i):\n        super().__init__()\n        self.up = nn.Linear(4, 6)\n"
        "    def forward(self, x):\n        return self.up(x)[:, :4]\n"
        "class Growing(nn.Module):\n"
        "    def __init__(self, i):\n        super().__init__()\n        self.up = nn.Linear(4, 4 + i)\n"
        "    def forward(self, x):\n        return self.up(x)[:, :4]\n"
        "class Mixing(nn.Module):\n"
        "    def __init__(self, i):\n        super().__init__()\n"
        "    def forward(self, x):\n        return (x @ x.t()) @ x\n"
        "class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
        "        self.gate = nn.Linear(4, 4)\n"
        "        self.experts = nn.ModuleList([" +
        expert +
        "(i) for i in range(4)])\n"
        "    def forward(self, x):\n"
        "        weights, chosen = torch.topk(self.gate(x).softmax(-1), 2, dim=-1)\n"
        "        y = torch.zeros_like(x)\n" +
        route + "        return y\n";
    MemorySource file(code);
    const std::vector<Dims> inputs = {{Polynomial(tokens), Polynomial(4)}};
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat), "Net()", inputs);
    CountOptions options;
    options.inputs = inputs;
    const Report report = count_text(opened.text(), options);
    if (report.root() == nullptr || !report.root()->facts->macs.value) return "none";
    return to_string(*report.root()->facts->macs.value) + " " +
           std::string(to_string(report.root()->facts->macs.basis));
}

const std::string kPlaces =
    "        for i, expert in enumerate(self.experts):\n"
    "            row, nth = torch.where(chosen == i)\n"
    "            y[row] += weights[row, nth, None] * expert(x[row])\n";

TEST(SourceRouting, CountsTheChosenExperts) {
    const char* const routes[] = {
        kPlaces.c_str(),
        // Classes of all choices.
        "        mask = F.one_hot(chosen, num_classes=4).permute(2, 1, 0)\n"
        "        for i in range(4):\n"
        "            nth, row = torch.where(mask[i])\n"
        "            if row.shape[0] == 0:\n"
        "                continue\n"
        "            y.index_add_(0, row, self.experts[i](x[None, row].reshape(-1, 4)) * weights[row, nth, "
        "None])\n",
        // Masks of tokens.
        "        for i, expert in enumerate(self.experts):\n"
        "            mask = (chosen == i).any(dim=-1)\n"
        "            if mask.any():\n"
        "                y[mask] += expert(x[mask])\n",
        // How many tokens each gets.
        "        counts = torch.bincount(chosen.flatten(), minlength=4).tolist()\n"
        "        for i in range(4):\n"
        "            if counts[i] == 0:\n"
        "                continue\n"
        "            row, nth = torch.where(chosen == i)\n"
        "            y[row] += self.experts[i](x[row]) * weights[row, nth, None]\n",
        // Those that are chosen at all.
        "        for number in torch.unique(chosen):\n"
        "            i = int(number.item())\n"
        "            row = (chosen == i).any(dim=-1).nonzero(as_tuple=False).squeeze(-1)\n"
        "            y.index_add_(0, row, self.experts[i](x.index_select(0, row)))\n",
    };
    for (const char* const route : routes) {
        // The gate of each token, and 2 of the experts of 4·6.
        EXPECT_EQ(macs_of("Dense", route), "320 exact") << route;
        EXPECT_EQ(macs_of("Dense", route, 1), "64 exact") << route;
    }
}

TEST(SourceRouting, LeavesWorkThatDependsOnTheChoiceUnknown) {
    EXPECT_EQ(macs_of("Growing", kPlaces), "80 partial");
    EXPECT_EQ(macs_of("Mixing", kPlaces), "80 partial");
    // Other tokens than those of the expert.
    EXPECT_EQ(macs_of("Dense",
                      "        for i, expert in enumerate(self.experts):\n"
                      "            rest = ~(chosen == i).any(dim=-1)\n"
                      "            y[rest] += expert(x[rest])\n"),
              "80 partial");
}

}  // namespace
}  // namespace paramscope::open
