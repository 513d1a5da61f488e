// Reads printed tables of layers with their numbers of parameters (Keras, torchsummary, torchinfo, Paddle,
// Lightning, PyG, ultralytics) into rows; summary.cpp writes them as model text, layers.cpp finds the layer
// of each row.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/integer.h"
#include "base/source.h"
#include "model/printed_number.h"

namespace paramscope::open {

/// Sizes of a printed shape, kAnySize for None and -1; empty when the table gives none.
using PrintedSizes = std::vector<std::int64_t>;
inline constexpr std::int64_t kAnySize = -1;

struct SummaryRow {
    std::string name;          ///< "" when the table has none
    std::string type;          ///< as printed
    bool is_type_cut = false;  ///< Keras cuts types that are longer than the column
    std::size_t depth = 0;
    PrintedSizes input, output;
    std::optional<Integer> count;  ///< number of parameters; nullopt when the cell holds none
    Integer precision = 0;         ///< how far the true number may differ from `count`
    bool is_frozen = false;
    bool is_partly_trained = false;  ///< only some of its parameters are trained
    bool is_recursive = false;       ///< the same module as an earlier row, counted there
    std::string source;              ///< name of the layer that feeds it, "" when not given
    Span span;
};

/// One of the totals below the table.
struct StatedCount {
    PrintedNumber number;
    Span span;
};

struct SummaryTable {
    enum class Maker { Keras, Torchsummary, Torchinfo, Paddle, Lightning, Geometric, Ultralytics };

    Maker maker = Maker::Keras;
    std::string name;  ///< from Keras's `Model: "name"`
    std::vector<SummaryRow> rows;
    std::optional<StatedCount> total, trainable, fixed;
    std::optional<Span> elision;       ///< the first line of dots, where rows are left out
    bool shows_frozen = false;         ///< the table shows which rows are frozen
    Integer repeated = 0;              ///< parameters that rows give again, which have none here
    std::uint32_t begin = 0, end = 0;  ///< from its header to the end of its last line

    /// True for a tool that counts a module for each call, and only the tensors that it looks for.
    bool counts_calls() const {
        return maker == Maker::Torchinfo || maker == Maker::Torchsummary || maker == Maker::Paddle;
    }

    /// True when all rows are children of the model, which has no row.
    bool lacks_root() const { return maker == Maker::Lightning || maker == Maker::Ultralytics; }

    /// True when the number of a row with rows below it includes theirs.
    bool includes_rows_below() const {
        return maker == Maker::Keras || maker == Maker::Lightning || maker == Maker::Geometric;
    }
};

/// The offset of the first table's header in `text`; nullopt when there is none.
std::optional<std::uint32_t> find_summary(std::string_view text);

/// Reads the first table in `text`.
SummaryTable read_summary(std::string_view text);

/// `text` with spaces in place of its tables and the lines around them that belong to them, so that offsets
/// do not change. Copies into `storage` only when there is something to replace.
std::string_view mask_summaries(std::string_view text, std::string& storage);

}  // namespace paramscope::open
