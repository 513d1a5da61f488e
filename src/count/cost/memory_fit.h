// Whether a plan fits into a device, and the largest sizes of the input with which it does.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "count/devices/devices.h"
#include "count/cost/memory_plan.h"

namespace paramscope {

/// Sizes of the input that are tried at most, and the largest one.
inline constexpr std::size_t kMostSizes = 4;
inline constexpr Integer kLargestTried = 1'099'511'627'776;

/// What the total of a plan may be off, each way, where a pass was followed (docs/memory.md).
inline constexpr int kPercentOfPasses = 5;

enum class Fits : std::uint8_t {
    Yes,
    No,
    Unknown,  ///< the total is "at least" and below the device's memory, "at most" and above it, or not known
};

/// "yes", "no", "unknown".
std::string_view to_string(Fits fits);

/// The largest value of one size of the input, with all others as they are.
struct LargestSize {
    std::string name;              ///< of the hyper-parameter: "batch"
    std::optional<Integer> value;  ///< 0: not even 1 fits; nullopt: not known
    bool is_more = false;          ///< the value is kLargestTried, and larger ones fit too
};

/// What fits where activations, or keys and values, are not known.
enum class KnownParts : std::uint8_t {
    None,     ///< it is known whether the plan fits, or what is known does not say more
    Weights,  ///< the weights, and there is nothing else
    AllElse,  ///< the weights and all else
};

struct Fit {
    Device device;
    Fits fits = Fits::Unknown;
    KnownParts known = KnownParts::None;  ///< only with Fits::Unknown
    std::vector<LargestSize> largest;
    Integer room = 0;  ///< bytes of the device that there are for tensors
};

/// The names in the shapes of the report's inputs that the parameters do not depend on, kMostSizes at most.
std::vector<std::string> adjustable_sizes(const Report& report);

/// A Fit for each of some devices. A plan fits that needs no more than the room that a
/// device has for it.
std::vector<Fit> fit_devices(const Report& report, const MemoryPlan& plan, std::span<const Device> among);

/// The devices of the table that say most about a plan, by memory: the largest that are too small, the
/// smallest of the others, and the one that was chosen, also where it is in no table.
inline constexpr std::size_t kTooSmallShown = 3, kOthersShown = 12, kAlikeShown = 2;  // of equal room
std::vector<Device> telling_devices(const MemoryPlan& plan, const Device* chosen);

}  // namespace paramscope
