#include "open/tensors/tree.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "model/read/read.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kFewChildren = 8;  ///< that are looked through faster than found by a hash

// Deeper names keep their dots: the reader of model text has a limit of nesting.
constexpr std::size_t kDeepestName = kDeepestModule - 10;

// Prefixes that DataParallel, DistributedDataParallel and torch.compile put before every name.
constexpr std::array<std::string_view, 2> kWrappers = {"module.", "_orig_mod."};

// Names that PyTorch's layers and well-known models register as buffers.
constexpr auto kBufferNames = word_table<18>(
    "running_mean running_var num_batches_tracked moving_mean moving_variance inv_freq freqs "
    "original_inv_freq position_ids token_type_ids relative_position_index relative_coords_table "
    "attn_mask masked_bias cos_cached sin_cached causal_mask triu_mask");

/// True for masks of shape (1, 1, n, n), which GPT-2 stores as `bias`.
bool is_mask(const NamedTensor& tensor) {
    const auto& shape = tensor.shape;
    return shape.size() == 4 && shape[0] == 1 && shape[1] == 1 && shape[2] == shape[3];
}

bool is_buffer(std::string_view name, const NamedTensor& tensor) {
    if (tensor.buffer || is_index_dtype(tensor.dtype)) return true;
    if (name == "weight") return false;
    if (name == "bias") return is_mask(tensor);
    // A buffer of one dimension in DeepSeek-V3, a parameter (1, experts) in Ernie 4.5.
    if (name == "e_score_correction_bias") return tensor.shape.size() == 1;
    return contains(kBufferNames, name);
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
        place_tensors();
        for (TensorNode& node : tree_.nodes) order_children(node);
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
            return any_of(set_.tensors, [&](const NamedTensor& tensor) {
                return tensor.name.find(c) != std::string::npos;
            });
        };
        return has('/') && !has('.') ? '/' : '.';
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
        std::string_view rest = std::string_view(tensor.name).substr(tree_.prefix_length);
        std::uint32_t node = 0;
        for (std::size_t depth = 0; depth < kDeepestName; ++depth) {
            const std::size_t dot = rest.find(tree_.separator);
            if (dot == std::string_view::npos) break;
            node = child(node, rest.substr(0, dot), depth);
            rest.remove_prefix(dot + 1);
        }
        TensorNode& owner = tree_.nodes[node];
        if (rest == "weight") owner.rank = static_cast<std::uint32_t>(tensor.shape.size());
        const bool is_shared = !shared_.empty() && shared_.contains(tensor.name);
        OwnTensor& own =
            tree_.tensors.emplace_back(OwnTensor{rest, &tensor, node, is_buffer(rest, tensor), is_shared});
        if (owner.tensors.empty()) {
            owner.tensors = {&own, 1};
        } else if (owner.tensors.data() + owner.tensors.size() == &own) {
            owner.tensors = {owner.tensors.data(), owner.tensors.size() + 1};
        } else {
            is_scattered_ = true;
        }
    }

    /// The child of that name. Neighbours have most of their path in common: the last path is looked at
    /// first.
    std::uint32_t child(std::uint32_t parent, std::string_view name, std::size_t depth) {
        if (last_path_.size() <= depth) last_path_.resize(depth + 1);
        const TensorNode& last = tree_.nodes[last_path_[depth]];
        if (last_path_[depth] != 0 && last.parent == parent && last.name == name) return last_path_[depth];
        return last_path_[depth] = find_child(parent, name);
    }

    /// Looks a few children through; more are in the index.
    std::uint32_t find_child(std::uint32_t parent, std::string_view name) {
        const std::vector<std::uint32_t>& children = tree_.nodes[parent].children;
        const auto next = static_cast<std::uint32_t>(tree_.nodes.size());
        if (children.size() < kFewChildren) {
            for (const std::uint32_t child : children) {
                if (tree_.nodes[child].name == name) return child;
            }
        } else {
            if (children.size() == kFewChildren) {
                for (const std::uint32_t child : children) index_[{parent, tree_.nodes[child].name}] = child;
            }
            const auto [found, is_new] = index_.try_emplace(Key{parent, name}, next);
            if (!is_new) return found->second;
        }
        tree_.nodes[parent].children.push_back(next);
        TensorNode& node = tree_.nodes.emplace_back();
        node.name = name;
        node.parent = parent;
        node.is_numbered = tree_.nodes[parent].is_numbered || number_of(name).has_value();
        return next;
    }

    /// Sorts numbered children by number (many files sort names as text); others keep their positions.
    void order_children(TensorNode& node) const {
        if (node.children.size() < 2) return;
        std::vector<std::size_t> places;
        std::vector<std::pair<std::uint64_t, std::uint32_t>> numbered;
        for (std::size_t i = 0; i < node.children.size(); ++i) {
            const auto number = number_of(tree_.nodes[node.children[i]].name);
            if (!number) continue;
            places.push_back(i);
            numbered.emplace_back(*number, node.children[i]);
        }
        sort(numbered);
        for (std::size_t i = 0; i < places.size(); ++i) node.children[places[i]] = numbered[i].second;
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
    bool is_scattered_ = false;  ///< true: some modules have tensors at several places of the set
    std::unordered_map<Key, std::uint32_t, HashKey> index_;
    std::vector<std::uint32_t> last_path_;  ///< the node of each depth that was last asked for; 0 for none
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
