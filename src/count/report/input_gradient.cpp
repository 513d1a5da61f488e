#include "count/report/input_gradient.h"

namespace paramscope {
namespace {

bool is_matrix(const Work::Tally& tally) {
    return static_cast<std::size_t>(tally.operation) < kMatrixKinds && !tally.times.is_zero();
}

/// The kinds of matrix work that a layer does.
int matrix_kinds(const Work& work) {
    int kinds = 0;
    for (const Work::Tally& tally : work.tallies()) kinds += is_matrix(tally) ? 1 : 0;
    return kinds;
}

/// True for a weight that is multiplied with the layer's input: of attention the projections in, of a recurrent network those of
/// its first layer.
bool reads_input(std::string_view tensor) {
    return tensor == "in_proj_weight" || tensor == "weight_ih" || tensor == "weight_ih_l0" ||
           tensor == "weight_ih_l0_reverse";
}

}  // namespace

std::optional<Polynomial> input_gradient_macs(const OwnWork& own, const NumberedList<TensorReport>& tensors,
                                              const Signal& input) {
    if (matrix_kinds(own.work) == 0) return Polynomial();
    Polynomial weights;
    for (const TensorReport& tensor : tensors.list()) {
        if (reads_input(tensor.name)) weights += tensor.elements;
    }
    if (!weights.is_zero()) {
        if (!input.is_tensor() || input.dims.empty()) return std::nullopt;
        Polynomial vectors = 1;
        for (std::size_t i = 0; i + 1 < input.dims.size(); ++i) vectors *= input.dims[i];
        return vectors * weights;
    }
    const Polynomial single = own.work.times(Operation::Linear) + own.work.times(Operation::Convolution);
    const bool is_single = matrix_kinds(own.work) == 1 && !single.is_zero();
    return is_single ? std::optional(single) : std::nullopt;
}

int matrix_weight(const OwnWork& own, const Convention& convention) {
    for (const Weight& weight : weights_for(convention, own)) {
        const bool is_done = !own.work.times(weight.operation).is_zero();
        if (is_done && static_cast<std::size_t>(weight.operation) < kMatrixKinds) return weight.times;
    }
    return 0;
}

}  // namespace paramscope
