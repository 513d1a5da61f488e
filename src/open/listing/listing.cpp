// Lines that name tensors and give their shapes -> model text.
#include <algorithm>
#include <optional>

#include "algebra/integer.h"
#include "base/concat.h"
#include "base/characters.h"
#include "model/names.h"
#include "model/outline.h"
#include "model/read.h"
#include "open/formats.h"
#include "open/listing/items.h"
#include "open/tensors/tensors.h"

namespace paramscope::open {
namespace {

bool holds_module_lines(std::string_view text) {
    for (std::uint32_t at = 0; at < text.size(); at = next_line(text, at)) {
        if (starts_child_line(text, skip_blanks(text, at))) return true;
    }
    return false;
}

std::string times(std::size_t count, std::string_view one, std::string_view several) {
    return count == 1 ? std::string(one) : concat(count, " ", several);
}

/// Elements of all tensors; nullopt when they are more than can be counted.
std::optional<Integer> elements_of(const TensorSet& set) {
    Integer sum = 0;
    for (const NamedTensor& tensor : set.tensors) {
        std::optional<Integer> count = Integer(1);
        for (const std::uint64_t size : tensor.shape) {
            if (count) count = checked_multiply(*count, Integer(size));
        }
        const std::optional<Integer> next = count ? checked_add(sum, *count) : std::nullopt;
        if (!next) return std::nullopt;
        sum = *next;
    }
    return sum;
}

/// `Total parameters : 725,408` -> 725408. The last number of the line, nullopt where it is rounded
/// (`11.7M`).
std::optional<Integer> number_at_end(std::string_view line) {
    line = trim(line);
    std::size_t begin = line.size();
    while (begin > 0 && (is_digit(line[begin - 1]) || line[begin - 1] == ',')) --begin;
    std::string digits;
    for (const char c : line.substr(begin)) {
        if (c != ',') digits.push_back(c);
    }
    if (digits.empty() || (begin > 0 && (is_name_part(line[begin - 1]) || line[begin - 1] == '.')))
        return std::nullopt;
    return parse_integer(digits);
}

/// What the text itself says the total is, where it does.
struct StatedTotal {
    Integer value;
    Span span;
};
std::optional<StatedTotal> stated_total(std::string_view text) {
    for (std::uint32_t at = 0; at < text.size(); at = next_line(text, at)) {
        const std::uint32_t end = line_end(text, at);
        const std::string_view line = trim(text.substr(at, end - at));
        if (!line.starts_with("Total param") && !line.starts_with("total param")) continue;
        if (const auto value = number_at_end(line)) return StatedTotal{*value, {at, end}};
    }
    return std::nullopt;
}

class ListingOpener {
  public:
    explicit ListingOpener(Opened& opened) : opened_(opened), listing_(read_listing(opened.source_text)) {}

    void open() {
        TensorSet set = collect();
        tell_what_is_missing();
        if (set.tensors.empty()) {
            say(Severity::Error, "no tensor with its shape can be read from this listing", {});
            return;
        }
        compare_with_total(set);
        opened_.text = write_tensor_tree(set, "Model");
    }

  private:
    TensorSet collect() {
        TensorSet set;
        set.tensors.reserve(listing_.tensors.size());
        Occurrences shortened;
        for (ListedTensor& listed : listing_.tensors) {
            if (!listed.sizes) {
                if (shortened.count++ == 0) shortened.first = listed.span;
                continue;
            }
            set.tensors.push_back(
                {std::string(listed.name), std::move(*listed.sizes), std::string(listed.type)});
        }
        if (shortened.count > 0) {
            say(Severity::Warning,
                concat(times(shortened.count, "this tensor is", "tensors are"),
                       " printed with parts left out, so the shape is not in the text and totals are \"at "
                       "least\""),
                shortened.first);
        }
        return set;
    }

    void tell_what_is_missing() {
        if (listing_.elisions.count > 0) {
            say(Severity::Warning, "lines are left out here: totals are \"at least\"",
                listing_.elisions.first);
        }
        if (listing_.shapeless.count > 0) {
            say(Severity::Warning,
                concat(times(listing_.shapeless.count, "this tensor", "tensors"),
                       " stands without a shape: totals are \"at least\""),
                listing_.shapeless.first);
        }
    }

    void compare_with_total(const TensorSet& set) {
        const std::optional<StatedTotal> stated = stated_total(opened_.source_text);
        const std::optional<Integer> sum = elements_of(set);
        if (!stated || !sum || stated->value == *sum) return;
        say(Severity::Warning,
            concat("the text says ", to_string(stated->value), " in all, the tensors it lists have ",
                   to_string(*sum)),
            stated->span);
    }

    void say(Severity severity, Message message, Span span) {
        opened_.diagnostics.push_back({severity, std::move(message), span, ""});
    }

    Opened& opened_;
    Listing listing_;
};

}  // namespace

bool is_tensor_listing(const Beginning& beginning) {
    const std::string_view text = beginning.bytes;
    if (text.find('\0') != std::string_view::npos || holds_module_lines(text)) return false;
    const Listing listing = read_listing(text);
    const auto sure =
        static_cast<std::size_t>(std::count_if(listing.tensors.begin(), listing.tensors.end(),
                                               [](const ListedTensor& tensor) { return tensor.is_sure; }));
    if (sure == 0 || sure * 2 < listing.tensors.size()) return false;
    return listing.of_tensors * 2 >= listing.lines || find_tree(text).kind == TreeStart::Kind::None;
}

Opened open_tensor_listing(ByteSource& file, const Beginning&) {
    Opened opened;
    opened.source_text = read_whole(file, kLargestText, opened);
    if (!has_errors(opened.diagnostics)) ListingOpener(opened).open();
    return opened;
}

}  // namespace paramscope::open
