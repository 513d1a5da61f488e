// The tensors that a pass creates: what training keeps, with and without recomputation, and what inference
// holds.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "count/report/report.h"

namespace paramscope {

/// Most formulas that are compared where the largest of several holds.
inline constexpr std::size_t kMostCompared = 256;

/// The largest of several formulas at the report's hyper-parameters, and those that may be the largest at
/// others.
class Largest {
  public:
    explicit Largest(const Report& report) : report_(&report) {}

    /// Compares a formula; one without a value is left out.
    void add(const Polynomial& formula);
    /// The largest; zero when nothing was added.
    const Polynomial& formula() const { return largest_; }
    bool is_empty() const { return !value_; }
    /// All different formulas, one for all numbers without symbols; at most kMostCompared.
    const std::vector<Polynomial>& compared() const { return compared_; }
    /// False when there were more formulas than are kept.
    bool has_compared_all() const { return has_compared_all_; }

  private:
    const Report* report_;
    Polynomial largest_;
    std::optional<Rational> value_;
    std::vector<Polynomial> compared_;
    bool has_compared_all_ = true;
};

/// Numbers of elements.
struct Activations {
    explicit Activations(const Report& report) : largest_block(report), largest_layer(report) {}

    Polynomial kept;         ///< all outputs of layers and operators: what training keeps
    Polynomial kept_blocks;  ///< with recomputation: the inputs of blocks, and what lies outside of blocks
    Largest largest_block;   ///< what one block creates, which is recomputed in the backward pass
    Largest largest_layer;   ///< input and output of one layer, which are there at the same time
    bool has_scores_of_words = false;  ///< a layer gives a score to each word for each token
    Basis basis = Basis::Exact;
};

/// Counts the activations of a pass; `of_last_token`: the output layer of a language model gives scores of
/// each sequence's last token only. A block is a module with children in a list (ModuleList, Sequential) that
/// is in no other block: the unit that recomputation usually has.
Activations count_activations(const Report& report, bool of_last_token = false);

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
