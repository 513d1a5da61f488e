#include "count/compare/cause_changes.h"

#include <algorithm>
#include <utility>

#include "base/concat.h"
#include "base/ranges.h"
#include "count/compare/open_ties.h"
#include "count/cost/memory.h"

namespace paramscope {
namespace {

using CauseKind = Cause::Kind;

constexpr std::size_t kMostSizesOfCause = 4;

bool is_multiple(const SizeChange& of, const SizeChange& other) {
    return other.before > 0 && other.after > 0 && of.before > other.before && of.before % other.before == 0 &&
           of.after % other.after == 0 && of.before / other.before == of.after / other.after;
}

/// The changes in order, each once, without multiples of others: a layer that makes queries, keys and values
/// of a width changes with the width.
std::vector<SizeChange> simplest(std::vector<SizeChange> sizes) {
    sort(sizes);
    sizes.erase(std::unique(sizes.begin(), sizes.end()), sizes.end());
    std::vector<SizeChange> kept;
    for (const SizeChange& size : sizes) {
        if (none_of(kept, [&](const SizeChange& k) { return is_multiple(size, k); }) &&
            kept.size() < kMostSizesOfCause)
            kept.push_back(size);
    }
    return kept;
}

std::vector<SizeChange> changed_sizes(const Report& left, const NodeReport& a, const Report& right,
                                      const NodeReport& b) {
    std::vector<SizeChange> sizes;
    for (const TensorReport& tensor : a.facts->tensors.list()) {
        const std::optional<TensorReport> other =
            b.facts->tensors.find([&](const TensorReport& of_b) { return of_b.name == tensor.name; });
        if (!other || other->shape.size() != tensor.shape.size()) continue;
        for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
            const OptionalInteger before = left.quantity(tensor.shape[i]).value;
            const OptionalInteger after = right.quantity(other->shape[i]).value;
            if (before && after && !(before == after)) sizes.push_back({*before, *after});
        }
    }
    return simplest(std::move(sizes));
}

std::string tensor_names(const NodeReport& node) {
    return join(node.facts->tensors.list(), ", ",
                [](const TensorReport& tensor) { return tensor.name.view(); });
}

bool is_shared(const NodeReport& node) {
    const SharedList<TensorReport>& tensors = node.facts->tensors.pattern();
    return any_of(tensors, [](const TensorReport& t) { return !t.tied_to.empty(); });
}

std::string dtype_of(const Report& report, const NodeReport& node) {
    for (const TensorReport& tensor : node.facts->tensors.list())
        if (!tensor.dtype.empty()) return std::string(std::string_view(tensor.dtype));
    return model_dtype(report);
}

/// Arguments that one side has otherwise, as text of either side.
std::pair<std::string, std::string> changed_arguments(const NodeReport& a, const NodeReport& b) {
    std::pair<std::string, std::string> texts;
    const SharedList<Argument> left = a.module->arguments.list();
    const SharedList<Argument> right = b.module->arguments.list();
    if (left.size() != right.size()) return texts;
    for (std::size_t i = 0; i < left.size(); ++i) {
        const std::string before = to_string(left[i]), after = to_string(right[i]);
        if (before == after) continue;
        texts.first += concat(texts.first.empty() ? "" : ", ", before);
        texts.second += concat(texts.second.empty() ? "" : ", ", after);
    }
    return texts;
}

}  // namespace

Change change_of(const Report& left, const NodeReport& a, const Report& right, const NodeReport& b) {
    const auto texts = [](CauseKind kind, std::string before, std::string after) {
        return Change{kind, {}, std::move(before), std::move(after)};
    };
    if (a.type != b.type) return texts(CauseKind::Type, std::string(a.type), std::string(b.type));
    std::vector<SizeChange> sizes = changed_sizes(left, a, right, b);
    if (!sizes.empty()) return {CauseKind::Sizes, std::move(sizes), "", ""};
    if (open_parameters(left, a, right, b) != 0)
        return {leave_buffers_open(a, b) ? CauseKind::OpenRole : CauseKind::OpenSharing, {}, "", ""};
    if (is_shared(a) != is_shared(b))
        return texts(CauseKind::Sharing, is_shared(a) ? "shared" : "", is_shared(b) ? "shared" : "");
    auto [before, after] = changed_arguments(a, b);
    if (!before.empty() || !after.empty())
        return texts(CauseKind::Arguments, std::move(before), std::move(after));
    if (tensor_names(a) != tensor_names(b))
        return texts(CauseKind::Arguments, tensor_names(a), tensor_names(b));
    if (!a.facts->tensors.empty() && dtype_of(left, a) != dtype_of(right, b))
        return texts(CauseKind::Dtype, dtype_of(left, a), dtype_of(right, b));
    return {};
}

}  // namespace paramscope
