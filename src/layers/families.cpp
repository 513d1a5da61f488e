#include "layers/families.h"

#include <array>
#include <utility>

#include "base/concat.h"

namespace paramscope {
namespace {

constexpr std::array<std::string_view, 3> kSpatialNames = {"depth", "height", "width"};

/// "(channels, height, width)".
std::string channel_shape(std::size_t spatial) {
    std::string text = "(channels";
    for (std::size_t i = 0; i < spatial; ++i) text.append(", ").append(spatial_name(i, spatial));
    return text + ")";
}

}  // namespace

bool expect_size(const LayerCall& call, const Polynomial& actual, const Polynomial& expected,
                 std::string_view what) {
    const Arguments& a = call.arguments;
    // A size that is not known (the symbols of named arguments) cannot be wrong.
    if (actual == expected || !a.value(actual) || !a.value(expected) || a.equal(actual, expected))
        return true;
    if (call.size_mismatch) *call.size_mismatch = true;
    call.fail(
        concat(a.module().type, " expects ", a.show(expected), " ", what, " but gets ", a.show(actual)));
    return false;
}

bool expect_rank(const LayerCall& call, std::size_t least) {
    if (call.input().size() >= least) return true;
    call.fail(concat(call.arguments.module().type, " expects at least ", least,
                     least == 1 ? " dimension" : " dimensions", " but gets ", to_string(call.input())));
    return false;
}

bool expect_multiple(const LayerCall& call, const Polynomial& whole, const Polynomial& parts,
                     std::string_view what) {
    const Arguments& a = call.arguments;
    const std::optional<Integer> whole_value = a.integer(whole), parts_value = a.integer(parts);
    if (!whole_value || !parts_value || (*parts_value != 0 && *whole_value % *parts_value == 0)) return true;
    call.fail(concat(a.module().type, " expects ", what, " divisible by ", a.show(parts), " but gets ",
                     a.show(whole)));
    return false;
}

std::optional<std::size_t> channel_axis(const LayerCall& call, std::size_t spatial) {
    const std::size_t rank = call.input().size();
    if (rank == spatial + 2) return 1;
    if (rank == spatial + 1) return 0;
    call.fail(concat(call.arguments.module().type, " expects ", channel_shape(spatial),
                     ", with or without a batch dimension before them, but gets ", to_string(call.input())));
    return std::nullopt;
}

std::optional<std::size_t> dimension_index(const LayerCall& call, std::string_view name, std::size_t rank) {
    const Arguments& a = call.arguments;
    const Value* written = a.find(name);
    // An index that is a number stays one among named arguments too: it picks, and is no size.
    const bool is_number = written && written->kind == Value::Kind::Number;
    const Polynomial dimension = is_number ? written->number : a.number(name);
    const std::optional<Integer> index = a.integer(dimension);
    const auto count = static_cast<Integer>(rank);
    if (index && *index >= -count && *index < count) {
        return static_cast<std::size_t>(*index < 0 ? *index + count : *index);
    }
    a.fail(name,
           concat(name, " ", a.show(dimension), " is no dimension of the input ", to_string(call.input())));
    return std::nullopt;
}

std::string_view spatial_name(std::size_t index, std::size_t spatial) {
    return spatial == 1 ? "length" : kSpatialNames[kSpatialNames.size() - spatial + index];
}

}  // namespace paramscope
