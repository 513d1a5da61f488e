#include "open/tensors/buffers.h"

#include <unordered_set>

#include "base/characters.h"
#include "base/ranges.h"
#include "base/text_parts.h"

namespace paramscope::open {
namespace {

constexpr auto kBufferNames = word_table<75>(
    // Norms, positions and masks.
    "running_mean running_var running_std num_batches_tracked moving_mean moving_variance inv_freq "
    "original_inv_freq inv_timescales freqs_cis freqs_cos freqs_sin cos_cached sin_cached "
    "rope_embeddings_cos rope_embeddings_sin position_ids token_type_ids relative_position_index "
    "relative_coords_table attn_mask masked_bias causal_mask triu_mask tril pos_idx_to_embed "
    "positional_encoding_gaussian_matrix "
    // Inputs and outputs: how they are scaled, cut and weighed.
    "pixel_mean pixel_std latents_mean latents_std mel_filters mel_basis anchor_grid empty_weight "
    "final_logits_bias "
    "mup_vector layer_scalar num_points_scale n_points_scale std_bias std_scale "
    "input_min input_max output_min output_max min_val max_val "
    // Codebooks that follow averages, recurrences that are fixed, what quantisation and spectral_norm keep.
    "embed_avg embed_sum cluster_size cluster_usage initted inited initialized slope_rate query_decay "
    "key_decay "
    "diagonal_decay dft_mat_hidden "
    "dft_mat_seq weight_integer bias_integer weight_scaling_factor fc_scaling_factor act_scaling_factor _u "
    "_v "
    // The noise schedule of latent diffusion.
    "alphas_cumprod alphas_cumprod_prev sqrt_alphas_cumprod sqrt_one_minus_alphas_cumprod "
    "log_one_minus_alphas_cumprod sqrt_recip_alphas_cumprod sqrt_recipm1_alphas_cumprod");

/// Names that libraries give to parameters alone. Endings and beginnings that are those of layers are below.
constexpr auto kParameterNames = word_table<185>(
    // Layers of torch.nn and torch_geometric, weight_norm and pruning, LoRA.
    "weight bias bias_k bias_v weight_g weight_v weight_orig bias_orig original original0 original1 "
    "lora_A lora_B att att_src att_dst att_l att_r root root_weight init_weight weight1 weight2 "
    "mean_scale lora_embedding_A lora_embedding_B lora_magnitude_vector ia3_l oft_r boft_R boft_s "
    "hada_w1_a hada_w1_b hada_w2_a hada_w2_b lokr_w1 lokr_w2 lokr_w1_a lokr_w1_b lokr_w2_a lokr_w2_b "
    "vera_lambda_b vera_lambda_d "
    // Matrices without a module: of experts, of projections.
    "gate_up_proj gate_proj up_proj down_proj text_projection image_projection prompts_visual_projection "
    "w1 w2 w3 b1 b2 hc_fn hc_base hc_scale "
    // Tokens and queries. Names that end in _token or _tokens need no line.
    "query latent_query latents latents_1d latents_2d probe image_newline class_embedding "
    "masked_spec_embed mask_emb eoi_embedding no_memory_embedding no_object_pointer text_prompt "
    "vision_param text_param latent cls_emb prompt_embeddings adaption_prompt adaption_gate "
    // Positions.
    "position_embeddings position_embedding pos_embed pos_embedding absolute_pos_embed decoder_pos_embed "
    "image_pos_embed pos_embed_window mid_position_embeddings positional_embedding_vlm class_pos "
    "class_pos_emb spatial_pos temporal_pos time_embeddings no_memory_positional_encoding "
    "memory_temporal_positional_encoding occlusion_spatial_embedding_parameter seg_embed level_embed "
    "rel_pos_h rel_pos_w rel_pos_t emb_rel_k emb_rel_v relative_position_bias_table "
    "position_embedding_table relative_attention_bias pos_emb pos_embed_win pos_embed_spatial "
    "pos_embed_temporal pos_embed_x pos_embed_y height_rel width_rel "
    // Attention: biases, sinks, scores, gates.
    "q_bias v_bias bias_u pos_bias_u pos_bias_v r_w_bias r_r_bias r_s_bias r_kernel position_bias "
    "dense_bias attention_biases gru_rel_pos_const sinks bin_score lambda_q1 lambda_q2 lambda_k1 "
    "lambda_k2 gate_attn gate_ffn gate_attention gate_ffw cross_attn_attn_gate cross_attn_mlp_gate "
    "alpha_cross_attn alpha_dense "
    // What scales the output of a layer.
    "layer_scale layer_scale_parameter layer_scale_1 layer_scale_2 lambda1 lambda_1 lambda_2 gamma_1 "
    "gamma_2 ffn_gamma per_dim_scale layer_weights codevectors scale_weight alpha_p alpha_n input_residual "
    "post_attention_residual correct_output_scale reg_scale logit_scale_a logit_scale_t "
    "high_res_vision_alpha gamma1 gamma2 gamma3 gamma_xca modulation "
    // Recurrences: Mamba, RWKV, Griffin.
    "A_log dt_bias time_decay time_first time_faaaa time_mix_key time_mix_value time_mix_receptance "
    "time_maa_x time_maa_w time_maa_k time_maa_v time_maa_r time_maa_g recurrent_param");

/// True for `weight_ih_l0_reverse`, `in_proj_bias`, `gate_up_proj_bias`, `cls_token`,
/// `text_video_logit_scale`.
bool is_named_as_parameters_are(std::string_view name) {
    const auto begins = [&](std::string_view part) { return name.starts_with(part); };
    const auto ends = [&](std::string_view part) { return name.ends_with(part); };
    constexpr std::string_view kBeginnings[] = {"weight_ih", "weight_hh", "weight_hr", "bias_ih", "bias_hh"};
    constexpr std::string_view kEndings[] = {
        "proj_weight", "proj_bias",  "gate_weight", "gate_bias", "projection_weight",
        "logit_scale", "logit_bias", "_token",      "_tokens"};
    return any_of(kBeginnings, begins) || any_of(kEndings, ends);
}

/// True for masks of shape (1, 1, n, n), which GPT-2 stores as `bias`.
bool is_mask(const NamedTensor& tensor) {
    const auto& shape = tensor.shape;
    return shape.size() == 4 && shape[0] == 1 && shape[1] == 1 && shape[2] == shape[3];
}

/// "weight" of "weight_u" with the ending "_u"; "" for a name without it.
std::string_view before(std::string_view name, std::string_view ending) {
    return name.ends_with(ending) ? name.substr(0, name.size() - ending.size()) : std::string_view();
}

constexpr auto kScales = word_table<4>("scale gamma g alpha");

/// True for `norm`, `q_norm`, `norm2`, `layer_scale`, `ls1`, `snake1`.
bool is_named_as_scales_are(std::string_view module) {
    std::string name = lowercase(module);
    while (!name.empty() && is_digit(name.back())) name.pop_back();
    return name.ends_with("norm") || name.ends_with("layer_scale") || name == "snake" || name == "ls" ||
           name == "lab";
}

/// True where all that a module called a norm, a layer scale or a snake activation has is a vector that
/// scales, perhaps with one of its shape that is added.
bool is_scale_alone(std::string_view module, std::span<const OwnTensor> tensors) {
    constexpr auto kShifts = word_table<3>("bias beta b");
    const auto is_scale = [](const OwnTensor& own) { return contains(kScales, own.name); };
    if (tensors.size() > 2 || none_of(tensors, is_scale) || !is_named_as_scales_are(module)) return false;
    const Shape& shape = tensors.front().tensor->shape;
    const auto is_long = [](std::uint64_t size) { return size != 1; };
    return count_if(shape, is_long) <= 1 && all_of(tensors, [&](const OwnTensor& own) {
               return own.tensor->shape == shape && (is_scale(own) || contains(kShifts, own.name));
           });
}

/// True for a vector that scales the output of a block: as long as the outputs of two layers in it.
bool is_layer_scale(const TensorTree& tree, const TensorNode& block, const OwnTensor& own) {
    if (!contains(kScales, own.name) || own.tensor->shape.size() != 1) return false;
    return count_if(block.children, [&](std::uint32_t child) {
               const OwnTensor* weight = find_by(tree.nodes[child].tensors, &OwnTensor::name, "weight");
               return weight != nullptr && !weight->tensor->shape.empty() &&
                      weight->tensor->shape[0] == own.tensor->shape[0];
           }) >= 2;
}

/// True for a table of positions that a module makes, as tutorials' PositionalEncoding and diffusers'
/// PatchEmbed do: libraries keep those that are learned beside what they are added to.
bool may_be_made(const TensorNode& node, const OwnTensor& own) {
    constexpr auto kPositions = word_table<6>(
        "pos_embed pos_embedding pos_emb position_embedding position_embeddings positional_embedding");
    const bool is_alone = node.tensors.size() == 1 && node.children.empty();
    return (is_alone || node.name.starts_with("patch_embed")) && contains(kPositions, own.name);
}

}  // namespace

bool is_buffer(std::string_view name, const NamedTensor& tensor) {
    if (tensor.buffer || is_index_dtype(tensor.dtype)) return true;
    if (name == "weight") return false;
    if (name == "bias" || name == "mask") return is_mask(tensor);
    return contains(kBufferNames, name) || name.starts_with("posterior_mean_coef") ||
           name.starts_with("posterior_variance") || name.starts_with("posterior_log_variance");
}

bool may_be_buffer(std::string_view name, const NamedTensor& tensor) {
    if (tensor.is_parameter || tensor.packed_in != 0) return false;
    // CLIP's table of positions; SAM's two rows of random frequencies are a buffer.
    if (name == "positional_embedding") return tensor.shape.empty() || tensor.shape[0] == 2;
    // Of one dimension it is DeepSeek-V3's buffer, or the parameter of others.
    if (name == "e_score_correction_bias") return tensor.shape.size() == 1;
    return !contains(kParameterNames, name) && !is_named_as_parameters_are(name);
}

void mark_buffers_beside(std::span<OwnTensor> tensors) {
    bool has_schedule = false, is_codebook = false;
    std::unordered_set<std::string_view> originals;  // "weight" of weight_orig
    for (const OwnTensor& own : tensors) {
        has_schedule |= own.name == "alphas_cumprod";
        is_codebook |= own.name == "inited";
        if (const std::string_view stem = before(own.name, "_orig"); !stem.empty()) originals.insert(stem);
    }
    if (!has_schedule && !is_codebook && originals.empty()) return;
    for (OwnTensor& own : tensors) {
        own.buffer |= (has_schedule && own.name == "betas") || (is_codebook && own.name == "embed");
        for (const std::string_view ending : {"_u", "_v", "_mask"})
            own.buffer |= originals.contains(before(own.name, ending));
    }
}

void judge_beside(TensorTree& tree, std::uint32_t index) {
    TensorNode& node = tree.nodes[index];
    const auto find = [&](std::string_view name) { return find_by(node.tensors, &OwnTensor::name, name); };
    const OwnTensor *mean = find("running_mean"), *weight = find("weight");
    const bool may_be_frozen = mean != nullptr && weight != nullptr && find("running_var") &&
                               !find("num_batches_tracked") && weight->tensor->shape == mean->tensor->shape;
    const bool is_scale = is_scale_alone(node.name, node.tensors);
    const auto is_parameter = [&](const OwnTensor& own) {
        return own.tensor->is_parameter || is_scale || (own.name == "D" && find("A_log")) ||
               (own.name == "proj" && find("class_embedding")) ||
               (index != 0 && is_layer_scale(tree, node, own));
    };
    const bool is_adapter =
        find("hada_w1_a") || find("lokr_w1") || find("lokr_w1_a") ||
        any_of(node.children, [&](std::uint32_t child) { return tree.nodes[child].name == "lora_down"; });
    for (OwnTensor& own : node.tensors) {
        own.buffer |= is_adapter && own.name == "alpha";
        if (own.buffer || is_parameter(own)) own.may_be_buffer = false;
        if (!own.buffer && !own.tensor->is_parameter && (may_be_frozen || may_be_made(node, own)))
            own.may_be_buffer = true;
    }
}

}  // namespace paramscope::open
