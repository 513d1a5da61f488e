#include "open/onnx/graph.h"

#include <algorithm>

namespace paramscope::open::onnx {

const Attribute* Node::find(std::string_view attribute) const {
    const auto found = std::find_if(attributes.begin(), attributes.end(),
                                    [&](const Attribute& a) { return a.name == attribute; });
    return found == attributes.end() ? nullptr : &*found;
}

std::int64_t Node::integer(std::string_view attribute, std::int64_t fallback) const {
    const Attribute* found = find(attribute);
    return found == nullptr ? fallback : found->i;
}

std::vector<std::int64_t> Node::integers(std::string_view attribute) const {
    const Attribute* found = find(attribute);
    return found == nullptr ? std::vector<std::int64_t>() : found->ints;
}

std::string_view Node::input(std::size_t index) const {
    return index < inputs.size() ? std::string_view(inputs[index]) : std::string_view();
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
