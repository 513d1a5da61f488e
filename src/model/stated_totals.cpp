#include "model/stated_totals.h"

#include <algorithm>
#include <string>

#include "base/characters.h"

namespace paramscope {
namespace {

constexpr std::size_t kLabelBytes = 24;  ///< before the word: "number of trainable"

/// What the words before `params` count; nullopt when they do not name it.
std::optional<StatedTotal::Kind> kind_of(std::string_view words) {
    const auto names = [&](std::string_view word) { return words.find(word) != std::string_view::npos; };
    if (names("non-trainable") || names("non trainable") || names("frozen")) return StatedTotal::Kind::Frozen;
    if (names("trainable")) return StatedTotal::Kind::Trainable;
    if (names("total") || names("all ") || names("number of") || names("model has"))
        return StatedTotal::Kind::All;
    return std::nullopt;
}

/// The offset of the number behind `params: `; nullopt when none follows.
std::optional<std::size_t> number_after(std::string_view line, std::size_t at) {
    for (const std::string_view word : {"eters", "eter", "s"}) {
        if (!line.substr(at).starts_with(word)) continue;
        at += word.size();
        break;
    }
    for (const std::string_view word : {" per gpu", " count"}) {
        if (line.substr(at).starts_with(word)) at += word.size();
    }
    const auto skip_blanks = [&] {
        while (at < line.size() && is_blank(line[at])) ++at;
    };
    skip_blanks();
    if (at >= line.size() || (line[at] != ':' && line[at] != '=')) return std::nullopt;
    ++at;
    skip_blanks();
    return at < line.size() && is_digit(line[at]) ? std::optional(at) : std::nullopt;
}

}  // namespace

std::vector<StatedTotal> find_stated_totals(std::string_view text, std::uint32_t begin, std::uint32_t end) {
    constexpr std::string_view word = "param";
    const std::string line = lowercase(text.substr(begin, end - begin));
    std::vector<StatedTotal> totals;
    std::size_t label = 0;  // the label does not reach over the number before
    for (std::size_t at = line.find(word); at != std::string::npos; at = line.find(word, at + 1)) {
        const auto number = number_after(line, at + word.size());
        if (!number) continue;
        // The unit of a number keeps its case.
        const auto printed = read_printed_number(
            text.substr(begin + *number, end - begin - static_cast<std::uint32_t>(*number)));
        const std::size_t from = std::max(label, at > kLabelBytes ? at - kLabelBytes : 0);
        const bool is_per_gpu =
            std::string_view(line).substr(at, *number - at).find("per gpu") != std::string::npos;
        const auto kind = is_per_gpu ? std::optional(StatedTotal::Kind::All)
                                     : kind_of(std::string_view(line).substr(from, at - from));
        if (!printed) continue;
        label = *number + printed->length;
        if (!kind) continue;
        totals.push_back(
            {*kind,
             *printed,
             {begin + static_cast<std::uint32_t>(at), begin + static_cast<std::uint32_t>(label)}});
    }
    return totals;
}

std::optional<StatedTotal> whole_total(const std::vector<StatedTotal>& totals) {
    std::optional<StatedTotal> whole;
    for (const StatedTotal& total : totals) {
        if (total.kind != StatedTotal::Kind::All) continue;
        if (whole && !may_be_equal(whole->number, total.number)) return std::nullopt;
        if (!whole || total.number.precision < whole->number.precision) whole = total;
    }
    return whole;
}

}  // namespace paramscope
