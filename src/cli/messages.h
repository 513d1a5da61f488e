// Sentences of the command line, one row each. There is no Chinese: the command line speaks English.
#pragma once

#include <utility>

#include "base/message.h"

namespace paramscope::cli {

inline constexpr MessageTemplate kCliMessages[] = {
    // Wrong usage
    {"usage.choice", "{option} expects {choices}, but gets '{value}'"},
    {"usage.compare_format", "--compare writes text, json, markdown or waterfall, not '{format}'"},
    {"usage.depth", "--depth expects a whole number of at least 0, but gets '{value}'"},
    {"usage.dtype",
     "--weights-dtype expects a type such as float16, bfloat16, int8 or int4, but gets '{value}'"},
    {"usage.empty_model", "the name of the model's file is empty"},
    {"usage.empty_other", "the name of the file to compare with is empty"},
    {"usage.gpus", "{gpus} GPUs cannot be shared out in groups of {parallel} for tensor parallelism"},
    {"usage.needs_train", "--recompute is about training: it needs --train OPTIMIZER"},
    {"usage.no_model", "no model is given: name a FILE, - for standard input, or preset:NAME"},
    {"usage.no_value", "{option} expects {value_name} after it"},
    {"usage.number", "{option} expects a whole number from {least} to {most}, but gets '{value}'"},
    {"usage.tie",
     "--tie expects TENSOR=TENSOR, such as --tie head.weight=embed.weight, or none, but gets '{value}'"},
    {"usage.setting", "--set expects NAME=EXPR, such as --set d=1024, but gets '{value}'"},
    {"usage.many_models",
     "two models can be compared and one counted, but '{first}', '{second}' and '{third}' are given: name "
     "one or two; the parts of "
     "one checkpoint are found beside the first"},
    {"usage.two_models", "only one model can be given here, but both '{first}' and '{second}' are"},
    {"usage.waterfall", "a waterfall shows the difference of two models: it needs --compare FILE"},
    {"usage.unknown_option", "there is no option '{option}'"},

    // Files and standard streams; the file's name is printed before the sentence
    {"file.read_as", "read as {format}; --as FORMAT reads it as something else"},
    {"file.folder", "cannot be read: it is a folder without files of Python"},
    {"file.folder_too_large", "has more than {limit} files of Python: name those to read"},
    {"file.no_preset", "there is no such preset: --list-presets lists them all"},
    {"file.no_preset_similar", "there is no such preset; did you mean preset:{similar}?"},
    {"file.not_opened", "cannot be opened: {reason}"},
    {"file.not_read", "cannot be read: {reason}"},
    {"file.not_written", "could not be written completely"},
    {"file.stream_too_large", "the input is larger than {limit} MiB, the most that is read from a stream"},

    // Models on the network
    {"remote.no_network",
     "this program reaches no network: run 'npx paramscope {address}', or download config.json and name that "
     "file"},
    {"remote.known_config", "these are the sizes shipped with Paramscope; nothing was fetched: {reason}"},
    {"remote.not_compared", "the weights are not compared with config.json: {reason}"},
    {"remote.config_unread",
     "config.json cannot be read, so the headers of the weights are counted: {reason}"},

    // Output of --list-classes
    {"classes.none", "it has no class that derives from nn.Module"},

    // Output of --compare
    {"compare.all_same", "all {count} tensors are the same"},
    {"compare.at_least", "at least {value}"},
    {"compare.differences", "{count} differences"},
    {"compare.limit", "only the first 500,000 tensors are compared"},
    {"compare.may_be_incomplete", "{source} may have tensors that its text does not show"},
    {"compare.module_differences", "{count} differences between modules"},
    {"compare.more_rows", "and {count} more"},
    {"compare.one_difference", "1 difference"},
    {"compare.one_module_difference", "1 difference between modules"},
    {"compare.one_same", "1 tensor is the same"},
    {"compare.prefix", "names in {source} are compared without the prefix '{prefix}'"},
    {"compare.same", "{count} tensors are the same"},
    {"compare.side", "{source} ({format}): {tensors} tensors, {parameters} parameters"},
    {"compare.summary", "{same}, {differences}"},
    {"compare.unknown", "unknown"},

    {"diagnostics.more", "and {count} more; --format json has them all"},
};

using CliMessageId = MessageId<kCliMessages>;

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(CliMessageId id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope::cli
