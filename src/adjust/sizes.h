// Sizes: the numbers of a model text that say how large its tensors are. Each is a place in the text and, in
// a copy of the model, a symbol of its own, so that counting the copy tells how they depend on one another.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"

namespace paramscope::adjust {

/// Limit for the sizes of a text; beyond it nothing is made adjustable.
inline constexpr std::size_t kMostSizes = 20'000;

/// Limit for the modules of a text, for the same.
inline constexpr std::size_t kMostModules = 50'000;

/// Limit for a size; larger ones stay numbers.
inline constexpr std::int64_t kLargestSize = std::int64_t{1} << 40;

/// What a size is to its layer.
enum class SizeKind : std::uint8_t {
    Rows,     ///< of a table that is looked up in: an Embedding's num_embeddings
    Input,    ///< features that the layer reads
    Output,   ///< features that it gives
    Kept,     ///< features that it reads and gives
    Groups,   ///< of a depthwise convolution, one for each channel
    Heads,    ///< of an attention
    Repeats,  ///< of a module
};

/// A size in the text.
struct Size {
    SizeKind kind = SizeKind::Kept;
    std::int64_t value = 0;
    Span span;                   ///< its digits in the text
    std::uint32_t module = 0;    ///< the place of its module in SizedModel::modules
    std::string_view parameter;  ///< of the layer's constructor: "in_features"
};

/// A module of the text.
struct TextModule {
    const Module* module = nullptr;               ///< of SizedModel::model
    std::uint32_t parent = 0;                     ///< the root is its own parent
    std::uint32_t end = 0;                        ///< the place behind its last descendant
    std::uint32_t first_size = 0, last_size = 0;  ///< its own sizes: [first, last)
};

/// A model with a symbol in the place of each size, which has that size as its value.
struct SizedModel {
    Model model;
    std::vector<Size> sizes;
    std::vector<TextModule> modules;  ///< in print order

    /// The size of a module with a kind; nullopt for none.
    std::optional<std::uint32_t> find(std::uint32_t module, SizeKind kind) const;
    /// The dotted path of a module, relative to `ancestor`.
    std::string path(std::uint32_t module, std::uint32_t ancestor = 0) const;
};

/// True for a normalization that the blocks of a transformer have.
bool is_layer_normalization(std::string_view type);

/// True for a module of an adapter that peft adds to a layer: lora_A, lora_B.
bool is_adapter(const SizedModel& sized, std::uint32_t module);

/// The symbol of a size. No name of a text is like it.
Polynomial symbol_of(std::uint32_t size);
/// The size of a symbol; nullopt for the name of a text.
std::optional<std::uint32_t> size_of_symbol(std::string_view symbol);

/// Finds the sizes of a model that was read from a text; null where there are more than kMostSizes.
std::unique_ptr<SizedModel> find_sizes(const Model& model);

}  // namespace paramscope::adjust
