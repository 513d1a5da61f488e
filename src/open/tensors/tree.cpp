#include "open/tensors/tree.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "model/read/read.h"
#include "open/tensors/buffers.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kFewChildren = 8;  ///< that are looked through faster than found by a hash

// Deeper names keep their dots: the reader of model text has a limit of nesting.
constexpr std::size_t kDeepestName = kDeepestModule - 10;

// Prefixes that DataParallel, DistributedDataParallel and torch.compile put before every name.
constexpr std::array<std::string_view, 2> kWrappers = {"module.", "_orig_mod."};

/// The number of characters in which two names begin alike.
std::size_t common_length(std::string_view a, std::string_view b) {
    const std::size_t most = std::min(a.size(), b.size());
    std::size_t length = 0;
    while (length + sizeof(std::uint64_t) <= most &&
           std::memcmp(a.data() + length, b.data() + length, sizeof(std::uint64_t)) == 0)
        length += sizeof(std::uint64_t);
    while (length < most && a[length] == b[length]) ++length;
    return length;
}

class TreeBuilder {
  public:
    explicit TreeBuilder(const TensorSet& set) : set_(set) {
        tree_.nodes.reserve(set.tensors.size() + set.tensors.size() / 2 +
                            1);  // about as many, often a few more
        tree_.nodes.emplace_back();
        for (const auto& [tied, source] : set.shared) {
            shared_.insert(tied);
            shared_.insert(source);
        }
    }

    TensorTree build() {
        tree_.prefix_length = wrapper_length();
        tree_.separator = find_separator();
        is_state_dict_ = set_.is_state_dict && !is_of_other_library();
        place_tensors();
        for (TensorNode& node : tree_.nodes) {
            order_children(node);
            mark_buffers_beside(node.tensors);
        }
        for (std::uint32_t i = 0; is_state_dict_ && i < tree_.nodes.size(); ++i) judge_beside(tree_, i);
        for (std::size_t i = tree_.nodes.size(); i-- > 1;) {
            TensorNode& parent = tree_.nodes[tree_.nodes[i].parent];
            parent.rank = std::max(parent.rank, tree_.nodes[i].rank);
        }
        return std::move(tree_);
    }

  private:
    /// Length of the wrapper prefixes that all names have.
    std::size_t wrapper_length() {
        std::size_t length = 0;
        if (set_.tensors.empty()) return length;
        for (bool found = true; found;) {
            found = false;
            for (const std::string_view wrapper : kWrappers) {
                if (!all_have(wrapper, length)) continue;
                length += wrapper.size();
                tree_.notes.push_back(
                    concat("the prefix '", wrapper, "' of a wrapper is left out of every name"));
                found = true;
            }
        }
        return length;
    }

    bool all_have(std::string_view part, std::size_t offset) const {
        return all_of(set_.tensors, [&](const NamedTensor& tensor) {
            const std::string_view name = tensor.name;
            return name.size() > offset + part.size() && name.substr(offset).starts_with(part);
        });
    }

    /// Names of TensorFlow and of nested dictionaries have slashes instead of dots.
    char find_separator() const {
        const auto has = [&](char c) {
            return any_of(set_.tensors,
                          [&](const NamedTensor& tensor) { return contains(tensor.name.view(), c); });
        };
        return !has('.') && has('/') ? '/' : '.';
    }

    /// True for variables of TensorFlow and Flax, whose buffers are no part of the parameters that they list:
    /// names have slashes, or layers a kernel and none a weight.
    bool is_of_other_library() const {
        const auto has = [&](std::string_view last) {
            return any_of(set_.tensors, [&](const NamedTensor& tensor) {
                const std::string_view name = tensor.name;
                return name == last || (name.ends_with(last) && name[name.size() - last.size() - 1] == '.');
            });
        };
        return tree_.separator == '/' || (has("kernel") && has("bias") && !has("weight"));
    }

    void place_tensors() {
        const std::vector<bool> is_repeated =
            set_.has_distinct_names ? std::vector<bool>() : find_repeated_names(set_.tensors);
        tree_.tensors.reserve(set_.tensors.size());
        for (std::size_t i = 0; i < set_.tensors.size(); ++i) {
            if (is_repeated.empty() || !is_repeated[i]) place(set_.tensors[i]);
        }
        if (const std::size_t repeated = set_.tensors.size() - tree_.tensors.size(); repeated > 0)
            tree_.notes.push_back(concat("repeated names are counted once: ", repeated));
        if (is_scattered_) gather_tensors();
    }

    /// Brings the tensors of each module side by side.
    void gather_tensors() {
        std::vector<std::uint32_t> counts(tree_.nodes.size());
        for (const OwnTensor& own : tree_.tensors) ++counts[own.owner];
        std::vector<OwnTensor> gathered(tree_.tensors.size());
        OwnTensor* begin = gathered.data();
        for (std::size_t i = 0; i < counts.size(); ++i) {
            tree_.nodes[i].tensors = {begin, counts[i]};
            begin += std::exchange(counts[i], 0);
        }
        for (const OwnTensor& own : tree_.tensors) tree_.nodes[own.owner].tensors[counts[own.owner]++] = own;
        tree_.tensors = std::move(gathered);
    }

    /// Finds or makes the module of a tensor.
    void place(const NamedTensor& tensor) {
        const std::string_view name = std::string_view(tensor.name).substr(tree_.prefix_length);
        const std::size_t common = common_length(name, last_name_);
        while (!last_path_.empty() && last_path_.back().end > common) last_path_.pop_back();
        last_name_ = name;
        Step last = last_path_.empty() ? Step{} : last_path_.back();
        while (last_path_.size() < kDeepestName) {
            const std::size_t dot = name.find(tree_.separator, last.end);
            if (dot == std::string_view::npos) break;
            last = {child(last.node, name.substr(last.end, dot - last.end)), dot + 1};
            last_path_.push_back(last);
        }
        const auto& [node, end] = last;
        const std::string_view rest = name.substr(end);
        TensorNode& owner = tree_.nodes[node];
        if (rest == "weight") owner.rank = static_cast<std::uint32_t>(tensor.shape.size());
        const bool is_shared = !shared_.empty() && shared_.contains(tensor.name);
        OwnTensor& own = tree_.tensors.emplace_back(OwnTensor{rest, &tensor, node, is_buffer(rest, tensor)});
        own.is_shared = is_shared;
        own.may_be_buffer = is_state_dict_ && !own.buffer && may_be_buffer(rest, tensor);
        if (owner.tensors.empty()) {
            owner.tensors = {&own, 1};
        } else if (owner.tensors.data() + owner.tensors.size() == &own) {
            owner.tensors = {owner.tensors.data(), owner.tensors.size() + 1};
        } else {
            is_scattered_ = true;
        }
    }

    /// The child of that name, which is made where there is none. Most of many children count up: 0, 1, 2.
    std::uint32_t child(std::uint32_t parent, std::string_view name) {
        const std::optional<std::uint64_t> number = number_of(name);
        const NodeList& children = tree_.nodes[parent].children;
        const auto next = static_cast<std::uint32_t>(tree_.nodes.size());
        const bool counts_up = tree_.nodes[parent].counts_up && number &&
                               (children.empty() || *tree_.nodes[children.back()].number < *number);
        if (!counts_up) {
            const std::uint32_t found = find_child(parent, name, next);
            if (found != next) return found;
            tree_.nodes[parent].counts_up = false;
        }
        tree_.nodes[parent].children.push_back(next);
        TensorNode& node = tree_.nodes.emplace_back();
        node.name = name;
        node.number = number;
        node.parent = parent;
        node.is_numbered = tree_.nodes[parent].is_numbered || number;
        return next;
    }

    /// Looks a few children through; more are in the index, where a new one is put as `next`.
    std::uint32_t find_child(std::uint32_t parent, std::string_view name, std::uint32_t next) {
        const NodeList& children = tree_.nodes[parent].children;
        if (children.size() < kFewChildren) {
            for (const std::uint32_t child : children) {
                if (tree_.nodes[child].name == name) return child;
            }
            return next;
        }
        if (children.size() == kFewChildren || tree_.nodes[parent].counts_up) {
            for (const std::uint32_t child : children) index_[{parent, tree_.nodes[child].name}] = child;
            tree_.nodes[parent].counts_up = false;
        }
        return index_.try_emplace(Key{parent, name}, next).first->second;
    }

    /// Sorts numbered children by number (many files sort names as text); others keep their positions.
    void order_children(TensorNode& node) const {
        if (has_ordered_children(node)) return;
        std::vector<std::size_t> places;
        std::vector<std::pair<std::uint64_t, std::uint32_t>> numbered;
        for (std::size_t i = 0; i < node.children.size(); ++i) {
            const auto number = tree_.nodes[node.children[i]].number;
            if (!number) continue;
            places.push_back(i);
            numbered.emplace_back(*number, node.children[i]);
        }
        sort(numbered);
        for (std::size_t i = 0; i < places.size(); ++i) node.children[places[i]] = numbered[i].second;
    }

    bool has_ordered_children(const TensorNode& node) const {
        std::uint64_t last = 0;
        return all_of(node.children, [&](std::uint32_t child) {
            const auto number = tree_.nodes[child].number;
            return !number || std::exchange(last, *number) <= *number;
        });
    }

    struct Key {
        std::uint32_t parent;
        std::string_view name;
        friend bool operator==(const Key&, const Key&) = default;
    };
    struct HashKey {
        std::size_t operator()(const Key& key) const {
            return std::hash<std::string_view>()(key.name) ^ (std::size_t{key.parent} * 0x9E3779B1u);
        }
    };

    const TensorSet& set_;
    TensorTree tree_;
    bool is_state_dict_ = false;
    bool is_scattered_ = false;  ///< true: some modules have tensors at several places of the set
    std::unordered_map<Key, std::uint32_t, HashKey> index_;
    /// A module on the path of a name.
    struct Step {
        std::uint32_t node = 0;
        std::size_t end = 0;  ///< of its part of the name, with the separator
    };
    std::string_view last_name_;  ///< neighbours have most of their path in common
    std::vector<Step> last_path_;
    std::unordered_set<std::string_view> shared_;
};

}  // namespace

std::optional<std::uint64_t> number_of(std::string_view name) {
    std::uint64_t number = 0;
    if (name.empty() || !is_digit(name.front())) return std::nullopt;
    if (!is_digits(name) || (name.size() > 1 && name[0] == '0')) return std::nullopt;
    const auto [end, error] = std::from_chars(name.data(), name.data() + name.size(), number);
    return error == std::errc() ? std::optional(number) : std::nullopt;
}

TensorTree build_tensor_tree(const TensorSet& set) {
    return TreeBuilder(set).build();
}

}  // namespace paramscope::open
