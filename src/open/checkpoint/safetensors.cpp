#include "open/checkpoint/safetensors.h"

#include <algorithm>
#include <utility>

#include "open/checkpoint/data_ranges.h"
#include "open/checkpoint/messages.h"
#include "open/checkpoint/safetensors_header.h"
#include "open/checkpoint/shards.h"
#include "open/formats.h"
#include "open/support/cursor.h"
#include "open/support/json.h"

namespace paramscope::open {
namespace {

constexpr std::uint64_t kLargestHeader = 100'000'000;  // the limit of the safetensors library

/// Reads two numbers of 4 or 8 bytes; nullopt where they are no sizes.
std::optional<Shape> sizes_of(std::string_view bytes) {
    MemorySource source(bytes);
    Cursor cursor(source);
    const bool is_long = bytes.size() == 2 * sizeof(std::uint64_t);
    const auto next = [&] {
        return is_long ? cursor.number<std::uint64_t>() : cursor.number<std::uint32_t>();
    };
    const std::uint64_t rows = next(), columns = next();
    if (cursor.failed() || rows == 0 || columns == 0) return std::nullopt;
    return Shape{rows, columns};
}

/// Reads the shape in what bitsandbytes states of a weight as JSON.
std::optional<Shape> quantized_shape(std::string_view bytes) {
    const auto document = JsonDocument::parse(bytes);
    if (!document) return std::nullopt;
    std::vector<std::uint64_t> sizes;
    for (const JsonValue size : document->root().find("shape").items()) {
        const std::optional<Integer> number = size.integer();
        if (!number || *number < 1 || *number > Integer(1) << 62) return std::nullopt;
        sizes.push_back(static_cast<std::uint64_t>(*number));
    }
    return sizes.empty() ? std::nullopt : std::optional(Shape(sizes));
}

/// Reads the values that state the shapes of packed weights: a header does not have them.
void read_stated_shapes(ByteSource& file, const std::vector<DataRange>& lists, std::uint64_t data,
                        CheckpointContents& contents) {
    constexpr std::size_t kMost = 20'000;
    std::size_t count = 0;
    for (const DataRange& range : lists) {
        const NamedTensor& tensor = contents.tensors().tensors[range.tensor];
        const bool is_shape = tensor.name.ends_with("weight_shape") && tensor.shape == Shape{2};
        const bool is_state = tensor.name.view().find(".quant_state.bitsandbytes__") != std::string::npos;
        if ((!is_shape && !is_state) || range.offset >= file.size() || ++count > kMost) continue;
        const auto bytes = file.read(data + range.offset, static_cast<std::size_t>(range.bytes));
        if (!bytes) continue;
        if (auto shape = is_shape ? sizes_of(*bytes) : quantized_shape(*bytes))
            contents.add_stated_shape(tensor.name, std::move(*shape));
    }
}

}  // namespace

void read_safetensors(ByteSource& file, std::string_view, CheckpointContents& contents) {
    contents.tensors().is_state_dict = true;
    Cursor beginning(file, 0, kHeaderBegin);
    const auto length = beginning.number<std::uint64_t>();
    const std::uint64_t left = file.size() - beginning.offset();
    if (beginning.failed() || length > kLargestHeader) {
        return contents.add_error(message("safetensors.no_header_length", {{"most", kLargestHeader}}), 0);
    }
    if (length > left) {
        contents.add_error(message("safetensors.header_cut_off", {{"bytes", length}}), file.size());
    }
    const std::uint64_t data = kHeaderBegin + std::min(length, left);
    std::string text = file.read(kHeaderBegin, static_cast<std::size_t>(data - kHeaderBegin)).value_or("");
    TensorEntries entries(text.size(), contents);
    if (std::optional<HeaderProblem> problem = read_header(text, entries)) {
        contents.add_error(message("safetensors.invalid_header", {{"problem", std::move(problem->message)}}),
                           problem->byte);
    }
    read_stated_shapes(file, entries.short_lists(), data, contents);
    check_data_ranges(std::move(entries.ranges()), data, file.size(), contents);
}

bool is_safetensors(const Beginning& beginning) {
    const std::string_view bytes = beginning.bytes;
    if (bytes.size() <= kHeaderBegin || bytes[kHeaderBegin] != '{') return false;
    MemorySource source(bytes);
    return Cursor(source).number<std::uint64_t>() <= kLargestHeader;
}

Opened open_safetensors(ByteSource& file, const Beginning& beginning) {
    return open_shards(file, beginning.name, read_safetensors);
}

}  // namespace paramscope::open
