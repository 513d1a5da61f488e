#include "open/checkpoint/shards.h"

#include <algorithm>
#include <charconv>

#include "base/characters.h"
#include "base/concat.h"
#include "open/checkpoint/messages.h"
#include "open/checkpoint/stated_bits.h"

namespace paramscope::open {
namespace {

constexpr std::uint32_t kMostShards = 10'000;

std::optional<std::uint32_t> parse_number(std::string_view digits) {
    std::uint32_t number = 0;
    const char* end = digits.data() + digits.size();
    const auto [stopped, error] = std::from_chars(digits.data(), end, number);
    if (digits.empty() || error != std::errc() || stopped != end) return std::nullopt;
    return number;
}

std::size_t digits_at_end(std::string_view text) {
    const auto other = std::find_if_not(text.rbegin(), text.rend(), is_digit);
    return static_cast<std::size_t>(other - text.rbegin());
}

}  // namespace

std::string ShardName::of(std::uint32_t shard) const {
    const auto padded = [&](std::uint32_t value) {
        const std::string text = std::to_string(value);
        return std::string(digits - std::min(digits, text.size()), '0') + text;
    };
    return concat(before, padded(shard), "-of-", padded(count), after);
}

std::optional<ShardName> parse_shard_name(std::string_view path) {
    constexpr std::string_view kOf = "-of-";
    const std::string_view name = path.substr(path.find_last_of("/\\") + 1);
    const std::size_t of = name.rfind(kOf);
    if (of == std::string_view::npos) return std::nullopt;
    const std::string_view rest = name.substr(of + kOf.size());
    const std::size_t end = std::min(rest.find_first_not_of("0123456789"), rest.size());
    const std::size_t digits = digits_at_end(name.substr(0, of));
    const auto number = parse_number(name.substr(of - digits, digits));
    const auto count = parse_number(rest.substr(0, end));
    const bool is_shard = number && count && *number >= 1 && *number <= *count && *count <= kMostShards;
    if (!is_shard || digits != end) return std::nullopt;
    return ShardName{name.substr(0, of - digits), rest.substr(end), *number, *count, digits};
}

Opened open_shards(ByteSource& file, std::string_view name, CheckpointReader read) {
    CheckpointContents contents;
    const std::optional<ShardName> shard = parse_shard_name(name);
    std::uint32_t missing = 0;
    for (std::uint32_t i = 1; shard && i <= shard->count; ++i) {
        const std::unique_ptr<ByteSource> other = i == shard->number ? nullptr : file.sibling(shard->of(i));
        if (other != nullptr || i == shard->number) {
            read(other != nullptr ? *other : file, shard->of(i), contents);
        } else {
            ++missing;
        }
    }
    if (!shard) read(file, name, contents);
    if (missing > 0) {
        contents.add_missing(message(
            "shards.missing", {{"part", shard->number}, {"parts", shard->count}, {"missing", missing}}));
    }
    read_stated_bits(file, contents);
    return contents.as_tensor_tree("Model");
}

}  // namespace paramscope::open
