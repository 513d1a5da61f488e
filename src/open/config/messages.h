// Sentences of the reader of Hugging Face configs: one row each, English here, Chinese in
// web/languages/zh/config.txt by the same id.
#pragma once

#include <optional>
#include <string_view>

#include "base/message.h"

namespace paramscope::open {

inline constexpr MessageTemplate kConfigMessages[] = {
    // Which architecture and class a config has.
    {"config.read_by_class", "model_type {type} is unknown: the config is read by its class, {class}"},
    {"config.unknown_model_type",
     "model_type {type} is unknown: the total is only what a transformer of these sizes has at least, from "
     "{keys}"},
    {"config.unknown_kind",
     "this kind of config is unknown: the total is only what a transformer of these sizes has at least, from "
     "{keys}"},
    {"config.known_parts",
     "model_type {type} is unknown: only its parts {keys} are counted, so the total says \"at least\""},
    {"config.guessed_class",
     "the config names no class in architectures: {known_class} is counted, and other classes of {type} have "
     "other "
     "totals"},
    {"config.smallest_class",
     "the config names no class in architectures: {known_class} is counted, the smallest of {type}, so the "
     "total says \"at least\"; {class} has {total}"},
    {"config.no_known_key",
     "neither the model_type of this config nor any of its keys is known, so nothing is counted: give the "
     "model's code, or what print(model) prints"},
    {"config.unknown_class",
     "the class {class} is unknown: {known_class} is counted, the smallest known of {type}, so the total "
     "says \"at least\""},
    {"config.unread_keys",
     "{keys}: not known in this kind of model, so the total is about what it is without them"},
    {"config.unread_parts",
     "{keys}: not known in this kind of model, and may add parameters, so the total says \"at least\": the "
     "model's code, or what print(model) prints, would tell"},
    {"config.foreign_size",
     "{key} is not known in this kind of model, which reads that size as {name}, so nothing is counted: "
     "rename "
     "the key, or give the model's code"},
    {"config.uneven_heads",
     "{key} does not divide the width of the layers: most such models do not run, so the total is about what "
     "one would have"},
    {"config.no_sizes",
     "the config states no sizes: the library's defaults are counted, which may be those of another model"},
    {"config.unknown_part", "{key}: model_type {type} is unknown, so this part is not counted"},
    {"config.missing_part",
     "the config says nothing in {key}: the library's defaults are counted, which may be those of another "
     "model"},

    {"config.in_text", "the config in this text is read"},
    {"config.of_torchtitan", "the settings of torchtitan name sizes that are those of {name}"},
    {"config.several", "these are configs of {count} models, {names}: give one of them"},

    // Values of keys.
    {"config.at_key", "{key}: {problem}"},
    {"config.unexpected_value", "expected {expected} but found {found}"},
    {"config.unexpected_kind", "expected {expected} but found {found}"},
    {"config.not_a_layer_count", "expected a whole number of layers but found {found}"},
    {"config.out_of_range", "expected a number from 0 to 10^12 but found {found}"},
    {"config.no_result", "{left} {operator} {right} has no value"},
    {"config.circular_key", "{key} depends on itself"},
    {"config.too_many_layers", "no more than {most} layers are written one by one"},
    {"config.too_large", "the model of this config is too large to write as model text"},

    // What values are.
    {"kind.none", "nothing"},
    {"kind.boolean", "true or false"},
    {"kind.number", "a number"},
    {"kind.whole_number", "a whole number"},
    {"kind.text", "a text"},
    {"kind.list", "a list"},
    {"kind.object", "an object"},

    // Quantization.
    {"config.quantized",
     "quantization_config: the files store most weights in fewer bits; parameters are counted as before "
     "quantization, sizes "
     "by the model's dtype"},
    {"config.quantized_by",
     "quantization_config ({method}): the files store most weights in fewer bits; parameters are counted as "
     "before "
     "quantization, sizes by the model's dtype"},

    // Remarks of templates, `note: text_flops_only` and `unknown: audio_tower` in architectures/*.txt.
    {"remark.attention_not_counted",
     "what attention does with tokens that it chooses or compresses is not counted, so FLOPs say \"at "
     "least\""},
    {"remark.text_flops_only", "FLOPs are counted for text; a vision tower adds its own for each image"},
    {"remark.text_model_only", "the config describes the text model only: no vision tower is counted"},
    {"remark.multi_token_layers_left_out",
     "layers that predict several tokens (num_nextn_predict_layers) are not part of this class and not "
     "counted"},
    {"remark.multi_token_layers_unused",
     "FLOPs are counted for one token: the layers that predict a second one (num_nextn_predict_layers) are "
     "not used"},
    {"remark.adapter", "the layers of the adapter (add_adapter) are unknown and not counted"},
    {"remark.audio_tower", "the audio tower (audio_config) is unknown and not counted"},
    {"remark.vocabulary",
     "the vocabulary is the tokenizer's, and its size is not stated: embeddings and the output layer are not "
     "counted"},
    {"remark.vocabulary_of_gpt2",
     "the vocabulary is taken to be GPT-2's, 50,257 tokens, filled up as the arguments say"},
    {"remark.gated_width",
     "a gated MLP has two thirds of intermediate_size, as GPT-NeoX builds it; older versions of it had all "
     "of it"},
    {"remark.arguments_cut",
     "the list of arguments is cut: normalization, the kind of positions or their number is not in it, and "
     "what they add is not counted"},
    {"remark.other_layers",
     "experts, latent attention, other layers or another program that the arguments ask for are unknown and "
     "not counted"},
    {"remark.attention_type",
     "attn_config: multi-head attention is the only kind known of MPT, so it is what is counted"},

    // Mistakes in templates, found when a config uses them.
    {"template.no_class", "the template of {type} names no class"},
    {"template.no_definition", "the template of {type} has no definition of {name}"},
    {"template.unknown_name", "the template of {type} does not define {name}"},
    {"template.bad_expression", "a template is wrong: {problem} in '{expression}'"},

    // Mistakes in templates, found when they are read.
    {"template.no_head", "expected [model_type] first"},
    {"template.open_parenthesis", "a parenthesis is never closed"},
    {"template.closes_nothing", "')' closes nothing"},
    {"template.closing_alone", "expected ')' alone"},
    {"template.closing_bracket", "expected ']'"},
    {"template.key", "expected key = value"},
    {"template.key_name", "expected a name before the sign"},
    {"template.child_name", "expected '): ' behind the child's name"},
    {"template.loop", "expected: for name in number"},
    {"template.binding", "expected: with name = value"},
    {"template.unknown_remark", "there is no message remark.{name}"},
    {"template.expression", "{problem} in '{expression}'"},
    {"template.unknown_base", "there is no [{type}]"},
    {"template.circular_base", "[{type}] is based on itself"},

    // Mistakes in expressions.
    {"template_expression.end", "expected the end of the expression"},
    {"template_expression.value", "expected a value"},
    {"template_expression.token", "expected '{token}'"},
    {"template_expression.number", "no such number"},
    {"template_expression.open_quote", "the quote never ends"},
    {"template_expression.too_deep", "nests too deep"},
    {"template_expression.function", "no function {name} takes so many values"},
};

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(MessageId<kConfigMessages> id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

/// The message "remark.NAME" that a template names; nullopt when there is none.
std::optional<Message> find_remark(std::string_view name);

}  // namespace paramscope::open
