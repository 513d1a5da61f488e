// Sentences of the model text's readers: one row each, English here, Chinese in web/languages/zh/model.txt by
// the same id.
#pragma once

#include "base/message.h"

namespace paramscope {

inline constexpr MessageTemplate kModelMessages[] = {
    // The text as a whole (read.cpp, read_module.cpp, reporter.h)
    {"model_text.empty", "the text is empty: paste what print(model) printed, or write a model"},
    {"model_text.too_large", "the text is too large: at most {limit} MiB are read"},
    {"model_text.binary",
     "this is not text: the byte at offset {offset} is zero, as in binary data or UTF-16; expected UTF-8"},
    {"model_text.no_module",
     "no module is found in this text: expected what print(model) printed, such as "
     "Linear(in_features=4, out_features=2)"},
    {"model_text.address",
     "this is an address: open it, and paste or drop what is there, such as config.json, the model's code or "
     "what "
     "print(model) printed"},
    {"model_text.name_alone",
     "{name} is only a name: paste what print(model) printed, the model's code or its config.json"},
    {"model_text.first_line_missing",
     "the first line of the model is missing: these modules are read as parts of one"},
    {"model_text.second_model", "another model starts here: only the first one is read"},
    {"model_text.ignored_before", "text before the model is ignored"},
    {"model_text.ignored_after", "text after the model is ignored"},
    {"model_text.layer_list", "these layers are read as parts of one model"},
    {"model_text.unread_layers",
     "this code calls layers in a way that cannot be read, so totals say \"at least\""},
    {"model_text.cut_off",
     "the text ends before this module is closed: what follows is missing, so totals say \"at least\""},
    {"model_text.left_out", "text was left out here: the modules in it are not counted"},
    {"model_text.diff",
     "this is a diff, which shows only a part of a file: its new lines are read, and totals say \"at "
     "least\""},
    {"model_text.expected_module", "expected a module, `Type(...)`"},
    {"model_text.too_deep", "modules nest deeper than {limit} levels"},
    {"model_text.too_many_modules",
     "more than {limit} modules: write equal ones once, as `(0-5): 6 x Type(...)`"},
    {"model_text.too_long_paths",
     "the paths of all modules have more than {limit} MiB: what follows is not read, so totals are \"at "
     "least\""},
    {"model_text.long_name", "only the first {limit} bytes of this name are kept"},
    {"model_text.too_many_arguments", "more than {limit} arguments"},
    {"model_text.more_problems", "more problems follow; they are not listed"},

    // Texts that are no model (other_text.cpp)
    {"other_text.error_message", "this is an error message, not a model: paste what print(model) prints"},
    {"other_text.keras_source", "this looks like Keras source code: add the lines that import its layers"},
    {"other_text.preprocessing",
     "this is the preprocessing of inputs, not a model: paste what print(model) prints"},
    {"other_text.optimizer", "this is an optimizer, not a model: paste what print(model) prints"},
    {"other_text.tensor_names",
     "these are names of tensors without shapes: paste names with shapes, "
     "such as [(n, p.shape) for n, p in model.named_parameters()]"},
    {"other_text.python_source", "this is Python source code: paste what print(model) prints"},
    {"other_text.python_value",
     "this is a value that Python printed, not a module: paste what print(model) prints"},
    {"other_text.stated_total",
     "this gives totals only, so there is nothing to count: paste what print(model) prints"},
    {"other_text.training_log", "this is a training log: paste what print(model) prints"},
    {"other_text.test_log", "this is what a run of tests printed: paste what print(model) prints"},
    {"other_text.log",
     "this is a log, in which no model is found: paste what print(model) prints, or give the config of the "
     "model"},
    {"other_text.shape_log",
     "these are shapes without names of tensors, such as those of inputs and outputs: paste names with "
     "shapes, "
     "such as [(n, p.shape) for n, p in model.named_parameters()]"},
    {"other_text.fx_graph",
     "this is a graph of torch.fx, which names modules and gives no sizes: paste what print(gm) prints, "
     "which gives both"},
    {"other_text.export_graph",
     "this is a graph of torch.export or torch.compile without sizes: paste what print(exported_program) or "
     "gm.print_readable() prints, which gives them"},
    {"other_text.dynamo_explanation",
     "this is what torch._dynamo.explain() says of graphs, without sizes: paste what print(model) prints"},
    {"other_text.torchscript",
     "this is what TorchScript prints, which names modules and gives no sizes: give the .pt file, or "
     "paste what print(model) prints of the model before it is traced or scripted"},
    {"other_text.core_ml",
     "this is the description of a Core ML model, which gives inputs and outputs only: paste what "
     "print(model) prints of the model that was converted"},
    {"other_text.caffe",
     "this is a network of Caffe, whose layers do not give all their sizes: convert it, and give the ONNX "
     "file"},
    {"other_text.caffe_solver",
     "these are settings of Caffe's solver: give the prototxt of the network that they name"},
    {"other_text.tflite",
     "this is what TFLite's analyzer prints, in which parameters and other constants look alike: paste what "
     "model.summary() prints of the model that was converted, or give its .keras or .h5 file"},
    {"other_text.matlab",
     "these are layers of MATLAB, which do not give all their sizes: export them by exportONNXNetwork, "
     "and give the ONNX file"},
    {"other_text.trtexec_log",
     "this is a log of TensorRT, which gives no sizes of weights: give the .onnx file that it names"},
    {"other_text.modelfile",
     "this Modelfile of Ollama names a model and gives no sizes: paste what `ollama show` prints of that "
     "model, "
     "or give its .gguf file"},
    {"other_text.vllm_log",
     "this is a log of vLLM, which names the model and gives no sizes: give the config.json of that "
     "model, or its name at the Hugging Face hub"},
    {"other_text.sglang_log",
     "this is a log of SGLang, which names the model and gives no sizes: give the config.json of that "
     "model, or its name at the Hugging Face hub"},
    {"other_text.memory_estimate",
     "this is an estimate of memory: give the config.json of that model, or its name at the Hugging Face "
     "hub"},
    {"other_text.models_table",
     "this is a table of many models: paste what print(model) prints of one, or code that makes it, such "
     "as timm.create_model('resnet18')"},
    {"other_text.conflict",
     "this text has marks of a merge that was not finished (<<<<<<<): keep one of its two versions"},
    {"other_text.lfs_pointer",
     "this is a pointer of Git LFS, which stands for a file: fetch the file itself with git lfs pull"},
    {"other_text.adapter",
     "this is the config of an adapter, which does not give the sizes of the model that it adapts: give "
     "adapter_model.safetensors, which lies beside it, or what print(model) prints of both"},
    {"other_text.quantization",
     "this is a config of quantization: give the config.json of the model that lies beside it"},
    {"other_text.tokenizer", "this is the config of a tokenizer: give the config.json that lies beside it"},
    {"other_text.processor",
     "this is the config of a preprocessor: give the config.json that lies beside it"},
    {"other_text.generation", "this is a config of generation: give the config.json that lies beside it"},
    {"other_text.sentence_transformers",
     "these are the parts of a model of sentence-transformers: nearly all parameters are those of its "
     "Transformer, so give the config.json in the folder that its path names (\"\" is the same folder)"},
    {"other_text.sentence_transformers_part",
     "this is a small part of a model of sentence-transformers: nearly all parameters are those of its "
     "Transformer, so give the config.json in its folder"},
    {"other_text.sentence_transformers_print",
     "this print of sentence-transformers does not show the modules of its Transformer: paste what "
     "print(model[0].auto_model) prints"},
    {"other_text.gguf_metadata",
     "these are metadata of a GGUF file, which give no number of all parameters: give the file itself"},
    {"other_text.training",
     "these are settings of a training: give the config.json of the model, or what print(model) prints"},
    {"other_text.fine_tuning",
     "these are settings of a fine-tuning: give the config.json of the model that they name, or its name at "
     "the Hugging Face hub"},
    {"other_text.torchtitan",
     "these settings of torchtitan name sizes that are in its code: give the arguments of the model, "
     "ModelArgs(dim=..., n_layers=...)"},
    {"other_text.detectron",
     "these are settings whose other half is in the program that reads them: paste what print(model) prints"},
    {"other_text.hydra",
     "these settings name classes and their arguments, not their layers: paste what print(model) prints of "
     "what hydra.utils.instantiate makes of them"},
    {"other_text.nemo",
     "these are settings of NeMo that do not give the sizes of all layers: give model_config.yaml or "
     "model_weights.ckpt of the .nemo archive, or what print(model) prints"},
    {"other_text.pipeline",
     "these are settings of a pipeline, whose parts have their sizes elsewhere: give the folder with its "
     "model_index.json, or the config.json in the folder of a part, such as transformer"},
    {"other_text.weights",
     "these settings name files of weights and give no sizes: give one of those files, or what "
     "print(model) prints"},
    {"other_text.shell_script",
     "this is a script of a shell, which gives no sizes of a model: give the config.json of the model that "
     "it "
     "names, or what print(model) prints"},
    {"other_text.other_language",
     "this is source code of another language than Python: paste what its program prints of the model, or "
     "give the model's file"},
    {"other_text.build_file", "this file tells how a program is built: paste what print(model) prints"},
    {"other_text.markup",
     "this is a page or a drawing as HTML, XML or SVG: paste the text or the code that it shows"},
    {"other_text.licence", "this is a licence: paste what print(model) prints"},
    {"other_text.requirements", "this is a list of Python packages: paste what print(model) prints"},
    {"other_text.document",
     "this is a document: paste the code, the print or the config in it, or what print(model) prints"},
    {"other_text.json",
     "this JSON or Python list does not describe a model: a config.json has a model_type, a Keras config a "
     "class_name"},
    {"other_text.table",
     "this is a table without layers or tensors: paste what print(model) prints, or a table of torchinfo"},
    {"other_text.settings",
     "these are settings, not modules: paste what print(model) prints, or a config.json of Hugging Face"},

    // Parentheses (parentheses.cpp, read_module.cpp, read_shape.cpp)
    {"parenthesis.unclosed", "the parenthesis opened here is never closed"},
    {"parenthesis.unclosed_module",
     "the parenthesis opened here is never closed: `{type}` has no closing one"},
    {"parenthesis.unclosed_shape",
     "the parenthesis opened here is never closed: expected a shape such as (batch, tokens, d)"},
    {"parenthesis.unclosed_list", "the list opened here is never closed: expected `]` after its last module"},
    {"parenthesis.closes_early",
     "one closing parenthesis too many: by the indentation, this one closes `{type}` too early"},
    {"parenthesis.misplaced",
     "by the indentation, this parenthesis does not close `{type}`: others may be missing, so totals say "
     "\"about\""},
    {"parenthesis.unexpected", "unexpected `)`: no parenthesis is open here"},
    {"parenthesis.outside", "this is outside the model: there is one `)` too many before it"},

    // Children (read_module.cpp)
    {"child.unnamed", "a module needs a name between the parentheses"},
    {"child.missing",
     "`({name}):` is followed by nothing: expected a module such as Linear(in_features=4, out_features=2)"},
    {"child.not_a_module",
     "`({name}):` is followed by no module, and is not counted: expected `Type(...)` or `count x Type(...)`"},
    {"child.duplicate_name", "another child already has the name `{name}`"},

    // Counts of children (read_count.cpp)
    {"child_count.missing", "`({name})` needs a count: expected `count x Type(`"},
    {"child_count.expected_type", "expected `x` and a type after the count"},
    {"child_count.not_whole", "a count must be a whole number, not {actual}"},
    {"child_count.range_mismatch", "the range {range} holds {size} modules, but the count is {actual}"},

    // Raw tensors (read_tensor.cpp)
    {"raw_tensor.only_sizes", "a {type} has sizes only: no modules and no forward line"},
    {"raw_tensor.no_count", "a tensor has no count: write it as its first size, {type}(count, ...)"},
    {"raw_tensor.not_a_size",
     "`{argument}` is not a size: expected sizes, then perhaps requires_grad=False or dtype=float16"},
    {"raw_tensor.unreadable", "the sizes of this {type} cannot be read"},

    // Shapes (read_shape.cpp)
    {"input_shape.expected", "expected a shape such as (batch, tokens, d)"},
    {"input_shape.expected_comma", "expected a comma or a closing parenthesis in this shape"},

    // Lines around the tree (read_header.cpp)
    {"header.tie",
     "expected `tie: tensor = tensor`, such as `tie: head.weight = embed.weight`; `tie: head.weight? = "
     "embed.weight` where they may be one"},
    {"header.freeze", "expected `freeze: path, path`, such as `freeze: encoder, head.bias`"},
    {"header.basis",
     "expected `basis: exact`, `basis: printed`, `basis: range`, `basis: partial` or "
     "`basis: approximate`"},
    {"header.forward",
     "expected `forward: traced`, `forward: estimated`, `forward: estimated elements` or `forward: estimated "
     "cache`"},
    {"header.settings", "expected `name = number`, such as `least work: num_heads = 64, head_dim = 1`"},
    {"header.dtype", "expected the name of a type, such as float16"},
    {"header.no_value", "`{name}` has no value: expected an expression after `=`"},
    {"header.not_an_expression", "expected a number or an expression, not {actual}"},
    {"header.set_again", "`{name}` is set a second time: this value is used"},
    {"header.expected_line_end", "expected the end of the line or a # comment"},

    // Forward lines (forward.cpp, read_module.cpp)
    {"forward_line.expected", "expected {expected}"},
    {"forward_line.bound_twice", "`{name}` is bound twice"},
    {"forward_line.too_deep", "this nests deeper than {limit} levels: name a part of it with `where`"},
    {"forward_line.not_a_number", "`{text}` is not a number"},
    {"forward_line.second", "this module already has a forward line"},
    {"forward_line.expected_end", "expected an operator or the end of the forward line"},

    // What may follow in a forward line
    {"forward_token.line", "`forward(x) = ...`"},
    {"forward_token.opening", "`(` after `forward`"},
    {"forward_token.input", "the name of an input"},
    {"forward_token.input_separator", "a comma or `)` after the input"},
    {"forward_token.equals_after_inputs", "`=` after the inputs"},
    {"forward_token.binding", "a name to bind after `where`"},
    {"forward_token.equals_after_name", "`=` after the name"},
    {"forward_token.operand", "a name, a call, a number or `(`"},
    {"forward_token.separator", "a comma, an operator or `)`"},
    {"forward_token.call_of_optional", "`(` after `?`"},
    {"forward_token.index", "an index, a whole number"},
    {"forward_token.index_end", "`]` after the index"},
    {"forward_token.value", "a value"},
    {"forward_token.keyword_value", "a value: a number, an expression, a word, a string or a tuple"},
};
using ModelMessageId = MessageId<kModelMessages>;

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(ModelMessageId id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope
