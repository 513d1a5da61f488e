#include "open/python/torch/data_types.h"

#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/values/number_types.h"

namespace paramscope::open::python {
namespace {

constexpr std::uint8_t kInt64 = 5;
/// What `x.dtype` is where it is not known.
constexpr std::string_view kUnclear = "torch.dtype";

/// Functions that make tensors of the usual type unless `dtype` names another.
constexpr std::string_view kMakers[] = {"zeros", "ones",   "empty",    "rand",       "randn",
                                        "eye",   "Tensor", "linspace", "FloatTensor"};
/// Functions whose result is of another type than what they get, which is not followed.
constexpr std::string_view kOtherResults[] = {"all",
                                              "any",
                                              "argmax",
                                              "argmin",
                                              "argsort",
                                              "bucketize",
                                              "eq",
                                              "ge",
                                              "gt",
                                              "greater",
                                              "less",
                                              "isfinite",
                                              "isinf",
                                              "isnan",
                                              "le",
                                              "lt",
                                              "max",
                                              "min",
                                              "multinomial",
                                              "ne",
                                              "nonzero",
                                              "sort",
                                              "topk",
                                              "unique",
                                              "view_as_complex",
                                              "==",
                                              "!=",
                                              "<",
                                              "<=",
                                              ">",
                                              ">=",
                                              "&",
                                              "|",
                                              "^"};

/// Functions whose result is of the type of their first tensor: another one says where.
constexpr std::string_view kOfFirst[] = {"gather",         "index_add",   "index_copy",     "index_fill",
                                         "index_select",   "masked_fill", "masked_scatter", "scatter",
                                         "take_along_dim", "take"};
/// Functions whose result is of the type of their second argument.
constexpr std::string_view kOfSecond[] = {"embedding", "type_as"};

std::uint8_t type_in(const Value& value) {
    if (!value.is(Type::Opaque)) return kUnknownType;
    const auto& stated = value.as<OpaqueObject>();
    const std::uint8_t type = find_number_type(stated.name);
    const bool is_stated = stated.name.starts_with("torch.float") && !stated.is_of_weights;
    return type == kFloat32 && is_stated ? kStatedFloat32 : type;
}

/// The type that an argument states. nullopt where none does; unknown for one that is not known.
std::optional<std::uint8_t> stated_type(const Arguments& arguments) {
    if (const Value* named = arguments.find("dtype"))
        return named->is(Type::None) ? std::nullopt : std::optional(type_in(*named));
    for (const Value& each : arguments.positional) {
        const bool is_unclear = each.is(Type::Opaque) && each.as<OpaqueObject>().name == kUnclear;
        if (is_unclear || type_in(each) != kUnknownType) return type_in(each);
    }
    return std::nullopt;
}

/// The type that tensors of these types have together: of fractions and whole numbers that of the fractions;
/// unknown where that is not clear.
std::uint8_t joined(std::uint8_t a, std::uint8_t b) {
    if (a == b) return a;
    if (a == kUnknownType || b == kUnknownType) return kUnknownType;
    if (has_fractions(a) != has_fractions(b)) return has_fractions(a) ? a : b;
    const bool are_float32 = std::min(a, b) == kFloat32 && std::max(a, b) == kStatedFloat32;
    return are_float32 ? kStatedFloat32 : kUnknownType;
}

/// The type of the tensor at a position; unknown for another value.
std::uint8_t type_at(const Arguments& arguments, std::size_t position) {
    const bool is_tensor =
        arguments.positional.size() > position && arguments.positional[position].is(Type::Tensor);
    return is_tensor ? arguments.positional[position].tensor().data_type : kUnknownType;
}

/// True for a tensor without dimensions, which leaves others of fractions their type.
bool is_scalar(const Value& tensor) {
    return tensor.tensor().is_shape_known && tensor.tensor().shape.empty();
}

/// The type of the tensors among the arguments; nullopt for no tensor.
std::optional<std::uint8_t> type_of(const Arguments& arguments) {
    std::optional<std::uint8_t> type, of_scalars;
    for (const Value& each : arguments.positional) {
        const bool is_list = each.is(Type::List) || each.is(Type::Tuple);
        const Value& one = is_list && !each.items().empty() ? each.items().front() : each;
        if (!one.is(Type::Tensor)) continue;
        std::optional<std::uint8_t>& joint = is_scalar(one) ? of_scalars : type;
        joint = joint ? joined(*joint, one.tensor().data_type) : one.tensor().data_type;
    }
    const bool are_fractions = type && has_fractions(*type);
    if (!type || !of_scalars || are_fractions) return type ? type : of_scalars;
    return joined(*type, *of_scalars);
}

bool are_whole(const std::vector<Value>& numbers) {
    return all_of(numbers, [](const Value& each) { return each.is_whole(); });
}

/// x.float(), x.half()
std::uint8_t type_of_method(std::string_view function) {
    const std::uint8_t type = find_number_type(concat("torch.", function));
    return type == kFloat32 ? kStatedFloat32 : type;
}

}  // namespace

void mark_type(const Value& value, std::uint8_t type) {
    if (value.is(Type::Tensor)) value.tensor().data_type = type;
    if (!value.is(Type::Tuple) && !value.is(Type::List)) return;
    for (const Value& each : value.items()) {
        if (each.is(Type::Tensor)) each.tensor().data_type = type;
    }
}

void note_type(std::string_view function, const Arguments& arguments, const Value& result) {
    // x.half(), x.long(); torch.float is a type, and no function.
    const bool is_method = arguments.positional.size() == 1 && arguments.named.empty();
    const std::uint8_t converted = is_method ? type_of_method(function) : kUnknownType;
    if (converted != kUnknownType) return mark_type(result, converted);
    const bool is_of_two = arguments.positional.size() == 2 && arguments.positional[1].is(Type::Tensor);
    const bool is_extreme = is_of_two && (function == "max" || function == "min");
    if (contains(kOtherResults, function) && !is_extreme) return;
    if (contains(kOfFirst, function)) return mark_type(result, type_at(arguments, 0));
    if (contains(kOfSecond, function)) return mark_type(result, type_at(arguments, 1));
    if (const auto stated = stated_type(arguments)) return mark_type(result, *stated);
    if (contains(kMakers, function)) return mark_type(result, kFloat32);
    if (function == "arange") return mark_type(result, are_whole(arguments.positional) ? kInt64 : kFloat32);
    if (const auto type = type_of(arguments)) mark_type(result, *type);
}

std::uint8_t data_type_of(const Value& stated) {
    return type_in(stated);
}

void note_conversion(Evaluator& e, const Value* type) {
    const std::uint8_t to = type == nullptr ? kUnknownType : type_in(*type);
    if (to != kFloat32 && to != kStatedFloat32) e.uncertainty.has_other_types = true;
}

Value type_object(Evaluator& e, const TensorObject& tensor) {
    const bool is_known = tensor.data_type != kUnknownType && !e.uncertainty.has_other_types;
    const Value type = e.opaque(is_known ? name_of_number_type(tensor.data_type) : kUnclear);
    type.as<OpaqueObject>().is_of_weights = is_known && tensor.data_type == kFloat32;
    return type;
}

std::uint8_t converted_type(std::string_view function, const Arguments& arguments) {
    if (function != "to" && function != "type" && function != "type_as") return type_of_method(function);
    if (const auto stated = stated_type(arguments)) return *stated;
    return type_at(arguments, 1);
}

}  // namespace paramscope::open::python
