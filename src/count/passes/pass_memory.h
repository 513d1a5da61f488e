// The memory of a pass at its peak, as formulas.
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "count/passes/build_tape.h"
#include "count/passes/division.h"
#include "count/passes/play.h"

namespace paramscope {

/// What there is at the peak of a pass, besides weights and the state of an optimizer.
struct PassPeak {
    std::int64_t bytes = 0;
    /// Bytes of each use. They add up to `bytes` at the values of the play; at others the peak may be another
    /// moment.
    std::array<Polynomial, kTensorUses> formulas;
    std::int64_t kept = 0;              ///< bytes for the backward pass when it begins, without rounding
    std::vector<std::int64_t> kept_by;  ///< those of each of the tape's kinds of operations
    std::size_t events = 0;             ///< that were played
    bool has_scores = false;            ///< those of words are there
    bool is_whole = false;              ///< false: a size is not known, or there are too many steps
};

/// A pass that can be played at any sizes.
class PassMemory {
  public:
    /// `sizes`: what stands for a hyper-parameter in the pass, where a program computes less at once.
    PassMemory(const Report& report, const TapeOptions& tape, const PlayOptions& play, Division division = {},
               SymbolReplacements sizes = {})
        : tape_(build_tape(report, tape)),
          options_(play),
          division_(std::move(division)),
          sizes_(std::move(sizes)) {}

    const Tape& tape() const { return tape_; }
    Play play(const SymbolValues& values) const;
    /// The peak at these values of the hyper-parameters, of the stage of a pipeline that has most bytes.
    PassPeak peak(const SymbolValues& values) const;

  private:
    PassPeak peak_of(const Play& played, Stage stage) const;
    std::int64_t divisor_of(const PlayedTensor& tensor, Stage stage, bool is_of_forward) const;

    Tape tape_;
    PlayOptions options_;
    Division division_;
    SymbolReplacements sizes_;
};

}  // namespace paramscope
