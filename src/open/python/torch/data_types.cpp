#include "open/python/torch/data_types.h"

#include "base/ranges.h"

namespace paramscope::open::python {
namespace {

struct TypeName {
    std::string_view name, other;
};
constexpr TypeName kTypes[] = {
    {"torch.float32", "torch.float"}, {"torch.float16", "torch.half"}, {"torch.bfloat16", ""},
    {"torch.float64", "torch.double"}, {"torch.int64", "torch.long"},  {"torch.int32", "torch.int"},
    {"torch.int16", "torch.short"},   {"torch.int8", ""},             {"torch.uint8", ""},
    {"torch.bool", ""},               {"torch.complex64", ""},        {"torch.complex128", ""},
};

/// Functions that make tensors of the usual type unless `dtype` names another.
constexpr std::string_view kMakers[] = {"zeros", "ones",  "empty",    "rand",     "randn",
                                        "eye",   "Tensor", "linspace", "FloatTensor"};
/// Functions whose result is of another type than what they get.
constexpr std::string_view kOtherResults[] = {
    "all",    "any",       "argmax",   "argmin",   "argsort",     "bfloat16",    "bool",   "bucketize", "byte",
    "double", "eq",        "ge",       "gt",       "half",        "int",         "isfinite", "isinf",   "isnan",
    "le",     "long",      "lt",       "max",      "min",         "multinomial", "ne",     "nonzero",   "short",
    "sort",   "topk",      "type",     "type_as",  "unique",      "view_as_complex", "==", "!=",        "<",
    "<=",     ">",         ">=",       "&",        "|",           "^"};

const TypeName* find_type(std::string_view name) {
    for (const TypeName& each : kTypes) {
        if (name == each.name || (name == each.other && !name.empty())) return &each;
    }
    return nullptr;
}

const TypeName* type_in(const Value& value) {
    return value.is(Type::Opaque) ? find_type(value.as<OpaqueObject>().name) : nullptr;
}

/// The type that an argument names; nullptr for none. `is_unclear` for a dtype that is not known.
const Value* stated_type(const Arguments& arguments, bool* is_unclear) {
    if (const Value* named = arguments.find("dtype")) {
        *is_unclear = type_in(*named) == nullptr && !named->is(Type::None);
        return named->is(Type::None) ? nullptr : named;
    }
    for (const Value& each : arguments.positional) {
        if (type_in(each) != nullptr) return &each;
        *is_unclear = *is_unclear || (each.is(Type::Opaque) && each.as<OpaqueObject>().name == "torch.dtype");
    }
    return nullptr;
}

bool has_float32(const Arguments& arguments) {
    return any_of(arguments.positional, [](const Value& each) {
        const bool is_list = each.is(Type::List) || each.is(Type::Tuple);
        const Value& one = is_list && !each.items().empty() ? each.items().front() : each;
        return one.is(Type::Tensor) && one.tensor().is_float32;
    });
}

}  // namespace

void mark_as_float32(const Value& value) {
    if (value.is(Type::Tensor)) value.tensor().is_float32 = true;
    if (!value.is(Type::Tuple) && !value.is(Type::List)) return;
    for (const Value& each : value.items()) {
        if (each.is(Type::Tensor)) each.tensor().is_float32 = true;
    }
}

void note_type(Evaluator&, std::string_view function, const Arguments& arguments, const Value& result) {
    bool is_unclear = false;
    const Value* stated = stated_type(arguments, &is_unclear);
    const bool is_stated = stated != nullptr && is_float32(*stated);
    const bool is_usual = stated == nullptr && !is_unclear && !contains(kOtherResults, function) &&
                          (contains(kMakers, function) || has_float32(arguments));
    if (is_stated || is_usual || function == "float") mark_as_float32(result);
}

void note_conversion(Evaluator& e, const Value* type) {
    if (type == nullptr || !is_float32(*type)) e.uncertainty.has_other_types = true;
}

bool is_float32(const Value& type) {
    const TypeName* found = type_in(type);
    return found != nullptr && found->name == "torch.float32";
}

bool is_type_name(std::string_view name) {
    return find_type(name) != nullptr;
}

Truth are_same_types(std::string_view a, std::string_view b) {
    const TypeName *left = find_type(a), *right = find_type(b);
    if (left == nullptr || right == nullptr) return Truth::Unknown;
    return left == right ? Truth::True : Truth::False;
}

}  // namespace paramscope::open::python
