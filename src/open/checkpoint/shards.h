// Checkpoints in several numbered files ("shards"). An index of such files is read by weight_index.cpp.
#pragma once

#include "open/checkpoint/support/contents.h"

namespace paramscope::open {

/// The parts of a shard's file name: `model-00002-of-00005.safetensors` is the second of five.
struct ShardName {
    std::string_view before;  ///< `model-`
    std::string_view after;   ///< `.safetensors`
    std::uint32_t number = 0;
    std::uint32_t count = 0;
    std::size_t digits = 0;

    /// The file name of another shard.
    std::string of(std::uint32_t shard) const;
};

/// Parses the file name at the end of `path`; nullopt when it names no shard.
std::optional<ShardName> parse_shard_name(std::string_view path);

/// Opens a file together with the other shards beside it, each read by `read`.
Opened open_shards(ByteSource& file, std::string_view name, CheckpointReader read);

}  // namespace paramscope::open
