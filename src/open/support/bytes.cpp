#include "open/support/bytes.h"

#include <algorithm>

namespace paramscope::open {

bool ByteSource::read(std::uint64_t offset, std::span<char> buffer) {
    if (offset > size() || buffer.size() > size() - offset) return false;
    bytes_read_ += buffer.size();
    return fetch(offset, buffer);
}

std::optional<std::string> ByteSource::read(std::uint64_t offset, std::size_t length) {
    if (offset > size() || length > size() - offset) return std::nullopt;
    std::string bytes(length, '\0');
    if (!read(offset, std::span<char>(bytes))) return std::nullopt;
    return bytes;
}

std::unique_ptr<ByteSource> ByteSource::sibling(std::string_view) {
    return nullptr;
}

bool MemorySource::fetch(std::uint64_t offset, std::span<char> buffer) {
    std::copy_n(bytes_.data() + offset, buffer.size(), buffer.data());
    return true;
}

}  // namespace paramscope::open
