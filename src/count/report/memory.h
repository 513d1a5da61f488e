// Memory in bytes: weights, training state, key-value cache and activations.
#pragma once

#include <string_view>
#include <vector>

#include "count/report/report.h"

namespace paramscope {

/// One use of memory; docs/memory.md describes how each is counted.
struct MemoryItem {
    std::string_view name;   ///< for JSON: "weights", "gradients", "adam", ...
    std::string_view label;  ///< for people, in English
    Quantity bytes;
};

/// All uses of memory, none for an empty report. Those that depend on unknown shapes have no value.
std::vector<MemoryItem> memory_of(const Report& report);

/// The elements that one run of a module creates itself, without its children: those that training keeps.
Polynomial created_elements(const NodeReport& row);

/// Bytes of one number in the model's type.
Polynomial bytes_of_a_number(const Report& report);

}  // namespace paramscope
