#include "open/tensors/buffers.h"

#include <unordered_set>

#include "base/ranges.h"
#include "base/text_parts.h"

namespace paramscope::open {
namespace {

constexpr auto kBufferNames = word_table<67>(
    // Norms, positions and masks.
    "running_mean running_var running_std num_batches_tracked moving_mean moving_variance inv_freq freqs "
    "original_inv_freq inv_timescales freqs_cis freqs_cos freqs_sin cos_cached sin_cached "
    "rope_embeddings_cos rope_embeddings_sin pe position_ids token_type_ids relative_position_index "
    "relative_coords_table attn_mask masked_bias causal_mask triu_mask tril mask "
    // Inputs and outputs: how they are scaled, cut and weighed.
    "pixel_mean pixel_std mel_filters mel_basis anchors anchor_grid empty_weight final_logits_bias "
    "mup_vector "
    "input_min input_max output_min output_max min_val max_val "
    // Codebooks that follow averages, recurrences that are fixed, what quantisation and spectral_norm keep.
    "embed_avg cluster_size initted inited slope_rate query_decay key_decay diagonal_decay dft_mat_hidden "
    "dft_mat_seq weight_integer bias_integer weight_scaling_factor fc_scaling_factor act_scaling_factor _u "
    "_v "
    // The noise schedule of latent diffusion.
    "alphas_cumprod alphas_cumprod_prev sqrt_alphas_cumprod sqrt_one_minus_alphas_cumprod "
    "log_one_minus_alphas_cumprod sqrt_recip_alphas_cumprod sqrt_recipm1_alphas_cumprod");

/// True for masks of shape (1, 1, n, n), which GPT-2 stores as `bias`.
bool is_mask(const NamedTensor& tensor) {
    const auto& shape = tensor.shape;
    return shape.size() == 4 && shape[0] == 1 && shape[1] == 1 && shape[2] == shape[3];
}

/// "weight" of "weight_u" with the ending "_u"; "" for a name without it.
std::string_view before(std::string_view name, std::string_view ending) {
    return name.ends_with(ending) ? name.substr(0, name.size() - ending.size()) : std::string_view();
}

}  // namespace

bool is_buffer(std::string_view name, const NamedTensor& tensor) {
    if (tensor.buffer || is_index_dtype(tensor.dtype)) return true;
    if (name == "weight") return false;
    if (name == "bias") return is_mask(tensor);
    // A buffer of one dimension in DeepSeek-V3, a parameter (1, experts) in Ernie 4.5.
    if (name == "e_score_correction_bias") return tensor.shape.size() == 1;
    return contains(kBufferNames, name) || name.starts_with("posterior_mean_coef") ||
           name.starts_with("posterior_variance") || name.starts_with("posterior_log_variance");
}

void mark_buffers_beside(std::span<OwnTensor> tensors) {
    bool has_schedule = false;
    std::unordered_set<std::string_view> originals;  // "weight" of weight_orig
    for (const OwnTensor& own : tensors) {
        has_schedule |= own.name == "alphas_cumprod";
        if (const std::string_view stem = before(own.name, "_orig"); !stem.empty()) originals.insert(stem);
    }
    if (!has_schedule && originals.empty()) return;
    for (OwnTensor& own : tensors) {
        own.buffer |= has_schedule && own.name == "betas";
        for (const std::string_view ending : {"_u", "_v", "_mask"})
            own.buffer |= originals.contains(before(own.name, ending));
    }
}

}  // namespace paramscope::open
