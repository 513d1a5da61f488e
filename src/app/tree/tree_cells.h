// What the rows of the tree say: texts of a module's numbers in the units of choice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "app/shell/context.h"
#include "app/ui/words.h"

namespace paramscope::app {

/// How numbers are shown.
enum class Units : std::uint8_t {
    Exact,  ///< 6,738,415,616
    Short,  ///< 6.74 B
    Share,  ///< 98.1 %
};

enum TreeColumn { kModule, kType, kOutput, kParameters, kBuffers, kMacs, kFlops, kColumns };
inline constexpr int kFirstNumber = kParameters;

/// What there is to know of a column.
struct TreeColumnInfo {
    Word title;
    SortKey key;
    const Quantity NodeReport::*quantity;  ///< of numbers
    bool is_work;
};
const TreeColumnInfo& column_info(int column);

/// A number of a row.
struct NumberCell {
    std::string words;
    std::string shorter;  ///< where the words do not fit
    double share = 0;     ///< of the topmost row's
    bool is_known = true;
    bool is_nothing = false;
};

/// What a row says.
struct RowText {
    std::string name;
    std::string repeat;  ///< "32 ×"
    std::string output;
    std::string hint;
    NumberCell numbers[kColumns - kFirstNumber];
};

RowText row_text(const Context& context, std::size_t node, Units units);

/// The path of a module, or the name of the whole.
std::string path_or_name(const Context& context, std::size_t node);

/// A row as it is copied: name, type, output and numbers, between tabs.
std::string row_as_text(const Context& context, std::size_t node);

/// How often a module exists in the whole model; nullopt: not known.
std::optional<Integer> exact_copies(const Context& context, std::size_t node);

}  // namespace paramscope::app
