// The shipped models: model texts with hyper-parameters, notes and errata, embedded at build time.
#pragma once

#include <span>
#include <string_view>

namespace paramscope {

/// One preset. A preset is a file src/presets/NN-name.txt whose first comment lines are its title (`# Title`)
/// and, after it, notes; the order of the files is the order in the gallery.
struct Preset {
    std::string_view name;   ///< "llama-2-7b"
    std::string_view title;  ///< "LLaMA-2 7B"
    std::string_view group;  ///< "articles" or "models": the gallery's section
    std::string_view text;   ///< the model text
};

/// All presets in gallery order.
std::span<const Preset> presets();

/// The preset of that name, nullptr when there is none.
const Preset* find_preset(std::string_view name);

}  // namespace paramscope
