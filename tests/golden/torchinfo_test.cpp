// torchinfo's totals, as its own tests record them, under the convention of its name.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "golden/support.h"

namespace paramscope::golden {
namespace {

constexpr const char* kSingleInput =
    "SingleInputNet(\n  (conv1): Conv2d(1, 10, kernel_size=(5, 5), stride=(1, 1))\n"
    "  (conv2): Conv2d(10, 20, kernel_size=(5, 5), stride=(1, 1))\n  (conv2_drop): Dropout2d(p=0.3)\n"
    "  (fc1): Linear(in_features=320, out_features=50, bias=True)\n"
    "  (fc2): Linear(in_features=50, out_features=10, bias=True)\n"
    "  forward(x) = "
    "log_softmax(fc2(relu(fc1(flatten(relu(MaxPool2d(conv2_drop(conv2(relu(MaxPool2d(conv1(x), "
    "kernel_size=2)))), kernel_size=2)), 1)))))\n)\n";
constexpr const char* kLstm =
    "LSTMNet(\n  (embedding): Embedding(20, 300)\n  (encoder): LSTM(300, 512, num_layers=2, "
    "batch_first=True)\n"
    "  (decoder): Linear(in_features=512, out_features=20, bias=True)\n"
    "  forward(x) = decoder(encoder(embedding(x))[0])\n)\n";
constexpr const char* kRecursive =
    "RecursiveNet(\n  (conv1): Conv2d(64, 64, kernel_size=(3, 3), padding=(1, 1))\n"
    "  forward(x) = conv1(conv1(conv1(conv1(conv1(conv1(x))))))\n)\n";
constexpr const char* kLinearModel =
    "LinearModel(\n  (layers): Sequential(\n    (0): Linear(128, 128)\n    (1): ReLU()\n    (2): Linear(128, "
    "128)\n"
    "    (3): ReLU()\n    (4): Linear(128, 1)\n  )\n  forward(x) = layers(x)\n)\n";
constexpr const char* kReusedLinear =
    "ReuseLinear(\n  (fc): Linear(10, 10)\n  (act): ReLU()\n"
    "  forward(x) = act(fc(act(fc(act(fc(act(fc(x))))))))\n)\n";
constexpr const char* kReusedRelu =
    "Sequential(\n  (0): ReflectionPad2d(3)\n  (1): Conv2d(4, 1, kernel_size=1)\n  (2): BatchNorm2d(1)\n"
    "  (3): ReLU()\n  (4): Conv2d(1, 2, kernel_size=1, stride=2, padding=1)\n  (5): BatchNorm2d(2)\n  (6): "
    "ReLU()\n"
    "  (7): Conv2d(2, 4, kernel_size=1, stride=2, padding=1)\n  (8): BatchNorm2d(4)\n  (9): ReLU()\n"
    "  (10): Conv2d(4, 8, kernel_size=1, stride=2, padding=1)\n  (11): BatchNorm2d(8)\n  (12): ReLU()\n)\n";
constexpr const char* kModuleList =
    "CNNModuleList(\n  (module): ModuleList(\n    (0-4): 5 x ConvLayerA(\n      (conv): Conv1d(1, 1, "
    "kernel_size=1)\n"
    "      (relu): ReLU()\n      (pool): MaxPool1d(kernel_size=1)\n      forward(x) = pool(relu(conv(x)))\n  "
    "  )\n  )\n"
    "  forward(x) = each(module, x)\n)\n";
constexpr const char* kAutoEncoder =
    "AutoEncoder(\n  (encode): Sequential(\n    (0): Conv2d(3, 16, kernel_size=3, padding=1)\n    (1): "
    "ReLU()\n  )\n"
    "  (pool): MaxPool2d(kernel_size=2)\n  (unpool): MaxUnpool2d(kernel_size=2)\n"
    "  (decode): Sequential(\n    (0): Conv2d(16, 3, kernel_size=3, padding=1)\n    (1): ReLU()\n  )\n"
    "  forward(x) = decode(unpool(pool(encode(x))))\n)\n";
constexpr const char* kSiamese =
    "SiameseNets(\n  (conv1): Conv2d(1, 64, kernel_size=10)\n  (conv2): Conv2d(64, 128, kernel_size=7)\n"
    "  (conv3): Conv2d(128, 128, kernel_size=4)\n  (conv4): Conv2d(128, 256, kernel_size=4)\n"
    "  (pool): MaxPool2d(kernel_size=2)\n  (fc1): Linear(256, 4096)\n  (fc2): Linear(4096, 1)\n"
    "  forward(x, y) = fc2(abs(a - b)) where a = "
    "fc1(flatten(pool(conv4(pool(conv3(pool(conv2(pool(conv1(x)))))))), "
    "1)), b = fc1(flatten(pool(conv4(pool(conv3(pool(conv2(pool(conv1(y)))))))), 1))\n)\n";
constexpr const char* kMissingLayers =
    "Sequential(\n  (0): Conv2d(3, 8, kernel_size=5, padding=2)\n  (1): BatchNorm2d(8)\n  (2-7): 6 x "
    "Sequential(\n"
    "    (0): Conv2d(8, 8, kernel_size=3, padding=1)\n    (1): BatchNorm2d(8)\n  )\n"
    "  (8): Conv2d(8, 1, kernel_size=1)\n  (9): BatchNorm2d(1)\n)\n";

struct Case {
    const char* file;
    const char* text;  ///< or the name of a model of torchvision.json
    std::vector<Dims> inputs;
};

const std::vector<Case>& cases() {
    static const std::vector<Case> all = {
        {"resnet50", "resnet50", {{2, 3, 224, 224}}},
        {"resnet152", "resnet152", {{1, 3, 224, 224}}},
        {"resnet18_depth_consistency", "resnet18", {{1, 3, 64, 64}}},
        {"frozen_layers", "resnet18", {{1, 3, 64, 64}}},
        {"eval_order_doesnt_matter", "resnet18", {{1, 3, 224, 224}}},
        {"single_input", kSingleInput, {{2, 1, 28, 28}}},
        {"single_input_batch_dim", kSingleInput, {{1, 1, 28, 28}}},
        {"single_input_all_cols", kSingleInput, {{7, 1, 28, 28}}},
        {"single_input_half", kSingleInput, {{2, 1, 28, 28}}},
        {"row_settings", kSingleInput, {{16, 1, 28, 28}}},
        {"device", kSingleInput, {{5, 1, 28, 28}}},
        {"input_tensor", kSingleInput, {{5, 1, 28, 28}}},
        {"lstm", kLstm, {{1, 100}}},
        {"lstm_half", kLstm, {{1, 100}}},
        {"lstm_custom_batch_size", kLstm, {{100, 1}}},
        {"recursive", kRecursive, {{1, 64, 28, 28}}},
        {"model_with_args", kRecursive, {{1, 64, 28, 28}}},
        {"linear", "Linear(8, 64)\n", {{32, 16, 8}}},
        {"linear_model_half", kLinearModel, {{64, 128}}},
        {"groups", "Conv2d(16, 32, kernel_size=3, groups=4)\n", {{7, 16, 28, 28}}},
        {"too_many_linear", kReusedLinear, {{2, 10}}},
        {"too_many_relus", kReusedRelu, {{4, 4, 64, 64}}},
        {"cnn_module_list", kModuleList, {{1, 1, 10}}},
        {"autoencoder", kAutoEncoder, {{1, 3, 64, 64}}},
        {"siamese_net", kSiamese, {{1, 1, 88, 88}, {1, 1, 88, 88}}},
        {"recursive_with_missing_layers", kMissingLayers, {{2, 3, 128, 128}}},
    };
    return all;
}

/// What stands behind the first `label` in a line, without the commas of thousands.
std::string behind(const std::string& text, std::string_view label) {
    const std::size_t at = text.find(label);
    if (at == std::string::npos) return "";
    const std::size_t from = at + label.size();
    std::string found;
    for (const char c : text.substr(from, text.find('\n', from) - from)) {
        if (c != ',') found += c;
    }
    return found;
}

double unit_of(char letter) {
    return letter == 'k' ? 1e3 : letter == 'M' ? 1e6 : letter == 'G' ? 1e9 : 1;
}

class Torchinfo : public testing::TestWithParam<Case> {};

TEST_P(Torchinfo, TotalsAreTheSame) {
    const auto folder = truth_folder();
    if (!folder) GTEST_SKIP() << "PARAMSCOPE_TRUTH is not set: torchinfo's outputs cannot be compared";
    const Case& c = GetParam();
    const std::string output = read_file(*folder + "/torchinfo/" + c.file + ".out").value_or("");
    ASSERT_FALSE(output.empty());
    rapidjson::Document models;
    models.Parse(read_file(*folder + "/torchvision.json").value_or("{}").c_str());
    CountOptions options;
    options.convention = "torchinfo";
    options.inputs = c.inputs;
    const bool is_model = models.HasMember(c.text);
    const Report report = count_text(is_model ? models[c.text]["repr"].GetString() : c.text, options);
    ASSERT_TRUE(report.root() && report.root()->flops.complete && report.root()->flops.value)
        << problems(report);
    EXPECT_EQ(shown(report.root()->parameters.value), behind(output, "Total params: "));

    // "Total mult-adds (M): 148.57", or "Total mult-adds: 880".
    const std::string line = behind(output, "Total mult-adds");
    const double unit = unit_of(line.substr(0, 2) == " (" ? line[2] : ' ');
    const double total = std::strtod(line.substr(line.find(':') + 1).c_str(), nullptr);
    const double counted = Rational(*report.root()->flops.value).to_double() / unit;
    EXPECT_EQ(std::llround(counted * 100), std::llround(total * 100)) << shown(report.root()->flops.value);
}

INSTANTIATE_TEST_SUITE_P(Outputs, Torchinfo, testing::ValuesIn(cases()),
                         [](const auto& instance) { return std::string(instance.param.file); });

}  // namespace
}  // namespace paramscope::golden
