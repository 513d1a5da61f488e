// Engines: programs that serve language models, and what each does with the memory of a device.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "algebra/polynomial.h"
#include "count/devices/devices.h"
#include "count/report/report.h"

namespace paramscope {

struct Engine {
    std::string_view name;          ///< "vllm"
    std::string_view label;         ///< "vLLM"
    int percent;                    ///< of a device's usable memory that it takes
    Integer tokens_at_once;         ///< that one pass computes at most
    Integer cells;                  ///< keys and values are there for whole numbers of so many tokens
    bool pads_windows;              ///< windows have cells for the tokens of a pass, too
    bool has_all_scores;            ///< of all tokens of a pass; else of each sequence's last one
    std::string_view values_dtype;  ///< of what a pass computes; "": as of the model
    std::string_view cache_dtype;   ///< of keys and values; "": as of the model
    std::string_view source;        ///< of these figures, by name and date
};

/// All engines. Eager PyTorch is none of them.
std::span<const Engine> engines();

/// Bytes of a device that an engine has for tensors; nullptr: a program that takes all.
Integer room_of(const Device& device, const Engine* engine);

/// How many tokens the passes of an engine have, and what it keeps of them: by names of sizes in the report's
/// first input, (batch, tokens, ...). No names: those sizes are numbers.
class EngineSizes {
  public:
    EngineSizes(const Report& report, const Engine* engine);

    /// What stands for a size in one pass: a batch of one sequence of at most so many tokens.
    std::optional<Polynomial> of_pass(std::string_view name) const;
    /// Keys and values, by whole cells.
    Polynomial in_cells(const Polynomial& cache) const;

  private:
    const Engine* engine_;
    std::string batch_, tokens_;
};

}  // namespace paramscope
