// Sentences of opening any file: one row each, English here, Chinese in web/languages/zh/open.txt by the same
// id.
#pragma once

#include <utility>

#include "base/message.h"

namespace paramscope::open {

inline constexpr MessageTemplate kOpenMessages[] = {
    {"file.unreadable", "the file cannot be read"},
    {"file.unreadable_end", "the file cannot be read to its end"},
    {"file.no_format", "there is no format '{name}': formats are {choices}"},
    {"file.too_large", "the file is larger than {most} MiB, the most that is read"},
    {"darknet.no_layers", "this is no network of darknet: the section [net] comes first, and layers follow"},
    {"darknet.no_input",
     "the section [net] gives no size of the input: width, height and channels, or inputs"},
    {"darknet.too_many_layers", "only the first {most} layers are read, so totals say \"at least\""},
    {"caffe.channels_assumed",
     "the pictures are taken to have 3 channels: only the mean of each channel (mean_value), or force_color, "
     "would tell"},
    {"caffe.no_input",
     "this prototxt gives no size of its input, so no weights are known: give the one for use, "
     "deploy.prototxt, or add a layer of type Input with input_param"},
    {"yolo.no_layers", "this yaml has no list of layers in `backbone` that can be read"},
    {"yolo.scale",
     "scale {scale} is counted: the name of the file chooses one, as in yolov8s.yaml, or what to build, as "
     "in --build s"},
    {"traced.tied",
     "no step uses {name}, and another parameter has its size: of tied tensors one is used, so the total "
     "says \"at least\" without it"},
    {"traced.no_sizes",
     "this code was written by torch.fx: it calls modules and gives no sizes. Paste what print(gm) "
     "prints, which gives both"},
    {"traced.operators_only",
     "this code of a graph gives no sizes: paste what print(exported_program) or gm.print_readable() prints, "
     "which gives them"},
    {"traced.no_roles",
     "this graph does not tell which of its inputs are parameters: paste what torch.export prints, whose "
     "names begin with p_, or what print(model) prints"},
    {"traced.cut", "the text ends before the graph does, so totals say \"at least\""},
    {"traced.part",
     "a graph of torch.compile has the parameters that it uses: others of the model are not counted, so "
     "the total says \"at least\""},
    {"described.not_built", "the described model is not built: {why}"},
    {"adapter.unknown_method",
     "the adapter's method {method} is not known: give adapter_model.safetensors, which lies beside this "
     "config, "
     "or what print(model) prints"},
    {"adapter.unknown_base",
     "this is the config of an adapter for {base}, whose sizes are not known here: give the folder with "
     "adapter_model.safetensors, the config.json of {base}, or what print(model) prints of both"},
    {"adapter.trained", "{trained} of {all} parameters are trained: {percent}%"},
    {"adapter.no_base",
     "this is the config of an adapter, which names no model that it adapts: give adapter_model.safetensors, "
     "which "
     "lies beside it, or what print(model) prints of both"},
    {"adapter.namesake", "{base} is taken to have the sizes of {known}, whose name it has"},
    {"adapter.targets",
     "this config does not name the adapted modules by words, such as q_proj: give "
     "adapter_model.safetensors, "
     "which lies beside it, or what print(model) prints"},
    {"adapter.settings",
     "the tensors of this {method} adapter do not follow from its settings: give adapter_model.safetensors, "
     "which lies beside it, or what print(model) prints"},
    {"adapter.no_such_modules",
     "{names}: the adapted model has no such layers in today's library, so the totals are about what they "
     "are "
     "without them"},
    {"adapter.class_assumed",
     "the adapter names no task: it is taken to adapt {class}, so the total is about what it is with that"},
    {"adapter.labels_assumed",
     "the adapter does not tell how many labels its {class} has: two are taken, so the totals are about what "
     "they are with that"},
    {"adapter.unread_keys",
     "{keys}: not known for adapters, so the totals are about what they are without them"},
    {"stated.no_total", "this text gives no total of parameters with all its digits"},
    {"stated.totals_only", "the text gives totals only: they are taken as printed, and no module is known"},
    {"stated.rounded_only", "the text gives a rounded total only, and no module is known"},
    {"stated.of_ranks",
     "the text gives the parameters of single devices only: they are added, and others may be missing, so "
     "the total says \"at least\""},
    {"stated.trainable_only", "the text gives trainable parameters only, so the total says \"at least\""},
};

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(MessageId<kOpenMessages> id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope::open
