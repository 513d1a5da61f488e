#include "open/python/trace/applied_functions.h"

#include <algorithm>
#include <functional>
#include <optional>

#include "base/ranges.h"
#include "open/python/state/decisions.h"
#include "open/python/trace/ended_frames.h"

namespace paramscope::open::python {
namespace {

bool are_equal_sizes(const Value& a, const Value& b) {
    const bool have_formulas = a.formula != nullptr && b.formula != nullptr;
    return a.whole() == b.whole() && (a.formula == b.formula || (have_formulas && *a.formula == *b.formula));
}

bool are_equal_shapes(const std::vector<Value>& shape, const Value& tensor) {
    const std::vector<Value>& own = tensor.tensor().shape;
    return std::equal(shape.begin(), shape.end(), own.begin(), own.end(), are_equal_sizes);
}

bool has_plain_sizes(const Value& tensor) {
    if (!tensor.is(Type::Tensor) || !tensor.tensor().is_shape_known) return false;
    return all_of(tensor.tensor().shape, [](const Value& size) {
        return size.formula == nullptr || Decisions::is_plain(*size.formula);
    });
}

std::size_t hash_of(std::string_view function, const std::vector<Value>& tensors) {
    std::size_t hash = std::hash<std::string_view>()(function);
    for (const Value& each : tensors) {
        for (const Value& size : each.tensor().shape)
            hash = hash * 31 + static_cast<std::size_t>(size.whole());
    }
    return hash;
}

}  // namespace

void AppliedFunction::keep(std::string_view name, const std::vector<Value>& tensors,
                           const SharedList<Argument>& given, const Signal& signal, const Value& result,
                           WorkDone done) {
    if (!signal.is_tensor() || !result.is(Type::Tensor)) return;
    output = result.tensor().shape;
    for (std::size_t i = 0; i < output.size(); ++i) {
        if (!output[i].is_whole() || (!signal.dims[i].is_constant() && output[i].formula == nullptr)) return;
    }
    function = name;
    inputs.clear();
    for (const Value& each : tensors) inputs.push_back(each.tensor().shape);
    arguments = given;
    work = std::move(done);
}

AppliedFunction* AppliedFunctions::place_of(std::string_view function, const std::vector<Value>& tensors,
                                            const SharedList<Argument>& arguments) {
    constexpr std::size_t kGroups = 32, kInGroup = 4;  // sizes of one number may have several names
    if (!all_of(tensors, has_plain_sizes)) return nullptr;
    kept_.resize(kGroups * kInGroup);
    AppliedFunction* const group = &kept_[hash_of(function, tensors) % kGroups * kInGroup];
    AppliedFunction* const end = group + kInGroup;
    AppliedFunction* const found = std::find_if(group, end, [&](const AppliedFunction& each) {
        return each.function == function && have_same_arguments(each.arguments, arguments) &&
               std::equal(each.inputs.begin(), each.inputs.end(), tensors.begin(), tensors.end(),
                          are_equal_shapes);
    });
    if (found != end) return found;
    AppliedFunction* const place = group + ++replaced_ % kInGroup;
    place->function.clear();
    return place;
}

}  // namespace paramscope::open::python
