#include "model/read/marked_text.h"

#include "base/ranges.h"
#include "base/text_parts.h"

namespace paramscope {
namespace {

constexpr MarkedText kMarkedTexts[] = {
    {"conflict", {"<<<<<<< "}, "other_text.conflict"},
    {"git-lfs-pointer", {"version https://git-lfs.github.com/spec/"}, "other_text.lfs_pointer"},
    // Logs, tables and networks of other tools.
    {"core-ml", {"imageType {", "multiArrayType {", "neuralNetwork {", "mlProgram {"}, "other_text.core_ml"},
    {"caffe", {"convolution_param {", "inner_product_param {", "input_param {"}, "other_text.caffe"},
    {"caffe-solver", {"lr_policy: \"", "solver_mode: "}, "other_text.caffe_solver"},
    {"matlab",
     {"Layer array with layers:", "dlnetwork with properties:", "DAGNetwork with properties:"},
     "other_text.matlab"},
    {"vllm-log",
     {"Resolved architecture: ", "LLM engine (v", "Model loading took ", "GPU KV cache size: ",
      "vLLM API server version ", "Loading model weights took ", "Avg generation throughput: "},
     "other_text.vllm_log"},
    {"sglang-log",
     {"server_args=ServerArgs(", "Load weight begin. avail mem", "Load weight end. ",
      "max_total_num_tokens=", "Prefill batch. #new-seq", "Prefill batch, #new-seq", "Decode batch"},
     "other_text.sglang_log"},
    {"trtexec-log",
     {"&&&& RUNNING TensorRT.", "[I] === ", "[I] Input(s)s format: ", "] [TRT] ", "[TRT] ["},
     "other_text.trtexec_log"},
    {"fx-graph",
     {"  aten.", ": PARAMETER target='", "InputSpec(kind=<InputKind."},
     "other_text.export_graph"},
    {"fx-graph", {"call_module  ", "placeholder  "}, "other_text.fx_graph"},
    {"dynamo-explanation", {"Graph Break Count: "}, "other_text.dynamo_explanation"},
    {"memory-estimate", {"Memory Usage for loading `"}, "other_text.memory_estimate"},
    {"tflite-analysis",
     {"Your TFLite model has ", "Tensors of Subgraph#", "Subgraph#0 main("},
     "other_text.tflite"},
    {"llama-log",
     {"llama_model_loader: - kv ", "llm_load_print_meta: ", "print_info: arch "},
     "other_text.gguf_metadata"},
    {"gguf-metadata", {" key/value pair(s)", "| GGUF.version = "}, "other_text.gguf_metadata"},
    {"training-log",
     {"==((====))==  Unsloth", "***** Running training *****", "***** Running Evaluation *****",
      "***** Running Prediction *****"},
     "other_text.training_log"},
    {"models-table",
     {"model,param_count", "model,infer_", "model,train_", "model,pretrain"},
     "other_text.models_table"},
    // Files that lie beside a config.json.
    {"adapter-config", {"\"peft_type\""}, "other_text.adapter"},
    {"quantization-config", {"\"quant_method\"", "\"quant_algo\""}, "other_text.quantization"},
    {"sentence-transformers", {"\"sentence_transformers."}, "other_text.sentence_transformers"},
    {"tokenizer-config",
     {"\"tokenizer_class\"", "\"added_tokens_decoder\"", "\"pre_tokenizer\"", "\"cls_token\"",
      "\"eos_token\"", "{\"!\":0,", "{\"!\": 0,"},
     "other_text.tokenizer"},
    {"sentence-transformers-part",
     {"\"pooling_mode_", "{\"sentence_transformers\":", "\"sentence_transformers\": \"",
      "\"activation_function\": \"torch.nn.", "\"do_lower_case\": "},
     "other_text.sentence_transformers_part"},
    {"processor-config",
     {"\"image_processor_type\"", "\"feature_extractor_type\"", "\"processor_class\""},
     "other_text.processor"},
    {"generation-config",
     {"\"do_sample\"", "\"max_new_tokens\"", "\"top_p\"", "\"_from_model_config\""},
     "other_text.generation"},
    {"pipeline-settings", {"\"dit_config\"", "\"text_encoder_configs\""}, "other_text.pipeline"},
    {"gguf-metadata", {"\"general.architecture\"", "\"GGUF.version\""}, "other_text.gguf_metadata"},
    {"modelfile",
     {"TEMPLATE \"\"\"", "SYSTEM \"\"\"", "PARAMETER temperature ", "PARAMETER num_ctx ", "PARAMETER stop "},
     "other_text.modelfile"},
    {"training-settings",
     {"\"train_micro_batch_size_per_gpu\"", "\"zero_optimization\"", "\"log_history\""},
     "other_text.training"},
    {"training-settings",
     {"\"learning_rate\"", "\"batch_size\"", "\"num_train_epochs\"", "\"epochs\""},
     "other_text.training"},
    // Settings in YAML and TOML.
    {"torchtitan-settings", {"flavor = \""}, "other_text.torchtitan"},
    {"fine-tuning-settings",
     {"base_model: ", "model_name_or_path: ", "pretrained_model_name_or_path: ",
      "checkpoint_dir: checkpoints/"},
     "other_text.fine_tuning"},
    {"detectron-settings", {"_BASE_: ", "META_ARCHITECTURE: ", "ROI_HEADS:"}, "other_text.detectron"},
    {"hydra-settings", {"_target_: "}, "other_text.hydra"},
    {"nemo-settings",
     {"exp_manager:", "megatron_amp_O2: ", "restore_from_path: ", "gpt_model_file: ",
      "create_tensorboard_logger: "},
     "other_text.nemo"},
    {"weights-settings", {"_checkpoint_path: "}, "other_text.weights"},
};

}  // namespace

bool MarkedText::marks_line(std::string_view line) const {
    return any_of(marks, [&](std::string_view mark) { return !mark.empty() && holds(line, mark); });
}

const MarkedText* recognise_marks(std::string_view text) {
    return find_where(kMarkedTexts, [&](const MarkedText& each) { return each.marks_line(text); });
}

}  // namespace paramscope
