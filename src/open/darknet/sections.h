// The sections of a darknet cfg: `[convolutional]` and the lines `filters=32` below it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algebra/integer.h"
#include "base/source.h"

namespace paramscope::open::darknet {

/// Most layers of a file, and the largest number that an option is taken for.
inline constexpr std::size_t kMostLayers = 10'000;
inline constexpr Integer kLargestOption = 1'000'000'000;

struct Section {
    std::string_view type;  ///< "convolutional"
    Span span;              ///< of its line
    std::vector<std::pair<std::string_view, std::string_view>> options;

    /// The option as it is written; "" where there is none. Of several the first, as darknet takes it.
    std::string_view text(std::string_view name) const;
    /// The whole number that an option begins with; `otherwise` where there is none.
    Integer number(std::string_view name, Integer otherwise) const;
    /// The whole numbers of a list, "-1, 8"; those that are none are left out.
    std::vector<Integer> numbers(std::string_view name) const;
    bool flag(std::string_view name) const { return number(name, 0) != 0; }
};

/// The sections of a text, at most kMostLayers and one for the network.
std::vector<Section> read_sections(std::string_view text);

}  // namespace paramscope::open::darknet
