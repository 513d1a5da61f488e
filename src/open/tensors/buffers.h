// Tells by their names which tensors of a state_dict are buffers, and which may be: it does not say.
#pragma once

#include <span>
#include <string_view>

#include "open/tensors/tree.h"

namespace paramscope::open {

/// True for a tensor whose type, or whose name in its module, is a buffer's. Sources of the names: buffers of
/// PyTorch's layers, of transformers 5.12 and of latent diffusion that are in the state_dict, where none of
/// them has a parameter of that name.
bool is_buffer(std::string_view name, const NamedTensor& tensor);

/// True for a tensor of a state_dict, no buffer by is_buffer(), that may be one all the same: its name is
/// none that libraries give to parameters alone. Sources of the names: the parameters and the buffers in the
/// state_dict of torch 2.14, torchvision 0.27, torchaudio 2.11, torch_geometric 2.8 and transformers 5.12
/// (every `nn.Parameter`, register_parameter() and register_buffer() of their code, and the models built from
/// the default configs), of timm, diffusers, open_clip and peft. A name that they give to both is in neither
/// table, but for `weight` and `bias`: VecLayerNorm and TemporalEncoding of torch_geometric have a buffer
/// `weight`, as others have a parameter.
bool may_be_buffer(std::string_view name, const NamedTensor& tensor);

/// Marks the buffers of one module that others beside them tell: those of spectral_norm and of pruning, which
/// have a weight_orig, the noise schedule of a diffusion model, and EnCodec's codebook.
void mark_buffers_beside(std::span<OwnTensor> tensors);

/// Corrects which tensors of one module may be buffers by what is beside them. The scale of a norm or of a
/// block's output and Mamba's D are none; a batch norm that does not count its batches may be torchvision's
/// frozen one, which has buffers alone; a table of positions alone in its module may be one, too; the alpha
/// of LoRA as Kohya's scripts write it is a buffer.
void judge_beside(TensorTree& tree, std::uint32_t index);

}  // namespace paramscope::open
