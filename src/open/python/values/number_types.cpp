#include "open/python/values/number_types.h"

#include <iterator>

namespace paramscope::open::python {
namespace {

struct TypeName {
    std::string_view name, other;
};
/// A tensor's data_type is a place in this table, from 1.
constexpr TypeName kTypes[] = {
    {"torch.float32", "torch.float"},     {"torch.float16", "torch.half"},
    {"torch.bfloat16", "torch.bfloat16"}, {"torch.float64", "torch.double"},
    {"torch.int64", "torch.long"},        {"torch.int32", "torch.int"},
    {"torch.int16", "torch.short"},       {"torch.int8", "torch.int8"},
    {"torch.uint8", "torch.uint8"},       {"torch.bool", "torch.bool"},
    {"torch.complex64", "torch.cfloat"},  {"torch.float32", "torch.float"},
};
constexpr std::uint8_t kLastFraction = 4;

/// What a call of it gives is the type that weights have.
constexpr std::string_view kUsualType = "torch.get_default_dtype";

}  // namespace

std::uint8_t find_number_type(std::string_view name) {
    if (name == kUsualType) return kFloat32;
    for (std::size_t i = 0; i < std::size(kTypes); ++i) {
        if (name == kTypes[i].name || name == kTypes[i].other) return static_cast<std::uint8_t>(i + 1);
    }
    return kUnknownType;
}

bool has_fractions(std::uint8_t type) {
    return type == kStatedFloat32 || (type != kUnknownType && type <= kLastFraction);
}

bool is_floating_type(std::string_view name) {
    const std::uint8_t type = find_number_type(name);
    return type != kUnknownType && name_of_number_type(type).find("float") != std::string_view::npos;
}

std::string_view name_of_number_type(std::uint8_t type) {
    return kTypes[type - 1].name;
}

Truth are_same_types(std::string_view a, std::string_view b) {
    const std::uint8_t left = find_number_type(a), right = find_number_type(b);
    if (left == kUnknownType || right == kUnknownType) return Truth::Unknown;
    return left == right ? Truth::True : Truth::False;
}

}  // namespace paramscope::open::python
