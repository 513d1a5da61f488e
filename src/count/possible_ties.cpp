#include "count/possible_ties.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algebra/print.h"
#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "count/messages.h"
#include "layers/catalogue/known_types.h"

namespace paramscope {
namespace {

constexpr std::size_t kMostPairs = 20;        // reported; a hostile text may have thousands
constexpr std::size_t kMostOutputLayers = 4;  // of one shape; a larger group is of layers inside a model
constexpr std::string_view kWeight = "weight";

/// Modules whose weight matrices have one shape: (rows, columns) of an embedding, (out, in) of a linear
/// layer.
struct Group {
    std::vector<std::uint32_t> embeddings;
    std::vector<std::uint32_t> linears;
};

/// The groups of the matrices of one shape, by the item of a list that their embeddings are in (0: in none).
using Groups = std::map<std::uint32_t, Group>;

/// Orders shapes, by nothing that a person would see.
struct ShapeOrder {
    bool operator()(const Dims& a, const Dims& b) const {
        return std::lexicographical_compare(
            a.begin(), a.end(), b.begin(), b.end(),
            [](const Polynomial& left, const Polynomial& right) { return compare(left, right) < 0; });
    }
};

bool is_embedding(const Node& node) {
    return node.layer.family() == "embedding";
}

std::optional<TensorReport> find_weight(const Node& node) {
    return node.tensors.find([](const TensorReport& tensor) {
        return tensor.name == kWeight && tensor.shape.size() == 2 && tensor.tied_to.empty() && tensor.count;
    });
}

/// True for an embedding of something else than words: no output layer has its rows.
bool embeds_places(std::string_view name) {
    constexpr std::array<std::string_view, 7> words = {"position", "pos_", "wpe",     "type",
                                                       "segment",  "time", "relative"};
    return any_of(words, [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

class TieFinder {
  public:
    TieFinder(const Model& model, const Environment& environment, const Tree& tree, Report* report)
        : model_(model), environment_(environment), tree_(tree), report_(*report) {}

    /// Reports the pairs that the text says may be tied.
    void run_stated() {
        find_copies();
        std::set<std::string_view> tied;
        for (const Tie& tie : model_.ties) {
            if (tie.is_possible && tied.insert(tie.tied).second) report_stated(tie);
        }
    }

    void run() {
        if (none_of(tree_.nodes, is_embedding)) return;
        find_copies();
        std::map<std::string, Groups> by_text;  // pairs are reported in this order
        for (auto& [shape, groups] : find_groups()) by_text[to_string(shape)] = std::move(groups);
        for (auto& [text, groups] : by_text) {
            for (auto& [item, group] : groups) report_pairs(group, item);
        }
    }

  private:
    /// Counts the instances of each module, and finds the list item around it. `2 x Block` and two printed
    /// blocks are the same model, so both give the same ties.
    void find_copies() {
        copies_.resize(tree_.nodes.size());
        items_.resize(tree_.nodes.size());
        for (std::uint32_t i = 0; i < tree_.nodes.size(); ++i) {
            const Node& node = tree_.nodes[i];
            const std::optional<Integer> repeat = environment_.integer(node.module->repeat);
            const std::optional<Integer> around = i == 0 ? Integer{1} : copies_[node.parent];
            if (repeat && around) copies_[i] = checked_multiply(*repeat, *around);
            if (i > 0) items_[i] = is_item(node.parent) ? node.parent : items_[node.parent];
        }
    }

    /// True for one of several equal modules in a row, which have numbers for names.
    bool is_item(std::uint32_t index) const {
        const Node& node = tree_.nodes[index];
        if (index == 0) return false;
        if (environment_.integer(node.module->repeat) != Integer{1}) return true;
        if (!is_digits(node.module->name)) return false;
        const auto equals = [&](std::uint32_t other) {
            const Node& sibling = tree_.nodes[other];
            return sibling.parent == node.parent && sibling.module->type == node.module->type &&
                   sibling.subtree_end - other == node.subtree_end - index;
        };
        const std::uint32_t size = node.subtree_end - index;
        return (node.subtree_end < tree_.nodes.size() && equals(node.subtree_end)) ||
               (index > node.parent + size && equals(index - size));
    }

    std::map<Dims, Groups, ShapeOrder> find_groups() const {
        std::map<Dims, Groups, ShapeOrder> shapes;
        const auto visit = [&](bool embeddings) {
            for (std::uint32_t i = 0; i < tree_.nodes.size(); ++i) {
                const Node& node = tree_.nodes[i];
                const bool is_wanted = embeddings ? is_embedding(node) && !embeds_places(node.module->name)
                                                  : node.layer.family() == "linear";
                if (!is_wanted || copies_[i].value_or(0) == 0) continue;
                const std::optional<TensorReport> weight = find_weight(node);
                if (!weight) continue;
                if (embeddings) {
                    shapes[weight->shape][items_[i]].embeddings.push_back(i);
                } else if (const auto found = shapes.find(weight->shape); found != shapes.end()) {
                    if (Group* group = nearest(found->second, i)) group->linears.push_back(i);
                }
            }
        };
        visit(true);
        visit(false);
        return shapes;
    }

    /// The group with an embedding in the innermost item around a module; nullptr for none.
    Group* nearest(Groups& groups, std::uint32_t index) const {
        for (std::uint32_t item = items_[index];; item = items_[item]) {
            if (const auto found = groups.find(item); found != groups.end()) return &found->second;
            if (item == 0) return nullptr;
        }
    }

    /// Reports the pairs of a group: its first embedding with each of the others.
    void report_pairs(Group& group, std::uint32_t item) {
        const std::uint32_t source = source_of(group);
        keep_output_layers(&group.linears, item);
        for (const std::uint32_t embedding : group.embeddings) {
            if (embedding != source && names_match(embedding, source)) report_pair(embedding, source);
        }
        for (const std::uint32_t linear : group.linears) report_pair(linear, source);
    }

    /// The embedding that the others share: transformers calls it `shared`.
    std::uint32_t source_of(const Group& group) const {
        const auto* shared = find_where(
            group.embeddings, [&](std::uint32_t i) { return tree_.nodes[i].module->name == "shared"; });
        return shared == nullptr ? group.embeddings.front() : *shared;
    }

    /// True for embeddings that may be one object: `encoder.embed_tokens` and `decoder.embed_tokens`.
    bool names_match(std::uint32_t a, std::uint32_t b) const {
        return tree_.nodes[a].module->name == tree_.nodes[b].module->name ||
               tree_.nodes[b].module->name == "shared";
    }

    /// Keeps the linear layers nearest to the root where an item has many of one shape: the output layer is
    /// one of those.
    void keep_output_layers(std::vector<std::uint32_t>* linears, std::uint32_t item) const {
        if (!are_many(*linears, item)) return;
        const auto depth = [&](std::uint32_t i) { return tree_.nodes[i].depth; };
        const std::uint32_t nearest =
            depth(*std::min_element(linears->begin(), linears->end(),
                                    [&](std::uint32_t a, std::uint32_t b) { return depth(a) < depth(b); }));
        std::erase_if(*linears, [&](std::uint32_t i) { return depth(i) > nearest; });
        if (are_many(*linears, item)) linears->clear();
    }

    /// The layers of one list count as one: the heads of a model.
    bool are_many(const std::vector<std::uint32_t>& linears, std::uint32_t item) const {
        std::set<std::uint32_t> places;
        Integer count = 0;
        for (const std::uint32_t linear : linears) {
            const std::uint32_t parent = tree_.nodes[linear].parent;
            const std::uint32_t place = tree_.nodes[parent].is_list ? parent : linear;
            if (places.insert(place).second) count += *copies_[place] / copies_[item].value_or(1);
            if (count > kMostOutputLayers) return true;
        }
        return false;
    }

    /// True in the copies that PEFT trains of whole modules: each has a weight of its own.
    bool is_trained_copy(std::uint32_t index) const {
        for (std::uint32_t i = index; i != 0; i = tree_.nodes[i].parent) {
            if (tree_.nodes[i].module->name == "modules_to_save") return true;
        }
        return false;
    }

    /// The type of the module around both that ties them by default; "" for none. Two embeddings may have one
    /// name by chance: libraries that share one call it `shared`.
    std::string_view find_tying_type(std::uint32_t tied, std::uint32_t source) const {
        if (is_embedding(tree_.nodes[tied]) && tree_.nodes[source].module->name != "shared") return "";
        for (std::uint32_t i = tree_.nodes[tied].parent;; i = tree_.nodes[i].parent) {
            const Node& node = tree_.nodes[i];
            const bool has_both = i <= source && source < node.subtree_end;
            const KnownType* known = has_both ? find_known_type(node.module->type) : nullptr;
            if (known != nullptr && known->ties_by_default) return node.module->type;
            if (i == 0) return "";
        }
    }

    /// The elements that the bias in the module around an output layer has, which is tied with the weight.
    Integer bias_beside(std::uint32_t tied) const {
        const Node& around = tree_.nodes[tree_.nodes[tied].parent];
        const KnownType* known = find_known_type(around.module->type);
        if (known == nullptr || !known->has_bias_beside_decoder) return 0;
        const auto bias = around.tensors.find(
            [](const TensorReport& tensor) { return tensor.name == "bias" && tensor.hidden; });
        return bias ? bias->count.value_or(0) : 0;
    }

    void report_pair(std::uint32_t tied, std::uint32_t source) {
        if (is_trained_copy(tied) || report_.possible_ties.size() >= kMostPairs) return;
        const Integer bias = bias_beside(tied);
        const Integer count = *find_weight(tree_.nodes[tied])->count + bias;
        const std::string path = tree_.path(tied), source_path = tree_.path(source);
        const bool is_listed = lists_all_tensors(model_) && model_.basis != Basis::Range;
        const std::string_view library = is_listed ? "" : find_tying_type(tied, source);
        const MessageArgument tied_path("tied", path), shared_path("source", source_path),
            elements("count", with_thousands(count)), type("type", std::string(library));
        Message hint = library.empty() ? message("tie.possible", {tied_path, shared_path, elements})
                                       : message("tie.by_default", {tied_path, shared_path, elements, type});
        report_.diagnostics.push_back({is_listed || !library.empty() ? Severity::Note : Severity::Warning,
                                       std::move(hint), tree_.nodes[tied].module->span, path});
        if (is_listed) return;
        report_.possible_ties.push_back({concat(path, ".", kWeight), concat(source_path, ".", kWeight),
                                         checked_multiply(count, *copies_[tied]).value_or(count),
                                         !library.empty(), bias > 0});
    }

    void report_stated(const Tie& tie) {
        const std::size_t dot = tie.tied.rfind('.');
        const bool is_of_root = dot == std::string::npos;
        const std::string name = is_of_root ? tie.tied : tie.tied.substr(dot + 1);
        const auto node =
            is_of_root ? std::optional<std::uint32_t>(0) : tree_.find(0, tie.tied.substr(0, dot));
        if (!node) return;
        const std::optional<TensorReport> tensor =
            tree_.nodes[*node].tensors.find([&](const TensorReport& each) {
                return each.name == name && each.tied_to.empty() && each.count;
            });
        if (!tensor) return;
        const Integer elements =
            checked_multiply(*tensor->count, copies_[*node].value_or(1)).value_or(*tensor->count);
        report_.diagnostics.push_back(
            {Severity::Warning,
             message("tie.stated",
                     {{"tied", tie.tied}, {"source", tie.source}, {"count", with_thousands(elements)}}),
             tie.span});
        report_.possible_ties.push_back({tie.tied, tie.source, elements});
    }

    const Model& model_;
    const Environment& environment_;
    const Tree& tree_;
    Report& report_;
    std::vector<std::optional<Integer>>
        copies_;                        ///< of each module in the model; nullopt where the number is unknown
    std::vector<std::uint32_t> items_;  ///< the innermost item around each module; 0 for none
};

}  // namespace

void find_possible_ties(const Model& model, const Environment& environment, const Tree& tree,
                        Report* report) {
    if (model.has_no_more_ties) return;
    if (any_of(model.ties, [](const Tie& tie) { return tie.is_possible; }))
        return TieFinder(model, environment, tree, report).run_stated();
    const bool is_open = model.basis == Basis::Printed || model.basis == Basis::Range;
    const bool states_ties = uses_variables(model) && !is_open;
    if (states_ties) return;
    TieFinder(model, environment, tree, report).run();
}

}  // namespace paramscope
