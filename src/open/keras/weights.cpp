#include "open/keras/weights.h"

#include <algorithm>
#include <set>

#include "base/concat.h"
#include "open/module_tree.h"

namespace paramscope::open::keras {
namespace {

std::vector<std::string_view> parts_of(std::string_view name) {
    std::vector<std::string_view> parts;
    while (!name.empty()) {
        const std::size_t end = std::min(name.find_first_of("/\\"), name.size());
        if (end > 0) parts.push_back(name.substr(0, end));
        name.remove_prefix(std::min(end + 1, name.size()));
    }
    return parts;
}

/// How Keras 3 names the parts of a model that are not named: TransformerBlock, transformer_block.
std::string snake_case(std::string_view type) {
    std::string name;
    for (const char c : type) {
        const bool is_upper = c >= 'A' && c <= 'Z';
        if (is_upper && !name.empty()) name.push_back('_');
        name.push_back(is_upper ? static_cast<char>(c - 'A' + 'a') : c);
    }
    return name;
}

/// "kernel:0" and "vars/0" are what follows the layer's name.
std::string tensor_name(const std::vector<std::string_view>& parts, std::string_view after) {
    const auto found = std::find(parts.rbegin(), parts.rend(), after);
    std::string name;
    for (auto part = found == parts.rend() ? parts.begin() : found.base(); part != parts.end(); ++part)
        append(name, concat(name.empty() ? "" : "_", part->substr(0, part->find(':'))));
    return callable_name(name);
}

/// States of random numbers and of metrics are carried along.
bool is_carried(std::string_view name) {
    return name.find("seed_generator") != std::string_view::npos || name.starts_with("metrics");
}

std::string line_of(const NamedTensor& tensor, const std::string& name) {
    std::string sizes;
    for (const std::uint64_t size : tensor.shape) append(sizes, concat(sizes.empty() ? "" : ", ", size));
    if (!tensor.dtype.empty() && tensor.dtype != "float32")
        append(sizes, concat(sizes.empty() ? "" : ", ", "dtype=", tensor.dtype));
    return concat('(', name, is_carried(tensor.name) ? "): Buffer(" : "): Parameter(", sizes, ')');
}

std::vector<std::uint64_t> unsigned_sizes(const Sizes& sizes) {
    return {sizes.begin(), sizes.end()};
}

std::string shape_text(const std::vector<std::uint64_t>& shape) {
    std::string list;
    for (const std::uint64_t size : shape) append(list, concat(list.empty() ? "" : ", ", size));
    return concat('(', list, ')');
}

/// Names that are there once each.
class Names {
  public:
    std::string free(const std::string& wish) {
        std::string name = wish;
        std::size_t& number = numbers_[wish];
        while (!names_.insert(name).second) name = concat(wish, '_', ++number + 1);
        return name;
    }

  private:
    std::set<std::string> names_;
    std::map<std::string, std::size_t> numbers_;
};

}  // namespace

Weights::Weights(const TensorSet* file) : file_(file) {
    if (file_ == nullptr) return;
    is_taken_.resize(file_->tensors.size());
    for (std::uint32_t i = 0; i < file_->tensors.size(); ++i) {
        for (const std::string_view part : parts_of(file_->tensors[i].name)) {
            std::vector<std::uint32_t>& indices = by_part_[std::string(part)];
            if (indices.empty() || indices.back() != i) indices.push_back(i);
        }
    }
}

void Weights::expect(const std::string& name, const std::vector<Sizes>& shapes) {
    if (file_ == nullptr) return;
    for (const Sizes& shape : shapes) expected_.push_back({name, shape});
}

std::vector<std::string> Weights::claim(const std::string& name, const std::string& class_name) {
    std::vector<std::string> lines;
    Names names;
    for (const std::string& part : {name, snake_case(class_name)}) {
        const auto found = by_part_.find(part);
        if (found == by_part_.end()) continue;
        for (const std::uint32_t index : found->second) {
            if (is_taken_[index]) continue;
            is_taken_[index] = true;
            const NamedTensor& tensor = file_->tensors[index];
            lines.push_back(line_of(tensor, names.free(tensor_name(parts_of(tensor.name), part))));
        }
        by_part_.erase(found);
        if (!lines.empty()) break;
    }
    return lines;
}

std::vector<std::string> Weights::settle(Contents& contents) {
    std::vector<std::string> lines;
    if (file_ == nullptr) return lines;
    std::map<std::vector<std::uint64_t>, std::vector<std::uint32_t>> left;
    for (std::uint32_t i = static_cast<std::uint32_t>(is_taken_.size()); i > 0; --i) {
        const NamedTensor& tensor = file_->tensors[i - 1];
        if (!is_taken_[i - 1] && !is_carried(tensor.name)) left[tensor.shape].push_back(i - 1);
    }
    bool is_lacking = false;
    for (const Expected& each : expected_) {
        const auto found = left.find(unsigned_sizes(each.shape));
        if (found == left.end() || found->second.empty()) {
            contents.warning(concat("the config gives ", printable(each.layer), " a weight of ",
                                    shape_text(unsigned_sizes(each.shape)),
                                    ", which the weights do not have"));
            is_lacking = true;
        } else {
            is_taken_[found->second.back()] = true;
            found->second.pop_back();
        }
    }
    Names names;
    for (std::size_t i = 0; i < is_taken_.size(); ++i) {
        const NamedTensor& tensor = file_->tensors[i];
        if (is_taken_[i]) continue;
        if (is_lacking && !is_carried(tensor.name)) {
            contents.warning(concat("the weights hold ", tensor.name, ' ', shape_text(tensor.shape),
                                    ", which no layer of the config has"));
        } else {
            lines.push_back(line_of(tensor, names.free(tensor_name(parts_of(tensor.name), ""))));
        }
    }
    return lines;
}

}  // namespace paramscope::open::keras
