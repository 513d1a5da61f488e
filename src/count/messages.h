// Sentences of counting: one row each, English here, Chinese in web/languages/zh/count.txt by the same id.
// Those of the data flow are in count/flow.
#pragma once

#include <utility>

#include "base/message.h"

namespace paramscope {

inline constexpr MessageTemplate kCountMessages[] = {
    {"device.count", "at most {most} devices, and at least one"},
    {"device.figure",
     "'{part}' is no number of a device: write memory=24GB, bandwidth=936GB/s, and TFLOP/s such as "
     "float16=142"},
    {"device.lacks_figures",
     "a device of your own needs its memory and its bandwidth: memory=24GB, bandwidth=936GB/s, float16=142, "
     "float32=35.6"},
    {"device.unknown",
     "there is no device named \"{name}\"; the numbers of another are memory=24GB, bandwidth=936GB/s, "
     "float16=142, "
     "float32=35.6"},

    {"explanation.tied_tensor", "{tensor} (tied to {path})"},

    {"argument.assumed", "{argument} is assumed: print() does not show it"},
    {"argument.inferred",
     "{name} = {value} is inferred from its neighbour {neighbour}: print() does not show it"},

    {"buffers.possible",
     "parameters or buffers, which a state_dict does not tell: {names} ({count} elements). The model's code "
     "or "
     "its config.json tells; in the model text, `Parameter` or `Buffer` in place of `ParameterOrBuffer` "
     "settles "
     "it"},
    {"buffers.and_more", "{names} and {count} more"},

    {"conclusion.equal_layers", "{share} of the parameters are in {count} equal layers"},
    {"conclusion.layers_and_part",
     "{share} of the parameters are in {count} equal layers; {fraction} of each is {part}"},
    {"conclusion.one_layer", "{share} of the parameters are in one layer: {path}"},
    {"conclusion.module", "{share} of the parameters are in {path}"},
    {"conclusion.half", "half"},
    {"conclusion.two_thirds", "two thirds"},
    {"conclusion.three_quarters", "three quarters"},
    {"conclusion.attention", "attention"},
    {"conclusion.feed_forward", "the feed-forward part"},
    {"conclusion.recurrent", "the recurrent part"},

    {"cause.changed", "{names}: {change}"},
    {"cause.dtype", "numbers stored as {change}"},
    {"cause.larger", "larger {names}: {sizes}"},
    {"cause.layers", "number of {type}: {before} → {after}"},
    {"cause.modules", "{count} modules"},
    {"cause.more_names", "{names} and {count} more"},
    {"cause.only_left", "only in A: {names}"},
    {"cause.only_right", "only in B: {names}"},
    {"cause.open_role", "{names}: tensors that are perhaps buffers in both, which one text does not show"},
    {"cause.open_sharing", "{names}: weights perhaps shared in both, which one text does not show"},
    {"cause.other_sizes", "other sizes of {names}: {sizes}"},
    {"cause.own_weights", "{names}: weights no longer shared"},
    {"cause.place", "{count} in {place}"},
    {"cause.rest", "other differences"},
    {"cause.shared_weights", "{names}: weights now shared"},
    {"cause.smaller", "smaller {names}: {sizes}"},
    {"cause.smaller_differences", "{count} smaller differences"},
    {"cause.work", "other input shapes of {names}"},

    {"convention.unknown", "unknown convention '{name}'; known are {known}"},

    {"decode.input_shape",
     "decoding needs an input of shape (batch, tokens) or (batch, tokens, features) but gets {actual}"},

    {"decode.traced",
     "FLOPs of decoding are unknown: the forward pass was read from source code for a whole input, without a "
     "cache of keys and values"},

    {"diagnostics.left_out", "{count} more messages are left out"},

    {"freeze.no_target", "freeze: there is no module or tensor '{path}'"},
    {"freeze.adapters", "its adapters are trained, and the model around them is frozen"},

    {"input.missing", "no input shape is given, so FLOPs are unknown"},
    {"input.size_of_image", "the input {given} is taken as {shape}"},
    {"input.wrong_size",
     "{size} in the input shape {shape} is no size: sizes are whole numbers of 1 or more"},
    {"input.traced",
     "the forward pass was read from source code for the input {traced}, so FLOPs of {given} are unknown: "
     "read the source code again with {given}"},
    {"input.missing_suggested", "no input shape is given, so FLOPs are unknown: try input = {shape}"},

    {"model.too_many_modules",
     "only the first {limit} modules are counted, among them those that print() does not show, so totals say "
     "\"at least\""},
    {"module.not_called", "the forward pass does not call it, so it does no work"},
    {"module.hides_tensor",
     "print() does not show the tensor `{tensor}` of {type}, so totals say \"at least\""},
    {"module.own_arguments",
     "{type} has arguments of its own and may hold tensors that print() does not show, so totals are \"at "
     "least\""},
    {"module.unknown_argument",
     "{type} has no argument {name}: this one may be another class of that name, so totals say \"about\""},
    {"module.uses_twice",
     "{type} uses some of its modules at several places, and print() shows them at each: the total may be "
     "too large"},
    {"module.by_config",
     "the config decides whether {type} holds a tensor that print() does not show, so the total is about "
     "what "
     "it has by default"},
    {"module.without_modules",
     "the modules in {type} are not shown, so totals say \"at least\": print() shows them inside its "
     "parentheses"},
    {"module.misspelt", "nothing is known of {type}, so totals say \"at least\"; did you mean {similar}?"},
    {"module.marked",
     "this {type} is another class of that name, or its arguments are unknown, so totals say \"at least\". "
     "If it is the layer, write {type}(...) with its arguments"},
    {"module.unknown",
     "nothing is known of {type}: no rule counts it and print() shows no children, so totals say \"at "
     "least\". Give its source code, or write its tensors inside it, as (weight): Parameter(64, 64)"},

    {"override.unused", "setting '{name}' changes nothing: the model does not mention it"},

    {"repeat.not_whole",
     "a module cannot repeat {count} times: the count before 'x' must be a whole number of 0 or more"},

    {"shape.word", "{word} is not a shape: write sizes, such as 1, 3, 224, 224"},
    {"shape.expected_bracket", "expected ',' or ')' in the shape"},
    {"shape.expected_separator", "expected ',' between sizes or ';' between shapes"},
    {"shape.too_many_dimensions", "a shape has at most {most} dimensions"},

    {"tensor.hidden",
     "print() hides the parameter '{tensor}' of this {type}: "
     "write ({tensor}): Parameter(...) inside it to count it"},
    {"tensor.size_error", "a size of {tensor} cannot be computed: {error}"},
    {"tensor.size_not_whole", "a size of {tensor} is {size}, not a whole number of 0 or more"},
    {"tensor.too_large", "{tensor} has more than 2^127 elements"},

    {"tie.itself", "tie: '{path}' cannot be tied to itself"},
    {"tie.no_tensor", "tie: there is no tensor '{path}'"},
    {"tie.by_default",
     "{type} has {tied} and {source} as one weight unless its config says tie_word_embeddings=False, which "
     "print() does not "
     "show: `tie: {tied}.weight = {source}.weight` takes {count} parameters off, `tie: none` keeps them"},
    {"tie.possible",
     "the weights of {tied} and {source} have the same shape and may be one tensor: if they are, "
     "`tie: {tied}.weight = {source}.weight` takes {count} parameters off"},
    {"tie.stated",
     "{tied} and {source} may be one tensor: if they are, `tie: {tied} = {source}` takes {count} parameters "
     "off"},
    {"tie.shapes", "tie: the shapes differ: {tied} is {tied_shape}, {source} is {source_shape}"},
    {"tie.source_is_tied", "tie: '{path}' is itself tied to {other}: name {other} in its place"},

    {"total.differs", "the text gives a total of {stated} parameters, but this model has {counted}"},
    {"loss.no_model", "{type} is a loss function: it has no parameters, and is not a model"},

    {"parameters.estimated",
     "there may be tensors that the text does not know, so the numbers of parameters are estimates"},
    {"work.estimated",
     "the forward pass depends on numbers that the text does not know, so what it does is an estimate"},
    {"cache.estimated",
     "the text does not know whether keys and values are kept, so their sizes are estimates"},

    {"variable.not_a_name",
     "`{name}` cannot be the name of a hyper-parameter: a name has letters, digits and underscores, and no "
     "digit first"},
    {"variable.cycle", "'{name}' depends on itself"},
    {"variable.cycle_through", "'{name}' depends on itself through '{other}'"},
    {"variable.error", "{name}: {error}"},
};

/// Makes a message of counting; an unknown id does not compile.
inline Message message(MessageId<kCountMessages> id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope
