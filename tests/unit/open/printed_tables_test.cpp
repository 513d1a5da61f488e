// What tools print about a model's parameters: the format each text is read as, its total and basis, and the
// diagnostics.
#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "open/open.h"
#include "unit/describe.h"

namespace paramscope::open {
namespace THIS_FILE {

struct Case {
    const char* what;
    const char* text;
    const char* source;
    const char* total;             ///< number and basis
    const char* diagnostics = "";  ///< of opening
    const char* model_part = "";   ///< found in the model text
};

void PrintTo(const Case& c, std::ostream* stream) {
    *stream << c.what;
}

class PrintedTables : public testing::TestWithParam<Case> {};

TEST_P(PrintedTables, AreCounted) {
    MemorySource source(GetParam().text);
    const Opened opened = open_model(source, "");
    EXPECT_EQ(opened.source, GetParam().source);
    std::string diagnostics;
    for (const Diagnostic& diagnostic : opened.diagnostics)
        diagnostics += std::string(to_string(diagnostic.severity)) + ": " +
                       testing_support::describe(diagnostic.message) + "\n";
    EXPECT_EQ(diagnostics, GetParam().diagnostics);
    EXPECT_NE(opened.text().find(GetParam().model_part), std::string::npos) << opened.text();
    const Report report = count_text(opened.text());
    ASSERT_NE(report.root(), nullptr);
    EXPECT_FALSE(has_errors(report.diagnostics));
    const Quantity& parameters = report.root()->facts->parameters;
    EXPECT_EQ(to_string(parameters.value.value_or(-1)) + " " + std::string(to_string(parameters.basis)),
              GetParam().total)
        << opened.text();
}

const Case kLayerTables[] = {
    {"Lightning",
     "INFO: \n"
     "  | Name  | Type   | Params\n"
     "---------------------------------\n"
     "0 | conv  | Conv2d | 456   \n"
     "1 | act   | ReLU   | 0     \n"
     "2 | fc    | Linear | 170   \n"
     "---------------------------------\n"
     "456       Trainable params\n"
     "170       Non-trainable params\n"
     "626       Total params\n"
     "0.003     Total estimated model params size (MB)\n",
     "summary-table", "626 exact", "note: summary.assumed_frozen(module: fc)\n", "(act): ReLU()"},
    {"Lightning, rounded",
     "  | Name    | Type       | Params | Mode \n"
     "-----------------------------------------------\n"
     "0 | encoder | Sequential | 50.4 K | train\n"
     "1 | decoder | Sequential | 51.2 K | train\n"
     "-----------------------------------------------\n"
     "101 K     Trainable params\n"
     "0         Non-trainable params\n"
     "101 K     Total params\n",
     "summary-table", "101600 approximate", "note: summary.rounded\n"},
    {"Lightning, all depths: a row includes the rows below it",
     "  | Name      | Type       | Params | In sizes  | Out sizes\n"
     "-----------------------------------------------------------------\n"
     "0 | net       | Sequential | 810    | [10, 25]  | [10, 10] \n"
     "1 | net.0     | Linear     | 520    | [10, 25]  | [10, 20] \n"
     "2 | net.1     | Linear     | 210    | [10, 20]  | [10, 10] \n"
     "-----------------------------------------------------------------\n"
     "810       Trainable params\n"
     "0         Non-trainable params\n"
     "810       Total params\n",
     "summary-table", "810 exact", "",
     "  (net): Sequential<lightning>(\n"
     "    (parameters): Parameter(80)\n"
     "    (0): Linear(in_features=25, out_features=20, bias=True) @ (10, 25)"},
    {"Lightning's table of rich",
     "┏━━━┳━━━━━━━┳━━━━━━━━┳━━━━━━━━┳━━━━━━━┓\n"
     "┃   ┃ Name  ┃ Type   ┃ Params ┃ Mode  ┃\n"
     "┡━━━╇━━━━━━━╇━━━━━━━━╇━━━━━━━━╇━━━━━━━┩\n"
     "│ 0 │ layer │ Linear │     66 │ train │\n"
     "│ 1 │ out   │ Linear │  1.2 K │ train │\n"
     "└───┴───────┴────────┴────────┴───────┘\n"
     "Trainable params: 1.3 K\n"
     "Non-trainable params: 0\n"
     "Total params: 1.3 K\n",
     "summary-table", "1266 approximate", "note: summary.rounded\n"},
    {"Lightning, another total",
     "  | Name | Type   | Params\n"
     "0 | fc   | Linear | 170   \n"
     "170       Trainable params\n"
     "0         Non-trainable params\n"
     "626       Total params\n",
     "summary-table", "170 partial", "warning: summary.total_differs(stated: 626, counted: 170)\n"},
    {"Paddle",
     "---------------------------------------------------------------------------\n"
     " Layer (type)       Input Shape          Output Shape         Param #    \n"
     "===========================================================================\n"
     "   Conv2D-1       [[1, 1, 28, 28]]      [1, 6, 28, 28]          60       \n"
     "    ReLU-1        [[1, 6, 28, 28]]      [1, 6, 28, 28]           0       \n"
     "   Linear-1          [[1, 400]]            [1, 120]           48,120     \n"
     "===========================================================================\n"
     "Total params: 48,180\n"
     "Trainable params: 48,180\n"
     "Non-trainable params: 0\n",
     "summary-table", "48180 printed", "",
     "Conv2d(1, 6, kernel_size=(3, 3), stride=(1, 1), padding=(1, 1)) @ (1, 1, 28, 28)"},
    {"PyG",
     "+---------------------+---------------------+--------------------+----------+\n"
     "| Layer               | Input Shape         | Output Shape       | #Param   |\n"
     "|---------------------+---------------------+--------------------+----------|\n"
     "| GCN                 | [100, 32], [2, 20]  | [100, 32]          | 1,072    |\n"
     "| ├─(act)ReLU         | [100, 16]           | [100, 16]          | --       |\n"
     "| ├─(convs)ModuleList | --                  | --                 | 1,072    |\n"
     "| │    └─(0)GCNConv   | [100, 32], [2, 20]  | [100, 16]          | 528      |\n"
     "| │    └─(1)GCNConv   | [100, 16], [2, 20]  | [100, 32]          | 544      |\n"
     "+---------------------+---------------------+--------------------+----------+\n",
     "summary-table", "1072 exact", "", "    (0): GCNConv<pyg>("},
    {"PyG, a row that has less than the rows below it",
     "| Layer               | Input Shape         | Output Shape       | #Param   |\n"
     "| GCN                 | [100, 32], [2, 20]  | [100, 32]          | 1,000    |\n"
     "| ├─(a)GCNConv        | [100, 32], [2, 20]  | [100, 16]          | 528      |\n"
     "| └─(b)GCNConv        | [100, 16], [2, 20]  | [100, 32]          | 544      |\n",
     "summary-table", "1072 approximate", "warning: summary.total_differs(stated: 1000, counted: 1072)\n"},
    {"ultralytics",
     "                   from  n    params  module                                       arguments           "
     "          \n"
     "  0                  -1  1       928  ultralytics.nn.modules.conv.Conv             [3, 32, 3, 2]       "
     "          \n"
     "  1                  -1  2     18560  ultralytics.nn.modules.conv.Conv             [32, 64, 3, 2]      "
     "          \n"
     "  2            [-1, -2]  1         0  ultralytics.nn.modules.conv.Concat           [1]                 "
     "          \n"
     "  3        [15, 18, 21]  1    751507  ultralytics.nn.modules.head.Detect           [1, [64, 128, 256]] "
     "          \n"
     "YOLOv8n summary: 225 layers, 770,995 parameters, 770,979 gradients, 8.9 GFLOPs\n",
     "summary-table", "770995 exact", "", "(3): Detect<ultralytics>("},
    {"Keras, not built",
     "Layer (type)     Output Shape   Param #     \n"
     "dense (Dense)    ?              0 (unbuilt) \n"
     "Total params: 0\nTrainable params: 0\nNon-trainable params: 0\n",
     "summary-table", "0 partial", "warning: summary.no_count\n"},
};

INSTANTIATE_TEST_SUITE_P(OfLayers, PrintedTables, testing::ValuesIn(kLayerTables));

const Case kTensorTables[] = {
    {"prettytable, with a name without dots",
     "+-------------------------+------------+\n"
     "|         Modules         | Parameters |\n"
     "+-------------------------+------------+\n"
     "|        cls_token        |    192     |\n"
     "| patch_embed.proj.weight |   147456   |\n"
     "|  patch_embed.proj.bias  |    192     |\n"
     "+-------------------------+------------+\n"
     "Total Trainable Params: 147840\n",
     "tensor-table", "147840 printed", "note: listing.element_counts\n"},
    {"prettytable, another total",
     "| Modules     | Parameters |\n"
     "| proj.weight |   147456   |\n"
     "| proj.bias   |    192     |\n"
     "Total Trainable Params: 150000\n",
     "tensor-table", "147648 partial",
     "warning: listing.total_differs(stated: 150000, counted: 147648)\nnote: listing.element_counts\n"},
    {"fvcore",
     "| name            | #elements or shape   |\n"
     "|:----------------|:---------------------|\n"
     "| model           | 4.1K                 |\n"
     "|  conv1          |  0.5K                |\n"
     "|   conv1.weight  |   (6, 3, 5, 5)       |\n"
     "|   conv1.bias    |   (6,)               |\n"
     "|  cls_token      |  (1, 1, 64)          |\n"
     "|  fc             |  3.6K                |\n"
     "|   fc.weight     |   (7, 512)           |\n"
     "|   fc.bias       |   (7,)               |\n",
     "tensor-table", "4111 exact", "", "(conv1): Conv2d(3, 6, kernel_size=(5, 5))"},
    {"fvcore, cut by depth: modules count with their rounded numbers",
     "| name           | #elements or shape   |\n"
     "|:---------------|:---------------------|\n"
     "| model          | 1.2M                 |\n"
     "|  conv1         |  9.4K                |\n"
     "|   conv1.weight |   (64, 3, 7, 7)      |\n"
     "|  layer1        |  1.2M                |\n"
     "|   layer1.0     |   0.6M               |\n"
     "|   layer1.1     |   0.6M               |\n",
     "tensor-table", "1209408 approximate", "note: listing.rounded\n"},
    {"fvcore, with rows left out: the rest is what the model has beyond them",
     "| name           | #elements or shape   |\n"
     "| model          | 37.9M                |\n"
     "|  conv1         |  9.4K                |\n"
     "|   conv1.weight |   (64, 3, 7, 7)      |\n"
     "|  layer1        |  1.2M                |\n",
     "tensor-table", "37900000 approximate",
     "warning: listing.total_differs(stated: 37900000, counted: 1209408)\nnote: listing.rounded\n"},
    {"fvcore's flops",
     "| module         | #parameters or shape   | #flops    |\n"
     "|:---------------|:-----------------------|:----------|\n"
     "| model          | 3.591K                 | 0.66M     |\n"
     "|  fc            |  3.591K                |  48K      |\n"
     "|   fc.weight    |   (7, 512)             |           |\n"
     "|   fc.bias      |   (7,)                 |           |\n",
     "tensor-table", "3591 exact", "", "(fc): Linear(in_features=512, out_features=7"},
    {"gguf-dump",
     "INFO:gguf-dump:* Loading: model.gguf\n"
     "* Dumping 5 key/value pair(s)\n"
     "      1: UINT32     |        1 | GGUF.version = 3\n"
     "      5: [STRING]   |    32000 | tokenizer.ggml.tokens\n"
     "* Dumping 2 tensor(s)\n"
     "      1:     320000 |   100,  3200,     1,     1 | Q4_K    | token_embd.weight\n"
     "      2:        100 |   100,     1,     1,     1 | F32     | output_norm.weight\n",
     "tensor-table", "320100 exact", "", "Embedding(3200, 100"},
    {"gguf-dump --json",
     "{\"filename\": \"m.gguf\", \"endian\": \"LITTLE\", \"metadata\": {\"GGUF.version\": {\"value\": 3}},\n"
     "\"tensors\": {\"token_embd.weight\": {\"index\": 0, \"shape\": [100, 3200], \"type\": \"Q4_K\"},\n"
     "\"output_norm.weight\": {\"index\": 1, \"shape\": [100], \"type\": \"F32\"}}}\n",
     "tensor-table", "320100 exact", "", "Embedding(3200, 100"},
    {"a conversion to GGUF",
     "INFO:hf-to-gguf:token_embd.weight,   torch.bfloat16 --> F16, shape = {100, 3200}\n"
     "INFO:hf-to-gguf:output_norm.weight,  torch.bfloat16 --> F32, shape = {100}\n"
     "INFO:gguf.gguf_writer:m.gguf: n_tensors = 2, total_size = 640K\n",
     "tensor-table", "320100 exact", "", "Embedding(3200, 100"},
    {"a conversion to GGUF, cut off",
     "INFO:hf-to-gguf:token_embd.weight,   torch.bfloat16 --> F16, shape = {100, 3200}\n"
     "INFO:hf-to-gguf:Set model parameters\n",
     "tensor-table", "320000 partial", "warning: listing.lines_left_out\n"},
    {"gguf-dump, cut off",
     "* Dumping 9 tensor(s)\n"
     "      1:     320000 |   100,  3200,     1,     1 | Q4_K    | token_embd.weight\n",
     "tensor-table", "320000 partial", "warning: listing.lines_left_out\n"},
    {"gguf-dump, with a row that cannot be read",
     "      1:     320000 |   100,  3200,     1,     1 | Q4_K    | token_embd.weight\n"
     "      2:        100 |   100,     1,     1,   ... | F32     | output_norm.weight\n",
     "tensor-table", "320000 partial", "warning: listing.lines_left_out\n"},
    {"gguf-dump, with a row that lost its name",
     "      1:     320000 |   100,  3200,     1,     1 | Q4_K    | token_embd.weight\n"
     "      2:        100 |   100,     1,     1,     1 | F32     |\noutput_norm.weight\n",
     "tensor-table", "320000 partial", "warning: listing.lines_left_out\n"},
    {"gguf-dump, with names that were cut off",
     "      1:     320000 |   100,  3200,     1,     1 | Q4_K    | outpu\n"
     "      2:        100 |   100,     1,     1,     1 | F32     | outpu\n",
     "tensor-table", "320000 partial", "warning: listing.lines_left_out\n"},
    {"gguf-dump behind numbers of lines",
     "1       1:     320000 |   100,  3200,     1,     1 | Q4_K    | token_embd.weight\n"
     "2       2:        100 |   100,     1,     1,     1 | F32     | output_norm.weight\n",
     "tensor-table", "320100 exact", "", "Embedding(3200, 100"},
    {"flax",
     "                     Foo Summary                      \n"
     "┏━━━━━━━━━┳━━━━━━━━┳━━━━━━━━━━━━━━━┳━━━━━━━┳━━━━━━━━━━━━━━━━━━┳━━━━━━━━━━━━━━━━━━━━━━┓\n"
     "┃ path    ┃ module ┃ outputs       ┃ flops ┃ batch_stats      ┃ params               ┃\n"
     "┡━━━━━━━━━╇━━━━━━━━╇━━━━━━━━━━━━━━━╇━━━━━━━╇━━━━━━━━━━━━━━━━━━╇━━━━━━━━━━━━━━━━━━━━━━┩\n"
     "│         │ Foo    │ float32[16,2] │ 1504  │                  │                      │\n"
     "├─────────┼────────┼───────────────┼───────┼──────────────────┼──────────────────────┤\n"
     "│ Dense_0 │ Dense  │ float32[16,4] │ 1216  │                  │ bias: float32[4]     │\n"
     "│         │        │               │       │                  │ kernel: float32[9,4] │\n"
     "│         │        │               │       │                  │                      │\n"
     "│         │        │               │       │                  │ 40 (160 B)           │\n"
     "├─────────┼────────┼───────────────┼───────┼──────────────────┼──────────────────────┤\n"
     "│ Norm_0  │ Norm   │ float32[16,4] │ 1216  │ mean: float32[4] │ scale: float32[4]    │\n"
     "│         │        │               │       │                  │                      │\n"
     "│         │        │               │       │ 4 (16 B)         │ 4 (16 B)             │\n"
     "├─────────┼────────┼───────────────┼───────┼──────────────────┼──────────────────────┤\n"
     "│         │        │               │ Total │ 4 (16 B)         │ 44 (176 B)           │\n"
     "└─────────┴────────┴───────────────┴───────┴──────────────────┴──────────────────────┘\n"
     "\n"
     "                            Total Parameters: 48 (192 B)\n",
     "tensor-table", "44 exact", "", "Buffer(4"},
    {"nnx: a module's number includes the modules below",
     "┏━━━━━━━━━━━━┳━━━━━━━━┳━━━━━━━━━━━━━━━━━━━━━━━━┓\n"
     "┃ path       ┃ type   ┃ Param                  ┃\n"
     "┡━━━━━━━━━━━━╇━━━━━━━━╇━━━━━━━━━━━━━━━━━━━━━━━━┩\n"
     "│            │ Foo    │ 1,066 (4.3 KB)         │\n"
     "├────────────┼────────┼────────────────────────┤\n"
     "│ block/fc   │ Linear │ bias:                  │\n"
     "│            │        │   value: float32[32]   │\n"
     "│            │        │ kernel:                │\n"
     "│            │        │   value: float32[32,32]│\n"
     "│            │        │                        │\n"
     "│            │        │ 1,056 (4.2 KB)         │\n"
     "├────────────┼────────┼────────────────────────┤\n"
     "│ scale      │ Scale  │ 10 (40 B)              │\n"
     "├────────────┼────────┼────────────────────────┤\n"
     "│            │ Total  │ 1,066 (4.3 KB)         │\n"
     "└────────────┴────────┴────────────────────────┘\n",
     "tensor-table", "1066 exact", ""},
};

INSTANTIATE_TEST_SUITE_P(OfTensors, PrintedTables, testing::ValuesIn(kTensorTables));

const Case kElementCounts[] = {
    {"names without dots count beside names of tensors",
     "cls_token 192\npatch_embed.proj.weight 147456\nhead.bias 10\nTotal: 147658\n", "tensor-listing",
     "147658 exact", "note: listing.element_counts\n"},
};

const Case kModuleTrees[] = {
    {"equinox",
     "Net(\n"
     "  embed=Embedding(num_embeddings=10, embedding_size=4, weight=f32[10,4]),\n"
     "  blocks=[\n"
     "    Linear(\n"
     "      weight=f32[8,4],\n"
     "      bias=f32[8],\n"
     "      in_features=4,\n"
     "      use_bias=True\n"
     "    ),\n"
     "    Linear(weight=f32[8,8], bias=None, in_features=8, use_bias=False)\n"
     "  ],\n"
     "  norm=LayerNorm(shape=(8,), eps=1e-05, weight=f32[8], bias=f32[8]),\n"
     "  activation=<function <lambda>>\n"
     ")\n",
     "tensor-listing", "160 exact", "", "(blocks)"},
    {"nnx",
     "MLP( # Param: 26 (104 B), RngState: 2 (12 B)\n"
     "  layers=[Linear( # Param: 10 (40 B)\n"
     "    bias=Param( # 2 (8 B)\n"
     "      value=Array([0., 0.], dtype=float32)\n"
     "    ),\n"
     "    kernel=Param( # 8 (32 B)\n"
     "      value=Array(shape=(4, 2), dtype=dtype('float32'))\n"
     "    ),\n"
     "    in_features=4,\n"
     "  )],\n"
     "  norm=BatchNorm( # BatchStat: 4 (16 B), Param: 4 (16 B)\n"
     "    mean=BatchStat( # 4 (16 B)\n"
     "      value=Array(shape=(4,), dtype=dtype('float32'))\n"
     "    ),\n"
     "    scale=Param( # 4 (16 B)\n"
     "      value=Array(shape=(4,), dtype=dtype('float32'))\n"
     "    )\n"
     "  ),\n"
     "  rngs=Rngs(count=RngCount( # 1 (4 B)\n"
     "    value=Array(0, dtype=uint32)\n"
     "  )),\n"
     "  scale=Param( # 12 (48 B)\n"
     "    value=Array(shape=(12,), dtype=dtype('float32'))\n"
     "  )\n"
     ")\n",
     "tensor-listing", "26 exact"},
    {"nnx's state",
     "State({\n"
     "  'dense': {\n"
     "    'bias': VariableState( # 64 (256 B)\n"
     "      type=Param,\n"
     "      value=Array(shape=(64,), dtype=float32)\n"
     "    ),\n"
     "    'mean': VariableState( # 64 (256 B)\n"
     "      type=BatchStat,\n"
     "      value=Array(shape=(64,), dtype=float32)\n"
     "    )\n"
     "  }\n"
     "})\n",
     "tensor-listing", "64 exact", "", "Buffer(64"},
};

INSTANTIATE_TEST_SUITE_P(OfNumbers, PrintedTables, testing::ValuesIn(kElementCounts));
INSTANTIATE_TEST_SUITE_P(OfJax, PrintedTables, testing::ValuesIn(kModuleTrees));

const Case kTotals[] = {
    {"PEFT", "trainable params: 4,194,304 || all params: 6,742,609,920 || trainable%: 0.0622\n",
     "stated-totals", "6742609920 printed", "note: stated.totals_only\n",
     "(frozen): Parameter(6738415616, requires_grad=False)"},
    {"a log with what was generated by",
     "  \"top_p\": 0.9\n}\n\n[INFO] loader:143 >> trainable params: 4 || all "
     "params: 6 || trainable%: 66.7\n[INFO] Using LoRA+.\n[INFO] Running.\n",
     "stated-totals", "6 printed", "note: stated.totals_only\n"},
    {"trainable parameters only", "trainable params: 7,000,000\n", "stated-totals", "7000000 partial",
     "warning: stated.trainable_only\n"},
    {"a log in a document",
     "## Step 2\n```\nLoading\nYOLO11n summary (fused): 100 layers, 2,616,248 parameters\n```\n"
     "- loaded\n- moved\n",
     "stated-totals", "2616248 printed", "note: stated.totals_only\n"},
    {"a log that ends with an error",
     "Loading\nYOLO11n summary: 100 layers, 2,616,248 parameters\n\n"
     "Traceback (most recent call last):\n  File \"a.py\", line 1\n",
     "stated-totals", "2616248 printed", "note: stated.totals_only\n"},
    {"ultralytics", "YOLOv8n summary: 225 layers, 3157200 parameters, 0 gradients\n", "stated-totals",
     "3157200 printed", "note: stated.totals_only\n"},
    {"a line of a log",
     "[INFO|trainer.py:2134] 2026-01-01 >> ***** Running training *****\n"
     "[INFO|trainer.py:2135] 2026-01-01 >>   Num examples = 5,000\n"
     "[INFO|trainer.py:2136] 2026-01-01 >>   Num Epochs = 3\n"
     "[INFO|trainer.py:2141] 2026-01-01 >>   Number of trainable parameters = 109,483,778\n",
     "stated-totals", "109483778 partial", "warning: stated.trainable_only\n"},
    {"thop",
     "[INFO] Register count_linear() for <class 'torch.nn.modules.linear.Linear'>.\nmacs: 658960.0, params: "
     "62006.0\n",
     "stated-totals", "62006 printed", "note: stated.totals_only\n"},
    {"thop, the other way round", "Params: 62006.0 MACs: 658960.0\n", "stated-totals", "62006 printed",
     "note: stated.totals_only\n"},
    {"a call and its result", ">>> sum(p.numel() for p in model.parameters())\n596049920\n", "stated-totals",
     "596049920 printed", "note: stated.totals_only\n"},
    {"a call of transformers", ">>> model.num_parameters()\n596,049,920\n", "stated-totals",
     "596049920 printed", "note: stated.totals_only\n"},
    {"R's torch",
     "An `nn_module` containing 101,770 parameters.\n\n- fc1: <nn_linear> #100,480 parameters\n"
     "- fc2: <nn_linear> #1,290 parameters\n",
     "stated-totals", "101770 printed", "note: stated.totals_only\n"},
    {"burn", "Model {\n  fc: Linear {d_input: 8, d_output: 2, bias: true, params: 18}\n  params: 18\n}\n",
     "stated-totals", "18 printed", "note: stated.totals_only\n"},
    {"Megatron",
     "--- arguments ---\n  hidden_size ..... 4096\n  swiglu ..... True\n"
     " > number of parameters on (tensor, pipeline) model parallel rank (0, 0): 400\n"
     " > number of parameters on (tensor, pipeline) model parallel rank (1, 0): 300\n",
     "stated-totals", "700 partial", "warning: stated.of_ranks\n"},
    {"llama-bench",
     "| model | size | params | test |\n| --- | ---: | ---: | ---: |\n| qwen3moe Q4_K | 17.28 GiB | 30.53 B "
     "| pp512 |\n"
     "| qwen3moe Q4_K | 17.28 GiB | 30.53 B | tg128 |\n",
     "stated-totals", "30530000000 approximate", "warning: stated.rounded_only\n"},
    {"accelerate",
     "│ Memory Usage for loading `bert-base-cased` │\n│ dtype │Largest Layer│Total Size│\n"
     "│float32│  84.95 MB   │413.18 MB │\n│float16│ 42.47 MB │ 206.59 MB │\n",
     "stated-totals", "108312657 approximate", "warning: stated.rounded_only\n"},
    {"a rounded one", "Total params: 11.7M\n", "stated-totals", "11700000 approximate",
     "warning: stated.rounded_only\n"},
    {"llama.cpp's settings",
     "print_info: n_embd           = 3584\nprint_info: n_layer          = 28\nprint_info: model params     = "
     "7.62 B\n",
     "stated-totals", "7620000000 approximate", "warning: stated.rounded_only\n"},
    {"ollama show",
     "  Model\n    architecture        gemma3\n    parameters          4.3B\n    context length      "
     "131072\n",
     "stated-totals", "4300000000 approximate", "warning: stated.rounded_only\n"},
    {"a model card", "| | |\n|---|---|\n| **Total Parameters** | 1T |\n| **Activated Parameters** | 32B |\n",
     "stated-totals", "1000000000000 approximate", "warning: stated.rounded_only\n"},
    {"all kinds", "Total params: 100\nTrainable params: 60\nNon-trainable params: 40\n", "stated-totals",
     "100 printed", "note: stated.totals_only\n"},
};

INSTANTIATE_TEST_SUITE_P(StatedAlone, PrintedTables, testing::ValuesIn(kTotals));

TEST(Listings, HaveShapesOfAsManySizesAsPyTorch) {
    std::string sizes = "1";
    for (int i = 0; i < 20; ++i) sizes += ", 1";
    const std::string text = "fc.weight torch.Size([5, 7])\nfc.extra torch.Size([" + sizes + ", 3])\n";
    MemorySource source(text);
    const Report report = count_text(open_model(source, "").text());
    ASSERT_NE(report.root(), nullptr);
    EXPECT_EQ(to_string(report.root()->facts->parameters.value.value_or(-1)), "38");
}

TEST(PrintedTables, OfOtherThingsAreNotRead) {
    for (const char* text : {
             "| Name     | Parameters |\n|---|---|\n| resnet18 | 11.7M |\n| resnet50 | 25.6M |\n",
             "| Parameter | Value |\n|---|---|\n| Layers | 32 |\n",
             "hidden_size: 768\nlayers: 12\n",
             "Total params: 11.7M\nTrainable params: 11.7M\n",
             "Total params: 5\nTotal params: 6\n",
             "trainable params: 7 || all params: 6\n",
         }) {
        MemorySource source(text);
        EXPECT_TRUE(open_model(source, "").is_model_text) << text;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
