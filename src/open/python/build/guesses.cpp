#include "open/python/build/guesses.h"

#include <algorithm>
#include <array>

namespace paramscope::open::python {
namespace {

struct Guess {
    std::string_view name;  ///< of the argument, or the end of it behind an underscore
    std::string_view value;
};

constexpr std::array<Guess, 100> kGuesses = {{
    {"num_classes", "1000"},
    {"n_classes", "1000"},
    {"nclass", "1000"},
    {"classes", "1000"},
    {"num_labels", "2"},
    {"in_channels", "3"},
    {"in_chans", "3"},
    {"in_ch", "3"},
    {"channels", "3"},
    {"nc", "3"},
    {"out_channels", "64"},
    {"out_ch", "64"},
    {"features", "64"},
    {"filters", "64"},
    {"planes", "64"},
    {"vocab_size", "32000"},
    {"vocab", "32000"},
    {"n_vocab", "32000"},
    {"ntoken", "32000"},
    {"num_embeddings", "32000"},
    {"n_layers", "12"},
    {"n_layer", "12"},
    {"num_layers", "12"},
    {"layers", "12"},
    {"depth", "12"},
    {"n_heads", "8"},
    {"n_head", "8"},
    {"num_heads", "8"},
    {"heads", "8"},
    {"nhead", "8"},
    {"head_dim", "64"},
    {"d_model", "512"},
    {"dim", "512"},
    {"embed_dim", "512"},
    {"embed_size", "512"},
    {"n_embd", "512"},
    {"hidden_size", "512"},
    {"hidden_dim", "512"},
    {"hidden", "512"},
    {"width", "512"},
    {"ninp", "512"},
    {"nhid", "512"},
    {"input_size", "512"},
    {"input_dim", "512"},
    {"output_size", "512"},
    {"output_dim", "512"},
    {"d_ff", "2048"},
    {"ff_dim", "2048"},
    {"mlp_dim", "2048"},
    {"latent_dim", "128"},
    {"max_len", "512"},
    {"seq_len", "512"},
    {"block_size", "512"},
    {"image_size", "224"},
    {"img_size", "224"},
    {"patch_size", "16"},
    {"kernel_size", "3"},
    {"num_class", "1000"},
    {"nb_classes", "1000"},
    {"n_class", "1000"},
    {"input_nc", "3"},
    {"output_nc", "3"},
    {"ngf", "64"},
    {"ndf", "64"},
    {"nz", "100"},
    {"z_dim", "100"},
    {"latent_size", "128"},
    {"out_features", "64"},
    {"in_dim", "512"},
    {"out_dim", "512"},
    {"emb_size", "512"},
    {"emb_dim", "512"},
    {"embedding_dim", "512"},
    {"n_hidden", "512"},
    {"nlayers", "12"},
    {"d_k", "64"},
    {"d_v", "64"},
    {"dropout", "0.1"},
    {"drop_rate", "0.1"},
    {"dropout_rate", "0.1"},
    {"scale_factor", "2"},
    {"stride", "1"},
    {"in_planes", "64"},
    {"n_actions", "4"},
    {"num_actions", "4"},
    {"action_size", "4"},
    {"action_dim", "4"},
    {"state_size", "8"},
    {"state_dim", "8"},
    {"seq_length", "512"},
    {"max_length", "512"},
    {"context_length", "512"},
    {"window_size", "7"},
    {"mlp_ratio", "4"},
    {"expansion", "4"},
    {"groups", "1"},
    {"num_groups", "32"},
    {"output_channels", "64"},
    {"in_size", "512"},
    {"out_size", "512"},
}};

/// The longest name that is the argument's, or its end behind an underscore; nullptr for none.
const Guess* find_guess(std::string_view argument) {
    const Guess* found = nullptr;
    for (const Guess& guess : kGuesses) {
        const std::size_t before = argument.size() - std::min(guess.name.size(), argument.size());
        const bool fits = argument.ends_with(guess.name) && (before == 0 || argument[before - 1] == '_');
        if (fits && (found == nullptr || guess.name.size() > found->name.size())) found = &guess;
    }
    return found;
}

}  // namespace

std::string_view guess_value(std::string_view argument) {
    const Guess* guess = find_guess(argument);
    return guess != nullptr ? guess->value : "...";
}

}  // namespace paramscope::open::python
