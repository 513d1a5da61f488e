// The readers in the table of open.cpp: for each format a function that detects it and one that opens it.
#pragma once

#include "open/open.h"

namespace paramscope::open {

/// safetensors files, and the index of a checkpoint in several files.
bool is_safetensors(const Beginning& beginning);
Opened open_safetensors(ByteSource& file, const Beginning& beginning);
bool is_weight_index(const Beginning& beginning);
Opened open_weight_index(ByteSource& file, const Beginning& beginning);

/// GGUF files of llama.cpp.
bool is_gguf(const Beginning& beginning);
Opened open_gguf(ByteSource& file, const Beginning& beginning);

/// NumPy arrays and archives of arrays.
bool is_npy(const Beginning& beginning);
Opened open_npy(ByteSource& file, const Beginning& beginning);
bool is_npz(const Beginning& beginning);
Opened open_npz(ByteSource& file, const Beginning& beginning);

/// HDF5 files, Keras archives, which contain one, and Keras configs as JSON.
bool is_hdf5(const Beginning& beginning);
Opened open_hdf5(ByteSource& file, const Beginning& beginning);
bool is_keras_archive(const Beginning& beginning);
Opened open_keras_archive(ByteSource& file, const Beginning& beginning);
bool is_keras_config(const Beginning& beginning);
Opened open_keras_config(ByteSource& file, const Beginning& beginning);

/// Files of torch.save, either zip archives or (before PyTorch 1.6) pickles; and other pickles.
bool is_pytorch(const Beginning& beginning);
Opened open_pytorch(ByteSource& file, const Beginning& beginning);
bool is_pickle(const Beginning& beginning);
Opened open_pickle(ByteSource& file, const Beginning& beginning);

/// ONNX graphs.
bool is_onnx(const Beginning& beginning);
Opened open_onnx(ByteSource& file, const Beginning& beginning);
/// The same as printed text.
bool is_onnx_text(const Beginning& beginning);
Opened open_onnx_text(ByteSource& file, const Beginning& beginning);

/// Networks of darknet, cfg files of YOLO.
bool is_darknet(const Beginning& beginning);
Opened open_darknet(ByteSource& file, const Beginning& beginning);

/// Networks of Caffe, prototxt.
bool is_caffe(const Beginning& beginning);
Opened open_caffe(ByteSource& file, const Beginning& beginning);

/// Networks of YOLO in yaml, of ultralytics and others.
bool is_yolo(const Beginning& beginning);
Opened open_yolo(ByteSource& file, const Beginning& beginning);

/// Configs of open_clip, JSON with a tower for images and one for texts.
bool is_open_clip(const Beginning& beginning);
Opened open_clip_config(ByteSource& file, const Beginning& beginning);

/// Configs of timm: JSON that names an `architecture`.
bool is_timm_config(const Beginning& beginning);
Opened open_timm_config(ByteSource& file, const Beginning& beginning);

/// Yaml of latent diffusion, which names classes as `target` and their arguments as `params`.
bool is_latent_diffusion(const Beginning& beginning);
Opened open_latent_diffusion(ByteSource& file, const Beginning& beginning);

/// Printed summary tables of Keras, torchsummary and torchinfo.
Confidence detect_summary_table(const Beginning& beginning);
Opened open_summary_table(ByteSource& file, const Beginning& beginning);

/// Totals of parameters without anything else.
Confidence detect_stated_totals(const Beginning& beginning);
Opened open_stated_totals(ByteSource& file, const Beginning& beginning);

/// Opens the total that a text states beside a print which `...` cuts; nullopt where it states none, and where
/// the print shows as much.
std::optional<Opened> open_total_of_cut_print(ByteSource& file, const Beginning& beginning);

/// Printed tables of tensors: prettytable, fvcore, flax, gguf-dump.
Confidence detect_tensor_table(const Beginning& beginning);
Opened open_tensor_table(ByteSource& file, const Beginning& beginning);

/// Printed lists of tensors with their names and shapes.
Confidence detect_tensor_listing(const Beginning& beginning);
Opened open_tensor_listing(ByteSource& file, const Beginning& beginning);

/// Source code of PyTorch models.
Confidence detect_source(const Beginning& beginning);
/// True for code whatever stands beside it, printed models and tables too: a file of Python, and a text that
/// defines a class of modules.
bool is_program(const Beginning& beginning);
Opened open_source(ByteSource& file, const Beginning& beginning);

/// Code that tools of torch print of a graph.
bool is_traced_code(const Beginning& beginning);
Opened open_traced_code(ByteSource& file, const Beginning& beginning);

/// Model text, of which the output of print(model) is a part.
Confidence detect_model_text(const Beginning& beginning);
/// True where the first bytes have lines of a tree of modules, `  (fc): Linear(…`.
bool shows_tree(const Beginning& beginning);
Opened open_model_text(ByteSource& file, const Beginning& beginning);

/// config.json of Hugging Face libraries, and similar configs of other tools.
Confidence detect_config(const Beginning& beginning);
Opened open_config(ByteSource& file, const Beginning& beginning);

/// adapter_config.json of PEFT, together with the model that it adapts.
bool is_adapter_config(const Beginning& beginning);
Opened open_adapter_config(ByteSource& file, const Beginning& beginning);

/// Counts a config by code: that beside it which its `auto_map` names, or the library's own among the
/// packages of `file`. `shipped` is what open_config() gave. nullopt where there is no such code, or it
/// builds nothing: then `shipped` gets a warning why.
std::optional<Opened> open_config_by_code(ByteSource& file, Opened& shipped, const Beginning& beginning);
/// Counts a config of diffusers, which names its class in `_class_name`, by that class; nullopt for other
/// texts.
std::optional<Opened> open_diffusers_config(ByteSource& file, const Beginning& beginning);
/// The library that would tell of the type of a config, a text; of none where the config has `auto_map`, code
/// of its own.
UnreadLibrary library_of_config(std::string_view config);

/// Counts what print(model) shows by the code of its class in transformers, with numbers of the config that
/// make it print the same. nullopt where the library is not at hand, has no such class, or builds something
/// else: then `print` gets a warning why.
std::optional<Opened> open_print_by_code(ByteSource& file, Opened& print, const Beginning& beginning);

/// True where transformers is among the packages of the file.
bool has_transformers(ByteSource& file);

}  // namespace paramscope::open
