#include "open/tensors/families.h"

#include <algorithm>
#include <map>

#include "base/concat.h"
#include "base/shipped_texts.h"
#include "model/read.h"
#include "open/tensors/layer_types.h"
#include "open/tensors/pattern.h"

namespace paramscope {

/// The patterns of families/*.txt.
extern const std::span<const ShippedText> kFamilyTexts;

}  // namespace paramscope

namespace paramscope::open {
namespace {

/// The modules of all patterns that have children, outer ones first, found by one of the children they must
/// have.
class Library {
  public:
    Library() {
        for (const ShippedText& file : kFamilyTexts) {
            Diagnostics diagnostics;
            for (Module& pattern : read_modules(file.text, &diagnostics))
                patterns_.push_back(std::move(pattern));
        }
        for (const Module& pattern : patterns_) add(pattern);
        // A piece of a family is looked for when no whole fits.
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
                std::count_if(child.children.begin(), child.children.end(),
                              [](const Module& c) { return mark_of(c) == Mark::Required; }) > 1;
            if (is_telling) add(child);
            add_pieces(child);
        }
    }

    std::vector<Module> patterns_;
    std::map<std::string_view, std::vector<const Module*>, std::less<>> by_child_;
};

/// Read once: many files may be opened in one run.
const Library& library() {
    static const Library kLibrary;
    return kLibrary;
}

class Recogniser {
  public:
    explicit Recogniser(TensorTree& tree) : tree_(tree) {}

    /// From the root down: what is below a module that fits is told with it.
    void look_at(std::uint32_t index) {
        const auto fitted = best_fit(index);
        if (fitted) return apply(*fitted);
        const std::vector<std::uint32_t> children = tree_.nodes[index].children;
        for (const std::uint32_t child : children) look_at(child);
    }

  private:
    /// The first whole pattern that fits, else the type that all fitting pieces agree on.
    std::optional<std::vector<Fitted>> best_fit(std::uint32_t index) const {
        std::optional<std::vector<Fitted>> best;
        if (!tree_.nodes[index].type.empty()) return best;
        for (const std::uint32_t child : tree_.nodes[index].children) {
            const std::vector<const Module*>* patterns = library().find(tree_.nodes[child].name);
            if (!patterns) continue;
            for (const Module* pattern : *patterns) {
                auto fitted = fit(*pattern, tree_, index);
                if (!fitted) continue;
                if (library().is_whole(*pattern)) return fitted;
                if (best && best->front().pattern->type != pattern->type) return std::nullopt;
                if (!best) best = std::move(fitted);
            }
        }
        return best;
    }

    void apply(const std::vector<Fitted>& fitted) {
        for (const Fitted& one : fitted) {
            add_shared(one, fitted.front());
            TensorNode& node = tree_.nodes[one.node];
            node.type = one.pattern->type;
            node.arguments = one.arguments;
            if (one.pattern->forward) node.forward = one.pattern->forward->text;
            for (OwnTensor& own : node.tensors)
                own.implied =
                    std::find(one.implied.begin(), one.implied.end(), own.name) != one.implied.end();
            if (!one.pattern->children.empty()) complete_children(one.node, *one.pattern);
        }
        const Module& outermost = *fitted.front().pattern;
        const Value* input = find_argument(outermost, "input");
        if (fitted.front().node != 0 || !input) return;
        tree_.input = to_string(*input);
        // Several inputs stand side by side.
        if (tree_.input.starts_with("((")) tree_.input = tree_.input.substr(1, tree_.input.size() - 2);
    }

    /// Tensors that the family's modules share by their construction, both of which the file holds.
    void add_shared(const Fitted& one, const Fitted& outermost) {
        for (const char* tensor : {"weight", "bias"}) {
            const Value* source = find_argument(*one.pattern, concat("shares_", tensor));
            if (!source || !library().is_whole(*outermost.pattern)) continue;
            const NamedTensor *own = tensor_at(one.node, tensor),
                              *other = tensor_at(outermost.node, source->text);
            const auto above = path_of(outermost.node), path = path_of(one.node);
            if (!own || !other || own->shape != other->shape || !above || !path) continue;
            tree_.ties.emplace_back(concat(*path, tensor), concat(*above, source->text));
        }
    }

    /// The tensor of that path below a module, nullptr when there is none.
    const NamedTensor* tensor_at(std::uint32_t index, std::string_view path) const {
        const std::size_t dot = path.rfind('.');
        const auto owner =
            dot == std::string_view::npos ? std::optional(index) : find(index, path.substr(0, dot));
        const OwnTensor* own = owner ? Leaf{tree_.nodes[*owner], ""}.find(path.substr(dot + 1)) : nullptr;
        return own ? own->tensor : nullptr;
    }

    /// Puts in the children without tensors, and all children in the order of the pattern, which is print's.
    void complete_children(std::uint32_t index, const Module& pattern) {
        std::vector<std::uint32_t> ordered;
        std::vector<std::uint32_t> rest = tree_.nodes[index].children;
        for (const Module& child : pattern.children) {
            const auto end = std::stable_partition(rest.begin(), rest.end(), [&](std::uint32_t candidate) {
                const std::string_view name = tree_.nodes[candidate].name;
                return mark_of(child) == Mark::Numbered ? number_of(name).has_value()
                                                        : name == plain_name(child);
            });
            ordered.insert(ordered.end(), rest.begin(), end);
            const bool is_absent = end == rest.begin();
            rest.erase(rest.begin(), end);
            if (is_absent && mark_of(child) == Mark::Without) ordered.push_back(add_child(index, child));
            if (is_absent && mark_of(child) == Mark::Tied) add_tied(index, child, ordered);
        }
        tree_.nodes[index].children = std::move(ordered);
    }

    std::uint32_t add_child(std::uint32_t parent, const Module& pattern) {
        const auto index = static_cast<std::uint32_t>(tree_.nodes.size());
        tree_.names.emplace_back(plain_name(pattern));
        TensorNode& node = tree_.nodes.emplace_back();
        node.name = tree_.names.back();
        node.parent = parent;
        node.type = pattern.type;
        for (const Argument& argument : pattern.arguments) {
            if (argument.name == "tied") continue;
            node.arguments += concat(node.arguments.empty() ? "" : ", ", to_string(argument));
        }
        return index;
    }

    /// A layer whose weight is another's: a file that shares them holds one.
    void add_tied(std::uint32_t parent, const Module& pattern, std::vector<std::uint32_t>& children) {
        const std::string path = find_argument(pattern, "tied")->text;
        const auto source = find(parent, path);
        const Leaf leaf{tree_.nodes[source.value_or(parent)], ""};
        const Sizes* weight = source ? leaf.shape("weight", 2) : nullptr;
        const std::optional<std::string> above = path_of(parent);
        if (!weight || !above) return;
        const std::uint64_t in = (*weight)[1], out = (*weight)[0];
        const std::uint32_t child = add_child(parent, pattern);
        tree_.nodes[child].arguments = concat("in_features=", in, ", out_features=", out, ", bias=False");
        children.push_back(child);
        const std::string tied = concat(*above, pattern.name, ".weight"),
                          shared = concat(*above, path, ".weight");
        tree_.ties.emplace_back(tied, shared);
        tree_.notes.push_back(concat(tied, " is in no tensor: it is taken to be ", shared));
    }

    std::optional<std::uint32_t> find(std::uint32_t index, std::string_view path) const {
        while (true) {
            const std::size_t dot = path.find('.');
            const auto& children = tree_.nodes[index].children;
            const auto found = std::find_if(children.begin(), children.end(), [&](std::uint32_t child) {
                return tree_.nodes[child].name == path.substr(0, dot);
            });
            if (found == children.end()) return std::nullopt;
            if (dot == std::string_view::npos) return *found;
            index = *found;
            path.remove_prefix(dot + 1);
        }
    }

    /// "a.b." of a module; nullopt below a numbered one, which may stand for several.
    std::optional<std::string> path_of(std::uint32_t index) const {
        std::string path;
        for (; index != 0; index = tree_.nodes[index].parent) {
            if (number_of(tree_.nodes[index].name)) return std::nullopt;
            path = concat(tree_.nodes[index].name, ".", path);
        }
        return path;
    }

    TensorTree& tree_;
    const Library& library_ = library();
};

}  // namespace

void recognise_families(TensorTree& tree) {
    Recogniser(tree).look_at(0);
}

}  // namespace paramscope::open
