// Reads totals of parameters that a tool wrote beside a model: `Total params: 25,557,032`.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "base/source.h"
#include "model/printed_number.h"

namespace paramscope {

/// A number of parameters that a text states.
struct StatedTotal {
    enum class Kind {
        All,
        Trainable,
        Frozen,
        OfRank,  ///< of one of the devices that a model is split over
    };

    Kind kind = Kind::All;
    PrintedNumber number;
    Span span;  ///< from the label to the number
};

/// The totals that one line of `text`, from `begin` to `end`, states: numbers behind `params`, `parameters`
/// and a `:` or `=` whose label names what is counted ("total", "all", "number of", "#", "trainable",
/// "frozen"), and those before the word: `319 layers, 2,624,080 parameters`.
/// `params: 5` alone names nothing, except as the last line of a block that ends at the margin.
std::vector<StatedTotal> find_stated_totals(std::string_view text, std::uint32_t begin, std::uint32_t end);

/// The one total of all parameters among `totals`; nullopt when there is none, or several that differ.
std::optional<StatedTotal> whole_total(const std::vector<StatedTotal>& totals);

}  // namespace paramscope
