// Texts that are no model are named, each with what to give instead.
#include "model/read/other_text.h"

#include <gtest/gtest.h>

#include <string>

#include "model/read/read.h"

namespace paramscope {
namespace THIS_FILE {

TEST(OtherTexts, AreNamed) {
    const struct {
        const char *text, *name;
    } cases[] = {
        {"graph():\n    %x : [num_users=1] = placeholder[target=x]\n"
         "    %fc : [num_users=1] = call_module[target=fc](args = (%x,), kwargs = {})\n    return fc\n",
         "fx-graph"},
        {"graph():\n    %p_w : [num_users=1] = placeholder[target=p_w]\n    return (p_w,)\n", "fx-graph"},
        {"GraphModule(\n  (fc): Module()\n  (_guards_fn): GuardsFn()\n)\n", "fx-graph"},
        {"# inputs\np_fc_weight: PARAMETER target='fc.weight'\nx: USER_INPUT\n", "fx-graph"},
        {"Graph Count: 1\nGraph Break Count: 0\nOp Count: 4\nBreak Reasons:\n", "dynamo-explanation"},
        {"graph(%self.1 : __torch__.Net,\n      %x : Float(1, 3)):\n"
         "  %fc : __torch__.Linear = prim::GetAttr[name=\"fc\"](%self.1)\n  return (%x)\n",
         "torchscript"},
        {"Net(\n  original_name=Net\n  (fc): Linear(original_name=Linear)\n)\n", "torchscript"},
        {"SentenceTransformer(\n  (0): Transformer({'max_seq_length': 256}) with Transformer model: "
         "BertModel\n"
         "  (1): Normalize()\n)\n",
         "sentence-transformers-print"},
        {"input {\n  name: \"image\"\n  type {\n    imageType {\n      width: 224\n    }\n  }\n}\n",
         "core-ml"},
        {"layer {\n  name: \"conv1\"\n  convolution_param {\n    num_output: 20\n  }\n}\n", "caffe"},
        {"  7x1 Layer array with layers:\n\n     1   ''   ReLU   ReLU\n", "matlab"},
        {"INFO 09-12 [__init__.py:742] Resolved architecture: LlamaForCausalLM\n", "vllm-log"},
        {"INFO: Loading weights took 19.18 seconds\nINFO: Model loading took 3.96 GiB memory\n", "vllm-log"},
        {"&&&& RUNNING TensorRT.trtexec [TensorRT v8601] # trtexec --onnx=a.onnx\n", "trtexec-log"},
        {"# [10/14/2023-22:29:21] [I] Precision: FP32\n# [10/14/2023-22:29:21] [I] Input(s)s format: "
         "fp32:CHW\n",
         "trtexec-log"},
        {"[08/02/2023-11:07:44] [I] [TRT] Total Activation Memory: 192447\n", "trtexec-log"},
        {"[05/03/2025-10:30:43] [TRT] [I] Total Weights Memory: 157136256 bytes\n", "trtexec-log"},
        {"INFO 05-01 14:15:39 [api_server.py:981] vLLM API server version 0.8.2\n", "vllm-log"},
        {"INFO 02-10 17:12:33 model_runner.py:1071] Loading model weights took 0.2389 GB\n", "vllm-log"},
        {"2025-06-24 19:12:57 - root - INFO - CUDA memory usage for model: 0.04GiB(0.04%)\n", "log"},
        {"FROM a\nPARAMETER temperature 1\n", "modelfile"},
        {"FROM a\nSYSTEM \"\"\"You are a happy cat, and you say so in whole sentences.\"\"\"\n", "modelfile"},
        {"Subgraph#0 main(T#0) -> [T#16]\n\n  Op#0 QUANTIZE(T#0) -> [T#5]\n", "tflite-analysis"},
        {"==((====))==  Unsloth: Fast Llama patching release 2024.4\n", "training-log"},
        {"***** Running training *****\n  Num examples = 5\n{'a': 0.2, 'b': 1}\n{'a': 0.2}\n",
         "training-log"},
        {"│     Memory Usage for loading `bert-base-cased`     │\n", "memory-estimate"},
        {"model,infer_img_size,param_count\nresnet18,224,11.69\n", "models-table"},
        {"<<<<<<< HEAD\n{\"a\": 1}\n=======\n{\"a\": 2}\n>>>>>>> b\n", "conflict"},
        {"{\"peft_type\": \"LORA\", \"r\": 16}", "adapter-config"},
        {"=== TFLite ModelAnalyzer ===\n\nYour TFLite model has '1' subgraph(s).\n", "tflite-analysis"},
        {"opcode       name    target  args   kwargs\n-----------  ------  ------  -----  ------\n"
         "call_module  linear  linear  (x,)   {}\n",
         "fx-graph"},
        {"llama_model_loader: - kv   9:  llama.block_count u32  = 32\n", "llama-log"},
        {"llm_load_print_meta: arch             = gemma2\n", "llama-log"},
        {"==((====))==  Unsloth 2025.6.4: Fast Qwen3 patching. Transformers: 4.52.4.\n", "training-log"},
        {"{\"word_embedding_dimension\": 384, \"pooling_mode_max_tokens\": false}",
         "sentence-transformers-part"},
        {"{\"__version__\": {\"sentence_transformers\": \"3.3.1\"}}", "sentence-transformers-part"},
        {"{\"bits\": 4,\n \"quant_method\": \"gptq\"}", "quantization-config"},
        {"[{\"idx\": 0, \"type\": \"sentence_transformers.models.Transformer\"}]", "sentence-transformers"},
        {"{\"tokenizer_class\": \"Qwen2Tokenizer\"}", "tokenizer-config"},
        {"{\"cls_token\": \"[CLS]\", \"pad_token\": \"[PAD]\"}", "tokenizer-config"},
        {"{\"!\":0,\"\\\"\":1,\"epochs\":2}", "tokenizer-config"},
        {"{\"max_seq_length\": 512, \"do_lower_case\": false}", "sentence-transformers-part"},
        {"version https://git-lfs.github.com/spec/v1\noid sha256:e79\nsize 368\n", "git-lfs-pointer"},
        {"{\"image_processor_type\": \"ViTImageProcessor\", \"size\": 224}", "processor-config"},
        {"{\"do_sample\": true, \"temperature\": 0.6}", "generation-config"},
        {"{\"general.architecture\": \"bert\", \"bert.block_count\": 12}", "gguf-metadata"},
        {"{\"zero_optimization\": {\"stage\": 1}}", "training-settings"},
        {"{\"train\": {\"learning_rate\": 0.1, \"seed\": 1}}", "training-settings"},
        {"base_model: LiquidAI/LFM2-350M\nlearning_rate: 5e-5\n", "fine-tuning-settings"},
        {"_BASE_: \"../Base.yaml\"\nMODEL:\n  MASK_ON: True\n", "detectron-settings"},
        {"model:\n  _target_: nemo.collections.asr.EncDecCTCModel\n", "hydra-settings"},
        {"exp_manager:\n  exp_dir: null\nmodel:\n  encoder:\n    num_layers: 12\n", "nemo-settings"},
        {"model_version: 3.6B\ngenerator_checkpoint_path: models/c.safetensors\n", "weights-settings"},
        {"{\"flow_shift\": 3,\n \"dit_config\": {\"prefix\": \"Wan\"}}", "pipeline-settings"},
        {"# A model\n\n[中文](zh/a.md)\n\nWhat it is.\n", "document"},
        {"# A model\n\n## Sizes\nThere are many.\n", "document"},
        {"The model is trained on pictures of cats.\nIt has as many layers as its teacher has.\n\nMore "
         "follows.\n",
         "document"},
        {"Checkpoints\n===========\n.. code-block:: bash\n\n   echo 1\n", "document"},
        {"## Sizes\n\n[1] A paper.\nError: none was found\n", "document"},
        {"#!/bin/bash\nset -e\nif [ $A = 7B ]; then\nNUM_LAYERS=32\nfi\necho \"Error: no data\"\n",
         "shell-script"},
        {"# Trains.\nexport CUDA_VISIBLE_DEVICES=0\npython train.py \\\n  --epochs 3 \\\n  --name a\n",
         "shell-script"},
        {"#include <cmath>\nnamespace a {\nint b(int c) {\n  return std::abs(c);\n}\n}\n", "other-language"},
        {"import torch.nn as nn;\nnet = nn.Linear(3, 4);\n", "python-source"},
        {"const a = (b) => {\n  return b + 1;\n};\n", "other-language"},
        {"cmake_minimum_required(VERSION 3.5)\nadd_library(a INTERFACE)\n", "build-file"},
        {"find_package(A)\nset(B 1)\n# why\ninclude_directories(${B})\n", "build-file"},
        {"CXX = g++\na.o: a.c\n\t$(CXX) -c a.c -o $@\nall: $(OBJECTS)\n", "build-file"},
        {"FROM debian:12\nRUN make\nCOPY a b\n", "build-file"},
        {"package a.b\n\nimport a.c.D\nimport java.io.File\n\nclass E(val f: Int) : D() {\n"
         "    fun g() {\n        return h\n    }\n}\n",
         "other-language"},
        {"import MLX\n\nfunc a() async {\n    let b = \"c\"\n    print(b)\n}\n", "other-language"},
        {"[tool.poetry]\nname = \"a\"\nversion = \"0.1\"\n\n[build-system]\nrequires = [\"b\"]\n",
         "settings"},
        {"[mypy]\nstrict = True\n[mypy-a.*]\nignore_errors = True\n", "settings"},
        {"<?xml version=\"1.0\"?>\n<a/>\n", "markup"},
        {"<!DOCTYPE html>\n<html><body>Linear(3, 4)</body></html>\n", "markup"},
        {"## Trains.\n## Evaluates.\nBATCH=8\n./train.sh --a\nwget b\nrm c\n", "shell-script"},
        {"MIT License\n\nPermission is hereby granted, free of charge, to any person (1)\n", "licence"},
        {"numpy>=1.24\ntorch==2.1.0\nlion-pytorch\n", "requirements"},
        {"- type: input\n  id: gpu\n  label: the kind\n  text: Hardware (e.g. the GPU)\n", "settings"},
        {"# Settings.\n\n## One\na: 1\nb: 2\n\n## Two\nc: 3\nd:\n  e: 4\n", "settings"},
        {"{\"a\": 1}", "json"},
        {"[{\"code\": \"import os\\nclass A:\\n  pass\"},\n {\"error\": \"Error: a: 1\"}]\n", "json"},
        {"{\"loss\": {\"step\": 1, \"1\": 0.25,\n \"2\": 0.21", "json"},
        {"{\"loss\": 0.25, \"step\": 1}\n{\"loss\": 0.21, \"step\": 2}\n", "training-log"},
        {"name: a\nfilters:\n  all: [24, 24],\n  [48, 48]\nact: relu\nneck: none\nhead: b\n", "settings"},
        {"[1, 2]\nLLM engine (v", "vllm-log"},
        {"[1, 2]\nResolved architecture: ", "json"},
        {"epoch 1 loss 0.3\nepoch 2 loss 0.2\n", "training-log"},
        {"***** Running Evaluation *****\n  Num examples = 50\n  Batch size = 2\n", "training-log"},
        {"[2026-01-14 05:25:33] server_args=ServerArgs(model_path='a/b', port=30000)\n", "sglang-log"},
        {"[2026-05-15 08:39:36 TP0] Load weight begin. avail mem=93.61 GB\n", "sglang-log"},
        {"net: \"train.prototxt\"\nbase_lr: 0.01\nlr_policy: \"step\"\nsolver_mode: GPU\n", "caffe-solver"},
        {"* Dumping 37 key/value pair(s)\n      1: UINT32     |        1 | GGUF.version = 3\n",
         "gguf-metadata"},
        {"checkpoint_dir: checkpoints/a/b\nout_dir: out\nprecision: bf16-true\n", "fine-tuning-settings"},
        {"=== test session starts ===\na_test.py F\n    def test_a():\n>       assert b.size == 3\n",
         "test-log"},
        {"[ RUN      ] Conv.Forward\n[       OK ] Conv.Forward (12 ms)\n", "test-log"},
        {"Ran 3 tests in 0.5s\n\nFAILED (failures=1)\n", "test-log"},
        {"a.py:12: UserWarning: old\n  warnings.warn(\nb.py:3: FutureWarning: new\n  def backward(ctx):\n",
         "log"},
        {"n1:40:52 [0] NCCL INFO Using network IB, which is a network of its kind\n", "log"},
        {"W0312 00:00:01.5 100 torch/distributed/run.py:792] Setting OMP_NUM_THREADS\n", "log"},
        {"(Worker pid=20) a.py:6: FutureWarning: b\n(Worker pid=20)   warnings.warn(\n", "log"},
        {"INFO:     Started server process [1]\nINFO:     Waiting for startup.\n", "log"},
        {"wandb: Tracking run with wandb version 0.16.6\nwandb: Syncing run a-12\n", "log"},
        {"#5 [2/7] RUN apt-get update\n#5 0.312 Reading package lists...\n#5 DONE 12.3s\n > [3/7] RUN b\n",
         "log"},
        {"Requirement already satisfied: filelock in /usr/lib (from torch) (3.13.1)\n", "log"},
        {"++ module purge\n+ source start-prod\n", "log"},
        {"s:0 tel:10.98\ns:250 tel:6.3\n", "log"},
        {"2025-03-01 10:00:00 - mmengine - INFO - Epoch(train) [1][50/3696] loss: 0.9\n", "training-log"},
        {"Traceback (most recent call last):\n  File \"a.py\", line 3, in f\n    model = Net(Linear(2, 3))\n"
         "RuntimeError: out of memory\n",
         "error-message"},
        {"if [ $t1 = 0 ]; then\n    reactivate\nelse\n    return $t1\nfi\n;;\n", "shell-script"},
    };
    for (const auto& [text, name] : cases) {
        const std::optional<OtherText> other = recognise_other_text(std::string_view(text));
        ASSERT_TRUE(other.has_value()) << text;
        EXPECT_EQ(other->name, name) << text;
    }
}

TEST(OtherText, CallsInDocumentsAreNoModules) {
    const std::string document =
        "# A page\n\n## Events\n\n    addEventListener('message', (event) => {\n      show(event);\n"
        "    });\n\n## More\nThere is more.\n";
    Diagnostics diagnostics;
    read_model_text(document, &diagnostics);
    ASSERT_FALSE(diagnostics.empty());
    EXPECT_EQ(diagnostics.front().message.id(), "other_text.document");
    EXPECT_FALSE(recognise_document("# a comment of Python\nx = 1\n"));
    EXPECT_FALSE(recognise_document("# settings\n## one\na: 1\n## two\nb: 2\nc:\n  d: 3\n"));
}

TEST(OtherTexts, LeaveModelsAlone) {
    for (const std::string_view text :
         {"Net(\n  (fc): Linear(in_features=2, out_features=3, bias=True)\n)\n", "ReLU (inplace)\n",
          "Linear (400 -> 120)\n", "B[x]()  # it's one of them, as far as is known\n",
          "Sequential(\n  (0): ReLU()\n)\nResolved architecture: a\n", "Linear(2, 3)\n",
          "# A model\n\n## Print\n\nNet(\n  (0): Linear(2, 3)\n)\n",
          "# (0): Transformer({'max_seq_length': 256}), (original_name=A)\nNet(\n  (0): Linear(2, 3)\n)\n"})
        EXPECT_FALSE(recognise_other_text(text).has_value()) << text;
}

}  // namespace THIS_FILE
}  // namespace paramscope
