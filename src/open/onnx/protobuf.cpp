#include "open/onnx/protobuf.h"

#include <algorithm>
#include <cstring>

#include "open/onnx/messages.h"

namespace paramscope::open::onnx {
namespace {

constexpr std::size_t kUsualSizes = 4;  // of a repeated field, such as the sizes of a tensor

}  // namespace

ProtobufField ProtobufReader::read_field_head(std::uint64_t end) {
    ProtobufField field;
    field_begin_ = cursor_.offset();
    const std::uint64_t key = read_varint();
    field.number = key >> 3;
    const std::uint64_t wire_type = key & 7;
    field.type = static_cast<WireType>(wire_type);
    const auto read_fixed = [&]<typename Number>(Number) {
        if (sizeof(Number) > end - std::min(end, cursor_.offset()))
            return fail(message("protobuf.cut_number"));
        field.value = cursor_.number<Number>();
    };
    if (error_) return field;
    switch (wire_type) {
        case 0:
            field.value = read_varint();
            break;
        case 1:
            read_fixed(std::uint64_t{});
            break;
        case 5:
            read_fixed(std::uint32_t{});
            break;
        case 2: {
            const std::uint64_t length = read_varint();
            const std::uint64_t left = end - std::min(end, cursor_.offset());
            field.is_cut = length > left;
            field.end = cursor_.offset() + std::min(length, left);
            break;
        }
        default:
            fail(message("protobuf.wire_type"));
    }
    return field;
}

/// Moves behind the field, whether or not it was read.
void ProtobufReader::finish(const ProtobufField& field) {
    if (error_ || field.type != WireType::Length) return;
    cursor_.seek(field.end);
    if (field.is_cut) fail(message("protobuf.field_too_long"));
}

bool ProtobufReader::is_readable(const ProtobufField& field, std::size_t most) const {
    return field.type == WireType::Length && !field.is_cut && field.end - cursor_.offset() <= most;
}

std::string_view ProtobufReader::text(const ProtobufField& field, std::size_t most) {
    if (!is_readable(field, most)) return {};
    const std::uint64_t length = field.end - cursor_.offset();
    count_memory(static_cast<std::size_t>(length));
    // Only a text that the window holds in part is copied.
    if (length <= cursor_.window().size())
        return cursor_.window().substr(0, static_cast<std::size_t>(length));
    return text_ = cursor_.text(length);
}

void ProtobufReader::append_integers(const ProtobufField& field, std::size_t most,
                                     std::vector<std::int64_t>& numbers) {
    const std::size_t before = numbers.size();
    if (before == 0) numbers.reserve(kUsualSizes);
    if (field.type == WireType::Varint) numbers.push_back(static_cast<std::int64_t>(field.value));
    if (is_readable(field, most)) {
        while (!error_ && cursor_.offset() < field.end)
            numbers.push_back(static_cast<std::int64_t>(read_varint()));
    }
    count_memory((numbers.size() - before) * sizeof(std::int64_t));
}

void ProtobufReader::append_floats(const ProtobufField& field, std::size_t most,
                                   std::vector<double>& numbers) {
    const std::size_t before = numbers.size();
    if (field.type == WireType::Fixed32) numbers.push_back(static_cast<double>(float_of(field.value)));
    if (is_readable(field, most)) {
        while (field.end - cursor_.offset() >= sizeof(float))
            numbers.push_back(static_cast<double>(float_of(cursor_.number<std::uint32_t>())));
    }
    count_memory((numbers.size() - before) * sizeof(double));
}

std::uint64_t ProtobufReader::read_varint() {
    std::uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const auto byte = static_cast<unsigned char>(cursor_.take());
        if (cursor_.failed()) break;
        value |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
        if (byte < 0x80) return value;
    }
    fail(cursor_.failed() ? message("protobuf.cut_number") : message("protobuf.endless_number"));
    return 0;
}

void ProtobufReader::count_memory(std::size_t bytes) {
    memory_ += bytes;
    if (memory_ > kMostMemory) fail(message("protobuf.too_large", {{"most", kMostMemory >> 20}}));
}

void ProtobufReader::fail(Message problem) {
    if (error_) return;
    error_ = message("onnx.damaged_file", {{"problem", std::move(problem)}, {"byte", field_begin_}});
}

float float_of(std::uint64_t bits) {
    // libc++ of Emscripten 3.1.6 has no std::bit_cast.
    const auto low = static_cast<std::uint32_t>(bits);
    float value = 0;
    std::memcpy(&value, &low, sizeof value);
    return value;
}

}  // namespace paramscope::open::onnx
