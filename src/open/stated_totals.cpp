// Opens texts that state totals of parameters and list nothing: what PEFT's print_trainable_parameters()
// prints.
#include <optional>
#include <set>
#include <string>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "count/count.h"
#include "model/read/other_text.h"
#include "model/read/read.h"
#include "model/texts/outline.h"
#include "model/texts/quoted_code.h"
#include "model/texts/stated_tables.h"
#include "open/formats.h"
#include "open/messages.h"

namespace paramscope::open {
namespace {

/// The totals of a text, and whether at least every second line states one.
struct FoundTotals {
    std::vector<StatedTotal> totals;
    bool are_most = false;
};

FoundTotals totals_of(std::string_view text) {
    FoundTotals all;
    std::size_t lines = 0, lines_with_totals = 0;
    std::set<std::string_view> ranks;  // a log has them again where training begins again
    for (std::uint32_t at = 0; at < text.size(); at = next_line(text, at)) {
        const std::uint32_t end = line_end(text, at);
        if (trim(text.substr(at, end - at)).empty()) continue;
        std::vector<StatedTotal> found = find_stated_totals(text, at, end);
        ++lines;
        lines_with_totals += !found.empty();
        for (const StatedTotal& stated : found) {
            const bool is_of_rank = stated.kind == StatedTotal::Kind::OfRank;
            if (!is_of_rank || ranks.insert(slice(text, stated.span)).second) all.totals.push_back(stated);
        }
    }
    all.are_most = lines_with_totals * 2 >= lines;
    if (all.totals.empty()) all.totals = find_totals_in_table(text);
    return all;
}

/// Numbers of parameters that fit each other.
struct Totals {
    std::optional<Integer> all, trainable, frozen;
    bool is_rounded = false;   ///< the only one is `all`, and lacks digits
    bool is_of_ranks = false;  ///< `all` is the sum of some devices, perhaps not of all
    Span span;                 ///< of the first
};

/// The sum of what a model has on its devices; nullopt where other totals are stated, too.
std::optional<Totals> sum_of_ranks(const std::vector<StatedTotal>& found) {
    Totals totals{Integer(0), {}, {}, false, true, found.front().span};
    for (const StatedTotal& stated : found) {
        if (stated.kind != StatedTotal::Kind::OfRank) return std::nullopt;
        *totals.all += stated.number.value;
    }
    return totals;
}

/// The totals without rounded ones that may be another one of the same kind, which has more digits.
std::vector<StatedTotal> without_repeats(const std::vector<StatedTotal>& found) {
    std::vector<StatedTotal> kept;
    for (const StatedTotal& stated : found) {
        const auto repeated = std::find_if(kept.begin(), kept.end(), [&](const StatedTotal& each) {
            const bool is_rounded = each.number.precision > 0 || stated.number.precision > 0;
            return each.kind == stated.kind && is_rounded && may_be_equal(each.number, stated.number);
        });
        if (repeated == kept.end()) {
            kept.push_back(stated);
        } else if (stated.number.precision < repeated->number.precision) {
            *repeated = stated;
        }
    }
    return kept;
}

/// nullopt when there is none, when one of several is rounded, or when they differ from each other.
std::optional<Totals> read_totals(const std::vector<StatedTotal>& all) {
    const std::vector<StatedTotal> found = without_repeats(all);
    if (!found.empty() && found.front().kind == StatedTotal::Kind::OfRank) return sum_of_ranks(found);
    Totals totals;
    for (const StatedTotal& stated : found) {
        if (stated.kind == StatedTotal::Kind::OfRank) continue;
        if (stated.number.precision > 0) {
            const bool is_alone = found.size() == 1 && stated.kind == StatedTotal::Kind::All;
            if (!is_alone) return std::nullopt;
            totals.is_rounded = true;
        }
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

/// True for a log, settings or a table of which no reader knows more than the totals; for a document, where
/// they are no rounded ones.
bool says_nothing_else(std::string_view text, const Totals& totals) {
    std::string storage;
    MaskedText masked(text, storage);
    mask_quoted_code(masked);
    text = masked.text();
    const TreeStart tree = find_tree(text);
    const std::optional<OtherText> other = recognise_other_text(text, tree);
    constexpr std::string_view kinds[] = {"stated-total",
                                          "log",
                                          "training-log",
                                          "shape-log",
                                          "json",
                                          "table",
                                          "settings",
                                          "llama-log",
                                          "memory-estimate",
                                          "weights-settings",
                                          "gguf-metadata",
                                          "vllm-log",
                                          "sglang-log",
                                          "generation-config",
                                          "tokenizer-config",
                                          "training-settings",
                                          "fine-tuning-settings"};
    if (!other) return tree.kind == TreeStart::Kind::None;
    return contains(kinds, other->name) || (!totals.is_rounded && other->name == "document");
}

std::string tensor_line(std::string_view name, const Integer& count, bool is_trained) {
    return concat("  (", name, "): Parameter(", to_string(count),
                  is_trained ? ")\n" : ", requires_grad=False)\n");
}

std::string model_text(const Totals& totals) {
    std::string text = concat("basis: ",
                              totals.is_rounded                   ? "approximate"
                              : totals.all && !totals.is_of_ranks ? "printed"
                                                                  : "partial",
                              "\n\nModel(\n");
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
    const FoundTotals found = totals_of(beginning.bytes);
    const std::optional<Totals> totals = read_totals(found.totals);
    if (!totals) return Confidence::None;
    if (found.are_most) return Confidence::Likely;
    const std::size_t error = beginning.bytes.find("Traceback (most recent call last)");
    if (!says_nothing_else(beginning.bytes.substr(0, error), *totals)) return Confidence::None;
    return error == std::string_view::npos ? Confidence::Probable : Confidence::Strong;  // a log that ends so
}

std::optional<Opened> open_total_of_cut_print(ByteSource& file, const Beginning& beginning) {
    if (file.size() > kLargestText || !holds(beginning.bytes, "...")) return std::nullopt;
    Opened opened = open_stated_totals(file, beginning);
    if (opened.model.is_empty()) return std::nullopt;
    const Report stated = count_text(opened.model.text()), print = count_text(opened.source_text);
    if (stated.root() == nullptr || print.root() == nullptr) return std::nullopt;
    const auto is_cut = [](const Diagnostic& each) { return each.message.id() == "model_text.left_out"; };
    const Quantity& counted = print.root()->facts->parameters;
    const bool is_more = stated.root()->facts->parameters.value.value_or(0) > counted.value.value_or(0);
    if (counted.is_complete() || !is_more || none_of(print.diagnostics, is_cut)) return std::nullopt;
    opened.source = opened.format = "stated-totals";
    return opened;
}

Opened open_stated_totals(ByteSource& file, const Beginning&) {
    Opened opened;
    opened.source_text = read_whole(file, kLargestText, opened);
    if (has_errors(opened.diagnostics)) return opened;
    const std::optional<Totals> totals = read_totals(totals_of(opened.source_text).totals);
    if (!totals) {
        opened.diagnostics.push_back({Severity::Error, message("stated.no_total")});
        return opened;
    }
    opened.model = model_text(*totals);
    opened.diagnostics.push_back(
        totals->is_of_ranks  ? Diagnostic{Severity::Warning, message("stated.of_ranks"), totals->span}
        : totals->is_rounded ? Diagnostic{Severity::Warning, message("stated.rounded_only"), totals->span}
        : totals->all        ? Diagnostic{Severity::Note, message("stated.totals_only"), totals->span}
                             : Diagnostic{Severity::Warning, message("stated.trainable_only"), totals->span});
    return opened;
}

}  // namespace paramscope::open
