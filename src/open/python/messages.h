// Sentences of reading source code: one row each, English here, Chinese in web/languages/zh/python.txt by the
// same id. What Python itself would print for an exception is a value, in Python's own words.
#pragma once

#include <utility>

#include "base/message.h"

namespace paramscope::open::python {

inline constexpr MessageTemplate kPythonMessages[] = {
    // Limits
    {"python.too_many_steps", "the code takes more than {limit} steps: it is evaluated no further"},
    {"python.statement_too_long", "this statement takes more than {limit} steps: what it changes is unknown"},
    {"python.statement_not_ended", "this statement takes more than {limit} steps: it is not run to its end"},
    {"python.may_raise", "a step of the try block is not evaluated here, so whether it raises is unknown"},
    {"python.attribute_uncertain",
     "{name} may have another value here: a statement that was not run to its end may assign it"},
    {"python.too_much_memory", "the code makes too many or too large values: it is evaluated no further"},
    {"python.too_deep", "calls or expressions are nested too deep: the code is evaluated no further"},
    // Why a value is unknown
    {"python.unknown_name", "{name} is not defined in this text"},
    {"python.unknown_name_similar", "{name} is not defined in this text: did you mean {similar}?"},
    {"python.unknown_import", "the library {name} is not known here"},
    {"python.unknown_member", "{name} of {module} is not known here"},
    {"python.unknown_member_similar", "{module} has no {name}: did you mean {similar}?"},
    {"python.unknown_attribute", "the attribute {name} of a {type} is not known here"},
    {"python.unknown_syntax", "code of this kind ({kind}) is not evaluated"},
    {"python.unknown_operation", "{operation} of {left} and {right} is not evaluated"},
    {"python.unknown_call", "calling a {type} is not evaluated"},
    {"python.unknown_method", "{name}() of these values is not evaluated"},
    {"python.unknown_format", "this way of formatting is not evaluated"},
    {"python.same_branches",
     "whether this runs depends on an unknown value; the forward pass takes the same work either way"},
    {"python.unknown_branch", "whether this runs depends on an unknown value: {reason}"},
    {"python.unknown_loop", "how often this runs depends on an unknown value: {reason}"},
    {"python.part_not_made", "forward() calls self.{name}, which no code here makes"},
    {"python.own_copy", "{type} says itself how it is copied, which is not evaluated"},
    {"python.unknown_sizes", "the shape of this tensor is unknown"},
    {"python.no_forward", "what {type} returns is unknown"},
    {"python.module_elsewhere", "it calls a {type} that is not one of its modules"},
    {"python.forward_input",
     "the shape of the input {name} of {type} is unknown: give it as the input shape"},
    {"python.mask_is_none", "{names}: taken to be None, for the code asks whether it is"},
    {"python.forward_no_size", "none of the usual sizes of the input fits: {why}"},
    {"python.forward_assumed", "the input is assumed to be {shape}, which fits the layers"},
    {"python.forward_assumed_first", "the input is assumed to be {shape}, which the first layer takes"},
    {"python.forward_numbers", "{numbers} is assumed"},
    {"python.no_row", "an Embedding of {rows} rows has none of the number {index}"},
    {"python.state_shape", "the state that this {type} gets has another shape than its layers have"},
    {"python.forward_failed", "the forward pass of {type} is not evaluated: {exception}"},
    {"python.unknown_forward", "what a module returns is not evaluated while a model is built"},
    {"python.omission", "... stands for code that is not shown"},
    {"python.variable_not_set", "the environment variable {name} is not set: write its value in the code"},
    {"python.option_required",
     "the option {name} is required and no command line is here: give it a default in the code "
     "(default=...)"},
    {"python.no_file_here", "no file is read here"},
    {"python.unknown_sizes_of_hub",
     "the sizes of {name} are not known here: open it by its name, or write its config into the code"},
    {"python.shipped_sizes", "the sizes of {name} are those that Paramscope ships"},
    {"python.by_config", "what a {type} of transformers holds is not known in full from its config"},
    {"python.number_to_set", "{name} is not known: {reason}; give it as a number, {name} = 65"},
    {"python.lazy_inputs",
     "how many inputs this {type} has is known only from a tensor that it gets: give the input shape"},
    {"python.number_too_large", "the number exceeds 2^127"},
    {"python.number_not_set", "'{name}' cannot be set: it is no whole number above 0 that this code uses"},
    {"python.number_partly_set",
     "'{name}' has several values in this code: only the first that is used is set, the others stay"},
    // What happened
    {"python.raised", "{exception}"},
    {"python.no_attribute_similar",
     "AttributeError: '{type}' object has no attribute '{name}': did you mean {similar}?"},
    {"python.left_out", "this statement is left out: {reason}"},
    {"python.syntax", "this is not valid Python, so it is left out"},
    {"python.syntax_expected", "'{token}' is expected here"},
    {"python.no_colon",
     "a '{missing}' is missing at the end of this line: it is read as though it were there"},
    {"python.no_comma", "a '{missing}' is missing here: it is read as though it were there"},
    {"python.unclosed", "'{bracket}' is never closed: it is taken to end with its statement"},
    {"python.import_failed", "the library {name} is not known here: the code is read as it runs without it"},
    // Files beside the one that is read
    {"python.missing_file", "the file {file} that this line imports is not here"},
    {"python.file_left_out", "the file {file} that this line imports goes beyond a limit, so it is not read"},
    {"python.not_in_file", "{file} does not define {name}"},
    {"python.flat_file", "{name} is taken to be the file {file}"},
    {"python.files_read", "imports are read from these files: {files}"},
    {"python.print_leaves_open",
     "the print does not show {names}: values of the class's default config are taken, so what depends on "
     "them is an estimate"},
    {"python.code_tells_no_model", "{code} does not tell of this model: {reason}"},
    {"python.prints_other_module", "its class has another {path}"},
    {"python.prints_other_sizes", "no numbers of a config give its class these sizes"},
    {"python.code_beside", "the code beside it"},
    {"python.code_of_transformers", "the code of transformers"},
    {"python.code_of_diffusers", "the code of diffusers"},
    {"python.diffusers_class",
     "{class} of diffusers is not known here: the folder of the package diffusers (--python-path), the "
     "model's code, or "
     "what print(model) prints would tell of it"},
    {"python.scheduler", "{class} is a scheduler, which has no parameters: give the config.json of a model"},
    {"python.pipeline", "this names the parts of a pipeline: give the config.json of one of them, {parts}"},
    {"python.keys_of_class",
     "{keys}: not known in this class, so the total is about what it is without them"},
    {"python.packages_read", "the code of these packages is read: {packages}"},
    {"python.one_of_files", "{file} is read and shown, of {count} files: imports lead to the others"},
    {"python.files_left_out",
     "{file} and perhaps more files are not read: at most {count} files of {size} MiB and {all} words and "
     "signs in all, {tokens} in one"},
    {"python.too_many_tokens",
     "the code has more than {count} words and signs: give the part that defines the model"},
    {"python.in_file", "{file}, line {line}: {message}"},
    {"python.copied_helper",
     "{name} is taken to be that of timm, since the module that it is imported from is unknown"},
    {"python.ordinary_environment",
     "an ordinary environment is assumed: no environment variables, no files, one process, no GPU"},
    {"python.decorator_kept", "{name} is not known here: it is taken to leave {type} as it is written"},
    {"python.taken_for", "{name} is taken to be {library}, which has these names"},
    // The model
    {"python.no_model", "the code defines no torch.nn module and builds none"},
    {"python.registered_model",
     "{name} is a config by which a registry, such as MMEngine's, makes {type}: its modules are in that "
     "library, so "
     "paste what print(model) prints"},
    {"python.base_configs",
     "this config changes others (_base_), and a registry makes the model: paste what print(model) prints"},
    {"python.other_framework", "the code defines modules of {name}: only PyTorch and Keras can be read"},
    {"python.missing_arguments",
     "{type} cannot be built: give {arguments}, e.g. by a line {example} below the classes"},
    {"python.missing_fields",
     "{type} cannot be built: it reads {fields}; give {argument}, e.g. by a line {example} below the "
     "classes"},
    {"python.guessed",
     "the code gives no values to build this class: {call} is built, with values that the names suggest"},
    {"python.built_in_place",
     "{call} raises {exception}; {expression} is built in its place, so totals say \"about\""},
    {"python.failed_build", "{type} cannot be built: {exception}"},
    {"python.can_be_built", "{expression} can be built instead: choose it"},
    {"python.unknown_model", "{expression} gives no module: {reason}"},
    {"python.not_a_module", "{expression} gives no module but a value of the type {type}"},
    {"python.chosen_model", "{name} is read, one of the models that the code builds: {choices}"},
    {"python.chosen_factory", "{type}() is read, one of the functions that return a model: {choices}"},
    {"python.chosen_config", "{name} is used, of {choices}: another one can be chosen"},
    {"python.exec",
     "exec() runs code that is not shown here: names are taken to keep their values, so totals say "
     "\"about\""},
    {"python.made_in_part", "{call} is not run to its end: what else it does to the model is unknown"},
    {"python.chosen", "{type} is read, one of the module classes: {choices}"},
    {"python.part_unknown", "{path} is unknown: {reason}"},
    {"python.layer_wrong", "the arguments of {type} are wrong"},
    {"python.tensor_unknown", "the shape of {path} is unknown: {reason}"},
    {"python.buffer_unknown", "the shape of the buffer {path} is unknown, so it is not counted: {reason}"},
    {"python.doubt", "{path} may hold more, or something else, than is shown: {reason}"},
    {"python.too_many_modules", "the model has more than {limit} modules: it is written no further"},
};

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(MessageId<kPythonMessages> id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope::open::python
