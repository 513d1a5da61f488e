// The tensors that a pass creates: what training keeps, with and without recomputation, and what inference
// holds.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "count/report/report.h"

namespace paramscope {

/// The largest of several formulas at the report's hyper-parameters.
class Largest {
  public:
    explicit Largest(const Report& report) : report_(&report) {}

    /// Compares a formula; one without a value is left out.
    void add(const Polynomial& formula);
    /// The largest; zero when nothing was added.
    const Polynomial& formula() const { return largest_; }
    bool is_empty() const { return !value_; }

  private:
    const Report* report_;
    Polynomial largest_;
    std::optional<Rational> value_;
};

/// Numbers of elements.
struct Activations {
    explicit Activations(const Report& report) : largest_layer(report) {}

    Polynomial kept;        ///< all outputs of layers and operators
    Largest largest_layer;  ///< input and output of one layer, which are there at the same time
    Basis basis = Basis::Exact;
};

/// Counts the activations of a pass.
Activations count_activations(const Report& report);

/// The layer that gives a score to each word for each token, of which a program that generates needs those of
/// the last token; nullptr for none.
const NodeReport* scores_of_words(const Report& report);

/// True for a module with children in a list (ModuleList, Sequential): the unit that recomputation usually
/// has, where it is in no other. Repeats that change the shape are no blocks: they have no input in common.
bool is_block(const Report& report, std::size_t index);

/// True for a layer that creates an output of which the size is not known.
bool has_unknown_output(const NodeReport& row);

/// The elements that one run of a module creates itself, without its children. A layer that works in place
/// creates none.
Polynomial created_elements(const NodeReport& row);
/// The elements of the outputs that some work creates.
Polynomial created_elements(const Work& work);

/// The elements of a module's first input and output; of a tuple, its first tensor. Zero where unknown.
Polynomial input_elements(const NodeReport& row);
Polynomial output_elements(const NodeReport& row);

/// True for an activation that print() shows with inplace=True (PyTorch before 1.2: `ReLU(inplace)`): its
/// output overwrites its input.
bool works_in_place(const NodeReport& row);

}  // namespace paramscope
