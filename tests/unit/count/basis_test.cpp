// Basis: how far a total can be trusted, by what is known of the types on the way to it.
#include "model/basis.h"

#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "formats/numbers.h"

namespace paramscope {
namespace {

struct BasisCase {
    std::string_view text, parameters;  ///< the total in words
    Basis basis;
};

void expect_total(const BasisCase& c) {
    const Report report = count_text(c.text);
    EXPECT_EQ(to_string(report.root()->parameters.basis), to_string(c.basis)) << c.text;
    EXPECT_EQ(total_in_words(report), c.parameters) << c.text;
}

TEST(Basis, OfATotalIsTheWorstOfItsParts) {
    const BasisCase cases[] = {
        // PyTorch's own types, torchvision's and those of transformers that hold nothing else.
        {"Linear(3, 4)", "16", Basis::Exact},
        {"Sequential(\n  (0): Linear(3, 4)\n)", "16", Basis::Exact},
        {"LlamaMLP(\n  (up_proj): Linear(3, 4)\n)", "16", Basis::Exact},
        // A class of one's own may hold tensors that print() does not show.
        {"Net(\n  (fc): Linear(3, 4)\n)", "16, as printed", Basis::Printed},
        {"Sequential(\n  (0): Net(\n    (fc): Linear(3, 4)\n  )\n)", "16, as printed", Basis::Printed},
        // With arguments of its own it probably does.
        {"MyConv(\n  3, 32, kernel_size=(3, 3)\n  (pad): ZeroPad2d((0, 1, 0, 1))\n)", "unknown", Basis::Partial},
        {"Net(\n  (a): Scaled(\n    factor=2\n    (fc): Linear(3, 4)\n  )\n)", "at least 16", Basis::Partial},
        // A type that is known to hide tensors, and one of which all are known.
        {"XLNetRelativeAttention(\n  (layer_norm): LayerNorm((4,))\n)", "at least 8", Basis::Partial},
        // A text with hyper-parameters, or one that says so, lists all tensors.
        {"d = 3\nNet(\n  (fc): Linear(d, 4)\n)", "16", Basis::Exact},
        {"basis: exact\nNet(\n  (fc): Linear(3, 4)\n)", "16", Basis::Exact},
        {"basis: partial\nLinear(3, 4)", "at least 16", Basis::Partial},
        {"basis: approximate\nLinear(3, 4)", "about 16", Basis::Approximate},
        {"Net(\n  (fc): Linear(3, 4)\n  (odd): Mystery()\n)", "at least 16", Basis::Partial},
    };
    for (const BasisCase& c : cases) expect_total(c);
}

TEST(Basis, OfTiesThatArePossibleIsARange) {
    const BasisCase cases[] = {
        {"Net(\n  (embed): Embedding(100, 8)\n  (head): Linear(8, 100, bias=False)\n)", "800 to 1,600", Basis::Range},
        {"Net(\n  (head): Linear(8, 100, bias=False)\n  (emb): Embedding(100, 8)\n)", "800 to 1,600", Basis::Range},
        {"Net(\n  (embed): Embedding(100, 8)\n  (odd): Mystery()\n  (head): Linear(8, 100, bias=False)\n)", "at least 800",
         Basis::Partial},
        {"tie: none\nNet(\n  (embed): Embedding(100, 8)\n  (head): Linear(8, 100, bias=False)\n)", "1,600, as printed",
         Basis::Printed},
        {"tie: head.weight = embed.weight\nNet(\n  (embed): Embedding(100, 8)\n  (head): Linear(8, 100, bias=False)\n)",
         "800, as printed", Basis::Printed},
        {"GPT2LMHeadModel(\n  (transformer): GPT2Model(\n    (wte): Embedding(100, 8)\n  )\n"
         "  (lm_head): Linear(in_features=8, out_features=100, bias=False)\n)",
         "800", Basis::Exact},
        {"Net(\n  (wpe): Embedding(100, 8)\n  (head): Linear(8, 100, bias=False)\n)", "1,600, as printed", Basis::Printed},
    };
    for (const BasisCase& c : cases) expect_total(c);
}

TEST(Basis, HasOneNameForEachValue) {
    for (const Basis basis : {Basis::Exact, Basis::Printed, Basis::Range, Basis::Partial, Basis::Approximate}) {
        EXPECT_EQ(find_basis(to_string(basis)), basis);
    }
    EXPECT_EQ(find_basis("certain"), std::nullopt);
}

}  // namespace
}  // namespace paramscope
