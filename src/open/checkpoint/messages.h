// Sentences of the checkpoint readers: one row each, English here, Chinese in web/languages/zh/checkpoint.txt
// by the same id.
#pragma once

#include <utility>

#include "base/message.h"

namespace paramscope::open {

inline constexpr MessageTemplate kCheckpointMessages[] = {
    // Any checkpoint
    {"checkpoint.at_byte", "{problem} (byte {byte})"},
    {"checkpoint.no_tensors", "the file holds no tensors"},
    {"checkpoint.too_many_tensors", "only the first {most} tensors are read"},
    {"checkpoint.too_many_dimensions",
     "tensor {tensor} has {dimensions} dimensions; at most {most} are read"},
    {"checkpoint.too_many_elements", "tensor {tensor} has more elements than 64 bits can count"},
    {"checkpoint.unknown_dtype", "tensor {tensor} has an unknown type, {type}"},
    {"checkpoint.duplicate_tensor", "tensor {tensor} is listed more than once"},
    {"checkpoint.overlap", "tensors {first} and {second} overlap in the file"},
    {"checkpoint.data_cut_off", "the file ends before the data of {cut} of its {tensors} tensors"},
    {"checkpoint.untied_storage",
     "{tensor} shares the storage of {other} but is counted separately: its name cannot be written in a tie"},
    {"checkpoint.text_too_large", "the model text would be larger than {most} MiB"},
    {"checkpoint.omitted_problems", "{count} more problems are not listed"},

    // safetensors
    {"safetensors.no_header_length",
     "the first 8 bytes must be the length of the header, at most {most} bytes"},
    {"safetensors.header_cut_off", "the header of {bytes} bytes extends past the end of the file"},
    {"safetensors.invalid_header", "the header is not valid: {problem}"},
    {"safetensors.not_tensors", "expected an object of tensors"},
    {"safetensors.incomplete_tensor", "tensor {tensor} lacks its dtype, shape or data_offsets"},
    {"safetensors.offsets_reversed", "the data of tensor {tensor} end before they begin"},
    {"safetensors.size_mismatch",
     "tensor {tensor} needs {expected} bytes for its shape, but its data_offsets span {actual}"},

    // GGUF
    {"gguf.version", "GGUF version {version} is not supported; versions 1 to 3 are"},
    {"gguf.header_cut_off", "the file ends inside its header; {read} of {tensors} tensors were read"},
    {"gguf.unknown_value_type", "the value of {key} has an unknown type, {type}"},
    {"gguf.array", "an array has an unknown element type or is nested too deep"},
    {"gguf.alignment", "general.alignment is {bytes} bytes; expected a power of two up to {most}"},
    {"gguf.misaligned_tensor", "the data of tensor {tensor} are not aligned to {alignment} bytes"},

    // HDF5
    {"hdf5.superblock", "the superblock is damaged or of an unknown version"},
    {"hdf5.cut_off", "the file is cut off: it has {actual} of {expected} bytes"},
    {"hdf5.object_without_header", "an object has no header"},
    {"hdf5.header_cut_off", "the header of an object extends past the end of the file"},
    {"hdf5.group_cut_off", "a group is cut off"},
    {"hdf5.unreadable_objects",
     "{count} groups or datasets are damaged, nested too deep or stored in a way that cannot be read"},
    {"hdf5.too_large", "the file has more groups, names or headers than are read; the rest is left out"},

    {"keras.no_weights_in_archive", "the archive has no {file}"},
    {"keras.optimizer_left_out", "{count} tensors of the optimizer are left out"},

    // NumPy
    {"npy.no_shape", "array {array} has no header with its shape"},
    {"npy.not_numeric", "array {array} holds no numbers and is left out"},
    {"npy.cut_off", "array {array} is cut off"},

    // PyTorch
    {"pytorch.no_model", "the archive holds {files} files but no known model"},
    {"pytorch.tensor_without_shape", "tensor {tensor} has no shape"},
    {"pytorch.outside_storage", "tensor {tensor} extends past the end of its storage"},
    {"pytorch.missing_storages",
     "{count} storages are missing from the archive or cut off; the first is {first}"},
    {"pytorch.data_cut_off", "the file ends before the data of all tensors"},

    // Pickles
    {"pickle.cut_off", "the file ends inside a pickle"},
    {"pickle.unknown_opcode", "unknown pickle opcode"},
    {"pickle.too_many_values", "the pickle holds more values than are read"},
    {"pickle.line_too_long", "a line of the pickle is too long"},
    {"pickle.stack_underflow", "an opcode takes more values than the stack holds"},
    {"pickle.no_mark", "an opcode needs a mark, but the stack has none"},
    {"pickle.no_class", "an object has no class"},
    {"pickle.no_object", "a state belongs to no object"},
    {"pickle.nothing_to_memoize", "there is no value to memoize"},
    {"pickle.memo_too_large", "the memo holds more values than are read"},
    {"pickle.memo_entry_missing", "an opcode reads a memo entry that was never written"},
    {"pickle.shared_too_often",
     "an object is used more than {most} times: its tensors are listed under the first {most} names only"},
    {"pickle.too_deep",
     "objects deeper than {levels} levels, names longer than {length} bytes and what follows the first "
     "{objects} "
     "objects are left out"},
    {"pickle.unsafe_calls",
     "the pickle asks to run {names}, which no checkpoint needs. Python would run it while loading the file; "
     "nothing "
     "was run here"},
    {"pickle.attributes",
     "{count} tensors are plain attributes of modules, such as {example}: model.parameters() and "
     "model.buffers() lack them, and they are left out"},
    {"pickle.training",
     "{count} tensors beside the state of the model, such as {example}, are values of a training: they are "
     "left out"},
    {"pickle.custom_calls",
     "the pickle refers to custom code, which was not run: {names}; tensors that only this code creates are "
     "missing"},

    // Checkpoints in several files
    {"shards.missing",
     "this is part {part} of {parts}; {missing} of the other parts are not beside it, so their tensors are "
     "missing: open all parts together"},
    {"parts.together",
     "these {files} files have no tensor of the same name, so they are read as the parts of one model"},
    {"parts.same_tensor",
     "these {files} files are no parts of one model: two of them have a tensor named {tensor}. Two models "
     "can "
     "be compared"},
    {"weight_index.not_a_checkpoint", "{file} is not a checkpoint"},
    {"weight_index.wrong_count", "{file} holds {actual} tensors, but the index lists {expected}"},
    {"weight_index.missing_files",
     "{missing} of the {files} files that hold the {tensors} tensors of this index are not beside it, so "
     "{missing_tensors} tensors are missing. The first missing file is {first}"},
    {"weight_index.missing_files_of_size",
     "{missing} of the {files} files that hold the {tensors} tensors of this index ({bytes} bytes, which "
     "are {halves} numbers if each has 16 bits) are not beside it, so {missing_tensors} tensors are "
     "missing. The first missing file is {first}"},
    {"weight_index.stated",
     "no file of this index is beside it: the total is the one that the index states, and no module is "
     "known"},
    {"weight_index.stated_roughly",
     "no file of this index is beside it: the total is the one that the index states. Its bytes are not "
     "those of so many numbers of one size: weights that are tied may be counted twice"},

    // Zip archives
    {"zip.no_directory", "the directory at the end of the archive is missing"},
    {"zip.broken_directory", "the archive's directory is damaged"},
    {"zip.incomplete_directory", "the archive's directory lists {actual} of {expected} files"},
    {"zip.too_many_files", "only the first {most} files of the archive are read"},
    {"zip.encrypted", "{file} is encrypted"},
    {"zip.no_local_header", "{file} is not where the archive's directory puts it"},
    {"zip.outside", "{file} lies past the end of the archive"},
    {"zip.cut_off", "{file} extends past the end of the archive"},
    {"zip.compression", "{file} uses compression method {method}, which cannot be read"},
};

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(MessageId<kCheckpointMessages> id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope::open
