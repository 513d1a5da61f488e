// Opens listings of tensors with their names and shapes.
#include <algorithm>
#include <optional>

#include "algebra/integer.h"
#include "base/characters.h"
#include "model/names.h"
#include "model/outline.h"
#include "model/read.h"
#include "open/formats.h"
#include "open/listing/items.h"
#include "open/listing/messages.h"
#include "open/tensors/tensors.h"

namespace paramscope::open {
namespace {

bool has_module_lines(std::string_view text) {
    for (std::uint32_t at = 0; at < text.size(); at = next_line(text, at)) {
        if (starts_child_line(text, skip_blanks(text, at))) return true;
    }
    return false;
}

/// Elements of all tensors; nullopt beyond 128 bits.
std::optional<Integer> total_elements(const TensorSet& set) {
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

/// The number at the end of a line, nullopt when it is rounded (`11.7M`).
///   `Total parameters : 725,408` -> 725408
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

/// A total that the text itself states.
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
        report_omissions();
        if (set.tensors.empty()) {
            add_diagnostic(Severity::Error, message("listing.no_tensors"), {});
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
            add_diagnostic(Severity::Warning,
                           shortened.count == 1
                               ? message("listing.shortened_tensor")
                               : message("listing.shortened_tensors", {{"count", shortened.count}}),
                           shortened.first);
        }
        return set;
    }

    void report_omissions() {
        if (listing_.elisions.count > 0) {
            add_diagnostic(Severity::Warning, message("listing.lines_left_out"), listing_.elisions.first);
        }
        if (listing_.without_shape.count > 0) {
            add_diagnostic(
                Severity::Warning,
                listing_.without_shape.count == 1
                    ? message("listing.tensor_without_shape")
                    : message("listing.tensors_without_shape", {{"count", listing_.without_shape.count}}),
                listing_.without_shape.first);
        }
    }

    void compare_with_total(const TensorSet& set) {
        const std::optional<StatedTotal> stated = stated_total(opened_.source_text);
        const std::optional<Integer> sum = total_elements(set);
        if (!stated || !sum || stated->value == *sum) return;
        add_diagnostic(Severity::Warning,
                       message("listing.total_differs",
                               {{"stated", to_string(stated->value)}, {"counted", to_string(*sum)}}),
                       stated->span);
    }

    void add_diagnostic(Severity severity, Message sentence, Span span) {
        opened_.diagnostics.push_back({severity, std::move(sentence), span, ""});
    }

    Opened& opened_;
    Listing listing_;
};

}  // namespace

bool is_tensor_listing(const Beginning& beginning) {
    const std::string_view text = beginning.bytes;
    if (text.find('\0') != std::string_view::npos || has_module_lines(text)) return false;
    const Listing listing = read_listing(text);
    const auto certain =
        static_cast<std::size_t>(std::count_if(listing.tensors.begin(), listing.tensors.end(),
                                               [](const ListedTensor& tensor) { return tensor.is_certain; }));
    if (certain == 0 || certain * 2 < listing.tensors.size()) return false;
    return listing.tensor_lines * 2 >= listing.lines || find_tree(text).kind == TreeStart::Kind::None;
}

Opened open_tensor_listing(ByteSource& file, const Beginning&) {
    Opened opened;
    opened.source_text = read_whole(file, kLargestText, opened);
    if (!has_errors(opened.diagnostics)) ListingOpener(opened).open();
    return opened;
}

}  // namespace paramscope::open
