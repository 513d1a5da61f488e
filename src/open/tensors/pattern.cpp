#include "open/tensors/pattern.h"

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "open/tensors/layers.h"

namespace paramscope::open {
namespace {

/// True for arguments of a pattern that are conditions of the match, not arguments of the layer.
bool is_match_condition(const Argument& argument) {
    return argument.name == "input" || argument.name == "tied" || argument.name == "as" ||
           argument.name == "ratio" || argument.name.starts_with("shares_");
}

/// The value of an argument as written: "(3, 3)" for kernel_size in "3, 8, kernel_size=(3, 3)"; "" when
/// absent.
std::string_view written_value(std::string_view arguments, std::string_view name) {
    const std::string start = concat(name, "=");
    for (std::size_t at = arguments.find(start); at != std::string_view::npos;
         at = arguments.find(start, at + 1)) {
        if (at > 0 && arguments[at - 1] != ' ') continue;
        const std::string_view rest = arguments.substr(at + start.size());
        const std::size_t end = rest.starts_with('(') ? rest.find(')') + 1 : rest.find(',');
        return rest.substr(0, end);
    }
    return "";
}

/// Appends the pattern's arguments to those derived from shapes; false when they contradict each other.
bool add_arguments(const Module& pattern, std::string& arguments) {
    for (const Argument& argument : pattern.arguments.list()) {
        if (is_match_condition(argument)) continue;
        std::string value = to_string(argument.value);
        if (value == "kernel_size") value = written_value(arguments, value);
        const std::string_view written = written_value(arguments, argument.name);
        if (!written.empty() && written != value) return false;
        if (!written.empty()) continue;
        // The shapes decide about the bias: a layer that has one is written without the argument.
        if (argument.name == "bias" && value == "False") return false;
        if (argument.name == "bias") continue;
        arguments += concat(arguments.empty() ? "" : ", ", argument.name, "=", value);
    }
    return true;
}

class Matcher {
  public:
    explicit Matcher(const TensorTree& tree) : tree_(tree) {}

    bool module(const Module& pattern, std::uint32_t index, std::uint64_t inputs) {
        const bool is_leaf = pattern.children.empty() && pattern.tensors.empty();
        return is_leaf ? layer(pattern, index, inputs) : composite(pattern, index);
    }

    std::vector<PatternMatch> found;

  private:
    bool layer(const Module& pattern, std::uint32_t index, std::uint64_t inputs) {
        const TensorNode& node = tree_.nodes[index];
        if (!node.children.empty()) return false;
        const std::optional<Value> as = find_argument(pattern, "as");
        const std::string_view type = as ? as->text.view() : pattern.type.view();
        const bool has_buffers_only = all_of(node.tensors, &OwnTensor::buffer);
        if (has_buffers_only && !is_known_type(type)) {
            found.push_back({index, &pattern, "", {}});
            return true;
        }
        LeafModule leaf = leaf_of(tree_, index);
        if (inputs != 0) leaf.inputs = inputs;
        std::optional<Layer> layer = layer_of_type(type, leaf);
        if (!layer || !has_ratio(pattern, leaf) || !add_arguments(pattern, layer->arguments)) return false;
        PatternMatch& match =
            found.emplace_back(PatternMatch{index, &pattern, std::move(layer->arguments), {}});
        for (const OwnTensor& own : node.tensors) {
            const bool is_implied =
                any_of(layer->tensors, [&](const auto& expected) { return expected.name == own.name; });
            if (is_implied) match.implied.push_back(own.name);
        }
        return true;
    }

    /// Checks `ratio=3`: three rows of the weight for each column.
    static bool has_ratio(const Module& pattern, const LeafModule& leaf) {
        const std::optional<Value> ratio = find_argument(pattern, "ratio");
        const Sizes* weight = ratio ? leaf.shape("weight", 2) : nullptr;
        return !ratio || (weight && ratio->number == Polynomial(Integer((*weight)[0])) /
                                                         Polynomial(Integer((*weight)[1])));
    }

    bool composite(const Module& pattern, std::uint32_t index) {
        const TensorNode& node = tree_.nodes[index];
        if (!has_tensors(pattern, node) || !has_children(pattern, node)) return false;
        found.push_back({index, &pattern, "", {}});
        return all_of(node.children, [&](std::uint32_t child) { return fits_child(pattern, node, child); });
    }

    /// True when the node has all parameters of the pattern and no others.
    bool has_tensors(const Module& pattern, const TensorNode& node) const {
        std::size_t required = 0, met = 0;
        for (const Tensor& tensor : pattern.tensors) required += !tensor.name.ends_with('?');
        for (const OwnTensor& own : node.tensors) {
            const auto* listed = find_where(pattern.tensors, [&](const Tensor& tensor) {
                return tensor.name == own.name || tensor.name == concat(own.name, "?");
            });
            if (listed == nullptr && !own.buffer) return false;
            met += listed != nullptr && !listed->name.ends_with('?');
        }
        return met == required;
    }

    bool has_children(const Module& pattern, const TensorNode& node) const {
        return all_of(pattern.children, [&](const Module& child) {
            return mark_of(child) != Mark::Required || child_named(node, child.name);
        });
    }

    std::optional<std::uint32_t> child_named(const TensorNode& node, std::string_view name) const {
        for (const std::uint32_t child : node.children) {
            if (tree_.nodes[child].name == name) return child;
        }
        return std::nullopt;
    }

    bool fits_child(const Module& pattern, const TensorNode& node, std::uint32_t index) {
        const TensorNode& given = tree_.nodes[index];
        for (const Module& child : pattern.children) {
            const bool is_meant = mark_of(child) == Mark::Numbered ? given.number.has_value()
                                                                   : unmarked_name(child) == given.name;
            if (!is_meant) continue;
            const std::size_t before = found.size();
            if (module(child, index, inputs_of(child, node))) return true;
            found.resize(before);
        }
        return false;
    }

    /// Output channels of the sibling named by `input=`: rows of its weight; 0 when unknown.
    std::uint64_t inputs_of(const Module& child, const TensorNode& node) const {
        const std::optional<Value> input = find_argument(child, "input");
        const auto sibling = input ? child_named(node, input->text) : std::nullopt;
        if (!sibling) return 0;
        for (const OwnTensor& own : tree_.nodes[*sibling].tensors) {
            if (own.name == "weight" && !own.tensor->shape.empty()) return own.tensor->shape.front();
        }
        return 0;
    }

    const TensorTree& tree_;
};

}  // namespace

Mark mark_of(const Module& child) {
    if (child.name.ends_with('?')) return Mark::Optional;
    if (child.name.ends_with('+')) return Mark::NoTensors;
    if (child.name.ends_with("-*")) return Mark::Numbered;
    return find_argument(child, "tied") ? Mark::Tied : Mark::Required;
}

std::string_view unmarked_name(const Module& child) {
    const std::string_view name = child.name;
    const Mark mark = mark_of(child);
    return mark == Mark::Optional || mark == Mark::NoTensors ? name.substr(0, name.size() - 1) : name;
}

std::optional<Value> find_argument(const Module& pattern, std::string_view name) {
    for (const Argument& argument : pattern.arguments.list()) {
        if (argument.name == name) return argument.value;
    }
    return std::nullopt;
}

std::optional<std::vector<PatternMatch>> match_pattern(const Module& pattern, const TensorTree& tree,
                                                       std::uint32_t node) {
    Matcher attempt(tree);
    if (!attempt.module(pattern, node, 0)) return std::nullopt;
    return std::move(attempt.found);
}

}  // namespace paramscope::open
