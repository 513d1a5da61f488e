// Formats the rows of the tree in the chosen units.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "app/panel/context.h"
#include "app/words/words.h"

namespace paramscope::app {

/// Number formats.
enum class Units : std::uint8_t {
    Exact,  ///< 6,738,415,616
    Short,  ///< 6.74 B
    Share,  ///< 98.1 %
};

enum TreeColumn { kModule, kType, kOutput, kParameters, kBuffers, kMacs, kFlops, kMemory, kColumns };
inline constexpr int kFirstNumber = kParameters;

/// The properties of a column.
struct TreeColumnInfo {
    Word title;
    SortKey key;                            ///< None: rows are not sorted by it
    const Quantity ModuleFacts::*quantity;  ///< for columns of numbers; null for memory
    bool is_work;
};
const TreeColumnInfo& column_info(int column);

/// A number cell.
struct NumberCell {
    std::string words;
    std::string shorter;  ///< used when the text does not fit
    double bar = 0;       ///< the share of all copies of the row in the topmost row's value
    bool is_known = true;
    bool is_nothing = false;
};

/// The texts of a row.
struct RowText {
    std::string name;
    std::string repeat;  ///< "32 ×"
    std::string output;
    std::string hint;
    NumberCell numbers[kColumns - kFirstNumber];
};

RowText row_text(const Context& context, std::size_t node, Units units);

/// The path of a module, or the model's name for the root.
std::string path_or_name(const Context& context, std::size_t node);

/// A row as copied text: name, type, output and numbers, separated by tabs.
std::string row_as_text(const Context& context, std::size_t node);

/// Number of copies of a module in the whole model; nullopt: unknown.
std::optional<Integer> exact_copies(const Context& context, std::size_t node);

}  // namespace paramscope::app
