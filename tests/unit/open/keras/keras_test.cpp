// Keras configs: the module of each layer, the walk through graphs, and the comparison with weights.
#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "open/open.h"
#include "unit/describe.h"
#include "unit/open/checkpoint/make.h"

namespace paramscope::open {
namespace THIS_FILE {

Opened opened(const std::string& text) {
    MemorySource source(text);
    return open_model(source, "");
}

Report counted(const Opened& model) {
    Report report = count_text(model.text(), {});
    EXPECT_FALSE(has_errors(report.diagnostics))
        << model.text() << report.diagnostics.front().message.english();
    EXPECT_NE(report.root(), nullptr) << model.text();
    return report;
}

std::string messages(const Diagnostics& diagnostics) {
    std::string all;
    for (const Diagnostic& diagnostic : diagnostics)
        all += std::string(to_string(diagnostic.severity)) + ": " +
               testing_support::describe(diagnostic.message) + "\n";
    return all;
}

/// A layer in a config; `more` are its arguments, `nodes` its inbound nodes if any.
std::string layer(const std::string& type, const std::string& name, const std::string& more,
                  const std::string& nodes = "") {
    return R"({"class_name": ")" + type + R"(", "name": ")" + name + R"(", "config": {"name": ")" + name +
           '"' + (more.empty() ? "" : ", " + more) + "}" +
           (nodes.empty() ? "" : R"(, "inbound_nodes": )" + nodes) + "}";
}

std::string input(const std::string& shape, const std::string& name = "in") {
    return layer("InputLayer", name, R"("batch_shape": )" + shape, "[]");
}

std::string sequential(const std::string& layers, const std::string& more = "") {
    return R"({"class_name": "Sequential", "config": {"name": "net", "layers": [)" + layers + "]" + more +
           "}}";
}

std::string functional(const std::string& layers, const std::string& inputs, const std::string& outputs) {
    return R"({"class_name": "Functional", "config": {"name": "net", "layers": [)" + layers +
           R"(], "input_layers": )" + inputs + R"(, "output_layers": )" + outputs + "}}";
}

std::string shape_text(const NodeReport& node) {
    std::string text;
    for (const Integer& size : node.facts->output_sizes.value_or(std::vector<Integer>()))
        text += (text.empty() ? "" : ", ") + to_string(size);
    return text;
}

struct LayerCase {
    const char* type;
    const char* arguments;
    const char* shape;
    long long parameters;  ///< as Keras counts them
    long long macs;
    const char* text;  ///< a line of the model
};

void PrintTo(const LayerCase& c, std::ostream* stream) {
    *stream << c.type << " " << c.arguments;
}

class KerasLayers : public testing::TestWithParam<LayerCase> {};

TEST_P(KerasLayers, AreCountedAsKerasDoes) {
    const LayerCase& c = GetParam();
    const Opened model = opened(sequential(input(c.shape) + ", " + layer(c.type, "it", c.arguments)));
    EXPECT_EQ(model.source, "keras-config");
    EXPECT_EQ(messages(model.diagnostics), "") << model.text();
    const Report report = counted(model);
    ASSERT_NE(report.root(), nullptr);
    EXPECT_EQ(report.root()->facts->parameters.value, Integer(c.parameters)) << model.text();
    EXPECT_TRUE(report.root()->facts->parameters.is_complete()) << model.text();
    EXPECT_EQ(report.root()->facts->macs.value, Integer(c.macs)) << model.text();
    EXPECT_TRUE(report.root()->facts->macs.is_complete()) << model.text();
    EXPECT_NE(model.text().find(c.text), std::string::npos) << model.text();
}

// Numbers as model.summary() prints them.
INSTANTIATE_TEST_SUITE_P(
    All, KerasLayers,
    testing::Values(
        LayerCase{"Dense", R"("units": 4, "activation": "relu")", "[1, 3]", 16, 12, "ReLU(it(x1))"},
        LayerCase{"Dense", R"("units": 4, "use_bias": false)", "[1, 7, 3]", 12, 84,
                  "out_features=4, bias=False"},
        LayerCase{"Dense", R"("units": 4, "activation": {"class_name": "function", "config": "gelu"})",
                  "[1, 3]", 16, 12, "GELU(it(x1))"},
        LayerCase{"Dense", R"("units": 4)", "[1, 5, 5, 3]", 16, 300, "Permute(x1, dims=(0, 2, 3, 1))"},
        LayerCase{"Conv1D", R"("filters": 4, "kernel_size": [3], "padding": "causal")", "[1, 10, 2]", 28, 240,
                  "ConstantPad1d(x1, padding=(2, 0), value=0)"},
        LayerCase{"Conv2D", R"("filters": 8, "kernel_size": [3, 3], "padding": "same")", "[1, 9, 9, 2]", 152,
                  11664, "Conv2d(2, 8, kernel_size=(3, 3), stride=(1, 1), padding=(1, 1))"},
        LayerCase{"Conv2D", R"("filters": 8, "kernel_size": 2, "strides": 1, "padding": "same")",
                  "[1, 9, 9, 2]", 72, 5184, "padding=same)"},
        LayerCase{"Conv2D", R"("filters": 8, "kernel_size": [3, 3], "strides": [2, 2], "padding": "same")",
                  "[1, 8, 8, 2]", 152, 2304, "stride=(2, 2), padding=(1, 1))"},
        LayerCase{"Conv2D", R"("filters": 8, "kernel_size": [3, 3], "groups": 2, "dilation_rate": [2, 2])",
                  "[1, 9, 9, 2]", 80, 1800, "dilation=(2, 2), groups=2)"},
        LayerCase{"Conv2D", R"("filters": 8, "kernel_size": [3, 3], "data_format": "channels_first")",
                  "[1, 2, 9, 9]", 152, 7056, "input = (1, 2, 9, 9)"},
        LayerCase{"Conv3D", R"("filters": 4, "kernel_size": [2, 2, 2])", "[1, 3, 3, 3, 2]", 68, 512,
                  "Conv3d(2, 4"},
        LayerCase{"Conv2DTranspose",
                  R"("filters": 4, "kernel_size": [3, 3], "strides": [2, 2], "padding": "same")",
                  "[1, 7, 7, 2]", 76, 3528, "padding=(1, 1), output_padding=(1, 1))"},
        LayerCase{"Conv2DTranspose", R"("filters": 4, "kernel_size": [2, 2], "strides": [3, 3])",
                  "[1, 7, 7, 2]", 36, 1568, "output_padding=(1, 1))"},
        LayerCase{"DepthwiseConv2D", R"("kernel_size": [3, 3], "depth_multiplier": 2)", "[1, 5, 5, 3]", 60,
                  486, "Conv2d(3, 6, kernel_size=(3, 3), stride=(1, 1), groups=3)"},
        LayerCase{"SeparableConv2D", R"("filters": 4, "kernel_size": [3, 3])", "[1, 5, 5, 3]", 43, 351,
                  "(pointwise): Conv2d(3, 4, kernel_size=(1, 1), stride=(1, 1))"},
        LayerCase{"BatchNormalization", R"("axis": [3], "epsilon": 0.001)", "[1, 5, 5, 3]", 12, 0,
                  "BatchNorm2d(3, eps=0.001, track_running_stats=False"},
        LayerCase{"BatchNormalization", R"("scale": false)", "[1, 5]", 15, 0, "(beta): Parameter(5)"},
        LayerCase{"LayerNormalization", R"("axis": -1)", "[1, 7, 6]", 12, 0, "LayerNorm((6,), eps=0.001)"},
        LayerCase{"LayerNormalization", R"("axis": [2], "center": false)", "[1, 7, 6]", 6, 0, "bias=False"},
        LayerCase{"GroupNormalization", R"("groups": 2)", "[1, 5, 5, 4]", 8, 0, "GroupNorm(2, 4"},
        LayerCase{"Normalization", R"("axis": -1, "mean": null)", "[1, 5, 5, 3]", 7, 0,
                  "(count): Parameter(1"},
        LayerCase{"Embedding", R"("input_dim": 50, "output_dim": 8)", "[1, 7]", 400, 0, "Embedding(50, 8)"},
        LayerCase{"LSTM", R"("units": 5)", "[1, 6, 3]", 180, 960, "select(v1[0], dim=1, index=-1)"},
        LayerCase{"GRU", R"("units": 5, "reset_after": true, "return_sequences": true)", "[1, 6, 3]", 150,
                  720, "GRU(3, 5, batch_first=True)"},
        LayerCase{"GRU", R"("units": 5)", "[1, 6, 3]", 135, 720, "(bias): Parameter(15)"},
        LayerCase{"SimpleRNN", R"("units": 5)", "[1, 6, 3]", 45, 240,
                  "RNN(3, 5, batch_first=True, bias=False"},
        LayerCase{"CuDNNLSTM", R"("units": 5)", "[1, 6, 3]", 200, 960, "LSTM(3, 5, batch_first=True)"},
        LayerCase{"Bidirectional", R"("layer": {"class_name": "LSTM", "config": {"units": 5}})", "[1, 6, 3]",
                  360, 1920, "bidirectional=True"},
        LayerCase{"Bidirectional",
                  R"("layer": {"class_name": "LSTM", "config": {"units": 5}}, "merge_mode": "sum")",
                  "[1, 6, 3]", 360, 1920, "v2[0] + v2[1]"},
        LayerCase{"TimeDistributed", R"("layer": {"class_name": "Dense", "config": {"units": 4}})",
                  "[1, 6, 3]", 16, 72, "(it): Linear(in_features=3"},
        LayerCase{"TimeDistributed",
                  R"("layer": {"class_name": "Conv2D", "config": {"filters": 4, "kernel_size": [3, 3]}})",
                  "[1, 6, 5, 5, 3]", 112, 5832, "reshape("},
        LayerCase{"PReLU", R"("shared_axes": [1, 2])", "[1, 5, 5, 3]", 3, 0, "(alpha): Parameter(1, 1, 3)"},
        LayerCase{"Activation", R"("activation": "swish")", "[1, 5]", 0, 0, "(it): SiLU()"},
        LayerCase{"Dropout", R"("rate": 0.25)", "[1, 5]", 0, 0, "(it): Dropout(p=0.25)"},
        LayerCase{"MaxPooling2D", R"("pool_size": [2, 2], "strides": null)", "[1, 5, 5, 3]", 0, 0,
                  "MaxPool2d(kernel_size=(2, 2), stride=(2, 2))"},
        LayerCase{"AveragePooling1D", R"("pool_size": 2, "strides": 1, "padding": "same")", "[1, 5, 3]", 0, 0,
                  "ConstantPad1d(x1, padding=(0, 1), value=0)"},
        LayerCase{"GlobalAveragePooling2D", "", "[1, 5, 5, 3]", 0, 0, "Flatten(it(x1))"},
        LayerCase{"Flatten", "", "[1, 5, 5, 3]", 0, 0, "(it): Flatten("},
        LayerCase{"Reshape", R"("target_shape": [3, -1, 5])", "[1, 75]", 0, 0, "reshape(x, 0, 5, 3, -1)"},
        LayerCase{"Permute", R"("dims": [2, 1])", "[1, 5, 3]", 0, 0, "(it): Permute(dims=(0, 2, 1))"},
        LayerCase{"RepeatVector", R"("n": 4)", "[1, 5]", 0, 0, "scale_factor=4"},
        LayerCase{"ZeroPadding2D", R"("padding": [[1, 2], [3, 4]])", "[1, 5, 5, 3]", 0, 0,
                  "ZeroPad2d(padding=(3, 4, 1, 2))"},
        LayerCase{"Cropping1D", R"("cropping": [1, 2])", "[1, 5, 3]", 0, 0, "start=1, end=-2)"},
        LayerCase{"UpSampling2D", R"("size": [2, 3])", "[1, 5, 5, 3]", 0, 0, "scale_factor=(2, 3)"},
        LayerCase{"Resizing", R"("height": 8, "width": 9)", "[1, 5, 5, 3]", 0, 0, "Upsample(size=(8, 9)"},
        LayerCase{"Rescaling", R"("scale": 0.5)", "[1, 5]", 0, 0, "forward(x) = x * 1"}));

std::string in_chain(const std::string& layers) {
    return sequential(input("[null, 8, 8, 3]") + ", " + layers);
}

/// Shapes behind layers that change them, as Keras infers them.
TEST(KerasConfig, ShapesFollow) {
    const Report report = counted(opened(in_chain(
        layer("Conv2D", "a", R"("filters": 6, "kernel_size": [3, 3], "strides": [2, 2], "padding": "same")") +
        ", " + layer("UpSampling2D", "b", R"("size": [2, 2])") + ", " +
        layer("Cropping2D", "c", R"("cropping": 1)") + ", " +
        layer("GlobalMaxPooling2D", "d", R"("keepdims": true)") + ", " +
        layer("Reshape", "e", R"("target_shape": [2, 3])") + ", " + layer("LSTM", "f", R"("units": 7)"))));
    const char* expected[] = {"1, 7", "1, 6, 4, 4", "1, 6, 8, 8", "1, 6, 6, 6", "1, 6, 1, 1", "1, 2, 3", ""};
    ASSERT_EQ(report.nodes.size(), std::size(expected));
    for (std::size_t i = 0; i + 1 < std::size(expected); ++i)
        EXPECT_EQ(shape_text(report.nodes[i]), expected[i]) << report.path(i);
}

/// A layer that is called twice, as all versions of Keras write it.
TEST(KerasConfig, GraphsOfAllVersionsAreFollowed) {
    const std::string old_nodes[] = {R"([[["a", 0, 0, {}]], [["b", 0, 0, {}]]])",
                                     R"([[["shared", 0, 0, {}], ["shared", 1, 0, {}]]])",
                                     R"([[["sum", 0, 0]]])"};
    const auto tensor = [](const std::string& from, const std::string& call) {
        return R"({"class_name": "__keras_tensor__", "config": {"shape": [null, 4], "keras_history": [")" +
               from + "\", " + call + ", 0]}}";
    };
    const std::string new_nodes[] = {
        R"([{"args": [)" + tensor("a", "0") + R"(], "kwargs": {}}, {"args": [)" + tensor("b", "0") +
            R"(], "kwargs": {}}])",
        R"([{"args": [[)" + tensor("shared", "0") + ", " + tensor("shared", "1") + R"(]], "kwargs": {}}])",
        R"([{"args": [)" + tensor("sum", "0") + R"(], "kwargs": {"training": false}}])"};
    for (const auto& nodes : {old_nodes, new_nodes}) {
        const Opened model = opened(functional(
            layer("Dense", "out", R"("units": 2)", nodes[2]) + ", " + input("[null, 3]", "a") + ", " +
                input("[null, 3]", "b") + ", " + layer("Dense", "shared", R"("units": 4)", nodes[0]) + ", " +
                layer("Add", "sum", "", nodes[1]),
            R"([["a", 0, 0], ["b", 0, 0]])", R"([["out", 0, 0]])"));
        EXPECT_EQ(messages(model.diagnostics), "");
        const Report report = counted(model);
        EXPECT_EQ(report.root()->facts->parameters.value, Integer(16 + 10));
        EXPECT_EQ(report.root()->facts->macs.value, Integer(2 * 12 + 8));
        EXPECT_NE(model.text().find("input = (batch, 3), (batch, 3)"), std::string::npos) << model.text();
    }
}

/// Keras counts the calls of a nested model from 1: it was called when it was made.
TEST(KerasConfig, NestedModelsAreModulesWithAForwardLine) {
    const std::string inside =
        R"({"class_name": "Functional", "name": "base", "config": {"name": "base", "layers": [)" +
        input("[null, null, null, 3]") + ", " +
        layer("Conv2D", "conv", R"("filters": 4, "kernel_size": [1, 1], "trainable": false)",
              R"([[["in", 0, 0, {}]]])") +
        R"(], "input_layers": [["in", 0, 0]], "output_layers": [["conv", 0, 0]]}, "inbound_nodes": [[["x", 0, 0, {}]], [["x", 0, 0, {}]]]})";
    const Opened model = opened(functional(
        input("[null, 5, 5, 3]", "x") + ", " + inside + ", " +
            layer("Concatenate", "cat", R"("axis": -1)", R"([[["base", 1, 0, {}], ["base", 2, 0, {}]]])") +
            ", " + layer("GlobalAveragePooling2D", "pool", "", R"([[["cat", 0, 0, {}]]])") + ", " +
            layer("Dense", "out", R"("units": 2)", R"([[["pool", 0, 0, {}]]])"),
        R"(["x", 0, 0])", R"(["out", 0, 0])"));
    EXPECT_EQ(messages(model.diagnostics), "");
    const Report report = counted(model);
    EXPECT_EQ(report.root()->facts->parameters.value, Integer(16 + 18));
    EXPECT_EQ(report.root()->facts->trainable(), std::optional(Integer(18)));
    EXPECT_EQ(report.root()->facts->macs.value, Integer(2 * 25 * 12 + 16));
    EXPECT_NE(model.text().find("freeze: base.conv"), std::string::npos) << model.text();
}

TEST(KerasConfig, SizesThatANestedModelLeavesOpenAreThoseOfItsInput) {
    const std::string inside =
        R"({"class_name": "Sequential", "name": "base", "config": {"name": "base", "layers": [)" +
        input("[null, null, null, 3]") + ", " +
        layer("Conv2D", "conv", R"("filters": 4, "kernel_size": [2, 2])") + ", " +
        layer("Flatten", "flat", "") + R"(]}, "inbound_nodes": [[["x", 0, 0, {}]]]})";
    const Opened model =
        opened(functional(input("[null, 5, 5, 3]", "x") + ", " + inside + ", " +
                              layer("Dense", "out", R"("units": 2)", R"([[["base", 1, 0, {}]]])"),
                          R"(["x", 0, 0])", R"(["out", 0, 0])"));
    EXPECT_EQ(messages(model.diagnostics), "");
    EXPECT_EQ(counted(model).root()->facts->parameters.value, Integer(52 + 130));
}

/// What joins a tensor of unknown shape has the shape of the others.
TEST(KerasConfig, UnknownTensorsLeaveTheShapeOfASum) {
    const Opened model = opened(functional(
        input("[null, 3]", "x") + ", " + layer("Dense", "one", R"("units": 1)", R"([[["x", 0, 0, {}]]])") +
            ", " + layer("Lambda", "l", "", R"([[["x", 0, 0, {}]]])") + ", " +
            layer("Add", "sum", "", R"([[["one", 0, 0, {}], ["x", 0, 0, {}], ["l", 0, 0, {}]]])") + ", " +
            layer("Dense", "out", R"("units": 2)", R"([[["sum", 0, 0, {}]]])"),
        R"(["x", 0, 0])", R"(["out", 0, 0])"));
    EXPECT_EQ(counted(model).root()->facts->parameters.value, Integer(4 + 8));
}

TEST(KerasConfig, AttentionIsItsProjectionsAndProducts) {
    const Opened model =
        opened(functional(input("[null, 10, 6]", "x") + ", " + input("[null, 4, 8]", "y") + ", " +
                              layer("MultiHeadAttention", "mha", R"("num_heads": 2, "key_dim": 5)",
                                    R"([[["x", 0, 0, {"value": ["y", 0, 0]}]]])"),
                          R"([["x", 0, 0], ["y", 0, 0]])", R"([["mha", 0, 0]])"));
    EXPECT_EQ(messages(model.diagnostics), "");
    const Report report = counted(model);
    EXPECT_EQ(report.root()->facts->parameters.value, Integer(70 + 90 + 90 + 66));
    EXPECT_EQ(report.root()->facts->macs.value, Integer(10 * 60 + 2 * 4 * 80 + 10 * 60 + 2 * 10 * 4 * 10));
}

/// Layers whose weights the config does not tell are unknown, never zero.
TEST(KerasConfig, CustomTypesAreUnknown) {
    const Opened model =
        opened(in_chain(layer("Mystery", "a", "") + ", " + layer("Dense", "b", R"("units": 2)")));
    EXPECT_EQ(messages(model.diagnostics),
              "warning: keras.unknown_weights(layers: a (Mystery), b (Dense))\n");
    EXPECT_FALSE(counted(model).root()->facts->parameters.is_complete());
    const Opened lambda = opened(in_chain(layer("Lambda", "a", "")));
    EXPECT_EQ(messages(lambda.diagnostics), "warning: keras.unknown_work(layers: a (Lambda))\n");
    EXPECT_TRUE(counted(lambda).root()->facts->parameters.is_complete());
    EXPECT_FALSE(counted(lambda).root()->facts->macs.is_complete());
}

TEST(KerasConfig, LongListsOfLayersAreCutOff) {
    std::string layers = layer("Lambda", "layer0", "");
    for (int i = 1; i < 12; ++i) layers += ", " + layer("Lambda", "layer" + std::to_string(i), "");
    const std::string all = messages(opened(in_chain(layers)).diagnostics);
    EXPECT_TRUE(all.starts_with("warning: keras.unknown_work(layers: keras.layers_and_more(layers: layer0"))
        << all;
    EXPECT_TRUE(all.ends_with("layer9 (Lambda), count: 2))\n")) << all;
}

TEST(KerasConfig, OtherFormsAreTheSameModel) {
    const std::string dense = layer("Dense", "fc", R"("units": 2, "batch_input_shape": [null, 3])");
    const std::string old =
        R"({"class_name": "Sequential", "config": [)" + dense + R"(], "keras_version": "2.1.0"})";
    const std::string forms[] = {
        old, R"({"modelTopology": {"model_config": )" + old + "}}",
        sequential(layer("Dense", "fc", R"("units": 2)"), R"(, "build_input_shape": [null, 3])"),
        R"({"module": "keras", "class_name": "Sequential", "config": {"name": "s", "layers": [)"
        R"({"module": "keras.layers", "class_name": "Dense", "config": {"units": 2, "name": "fc"}, )"
        R"("build_config": {"input_shape": [null, 3]}}]}})"};
    for (const std::string& form : forms) {
        const Opened model = opened(form);
        EXPECT_EQ(model.source, "keras-config") << form;
        EXPECT_EQ(messages(model.diagnostics), "") << form;
        EXPECT_EQ(counted(model).root()->facts->macs.value, Integer(6)) << model.text();
    }
}

TEST(KerasConfig, WhatIsWrongHasItsPlace) {
    const Opened broken = opened(R"({"class_name": "Sequential", "config": {"layers": [})");
    ASSERT_FALSE(broken.diagnostics.empty());
    EXPECT_GT(broken.diagnostics.front().span.begin, 0u);
    const Opened own = opened(R"({"class_name": "VAE", "config": {}})");
    EXPECT_EQ(messages(own.diagnostics), "error: keras.no_layers\n");
}

std::string dense_config(const std::string& units) {
    return sequential(layer("InputLayer", "in", R"("batch_shape": [null, 4])") + ", " +
                      layer("Dense", "fc", R"("units": )" + units));
}

/// The weights beside a config are compared with it.
TEST(KerasFiles, AreTheirConfigsComparedWithTheirWeights) {
    const Opened model = opened(make::small_hdf5(dense_config("3")));
    EXPECT_EQ(model.source, "hdf5");
    EXPECT_EQ(messages(model.diagnostics), "");
    EXPECT_EQ(counted(model).root()->facts->macs.value, Integer(12));
    const Opened other = opened(make::small_hdf5(dense_config("5")));
    EXPECT_EQ(messages(other.diagnostics),
              "warning: keras.missing_weight(layer: fc, shape: 4, 5)\n"
              "warning: keras.missing_weight(layer: fc, shape: 5)\n"
              "warning: keras.extra_weight(tensor: fc/kernel, shape: 4, 3)\n"
              "warning: keras.extra_weight(tensor: fc/bias, shape: 3)\n");
    const std::string archive =
        make::zip({{"config.json", dense_config("3")}, {"model.weights.h5", make::small_hdf5()}});
    EXPECT_EQ(opened(archive).text(), model.text());
    EXPECT_EQ(opened(archive).source, "keras");
}

/// A custom layer has the weights under its name in the file.
TEST(KerasFiles, TellWhatTheConfigDoesNot) {
    const Opened model = opened(make::small_hdf5(sequential(layer("Mystery", "fc", ""))));
    EXPECT_EQ(messages(model.diagnostics), "warning: keras.unknown_work(layers: fc (Mystery))\n");
    const Report report = counted(model);
    EXPECT_EQ(report.root()->facts->parameters.value, Integer(15));
    EXPECT_TRUE(report.root()->facts->parameters.is_complete());
    const Opened empty = opened(make::small_hdf5(R"({"class_name": "Own", "config": {}})"));
    EXPECT_EQ(messages(empty.diagnostics), "note: keras.custom_class(class: Own)\n");
    EXPECT_NE(empty.text().find("Own("), std::string::npos) << empty.text();
}

/// Layers that feed themselves, that do not exist, that have impossible sizes: written without a forward
/// line.
TEST(KerasConfig, HostileGraphsEnd) {
    for (const char* nodes :
         {R"([[["b", 0, 0, {}]]])", R"([[["nobody", 0, 0, {}]]])", R"([[["a", 7, 9, {}]]])"}) {
        const Opened model =
            opened(functional(layer("Dense", "a", R"("units": 2)", nodes) + ", " +
                                  layer("Dense", "b", R"("units": 2)", R"([[["a", 0, 0, {}]]])"),
                              "[]", R"([["b", 0, 0]])"));
        counted(model);
        EXPECT_EQ(model.text().find("forward("), std::string::npos) << model.text();
    }
    const Opened huge = opened(sequential(input("[null, 1e12, 99999999999999999999]") + ", " +
                                          layer("Dense", "a", R"("units": 1e300)") + ", " +
                                          layer("UpSampling1D", "b", R"("size": 1000000000000)")));
    counted(huge);
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
