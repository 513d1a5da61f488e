#include "layers/catalogue/short_symbols.h"

#include <cstddef>

#include "base/text_parts.h"

namespace paramscope {
namespace {

constexpr auto kArguments = meaning_table<36>(
    "in_channels=C_in out_channels=C_out kernel_size=K stride=S padding=P output_padding=P_out dilation=D "
    "groups=G in_features=d_in out_features=d_out nx=d_in nf=d_out in1_features=d_1 in2_features=d_2 "
    "num_features=C num_channels=C num_groups=G num_parameters=n normalized_shape=d num_embeddings=V "
    "embedding_dim=d embed_dim=d num_heads=h kdim=d_k vdim=d_v input_size=d_in hidden_size=d_h "
    "proj_size=d_proj num_layers=layers d_model=d nhead=h dim_feedforward=d_ff output_size=out "
    "scale_factor=r upscale_factor=r downscale_factor=r");

// Names of configs.
constexpr auto kVariables = meaning_table<19>(
    "hidden_size=d intermediate_size=d_ff moe_intermediate_size=d_e num_attention_heads=h "
    "num_key_value_heads=h_kv num_hidden_layers=L head_dim=d_h vocab_size=V max_position_embeddings=T_max "
    "num_experts=E num_local_experts=E n_routed_experts=E num_experts_per_tok=k num_channels=C "
    "num_labels=labels image_size=s patch_size=p batch_size=batch sequence_length=T");

constexpr std::size_t kLongName = 12;  // letters, from which on a name gets initials

std::string initials(std::string_view name) {
    std::string symbol;
    for (std::size_t at = 0; at != std::string_view::npos && at < name.size();) {
        symbol += name[at];
        if (symbol.size() == 1) symbol += '_';
        at = name.find('_', at);
        if (at != std::string_view::npos) ++at;
    }
    return symbol;
}

}  // namespace

std::string_view short_symbol(std::string_view argument) {
    return meaning_of(kArguments, argument);
}

std::string short_variable(std::string_view name) {
    if (const std::string_view usual = meaning_of(kVariables, name); !usual.empty())
        return std::string(usual);
    const bool has_words = name.find('_') != std::string_view::npos && name.back() != '_';
    return name.size() > kLongName && has_words ? initials(name) : std::string();
}

}  // namespace paramscope
