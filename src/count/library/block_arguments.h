// What the signature of a library rule reads of the printed module that the rule is applied to.
//
//     CNBlock(dim=block.0.out_channels              an argument of a child
//     MultiscaleAttention(stride=pool_q.pool.stride.1    one number of such an argument
//     Moe(experts=experts.length                    how many modules a list holds
//     Experts(width=down_proj.2                     a size of a written tensor
//     Encoder(seq_length=input.1                    a size of the forward line's input, known once data flows
//     Head(heads=dim/32                             an expression over names that stand before it
//     Window(size=7                                 a constructor's usual value: assumed, and said so
//     Attention(rel_pos                             no default: the module prints it, or its parent's rule
//     gives it
//
// An argument that the module itself prints goes before all of these.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/polynomial.h"
#include "count/environment.h"
#include "layers/signal.h"
#include "model/model.h"

namespace paramscope {

/// True when a rule's signature is a constructor's and its children are all that it builds. Any other rule
/// tells of modules that print their children, and of arguments that those hide.
bool is_constructor(const Module& rule);

/// True when everything that the rule's signature reads is there in the module. `given` are the module's
/// arguments: those it prints, or else those that a rule above it tells.
bool has_what_is_read(const Module& rule, const Module& module, const std::vector<Argument>& given);

/// The rule with every name of its signature put in, for one module that it fits; nullopt when a value that it
/// needs is no number. What had to be assumed is added to `notes`, as sentences.
std::optional<Module> bind_rule(const Module& rule, const Module& module, const std::vector<Argument>& given,
                                const Environment& environment, std::vector<Message>* notes);

/// True when a formula waits for a size of an input: until data flows, a symbol named like its path stands
/// for it.
bool waits_for_input(const Polynomial& formula);
/// The size that `path` reads (`x.2`, or `s.1.2` of a tuple's item) of the inputs with these names, where it
/// is known.
std::optional<Polynomial> size_of_input(std::string_view path, const std::vector<std::string>& names,
                                        std::span<const Signal> inputs);

}  // namespace paramscope
