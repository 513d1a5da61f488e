// The causes of a difference: what each group of modules adds, and that they add up.
#include "count/compare/causes.h"

#include <gtest/gtest.h>

#include "count/compare/cause_words.h"
#include "count/count.h"
#include "presets/presets.h"

namespace paramscope {
namespace THIS_FILE {

struct Compared {
    Report left, right;
    std::vector<Cause> causes;

    Compared(std::string_view a, std::string_view b) : left(count_text(a)), right(count_text(b)) {
        causes = find_causes(left, right, compare_modules(left, right));
    }

    /// "amount title" of each cause of a measure, largest first.
    std::string story(CauseMeasure measure = CauseMeasure::Parameters) const {
        std::string text;
        for (const Cause* cause : largest_causes(causes, measure).causes)
            text += to_string(cause->amount(measure)) + " " + title_of(*cause).english() + "\n";
        return text;
    }

    void expect_sums() const {
        for (std::size_t i = 0; i < kCauseMeasures; ++i) {
            const auto measure = static_cast<CauseMeasure>(i);
            const Quantity before = total_of(left, measure), after = total_of(right, measure);
            if (!before.value || !after.value) continue;
            Integer sum = *before.value;
            for (const Cause& cause : causes) sum += cause.amount(measure);
            EXPECT_EQ(to_string(sum), to_string(*after.value)) << to_string(measure);
        }
    }
};

struct Case {
    const char* name;
    const char* left;
    const char* right;
    const char* story;
};

constexpr Case kCases[] = {
    {"equal models have no cause", "Linear(2, 3)", "Linear(2, 3)", ""},
    {"a wider layer", "Net(\n  (fc): Linear(2, 3, bias=False)\n)",
     "Net(\n  (fc): Linear(2, 5, bias=False)\n)", "4 larger fc: 3 → 5\n"},
    {"layers with the same change are one cause",
     "Net(\n  (a): Linear(4, 8, bias=False)\n  (b): Linear(8, 4, bias=False)\n  (c): Linear(4, 4)\n)",
     "Net(\n  (a): Linear(4, 6, bias=False)\n  (b): Linear(6, 4, bias=False)\n  (c): Linear(4, 4)\n)",
     "-16 smaller a, b: 8 → 6\n"},
    {"layers first, at the cost of the left model",
     "Net(\n  (l): ModuleList(\n    (0-1): 2 x Block(\n      (fc): Linear(3, 3, bias=False)\n    )\n  )\n)",
     "Net(\n  (l): ModuleList(\n    (0-4): 5 x Block(\n      (fc): Linear(3, 4, bias=False)\n    )\n  )\n)",
     "27 number of Block: 2 → 5\n15 larger fc: 3 → 4\n"},
    {"layers that are written out are layers, too", "Sequential(\n  (0): Linear(2, 2, bias=False)\n)",
     "Sequential(\n  (0): Linear(2, 2, bias=False)\n  (1): Linear(2, 2, bias=False)\n  (2): Linear(2, 2, "
     "bias=False)\n)",
     "8 number of Linear: 1 → 3\n"},
    {"what one side has is named at the highest module", "Net(\n  (a): Linear(1, 2, bias=False)\n)",
     "Net(\n  (a): Linear(1, 2, bias=False)\n  (tower): Tower(\n    (fc): Linear(2, 3, bias=False)\n  )\n)",
     "6 only in B: tower\n"},
    {"another type", "Net(\n  (n): LayerNorm((8,))\n)", "Net(\n  (n): RMSNorm((8,))\n)",
     "-8 n: LayerNorm → RMSNorm\n"},
    {"a bias", "Net(\n  (fc): Linear(2, 3, bias=False)\n)", "Net(\n  (fc): Linear(2, 3, bias=True)\n)",
     "3 fc: bias=False → bias=True\n"},
    {"a wrapped layer is compared with the layer itself", "Net(\n  (q): Linear(4, 4, bias=False)\n)",
     "Net(\n  (q): Adapter(\n    (base_layer): Linear(4, 4, bias=False)\n    (lora_A): Linear(4, 1, "
     "bias=False)\n"
     "    (lora_B): Linear(1, 4, bias=False)\n  )\n)",
     "8 only in B: lora_A, lora_B\n"},
    {"weights that the right text leaves open",
     "tie: head.weight = e.weight\nNet(\n  (e): Embedding(5, 2)\n  (head): Linear(2, 5, bias=False)\n)",
     "Net(\n  (e): Embedding(5, 2)\n  (head): Linear(2, 5, bias=False)\n)",
     "10 head: weights perhaps shared in both, which one text does not show\n"},
    {"weights that the left text leaves open",
     "Net(\n  (e): Embedding(5, 2)\n  (head): Linear(2, 5, bias=False)\n)",
     "tie: head.weight = e.weight\nNet(\n  (e): Embedding(5, 2)\n  (head): Linear(2, 5, bias=False)\n)",
     "-10 head: weights perhaps shared in both, which one text does not show\n"},
    {"weights that the right text ties to others, if to any",
     "tie: head.weight = f.weight\nNet(\n  (e): Embedding(5, 2)\n  (f): Linear(2, 5, bias=False)\n"
     "  (head): Linear(2, 5, bias=False)\n)",
     "tie: head.weight? = e.weight\nNet(\n  (e): Embedding(5, 2)\n  (f): Linear(2, 5, bias=False)\n"
     "  (head): Linear(2, 5, bias=False)\n)",
     "10 head: weights no longer shared\n"},
    {"weights that may be tied to one another, named the other way round",
     "tie: e.weight = head.weight\nNet(\n  (e): Embedding(5, 2)\n  (head): Linear(2, 5, bias=False)\n)",
     "Net(\n  (e): Embedding(5, 2)\n  (head): Linear(2, 5, bias=False)\n)",
     "10 e: weights perhaps shared in both, which one text does not show\n"},
    {"open weights of another size",
     "tie: head.weight = e.weight\nNet(\n  (e): Embedding(5, 2)\n  (head): Linear(2, 5, bias=False)\n)",
     "Net(\n  (e): Embedding(6, 2)\n  (head): Linear(2, 6, bias=False)\n)", "14 larger e, head: 5 → 6\n"},
    {"layers of one role, a block that another stands for",
     "Net(\n  (layers): ModuleList(\n    (0-1): 2 x Layer(\n      (attn): Linear(2, 2, bias=False)\n      "
     "(mlp): "
     "Mlp(\n        (up): Linear(2, 4, bias=False)\n        (down): Linear(4, 2, bias=False)\n      )\n    "
     ")\n  )\n)",
     "Net(\n  (layers): ModuleList(\n    (0-2): 3 x MoeLayer(\n      (attn): Linear(2, 2, bias=False)\n      "
     "(mlp): Moe(\n        (gate): Linear(2, 8, bias=False)\n        (experts): ModuleList(\n          "
     "(0-7): 8 x "
     "Expert(\n            (fc): Linear(2, 2, bias=False)\n          )\n        )\n      )\n    )\n  )\n)",
     "96 mlp: Mlp → Moe\n20 number of Layer: 2 → 3\n"},
    {"layers that one model has", "Net(\n  (a): ReLU()\n)",
     "Net(\n  (a): ReLU()\n  (layers): Sequential(\n    (0): Linear(2, 2, bias=False)\n  )\n)",
     "4 only in B: layers\n"},
    {"a layer of a list is named by its type", "Sequential(\n  (0): ReLU()\n)",
     "Sequential(\n  (0): ReLU()\n  (1): Linear(2, 2, bias=False)\n)", "4 only in B: Linear\n"},
    {"shared weights",
     "tie: head.weight = e.weight\nNet(\n  (e): Embedding(5, 2)\n  (head): Linear(2, 5, bias=False)\n)",
     "tie: none\nNet(\n  (e): Embedding(5, 2)\n  (head): Linear(2, 5, bias=False)\n)",
     "10 head: weights no longer shared\n"},
};

TEST(Causes, TellWhatChanged) {
    for (const Case& each : kCases) {
        SCOPED_TRACE(each.name);
        const Compared compared(each.left, each.right);
        EXPECT_EQ(compared.story(), each.story);
        compared.expect_sums();
        const Compared back(each.right, each.left);
        back.expect_sums();
    }
}

TEST(Causes, ShowFormulasAndTheHyperParametersThatChanged) {
    const Compared compared("d = 4\nNet(\n  (fc): Linear(d, d, bias=False)\n)",
                            "d = 6\nNet(\n  (fc): Linear(d, d, bias=False)\n)");
    ASSERT_EQ(compared.causes.size(), 1u);
    EXPECT_EQ(formula_of(compared.left, compared.right, compared.causes[0], CauseMeasure::Parameters),
              "d²  (d: 4 → 6)");
}

TEST(Causes, OfWorkAreOtherShapes) {
    const Compared compared("input = (1, 2)\nNet(\n  (fc): Linear(2, 2)\n)",
                            "input = (5, 2)\nNet(\n  (fc): Linear(2, 2)\n)");
    EXPECT_EQ(compared.story(), "");
    EXPECT_EQ(compared.story(CauseMeasure::Macs), "");  // without a forward line nothing is called
    const Compared called("input = (1, 2)\nLinear(2, 2, bias=False)",
                          "input = (5, 2)\nLinear(2, 2, bias=False)");
    EXPECT_EQ(called.story(CauseMeasure::Macs), "16 other input shapes of Linear\n");
    called.expect_sums();
}

TEST(Causes, OfBytesAreTypesOfNumbers) {
    const Compared compared("dtype = float32\nLinear(2, 2, bias=False)",
                            "dtype = bfloat16\nLinear(2, 2, bias=False)");
    EXPECT_EQ(compared.story(CauseMeasure::Bytes), "-8 numbers stored as float32 → bfloat16\n");
    compared.expect_sums();
}

TEST(Causes, BeyondADozenAreOneSum) {
    std::string left = "Net(\n", right = left;
    for (int i = 1; i <= 20; ++i) {
        const std::string name = "  (m" + std::to_string(i) + "): Linear(1, ";
        left += name + "1, bias=False)\n";
        right += name + std::to_string(1 + i) + ", bias=False)\n";
    }
    const Compared compared(left + ")", right + ")");
    const LargestCauses largest = largest_causes(compared.causes, CauseMeasure::Parameters);
    EXPECT_EQ(largest.causes.size(), kMostShownCauses);
    EXPECT_EQ(largest.smaller, 8u);
    EXPECT_EQ(largest.smaller_amount, 36);  // 1 + 2 + … + 8
    compared.expect_sums();
}

TEST(Causes, OfShippedModelsAddUp) {
    const std::span<const Preset> all = presets();
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (const std::size_t step : {1u, 7u, 29u}) {
            const Preset& other = all[(i + step) % all.size()];
            SCOPED_TRACE(std::string(all[i].name) + " and " + std::string(other.name));
            Compared(all[i].text, other.text).expect_sums();
        }
    }
}

TEST(Causes, TakeReportsOfNothing) {
    EXPECT_TRUE(find_causes(Report{}, Report{}, {}).empty());
    const Compared compared("", "Linear(1, 1)");
    EXPECT_TRUE(compared.story().empty());
}

}  // namespace THIS_FILE
}  // namespace paramscope
