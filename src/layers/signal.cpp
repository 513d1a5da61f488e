#include "layers/signal.h"

#include "algebra/print.h"
#include "base/concat.h"

namespace paramscope {

Polynomial product(const Dims& dims) {
    Polynomial elements = 1;
    for (const Polynomial& dim : dims) elements *= dim;
    return elements;
}

std::string to_string(const Dims& dims) {
    const auto text_of = [](const Polynomial& dim) { return print(dim, Notation::Plain); };
    return concat("(", join(dims, ", ", text_of), dims.size() == 1 ? ",)" : ")");
}

std::string to_string(const std::vector<Dims>& shapes) {
    return join(shapes, ", ", [](const Dims& shape) { return to_string(shape); });
}

}  // namespace paramscope
