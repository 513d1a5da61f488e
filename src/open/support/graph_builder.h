// Records a graph as a model: modules under names, inputs x1, x2, ..., steps v1, v2, ... in order, and the
// result. The shape of each step is what the engine's rules give. Readers of graphs (ONNX, Keras) share it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/concat.h"
#include "count/environment/environment.h"
#include "layers/signal.h"
#include "model/model.h"
#include "open/support/module_tree.h"

namespace paramscope::open {

class GraphBuilder {
  public:
    /// The modules and tensors that steps may name by their paths.
    ModuleTree tree;

    /// Adds an input of that shape; returns its name: "x1".
    std::string add_input(Signal shape);
    /// Binds `expression` to the next name and returns that name: "v1". Steps are not inlined, so that a
    /// chain of thousands does not nest.
    std::string add_step(std::string_view expression);
    /// The same for a step whose result is known to have that shape.
    std::string add_step(std::string_view expression, Signal shape);

    /// The shape of an input or step: unknown where the rules do not give it, or their sizes do not fit.
    Signal shape_of(std::string_view name) const;
    /// States the shape of an input or step; other names are ignored.
    void set_shape(std::string_view name, Signal shape);

    std::size_t step_count() const { return steps_.size(); }
    /// Removes the steps after the first `count`.
    void drop_steps_after(std::size_t count);

    /// "forward(x1) = v2 where", "  v1 = conv(x1),", "  v2 = relu(v1)". Several results become a tuple. Empty
    /// without inputs or results.
    std::vector<std::string> lines(const std::vector<std::string>& results) const;
    /// The same as the forward line of a module; null where there are no lines.
    Rare<Forward> forward(const std::vector<std::string>& results) const;
    /// The model of a type with these modules and that forward line; its inputs have shapes such as "(batch,
    /// 3)".
    Model model(const std::string& type, const std::vector<std::string>& input_shapes,
                const std::vector<std::string>& results) const;

  private:
    void declare(const Signal& shape);
    const Environment& without_values();
    const Environment& with_values();
    Signal evaluate(std::string_view expression);
    void take_operands(ForwardExpression& expression, Module& root, std::vector<Signal>& inputs);

    std::vector<std::string> inputs_;
    std::vector<std::string> steps_;  ///< "v1 = conv(x1)"
    std::map<std::string, Signal, std::less<>> shapes_;
    std::set<std::string, std::less<>> symbols_;  ///< of all shapes
    std::unique_ptr<Environment> without_values_,
        with_values_;  ///< null before their use, or where there are new symbols
};

/// Whole numbers and texts as Python writes them: "3, 3" in a list, "(3, 3)" and "(3,)" as a tuple.
std::string list_text(const auto& items) {
    return join(items, ", ", [](const auto& item) {
        if constexpr (std::is_integral_v<std::decay_t<decltype(item)>>)
            return std::to_string(item);
        else
            return std::string(item);
    });
}
std::string tuple_text(const auto& items) {
    return concat('(', list_text(items), items.size() == 1 ? ",)" : ")");
}

/// The argument of PyTorch's pads, last dimension first: "padding=(2, 2, 1, 1)".
std::string padding_argument(std::span<const std::int64_t> before, std::span<const std::int64_t> after);

/// The inputs of a model with shapes such as "(batch, 3)".
std::vector<Input> inputs_of(const std::vector<std::string>& shapes);

/// "input = (batch, 3), (batch, 4)" and a line break; "" without shapes.
std::string input_line(const std::vector<std::string>& shapes);

}  // namespace paramscope::open
