#include "count/dtype.h"

#include <algorithm>
#include <array>

namespace paramscope {
namespace {

struct ElementType {
    std::string_view name;
    int bits;
};

// PyTorch's names (torch.dtype, legacy tensor types) and those of checkpoint formats.
constexpr std::array<ElementType, 29> kElementTypes = {{
    {"float32", 32},       {"float", 32},         {"fp32", 32},       {"f32", 32},        {"FloatTensor", 32},
    {"float64", 64},       {"double", 64},        {"f64", 64},        {"DoubleTensor", 64}, {"float16", 16},
    {"half", 16},          {"fp16", 16},          {"f16", 16},        {"HalfTensor", 16}, {"bfloat16", 16},
    {"bf16", 16},          {"BFloat16Tensor", 16}, {"float8", 8},     {"float8_e4m3fn", 8}, {"float8_e5m2", 8},
    {"int64", 64},         {"int32", 32},         {"int16", 16},      {"int8", 8},        {"uint8", 8},
    {"int4", 4},           {"bool", 8},           {"complex64", 64},  {"complex128", 128},
}};

}  // namespace

std::optional<int> bits_of(std::string_view dtype) {
    const std::size_t dot = dtype.rfind('.');
    if (dot != std::string_view::npos) dtype.remove_prefix(dot + 1);
    const auto found = std::find_if(kElementTypes.begin(), kElementTypes.end(),
                                    [&](const ElementType& type) { return type.name == dtype; });
    if (found == kElementTypes.end()) return std::nullopt;
    return found->bits;
}

}  // namespace paramscope
