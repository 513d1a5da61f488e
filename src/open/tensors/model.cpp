#include "open/tensors/model.h"

#include <algorithm>
#include <map>
#include <unordered_map>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "model/dtype.h"
#include "model/names.h"
#include "model/texts/mask.h"
#include "open/support/graph_builder.h"
#include "open/support/module_texts.h"
#include "open/support/names.h"
#include "open/support/opened_model.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kLongestName = 900;  // a little below the limit of the reader of model text

/// A name as a child's name in model text: characters that would end or break it become `_`.
std::string child_name(std::string_view given) {
    const bool is_plain = all_of(given, [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
    if (is_plain && !given.empty() && given.size() < kLongestName) return std::string(given);
    const std::string name = replace_unicode_spaces(given);
    std::string text = concat("(", name, "):");
    for (char& c : text) {
        if (is_control(c)) c = '_';
    }
    const auto read = match_child_name(text, 0);
    // `0-*` would read as an open range of children, `<br>` as a line break.
    std::string storage;
    const bool has_meaning = name.ends_with("-*") || replace_escapes(text, storage) != text;
    if (read && !name.empty() && !has_meaning && read->name.size() == name.size())
        return text.substr(1, name.size());
    std::string plain = name.empty() ? "_" : name.substr(0, kLongestName);
    for (char& c : plain) {
        if (!is_name_part(c) && c != '.' && c != '-' && c != '/' && c != ':') c = '_';
    }
    return plain;
}

std::string one_line(std::string_view text) {
    std::string line(text);
    for (char& c : line) c = is_line_break(c) ? ' ' : c;
    return line;
}

/// Consecutive numbered children that are equal.
struct Run {
    std::uint32_t first = 0;
    std::uint64_t count = 1;
};

class ModelMaker {
  public:
    ModelMaker(const TensorTree& tree, const TensorSet& set)
        : tree_(tree), set_(set), dtype_(most_common_dtype()), identity_(tree.nodes.size(), kNoIdentity) {}

    Model make(std::string_view root_type) {
        Model model;
        for (const std::string& note : set_.notes) model.notes.push_back(one_line(note));
        for (const std::string& note : tree_.notes) model.notes.push_back(one_line(note));
        if (!tree_.input.empty()) model.inputs = inputs_of({tree_.input});
        if (!dtype_.empty()) model.dtype = dtype_;
        add_ties(model);
        model.root = module(0, root_type);
        return model;
    }

  private:
    /// The dtype of most elements, written once as the model's dtype. Packed weights, and numbers that are
    /// stored beside them in other types than the model computes with, do not count where there are others.
    std::string_view most_common_dtype() const {
        const auto is_computed_with = [](const NamedTensor& tensor) {
            return tensor.packed_in == 0 || (tensor.buffer && is_float(tensor.dtype));
        };
        const bool are_any = any_of(set_.tensors, is_computed_with);
        std::map<std::string_view, double> elements;
        std::string_view last;
        double* total = nullptr;
        for (const NamedTensor& tensor : set_.tensors) {
            if (are_any && !is_computed_with(tensor)) continue;
            double count = 1;
            for (const std::uint64_t size : tensor.shape) count *= static_cast<double>(size);
            if (total == nullptr || tensor.dtype != last) total = &elements[name_of(tensor)];
            last = tensor.dtype;
            *total += count;
        }
        const auto most = std::max_element(elements.begin(), elements.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        return most == elements.end() ? std::string_view("float32") : most->first;
    }

    static bool is_float(std::string_view dtype) {
        return dtype.empty() || dtype == "float32" || dtype == "float16" || dtype == "bfloat16";
    }

    static std::string_view name_of(const NamedTensor& tensor) {
        return is_name(tensor.dtype) ? std::string_view(tensor.dtype) : "float32";
    }

    /// False for a weight that is packed, or of integers.
    static bool is_trainable(const OwnTensor& own) {
        return own.tensor->packed_in == 0 && (own.buffer || !is_integer_dtype(own.tensor->dtype));
    }

    /// True for tensors that are not implied by the module's type, for those that may be buffers all the
    /// same, and for those that are packed or have another dtype than the model's, except scalar buffers
    /// (num_batches_tracked).
    bool needs_line(const OwnTensor& own) const {
        const bool is_counter = own.buffer && own.tensor->shape.empty();
        const bool is_usual = name_of(*own.tensor) == dtype_ && is_trainable(own);
        return !own.is_implied || own.may_be_buffer || (!is_usual && !is_counter);
    }

    Tensor tensor(const OwnTensor& own) const {
        Tensor made;
        made.name = child_name(own.name);
        made.role = own.buffer ? Role::Buffer : Role::Parameter;
        made.may_be_buffer = own.may_be_buffer;
        made.packed_in = own.tensor->packed_in;
        made.trainable = own.buffer || is_trainable(own);
        for (const std::uint64_t size : own.tensor->shape) made.shape.emplace_back(Integer(size));
        if (name_of(*own.tensor) != dtype_) made.dtype = name_of(*own.tensor);
        made.span = kUnwritten;
        return made;
    }

    /// What makes tensors differ.
    void append_key(std::string& key, const OwnTensor& own) const {
        append_all(key, "\n", own.name, own.buffer ? "\nb" : own.may_be_buffer ? "\n?" : "\np");
        for (const std::uint64_t size : own.tensor->shape) append_all(key, " ", size);
        append_all(key, " ", name_of(*own.tensor), " ", std::to_string(own.tensor->packed_in));
    }

    /// Equal modules have equal numbers, so that comparing two modules is comparing their numbers.
    std::uint32_t identity(std::uint32_t index) {
        const TensorNode& node = tree_.nodes[index];
        if (node.twin != 0) return identity(node.twin);
        if (identity_[index] != kNoIdentity) return identity_[index];
        std::string key = concat(node.type, "(", node.arguments, "\n", node.forward);
        for (const OwnTensor& own : node.tensors) {
            if (needs_line(own)) append_key(key, own);
            // Ties name tensors by path, so a module with a tied tensor must not be folded.
            if (own.is_shared) append_all(key, "\n@", index);
        }
        for (const std::uint32_t child : node.children)
            append_all(key, "\n", tree_.nodes[child].name, "\n", identity(child));
        const auto next = static_cast<std::uint32_t>(identities_.size());
        return identity_[index] = identities_.try_emplace(std::move(key), next).first->second;
    }

    std::vector<Run> runs(const TensorNode& node) {
        std::vector<Run> found;
        std::optional<std::uint64_t> last;
        for (const std::uint32_t child : node.children) {
            const auto number = tree_.nodes[child].number;
            const bool follows = last && number && *number == *last + 1;
            if (follows && identity(child) == identity(found.back().first)) {
                ++found.back().count;
            } else {
                found.push_back({child, 1});
            }
            last = number;
        }
        return found;
    }

    std::string_view type_of(const TensorNode& node) const {
        if (!node.type.empty()) return node.type;
        const bool is_list =
            !node.children.empty() && node.tensors.empty() &&
            all_of(node.children, [&](std::uint32_t child) { return tree_.nodes[child].number.has_value(); });
        return is_list ? "ModuleList" : "Module";
    }

    Module module(std::uint32_t index, std::string_view default_type = "") {
        const TensorNode& given = tree_.nodes[index];
        const TensorNode& node = given.twin == 0 ? given : tree_.nodes[given.twin];
        const bool is_unknown = node.type.empty() && !default_type.empty();
        Module made =
            texts_.read(concat(is_unknown ? default_type : type_of(node), "(", node.arguments, ")"));
        if (!node.forward.empty()) made.forward = read_forward(std::string(node.forward));
        for (const OwnTensor& own : node.tensors) {
            if (needs_line(own)) made.tensors.push_back(tensor(own));
        }
        for (const Run& run : runs(node)) made.children.push_back(child(run));
        return made;
    }

    Module child(const Run& run) {
        const TensorNode& node = tree_.nodes[run.first];
        Module made = module(run.first);
        made.name = child_name(node.name);
        if (run.count == 1) return made;
        made.name = concat(node.name, "-", *node.number + run.count - 1);
        made.repeat = Integer(run.count);
        return made;
    }

    void add_ties(Model& model) const {
        for (const auto& [tied, source] : set_.shared)
            model.ties.push_back({one_line(path_of(tied)), one_line(path_of(source)), kUnwritten});
        for (const auto& [tied, source] : tree_.ties)
            model.ties.push_back({one_line(tied), one_line(source), kUnwritten});
    }

    std::string path_of(std::string_view name) const {
        std::string path(name.substr(std::min(tree_.prefix_length, name.size())));
        std::replace(path.begin(), path.end(), tree_.separator, '.');
        return path;
    }

    const TensorTree& tree_;
    const TensorSet& set_;
    std::string_view dtype_;
    ModuleTexts texts_;
    static constexpr std::uint32_t kNoIdentity = 0xffffffff;
    std::unordered_map<std::string, std::uint32_t> identities_;
    std::vector<std::uint32_t> identity_;
};

}  // namespace

Model model_of(const TensorTree& tree, const TensorSet& set, std::string_view root_type) {
    return ModelMaker(tree, set).make(root_type);
}

}  // namespace paramscope::open
