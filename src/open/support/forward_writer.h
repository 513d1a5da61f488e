// Writes the forward line of a graph as model text: inputs x1, x2, ..., steps v1, v2, ... in order, and the
// result. Readers of graphs (ONNX, Keras) share it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "model/model.h"

namespace paramscope::open {

class ForwardWriter {
  public:
    /// Adds an input; returns its name: "x1".
    std::string add_input();
    /// Binds `expression` to the next name and returns that name: "v1". Steps are not inlined, so that a
    /// chain of thousands does not nest.
    std::string add_step(std::string_view expression);

    std::size_t step_count() const { return steps_.size(); }
    /// Removes the steps after the first `count`.
    void drop_steps_after(std::size_t count) { steps_.resize(count); }

    /// "forward(x1) = v2 where", "  v1 = conv(x1),", "  v2 = relu(v1)". Several results become a tuple. Empty
    /// without inputs or results.
    std::vector<std::string> lines(const std::vector<std::string>& results) const;
    /// The same as the forward line of a module; null where there are no lines.
    Rare<Forward> forward(const std::vector<std::string>& results) const;

  private:
    std::vector<std::string> inputs_;
    std::vector<std::string> steps_;  ///< "v1 = conv(x1)"
};

/// A tuple as Python writes it: "(3, 3)", "(3,)".
std::string tuple_text(const std::vector<std::string>& items);

/// The inputs of a model with shapes such as "(batch, 3)".
std::vector<Input> inputs_of(const std::vector<std::string>& shapes);

/// "input = (batch, 3), (batch, 4)" and a line break; "" without shapes.
std::string input_line(const std::vector<std::string>& shapes);

}  // namespace paramscope::open
