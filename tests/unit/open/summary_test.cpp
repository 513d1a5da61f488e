// Tables of layers as Keras, torchsummary and torchinfo print them.
#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "open/open.h"
#include "unit/describe.h"

namespace paramscope::open {
namespace THIS_FILE {

Opened open_text(const std::string& text) {
    MemorySource source(text);
    return open_model(source, "");
}

std::string messages(const Diagnostics& diagnostics) {
    std::string all;
    for (const Diagnostic& diagnostic : diagnostics)
        all += std::string(to_string(diagnostic.severity)) + ": " +
               testing_support::describe(diagnostic.message) + "\n";
    return all;
}

struct Case {
    const char* what;
    const char* table;
    const char* text;
    const char* messages = "";
};

void PrintTo(const Case& c, std::ostream* stream) {
    *stream << c.what;
}

class Summaries : public testing::TestWithParam<Case> {};

TEST_P(Summaries, BecomeModelText) {
    const Opened opened = open_text(GetParam().table);
    EXPECT_EQ(opened.source, "summary-table");
    EXPECT_EQ(opened.text(), GetParam().text);
    EXPECT_EQ(messages(opened.diagnostics), GetParam().messages);
    EXPECT_FALSE(has_errors(count_text(opened.text()).diagnostics));
}

const Case kCases[] = {
    {"Keras, rows between rules, a type that is cut",
     "Model: \"net\"\n"
     "_________________________________________________________________\n"
     "Layer (type)                 Output Shape              Param #   \n"
     "=================================================================\n"
     "input_1 (InputLayer)         [(None, 28, 28, 3)]       0         \n"
     "_________________________________________________________________\n"
     "conv (Conv2D)                (None, 14, 14, 8)         224       \n"
     "_________________________________________________________________\n"
     "bn (BatchNormalizatio        (None, 14, 14, 8)         32        \n"
     "_________________________________________________________________\n"
     "flat (Flatten)               (None, 1568)              0         \n"
     "_________________________________________________________________\n"
     "lstm (LSTM)                  (None, 4)                 100       \n"
     "_________________________________________________________________\n"
     "head (Dense)                 (None, 10)                50        \n"
     "=================================================================\n"
     "Total params: 406\n"
     "Trainable params: 390\n"
     "Non-trainable params: 16\n",
     "basis: exact\n"
     "\n"
     "Model(  # net\n"
     "  (input_1): Identity()  # InputLayer gives (None, 28, 28, 3)\n"
     "  (conv): Conv2d(3, 8, kernel_size=(3, 3), stride=(2, 2), padding=(1, 1)) @ (1, 3, 28, 28)  # Conv2D "
     "gives "
     "(None, 14, 14, 8)\n"
     "  (bn): BatchNorm2d(8, track_running_stats=False  # BatchNormalizatio gives (None, 14, 14, 8)\n"
     "    (moving_mean): Parameter(8, requires_grad=False)\n"
     "    (moving_variance): Parameter(8, requires_grad=False)\n"
     "  ) @ (1, 8, 14, 14)\n"
     "  (flat): Flatten()  # Flatten gives (None, 1568)\n"
     "  (lstm): LSTM<keras>(  # LSTM gives (None, 4)\n"
     "    (parameters): Parameter(100)\n"
     "  )\n"
     "  (head): Linear(in_features=4, out_features=10, bias=True) @ (1, 4)  # Dense gives (None, 10)\n"
     ")\n"},
    {"Keras 3, boxes, colours, names on two lines",
     "┏━━━━━━━━━━━━━━━━┳━━━━━━━━━━━━┳━━━━━━━━━┓\n"
     "┃\x1b[1m Layer (type)   \x1b[0m┃ Output Shape ┃  Param # ┃\n"
     "┡━━━━━━━━━━━━━━━━╇━━━━━━━━━━━━╇━━━━━━━━━┩\n"
     "│ a_long_name_   │ (\x1b[38;5;45mNone\x1b[0m, 8)  │      40 │\n"
     "│ of_it (Dense)  │            │         │\n"
     "├────────────────┼────────────┼─────────┤\n"
     "│ d (Dense)      │ (None, 2)  │      16 │\n"
     "└────────────────┴────────────┴─────────┘\n"
     " Total params: 56 (224.00 B)\n Trainable params: 16\n Non-trainable params: 40\n",
     "basis: exact\n"
     "freeze: a_long_name_of_it\n\n"
     "Model(\n"
     "  (a_long_name_of_it): Linear(in_features=4, out_features=8, bias=True)  # Dense gives (None, 8)\n"
     "  (d): Linear(in_features=8, out_features=2, bias=False) @ (1, 8)  # Dense gives (None, 2)\n"
     ")\n",
     "note: summary.assumed_frozen(module: a_long_name_of_it)\n"},
    {"torchsummary",
     "----------------------------------------------------------------\n"
     "        Layer (type)               Output Shape         Param #\n"
     "================================================================\n"
     "            Conv2d-1           [-1, 10, 24, 24]             260\n"
     "              ReLU-2           [-1, 10, 24, 24]               0\n"
     "            Linear-3                   [-1, 50]          16,050\n"
     "================================================================\n"
     "Total params: 16,310\nTrainable params: 16,310\nNon-trainable params: 0\n",
     "basis: printed\ntie: none\n"
     "\n"
     "Model(\n"
     "  (Conv2d-1): Conv2d<torchsummary>(  # Conv2d gives (None, 10, 24, 24)\n"
     "    (parameters): Parameter(260)\n"
     "  )\n"
     "  (ReLU-2): ReLU()  # ReLU gives (None, 10, 24, 24)\n"
     "  (Linear-3): Linear(in_features=320, out_features=50, bias=True)  # Linear gives (None, 50)\n"
     ")\n"},
    {"torchinfo, nested, with names, frozen, with weights of its own",
     "==============================================================================\n"
     "Layer (type (var_name))     Input Shape     Output Shape    Param #     Trainable\n"
     "==============================================================================\n"
     "Net (Net)                   [1, 4]          [1, 2]          7           Partial\n"
     "├─Sequential (body)         [1, 4]          [1, 8]          --          False\n"
     "│    └─Linear (0)           [1, 4]          [1, 8]          (40)        False\n"
     "├─Linear (head)             [1, 8]          [1, 2]          16          True\n"
     "│    └─weight               [8, 2]                          └─16\n"
     "==============================================================================\n"
     "Total params: 63\nTrainable params: 23\nNon-trainable params: 40\n",
     "basis: printed\ntie: none\n"
     "freeze: body.0\n\n"
     "Net<torchinfo>(\n"
     "  (parameters): Parameter(7)\n"
     "  (body): Sequential(\n"
     "    (0): Linear(in_features=4, out_features=8, bias=True) @ (1, 4)\n"
     "  )\n"
     "  (head): Linear(in_features=8, out_features=2, bias=False) @ (1, 8)\n"
     ")\n"},
    {"torchinfo, rows below a recursive one count once",
     "Layer (type:depth-idx)                   Param #\n"
     "==========================================================\n"
     "Net                                      --\n"
     "├─Block: 1-1                             110\n"
     "├─Block: 1-2                             (recursive)\n"
     "│    └─Linear: 2-1                       110\n"
     "==========================================================\n"
     "Total params: 220\n"
     "==========================================================\n",
     "basis: printed\ntie: none\n\n"
     "Net(\n"
     "  (Block-1): Block<torchinfo>(\n"
     "    (parameters): Parameter(110)\n"
     "  )\n"
     "  (Block-2): Block(\n"
     "    (Linear-1): Linear<torchinfo>(\n"
     "      (parameters): Parameter(0)\n"
     "    )\n"
     "  )\n"
     ")\n",
     "note: summary.counted_once(count: 110)\n"},
    {"torchinfo, a list is called recursive when its items are called in turn",
     "Layer (type:depth-idx)                   Param #\n"
     "==========================================================\n"
     "Net                                      --\n"
     "├─ModuleList: 1-3                        (recursive)\n"
     "│    └─Linear: 2-1                       20\n"
     "├─ReLU: 1-2                              --\n"
     "├─ModuleList: 1-3                        (recursive)\n"
     "│    └─Linear: 2-2                       20\n"
     "==========================================================\n"
     "Total params: 40\n"
     "==========================================================\n",
     "basis: printed\ntie: none\n\n"
     "Net(\n"
     "  (ModuleList-3): ModuleList(\n"
     "    (Linear-1): Linear<torchinfo>(\n"
     "      (parameters): Parameter(20)\n"
     "    )\n"
     "  )\n"
     "  (ReLU-2): ReLU()\n"
     "  (ModuleList-3): ModuleList(\n"
     "    (Linear-2): Linear<torchinfo>(\n"
     "      (parameters): Parameter(20)\n"
     "    )\n"
     "  )\n"
     ")\n"},
    {"Keras, a row that begins left of the header's columns",
     "Layer (type)                 Output Shape              Param #   \n"
     "=================================================================\n"
     "dense_1 (Dense)             (None, 5)                 1150      \n"
     "=================================================================\n"
     "Total params: 1150\n",
     "basis: exact\n\n"
     "Model(\n"
     "  (dense_1): Linear(in_features=229, out_features=5, bias=True)  # Dense gives (None, 5)\n"
     ")\n"},
    {"Keras, blanks collapsed",
     "Layer (type) Output Shape Param # Connected to\n"
     "======\n"
     "flat (Flatten) (None, 784) 0 x[0][0]\n"
     "dense (Dense) (None, 10) 7850 flat[0][0]\n"
     "======\n"
     "Total params: 7,850\n",
     "basis: exact\n\n"
     "Model(\n"
     "  (flat): Flatten()  # Flatten gives (None, 784)\n"
     "  (dense): Linear(in_features=784, out_features=10, bias=True) @ (1, 784)  # Dense gives (None, 10)\n"
     ")\n"},
    {"a number that a column cuts is none",
     "Layer (type)                   Input Shape   Output Shape    Param #\n"
     "=================================================================\n"
     "Conv2d: 1-1                    [1, 4, 9]     [1, 4, 12345, 12345\n"
     "=================================================================\n"
     "Total params: 99\n",
     "basis: partial\n\n"
     "Model(\n"
     "  (Conv2d-1): Conv2d<paddle>()\n"
     ")\n",
     "warning: summary.no_count\nwarning: summary.total_differs(stated: 99, counted: 0)\n"},
    {"Lightning, in a log that prints it again, with a row of training",
     "[NeMo I 10:00:01 x:44]   | Name  | Type   | Params | Mode \n"
     "[NeMo I 10:00:02 x:44] -----------------------------------------\n"
     "[NeMo I 10:00:09 x:44] 0 | model | Linear | 1010   | train\n"
     "[NeMo I 10:00:10 x:44] -----------------------------------------\n"
     "another process says something | 1 | 2 | 3 |\n"
     "[NeMo I 10:00:11 x:44] 1010      Trainable params\n"
     "[NeMo I 10:00:12 x:44] 0         Non-trainable params\n"
     "[NeMo I 10:00:13 x:44] 1010      Total params\n"
     "[NeMo I 10:00:14 x:44] epoch 0 | lr: 1 | global_batch_size: 512 | loss: 2\n"
     "[NeMo I 10:00:15 x:44]   | Name  | Type   | Params | Mode \n"
     "[NeMo I 10:00:16 x:44] 0 | model | Linear | 1010   | train\n",
     "basis: exact\n\n"
     "Model(\n"
     "  (model): Linear<lightning>(\n"
     "    (parameters): Parameter(1010)\n"
     "  )\n"
     ")\n"},
    {"Lightning, cut off before a log",
     "  | Name  | Type   | Params | Mode \n"
     "-----------------------------------------\n"
     "0 | model | Linear | 1010   | train\n"
     "Training epoch 0, iteration 0/19 | lr: 1.499e-07 | global_batch_size: 512 | global_step: 0\n",
     "basis: partial\n\n"
     "Model(\n"
     "  (model): Linear<lightning>(\n"
     "    (parameters): Parameter(1010)\n"
     "  )\n"
     ")\n",
     "warning: summary.no_total\n"},
    {"torchsummary, commented out",
     "#         Layer (type)               Output Shape         Param #\n"
     "# ================================================================\n"
     "#             Linear-1                   [-1, 50]          16,050\n"
     "# ================================================================\n"
     "# Total params: 16,050\n"
     "# Non-trainable params: 0\n",
     "basis: printed\ntie: none\n\n"
     "Model(\n"
     "  (Linear-1): Linear(in_features=320, out_features=50, bias=True)  # Linear gives (None, 50)\n"
     ")\n"},
    {"rows left out, and a total that is another",
     "Layer (type)                 Output Shape              Param #\n"
     "=================================================================\n"
     "d (Dense)                    (None, 2)                 16\n"
     "...\n"
     "=================================================================\n"
     "Total params: 99\nTrainable params: 99\nNon-trainable params: 0\n",
     "basis: partial\n"
     "\n"
     "Model(\n  (d): Linear(in_features=7, out_features=2, bias=True)  # Dense gives (None, 2)\n)\n",
     "warning: summary.rows_left_out\n"
     "warning: summary.total_differs(stated: 99, counted: 16)\n"},
    {"no total",
     "Layer (type)                 Output Shape              Param #\n"
     "d (Dense)                    (None, 2)                 16\n",
     "basis: partial\n"
     "\n"
     "Model(\n  (d): Linear(in_features=7, out_features=2, bias=True)  # Dense gives (None, 2)\n)\n",
     "warning: summary.no_total\n"},
    {"a row without a number, and frozen parameters that no row accounts for",
     "Layer (type)                 Output Shape              Param #\n"
     "=================================================================\n"
     "a (Dense)                    (None, 2)                 16\n"
     "b (Odd)                      (None, 2)                 ?\n"
     "=================================================================\n"
     "Total params: 16\nTrainable params: 13\nNon-trainable params: 3\n",
     "basis: partial\n"
     "\n"
     "Model(\n"
     "  (a): Linear(in_features=7, out_features=2, bias=True)  # Dense gives (None, 2)\n"
     "  (b): Odd<keras>()  # Odd gives (None, 2)\n"
     ")\n",
     "note: summary.unknown_frozen(count: 3)\nwarning: summary.no_count\n"},
    {"names and types with Unicode spaces",
     "===========================================================================\n"
     "Layer (type (var_name))                  Output Shape              Param #\n"
     "===========================================================================\n"
     "Net\xEF\xBB\xBFNet (Net\xEF\xBB\xBFNet)                        [1, 2]                    --\n"
     "├─ReLU (a\xE3\x80\x80\x62)                             [1, 2]                    --\n"
     "===========================================================================\n"
     "Total params: 0\n",
     "basis: printed\ntie: none\n"
     "\n"
     "Net_Net(\n  (a_b): ReLU()  # ReLU gives (1, 2)\n)\n"},
    {"an output layer that shares the weight of an embedding",
     "==========================================================================================\n"
     "Layer (type:depth-idx)                   Param #\n"
     "==========================================================================================\n"
     "Net                                      --\n"
     "├─Embedding: 1-1                         400\n"
     "├─Linear: 1-2                            72\n"
     "├─Linear: 1-3                            450\n"
     "==========================================================================================\n"
     "Total params: 522\n"
     "Trainable params: 522\n"
     "Non-trainable params: 0\n"
     "==========================================================================================\n",
     "basis: printed\n"
     "tie: none\n"
     "\n"
     "Net(\n"
     "  (Embedding-1): Embedding<torchinfo>(\n"
     "    (parameters): Parameter(400)\n"
     "  )\n"
     "  (Linear-2): Linear<torchinfo>(\n"
     "    (parameters): Parameter(72)\n"
     "  )\n"
     "  (Linear-3): Linear<torchinfo>(\n"
     "    (parameters): Parameter(50)\n"
     "  )\n"
     ")\n",
     "note: summary.tied(module: Linear-3, count: 400)\n"},
    {"the same with shapes",
     "==========================================================================================\n"
     "Layer (type:depth-idx)                   Output Shape              Param #\n"
     "==========================================================================================\n"
     "Net                                      [2, 5, 50]                --\n"
     "├─Embedding: 1-1                         [2, 5, 8]                 400\n"
     "├─Linear: 1-2                            [2, 5, 50]                400\n"
     "==========================================================================================\n"
     "Total params: 400\n"
     "Trainable params: 400\n"
     "Non-trainable params: 0\n"
     "==========================================================================================\n",
     "basis: printed\n"
     "tie: Linear-2.weight = Embedding-1.weight\n"
     "tie: none\n"
     "\n"
     "Net(\n"
     "  (Embedding-1): Embedding(50, 8)  # Embedding gives (2, 5, 8)\n"
     "  (Linear-2): Linear(in_features=8, out_features=50, bias=False) @ (2, 5, 8)\n"
     ")\n",
     "note: summary.tied(module: Linear-2, count: 400)\n"},
    {"torchsummary, a layer whose parameters it does not see",
     "        Layer (type)               Output Shape         Param #\n"
     "================================================================\n"
     "               GRU-1  [[-1, 4, 15], [-1, 2, 15]]               0\n"
     "            Linear-2                 [-1, 4, 7]             112\n"
     "================================================================\n"
     "Total params: 112\n"
     "Trainable params: 112\n"
     "Non-trainable params: 0\n",
     "basis: partial\n"
     "\n"
     "Model(\n"
     "  (GRU-1): GRU<torchsummary>(\n"
     "    (parameters): Parameter(0)\n"
     "  )\n"
     "  (Linear-2): Linear(in_features=15, out_features=7, bias=True)  # Linear gives (None, 4, 7)\n"
     ")\n",
     "warning: summary.not_counted(type: GRU)\n"},
    {"frozen layers before the others",
     "        Layer (type)               Output Shape         Param #\n"
     "================================================================\n"
     "            Linear-1                   [-1, 9]              90\n"
     "            Linear-2                   [-1, 9]              90\n"
     "            Linear-3                   [-1, 2]              20\n"
     "================================================================\n"
     "Total params: 200\n"
     "Trainable params: 20\n"
     "Non-trainable params: 180\n",
     "basis: printed\n"
     "tie: none\n"
     "freeze: Linear-1\n"
     "freeze: Linear-2\n"
     "\n"
     "Model(\n"
     "  (Linear-1): Linear(in_features=9, out_features=9, bias=True)  # Linear gives (None, 9)\n"
     "  (Linear-2): Linear(in_features=9, out_features=9, bias=True) @ (1, 9)\n"
     "  (Linear-3): Linear(in_features=9, out_features=2, bias=True) @ (1, 9)\n"
     ")\n",
     "note: summary.assumed_frozen_first(module: Linear-2)\n"},
};

INSTANTIATE_TEST_SUITE_P(Table, Summaries, testing::ValuesIn(kCases));

TEST(Summary, WithoutARowIsAnError) {
    const Opened opened = open_text("Layer (type)                 Output Shape              Param #\n");
    EXPECT_EQ(messages(opened.diagnostics), "error: summary.no_rows\n");
    EXPECT_EQ(opened.text(), "");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
