// The result of a count: one row per module in print order, with formulas and values.
//
// The folder count/report fills the report (totals, conventions) and answers questions about it: explains
// a number (explain), compares conventions (explain_conventions), counts memory and instances, and compares
// two reports (compare_modules, compare_tensors).
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/optional_integer.h"
#include "algebra/polynomial.h"
#include "base/diagnostic.h"
#include "base/numbered_list.h"
#include "base/rare.h"
#include "base/rare_text.h"
#include "base/shared_list.h"
#include "base/shared_value.h"
#include "count/report/options.h"
#include "layers/signal.h"
#include "layers/work.h"
#include "model/basis.h"
#include "model/model.h"

namespace paramscope {

/// Whether a module's numbers are known.
enum class Status : std::uint8_t {
    Counted,  ///< known; the basis of its numbers is how far they can be trusted
    Zero,     ///< nothing to count, by definition of its type
    Unknown,  ///< not determined by the text: totals above are "at least"
};

/// "counted", "zero", "unknown".
std::string_view to_string(Status status);

/// A number with its formula over the hyper-parameters.
struct Quantity {
    Polynomial formula;
    /// At the report's hyper-parameters; nullopt: unknown, or not a whole number.
    OptionalInteger value;
    Basis basis = Basis::Exact;

    /// False when a part is unknown or estimated.
    bool is_complete() const { return basis < Basis::Partial; }
    /// True when nothing is known: no value, or a 0 of which a part is unknown.
    bool is_unknown() const { return !value || (*value == 0 && !is_complete()); }
};

/// A tensor that a module holds itself, not in its children.
struct TensorReport {
    ShortText name;  ///< "weight"
    Role role = Role::Parameter;
    bool may_be_buffer = false;  ///< the text leaves open whether it is a parameter: it counts as one
    bool trainable = true;
    bool hidden = false;  ///< print() does not show it
    bool inferred = false;
    bool assumed = false;  ///< of some modules it has another size, or is not there
    /// Bits of one stored number when it packs several elements; 0: one element per number.
    int packed_in = 0;
    Dims shape;
    Polynomial elements;
    OptionalInteger count;  ///< value of `elements`
    RareText dtype;         ///< "" where the text does not state one
    RareText tied_to;       ///< path of the tensor it shares when tied: then it adds no elements
};

/// Puts other sizes into tensors, and their products: see NumberedList.
void set_numbers(std::span<TensorReport> tensors, const Numbers& numbers);

/// What is counted of a module. Numbers cover its whole subtree and its own repeats; those of a child inside
/// a repeated module are for one instance of the parent.
struct ModuleFacts {
    /// What nearly all modules have alike: they are there once, all their parameters are used, stored and
    /// trained.
    struct Unusual {
        Quantity repeat{1, 1};
        Quantity active, stored, trainable;
        OptionalInteger frozen;
        Polynomial share = 1;
    };

    std::string_view family;  ///< of the catalogue ("convolution", ...), "block", "container" or "custom"

    Quantity parameters;
    Quantity buffers;  ///< elements of buffers
    Quantity macs;     ///< nullopt and incomplete where no work is known
    Quantity flops;    ///< by the chosen convention
    Work work;         ///< its own work, without its children's, for one run of its parent
    Rare<Unusual> unusual;
    bool elements_known = true;     ///< false: work that scales with the elements of its input is unknown
    bool repeats_followed = false;  ///< `work` is the sum over all repeats, which change shape; else of one
    std::uint32_t calls = 0;        ///< in one run of its parent; the work is the sum of all

    NumberedList<TensorReport> tensors;
    SharedValue<Signal> input;   ///< of the first call
    SharedValue<Signal> output;  ///< of the first call

    std::optional<SharedList<Integer>> output_sizes;  ///< the output's shape in numbers, for a single tensor

    Status status = Status::Counted;
    SharedList<Message> notes;  ///< which values were inferred or assumed, and why

    /// The unusual ones, to be changed.
    Unusual& make_unusual() {
        if (!unusual) unusual = Unusual{repeat(), active(), stored(), parameters, frozen(), share()};
        return *unusual;
    }

    const Quantity& repeat() const {
        static const Quantity once{1, 1};
        return unusual ? unusual->repeat : once;
    }
    /// Parameters that one token uses: of routed experts, only those it is routed to.
    const Quantity& active() const { return unusual ? unusual->active : parameters; }
    /// Stored numbers, fewer than parameters where one packs several.
    const Quantity& stored() const { return unusual ? unusual->stored : parameters; }
    OptionalInteger trainable() const { return unusual ? unusual->trainable.value : parameters.value; }
    OptionalInteger frozen() const {
        if (unusual) return unusual->frozen;
        return parameters.value ? OptionalInteger(0) : OptionalInteger();
    }
    /// The fraction of the input that reaches the module: less than 1 in routed experts.
    Polynomial share() const { return unusual ? unusual->share : Polynomial(1); }
};

/// One module: where it is, and what is counted of it, which modules that count the same share.
struct NodeReport {
    std::string_view name;  ///< as printed: "0-5"
    std::string_view type;
    std::uint32_t depth = 0;
    std::uint32_t parent = 0;        ///< index in Report::nodes; the root is its own parent
    std::uint32_t subtree_end = 0;   ///< index behind the last descendant
    std::uint32_t call_order = 0;    ///< from 1, of the first calls of all modules; 0: not called
    Span span;                       ///< of the module in the source text
    const Module* module = nullptr;  ///< lives as long as the report
    SharedValue<ModuleFacts> facts;
};

/// True for a module that holds weights itself, not in its children.
bool has_weights(const NodeReport& row);

/// True for a module that only runs or lists its children.
bool is_list(const NodeReport& row);

/// A hyper-parameter with the value it was given.
struct VariableReport {
    enum class Origin { Assigned, Overridden, Assumed };

    std::string name;
    Polynomial formula;
    std::optional<Rational> value;
    Origin origin = Origin::Assigned;  ///< Assumed: a free name of an input, given a usual default
    std::string comment;
    Span span;
};

/// The direct children of one module in a list of nodes in print order, as indices:
/// `for (const std::uint32_t child : report.children(node))`.
template <typename Nodes>
class ChildrenOf {
  public:
    class Iterator {
      public:
        using iterator_category = std::forward_iterator_tag;
        using value_type = std::uint32_t;
        using difference_type = std::ptrdiff_t;
        using pointer = const std::uint32_t*;
        using reference = std::uint32_t;

        Iterator() = default;
        Iterator(const Nodes& nodes, std::uint32_t at) : nodes_(&nodes), at_(at) {}
        std::uint32_t operator*() const { return at_; }
        Iterator& operator++() {
            at_ = (*nodes_)[at_].subtree_end;
            return *this;
        }
        Iterator operator++(int) {
            const Iterator before = *this;
            ++*this;
            return before;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.at_ == b.at_; }

      private:
        const Nodes* nodes_ = nullptr;
        std::uint32_t at_ = 0;
    };

    ChildrenOf(const Nodes& nodes, std::uint32_t parent) : nodes_(nodes), parent_(parent) {}
    Iterator begin() const { return {nodes_, parent_ + 1}; }
    Iterator end() const { return {nodes_, nodes_[parent_].subtree_end}; }
    bool empty() const { return begin() == end(); }

  private:
    const Nodes& nodes_;
    std::uint32_t parent_;
};
using Children = ChildrenOf<std::vector<NodeReport>>;

/// Two weights that may be one tensor: the text does not show whether they are.
struct PossibleTie {
    std::string tied;            ///< "lm_head.weight"
    std::string source;          ///< "embed.weight": the tensor it would share
    Integer elements;            ///< that the total would lose
    bool is_by_default = false;  ///< the library ties them unless a config turns it off
    /// Then the bias beside the tied weight is one with that of the module around it, too.
    bool with_bias = false;
};

/// A tensor that may be a parameter or a buffer: the text does not show which.
struct PossibleBuffer {
    std::string tensor;  ///< "front.window"
    Integer elements;    ///< that the total would lose
};

/// Both ends of a number that is an estimate.
struct Bounds {
    Integer least;
    Integer most;
};

/// Everything that counting a model gives.
struct Report {
    std::string source = "pytorch-repr";
    std::vector<VariableReport> variables;
    std::vector<Dims> inputs;
    std::vector<Dims> given_inputs;  ///< those of the options, that replaced the model's
    Polynomial cached;               ///< when decoding, the tokens before the input
    std::vector<NodeReport> nodes;   ///< print order; nodes[0] is the root; empty when nothing could be read
    std::optional<Integer> bytes;    ///< of all parameters, by their dtypes
    std::vector<PossibleTie> possible_ties;        ///< where the total's basis is Basis::Range
    std::vector<PossibleBuffer> possible_buffers;  ///< the first of those that the text leaves open
    std::optional<Integer> parameters_min;  ///< of a range: with all possible ties, without possible buffers
    std::optional<Integer> parameters_max;  ///< of a range: with no ties, and with all possible buffers
    std::optional<Bounds> macs_bounds, flops_bounds;  ///< where the model states its WorkRange
    Polynomial bits;                                  ///< of all parameters, as a formula
    Polynomial trainable;                             ///< trainable parameters, as a formula
    std::string convention;                           ///< name of the convention behind `flops`
    Mode mode = Mode::Forward;
    bool causal = false;
    Diagnostics diagnostics;  ///< the reader's, then the count's

    std::shared_ptr<const Model> model;
    std::shared_ptr<const std::deque<Module>> expanded;  ///< modules built from the catalogue's templates

    const NodeReport* root() const { return nodes.empty() ? nullptr : &nodes.front(); }

    /// The direct children of a module.
    Children children(std::size_t node) const { return {nodes, static_cast<std::uint32_t>(node)}; }
    /// Dotted path of a module's first instance: "encoder.0.attn"; "" for the root.
    std::string path(const NodeReport& node) const;
    std::string path(std::size_t node) const { return path(nodes[node]); }
    /// The path, or the root's type for the root: names a module in running text.
    std::string path_or_type(const NodeReport& node) const;
    /// The first module in print order with that path.
    std::optional<std::uint32_t> find(std::string_view path) const;
    /// How many of a row the model holds: the repeats of all modules around it multiplied, its own left out
    /// because its numbers include them. nullopt: a repeat is unknown, or the product exceeds 128 bits.
    std::optional<Integer> instances(std::size_t node) const;
    /// The basis of the tensors that a pass through a module creates.
    Basis basis_of_created(const ModuleFacts& facts) const;
    /// A formula with its value at the report's hyper-parameters.
    Quantity quantity(Polynomial formula, Basis basis = Basis::Exact) const;
};

/// The values of the report's hyper-parameters, for evaluating its formulas; refers to the report.
SymbolValues values_of(const Report& report);

}  // namespace paramscope
