// The numbers of a model that a person can turn: hyper-parameters, and numbers that shape the model of source
// code.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/document/sliders/slider_range.h"
#include "app/document/state.h"

namespace paramscope::app {

struct Knob {
    std::string name;
    Rational value;
    std::optional<Integer> usual;  ///< the value where it is not set by hand; nullopt when unknown
    std::string explanation;       ///< beside the name
    std::string hint;              ///< of the tooltip
    bool is_set = false;           ///< by hand
    ValueLimits limits;            ///< that the text states
    std::function<void(const Rational&)> set;

    /// The value, where a slider can have it.
    std::optional<Integer> slider_value() const;
    /// The usual value, where a slider can have it, else the present one.
    Integer slider_usual() const;
};

/// Of a model's numbers the first ones, and how many there are in all.
struct Knobs {
    std::vector<Knob> first;
    std::size_t count = 0;
};

Knobs collect_knobs(Workspace& workspace, std::size_t most);

/// The hyper-parameter of that name, where it has a value.
std::optional<Knob> knob_called(Workspace& workspace, std::string_view name);

/// Reads a typed number: expressions, suffixes and thousands separators are allowed.
std::optional<Rational> read_value(std::string text);

/// The value entered for the last item, a slider, through the mirror: a number, or a step up or down.
std::optional<Integer> entered_value(const ValueLimits& limits, Integer value);

}  // namespace paramscope::app
