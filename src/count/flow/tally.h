// Tallies of work besides matrix products: elements read and created, operations on each, weights of scaling
// layers.
#pragma once

#include <array>
#include <cstddef>

#include "count/report/report.h"
#include "layers/catalogue/catalogue.h"

namespace paramscope {

/// The numbers of elements of shapes. Most layers hand the shape of their input on, so the last shapes are
/// remembered.
class ElementCounts {
  public:
    const Polynomial& of(const Dims& shape);

  private:
    struct Known {
        Dims shape;
        Polynomial elements = 1;
    };
    std::array<Known, 4> known_;
    std::size_t oldest_ = 0;
};

/// Tallies the elements that one call of a layer reads and creates. `tensors` are the layer's own; `output`
/// is its first output.
void tally_layer(const FoundLayer& layer, const NumberedList<TensorReport>& tensors, const Dims& input,
                 const Signal& output, ElementCounts& counts, Work* work);

/// Tallies the tensors named `weight` and `bias` of a module that has a forward line and no children.
void tally_own_weights(const NumberedList<TensorReport>& tensors, const Signal& output, Work* work);

/// Tallies the operations of a function of forward lines on each of `elements`.
void tally_function(const Polynomial& elements, const ElementOperations& per_element, Work* work);

}  // namespace paramscope
