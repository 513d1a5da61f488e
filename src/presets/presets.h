// Presets: the shipped models, as model text with hyper-parameters, notes and errata. Their files are in
// articles/ (systems that articles describe) and models/ (whole models).
#pragma once

#include <span>
#include <string_view>

namespace paramscope {

/// One preset, the file src/presets/GROUP/NN-name.txt. NN gives the order in the gallery. The first line is a
/// comment with the title (`# Title`); the comment lines after it are the notes, short enough for a narrow editor.
struct Preset {
    std::string_view name;   ///< "llama-2-7b"
    std::string_view title;  ///< "LLaMA-2 7B"
    std::string_view group;  ///< the folder and the gallery's section: "articles" or "models"
    std::string_view text;   ///< the model text, title and notes included
};

/// All presets in the order of the gallery: articles, then models. Valid until more texts are received.
std::span<const Preset> presets();

/// Finds a preset by name, nullptr when there is none.
const Preset* find_preset(std::string_view name);

/// Finds a preset by its name or title as people write it, such as "resnet50" or "ResNet 50": only letters
/// and digits count, between which may be spaces, dashes, dots and underscores. nullptr when there is none.
const Preset* preset_called(std::string_view words);

}  // namespace paramscope
