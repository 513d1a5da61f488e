#include "model/dtype.h"

#include <gtest/gtest.h>

namespace paramscope {
namespace THIS_FILE {

struct Size {
    const char* name;
    int bits, elements;
};

TEST(BitsOf, KnowsEveryName) {
    constexpr Size sizes[] = {
        {"float32", 32, 1},
        {"torch.bfloat16", 16, 1},
        {"torch.cuda.HalfTensor", 16, 1},
        {"complex128", 128, 1},
        {"bool", 8, 1},
        {"float8_e4m3fn", 8, 1},
        {"float6_e2m3", 6, 1},
        {"int4", 4, 1},
        {"q4_0", 144, 32},
        {"Q8_0", 272, 32},
        {"q4_K", 1152, 256},
        {"q6_K", 1680, 256},
        {"iq2_xxs", 528, 256},
        {"iq4_nl", 144, 32},
        {"tq1_0", 432, 256},
        {"mxfp4", 136, 32},
    };
    for (const Size& size : sizes) {
        EXPECT_EQ(bits_of(size.name), Rational::make(size.bits, size.elements)) << size.name;
    }
}

TEST(BitsOf, UnknownNames) {
    for (const char* name : {"", " ", "no_such_type", "float32 float", "float3", "loat32", "q4"}) {
        EXPECT_EQ(bits_of(name), std::nullopt) << name;
    }
}

}  // namespace
}  // namespace paramscope
