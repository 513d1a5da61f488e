// Reads a layer from one that was read before and differs from it only in whole numbers.
//
// Most lines of a print differ only in numbers: `Linear(in_features=64, out_features=128, bias=True)`. The
// last few patterns of each type are kept, and of each the last few layers. A layer with their numbers shares
// its arguments with the kept one; a layer with other numbers shares the pattern.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/numbered_list.h"
#include "base/rare.h"
#include "model/argument_numbers.h"
#include "model/value.h"

namespace paramscope {

/// The type, the arguments and the end of a layer.
struct AlikeLayer {
    ShortText type;
    NumberedList<Argument> arguments;
    std::uint32_t end = 0;  ///< behind the closing parenthesis
};

/// The layers of one text that may be read again: each is `Type(arguments)` on one line.
class AlikeLayers {
  public:
    explicit AlikeLayers(std::string_view text) : text_(text) {}

    /// The layer whose type is at `begin` and ends at `type_end`; nullopt where none before is alike.
    std::optional<AlikeLayer> find(std::uint32_t begin, std::uint32_t type_end);
    /// Keeps a layer that was read from `begin`, the place of its type, to `end`, and gave no diagnostic.
    /// Returns its arguments as those of later layers are.
    NumberedList<Argument> add(std::uint32_t begin, std::uint32_t end, const ShortText& type,
                               const SharedList<Argument>& arguments);

  private:
    static constexpr std::size_t kTypes = 64;     ///< places for types, by hash
    static constexpr std::size_t kOfType = 4;     ///< patterns kept of each type
    static constexpr std::size_t kOfPattern = 4;  ///< layers kept of each pattern

    /// The last ones that were added.
    template <typename Item, std::size_t kMost>
    struct Last {
        std::array<Item, kMost> items;
        std::size_t next = 0;  ///< the place of the next one

        Item& add(Item item) {
            Item& place = items[next];
            next = (next + 1) % kMost;
            return place = std::move(item);
        }
    };
    /// The first of the layers that differ in numbers.
    struct Pattern {
        std::uint32_t begin = 0, end = 0;
        ShortText type;
        SharedList<Argument> arguments;
        NumberPlaces places;  ///< of the numbers, relative to the type
        Last<NumberedList<Argument>, kOfPattern> layers;
    };
    using Patterns = Last<Pattern, kOfType>;

    Rare<Patterns>& patterns_of(std::string_view type);

    std::string_view text_;
    std::array<Rare<Patterns>, kTypes> types_;
};

}  // namespace paramscope
