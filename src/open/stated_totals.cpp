// Opens texts that state totals of parameters and list nothing: what PEFT's print_trainable_parameters()
// prints.
#include "model/stated_totals.h"

#include <algorithm>
#include <optional>
#include <string>

#include "base/characters.h"
#include "base/concat.h"
#include "model/read.h"
#include "open/formats.h"
#include "open/messages.h"

namespace paramscope::open {
namespace {

/// The totals of a text in which at least every second line states one.
std::vector<StatedTotal> totals_of(std::string_view text) {
    std::vector<StatedTotal> totals;
    std::size_t lines = 0, lines_with_totals = 0;
    for (std::uint32_t at = 0; at < text.size(); at = next_line(text, at)) {
        const std::uint32_t end = line_end(text, at);
        if (trim(text.substr(at, end - at)).empty()) continue;
        std::vector<StatedTotal> found = find_stated_totals(text, at, end);
        ++lines;
        lines_with_totals += !found.empty();
        totals.insert(totals.end(), found.begin(), found.end());
    }
    if (lines_with_totals * 2 < lines) totals.clear();
    return totals;
}

/// Numbers of parameters that fit each other.
struct Totals {
    std::optional<Integer> all, trainable, frozen;
    Span span;  ///< of the first
};

/// nullopt when there is none, when one is rounded, or when they differ from each other.
std::optional<Totals> read_totals(std::string_view text) {
    Totals totals;
    for (const StatedTotal& stated : totals_of(text)) {
        if (stated.number.precision > 0) return std::nullopt;
        std::optional<Integer>& place = stated.kind == StatedTotal::Kind::All         ? totals.all
                                        : stated.kind == StatedTotal::Kind::Trainable ? totals.trainable
                                                                                      : totals.frozen;
        if (place && *place != stated.number.value) return std::nullopt;
        place = stated.number.value;
        if (totals.span == Span{}) totals.span = stated.span;
    }
    if (!totals.all && !totals.trainable) return std::nullopt;
    if (!totals.all && totals.frozen) totals.all = *totals.trainable + *totals.frozen;
    if (totals.all && totals.trainable && *totals.trainable > *totals.all) return std::nullopt;
    if (totals.all && totals.trainable && totals.frozen &&
        *totals.trainable + *totals.frozen != *totals.all) {
        return std::nullopt;
    }
    return totals;
}

std::string tensor_line(std::string_view name, const Integer& count, bool is_trained) {
    return concat("  (", name, "): Parameter(", to_string(count),
                  is_trained ? ")\n" : ", requires_grad=False)\n");
}

std::string model_text(const Totals& totals) {
    std::string text = concat("basis: ", totals.all ? "printed" : "partial", "\n\nModel(\n");
    if (totals.trainable && *totals.trainable > 0) text += tensor_line("trainable", *totals.trainable, true);
    if (totals.all) {
        const Integer rest = *totals.all - totals.trainable.value_or(0);
        if (rest > 0 || !totals.trainable)
            text += tensor_line(totals.trainable ? "frozen" : "parameters", rest, !totals.trainable);
    }
    return text + ")\n";
}

}  // namespace

Confidence detect_stated_totals(const Beginning& beginning) {
    if (beginning.bytes.find('\0') != std::string_view::npos) return Confidence::None;
    return read_totals(beginning.bytes) ? Confidence::Likely : Confidence::None;
}

Opened open_stated_totals(ByteSource& file, const Beginning&) {
    Opened opened;
    opened.source_text = read_whole(file, kLargestText, opened);
    if (has_errors(opened.diagnostics)) return opened;
    const std::optional<Totals> totals = read_totals(opened.source_text);
    if (!totals) {
        opened.diagnostics.push_back({Severity::Error, message("stated.no_total"), {}, ""});
        return opened;
    }
    opened.model = model_text(*totals);
    opened.diagnostics.push_back(
        totals->all ? Diagnostic{Severity::Note, message("stated.totals_only"), totals->span, ""}
                    : Diagnostic{Severity::Warning, message("stated.trainable_only"), totals->span, ""});
    return opened;
}

}  // namespace paramscope::open
