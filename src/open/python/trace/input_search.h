// Looks for inputs that a model takes, where the first layers do not tell them: numbers of dimensions are
// tried, and what the layers demand gives the sizes.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "open/python/trace/forward_runs.h"
#include "open/python/trace/input_shape.h"
#include "open/python/trace/open_sizes.h"

namespace paramscope::open::python {

class InputSearch {
  public:
    /// For the parameters of forward() with these names.
    InputSearch(Evaluator& evaluator, ForwardRuns& runs, const InstanceObject& root,
                const std::vector<std::string>& names)
        : evaluator_(evaluator), runs_(runs), root_(root), names_(names), sizes_(evaluator, names) {}

    /// Changes open sizes until a pass fits. `is_whole`: all work of the pass must be known.
    std::optional<std::vector<InputShape>> fit(std::vector<InputShape> inputs, bool is_whole);
    /// Tries kinds of inputs for those whose sizes are not known. Those of which `ranks` has a number have
    /// so many dimensions.
    std::optional<std::vector<InputShape>> find(const std::vector<InputShape>& known,
                                                const std::vector<std::size_t>& ranks);
    /// The arguments of a call with such inputs.
    python::Arguments arguments(const std::vector<InputShape>& inputs) const;

  private:
    InputShape open_input(std::size_t index, InputShape::Kind kind, std::size_t rank,
                          const Value& batch) const;
    std::optional<std::vector<InputShape>> fit_open(std::vector<InputShape> inputs, bool is_whole);
    std::optional<std::vector<InputShape>> fit_named(const std::vector<InputShape>& found);
    bool is_over() const;

    Evaluator& evaluator_;
    ForwardRuns& runs_;
    const InstanceObject& root_;
    const std::vector<std::string>& names_;
    OpenSizes sizes_;
    std::size_t steps_ = 0;    ///< of all passes
    std::size_t longest_ = 0;  ///< of one pass
};

/// Arguments in the order of the parameters of forward().
python::Arguments in_order(const InstanceObject& root, const std::vector<Value>& inputs);

}  // namespace paramscope::open::python
