// Reads a layer from one that was read before and differs from it only in whole numbers.
//
// Most lines of a print differ only in numbers: `Linear(in_features=64, out_features=128, bias=True)`. The
// last few layers of each type are kept. A layer with the same text shares the arguments of the kept one; a
// layer with other numbers gets a copy of them with its own numbers.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/shared_list.h"
#include "model/value.h"

namespace paramscope {

/// The type, the arguments and the end of a layer.
struct AlikeLayer {
    ShortText type;
    SharedList<Argument> arguments;
    std::uint32_t end = 0;  ///< behind the closing parenthesis
};

/// The layers of one text that may be read again: each is `Type(arguments)` on one line.
class AlikeLayers {
  public:
    explicit AlikeLayers(std::string_view text) : text_(text) {}

    /// The layer whose type is at `begin` and ends at `type_end`; nullopt where none before is alike.
    std::optional<AlikeLayer> find(std::uint32_t begin, std::uint32_t type_end);
    /// Keeps a layer that was read from `begin`, the place of its type, to `end`, and gave no diagnostic.
    void add(std::uint32_t begin, std::uint32_t end, const ShortText& type,
             const SharedList<Argument>& arguments);

  private:
    static constexpr std::size_t kTypes = 64;  ///< places for types, by hash
    static constexpr std::size_t kOfType = 4;  ///< layers kept of each type

    struct Layer {
        std::uint32_t begin = 0, end = 0;
        ShortText type;
        SharedList<Argument> arguments;
    };
    struct LayersOfType {
        std::array<Layer, kOfType> layers;
        std::size_t next = 0;  ///< the place of the next one
    };

    static std::size_t place_of(std::string_view type);
    std::optional<AlikeLayer> with_other_numbers(const Layer& layer, std::uint32_t begin) const;

    std::string_view text_;
    std::array<LayersOfType, kTypes> types_;
};

}  // namespace paramscope
