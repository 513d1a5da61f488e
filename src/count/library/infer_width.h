// Finds the width of a module that prints no size, from the modules around it.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "algebra/polynomial.h"
#include "count/environment.h"
#include "model/model.h"

namespace paramscope {

struct InferredWidth {
    Polynomial width;
    std::string neighbour;  ///< type of the module it was read from, for the note
};

/// Reads widths from neighbours. Remembers what it found, so many norms in one tree cost little.
class WidthInference {
  public:
    /// The width for the last of `ancestors` (root first), where the sizes around it leave one reading: every
    /// neighbour in the nearest module that has any reads or gives it, and so do the embeddings of the model.
    /// Between single layers (`Linear, RMSNorm, Linear`) there is none: a norm may stand behind any of them,
    /// or work on parts of what one gives, as attention's heads are.
    std::optional<InferredWidth> infer(const std::vector<const Module*>& ancestors,
                                       const Environment& environment);

  private:
    /// The width that a module reads first, and the one that it gives last.
    struct Ends {
        Polynomial reads, gives;
        std::string first;  ///< type of the layer that reads
    };
    /// What the children of a module say.
    struct Scope {
        bool speaks = false;             ///< one of them has a width
        bool has_stream = false;         ///< one is a block or a table, not a single layer
        std::vector<Polynomial> agreed;  ///< widths that all of them read or give
        std::vector<Polynomial> tables;  ///< widths of embeddings
        std::string neighbour;
    };

    const std::optional<Ends>& ends(const Module& module, const Environment& environment);
    const Scope& scope(const Module& module, const Environment& environment);

    std::map<const Module*, std::optional<Ends>> ends_;
    std::map<const Module*, Scope> scopes_;
};

}  // namespace paramscope
