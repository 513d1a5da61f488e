// Low-rank adaptation (Hu et al., 2021), as peft does it: which modules have adapters, and which are trained
// as a whole.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "count/report/report.h"

namespace paramscope {

/// The name of all dense layers but the output layer, as peft has it.
inline constexpr std::string_view kAllDenseLayers = "all-linear";

struct AdapterOptions {
    Integer rank = 0;       ///< 0: all trainable parameters are trained
    std::string modules{};  ///< with adapters, commas between their names; "": kAllDenseLayers
    std::string saved{};    ///< of which a copy is trained as a whole: peft's modules_to_save

    friend bool operator==(const AdapterOptions&, const AdapterOptions&) = default;
};

/// What is trained of a module's own parameters.
enum class Trains : std::uint8_t {
    All,  ///< those that are trainable: there are no adapters
    None,
    Adapter,  ///< two matrices beside the weight
    Copy,     ///< all, in a copy
};

/// What is trained of each module of a report.
std::vector<Trains> trained_modules(const Report& report, const AdapterOptions& options);

/// The weight matrix of a dense layer; nullopt where it holds none.
std::optional<TensorReport> weight_matrix(const NodeReport& row);

/// A name of the options that no module has, of those with adapters no dense layer; "" where there is none.
std::string unknown_module(const Report& report, const AdapterOptions& options);

}  // namespace paramscope
