// Writes reports in the formats that people and programs read.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "count/cost/roofline.h"
#include "count/report/report.h"

namespace paramscope {

struct MemoryOptions;
struct ReportSection;
class TextLayout;

/// Takes the next piece of what is written.
using TakePiece = void (*)(std::string_view piece);

/// The language of running text.
enum class Language : std::uint8_t { English, Chinese };

/// How a report is written.
struct WriteOptions {
    std::uint32_t depth = 4096;         ///< deepest node shown
    std::string_view source_text = {};  ///< the text that was read, for line and column of diagnostics
    std::span<const ReportSection* const> sections =
        {};                                 ///< optional parts of text and JSON (formats/sections.h)
    Language language = Language::English;  ///< of derivations, pictures and HTML
    const TextLayout* layout = nullptr;     ///< of the text report: for a terminal (formats/support/table.h)
    /// For an opened file: the number of diagnostics, the first ones, whose places are in that file, and the
    /// file's text
    /// ("" for a binary file).
    std::size_t file_diagnostics = 0;
    std::string_view file_text = {};
    /// Of the text report: names of formats/support/module_columns.h; empty for the usual ones.
    std::span<const std::string_view> columns = {};
    /// Of the block diagram: paths of the modules that are open, instead of those that usually are.
    std::optional<std::vector<std::string>> opened = {};
    float strip_width = 960;  ///< of the depth strip and the time line, in pixels
    /// Of the depth strip: a roofline of the report, whose times are a track of their own.
    const Roofline* least_times = nullptr;
    /// Of the roofline picture: a roofline of each pass; it needs at least one.
    std::span<const Roofline> rooflines = {};
    /// Of the time line of memory; nullptr: inference as the model is.
    const MemoryPlan* plan = nullptr;
    /// Of text, JSON and CSV: a column, memory_of_rows(); without one where it is empty.
    std::span<const Integer> row_memory = {};
    /// The whole model, where the report's own lacks its tree (transfer/receiver.h).
    const Model* model = nullptr;
    /// The report's activation_total(), where the caller has it.
    const Quantity* activations = nullptr;
    /// Written in place of the report's own: those of a newer text that could not be counted.
    const Diagnostics* diagnostics = nullptr;
    /// Gets what text, JSON and CSV begin with in pieces, so that a long report is never there as a whole;
    /// the rest is returned.
    TakePiece take_piece = nullptr;

    /// Hands on a long text, which is empty then.
    void pass_on(std::string& text) const {
        constexpr std::size_t kPiece = 1u << 16;
        if (take_piece == nullptr || text.size() < kPiece) return;
        take_piece(text);
        text.clear();
    }
};

using ReportWriter = std::string (*)(const Report&, const WriteOptions&);

/// An output format of the command line and the API.
struct ReportFormat {
    std::string_view name;  ///< "text", "json", "csv", "markdown", "latex", "model", "html", "strip",
                            ///< "diagram", …
    ReportWriter write;
};

/// The formats of tables and pictures, "text" first. formats/every_format.h has all.
std::span<const ReportFormat> report_formats();

/// Diagnostics as the JSON report holds them, one array; `source_text` is the text their spans lie in.
std::string write_json_diagnostics(const Diagnostics& diagnostics, std::string_view source_text);

/// The writer of one of report_formats(), nullptr when there is none of that name.
ReportWriter find_report_writer(std::string_view name);

}  // namespace paramscope
