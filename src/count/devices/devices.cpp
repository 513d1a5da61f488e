#include "count/devices/devices.h"

#include <algorithm>

#include "base/characters.h"
#include "base/ranges.h"

namespace paramscope {
namespace {

constexpr Integer kMebibyte = Integer{1} << 20;

/// Of chips with so many bytes, the least that drivers leave to programs: 448 MiB and 1 % are more than they
/// were seen to take (docs/memory.md).
Integer left_by_driver(Integer bytes) {
    return std::max<Integer>(bytes - bytes / 100 - 448 * kMebibyte, 0);
}

/// Of memory that is shared with the processor, what macOS lets a GPU use without a setting.
Integer left_by_system(Integer bytes) {
    constexpr Integer kFromHereThreeQuarters = 36 * 1024 * kMebibyte;
    return bytes < kFromHereThreeQuarters ? bytes / 3 * 2 : bytes / 4 * 3;
}

/// A name without what people leave out or add: "NVIDIA GeForce RTX-3090" is "rtx3090".
std::string plain_name(std::string_view name) {
    constexpr std::string_view kAdded[] = {"nvidia", "geforce", "tesla", "amd",    "instinct", "radeon",
                                           "intel",  "apple",   "gpu",   "google", "cloud"};
    std::string plain, word;
    for (const char c : std::string(name) + ' ') {
        if (c != ' ' && c != '-' && c != '_') {
            word += to_lower(c);
        } else {
            if (!contains(kAdded, std::string_view(word))) plain += word;
            word.clear();
        }
    }
    return plain;
}

}  // namespace

Integer Device::usable() const {
    switch (kind) {
        case MemoryKind::Chips:
            return left_by_driver(memory);
        case MemoryKind::Checked:
            return left_by_driver(memory / 16 * 15);
        case MemoryKind::Unified:
            return left_by_system(memory);
        case MemoryKind::Given:
            break;
    }
    return memory;
}

Integer Device::reserve() const {
    constexpr Integer kContext = 500'000'000;
    const bool has_context = kind == MemoryKind::Chips || kind == MemoryKind::Checked;
    return has_context ? std::min(kContext, usable()) : 0;
}

std::optional<double> Device::peak(std::string_view dtype) const {
    dtype.remove_prefix(dtype.rfind('.') + 1);
    const std::string type = lowercase(dtype);
    double rate = 0;
    if (type == "float32" || type == "float" || type == "fp32") rate = float32;
    if (type == "tf32") rate = tf32;
    if (type == "float16" || type == "half" || type == "fp16") rate = float16;
    if (type == "bfloat16" || type == "bf16") rate = bfloat16;
    if (type.starts_with("float8")) rate = float8;
    if (type == "int8" || type == "uint8") rate = int8;
    return rate > 0 ? std::optional(rate) : std::nullopt;
}

const Device* find_device(std::string_view name) {
    const std::string plain = plain_name(name);
    return find_where(devices(), [&](const Device& each) { return plain_name(each.name) == plain; });
}

}  // namespace paramscope
