// Sentences of the command line, one row each. There is no Chinese: the command line speaks English.
#pragma once

#include <utility>

#include "base/message.h"

namespace paramscope::cli {

inline constexpr MessageTemplate kCliMessages[] = {
    // Wrong usage
    {"usage.choice", "{option} expects {choices}, but gets '{value}'"},
    {"usage.choice_similar", "{option} does not know '{value}'; did you mean '{similar}'?"},
    {"usage.columns", "--columns knows {choices}, but not '{value}'"},
    {"usage.compare_format", "two models are compared as text, json, markdown or waterfall, not '{format}'"},
    {"usage.depth", "--depth expects a whole number of at least 0, but gets '{value}'"},
    {"usage.device", "--device: {why}"},
    {"usage.dtype", "{option} expects a type such as float16, fp8, int4 or q8_0, but gets '{value}'"},
    {"usage.empty_model", "the name of the model's file is empty"},
    {"usage.empty_other", "the name of the file to compare with is empty"},
    {"usage.generate", "--generate, --engine and --cache-dtype are for inference: they go without --train"},
    {"usage.gpus",
     "{gpus} GPUs cannot be divided into groups of {parallel} that hold one model: take a multiple of "
     "{parallel}"},
    {"usage.memory_of_comparison",
     "a comparison prints no memory: options about memory need --max-memory BYTES there"},
    {"usage.most_flops", "--max-flops expects a number such as 4.2T or 500G, but gets '{value}'"},
    {"usage.most_memory",
     "--max-memory expects bytes such as 24GiB (powers of 1024) or 24GB (powers of 1000), but gets "
     "'{value}'"},
    {"usage.most_parameters", "--max-params expects a number such as 7B or 350M, but gets '{value}'"},
    {"usage.needless_value", "{option} takes no value"},
    {"usage.needs_rank", "--lora-modules and --modules-to-save are for adapters: they need --lora-rank RANK"},
    {"usage.needs_train", "{option} is for training: it needs --train OPTIMIZER"},
    {"usage.no_model", "no model is given: name a FILE, - for standard input, or preset:NAME"},
    {"usage.no_value", "{option} expects {value_name} after it"},
    {"usage.number", "{option} expects a whole number from {least} to {most}, but gets '{value}'"},
    {"usage.not_of_comparison", "{option} is about one model, but two are compared"},
    {"usage.one_model", "diff compares two models, but only '{first}' is given"},
    {"usage.one_shell", "completion is printed for one shell at a time"},
    {"usage.other_gpus", "--gpus and --device name different numbers of GPUs: name one"},
    {"usage.tie",
     "--tie expects TENSOR=TENSOR, such as --tie head.weight=embed.weight, or none, but gets '{value}'"},
    {"usage.unknown_module", "no module is named '{name}'; adapters are at dense layers alone"},
    {"usage.setting", "--set expects NAME=EXPR, such as --set d=1024, but gets '{value}'"},
    {"usage.many_models",
     "two models can be compared and one counted, but '{first}', '{second}' and '{third}' are given: name "
     "one or two; the parts of "
     "one checkpoint are found beside the first"},
    {"usage.two_models", "only one model can be given here, but both '{first}' and '{second}' are"},
    {"usage.roofline", "a roofline is that of a device: it needs --device NAME; --list-devices lists them"},
    {"usage.waterfall", "a waterfall shows the difference between two models: it needs --compare FILE"},
    {"usage.unknown_option", "there is no option '{option}'"},
    {"usage.unknown_option_similar", "there is no option '{option}'; did you mean {similar}?"},

    // The limits of --max-params, --max-flops and --max-memory. {what} is one of the first three.
    {"most.flops", "FLOPs"},
    {"most.memory", "bytes of memory"},
    {"most.parameters", "parameters"},
    {"most.exceeded", "{value} {what} are more than {option} allows: {most}"},
    {"most.at_least",
     "{option} cannot be checked: there are at least {value} {what}, which is within {most}, but not "
     "everything is known of {reason}"},
    {"most.estimate",
     "{option} cannot be checked: there are about {value} {what}, which is an estimate, because of {reason}"},
    {"most.at_most",
     "{option} cannot be checked: there are at most {value} {what}, which is more than {most}, and fewer if "
     "{condition}"},
    {"most.if_tied", "weights are tied; --tie says which are"},
    {"most.if_buffers", "tensors are buffers, which a state_dict does not tell"},
    {"most.if_tied_or_buffers",
     "weights are tied, which --tie says, or tensors are buffers, which a state_dict does not tell"},
    {"most.by_numbers", "numbers that the text does not show are others"},
    {"most.unknown", "{option} cannot be checked: the {what} are unknown, because of {reason}"},
    {"most.as_printed",
     "{option}: {value} {what} are within {most}, if no class holds tensors that print does not show"},
    {"most.no_model", "a text without a model"},
    {"most.no_input", "the missing input shape, which --input SHAPE sets"},
    {"most.and_more", "{names} and {count} more"},
    {"most.rounding", "what the total is made of"},

    // Files and standard streams; the file's name is printed before the sentence
    {"file.read_as", "read as {format}; --as FORMAT reads it as something else"},
    {"file.folder", "cannot be read: it is a folder without Python files"},
    {"file.not_parts",
     "the files given with it are not parts of its model: only checkpoints can be put together"},
    {"file.folder_too_large", "has more than {limit} Python files: name those to read"},
    {"file.no_preset", "there is no such preset: --list-presets lists them all"},
    {"file.no_preset_similar", "there is no such preset; did you mean preset:{similar}?"},
    {"file.not_opened", "cannot be opened: {reason}"},
    {"file.preset_of_name",
     "no file has this name: the shipped model preset:{name} is counted; hf:{name} asks the hub"},
    {"file.known_name",
     "no file has this name: the sizes of this model that are shipped are counted; hf:{name} asks the hub"},
    {"file.no_file", "{reason}; hf:{name} asks the hub"},
    {"file.no_file_similar",
     "cannot be opened: no file has this name; did you mean preset:{similar}? hf:{name} asks the hub"},
    {"file.not_read", "cannot be read: {reason}"},
    {"file.not_written", "could not be written completely"},
    {"file.stream_too_large", "the input is larger than {limit} MiB, the most that is read from a stream"},

    // Tables
    {"table.left_out", "columns left out to fit the terminal: {columns}"},

    // Models on the network
    {"remote.no_network",
     "this program reaches no network: run 'npx paramscope {address}', or download config.json and name that "
     "file"},
    {"remote.known_config", "these are the sizes shipped with Paramscope; nothing was fetched: {reason}"},
    {"remote.not_compared", "the weights are not compared with config.json: {reason}"},
    {"remote.no_sizes", "config.json states no sizes, and no weights are read: {reason}"},
    {"remote.part_unread", "{part} cannot be read, so totals say \"at least\""},
    {"remote.trained", "{trained} of {all} parameters are trained ({percent})"},
    {"remote.of_part", "{part}: {remark}"},
    {"remote.no_part", "none of its models can be read"},
    {"remote.parts_once",
     "the sum of {count} models, each of which computes once: a pipeline that denoises computes its largest "
     "once "
     "in each step"},
    {"remote.config_unread",
     "config.json cannot be read, so the headers of the weights are counted: {reason}"},
    {"remote.no_file",
     "this is a whole model: name its file with the source code, such as hf:org/name/modeling_name.py"},

    // Models in folders on a disk
    {"folder.several_files", "there are several files of weights: {names}"},
    {"folder.no_model", "is a folder without a model"},
    {"folder.no_base", "there is no such folder, and it is no name on the hub"},
    {"folder.without_base", "the model that these adapters are for, {base}, is not counted: {reason}"},

    // Output of --list-classes
    {"classes.none", "it has no class that derives from nn.Module"},

    {"diagnostics.more", "and {count} more; --format json has them all"},
};

using CliMessageId = MessageId<kCliMessages>;

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(CliMessageId id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope::cli
