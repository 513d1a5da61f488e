#include "count/cost/weights.h"

#include "count/passes/activations.h"

namespace paramscope {

WeightBytes::WeightBytes(const Report& report, const MemoryOptions& options, bool gathered)
    : report_(report), dtype_(options.weights_dtype), scores_(scores_of_words(report)) {
    const bool is_cast = gathered && !options.autocast.empty();
    a_number_ = bytes_of(is_cast ? options.autocast : dtype_beside_weights(report, options));
    if (is_cast && !is_of_dense_layers(dtype_)) dtype_ = options.autocast;
}

Polynomial WeightBytes::of(const NodeReport& row) const {
    const bool is_dense = &row != scores_ && weight_matrix(row);
    Polynomial bytes;
    for (const TensorReport& tensor : row.facts->tensors.list())
        if (tensor.role == Role::Parameter && tensor.tied_to.empty())
            bytes += product(tensor.shape) * of_number(tensor, is_dense);
    return bytes;
}

/// Of dense layers that bitsandbytes stores in 4 bits, biases are not.
Polynomial WeightBytes::of_number(const TensorReport& tensor, bool is_dense) const {
    if (is_of_dense_layers(dtype_))
        return is_dense && tensor.shape.size() == 2 ? bytes_of(dtype_) : a_number_;
    if (!dtype_.empty()) return bytes_of(dtype_);
    return bytes_of(tensor.dtype.empty() ? model_dtype(report_) : tensor.dtype.view());
}

}  // namespace paramscope
