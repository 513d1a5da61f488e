#include "open/darknet/sections.h"

#include <algorithm>

#include "base/characters.h"
#include "base/ranges.h"
#include "open/support/leading_number.h"

namespace paramscope::open::darknet {

std::string_view Section::text(std::string_view name) const {
    const auto* const found = find_where(options, [&](const auto& option) { return option.first == name; });
    return found == nullptr ? std::string_view() : found->second;
}

Integer Section::number(std::string_view name, Integer otherwise) const {
    return leading_number(trim(text(name)), kLargestOption).value_or(otherwise);
}

std::vector<Integer> Section::numbers(std::string_view name) const {
    std::vector<Integer> found;
    for (std::string_view list = text(name); !list.empty();) {
        const std::size_t comma = std::min(list.find(','), list.size());
        if (const auto value = leading_number(trim(list.substr(0, comma)), kLargestOption))
            found.push_back(*value);
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
    return found;
}

std::vector<Section> read_sections(std::string_view text) {
    std::vector<Section> sections;
    for (std::uint32_t at = 0; at < text.size(); at = next_line(text, at)) {
        const std::uint32_t end = line_end(text, at);
        const std::string_view line = trim(text.substr(at, end - at));
        if (line.empty() || line.front() == '#' || line.front() == ';') continue;
        if (line.front() == '[') {
            if (sections.size() > kMostLayers) return sections;
            const std::size_t close = std::min(line.find(']'), line.size());
            sections.push_back({line.substr(1, close - 1), {at, end}, {}});
            continue;
        }
        const std::size_t equals = line.find('=');
        if (equals == std::string_view::npos || sections.empty()) continue;
        sections.back().options.emplace_back(trim(line.substr(0, equals)), trim(line.substr(equals + 1)));
    }
    return sections;
}

}  // namespace paramscope::open::darknet
