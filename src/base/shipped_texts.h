// Texts that are shipped with the program, kept as files of the repository: block rules, models.
#pragma once

#include <span>
#include <string_view>

namespace paramscope {

/// One text file.
struct ShippedText {
    std::string_view group;  ///< name of its folder: "torch", "blocks", "copies", "types", "articles", "models"
    std::string_view name;   ///< name of the file without extension
    std::string_view text;
};

/// PyTorch's own composite types, which are always compiled in (cmake/EmbedTexts.cmake).
extern const std::span<const ShippedText> kTorchTexts;

/// All other texts that are available, by group and then by file name. A native program has them compiled in;
/// a page loads them from files beside its wasm (shipped/fetched_texts.h). Texts are only added, and stay at
/// their addresses.
std::span<const ShippedText> shipped_texts();

}  // namespace paramscope
