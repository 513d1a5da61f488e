#include "open/tensors/families.h"

#include <algorithm>
#include <map>

#include "base/concat.h"
#include "base/ranges.h"
#include "base/shipped_texts.h"
#include "model/read/read.h"
#include "open/tensors/layers.h"
#include "open/tensors/pattern.h"

namespace paramscope {

/// The patterns of families/*.txt.
extern const std::span<const ShippedText> kFamilyTexts;

}  // namespace paramscope

namespace paramscope::open {
namespace {

/// All patterns and their parts with children, indexed by their first required child; whole patterns come
/// first.
class PatternLibrary {
  public:
    [[gnu::noinline]] PatternLibrary() {
        for (const ShippedText& file : kFamilyTexts) {
            Diagnostics diagnostics;
            for (Module& pattern : read_modules(file.text, &diagnostics))
                patterns_.push_back(std::move(pattern));
        }
        for (const Module& pattern : patterns_) add(pattern);
        // Parts of a family are tried after all whole families.
        for (const Module& pattern : patterns_) add_pieces(pattern);
    }

    const std::vector<const Module*>* find(std::string_view child) const {
        const auto found = by_child_.find(child);
        return found == by_child_.end() ? nullptr : &found->second;
    }

    bool is_whole(const Module& pattern) const {
        return &pattern >= patterns_.data() && &pattern < patterns_.data() + patterns_.size();
    }

  private:
    void add(const Module& pattern) {
        for (const Module& child : pattern.children) {
            if (mark_of(child) != Mark::Required) continue;
            by_child_[child.name].push_back(&pattern);
            return;
        }
    }

    void add_pieces(const Module& pattern) {
        for (const Module& child : pattern.children) {
            const bool is_telling =
                count_if(child.children, [](const Module& c) { return mark_of(c) == Mark::Required; }) > 1;
            if (is_telling) add(child);
            add_pieces(child);
        }
    }

    std::vector<Module> patterns_;
    std::map<std::string_view, std::vector<const Module*>, std::less<>> by_child_;
};

/// The patterns, read once.
const PatternLibrary& library() {
    static const PatternLibrary kLibrary;
    return kLibrary;
}

class Recogniser {
  public:
    explicit Recogniser(TensorTree& tree) : tree_(tree), firsts_(tree.nodes.size()) {}

    /// Matches modules from the root down; a match covers all modules below it. Numbered modules of one kind
    /// are matched once: others may have ties, which have paths.
    void recognise(std::uint32_t index) {
        TensorNode& node = tree_.nodes[index];
        if (node.is_numbered && node.kind != kOnlyOne) {
            std::uint32_t& first = firsts_[node.kind];
            node.twin = first;
            if (first != 0) return;
            first = index;
        }
        const auto match = best_fit(index);
        if (match) return apply(*match);
        const NodeList children = tree_.nodes[index].children;
        for (const std::uint32_t child : children) recognise(child);
    }

  private:
    /// The first whole pattern that matches, else a part whose type all matching parts agree on.
    std::optional<std::vector<PatternMatch>> best_fit(std::uint32_t index) const {
        std::optional<std::vector<PatternMatch>> best;
        if (!tree_.nodes[index].type.empty()) return best;
        for (const std::uint32_t child : tree_.nodes[index].children) {
            const std::vector<const Module*>* patterns = library().find(tree_.nodes[child].name);
            if (!patterns) continue;
            for (const Module* pattern : *patterns) {
                auto match = match_pattern(*pattern, tree_, index);
                if (!match) continue;
                if (library().is_whole(*pattern)) return match;
                if (best && best->front().pattern->type != pattern->type) return std::nullopt;
                if (!best) best = std::move(match);
            }
        }
        return best;
    }

    void apply(const std::vector<PatternMatch>& match) {
        for (const PatternMatch& one : match) {
            add_shared(one, match.front());
            TensorNode& node = tree_.nodes[one.node];
            node.type = one.pattern->type;
            node.arguments = tree_.texts.emplace_back(one.arguments);
            if (one.pattern->forward) node.forward = one.pattern->forward->text;
            for (OwnTensor& own : node.tensors) own.is_implied = contains(one.implied, own.name);
            if (!one.pattern->children.empty()) complete_children(one.node, *one.pattern);
        }
        const Module& outermost = *match.front().pattern;
        const std::optional<Value> input = find_argument(outermost, "input");
        if (match.front().node != 0 || !input) return;
        tree_.input = to_string(*input);
        // Several inputs are written side by side, without parentheses around them.
        if (tree_.input.starts_with("((")) tree_.input = tree_.input.substr(1, tree_.input.size() - 2);
    }

    /// Ties tensors that modules of the family share by construction, when the file holds both.
    void add_shared(const PatternMatch& one, const PatternMatch& outermost) {
        for (const char* tensor : {"weight", "bias"}) {
            const std::optional<Value> source = find_argument(*one.pattern, concat("shares_", tensor));
            if (!source || !library().is_whole(*outermost.pattern)) continue;
            const NamedTensor *own = tensor_at(one.node, tensor),
                              *other = tensor_at(outermost.node, source->text);
            const auto above = path_of(outermost.node), path = path_of(one.node);
            if (!own || !other || own->shape != other->shape || !above || !path) continue;
            tree_.ties.emplace_back(concat(*path, tensor), concat(*above, source->text));
        }
    }

    /// The tensor at `path` below a module; nullptr when there is none.
    const NamedTensor* tensor_at(std::uint32_t index, std::string_view path) const {
        const std::size_t dot = path.rfind('.');
        const auto owner =
            dot == std::string_view::npos ? std::optional(index) : find(index, path.substr(0, dot));
        const OwnTensor* own =
            owner ? LeafModule{tree_.nodes[*owner], ""}.find(path.substr(dot + 1)) : nullptr;
        return own ? own->tensor : nullptr;
    }

    /// Adds children without tensors, and orders all children as the pattern, which has print()'s order.
    void complete_children(std::uint32_t index, const Module& pattern) {
        NodeList ordered;
        NodeList rest = tree_.nodes[index].children;
        for (const Module& child : pattern.children) {
            const auto end = std::stable_partition(rest.begin(), rest.end(), [&](std::uint32_t candidate) {
                const TensorNode& node = tree_.nodes[candidate];
                return mark_of(child) == Mark::Numbered ? node.number.has_value()
                                                        : node.name == unmarked_name(child);
            });
            ordered.insert(ordered.end(), rest.begin(), end);
            const bool is_absent = end == rest.begin();
            rest.erase(rest.begin(), end);
            if (is_absent && mark_of(child) == Mark::NoTensors) ordered.push_back(add_child(index, child));
            if (is_absent && mark_of(child) == Mark::Tied) add_tied(index, child, ordered);
        }
        tree_.nodes[index].children = std::move(ordered);
    }

    std::uint32_t add_child(std::uint32_t parent, const Module& pattern) {
        const auto index = static_cast<std::uint32_t>(tree_.nodes.size());
        TensorNode& node = tree_.nodes.emplace_back();
        node.name = tree_.texts.emplace_back(unmarked_name(pattern));
        node.number = number_of(node.name);
        node.parent = parent;
        node.type = pattern.type;
        std::string& arguments = tree_.texts.emplace_back();
        for (const Argument& argument : pattern.arguments.list()) {
            if (argument.name == "tied") continue;
            append(arguments, concat(arguments.empty() ? "" : ", ", to_string(argument)));
        }
        node.arguments = arguments;
        return index;
    }

    /// Adds a layer that shares the weight of another; files hold a shared weight once.
    void add_tied(std::uint32_t parent, const Module& pattern, NodeList& children) {
        const std::string path = find_argument(pattern, "tied")->text.str();
        const auto source = find(parent, path);
        const LeafModule leaf{tree_.nodes[source.value_or(parent)], ""};
        const Sizes* weight = source ? leaf.shape("weight", 2) : nullptr;
        const std::optional<std::string> above = path_of(parent);
        if (!weight || !above) return;
        const std::uint64_t in = (*weight)[1], out = (*weight)[0];
        const std::uint32_t child = add_child(parent, pattern);
        tree_.nodes[child].arguments =
            tree_.texts.emplace_back(concat("in_features=", in, ", out_features=", out, ", bias=False"));
        children.push_back(child);
        const std::string tied = concat(*above, pattern.name, ".weight"),
                          shared = concat(*above, path, ".weight");
        tree_.ties.emplace_back(tied, shared);
        tree_.notes.push_back(concat(tied, " is not in the file: it is assumed to be ", shared));
    }

    std::optional<std::uint32_t> find(std::uint32_t index, std::string_view path) const {
        while (true) {
            const std::size_t dot = path.find('.');
            const auto& children = tree_.nodes[index].children;
            const auto* found = find_where(children, [&](std::uint32_t child) {
                return tree_.nodes[child].name == path.substr(0, dot);
            });
            if (found == nullptr) return std::nullopt;
            if (dot == std::string_view::npos) return *found;
            index = *found;
            path.remove_prefix(dot + 1);
        }
    }

    /// The path of a module with a final dot ("a.b."); nullopt below a numbered module, which may be folded.
    std::optional<std::string> path_of(std::uint32_t index) const {
        std::string path;
        for (; index != 0; index = tree_.nodes[index].parent) {
            if (tree_.nodes[index].number) return std::nullopt;
            path = concat(tree_.nodes[index].name, ".", path);
        }
        return path;
    }

    TensorTree& tree_;
    std::vector<std::uint32_t> firsts_;  ///< the first numbered module of each kind, 0 for none yet
};

}  // namespace

void recognise_families(TensorTree& tree) {
    Recogniser(tree).recognise(0);
}

}  // namespace paramscope::open
