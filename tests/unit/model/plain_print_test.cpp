#include "model/texts/plain_print.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "model/texts/mask.h"

namespace paramscope {
namespace THIS_FILE {

TEST(PlainPrint, TakesWhatPrintWrites) {
    for (const std::string_view text : {
             "Net(\n  (fc): Linear(in_features=3, out_features=4, bias=True)\n)",
             "Net(\n  (a): Sequential(\n    (0): Conv2d(3, 8, kernel_size=(3, 3), padding_mode='zeros')\n  )\n)\n\n",
             "# A note: 3 * 4\nd = 512\ninput = (1, d)\ntie: a.weight = b.weight\n\nNet(\n  (a): ReLU()\n)\n",
         })
        EXPECT_TRUE(is_plain_print(text)) << text;
}

TEST(PlainPrint, TakesNothingElse) {
    for (const std::string_view text : {
             "", "Net()", "Net(\n)", "Net(\n  (a): ReLU()", "Net(\n  (a): ReLU()\n) # end", ">>> Net(\n  (a): ReLU()\n)",
             "Net(\n(a): ReLU()\n)", "Net(\n  (a): ReLU((3)\n)", "Net(\n  (a):\n  ReLU()\n)", "Net(\n\t(a): ReLU()\n)",
             "Net(\r\n  (a): ReLU()\r\n)", "Net(\n  (a): A&lt;B()\n)", "Net(\n  (a): B()  # c\n)", "Net(\n  (a): B(x@y)\n)",
             "x = (1,\nNet(\n  (a): ReLU()\n)", "In [3]: x\nNet(\n  (a): ReLU()\n)", "50% Params\nNet(\n  (a): B()\n)",
             "Net(\n  (ü): ReLU()\n)",
         })
        EXPECT_FALSE(is_plain_print(text)) << text;
}

/// What the text is with all masks applied: with a tab behind it, it is not plain.
std::string masked(const std::string& text) {
    std::string storage;
    return std::string(mask_surroundings(text + "\n\t", storage)).substr(0, text.size());
}

TEST(PlainPrint, HasNothingToMask) {
    std::mt19937 random(15);
    const auto pick = [&](std::size_t most) { return std::uniform_int_distribution<std::size_t>(0, most)(random); };
    const std::string print =
        "# 12 layers\nd = 8\nNet(\n  (a): Linear(in_features=8, out_features=8)\n  (b): Sequential(\n    (0): ReLU()\n"
        "    (1): Conv2d(3, 8, kernel_size=(3, 3), bias=False)\n  )\n)\n";
    constexpr std::string_view pieces[] = {"\n", " ", "(", ")", "[", "0", "x", ":", "=", "d", "...", "+", "-", ",", "'", "#"};
    int plain = 0;
    for (int run = 0; run < 20'000; ++run) {
        std::string text = print;
        for (std::size_t changes = pick(2) + 1; changes > 0; --changes) {
            const std::size_t at = pick(text.size() - 1);
            if (pick(1) == 0) text.erase(at, pick(3));
            if (pick(1) == 0) text.insert(std::min(at, text.size()), pieces[pick(std::size(pieces) - 1)]);
        }
        if (!is_plain_print(text)) continue;
        ++plain;
        ASSERT_EQ(masked(text), text);
    }
    EXPECT_GT(plain, 1000);
}

}  // namespace
}  // namespace paramscope
