#include "count/compare/compare_tensors.h"

#include <unordered_map>
#include <unordered_set>

#include "base/concat.h"
#include "base/ranges.h"
#include "count/compare/open_ties.h"

namespace paramscope {
namespace {

constexpr std::size_t kMostTensors = 500'000;

/// Lists every tensor of a report under its full name.
class TensorLister {
  public:
    explicit TensorLister(const Report& report) : report_(report), values_(values_of(report)) {}

    /// False when there are more than kMostTensors.
    bool list(std::vector<NamedTensor>& tensors) {
        tensors_ = &tensors;
        return report_.nodes.empty() || visit(0, "");
    }

  private:
    /// `prefix`: the path of the module, with a dot behind it.
    bool visit(std::uint32_t index, const std::string& prefix) {
        const NodeReport& node = report_.nodes[index];
        for (const NamedTensor& tensor : tensors_of(*node.facts)) {
            if (tensors_->size() == kMostTensors) return false;
            tensors_->push_back(tensor);
            tensors_->back().path = concat(prefix, tensor.path);
        }
        return all_of(report_.children(index),
                      [&](std::uint32_t child) { return visit_repeats(child, prefix); });
    }

    /// Visits every instance of a repeated list item; other modules once.
    bool visit_repeats(std::uint32_t index, const std::string& prefix) {
        const NodeReport& node = report_.nodes[index];
        const Integer repeat = node.facts->repeat().value.value_or(1);
        const std::string_view first = first_name(node.name);
        const std::optional<Integer> number = parse_integer(first);
        if (repeat == 1 || !number) return visit(index, concat(prefix, first, "."));
        for (Integer i = 0; i < repeat; ++i) {
            if (visited_++ == kMostTensors || !visit(index, concat(prefix, to_string(*number + i), ".")))
                return false;
        }
        return true;
    }

    /// The tensors with their names as paths. Cached: those of repeated modules are listed many times.
    const std::vector<NamedTensor>& tensors_of(const ModuleFacts& facts) {
        const auto [entry, is_new] = of_facts_.try_emplace(&facts);
        if (!is_new) return entry->second;
        for (const TensorReport& tensor : facts.tensors.list())
            entry->second.push_back({tensor.name.str(), shape_of(tensor), dtype_of(tensor),
                                     std::string(tensor.tied_to), tensor.role, tensor.packed_in,
                                     tensor.may_be_buffer});
        return entry->second;
    }

    /// The shape in numbers.
    std::optional<std::vector<Integer>> shape_of(const TensorReport& tensor) const {
        std::vector<Integer> sizes;
        for (const Polynomial& size : tensor.shape) {
            const Result<Rational> value = evaluate(size, values_);
            if (!value || !value->is_integer()) return std::nullopt;
            sizes.push_back(value->numerator());
        }
        return sizes;
    }

    /// The dtype that the text states, "" for none (bytes are then counted as of float32).
    std::string dtype_of(const TensorReport& tensor) const {
        const bool is_usual = !report_.model || report_.model->dtype == "float32";
        return tensor.dtype.empty() && !is_usual ? report_.model->dtype : std::string(tensor.dtype);
    }

    const Report& report_;
    SymbolValues values_;
    std::vector<NamedTensor>* tensors_ = nullptr;
    std::unordered_map<const ModuleFacts*, std::vector<NamedTensor>> of_facts_;
    std::size_t visited_ = 0;
};

/// Tensors by path, in order; a text may use a name twice.
using Index = std::unordered_map<std::string_view, std::vector<const NamedTensor*>>;

Index index_of(const std::vector<NamedTensor>& tensors) {
    Index index;
    for (const NamedTensor& tensor : tensors) index[tensor.path].push_back(&tensor);
    return index;
}

/// Counts names of `longer` that are `prefix` and a name of `shorter`.
std::size_t count_shared_names(const std::vector<NamedTensor>& longer, const std::string& prefix,
                               const Index& shorter) {
    return count_if(longer, [&](const NamedTensor& tensor) {
        const std::string_view path = tensor.path;
        return path.starts_with(prefix) && shorter.contains(path.substr(prefix.size()));
    });
}

/// Finds the prefix of the names in `longer` when `shorter` is a submodule; "" when more names agree without.
std::string find_prefix(const std::vector<NamedTensor>& longer, const std::vector<NamedTensor>& shorter) {
    if (shorter.empty()) return "";
    const Index index = index_of(shorter);
    const std::string_view last = shorter.front().path;
    std::string best;
    std::size_t most = count_shared_names(longer, "", index);
    if (2 * most > shorter.size()) return "";
    constexpr int kMostTried = 16;
    int tried = 0;
    for (const NamedTensor& tensor : longer) {
        const std::string_view path = tensor.path;
        if (path.size() <= last.size() || !path.ends_with(last)) continue;
        const std::string prefix(path.substr(0, path.size() - last.size()));
        if (!prefix.ends_with('.')) continue;
        const std::size_t shared = count_shared_names(longer, prefix, index);
        if (shared > most) {
            most = shared;
            best = prefix;
        }
        if (++tried == kMostTried) break;
    }
    return best;
}

/// The path that a tensor should have in the other model.
std::string partner_path(std::string_view path, std::string_view own_prefix, std::string_view other_prefix) {
    const bool has_prefix = path.starts_with(own_prefix);
    return concat(other_prefix, has_prefix ? path.substr(own_prefix.size()) : path);
}

/// Finds the differences between the tensors of a comparison.
class TensorComparer {
  public:
    TensorComparer(const Report& left, const Report& right, TensorComparison& comparison)
        : left_report_(left), right_report_(right), result_(comparison), right_(index_of(comparison.right)) {}

    void run() {
        std::unordered_set<const NamedTensor*> paired;
        // How many right tensors of each path are paired.
        std::unordered_map<const std::vector<const NamedTensor*>*, std::size_t> used;
        for (const NamedTensor& left : result_.left) {
            const auto found =
                right_.find(partner_path(left.path, result_.left_prefix, result_.right_prefix));
            const bool has_partner = found != right_.end() && used[&found->second] < found->second.size();
            if (!has_partner) {
                differ(TensorDifference::Kind::OnlyLeft, &left, nullptr);
                continue;
            }
            const NamedTensor& right = *found->second[used[&found->second]++];
            paired.insert(&right);
            compare(left, right);
        }
        for (const NamedTensor& right : result_.right) {
            if (!paired.contains(&right)) differ(TensorDifference::Kind::OnlyRight, nullptr, &right);
        }
    }

  private:
    using Kind = TensorDifference::Kind;

    void compare(const NamedTensor& left, const NamedTensor& right) {
        const std::size_t before = result_.differences.size();
        if (left.shape && right.shape && *left.shape != *right.shape) differ(Kind::Shape, &left, &right);
        if (!left.dtype.empty() && !right.dtype.empty() && left.dtype != right.dtype)
            differ(Kind::Type, &left, &right);
        if (left.shares.empty() != right.shares.empty() && !is_open(left, right))
            differ(Kind::Sharing, &left, &right);
        if (left.role != right.role && !left.may_be_buffer && !right.may_be_buffer)
            differ(Kind::Role, &left, &right);
        result_.same += result_.differences.size() == before;
    }

    /// True where one model leaves open whether its tensor is tied as that of the other is.
    bool is_open(const NamedTensor& left, const NamedTensor& right) const {
        return left.shares.empty() ? leaves_open(left_report_, left.path, right.shares)
                                   : leaves_open(right_report_, right.path, left.shares);
    }

    void differ(Kind kind, const NamedTensor* left, const NamedTensor* right) {
        result_.differences.push_back({kind, left, right});
    }

    const Report& left_report_;
    const Report& right_report_;
    TensorComparison& result_;
    Index right_;
};

}  // namespace

std::string_view to_string(TensorDifference::Kind kind) {
    constexpr std::string_view kNames[] = {"only-left", "only-right", "shape", "dtype", "sharing", "role"};
    return kNames[static_cast<std::size_t>(kind)];
}

TensorComparison compare_tensors(const Report& left, const Report& right) {
    TensorComparison comparison;
    const bool has_all_left = TensorLister(left).list(comparison.left);
    const bool has_all_right = TensorLister(right).list(comparison.right);
    comparison.is_complete = has_all_left && has_all_right;
    comparison.left_prefix = find_prefix(comparison.left, comparison.right);
    if (comparison.left_prefix.empty())
        comparison.right_prefix = find_prefix(comparison.right, comparison.left);
    TensorComparer(left, right, comparison).run();
    return comparison;
}

}  // namespace paramscope
