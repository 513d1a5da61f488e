#include "model/dtype.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/characters.h"
#include "base/ranges.h"
#include "base/text_parts.h"

namespace paramscope {
namespace {

/// Elements in the largest block of a quantised type: this many elements of any type take a whole number of
/// bits.
constexpr unsigned kBlock = 256;

/// Bits of kBlock elements, and the names of the types of that size: PyTorch's, legacy tensor types, those of
/// checkpoint formats and GGUF's quantised types.
struct ElementSize {
    std::uint16_t bits;
    std::string_view names;
};
constexpr ElementSize kElementSizes[] = {
    {128 * kBlock, "complex128"},
    {64 * kBlock, "float64 double f64 doubletensor int64 uint64 i64 complex64 longtensor"},
    {32 * kBlock, "float32 float fp32 f32 floattensor int32 uint32 i32"},
    {16 * kBlock, "float16 half fp16 f16 halftensor bfloat16 bf16 bfloat16tensor int16 uint16 i16"},
    {8 * kBlock,
     "int8 uint8 bool i8 float8 float8_e4m3fn float8_e5m2 float8_e4m3fnuz float8_e5m2fnuz float8_e8m0fnu "
     "fp8 fp8_e4m3 fp8_e5m2"},
    {7 * kBlock, "int7 uint7"},
    {6 * kBlock, "float6_e2m3 float6_e3m2 int6 uint6"},
    {5 * kBlock, "int5 uint5"},
    {1057, "nf4"},  // QLoRA's, with both quantizations: 4 bits, 8 for each 64 numbers and 32 for each 16,384
    {4 * kBlock, "int4 uint4 float4 float4_e2m1"},
    {292 * 8, "q8_k"},
    {288 * 8, "q8_1"},
    {272 * 8, "q8_0"},
    {210 * 8, "q6_k"},
    {192 * 8, "q5_1"},
    {176 * 8, "q5_0 q5_k"},
    {160 * 8, "q4_1"},
    {144 * 8, "q4_0 q4_k iq4_nl nvfp4"},
    {136 * 8, "iq4_xs mxfp4"},
    {110 * 8, "q3_k iq3_s"},
    {98 * 8, "iq3_xxs"},
    {3 * kBlock, "int3 uint3"},
    {84 * 8, "q2_k"},
    {82 * 8, "iq2_s"},
    {74 * 8, "iq2_xs"},
    {66 * 8, "iq2_xxs tq2_0"},
    {2 * kBlock, "int2 uint2"},
    {56 * 8, "iq1_m"},
    {54 * 8, "tq1_0"},
    {50 * 8, "iq1_s"},
    {1 * kBlock, "int1 uint1"},
};

/// All names of the table, sorted.
class NameIndex {
  public:
    NameIndex() {
        for (const ElementSize& size : kElementSizes) {
            for (std::string_view names = size.names; !names.empty();)
                sizes_.push_back({size.bits, take_until(names, ' ')});
        }
        sort(sizes_, is_before);
    }

    /// Bits of kBlock elements; nullopt for another name.
    std::optional<std::uint16_t> find(std::string_view name) const {
        const auto found = std::lower_bound(sizes_.begin(), sizes_.end(), ElementSize{0, name}, is_before);
        return found != sizes_.end() && found->names == name ? std::optional(found->bits) : std::nullopt;
    }

  private:
    static bool is_before(const ElementSize& a, const ElementSize& b) { return a.names < b.names; }

    std::vector<ElementSize> sizes_;  ///< one name each
};

}  // namespace

std::optional<Rational> bits_of(std::string_view dtype) {
    static const NameIndex index;
    dtype.remove_prefix(dtype.rfind('.') + 1);
    const std::optional<std::uint16_t> bits = index.find(lowercase(dtype));
    return bits ? Rational::make(*bits, kBlock) : std::nullopt;
}

bool is_integer_dtype(std::string_view dtype) {
    dtype.remove_prefix(dtype.rfind('.') + 1);
    return dtype.starts_with("int") || dtype.starts_with("uint");
}

}  // namespace paramscope
