// Signal: the shapes that flow between modules.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "base/shared_list.h"
#include "model/model.h"

namespace paramscope {

/// The output of one module and the input of another: a tensor, a tuple of signals, or unknown. Shapes are
/// symbolic.
struct Signal {
    enum class Kind { Unknown, Tensor, Tuple };

    Kind kind = Kind::Unknown;
    Dims dims;                 ///< shape of a Tensor, outermost dimension first
    SharedList<Signal> items;  ///< of a Tuple

    static Signal unknown() { return {}; }
    static Signal tensor(Dims dims) { return {Kind::Tensor, std::move(dims), {}}; }
    static Signal tuple(std::vector<Signal> items) { return {Kind::Tuple, {}, std::move(items)}; }

    bool is_tensor() const { return kind == Kind::Tensor; }
    bool is_unknown() const { return kind == Kind::Unknown; }

    friend bool operator==(const Signal&, const Signal&) = default;
};

/// The number of elements of a shape.
Polynomial product(const Dims& dims);

/// "(batch, 3, 224, 224)".
std::string to_string(const Dims& dims);

}  // namespace paramscope
