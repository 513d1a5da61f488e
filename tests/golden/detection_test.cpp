// The format that texts of all collections are read as: files of one kind have one format. A failure prints
// the table of kinds and formats.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "golden/support.h"
#include "layers/texts/own_text.h"
#include "model/read/other_text.h"
#include "open/open.h"

namespace paramscope::golden {
namespace THIS_FILE {

/// Files of one kind: those of a folder of facts whose names begin and end so.
struct TextKind {
    std::string_view name, folder, begins, ends, format;
    std::string_view also = {};  ///< a second format that such a file may have
};

constexpr TextKind kKinds[] = {
    {"printed models", "print", "", ".txt", "pytorch-repr"},
    {"printed models of the hub", "hf_made", "", ".print.txt", "pytorch-repr"},
    {"printed models that were constructed", "hf_constructed", "", ".print.txt", "pytorch-repr"},
    {"state dicts of the hub", "hf_made", "", ".state.txt", "tensor-listing"},
    {"state dicts", "state", "", ".txt", "tensor-listing"},
    {"configs of the hub", "hf", "", ".config.json", "huggingface-config"},
    {"configs that were constructed", "hf_constructed", "", ".config.json", "huggingface-config"},
    {"indexes of the hub", "hf", "", ".index.json", "safetensors-index"},
    {"tables of torchsummary", "torchsummary", "", ".txt", "summary-table"},
    {"tables of torchinfo", "torchinfo", "", ".out", "summary-table"},
    {"tables of Keras", "keras", "", ".txt", "summary-table", "python"},    // which finds tables, too
    {"pasted code", "pasted_texts", "", ".txt", "python", "pytorch-repr"},  // or layers alone
    {"notebooks", "pasted_texts", "", ".ipynb", "python"},
    {"code that once failed", "source_repro", "", ".py", "python"},
    {"hostile code", "hostile_inputs", "", ".py", "python"},
    {"graphs of ONNX", "onnx", "", ".onnx", "onnx"},
    {"files of PyTorch", "files", "", ".pt", "pytorch", "pickle"},
    {"files of PyTorch by another name", "files", "", ".pth", "pytorch", "pickle"},
    {"files of Keras", "files", "", ".keras", "keras", "hdf5"},
    {"files of HDF5", "files", "", ".h5", "hdf5"},
    {"files of safetensors", "files", "", ".safetensors", "safetensors"},
    {"files of GGUF", "files", "", ".gguf", "gguf"},
    {"configs of collections", "files2026", "a__", ".json", "huggingface-config"},
    {"configs of diffusers", "files2026", "d__", "config.json", "huggingface-config"},
    {"indexes", "files2026", "", ".safetensors.index.json", "safetensors-index"},
    {"parts of pipelines", "files2026", "idx__", "model_index.json", "huggingface-config"},
    {"networks of YOLO", "files2026", "k__yolo", ".yaml", "yolo-yaml"},
    {"networks of darknet", "files2026", "dark__", ".cfg", "darknet"},
    {"a network of Caffe", "files2026", "k__", ".prototxt", "caffe"},
    {"configs of open_clip", "files2026", "k__oc_", ".json", "open-clip"},
    {"an adapter", "files2026", "e__llm__model_adapter", "", "peft-adapter"},
    {"settings of GPT-NeoX", "files2026", "k__", ".yml", "huggingface-config"},
    {"a print of torch.fx", "files2026", "s__gen_fx_print", "", "pytorch-repr"},
    {"a print of Megatron", "files2026", "s__megatron_core", "", "pytorch-repr"},
    {"a graph of ONNX", "files2026", "s__onnx_printable", "", "onnx-text"},
    {"code of torch.fx", "files2026", "s__gen_fx_readable", "", "traced-code"},
    {"a log of torch.compile", "files2026", "s__torch_logs", "", "traced-code"},
    {"a log of llama.cpp", "files2026", "t__llm_load", "", "stated-totals"},
    {"a table of llama-bench", "files2026", "t__llama_bench", "", "stated-totals"},
    {"a log of Megatron", "files2026", "t__megatron_args", "", "huggingface-config"},
    {"a print of burn", "files2026", "u__burn", "", "stated-totals"},
    {"a log of whisper.cpp", "files2026", "u__whisper_cpp", "", "huggingface-config"},
};

/// Files that are no model, by what they are called.
constexpr TextKind kOtherKinds[] = {
    {"a quantization", "files2026", "c__rf_quantization", "", "quantization-config"},
    {"a tokenizer", "files2026", "t__tokenizer", "", "tokenizer-config"},
    {"generation", "files2026", "t__generation", "", "generation-config"},
    {"modules of sentence-transformers", "files2026", "t__st_modules", "", "sentence-transformers"},
    {"a print of sentence-transformers", "files2026", "t__st_print", "", "sentence-transformers-print"},
    {"a log of vLLM", "files2026", "t__vllm", "", "vllm-log"},
    {"layers of MATLAB", "files2026", "u__matlab", "", "matlab"},
    {"Core ML", "files2026", "s__coreml", "", "core-ml"},
    {"a graph of torch.fx", "files2026", "s__gen_fx_graph", "", "fx-graph"},
    {"a graph of TorchScript", "files2026", "s__gen_ts_graph", "", "torchscript"},
    {"tables of timm", "files2026", "k__timm", ".csv", "models-table"},
    {"settings of axolotl", "files2026", "k__axolotl", "", "fine-tuning-settings"},
    {"settings of detectron2", "files2026", "k__d2", "", "detectron-settings"},
    {"settings of a pipeline", "files2026", "c__fastvideo_wan", "", "pipeline-settings"},
    {"settings of NeMo", "files2026", "k__nemo", "", "hydra-settings"},
    {"settings of VITS", "files2026", "c__vits", "", "training-settings"},
    {"settings of Coqui", "files2026", "e__Text-to-speech", "", "training-settings"},
};

std::vector<std::filesystem::path> files_of(const TextKind& kind, const std::string& truth) {
    std::vector<std::filesystem::path> files;
    for (const auto& each :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(truth) / kind.folder)) {
        const std::string name = each.path().filename().string();
        if (each.is_regular_file() && name.starts_with(kind.begins) && name.ends_with(kind.ends))
            files.push_back(each.path());
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// The format of a file as of a pasted text: its name does not help.
std::string_view format_of(const std::filesystem::path& path) {
    const std::string text = read_file(path.string()).value_or("");
    return open::detect({"", std::string_view(text).substr(0, open::kBeginning), text.size()}).name;
}

/// What a text that is no model is called; "" for one that has a name for nothing.
std::string_view other_kind_of(const std::filesystem::path& path) {
    const std::string text = read_file(path.string()).value_or("");
    const std::optional<OtherText> other = recognise_other_text(text);
    return other ? other->name : std::string_view();
}

/// "kind | other format | files | first file" of the kinds whose files are taken for another kind.
std::string confusions(std::span<const TextKind> kinds, const std::string& truth,
                       std::string_view (*name_of)(const std::filesystem::path&)) {
    std::string table;
    for (const TextKind& kind : kinds) {
        std::map<std::string_view, std::vector<std::string>> names;
        for (const std::filesystem::path& path : files_of(kind, truth))
            names[name_of(path)].push_back(path.filename().string());
        EXPECT_FALSE(names.empty()) << kind.name;
        for (const auto& [format, files] : names) {
            if (format == kind.format || format == kind.also) continue;
            table += std::string(kind.name) + " | " + std::string(format) + " | " +
                     std::to_string(files.size()) + " | " + files.front() + "\n";
        }
    }
    return table;
}

TEST(Detection, FilesOfOneKindHaveOneFormat) {
    const auto truth = truth_folder();
    if (!truth) GTEST_SKIP() << "PARAMSCOPE_TRUTH names no folder of facts";
    EXPECT_EQ(confusions(kKinds, *truth, format_of), "") << "kind | other format | files | first file";
}

TEST(Detection, WhatIsNoModelIsNamed) {
    const auto truth = truth_folder();
    if (!truth) GTEST_SKIP() << "PARAMSCOPE_TRUTH names no folder of facts";
    EXPECT_EQ(confusions(kOtherKinds, *truth, other_kind_of), "") << "kind | other name | files | first file";
}

TEST(Detection, ATextThatThePageReadsItselfIsModelTextToTheReaders) {
    const auto truth = truth_folder();
    if (!truth) GTEST_SKIP() << "PARAMSCOPE_TRUTH names no folder of facts";
    std::size_t own = 0, prints = 0;
    for (const TextKind& kind : kKinds) {
        for (const std::filesystem::path& path : files_of(kind, *truth)) {
            prints += kind.format == "pytorch-repr";
            const std::string text = read_file(path.string()).value_or("");
            if (!is_own_text(text)) continue;
            ++own;
            open::MemorySource source(text);
            const open::Opened opened = open::open_model(source, "");
            EXPECT_TRUE(opened.is_model_text) << path;
            EXPECT_EQ(opened.source, open::kModelTextFormat) << path;
            EXPECT_TRUE(opened.diagnostics.empty()) << path;
        }
    }
    std::cout << own << " of " << prints << " prints\n";
    EXPECT_GT(own * 10, prints * 7);
}

}  // namespace THIS_FILE
}  // namespace paramscope::golden
