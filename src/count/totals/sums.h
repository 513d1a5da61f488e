// The sums of a subtree: parameters, buffers, bits and work, as formulas over free hyper-parameters.
#pragma once

#include <string>

#include "base/rare.h"
#include "count/environment/environment.h"
#include "count/report/conventions.h"
#include "count/report/options.h"
#include "count/tree/tree.h"

namespace paramscope {

/// The sum over a subtree, as formulas over free hyper-parameters. Of what is nearly always the number of
/// parameters, only the difference is summed, which is nearly always zero.
struct Sum {
    struct Rest {
        Polynomial inactive;    ///< parameters that a token does not use
        Polynomial packed;      ///< parameters that are no stored number of their own
        Polynomial frozen;      ///< parameters that are not trained
        Polynomial assumed;     ///< parameters that other models do not have so
        Polynomial open;        ///< parameters that may be buffers
        Polynomial open_bits;   ///< their part of extra_bits
        Polynomial extra_bits;  ///< bits beyond those that all parameters have in the model's type
    };

    Polynomial parameters, buffers, macs, flops;
    Rare<Rest> rest;
    Basis parameters_basis = Basis::Exact;
    Basis active_basis = Basis::Exact;
    Basis macs_basis = Basis::Exact;
    Basis flops_basis = Basis::Exact;  ///< unlike of MACs, may need work that scales with elements
    bool lacks_parameters = false;     ///< there are more than are counted
    bool has_calls = false;            ///< the flow reached a module of the subtree

    /// Adds the sum of a child's subtree.
    void add(const Sum& child);
    /// True where some parameters are missing and others are assumed: what is known without those is a lower
    /// bound.
    bool is_lower_bound() const { return lacks_parameters && parameters_basis == Basis::Approximate; }
    /// The parameters to show: all that are counted, or those of a lower bound.
    Polynomial shown_parameters() const;
    /// The rest to read, and to change.
    const Rest& known_rest() const;
    Rest& own_rest();
};

/// The basis of a sum of work. Where some of it is missing it stays "at least": what is assumed of the rest
/// is small beside it.
Basis worst_of_work(Basis a, Basis b);

/// The own work of a node, without its children's.
OwnWork own_work(const Node& node, const Work& work);

/// What a module adds to the sum of its subtree.
class Sums {
  public:
    /// `dtype` is that of the model's tensors. The others must outlive this.
    Sums(const Environment& environment, const Convention& convention, const CountOptions& options,
         const std::string& dtype);

    /// Adds a tensor that the module holds itself, with that many elements.
    void add(const TensorReport& tensor, const Polynomial& elements, Sum* sum) const;
    /// The work of a node with its hyper-parameters expanded.
    Work expanded(const Work& work) const;
    /// Adds the work of a node as both conventions count it. In training each matrix product is done three
    /// times: forward, and for the gradient of each factor.
    void add_work(const OwnWork& own, Sum* sum) const;
    /// Of a routed expert, a token uses the fraction of the tokens that reach it.
    void use_share(const Node& node, Sum* sum) const;
    /// Multiplies the sum of one instance by the module's repeats.
    void multiply_by_repeats(const Node& node, Sum* sum) const;

    /// Bits of one number in the model's type.
    const Rational& model_bits() const { return model_bits_; }

  private:
    /// Bits of one element of a tensor.
    Rational bits_in(const TensorReport& tensor) const;

    const Environment& environment_;
    const Convention& convention_;
    const Convention& macs_;
    const CountOptions& options_;
    Rational model_bits_;
};

}  // namespace paramscope
