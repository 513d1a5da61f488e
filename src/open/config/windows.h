// The layers of a config whose attention sees a window of tokens: how many tokens, and which layers see all.
#pragma once

#include <optional>
#include <string>

#include "open/config/config_keys.h"

namespace paramscope::open {

/// Layers that see all tokens among those that see a window: every so many layers one does, from `first` on,
/// counted from 1. 0: none does.
struct FullLayers {
    Integer every = 0;
    Integer first = 0;
};

/// What the lists and patterns of a config say; nullopt where they say nothing, or no such rule fits.
std::optional<FullLayers> full_layers_of(const JsonValue& config);

/// The settings of the model text: `sliding_window` and, where it is known, which layers see all. "" where no
/// layer has a window.
std::string window_settings(ConfigKeys& keys, const ConfigScope& scope);

}  // namespace paramscope::open
