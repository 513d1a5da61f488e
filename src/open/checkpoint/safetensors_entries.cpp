#include "open/checkpoint/safetensors_entries.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/concat.h"
#include "open/checkpoint/messages.h"
#include "open/support/safetensors_types.h"

namespace paramscope::open {

constexpr std::size_t kShortestEntry = 64;  // bytes of a tensor; few have fewer

TensorEntries::TensorEntries(std::size_t header, CheckpointContents& contents) : contents_(contents) {
    ranges_.reserve(header / kShortestEntry);
    contents.reserve(header / kShortestEntry);
}

void TensorEntries::add(TensorEntry&& entry) {
    constexpr std::uint64_t kLongest = 4096;  // bytes of a list with the shape of a packed weight
    if (entry.type != type_) {
        type_ = entry.type;
        dtype_ = safetensors_dtype(type_);
        is_index_ = is_index_dtype(dtype_);
    }
    if (dtype_.empty()) {
        contents_.add_warning(message("checkpoint.unknown_dtype", {{"tensor", sanitize_text(entry.name)},
                                                                   {"type", sanitize_text(type_)}}));
    }
    check_size(entry);
    const std::size_t count = contents_.tensors().tensors.size();
    const bool is_list = entry.shape.size() == 1;
    contents_.add({entry.name, std::move(entry.shape), dtype_, is_index_}, entry.byte);
    if (contents_.tensors().tensors.size() == count) return;
    const std::uint64_t bytes = entry.end - std::min(entry.begin, entry.end);
    ranges_.push_back({entry.begin, bytes, entry.byte, static_cast<std::uint32_t>(count)});
    if (is_list && bytes <= kLongest) short_lists_.push_back(ranges_.back());
}

void TensorEntries::add_incomplete(std::string_view name, std::uint64_t byte) {
    contents_.add_error(message("safetensors.incomplete_tensor", {{"tensor", sanitize_text(name)}}), byte);
}

void TensorEntries::add_metadata(std::string_view key, std::string_view value) {
    contents_.add_comment(concat(key.substr(0, kLongestNote), " = ", value.substr(0, kLongestNote)));
}

void TensorEntries::check_size(const TensorEntry& entry) {
    const std::optional<std::uint64_t> elements = element_count(entry.shape.sizes());
    const std::optional<std::uint64_t> bytes = elements ? sizes_.of(*elements, dtype_) : std::nullopt;
    if (entry.begin > entry.end) {
        contents_.add_error(message("safetensors.offsets_reversed", {{"tensor", sanitize_text(entry.name)}}),
                            entry.byte);
    } else if (bytes && *bytes != entry.end - entry.begin) {
        contents_.add_error(message("safetensors.size_mismatch", {{"tensor", sanitize_text(entry.name)},
                                                                  {"expected", *bytes},
                                                                  {"actual", entry.end - entry.begin}}),
                            entry.byte);
    }
}

}  // namespace paramscope::open
