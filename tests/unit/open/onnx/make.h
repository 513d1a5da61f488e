// ONNX files for tests, written field by field (numbers of onnx.proto).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace paramscope::open::onnx::made {

inline std::string varint(std::uint64_t value) {
    std::string bytes;
    for (; value >= 0x80; value >>= 7) bytes += static_cast<char>(value | 0x80);
    return bytes + static_cast<char>(value);
}

inline std::string field(std::uint32_t number, std::string_view bytes) {
    return varint(number << 3 | 2) + varint(bytes.size()) + std::string(bytes);
}

inline std::string number(std::uint32_t field_number, std::int64_t value) {
    return varint(field_number << 3) + varint(static_cast<std::uint64_t>(value));
}

inline std::string integers(std::string_view name, std::initializer_list<std::int64_t> values) {
    std::string bytes = field(1, name);
    for (const std::int64_t value : values) bytes += number(8, value);
    return field(5, bytes);
}

inline std::string integer(std::string_view name, std::int64_t value) {
    return field(5, field(1, name) + number(3, value));
}

/// A tensor with `payload` zero bytes as its elements.
inline std::string tensor(std::string_view name, std::initializer_list<std::int64_t> dims,
                          std::size_t payload = 0, int type = 1) {
    std::string bytes;
    for (const std::int64_t dim : dims) bytes += number(1, dim);
    return bytes + number(2, type) + field(8, name) + field(9, std::string(payload, '\0'));
}

/// A small tensor of whole numbers.
inline std::string shape(std::string_view name, std::initializer_list<std::int64_t> values) {
    std::string bytes = number(1, static_cast<std::int64_t>(values.size())) + number(2, 7) + field(8, name);
    for (const std::int64_t value : values) bytes += number(7, value);
    return bytes;
}

inline std::string node(std::string_view op, std::initializer_list<std::string_view> inputs,
                        std::initializer_list<std::string_view> outputs, std::string_view attributes = {},
                        std::string_view name = {}, std::string_view domain = {}) {
    std::string bytes;
    for (const std::string_view input : inputs) bytes += field(1, input);
    for (const std::string_view output : outputs) bytes += field(2, output);
    if (!name.empty()) bytes += field(3, name);
    bytes += field(4, op);
    bytes += attributes;
    if (!domain.empty()) bytes += field(7, domain);
    return field(1, bytes);
}

/// An input or output; sizes below 1 are named `names` in turn.
inline std::string value(std::uint32_t field_number, std::string_view name,
                         std::initializer_list<std::int64_t> dims, std::string_view size_name = "batch") {
    std::string sizes;
    for (const std::int64_t dim : dims) sizes += field(1, dim > 0 ? number(1, dim) : field(2, size_name));
    return field(field_number, field(1, name) + field(2, field(1, number(1, 1) + field(2, sizes))));
}

inline std::string input(std::string_view name, std::initializer_list<std::int64_t> dims) {
    return value(11, name, dims);
}
inline std::string output(std::string_view name) {
    return value(12, name, {1});
}
inline std::string weight(std::string_view tensor_bytes) {
    return field(5, tensor_bytes);
}

inline std::string model(std::string_view graph) {
    return number(1, 8) + field(2, "tests") + field(7, graph);
}

}  // namespace paramscope::open::onnx::made
