// Infers the width of a module that prints no size (`LlamaRMSNorm()`) from the modules around it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "algebra/polynomial.h"
#include "count/environment/environment.h"
#include "model/model.h"

namespace paramscope {

struct InferredWidth {
    Polynomial width;
    std::string neighbour;  ///< type of the module that shows it, for the note
};

/// Infers widths from neighbours. Results are cached per module, so many norms in one tree cost little.
class WidthInference {
  public:
    /// Infers the width of the last of `ancestors` (root first) when only one is possible. Takes the nearest
    /// ancestor whose children show widths: every such child and the embeddings above must have the width as
    /// input or output. nullopt between single layers (`Linear, RMSNorm, Linear`): the norm may follow
    /// either layer, or act on parts of an output, as on attention heads.
    std::optional<InferredWidth> infer(const std::vector<const Module*>& ancestors,
                                       const Environment& environment);

  private:
    /// Width of a module's first input and of its last output.
    struct Widths {
        Polynomial input, output;
        std::string first_type;  ///< type of the layer that takes the input
    };
    /// The widths among the children of a module.
    struct ChildWidths {
        bool has_any = false;                ///< a child has a width
        bool has_residual_stream = false;    ///< a child is a block or an embedding, not a single layer
        std::vector<Polynomial> shared;      ///< widths that every child with a width has as input or output
        std::vector<Polynomial> embeddings;  ///< output widths of embeddings
        std::string neighbour;               ///< type of the first layer with a width
    };

    const std::optional<Widths>& widths_of(const Module& module, const Environment& environment);
    const ChildWidths& child_widths_of(const Module& module, const Environment& environment);

    std::map<const Module*, std::optional<Widths>> widths_;
    std::map<const Module*, ChildWidths> child_widths_;
};

}  // namespace paramscope
