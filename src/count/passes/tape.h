// Tape: what a forward pass does to memory, operation by operation: which tensors it makes, uses and keeps.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "algebra/polynomial.h"

namespace paramscope {

/// How many steps a tape has at most: modules that call modules twice at many depths have more.
inline constexpr std::size_t kMostTapeSteps = 400'000;

/// Bytes of an element: of float32, of the types of 16 bits, of indices, of True and False.
inline constexpr int kBytesOfFloat32 = 4, kBytesOfHalf = 2, kBytesOfIndex = 8, kBytesOfFlag = 1;

/// The numbers of an attention's head where nothing tells them, as BERT, GPT-2, ViT and small Llamas have
/// them: wider heads need less memory.
inline constexpr int kUsualHead = 64;
/// Narrower models have so many heads at most.
inline constexpr int kFewestHeads = 8;

/// Index of a tensor of a tape.
using TensorId = std::uint32_t;
inline constexpr TensorId kNoTensor = 0xFFFF'FFFF;

/// How the gradient of a part of a tensor becomes one of the whole.
enum class TensorCut : std::uint8_t {
    Unknown,
    Alone,     ///< in a tensor of the whole size, with zeros elsewhere, as of x[:, 1:]
    Together,  ///< with those of the other parts, as of chunk() and unbind()
};

/// A tensor in memory, which views share. Of one that is made in a loop there is one in each run.
struct TapeTensor {
    Polynomial elements;
    std::uint8_t element_bytes = 4;
    bool exists = false;  ///< before the pass: an input of the model, a weight, a buffer
    bool has_gradient = false;
    std::uint32_t module = 0;            ///< that it was written for
    TensorCut cut = TensorCut::Unknown;  ///< of a tensor that is a part of another
};

/// An operation on tensors: a kernel of a device, as far as memory goes.
struct TapeOperation {
    std::uint32_t module = 0;  ///< index in the report's nodes
    std::uint32_t kind = 0;    ///< index in the tape's kinds
    TensorId output = kNoTensor;
    std::vector<TensorId> inputs;
    std::vector<TensorId> parts;       ///< tensors of the size of what it takes of each input
    std::vector<TensorId> kept;        ///< for its backward pass
    std::vector<TensorId> kept_parts;  ///< tensors of the size of what it keeps of each of these
    std::vector<TensorId> beside;      ///< made for its backward pass: masks, statistics, copies
    std::vector<TensorId> gradients;   ///< of its weights, which its backward pass makes
    TensorId workspace = kNoTensor;    ///< there while it runs, and while its backward pass does
    TensorId temporary = kNoTensor;    ///< there while its backward pass runs
    TensorId bias = kNoTensor;         ///< of `gradients`, the sum of all rows of the output's gradient
    bool passes_gradient = false;      ///< the gradient of its output is that of its inputs, as in a sum
    bool passes_first = false;         ///< the same of its first input alone, as in a difference
    bool gives_views = false;          ///< the gradients of its inputs are views of that of its output
    bool is_alias = false;             ///< its output is in the memory of its input, and has no gradient
    bool views_gradients = false;      ///< those that it makes are views, to which nothing is added in place
};

/// Steps that are done `times`. Each run but the first takes the output of the run before.
struct TapeLoop {
    Polynomial times;
    TensorId taken = kNoTensor;       ///< what the first run takes, made outside
    TensorId input = kNoTensor;       ///< what each run takes
    TensorId output = kNoTensor;      ///< what each run makes of it
    TensorId last = kNoTensor;        ///< the output of the last run, outside
    std::vector<TensorId> gradients;  ///< of weights, of which each run has its own
    std::uint32_t first = 0;          ///< its step
};

/// Steps of a block that recomputation does a second time.
struct TapeBlock {
    std::vector<TensorId> taken;  ///< the tensors of outside that it uses
    std::vector<TensorId>
        gradients;  ///< of its weights, but for those that each run of a loop has of its own
    TensorId output = kNoTensor;
    std::uint32_t first = 0;     ///< its step
    bool is_attention = false;   ///< scores, their softmax and what they are multiplied with
    bool is_recomputed = false;  ///< whatever is chosen, as in checkpoint()
};

struct TapeStep {
    enum class Kind : std::uint8_t {
        Operation,
        Take,     ///< a loop takes its first input
        Loop,     ///< a run of a loop begins
        Carry,    ///< a run of a loop passes its output on
        LoopEnd,  ///< a run of a loop ends
        Block,
        BlockEnd,
        Hold,     ///< a tensor is still needed
        Release,  ///< a tensor is not needed any more
    };

    Kind kind = Kind::Operation;
    std::uint32_t index = 0;  ///< of the operation, loop or block, or the tensor
    std::uint32_t end = 0;    ///< of a loop and of a block: the index of the step that ends it
};

/// A function that may make more tensors than the tape has.
struct TapeDoubt {
    std::string function;
    Polynomial bytes;          ///< at most
    bool may_keep_it = false;  ///< for the backward pass
};

struct Tape {
    std::vector<TapeTensor> tensors;
    std::vector<TapeOperation> operations;
    std::vector<TapeLoop> loops;
    std::vector<TapeBlock> blocks;
    std::vector<TapeStep> steps;
    std::vector<TensorId> inputs, outputs;  ///< of the model
    std::vector<std::string> kinds;         ///< of operations: types of layers, functions
    TensorId loss = kNoTensor;              ///< where a backward pass begins
    TensorId scores = kNoTensor;            ///< of words for each token
    std::vector<std::string> unknown;  ///< what of the pass is not known: layers and functions, each once
    std::vector<TapeDoubt> doubts;
    bool is_assumed = false;     ///< the kernel of attention is a choice
    bool assumes_heads = false;  ///< there are scores of heads of kUsualHead numbers
    bool may_need_less = false;  ///< PyTorch has a kernel for inference that makes fewer tensors
};

}  // namespace paramscope
