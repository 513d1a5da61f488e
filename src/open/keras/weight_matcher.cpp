#include "open/keras/weight_matcher.h"

#include <algorithm>

#include "base/characters.h"
#include "base/concat.h"
#include "open/keras/messages.h"
#include "open/support/graph_builder.h"

namespace paramscope::open::keras {
namespace {

// Beyond these limits nothing more is compared, so that hostile files end soon.
constexpr std::size_t kMostClaims = 500;
constexpr std::size_t kMostParts = 5000;
constexpr std::size_t kMostSteps = 100'000'000;

/// The parts of a tensor's name in its file: {"dense", "kernel"} of "dense/kernel:0".
std::vector<std::string> split_name(std::string_view name) {
    std::vector<std::string> parts;
    while (!name.empty()) {
        const std::size_t end = std::min(name.find_first_of("/\\"), name.size());
        const std::string_view part = name.substr(0, end);
        if (!part.empty()) parts.push_back(std::string(part.substr(0, part.find(':'))));
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    return parts;
}

/// The name that Keras 3 gives a layer without one: "transformer_block" of TransformerBlock.
std::string snake_case(std::string_view type) {
    std::string name;
    for (const char c : type) {
        if (is_upper(c) && !name.empty()) name.push_back('_');
        name.push_back(to_lower(c));
    }
    return name;
}

/// True for states of random numbers and metrics, which are buffers.
bool is_buffer(const NamedTensor& tensor) {
    const std::string_view name = tensor.name;
    return name.find("seed_generator") != std::string::npos || name.starts_with("metrics");
}

bool is_same_size(std::int64_t size, std::uint64_t other) {
    return static_cast<std::uint64_t>(size) == other;
}

/// Adds a tensor to `tree` below `path`, named by the parts of its name from `first` on, joined by `_`.
void add_to(ModuleTree& tree, const NamedTensor& tensor, const std::vector<std::string>& parts,
            std::size_t first, std::string path) {
    std::string name;
    for (std::size_t i = first; i < parts.size(); ++i)
        append(name, concat(name.empty() ? "" : "_", parts[i]));
    append_part(path, name);
    std::string sizes = join(tensor.shape.sizes());
    if (tensor.dtype != "float32" && !tensor.dtype.empty())
        append(sizes, concat(sizes.empty() ? "" : ", ", "dtype=", tensor.dtype));
    tree.add_tensor(path, concat(is_buffer(tensor) ? "Buffer(" : "Parameter(", sizes, ')'));
}

}  // namespace

WeightMatcher::WeightMatcher(const TensorSet* file) : file_(file) {
    if (file_ != nullptr) is_taken_.resize(file_->tensors.size());
}

void WeightMatcher::expect(const std::string& layer, const std::vector<Sizes>& shapes) {
    if (file_ == nullptr) return;
    for (const Sizes& shape : shapes) expected_.push_back({layer, shape});
}

std::vector<std::string> WeightMatcher::claim(const std::string& layer, const std::string& class_name) {
    if (++claims_ > kMostClaims) return {};
    ModuleTree tree;
    std::size_t count = 0;
    for (const std::string& wanted : {layer, snake_case(class_name)}) {
        for (std::size_t i = 0; i < is_taken_.size() && count < kMostParts; ++i) {
            const NamedTensor& tensor = file_->tensors[i];
            if (is_taken_[i] || tensor.name.view().find(wanted) == std::string::npos) continue;
            const std::vector<std::string> parts = split_name(tensor.name);
            const std::size_t at = static_cast<std::size_t>(
                std::find(parts.rbegin(), parts.rend(), wanted).base() - parts.begin());
            if (at == 0) continue;
            is_taken_[i] = true;
            add_to(tree, tensor, parts, at, {});
            ++count;
        }
        if (count > 0) break;
    }
    return tree.lines();
}

/// Takes a tensor of that shape that is not taken yet; false when there is none. The search starts behind the
/// tensor found last, for files have their tensors mostly in the order of the layers.
bool WeightMatcher::take(const Sizes& shape) {
    for (std::size_t left = is_taken_.size(); left > 0 && steps_ < kMostSteps; --left, ++steps_) {
        last_found_ = last_found_ + 1 < is_taken_.size() ? last_found_ + 1 : 0;
        const NamedTensor& tensor = file_->tensors[last_found_];
        if (is_taken_[last_found_] || tensor.shape.size() != shape.size() ||
            !std::equal(shape.begin(), shape.end(), tensor.shape.begin(), is_same_size) || is_buffer(tensor))
            continue;
        is_taken_[last_found_] = true;
        return true;
    }
    return false;
}

void WeightMatcher::finish(CheckpointContents& contents, ModuleTree& tree) {
    bool is_missing = false;
    for (const Expected& expected : expected_) {
        if (take(expected.shape)) continue;
        if (steps_ >= kMostSteps) return contents.add_warning(message("keras.too_many_weights"));
        contents.add_warning(message("keras.missing_weight", {{"layer", sanitize_text(expected.layer)},
                                                              {"shape", list_text(expected.shape)}}));
        is_missing = true;
    }
    std::size_t added = 0;
    for (std::size_t i = 0; i < is_taken_.size(); ++i) {
        const NamedTensor& tensor = file_->tensors[i];
        if (is_taken_[i]) continue;
        if ((is_missing && !is_buffer(tensor)) || ++added > kMostParts) {
            contents.add_missing(message("keras.extra_weight",
                                         {{"tensor", tensor.name}, {"shape", join(tensor.shape.sizes())}}));
        } else {
            add_to(tree, tensor, split_name(tensor.name), 0, "rest_of_weights");
        }
    }
}

}  // namespace paramscope::open::keras
