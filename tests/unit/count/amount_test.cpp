#include "count/devices/amount.h"

#include <gtest/gtest.h>

namespace paramscope {
namespace THIS_FILE {

struct Case {
    std::string_view text;
    std::optional<Integer> count, bytes;
};

constexpr Integer kThousand = 1000, kMillion = kThousand * 1000, kBillion = kMillion * 1000;

const Case kCases[] = {
    {"0", 0, 0},
    {"124439808", 124439808, 124439808},
    {"124,439,808", 124439808, 124439808},
    {"124_439_808", 124439808, 124439808},
    {"7B", 7 * kBillion, 7},
    {"7b", 7 * kBillion, 7},
    {"7G", 7 * kBillion, {}},
    {"1.5M", 1500 * kThousand, {}},
    {" 2 k ", 2 * kThousand, {}},
    {"0.1", 0, 0},
    {"1.9999", 1, 1},
    {".5k", 500, {}},
    {"24GB", {}, 24 * kBillion},
    {"24GiB", {}, Integer{24} << 30},
    {"24gib", {}, Integer{24} << 30},
    {"0.5 KiB", {}, 512},
    {"", {}, {}},
    {"B", {}, {}},
    {"-1", {}, {}},
    {"1e9", {}, {}},
    {"1.2.3", {}, {}},
    {"1 2", {}, {}},
    {"7Bx", {}, {}},
    {",7", {}, {}},
    {"99999999999999999999999999999999999999999", {}, {}},
    {"999999999999999999999999999999999999E", {}, {}},
    {"999999999999999999999999999999999999EiB", {}, {}},
};

TEST(Amount, IsReadExactlyOrNotAtAll) {
    for (const Case& c : kCases) {
        EXPECT_EQ(read_count(c.text), c.count) << c.text;
        EXPECT_EQ(read_bytes(c.text), c.bytes) << c.text;
    }
}

TEST(Amount, IgnoresItsUnit) {
    for (const std::string_view text : {"2T", "2TFLOP", "2 TFLOPs", "2000 gflops", "2t flop"})
        EXPECT_EQ(read_count(text, "flop"), 2000 * kBillion) << text;
    EXPECT_EQ(read_count("12 FLOPs", "flop"), 12);
    EXPECT_EQ(read_count("2 TFLOP/s", "flop"), std::nullopt);
    EXPECT_EQ(read_count("2 TFLOP"), std::nullopt);
}

}  // namespace
}  // namespace paramscope
