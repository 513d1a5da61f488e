// Defines the document: the model text and the settings chosen for it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/shared_value.h"
#include "count/devices/devices.h"
#include "count/cost/memory_plan.h"
#include "count/count.h"

namespace paramscope::app {

/// A text that may have megabytes: its copies share it.
using SharedText = SharedValue<std::string>;

/// All state chosen by the user: carried by a link, restored by undo, compared in two columns.
struct Document {
    SharedText text;      ///< the model text; lines end with \n
    std::string name;     ///< a preset's title, a file's name, "Pasted model"
    std::string build;    ///< what to build of source code: "GPT(GPTConfig())"; "" for what the code suggests
    bool edited = false;  ///< the text is no longer what was opened
    std::vector<std::pair<std::string, Rational>> overrides;  ///< hyper-parameters set by hand
    std::string input;  ///< input shapes as typed; empty: those of the text, or suggested ones
    std::string convention = "flops";
    Mode mode = Mode::Forward;
    bool causal = false;                 ///< causal attention
    MemoryOptions memory;                ///< the switches of the tab Memory
    std::optional<Device> device;        ///< chosen for least times; none: see device_of()
    std::string selection;               ///< path of the selected module
    std::optional<std::uint32_t> depth;  ///< levels of expanded modules; nullopt: as many as fit
    std::map<std::string, bool> opened;  ///< modules expanded (true) or collapsed by hand, by path

    /// The value set by hand, nullptr when there is none.
    const Rational* find_override(std::string_view variable) const;
};

/// The device whose least times the tab Memory has: the one that was chosen, or a usual one.
const Device& device_of(const Document& document);

}  // namespace paramscope::app
