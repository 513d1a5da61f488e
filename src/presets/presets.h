// The shipped models: model texts with hyper-parameters, notes and errata (base/shipped_texts.h).
#pragma once

#include <span>
#include <string_view>

namespace paramscope {

/// One preset: a file src/presets/GROUP/NN-name.txt. NN orders the gallery and is not part of the name. The
/// first line is a comment with the title (`# Title`); the comment lines below it are the notes.
struct Preset {
    std::string_view name;   ///< "llama-2-7b"
    std::string_view title;  ///< "LLaMA-2 7B"
    std::string_view group;  ///< the folder: "articles" or "models", the gallery's sections
    std::string_view text;   ///< the model text, title and notes included
};

/// All presets in gallery order: the articles' systems, then whole models. Valid until more texts arrive.
std::span<const Preset> presets();

/// The preset of that name, nullptr when there is none.
const Preset* find_preset(std::string_view name);

}  // namespace paramscope
