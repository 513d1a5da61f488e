// What counting gives: one row a module, in print order, each with formulas, values and how sure they are.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/polynomial.h"
#include "base/diagnostic.h"
#include "layers/signal.h"
#include "layers/work.h"
#include "model/model.h"

namespace paramscope {

/// What a count is of.
enum class Mode : std::uint8_t {
    Forward,   ///< one forward pass; of a decoder, the prefill of all tokens
    Training,  ///< forward and backward: each matrix product once more for each of its two gradients
    Decode,    ///< one token against keys and values kept of the input's tokens
};

/// "forward", "training", "decode".
std::string_view to_string(Mode mode);

/// How a number came about.
enum class Status : std::uint8_t {
    Counted,  ///< known exactly
    Zero,     ///< has nothing to count, by definition of its type
    Unknown,  ///< cannot be known from the text: totals above it read "at least"
};

/// "counted", "zero", "unknown".
std::string_view to_string(Status status);

/// A number with its formula over the hyper-parameters.
struct Quantity {
    Polynomial formula;
    std::optional<Integer> value;  ///< at the present hyper-parameters; nullopt: not known, or not whole
    bool complete = true;          ///< false: a part is unknown, the true number is at least this
};

/// A tensor that a module itself holds (not its children).
struct TensorReport {
    std::string name;  ///< "weight"
    Role role = Role::Parameter;
    Dims shape;
    Polynomial elements;
    std::optional<Integer> count;
    bool trainable = true;
    std::string dtype;
    std::string tied_to;  ///< path of the tensor it shares, when tied: then it adds no elements
    bool hidden = false;  ///< print() does not show it
    bool inferred = false;
    int packed_in = 0;    ///< bits of the stored numbers that hold several elements each; 0: they hold one
};

/// One module. Numbers are those of its whole subtree, its own repeats included: a child of a repeated module
/// has the numbers of one instance of its parent.
struct NodeReport {
    std::string name;         ///< as printed: "0-5"
    std::string path;         ///< dotted path of the first instance: "encoder.0.attn"; "" for the root
    std::string type;
    std::string_view family;  ///< of the catalogue ("convolution", ...), "block" or "container" or "custom"
    std::uint32_t depth = 0;
    std::uint32_t parent = 0;       ///< index in Report::nodes; the root is its own parent
    std::uint32_t subtree_end = 0;  ///< index behind the last descendant

    Quantity repeat{1, 1, true};
    Quantity parameters;
    Quantity active;      ///< parameters that work on one token: of routed experts, as many as a token goes to
    Quantity stored;      ///< elements of the tensors as they are stored, where several parameters share one
    Quantity buffers;
    std::optional<Integer> trainable;
    std::optional<Integer> frozen;
    Quantity macs;   ///< value nullopt and incomplete where no work is known
    Quantity flops;  ///< by the chosen convention
    Polynomial share = 1;  ///< of its input, what comes to it: less than 1 in experts that tokens are routed to
    Work work;       ///< what the module does itself, its children aside, in one run of its parent
    bool elements_known = true;  ///< false: what it does for each element of its input is not known
    bool repeats_followed = false;  ///< `work` holds all its repeats, which change shape, and not one

    std::vector<TensorReport> tensors;
    Signal input;   ///< what the module saw in its first call
    Signal output;
    std::optional<std::vector<Integer>> output_sizes;  ///< the output's shape in numbers, for a single tensor

    Status status = Status::Counted;
    std::vector<Message> notes;      ///< values that were inferred or assumed here, and why
    Span span;                       ///< of the module in the source text
    const Module* module = nullptr;  ///< lives as long as the report
};

/// One hyper-parameter as it was used.
struct VariableReport {
    enum class Origin { Assigned, Overridden, Assumed };

    std::string name;
    Polynomial formula;
    std::optional<Rational> value;
    Origin origin = Origin::Assigned;  ///< Assumed: a free name of an input, given a usual default
    std::string comment;
    Span span;
};

/// The whole answer.
struct Report {
    std::string source = "pytorch-repr";
    std::vector<VariableReport> variables;
    std::vector<Dims> inputs;
    std::vector<NodeReport> nodes;  ///< print order; nodes[0] is the root, absent when nothing was read
    std::optional<Integer> bytes;   ///< of all parameters, by their dtypes
    Polynomial bits;                ///< of the same, as a formula
    Polynomial trainable;           ///< parameters that are trained, as a formula
    std::string convention;         ///< name of the convention behind `flops`
    Mode mode = Mode::Forward;
    bool causal = false;
    Diagnostics diagnostics;        ///< the reader's, then the count's

    std::shared_ptr<const Model> model;
    std::shared_ptr<const std::list<Module>> expanded;  ///< modules built from the catalogue's templates

    const NodeReport* root() const { return nodes.empty() ? nullptr : &nodes.front(); }
};

/// The values of the report's hyper-parameters, for evaluating its formulas; refers to the report.
SymbolValues values_of(const Report& report);

}  // namespace paramscope
