// The memory of one device over a pass: what there is at each moment, and whose tensors at the peak.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "count/cost/memory_plan.h"

namespace paramscope {

/// How many moments a picture and a table for programs have at most, and how many rows what is alive at the
/// peak.
inline constexpr std::size_t kMostDrawnMoments = 240;
inline constexpr std::size_t kMostWrittenMoments = 100;
inline constexpr std::size_t kMostAlive = 12;

/// A stage of a pass; inference has the first alone.
enum class PassStage : std::uint8_t { Forward, Backward, Step };
inline constexpr std::size_t kPassStages = 3;

/// The moment with most bytes of some neighbouring ones.
struct Moment {
    PassStage stage = PassStage::Forward;
    std::uint32_t module = 0;    ///< index of the row that allocates; of the optimizer's step, the root
    std::vector<Integer> bytes;  ///< of each part
    Integer total = 0;
};

/// Tensors of the pass that are there at the peak: those that a row and all below it made, with all repeats.
struct AliveRow {
    std::uint32_t module = 0;
    bool is_own = false;         ///< those alone that the row made itself: the rows below it are in the list
    std::vector<Integer> bytes;  ///< of each part
    Integer total = 0;
    std::size_t tensors = 0;
};

struct TimeLine {
    std::vector<std::string_view> parts;  ///< names of MemoryPart that have bytes, those that stand first
    std::size_t standing = 0;             ///< how many parts stand under the pass
    std::vector<Moment> moments;          ///< in order; empty where nothing is known of the pass
    std::size_t peak = 0;                 ///< index of the moment whose parts are the plan's
    std::vector<AliveRow> alive;          ///< at the peak of a pass, the largest first; no row is in another
    Integer others = 0;  ///< bytes at the peak that are not in `alive`: what stands, and rounding
};

/// The time line of a plan in at most that many moments: each is the largest of its neighbours, so peaks
/// stay.
TimeLine time_line_of(const Report& report, const MemoryPlan& plan, std::size_t most_moments);

/// The path of a row with all its repeats: "layers.0-31.mlp"; the type of the root.
std::string path_with_repeats(const Report& report, std::uint32_t module);

}  // namespace paramscope
