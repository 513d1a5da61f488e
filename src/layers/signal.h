// Signal: the shapes that flow between modules.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "base/shared_list.h"
#include "model/model.h"

namespace paramscope {

/// The output of one module and the input of another: a tensor, a tuple of signals, or unknown. Shapes are
/// symbolic.
struct Signal {
    enum class Kind : std::uint8_t { Unknown, Tensor, Tuple };
    /// What the values depend on. A training step computes no gradient of what depends on no weights.
    enum class Source : std::uint8_t {
        Weights,   ///< on weights, or it is not known
        FirstRun,  ///< as Inputs, but only in the first run of a repeated module around
        Inputs,    ///< on the model's inputs and on buffers alone
    };

    Kind kind = Kind::Unknown;
    Source source = Source::Weights;
    std::uint32_t maker = 0;   ///< the step that made it, while a flow is recorded (count/flow/recorder.h)
    Dims dims;                 ///< shape of a Tensor, outermost dimension first
    SharedList<Signal> items;  ///< of a Tuple

    static Signal unknown() { return {}; }
    static Signal tensor(Dims dims) { return {Kind::Tensor, Source::Weights, 0, std::move(dims), {}}; }
    static Signal tuple(std::vector<Signal> items) {
        return {Kind::Tuple, Source::Weights, 0, {}, std::move(items)};
    }

    bool is_tensor() const { return kind == Kind::Tensor; }
    bool is_unknown() const { return kind == Kind::Unknown; }

    /// True for equal shapes, whatever made them.
    friend bool operator==(const Signal& a, const Signal& b) {
        return a.kind == b.kind && a.dims == b.dims && a.items == b.items;
    }
};

/// The number of elements of a shape.
Polynomial product(const Dims& dims);

/// "(batch, 3, 224, 224)".
std::string to_string(const Dims& dims);

/// Writes shapes as an input line has them: "(1, 300), (1, 10)".
std::string to_string(const std::vector<Dims>& shapes);

}  // namespace paramscope
