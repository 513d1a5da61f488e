// The table that model.summary() of Keras, torchsummary and torchinfo print, as rows.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/integer.h"
#include "base/source.h"

namespace paramscope::open {

/// Sizes of a printed shape; kAnySize where the table says None or -1. Empty when it says nothing.
using PrintedSizes = std::vector<std::int64_t>;
inline constexpr std::int64_t kAnySize = -1;

struct SummaryRow {
    std::string name;          ///< "" where the table has none
    std::string type;          ///< as printed
    bool is_type_cut = false;  ///< Keras cuts what is longer than the column
    std::size_t depth = 0;
    PrintedSizes input, output;
    std::optional<Integer> count;  ///< nullopt: the cell holds no number
    bool is_frozen = false;
    bool is_partial = false;    ///< some of what it holds is trained
    bool is_recursive = false;  ///< counted where it stood before
    std::string source;         ///< name of the layer that feeds it, "" where the table does not tell
    Span span;
};

/// One of the totals below the table.
struct StatedCount {
    Integer value;
    Span span;
};

struct SummaryTable {
    enum class Maker { Keras, Torchsummary, Torchinfo };

    Maker maker = Maker::Keras;
    std::string name;  ///< Keras says `Model: "name"`
    std::vector<SummaryRow> rows;
    std::optional<StatedCount> total, trainable, fixed;
    std::optional<Span> elision;  ///< the first line of dots
    bool tells_frozen = false;    ///< has a column for it, or marks it
};

/// Where a table's header starts in `text`; nullopt when there is none.
std::optional<std::uint32_t> find_summary(std::string_view text);

/// The first table in `text`.
SummaryTable read_summary(std::string_view text);

}  // namespace paramscope::open
