// The parsed model: variables, inputs, ties and a tree of modules. This folder reads it from model text (the
// output of print(model), extended: docs/model-text.md) and writes it back; count/ turns it into numbers.
// Start with read.h.

#pragma once

#include <optional>
#include <string>
#include <vector>

#include "algebra/polynomial.h"
#include "base/diagnostic.h"
#include "base/numbered_list.h"
#include "base/rare.h"
#include "base/rare_text.h"
#include "base/shared_list.h"
#include "base/short_text.h"
#include "base/small_list.h"
#include "model/argument_numbers.h"
#include "model/basis.h"
#include "model/forward.h"
#include "model/stated_totals.h"
#include "model/value.h"

namespace paramscope {

template <>
inline constexpr bool kIsMovedByBytes<Polynomial> = true;  // a number or a pointer

/// Sizes of a tensor, outermost first.
using Dims = SmallList<Polynomial, 4>;

/// Whether a tensor is a parameter or a buffer, as in PyTorch.
enum class Role : std::uint8_t { Parameter, Buffer };

/// A raw tensor written in the text: `(w): Parameter(d, d)`, `(pe): Buffer(max_len, d)`, an entry of a
/// ParameterList. Keywords: requires_grad=False freezes it, dtype=float16 sets its type.
struct Tensor {
    ShortText name;
    Role role = Role::Parameter;
    bool may_be_buffer =
        false;  ///< `ParameterOrBuffer(d)`, which counts as a parameter: a state_dict does not say
    bool trainable = true;
    bool assumed = false;  ///< usual for the type: some modules have none, or another size
    int packed_in = 0;  ///< bits of the stored integers that hold several elements each (8 for two int4 in a
                        ///< byte); 0: not packed
    Dims shape;
    RareText dtype;    ///< "" = the model's
    RareText printed;  ///< as PyTorch printed it (`Parameter containing: [...]`), "" for `Parameter(...)`
    RareText comment;  ///< text of a trailing `# comment`
    Span span;
};

/// One module of the tree. A module with a repeat is that many equal modules.
struct Module {
    ShortText name;  ///< as printed in parentheses: "conv1", "0", "0-5", "0-*"; "" for the root
    ShortText type;  ///< "Conv2d", "LlamaRMSNorm", ...; "None" for a child printed as `(name): None`
    NumberedList<Argument> arguments;  ///< their places are relative to the type's: see place_in_text()
    Polynomial repeat = 1;
    SharedList<Tensor> tensors;
    std::vector<Module> children;
    Rare<Dims> stated_input;  ///< `@ (batch, tokens, d)`: the shape of its input
    Rare<Forward> forward;
    SharedList<std::string> extra;  ///< lines of a custom extra_repr that are not arguments
    RareText comment;               ///< text of a trailing `# comment`, shown as a note
    Span span;                      ///< from the opening parenthesis of the name (or the type) to the end
    Span type_span;                 ///< the type's name
    Span repeat_span;               ///< the count before `x`, empty when there is none
};

/// The place in the text of what an argument of a module has as its own: arguments of equal modules are one
/// object. A place that is not known, {0, 0}, stays so.
Span place_in_text(const Module& module, const Span& of_argument);

/// A hyper-parameter: `name = expression  # comment`.
struct Variable {
    std::string name;
    Polynomial value;
    std::string text;  ///< the expression as written
    std::string comment;
    Span span;        ///< the name
    Span value_span;  ///< the expression, which a slider replaces
};

/// `input = (batch, tokens)`, or one of several: `input = (1, 3, 224, 224), (1, 10)`.
struct Input {
    Dims shape;
    Span span;
};

/// `tie: head.weight = embed.weight`: both names are one tensor, which is counted once, as the source.
struct Tie {
    std::string tied;
    std::string source;
    Span span;
    bool is_possible = false;  ///< `tie: head.weight? = embed.weight`: they may be one
};

/// What of a model depends on numbers that the text does not know, and so is an estimate.
struct Estimated {
    bool parameters = false;  ///< `parameters: estimated`, with buffers: there may be other tensors
    // Of the forward pass, `forward: estimated` for all of it.
    bool products = false;  ///< only with all that follows
    bool elements = false;  ///< `forward: estimated elements`: what is done for each element
    bool cache = false;     ///< `forward: estimated cache`: keys and values

    bool operator==(const Estimated&) const = default;
};

/// What either of two models estimates.
constexpr Estimated operator|(Estimated a, Estimated b) {
    return {a.parameters || b.parameters, a.products || b.products, a.elements || b.elements,
            a.cache || b.cache};
}

/// `num_heads = 8`, of a hyper-parameter.
struct Setting {
    std::string name;
    Polynomial value;
};

/// With which values of the numbers that the text does not know the forward pass does least and most work.
struct WorkRange {
    std::vector<Setting> least;  ///< `least work: num_heads = 64, head_dim = 1`
    std::vector<Setting> most;   ///< `most work: num_heads = 1, head_dim = 64`
};

/// `freeze: embed, head.bias`: a tensor, or all tensors of a module, with requires_grad=False.
struct Freeze {
    std::string path;
    Span span;
};

/// A whole model text.
struct Model {
    std::vector<Variable> variables;
    std::vector<Input> inputs;
    /// `forward: traced`: the forward lines were recorded on `inputs`. They hold for other values of the
    /// names in them, not for other numbers.
    bool is_traced = false;
    Estimated estimated;
    WorkRange work_range;  ///< where products are estimated
    std::vector<Tie> ties;
    bool has_no_more_ties = false;  ///< `tie: none`: no other tensors are one
    std::vector<Freeze> frozen;
    std::string dtype = "float32";           ///< `dtype = float16`
    std::optional<Basis> basis;              ///< `basis: exact`: stated by the text, for the whole model
    std::vector<StatedTotal> stated_totals;  ///< in the lines around the tree
    std::vector<std::string> notes;  ///< whole-line comments above the tree, e.g. what a preset leaves out
    Module root;
};

/// True when type and arguments are all that a module prints.
bool prints_arguments_only(const Module& module);

/// True for a text whose modules are written with hyper-parameters, as no print() writes them.
bool uses_variables(const Model& model);

/// True when the text has a line for every tensor: it says `basis: exact`, or its modules are written with
/// hyper-parameters and so are not the output of print(). A text that says `basis: printed` is such an
/// output, whatever its numbers are written with.
bool lists_all_tensors(const Model& model);

/// The name of the first instance of a printed name: "0" of "0-5" and of "0-*"; any other name unchanged.
std::string_view first_name(std::string_view name);
std::string_view first_name(const Module& module);

}  // namespace paramscope
