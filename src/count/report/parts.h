// Which part of its network each module is: what pictures, formulas and rows are coloured by.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "count/report/report.h"

namespace paramscope {

/// The parts of a Transformer, as `Parts::of` names them.
inline constexpr std::string_view kAttentionPart = "attention part";
inline constexpr std::string_view kFeedForwardPart = "feed-forward part";
inline constexpr std::string_view kEmbeddingPart = "embedding part";
inline constexpr std::string_view kOutputPart = "output part";
inline constexpr std::string_view kNormalizationPart = "normalization part";
inline constexpr std::string_view kRecurrentPart = "recurrent part";
inline constexpr std::string_view kConvolutionPart = "convolution part";
inline constexpr std::string_view kOtherPart = "other part";

/// Modules of a report whose parts are told by what is around them; in larger ones they are families.
inline constexpr std::size_t kMostModulesWithParts = 250'000;

/// The name of a part or a family in English: without "part"; "own tensors" of "custom".
std::string_view english_name_of(std::string_view part);

/// The part of each module. In a Transformer that is what the module is there for: attention, feed-forward,
/// embedding, output; in other networks the family of its layer. It decides colours only: what is counted
/// does not depend on it, and names of types may be what it is told by.
class Parts {
  public:
    explicit Parts(const Report& report);

    /// The part of a module as a whole, of the list above, or a family; the family of a module with several.
    std::string_view of(std::uint32_t node) const { return names_[of_[node]]; }
    /// The part of the weights and the work that a module has beside its children.
    std::string_view of_own(std::uint32_t node) const { return names_[of_own_[node]]; }
    /// True for a Transformer.
    bool are_of_transformer() const { return are_of_transformer_; }
    /// The layers of a Transformer, in print order: the smallest modules that hold attention or a recurrence
    /// and other weights beside it.
    const std::vector<std::uint32_t>& layers() const { return layers_; }

  private:
    void find_parts(const Report& report);
    std::uint8_t index_of(std::string_view name);

    std::vector<std::string_view> names_;
    std::vector<std::uint8_t> of_, of_own_;  ///< by node, places in names_
    std::vector<std::uint32_t> layers_;
    bool are_of_transformer_ = false;
};

}  // namespace paramscope
