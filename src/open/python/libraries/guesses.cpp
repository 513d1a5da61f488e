#include "open/python/libraries/guesses.h"

#include "base/text_parts.h"

namespace paramscope::open::python {
namespace {

struct Guess {
    std::string_view value;
    std::string_view names;  ///< of arguments, or their ends behind an underscore
};

constexpr Guess kGuesses[] = {
    {"1000", "nclass classes num_class n_class nClasses classes_num class_num nOut"},
    {"2", "num_labels scale_factor e_layers type_vocab_size top_k"},
    {"3", "in_chans in_ch channels nc kernel_size in_channel c_in"},
    {"64",
     "out_channels out_ch features filters planes head_dim ngf ndf d_k d_v output_channels inplanes in_planes "
     "out_channel nf mid_channels nfeat"},
    {"32000", "vocab_size vocab ntoken num_embeddings n_token num_tokens dict_size n_words"},
    {"12", "n_layer layers depth nlayers num_of_layers n_layers"},
    {"8", "n_head heads nhead state_size state_dim nheads obs_size obs_dim num_inputs input_dims num_experts"},
    {"512",
     "d_model dim embed_size n_embd hidden_size hidden width ninp nhid input_size output_size "
     "max_len seq_len block_size emb_size seq_length max_length context_length in_size out_size d_embed d_inner idim "
     "hid_size max_position_embeddings n_positions n_ctx"},
    {"2048", "d_ff ff_dim mlp_dim intermediate_size"},
    {"128", "latent_dim latent_size latent_dims z_size"},
    {"224", "image_size img_size"},
    {"16", "patch_size"},
    {"100", "nz z_dim"},
    {"96", "pred_len"},
    {"48", "label_len"},
    {"25", "moving_avg"},
    {"0.1", "dropout drop_rate dropout_rate dropout_prob pdrop drop_prob"},
    {"0.001", "learning_rate lr"},
    {"0", "seed pad_token_id padding_idx pad_id"},
    {"'cpu'", "device"},
    {"1", "stride groups batch_size d_layers factor"},
    {"4", "n_actions num_actions action_size action_dim mlp_ratio expansion act_size actions_n n_action num_action"},
    {"7", "window_size enc_in dec_in c_out"},
    {"32", "num_groups growth growth_rate"},
    {"1e-5", "eps epsilon"},
    {"0.02", "initializer_range init_std"},
    {"10000.0", "rope_theta"},
    {"False", "output_attention output_attentions verbose debug"},
    {"True", "bias batch_first"},
    {"'gelu'", "activation hidden_act act_fn"},
    {"80", "n_mel_channels n_mels mel_bins num_mels"},
    {"16000", "sample_rate"},
};

/// True when `name` is `end`, or ends with it behind an underscore.
bool ends_with_name(std::string_view name, std::string_view end) {
    if (!name.ends_with(end)) return false;
    name.remove_suffix(end.size());
    return name.empty() || name.ends_with('_');
}

}  // namespace

std::string_view guess_value(std::string_view argument) {
    std::string_view value = "...";
    std::size_t longest = 0;
    for (const Guess& guess : kGuesses) {
        for (std::string_view names = guess.names; !names.empty();) {
            const std::string_view name = take_until(names, ' ');
            if (name.size() <= longest || !ends_with_name(argument, name)) continue;
            longest = name.size();
            value = guess.value;
        }
    }
    return value;
}

}  // namespace paramscope::open::python
