#include "open/checkpoint/contents.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "algebra/rational.h"
#include "base/concat.h"
#include "base/utf8.h"
#include "base/characters.h"
#include "model/dtype.h"
#include "model/read.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kLongestName = 500;
constexpr std::size_t kMostDimensions = 64;
constexpr std::size_t kMostDiagnostics = 20;
constexpr std::size_t kMostNotes = 60;
constexpr std::uint64_t kMostElements = std::numeric_limits<std::int64_t>::max();

/// Whether a name can stand in a line of ties.
bool is_path(std::string_view name) {
    return !name.empty() &&
           std::all_of(name.begin(), name.end(), [](char c) { return is_name_part(c) || c == '.'; });
}

/// Control characters, and those that end lines or turn the direction of what follows.
bool is_invisible(char32_t code) {
    return code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x200b && code <= 0x200f) ||
           (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) || code == 0xfeff;
}

}  // namespace

std::string printable(std::string_view text) {
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

std::optional<std::uint64_t> elements_of(const std::vector<std::uint64_t>& shape) {
    if (std::find(shape.begin(), shape.end(), 0u) != shape.end()) return 0;
    std::uint64_t elements = 1;
    for (const std::uint64_t size : shape) {
        if (size > kMostElements / elements) return std::nullopt;
        elements *= size;
    }
    return elements;
}

std::optional<std::uint64_t> bytes_of(std::uint64_t elements, std::string_view dtype) {
    const std::optional<Rational> bits = bits_of(dtype);
    if (!bits) return std::nullopt;
    const Integer per_byte = bits->denominator() * 8;
    const Integer bytes = (Integer{elements} * bits->numerator() + per_byte - 1) / per_byte;
    if (bytes > Integer{kMostElements}) return std::nullopt;
    return static_cast<std::uint64_t>(bytes);
}

void Contents::add(NamedTensor tensor, std::uint64_t byte) {
    if (is_full()) return;
    tensor.name = printable(tensor.name);
    if (tensor.shape.size() > kMostDimensions) {
        error(concat("tensor ", tensor.name, " has ", tensor.shape.size(), " dimensions"), byte);
    } else if (!elements_of(tensor.shape)) {
        error(concat("tensor ", tensor.name, " has more elements than can be"), byte);
    } else {
        set_.tensors.push_back(std::move(tensor));
        if (is_full()) error(concat("no more than ", kMostTensors, " tensors are read"), byte);
    }
}

void Contents::note(std::string_view line) {
    if (set_.notes.size() < kMostNotes) set_.notes.push_back(printable(line));
}

void Contents::share(std::string_view name, std::string_view other) {
    if (is_path(name) && is_path(other)) {
        set_.shared.emplace_back(name, other);
    } else {
        remark(
            concat(printable(name), " has the storage of ", printable(other), " and is counted beside it"));
    }
}

void Contents::error(Message message, std::uint64_t byte) {
    add_diagnostic(Severity::Error, concat(message.english(), " (byte ", byte, ")"));
}

void Contents::warning(Message message) {
    add_diagnostic(Severity::Warning, std::move(message));
}

void Contents::remark(Message message) {
    add_diagnostic(Severity::Note, std::move(message));
}

void Contents::add_diagnostic(Severity severity, Message message) {
    if (diagnostics_.size() < kMostDiagnostics) {
        diagnostics_.push_back({severity, std::move(message), {}, ""});
    } else {
        ++untold_;
    }
}

/// Names stand for one tensor each: of several the first stays.
void Contents::tell_duplicates() {
    std::vector<NamedTensor>& tensors = set_.tensors;
    std::vector<std::uint32_t> order(tensors.size());
    std::iota(order.begin(), order.end(), 0u);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::uint32_t a, std::uint32_t b) { return tensors[a].name < tensors[b].name; });
    std::vector<bool> repeats(tensors.size());
    for (std::size_t i = 1; i < order.size(); ++i) {
        if (tensors[order[i - 1]].name != tensors[order[i]].name) continue;
        repeats[order[i]] = true;
        add_diagnostic(Severity::Error,
                       concat("tensor ", tensors[order[i]].name, " is listed more than once"));
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (repeats[i]) continue;
        if (kept != i) tensors[kept] = std::move(tensors[i]);
        ++kept;
    }
    tensors.resize(kept);
}

Opened Contents::opened(std::string_view root) {
    tell_duplicates();
    if (set_.tensors.empty() && !has_errors(diagnostics_))
        add_diagnostic(Severity::Error, "holds no tensors");
    return opened_as(set_.tensors.empty() ? std::string() : write_tensor_tree(set_, root));
}

Opened Contents::opened_as(std::string text) {
    Opened opened;
    opened.text = std::move(text);
    if (opened.text.size() > kLargestText) {
        add_diagnostic(Severity::Error,
                       concat("as model text it is larger than ", kLargestText >> 20, " MiB"));
        opened.text.clear();
    }
    if (untold_ > 0) {
        diagnostics_.push_back({Severity::Note, concat(untold_, " more problems are not told"), {}, ""});
    }
    opened.diagnostics = std::move(diagnostics_);
    return opened;
}

}  // namespace paramscope::open
