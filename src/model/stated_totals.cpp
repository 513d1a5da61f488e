#include "model/stated_totals.h"

#include <algorithm>
#include <initializer_list>
#include <string>

#include "base/characters.h"
#include "base/ranges.h"
#include "base/text_parts.h"

namespace paramscope {
namespace {

constexpr std::size_t kLabelBytes = 24;  ///< before the word: "number of trainable"

/// The kind that words around a number name; nullopt for none.
std::optional<StatedTotal::Kind> trained_kind(std::string_view words) {
    if (contains_any(words, {"non-trainable", "non trainable", "untrainable", "frozen"}))
        return StatedTotal::Kind::Frozen;
    if (contains_any(words, {"trainable", "learnable"})) return StatedTotal::Kind::Trainable;
    return std::nullopt;
}

/// What the words before `params` count; nullopt when they do not name it.
std::optional<StatedTotal::Kind> kind_of_label(std::string_view words) {
    if (const auto kind = trained_kind(words)) return kind;
    if (contains_any(words, {"total", "all ", "number of", "model ", "model has"}))
        return StatedTotal::Kind::All;
    constexpr std::string_view last_words[] = {"#", "# of", "num", "num_", "n_", "model_"};
    const bool is_named = any_of(last_words, [last = trim(words)](std::string_view word) {
        const std::size_t begin = last.size() - std::min(word.size(), last.size());
        return last.ends_with(word) && (begin == 0 || !is_name_part(last[begin - 1]));
    });
    return is_named ? std::optional(StatedTotal::Kind::All) : std::nullopt;
}

/// A number that a line states, and what it counts.
struct Stated {
    StatedTotal::Kind kind = StatedTotal::Kind::All;
    std::size_t begin = 0, end = 0;  ///< from the label to the number, or the other way round
    PrintedNumber number;
};

/// A line, and the line in lower case.
struct Line {
    std::string_view text;
    std::string small;
    std::size_t first = 0, last = 0;  ///< where its words begin and end
    bool ends_block = false;          ///< the line below it is `}`
    bool is_of_part = false;          ///< the line below it gives the parameters of the whole model

    explicit Line(std::string_view line, std::string_view below = {})
        : text(line),
          small(lowercase(line)),
          ends_block(below == "}"),
          is_of_part(holds(below, "params of model = ")) {
        first = skip_blanks(0);
        last = text.size();
        while (last > first && is_blank(text[last - 1])) --last;
    }
    std::string_view part(std::size_t begin, std::size_t end) const {
        return std::string_view(small).substr(begin, end - begin);
    }
    std::size_t skip_blanks(std::size_t at) const {
        while (at < text.size() && is_blank(text[at])) ++at;
        return at;
    }
    /// The number at `at`, whose unit keeps its case; none for a share.
    std::optional<PrintedNumber> number_at(std::size_t at) const {
        if (at >= text.size() || !is_digit(text[at])) return std::nullopt;
        const auto number = read_printed_number(text.substr(at));
        const std::size_t end = number ? at + number->length : text.size();
        return end < text.size() && text[end] == '%' ? std::nullopt : number;
    }
};

/// The end of `params`, `parameters`, `param count` at `at`, which begins so.
std::size_t word_end(const Line& line, std::size_t at, std::initializer_list<std::string_view> tails) {
    at += std::string_view("param").size();
    for (const std::string_view tail : {"eters", "eter", "s"}) {
        if (!line.part(at, line.small.size()).starts_with(tail)) continue;
        at += tail.size();
        break;
    }
    for (const std::string_view tail : tails) {
        if (line.part(at, line.small.size()).starts_with(tail)) at += tail.size();
    }
    return at;
}

/// The offset of the number behind `params: ` or, where a label names it, `params | `; nullopt for none.
std::optional<std::size_t> number_after(const Line& line, std::size_t word) {
    const std::size_t end = word_end(line, word, {" per gpu", " count", "_count"});
    std::size_t at =
        line.skip_blanks(line.text.find_first_not_of('*', end));  // in bold: **Total parameters**
    if (at >= line.text.size()) return std::nullopt;
    if (line.text[at] == ':' || line.text[at] == '=' || line.text[at] == '|') {
        ++at;
    } else if (at == end || line.text[at - 1] != ' ') {
        return std::nullopt;
    }
    return line.skip_blanks(at);
}

/// `Total params: 25,557,032` with the word at `word`; the label does not reach over `from`.
std::optional<Stated> read_label_first(const Line& line, std::size_t word, std::size_t from) {
    const std::optional<std::size_t> at = number_after(line, word);
    const auto number = at ? line.number_at(*at) : std::nullopt;
    if (!number) return std::nullopt;
    const bool is_whole_line = word == line.first && *at + number->length == line.last;
    const std::size_t label = std::max(from, word > kLabelBytes ? word - kLabelBytes : 0);
    const std::string_view between = line.part(word, *at);
    if (line.is_of_part && contains_any(between, {"per gpu"})) return std::nullopt;
    const bool is_beside_work = contains_any(line.small, {"macs:", "flops:", "macs =", "flops ="});
    const bool is_named = contains_any(between, {"per gpu", "count"}) || is_beside_work ||
                          (is_whole_line && (number->precision > 0 || line.ends_block));
    const auto named = is_named ? std::optional(StatedTotal::Kind::All) : std::nullopt;
    const std::string_view before = line.part(label, word);
    const bool has_sign = contains_any(between, {":", "="});
    const auto label_kind = kind_of_label(before);
    const bool needs_more = !has_sign && !is_whole_line && !contains_any(before, {"total", "all "});
    const auto kind = needs_more ? std::nullopt : label_kind ? label_kind : named;
    if (!kind) return std::nullopt;
    return Stated{*kind, word, *at + number->length, *number};
}

/// Megatron's `number of parameters on (tensor, pipeline) model parallel rank (0, 0): 8030261248`.
std::optional<Stated> read_rank(const Line& line, std::size_t word) {
    constexpr std::string_view before = " on (tensor, pipeline) model parallel rank (", after = "): ";
    const std::size_t begin = word_end(line, word, {});
    const std::size_t end = line.small.find(after, begin);
    if (!line.part(begin, line.small.size()).starts_with(before) || end == std::string::npos)
        return std::nullopt;
    const std::size_t at = end + after.size();
    const auto number = line.number_at(at);
    if (!number) return std::nullopt;
    return Stated{StatedTotal::Kind::OfRank, word, at + number->length, *number};
}

/// DeepSpeed's `params of model = params per GPU * mp_size:   336.23 M`.
std::optional<Stated> read_profile(const Line& line, std::size_t word) {
    if (!line.part(word, line.small.size()).starts_with("params of model = ")) return std::nullopt;
    const auto number = line.number_at(line.skip_blanks(std::min(line.small.rfind(':'), line.last) + 1));
    return number ? std::optional(Stated{StatedTotal::Kind::All, word, line.last, *number}) : std::nullopt;
}

/// `"general.parameter_count": 8030261248`, a key of a GGUF file's metadata, which Ollama shows.
std::optional<Stated> read_metadata(const Line& line, std::size_t word) {
    constexpr std::string_view key = "general.parameter_count";
    const std::size_t begin = line.small.find(key);
    if (begin == std::string::npos || begin + std::string_view("general.").size() != word)
        return std::nullopt;
    const std::size_t at = line.text.find_first_not_of("\": ", begin + key.size());
    const auto number = at == std::string_view::npos ? std::nullopt : line.number_at(at);
    if (!number) return std::nullopt;
    return Stated{StatedTotal::Kind::All, begin, at + number->length, *number};
}

/// `41,943,040 of 8,072,204,288`, `41,943,040/8,072,204,288`: all of which those that are trained are some.
/// Whole billions are none: Unsloth takes them from a quantised model's name, 7,000,000,000 from "gemma-7b"
/// (8.54 billion) and 5,000,000,000 from "1.5B".
std::optional<Stated> read_whole_of(const Line& line, const Stated& part) {
    const std::string_view rest = line.part(part.end, line.small.size());
    const std::size_t of = rest.starts_with(" of ") ? 4 : rest.starts_with("/") ? 1 : 0;
    if (part.kind != StatedTotal::Kind::Trainable || of == 0) return std::nullopt;
    const std::size_t at = part.end + of;
    const auto number = line.number_at(at);
    const Integer billion = 1'000'000'000;
    if (!number || number->value % billion == 0) return std::nullopt;
    return Stated{StatedTotal::Kind::All, part.begin, at + number->length, *number};
}

/// The end of the number before `end`, which words may follow that say what it counts: `8.03 B total `.
std::size_t number_end_before(const Line& line, std::size_t end) {
    constexpr std::string_view words[] = {"", "total", "trainable", "non-trainable", "learnable", "model"};
    for (std::size_t words_left = 2; words_left > 0; --words_left) {
        while (end > 0 && is_blank(line.text[end - 1])) --end;
        std::size_t begin = end;
        while (begin > 0 && (is_letter(line.text[begin - 1]) || line.text[begin - 1] == '-')) --begin;
        if (!contains(words, line.part(begin, end))) return end;
        end = begin;
    }
    while (end > 0 && is_blank(line.text[end - 1])) --end;
    return end;
}

/// Where the number that ends at `end` begins: `1,234`, `8.03 B`; nullopt for none, and for a part of a word.
std::optional<std::size_t> number_begin(const Line& line, std::size_t end) {
    std::size_t at = end;
    const auto before = [&](auto is_of_kind) { return at > 0 && is_of_kind(line.text[at - 1]); };
    if (before(is_letter)) --at;
    if (at < end && before(is_blank)) --at;
    while (before([](char c) { return is_digit(c) || c == ',' || c == '.'; })) --at;
    const auto number = line.number_at(at);
    const bool is_whole =
        number && at + number->length == end && !before([](char c) { return is_name_part(c) || c == '-'; });
    return is_whole ? std::optional(at) : std::nullopt;
}

/// `319 layers, 2,624,080 parameters` with the word at `word`.
std::optional<Stated> read_number_first(const Line& line, std::size_t word, std::size_t from) {
    const Integer least_alone = 1000;  // "has 2 parameters: a and b" is no total
    const std::size_t end = number_end_before(line, word);
    const std::optional<std::size_t> begin = number_begin(line, end);
    if (!begin || *begin < from) return std::nullopt;
    const PrintedNumber number = line.number_at(*begin).value_or(PrintedNumber());
    const std::string_view between = line.part(end, word);
    const std::string_view before =
        line.part(std::max(from, *begin > kLabelBytes ? *begin - kLabelBytes : 0), *begin);
    const std::size_t word_ends = word_end(line, word, {});
    const bool is_alone = *begin == line.first && word_ends == line.last;
    const Stated stated{StatedTotal::Kind::All, *begin, word_ends, number};
    if (const auto kind = trained_kind(between)) return Stated{*kind, *begin, word_ends, number};
    if (contains_any(between, {"total"}) || contains_any(before, {"total", "summary", "layers"}))
        return stated;
    const bool is_named =
        is_alone || contains_any(before, {" has ", "number of", "size", "contains", "containing"});
    return is_named && number.value >= least_alone ? std::optional(stated) : std::nullopt;
}

/// The number that a call printed which counts parameters, `sum(p.numel() for p in model.parameters())`:
/// alone in the line below it.
std::optional<PrintedNumber> number_below(std::string_view text, const Line& call, std::uint32_t end) {
    const bool is_call = contains_any(call.small, {".numel()", "num_parameters(", "count_params("});
    if (!is_call || contains_any(call.small, {"requires_grad", "only_trainable"})) return std::nullopt;
    const std::uint32_t below = next_line(text, end);
    if (below >= text.size()) return std::nullopt;
    const Line line(text.substr(below, line_end(text, below) - below));
    const auto number = line.number_at(line.first);
    return number && line.first + number->length == line.last ? number : std::nullopt;
}

}  // namespace

std::vector<StatedTotal> find_stated_totals(std::string_view text, std::uint32_t begin, std::uint32_t end) {
    constexpr std::string_view word = "param";
    const std::uint32_t below = next_line(text, end);
    const Line line(text.substr(begin, end - begin), text.substr(below, line_end(text, below) - below));
    std::vector<StatedTotal> totals;
    if (const auto counted = number_below(text, line, end))
        return {{StatedTotal::Kind::All, *counted, {begin, end}}};
    std::size_t from = 0;  // behind the number before
    const auto add = [&](const Stated& stated) {
        totals.push_back({stated.kind,
                          stated.number,
                          {begin + static_cast<std::uint32_t>(stated.begin),
                           begin + static_cast<std::uint32_t>(stated.end)}});
        from = stated.end;
    };
    for (std::size_t at = line.small.find(word); at != std::string::npos;
         at = line.small.find(word, at + 1)) {
        if (const auto of_rank = read_rank(line, at)) {
            add(*of_rank);
        } else if (const auto profile = read_profile(line, at)) {
            add(*profile);
            break;
        } else if (const auto of_file = read_metadata(line, at)) {
            add(*of_file);
        } else if (const auto stated = read_label_first(line, at, from)) {
            add(*stated);
            if (const auto whole = read_whole_of(line, *stated)) add(*whole);
        } else if (const auto first = read_number_first(line, at, from)) {
            add(*first);
        } else if (const auto next = number_after(line, at)) {
            if (const auto number = line.number_at(*next)) from = *next + number->length;
        }
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
