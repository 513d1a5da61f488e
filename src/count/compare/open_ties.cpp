#include "count/compare/open_ties.h"

#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"

namespace paramscope {
namespace {

/// True for names of one tensor: "wte.weight" and "transformer.wte.weight".
bool are_of_one(std::string_view a, std::string_view b) {
    return a == b || a.ends_with(concat(".", b)) || b.ends_with(concat(".", a));
}

/// True for a tensor that may be a buffer, where the other is one.
bool is_open_role(const TensorReport& tensor, const TensorReport& other) {
    return tensor.may_be_buffer && other.role == Role::Buffer;
}

/// The path of the module around: "lm_head" of "lm_head.weight".
std::string_view around(std::string_view path) {
    return path.substr(0, std::min(path.rfind('.'), path.size()));
}

/// The elements of a tensor where only the other side ties it and this one leaves that open, else 0.
Integer open_elements(const Report& report, const NodeReport& node, const TensorReport& tensor,
                      const TensorReport& other) {
    const std::string path = report.path(node);
    const std::string name =
        path.empty() ? std::string(tensor.name.view()) : concat(path, ".", tensor.name.view());
    return leaves_open(report, name, other.tied_to) ? tensor.count.value_or(0) : 0;
}

}  // namespace

bool leaves_open(const Report& report, std::string_view path, std::string_view source) {
    const auto is_source = [&](std::string_view name) { return name != path && are_of_one(name, source); };
    return any_of(report.possible_ties, [&](const PossibleTie& tie) {
        const std::string_view module = around(tie.tied);
        if (tie.with_bias && path == concat(module, ".bias"))
            return is_source(concat(around(module), ".bias"));
        // Tensors that may be tied to one may be tied to each other.
        return (tie.tied == path || tie.source == path) &&
               any_of(report.possible_ties, [&](const PossibleTie& other) {
                   return other.source == tie.source && (is_source(other.tied) || is_source(other.source));
               });
    });
}

Integer open_parameters(const Report& left, const NodeReport& a, const Report& right, const NodeReport& b) {
    const auto leaves_nothing_open = [](const Report& report) {
        return report.possible_ties.empty() && report.possible_buffers.empty();
    };
    if (leaves_nothing_open(left) && leaves_nothing_open(right)) return 0;
    std::optional<Integer> sum = 0;
    for (const TensorReport& tensor : a.facts->tensors.list()) {
        const std::optional<TensorReport> other =
            b.facts->tensors.find([&](const TensorReport& each) { return each.name == tensor.name; });
        if (!sum || !other) continue;
        if (is_open_role(tensor, *other)) sum = checked_subtract(*sum, tensor.count.value_or(0));
        if (sum && is_open_role(*other, tensor)) sum = checked_add(*sum, other->count.value_or(0));
        if (!sum || tensor.tied_to.empty() == other->tied_to.empty()) continue;
        sum = tensor.tied_to.empty() ? checked_subtract(*sum, open_elements(left, a, tensor, *other))
                                     : checked_add(*sum, open_elements(right, b, *other, tensor));
    }
    return sum.value_or(0);
}

bool leave_buffers_open(const NodeReport& a, const NodeReport& b) {
    return any_of(a.facts->tensors.list(), [&](const TensorReport& tensor) {
        return b.facts->tensors
            .find([&](const TensorReport& other) {
                return other.name == tensor.name &&
                       (is_open_role(tensor, other) || is_open_role(other, tensor));
            })
            .has_value();
    });
}

}  // namespace paramscope
