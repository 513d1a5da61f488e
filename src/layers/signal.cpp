#include "layers/signal.h"

#include "algebra/print.h"

namespace paramscope {

Polynomial product(const Dims& dims) {
    Polynomial elements = 1;
    for (const Polynomial& dim : dims) elements *= dim;
    return elements;
}

std::string to_string(const Dims& dims) {
    std::string text = "(";
    for (const Polynomial& dim : dims) {
        if (text.size() > 1) text += ", ";
        text += print(dim, Notation::Plain);
    }
    return text + (dims.size() == 1 ? ",)" : ")");
}

std::string to_string(const std::vector<Dims>& shapes) {
    std::string text;
    for (const Dims& shape : shapes) {
        if (!text.empty()) text += ", ";
        text += to_string(shape);
    }
    return text;
}

}  // namespace paramscope
