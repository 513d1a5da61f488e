#include "open/checkpoint/support/contents.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <numeric>
#include <utility>

#include "base/characters.h"
#include "base/ranges.h"
#include "base/utf8.h"
#include "model/dtype.h"
#include "model/read/read.h"
#include "open/checkpoint/messages.h"
#include "open/tensors/packing.h"
#include "open/tensors/training_state.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kLongestName = 500;
constexpr std::size_t kMostDimensions = 64;
constexpr std::size_t kMostDiagnostics = 20;
constexpr std::size_t kMostComments = 60;
constexpr std::uint64_t kMostElements = std::numeric_limits<std::int64_t>::max();

/// True for names that a `tie:` line can hold.
bool is_tie_path(std::string_view name) {
    return !name.empty() && all_of(name, [](char c) { return is_name_part(c) || c == '.'; });
}

/// True for text of printable ASCII characters; looks at eight at a time.
bool is_printable_ascii(std::string_view text) {
    constexpr std::uint64_t kEach = 0x0101010101010101;
    std::uint64_t others = 0;  // the high bit of each byte that is no such character
    const auto look = [&](std::uint64_t bytes) {
        others |= (bytes | (bytes - kEach * ' ') | (bytes + kEach)) & kEach * 0x80;
    };
    std::uint64_t bytes = 0;
    for (; text.size() >= sizeof bytes; text.remove_prefix(sizeof bytes)) {
        std::memcpy(&bytes, text.data(), sizeof bytes);
        look(bytes);
    }
    for (const char c : text) look(kEach * static_cast<unsigned char>(c));
    return others == 0;
}

}  // namespace

std::string sanitize_text(std::string_view text) {
    if (text.size() <= kLongestName && is_printable_ascii(text)) return std::string(text);
    std::string line;
    line.reserve(std::min(text.size(), kLongestName));
    while (!text.empty()) {
        if (line.size() >= kLongestName) return line + "...";
        const Utf8Character character = decode_utf8(text);
        const std::size_t length = std::max<std::size_t>(character.length, 1);
        if (character.length == 0 || is_invisible(character.code_point)) {
            line += '?';
        } else {
            line += text.substr(0, length);
        }
        text.remove_prefix(length);
    }
    return line;
}

std::optional<std::uint64_t> byte_count(std::uint64_t elements, std::string_view dtype) {
    return ElementBytes().of(elements, dtype);
}

std::optional<std::uint64_t> ElementBytes::of(std::uint64_t elements, std::string_view dtype) {
    if (dtype != dtype_) {
        dtype_ = dtype;
        bits_ = bits_of(dtype);
        const bool is_whole = bits_ && bits_->denominator() == 1 && bits_->numerator() % 8 == 0;
        whole_bytes_ = is_whole ? static_cast<std::uint64_t>(bits_->numerator() / 8) : 0;
    }
    if (!bits_) return std::nullopt;
    std::uint64_t product = 0;
    if (whole_bytes_ != 0 && !__builtin_mul_overflow(elements, whole_bytes_, &product) &&
        product <= kMostElements)
        return product;
    const Integer per_byte = bits_->denominator() * 8;
    const Integer bytes = (Integer{elements} * bits_->numerator() + per_byte - 1) / per_byte;
    if (bytes > Integer{kMostElements}) return std::nullopt;
    return static_cast<std::uint64_t>(bytes);
}

void CheckpointContents::add(NamedTensor tensor, std::uint64_t byte) {
    if (is_full()) return;
    if (tensor.name.size() > kLongestName || !is_printable_ascii(tensor.name))
        tensor.name = sanitize_text(tensor.name);
    if (tensor.shape.size() > kMostDimensions) {
        add_error(message("checkpoint.too_many_dimensions", {{"tensor", tensor.name},
                                                             {"dimensions", tensor.shape.size()},
                                                             {"most", kMostDimensions}}),
                  byte);
    } else if (!element_count(tensor.shape.sizes())) {
        add_error(message("checkpoint.too_many_elements", {{"tensor", tensor.name}}), byte);
    } else {
        set_.tensors.push_back(std::move(tensor));
        if (is_full()) add_error(message("checkpoint.too_many_tensors", {{"most", kMostTensors}}), byte);
    }
}

void CheckpointContents::add_comment(std::string_view line) {
    if (set_.notes.size() < kMostComments) set_.notes.push_back(sanitize_text(line));
}

void CheckpointContents::add_shared_storage(std::string_view name, std::string_view other) {
    if (is_tie_path(name) && is_tie_path(other)) {
        set_.shared.emplace_back(name, other);
    } else {
        add_note(message("checkpoint.untied_storage",
                         {{"tensor", sanitize_text(name)}, {"other", sanitize_text(other)}}));
    }
}

void CheckpointContents::add_error(Message problem, std::uint64_t byte) {
    lacks_tensors_ = true;
    add_data_error(std::move(problem), byte);
}

void CheckpointContents::add_data_error(Message problem, std::uint64_t byte) {
    add_diagnostic(Severity::Error,
                   message("checkpoint.at_byte", {{"problem", std::move(problem)}, {"byte", byte}}));
}

void CheckpointContents::add_warning(Message problem) {
    add_diagnostic(Severity::Warning, std::move(problem));
}

void CheckpointContents::add_missing(Message problem) {
    lacks_tensors_ = true;
    add_warning(std::move(problem));
}

void CheckpointContents::add_note(Message note) {
    add_diagnostic(Severity::Note, std::move(note));
}

void CheckpointContents::add_diagnostic(Severity severity, Message message) {
    if (diagnostics_.size() < kMostDiagnostics) {
        diagnostics_.push_back({severity, std::move(message)});
    } else {
        ++omitted_;
    }
}

/// Keeps the first tensor of each name; the others are errors.
void CheckpointContents::remove_duplicate_names() {
    std::vector<NamedTensor>& tensors = set_.tensors;
    set_.has_distinct_names = true;
    if (find_repeated_names(tensors).empty()) return;
    std::vector<std::uint32_t> order(tensors.size());
    std::iota(order.begin(), order.end(), 0u);
    stable_sort(order, [&](std::uint32_t a, std::uint32_t b) { return tensors[a].name < tensors[b].name; });
    std::vector<bool> is_duplicate(tensors.size());
    for (std::size_t i = 1; i < order.size(); ++i) {
        if (tensors[order[i - 1]].name != tensors[order[i]].name) continue;
        is_duplicate[order[i]] = true;
        lacks_tensors_ = true;
        add_diagnostic(Severity::Error,
                       message("checkpoint.duplicate_tensor", {{"tensor", tensors[order[i]].name}}));
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (is_duplicate[i]) continue;
        if (kept != i) tensors[kept] = std::move(tensors[i]);
        ++kept;
    }
    tensors.resize(kept);
}

Opened CheckpointContents::as_tensor_tree(std::string_view root_type) {
    remove_duplicate_names();
    if (set_.tensors.empty() && !has_errors(diagnostics_))
        add_diagnostic(Severity::Error, message("checkpoint.no_tensors"));
    if (set_.tensors.empty()) return as_model({});
    for (const auto look : {unpack_weights, mark_training_state}) {
        for (Diagnostic& diagnostic : look(set_)) {
            lacks_tensors_ |= diagnostic.severity == Severity::Warning;
            add_diagnostic(diagnostic.severity, std::move(diagnostic.message));
        }
    }
    return as_model(tensor_model(set_, root_type));
}

Opened CheckpointContents::as_model(OpenedModel model) {
    Opened opened;
    opened.model = std::move(model);
    if (opened.model.model() == nullptr && opened.text().size() > kLargestText) {
        add_diagnostic(Severity::Error, message("checkpoint.text_too_large", {{"most", kLargestText >> 20}}));
        opened.model = {};
    }
    if (omitted_ > 0) {
        diagnostics_.push_back(
            {Severity::Note, message("checkpoint.omitted_problems", {{"count", omitted_}})});
    }
    opened.diagnostics = std::move(diagnostics_);
    if (lacks_tensors_) opened.basis = Basis::Partial;
    return opened;
}

}  // namespace paramscope::open
