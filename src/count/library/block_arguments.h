// Fills the signature of a block rule from the printed module it is applied to.
//
// The folder count/library applies the rules of composite types (layers/blocks): block_rules chooses the rule
// that fits a module, block_arguments fills its signature, instantiate puts the values in, infer_width finds
// widths that print() hides.
//
// A default in a rule's signature says where the value comes from:
//
//     CNBlock(dim=block.0.out_channels              an argument of a child
//     MultiscaleAttention(stride=pool_q.pool.stride.1    one number of a tuple
//     Moe(experts=experts.length                    the number of modules in a list
//     Experts(width=down_proj.2                     a size of a tensor in the text
//     Encoder(seq_length=input.1                    a size of the forward line's input, known when data flows
//     Head(heads=dim/32                             an expression over earlier names
//     Window(size=7                                 the constructor's usual value: assumed, with a note
//     Attention(rel_pos                             no default: printed, or given by a rule above
//
// An argument that the module prints itself takes precedence.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/polynomial.h"
#include "count/environment/environment.h"
#include "layers/signal.h"
#include "model/model.h"

namespace paramscope {

/// The module at `path` ("block.0") below another, or itself for ""; nullptr for none.
const Module* find_descendant(const Module& module, std::string_view path);

/// True when the rule is a constructor: its signature reads nothing of a printed module, and its children are
/// what the type builds. Other rules describe modules that print their children.
bool is_constructor(const Module& rule);

/// True when the module has everything that the rule's signature reads. `given` are the module's arguments:
/// those it prints, or else those from a rule above.
bool has_signature_inputs(const Module& rule, const Module& module, std::span<const Argument> given);

/// The rule with its signature's names replaced by values, for a module that it fits; nullopt when a value
/// that it needs is not a number. Adds a note for each assumed value.
std::optional<Module> bind_rule(const Module& rule, const Module& module, std::span<const Argument> given,
                                const Environment& environment, SharedList<Message>* notes);

/// True when a formula has a symbol for a size of an input: the flow replaces it. Its name is a path (`x.2`).
bool depends_on_input(const Polynomial& formula);

/// The size at `path` of the inputs with these names: `x.2` of a tensor, `s.1.2` of a tuple's item; nullopt
/// when unknown.
std::optional<Polynomial> size_of_input(std::string_view path, const std::vector<std::string>& names,
                                        std::span<const Signal> inputs);

}  // namespace paramscope
