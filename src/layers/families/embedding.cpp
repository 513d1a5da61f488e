// Embeddings: tables of vectors looked up by index, and encodings of positions.
#include "layers/families/families.h"

namespace paramscope {
namespace {

constexpr std::string_view kEmbedding =
    "num_embeddings, embedding_dim, padding_idx=None, max_norm=None, norm_type=2.0, "
    "scale_grad_by_freq=False, sparse=False, _weight=None, _freeze=False";
// Subclasses may print no argument.
constexpr std::string_view kSubclass = "num_embeddings=None, embedding_dim=None, padding_idx=None";
constexpr std::string_view kBag =
    "num_embeddings, embedding_dim, max_norm=None, norm_type=2.0, scale_grad_by_freq=False, mode='mean', "
    "sparse=False, _weight=None, include_last_offset=False, padding_idx=None";

/// torch.nn.Embedding: weight (num_embeddings, embedding_dim).
void embedding_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    if (!a.expect_shown("num_embeddings") || !a.expect_shown("embedding_dim")) return;
    tensors.push_back(parameter("weight", {a.size("num_embeddings"), a.size("embedding_dim")}));
}

/// Frozen by its constructor, `_freeze=True`, as from_pretrained() does.
void maybe_frozen_embedding_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    embedding_tensors(a, tensors);
    for (Tensor& tensor : tensors) tensor.trainable = !a.flag("_freeze");
}

/// Hugging Face's Marian and Pegasus: a table of sines and cosines that is not trained.
void frozen_embedding_tensors(const Arguments& a, std::vector<Tensor>& tensors) {
    embedding_tensors(a, tensors);
    for (Tensor& tensor : tensors) tensor.trainable = false;
}

/// (*) -> (*, embedding_dim). A look-up does no arithmetic.
Signal embedding_forward(const LayerCall& call) {
    Dims output = call.input();
    call.work.add(Operation::LookUp, product(output));
    output.push_back(call.arguments.size("embedding_dim"));
    return Signal::tensor(std::move(output));
}

Polynomial embedding_width(const Arguments& a) {
    return a.number("embedding_dim");
}

/// The number of bags: one for each offset, except the last one with include_last_offset.
Polynomial bag_count(const LayerCall& call) {
    const Polynomial& offsets = call.inputs[1].dims.front();
    return call.arguments.flag("include_last_offset") ? offsets - 1 : offsets;
}

/// torch.nn.EmbeddingBag: (bags, items), or (items) and the offsets at which bags begin, -> (bags, dim).
Signal bag_forward(const LayerCall& call) {
    const Polynomial width = call.arguments.size("embedding_dim");
    call.work.add(Operation::LookUp, product(call.input()));
    if (call.input().size() == 2) return Signal::tensor({call.input().front(), width});
    const bool has_offsets =
        call.inputs.size() > 1 && call.inputs[1].is_tensor() && call.inputs[1].dims.size() == 1;
    if (call.input().size() == 1 && has_offsets) return Signal::tensor({bag_count(call), width});
    call.fail(message("embedding.bags", {{"shape", to_string(call.input())}}));
    return Signal::unknown();
}

}  // namespace

std::span<const LayerRule> embedding_layers() {
    static constexpr LayerRule rules[] = {
        {"Embedding", kEmbedding, maybe_frozen_embedding_tensors, embedding_forward, embedding_width},
        {"EmbeddingBag", kBag, embedding_tensors, bag_forward, embedding_width},
        // Subclasses print the same arguments. Inputs of positional embeddings are not always indices: output
        // unknown.
        {"*WordEmbedding", kSubclass, embedding_tensors, embedding_forward, embedding_width},
        {"*Embedding", kSubclass, embedding_tensors, unknown_output, embedding_width},
        // Hugging Face's learned positions: indices are counted along the input sequence.
        {"*LearnedPositionalEmbedding", kSubclass, embedding_tensors, embedding_forward, embedding_width},
        {"*SinusoidalPositionalEmbedding", kSubclass, frozen_embedding_tensors, unknown_output,
         embedding_width},
        // Rotary embeddings compute angles from positions; their frequencies are not in state_dict().
        {"*RotaryEmbedding", "", nullptr, unknown_output},
    };
    return rules;
}

}  // namespace paramscope
