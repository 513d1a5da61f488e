// What training changes, tensor by tensor: the parameters of a model, or adapters and copies.
#pragma once

#include <vector>

#include "count/passes/adapters.h"

namespace paramscope {

/// Tensors of one shape.
struct TrainedTensor {
    std::uint32_t module = 0;  ///< index in the report's nodes
    Dims shape;
    Polynomial elements;  ///< of one of them
    Polynomial times;     ///< how many there are
    Trains as = Trains::All;
    bool is_hidden = false;  ///< a matrix, but of neither a table nor the output layer
};

struct Trained {
    std::vector<TrainedTensor> tensors;
    Polynomial elements;          ///< of all
    Polynomial adapters, copies;  ///< of these, what there is besides the model
};

/// What a device has of it where modules are divided: of each module a part, in the order of the report's
/// nodes.
Trained part_of(const Trained& trained, const std::vector<Polynomial>& parts);

Trained trained_in(const Report& report, const AdapterOptions& options);

}  // namespace paramscope
