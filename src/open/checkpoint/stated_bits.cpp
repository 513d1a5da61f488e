#include "open/checkpoint/stated_bits.h"

#include "open/support/json.h"
#include "open/tensors/packing.h"

namespace paramscope::open {
namespace {

constexpr std::uint64_t kLargestConfig = 1u << 20;

/// A number of bits as a config writes it; 0 for other values.
int bits_of(const JsonValue& value) {
    const std::optional<Integer> bits = value.integer();
    return bits && *bits >= 1 && *bits <= 8 ? static_cast<int>(*bits) : 0;
}

/// The bits of compressed-tensors, which states groups of layers; 0 where these differ.
int bits_of_groups(const JsonValue& groups) {
    int bits = 0;
    for (const JsonValue group : groups.items()) {
        const int of_group = bits_of(group.find("weights").find("num_bits"));
        if (of_group == 0 || (bits != 0 && bits != of_group)) return 0;
        bits = of_group;
    }
    return bits;
}

StatedBits stated_bits(const JsonValue& quantization) {
    StatedBits stated;
    for (const char* key : {"bits", "w_bit", "num_bits"}) {
        if (stated.of_all == 0) stated.of_all = bits_of(quantization.find(key));
    }
    if (stated.of_all == 0) stated.of_all = bits_of_groups(quantization.find("config_groups"));
    for (const JsonValue each : quantization.items()) {  // MLX: {"model.layers.0.mlp.gate": {"bits": 8, ...}}
        const int bits = each.kind() == JsonValue::Kind::Object ? bits_of(each.find("bits")) : 0;
        if (bits != 0) stated.of_modules[each.key().string()] = bits;
    }
    return stated;
}

}  // namespace

void read_stated_bits(ByteSource& file, CheckpointContents& contents) {
    if (!may_have_packed_weights(contents.tensors())) return;
    const std::unique_ptr<ByteSource> config = file.sibling("config.json");
    if (config == nullptr || config->size() > kLargestConfig) return;
    const auto text = config->read(0, static_cast<std::size_t>(config->size()));
    if (!text) return;
    const Result<JsonDocument> document = JsonDocument::parse(*text);
    if (!document) return;
    for (const char* key : {"quantization", "quantization_config"}) {
        const JsonValue quantization = document->root().find(key);
        if (quantization.kind() != JsonValue::Kind::Object) continue;
        contents.tensors().stated_bits = stated_bits(quantization);
        return;
    }
}

}  // namespace paramscope::open
