// Texts that are part of the program, kept as files of the repository: composite types, models.
#pragma once

#include <span>
#include <string_view>

namespace paramscope {

/// One text file: its folder's name, its own without extension, and its contents.
struct ShippedText {
    std::string_view group;  ///< "torch", "blocks", "articles", "models"
    std::string_view name;
    std::string_view text;
};

/// What the catalogue always has: PyTorch's own composite types (cmake/EmbedTexts.cmake).
extern const std::span<const ShippedText> kTorchTexts;

/// All other texts that are there by now, in groups, each in the order of its files' names. A program of its own has
/// them compiled in; a page gets them in files beside its wasm (shipped/arriving_texts.h). Texts stay where they are, and
/// more may only follow.
std::span<const ShippedText> shipped_texts();

}  // namespace paramscope
