#include "open/onnx/graph.h"

#include "base/ranges.h"

namespace paramscope::open::onnx {

Name Names::number_of(std::string_view name) {
    const auto found = numbers_.find(name);
    if (found != numbers_.end()) return found->second;
    const auto number = static_cast<Name>(names_.size());
    numbers_.emplace(names_.emplace_back(name), number);
    return number;
}

const Attribute* Node::find(std::string_view attribute) const {
    return find_by(attributes, &Attribute::name, attribute);
}

std::int64_t Node::integer(std::string_view attribute, std::int64_t fallback) const {
    const Attribute* found = find(attribute);
    return found == nullptr ? fallback : found->i;
}

const std::vector<std::int64_t>& Node::integers(std::string_view attribute) const {
    static const std::vector<std::int64_t> none;
    const Attribute* found = find(attribute);
    return found == nullptr ? none : found->ints;
}

std::optional<std::uint64_t> element_count(const std::vector<std::int64_t>& dims) {
    std::uint64_t product = 1;
    for (const std::int64_t dim : dims) {
        if (dim < 0) return std::nullopt;
        const auto size = static_cast<std::uint64_t>(dim);
        if (size != 0 && product > (std::uint64_t{1} << 60) / size) return std::nullopt;
        product *= size;
    }
    return product;
}

}  // namespace paramscope::open::onnx
