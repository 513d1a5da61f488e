#include "open/keras/weights.h"

#include <algorithm>

#include "base/characters.h"
#include "base/concat.h"

namespace paramscope::open::keras {
namespace {

// Of more layers and tensors than these only the sum is of interest; so hostile files cost no more.
constexpr std::size_t kMostClaims = 500;
constexpr std::size_t kMostParts = 5000;
constexpr std::size_t kMostSteps = 100'000'000;

/// The parts of a tensor's name in its file, without the number of its output.
Path parts_of(std::string_view name) {
    Path parts;
    while (!name.empty()) {
        const std::size_t end = std::min(name.find_first_of("/\\"), name.size());
        const std::string_view part = name.substr(0, end);
        if (!part.empty()) parts.push_back(std::string(part.substr(0, part.find(':'))));
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    return parts;
}

/// How Keras 3 names the parts of a model that are not named: TransformerBlock, transformer_block.
std::string snake_case(std::string_view type) {
    std::string name;
    for (const char c : type) {
        if (is_upper(c) && !name.empty()) name.push_back('_');
        name.push_back(to_lower(c));
    }
    return name;
}

/// States of random numbers and of metrics are carried along.
bool is_carried(const NamedTensor& tensor) {
    return tensor.name.find("seed_generator") != std::string::npos || tensor.name.starts_with("metrics");
}

bool is_same(std::int64_t size, std::uint64_t other) {
    return static_cast<std::uint64_t>(size) == other;
}

std::string shape_list(const std::vector<std::uint64_t>& shape) {
    std::string text;
    for (const std::uint64_t size : shape) append(text, concat(text.empty() ? "" : ", ", size));
    return text;
}

/// A tensor behind the part `first` of its name, as a leaf of `tree`; all its name becomes one.
void add_to(ModuleTree& tree, const NamedTensor& tensor, const Path& parts, std::size_t first, Path place) {
    std::string name;
    for (std::size_t i = first; i < parts.size(); ++i)
        append(name, concat(name.empty() ? "" : "_", parts[i]));
    place.push_back(callable_name(name));
    std::string sizes = shape_list(tensor.shape);
    if (tensor.dtype != "float32" && !tensor.dtype.empty())
        append(sizes, concat(sizes.empty() ? "" : ", ", "dtype=", tensor.dtype));
    tree.add_tensor(place, concat(is_carried(tensor) ? "Buffer(" : "Parameter(", sizes, ')'));
}

}  // namespace

Weights::Weights(const TensorSet* file) : file_(file) {
    if (file_ != nullptr) is_taken_.resize(file_->tensors.size());
}

void Weights::expect(const std::string& name, const std::vector<Sizes>& shapes) {
    if (file_ == nullptr) return;
    for (const Sizes& shape : shapes) expected_.push_back({name, shape});
}

std::vector<std::string> Weights::claim(const std::string& name, const std::string& class_name) {
    if (++claims_ > kMostClaims) return {};
    ModuleTree tree;
    std::size_t count = 0;
    for (const std::string& wanted : {name, snake_case(class_name)}) {
        for (std::size_t i = 0; i < is_taken_.size() && count < kMostParts; ++i) {
            const NamedTensor& tensor = file_->tensors[i];
            if (is_taken_[i] || tensor.name.find(wanted) == std::string::npos) continue;
            const Path parts = parts_of(tensor.name);
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

/// Takes a tensor of that shape that is nobody's. Files have tensors much in the order of their layers: the
/// search goes on where the last one ended.
bool Weights::take(const Sizes& shape) {
    for (std::size_t left = is_taken_.size(); left > 0 && steps_ < kMostSteps; --left, ++steps_) {
        next_ = next_ + 1 < is_taken_.size() ? next_ + 1 : 0;
        const NamedTensor& tensor = file_->tensors[next_];
        if (is_taken_[next_] || tensor.shape.size() != shape.size() ||
            !std::equal(shape.begin(), shape.end(), tensor.shape.begin(), is_same) || is_carried(tensor))
            continue;
        is_taken_[next_] = true;
        return true;
    }
    return false;
}

void Weights::settle(CheckpointContents& contents, ModuleTree& tree) {
    bool is_lacking = false;
    for (const Expected& each : expected_) {
        if (take(each.shape)) continue;
        if (steps_ >= kMostSteps) return contents.add_warning("too many weights to compare with the config");
        contents.add_warning(concat("the config gives ", sanitize_text(each.layer), " a weight of (",
                                list(each.shape), "), which the weights do not have"));
        is_lacking = true;
    }
    std::size_t count = 0;
    for (std::size_t i = 0; i < is_taken_.size(); ++i) {
        const NamedTensor& tensor = file_->tensors[i];
        if (is_taken_[i]) continue;
        if ((is_lacking && !is_carried(tensor)) || ++count > kMostParts) {
            contents.add_warning(concat("the weights hold ", tensor.name, " (", shape_list(tensor.shape),
                                    "), which no layer of the config has"));
        } else {
            add_to(tree, tensor, parts_of(tensor.name), 0, {"rest_of_weights"});
        }
    }
}

}  // namespace paramscope::open::keras
