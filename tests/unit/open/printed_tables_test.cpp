// What tools print about a model's parameters: the format each text is read as, its total and basis, and the
// diagnostics.
#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "open/open.h"
#include "unit/describe.h"

namespace paramscope::open {
namespace {

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
    EXPECT_NE(opened.text.find(GetParam().model_part), std::string::npos) << opened.text;
    const Report report = count_text(opened.text);
    ASSERT_NE(report.root(), nullptr);
    EXPECT_FALSE(has_errors(report.diagnostics));
    const Quantity& parameters = report.root()->parameters;
    EXPECT_EQ(to_string(parameters.value.value_or(-1)) + " " + std::string(to_string(parameters.basis)),
              GetParam().total)
        << opened.text;
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
     "summary-table", "48180 exact", "",
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

}  // namespace
}  // namespace paramscope::open
