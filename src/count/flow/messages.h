// Sentences of the forward pass: one row each, English here, Chinese in web/languages/zh/flow.txt by the same
// id.
#pragma once

#include <utility>

#include "base/message.h"

namespace paramscope {

inline constexpr MessageTemplate kFlowMessages[] = {
    // Modules
    {"flow.unknown_flow", "how data flows through {type} is unknown, so its FLOPs are left out"},
    {"flow.too_many_calls",
     "the forward pass calls modules more than {most} times, so the FLOPs of what follows are left out"},
    {"flow.too_many_repeats",
     "each of its {repeats} repeats changes the shape: too many to follow, so their FLOPs are left out"},
    {"flow.size_from_input",
     "print() hides the parameter '{tensor}' of this {type}, whose size follows from the input: give an "
     "input shape"},
    {"flow.wrong_library_rule",
     "sizes inside {type} do not fit together, so its FLOPs are left out: it is no class known by that name"},

    // Forward lines
    {"flow.unknown_name",
     "unknown name '{name}': expected an input, a name bound by 'where', or a tensor of the module"},
    {"flow.cycle", "'{name}' depends on itself"},
    {"flow.nested_too_deep",
     "too many names here depend on names bound after them: bind a name before it is used"},
    {"flow.no_child", "there is no child '{name}', so its input is passed on unchanged"},
    {"flow.too_few_tensors", "{function} needs {expected} tensors but gets {actual}"},
    {"flow.tuple_too_large", "a tuple may hold no more than {most} tensors"},
    {"flow.no_tuple_item", "the tuple has {size} items: there is no index {index}"},

    {"flow.stated_unknown", "{reason}"},

    // Lists of modules
    {"list.operands", "{function} needs a list of modules and an input: {function}(layers, x)"},
    {"list.unknown", "there is no list of modules '{name}'"},
    {"list.too_many_modules", "the lists have more than {most} modules, too many to call in turn"},
    {"list.equal_modules_differ",
     "the repeats of one module get tensors of different shapes: write each in a line of its own"},
    {"list.each_times", "each needs times= as a known number from 1 to {most}"},
    {"list.alternate_operands",
     "alternate needs two lists of modules and an input: alternate(first, second, x)"},
    {"list.branches_repeats", "branches needs to know how often each module repeats, from 1 to {most} times"},

    // Mixtures of experts
    {"route.needs_k", "route needs k=, from 1 to the number of experts, {experts}: route(experts, x, k=2)"},
    {"route.share",
     "each token goes to {chosen} of the {all} experts: this share of their work is counted, and this share "
     "of their "
     "parameters is active"},
    {"route.different_outputs", "the experts give tensors of different shapes"},
};

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(MessageId<kFlowMessages> id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope
