// How a config's weights are quantised, and the tree of its model with the tensors that are stored.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "open/support/json.h"

namespace paramscope::open {

/// What is stored of a weight matrix (out, in).
struct Quantization {
    std::string_view layer = "Linear";  ///< the type that dense layers become
    std::string dtype;       ///< of the elements: "int4", "float8_e4m3fn", "mxfp4" (with its scales)
    Integer group = 0;       ///< inputs that share a scale; 0: those of a row, or of the matrix
    Integer rows = 1;        ///< outputs that share it; 0: all
    int bits_of_scale = 0;   ///< 0: there are none, or the type includes them
    int bits_of_zero = 0;    ///< of a zero point or an offset beside each scale
    Integer nested = 0;      ///< so many scales share another one in float32; 0: none do
    bool has_shape = false;  ///< the shape of a matrix, two numbers of 64 bits
    bool has_order = false;  ///< each input has the number of its group, in 32 bits
    int scalars = 0;         ///< numbers in float32 for a matrix
    bool of_layers = true;   ///< dense layers are quantised
    bool of_experts = true;  ///< and experts in tensors of three dimensions
    bool of_tables = false;  ///< embeddings and the output layer, too
    std::vector<std::string> excluded = {};  ///< paths of modules, or parts of paths; * stands for anything
    Integer layers = 0;                      ///< of the model, where the config says it
};

/// What a config says; nullopt for methods that are not known in all details.
std::optional<Quantization> read_quantization(const JsonValue& config);

/// The tree, whose weights are written as they are stored; nullopt where it is not known which of them are
/// quantised, and where none are: MXFP4 of a model without experts is packed by another program.
std::optional<std::string> quantized_tree(std::string_view tree, const Quantization& quantization);

}  // namespace paramscope::open
