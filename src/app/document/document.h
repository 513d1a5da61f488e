// What the interface is about, as a person made it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "count/count.h"

namespace paramscope::app {

/// Everything a person chose: what a link carries, what undo restores, what two columns compare.
struct Document {
    std::string text;     ///< the model text; lines end with \n
    std::string name;     ///< a preset's title, a file's name, "Pasted model"
    bool edited = false;  ///< the text is no longer what was opened
    std::vector<std::pair<std::string, Rational>> overrides;  ///< hyper-parameters set by hand
    std::string input;  ///< input shapes as typed; empty: the text's own, or a suggestion
    std::string convention = "flops";
    Mode mode = Mode::Forward;
    bool causal = false;                 ///< attention looks back only
    std::string selection;               ///< path of the chosen module
    std::optional<std::uint32_t> depth;  ///< levels of modules that are open; nullopt: as many as fit
    std::map<std::string, bool> opened;  ///< modules opened (true) or closed by hand, by path

    /// The value set by hand, nullptr when there is none.
    const Rational* find_override(std::string_view variable) const;
};

}  // namespace paramscope::app
