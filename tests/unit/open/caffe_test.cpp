// Networks of Caffe: layers, and what they count, by Caffe's own arithmetic.
#include <gtest/gtest.h>

#include <string>

#include "base/concat.h"
#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

/// "431080 exact, 2293000": parameters, their basis and MACs of one image.
std::string counted(const std::string& prototxt) {
    MemorySource file(prototxt);
    const Opened opened = open_model(file, "deploy.prototxt");
    if (opened.format != "caffe") return std::string(opened.format);
    if (opened.text().empty()) return "nothing";
    const Report report = count_text(opened.text());
    const auto& facts = *report.root()->facts;
    const auto number = [](const Quantity& quantity) {
        return quantity.value ? to_string(*quantity.value) : "?";
    };
    return concat(number(facts.parameters), " ", to_string(facts.parameters.basis), ", ", number(facts.macs));
}

std::string layer(const std::string& name, const std::string& type, const std::string& bottoms,
                  const std::string& options = "") {
    std::string text = concat("layer {\n  name: \"", name, "\"\n  type: \"", type, "\"\n");
    for (std::size_t at = 0; at < bottoms.size();) {
        const std::size_t end = std::min(bottoms.find(' ', at), bottoms.size());
        text += concat("  bottom: \"", bottoms.substr(at, end - at), "\"\n");
        at = end + 1;
    }
    return concat(text, "  top: \"", name, "\"\n  ", options, "\n}\n");
}

std::string convolution(const std::string& name, const std::string& bottom, const std::string& options) {
    return layer(name, "Convolution", bottom, concat("convolution_param { ", options, " }"));
}

const std::string kInput =
    "name: \"net\"\nlayer { name: \"data\" type: \"Input\" top: \"data\" # one image\n"
    "  input_param { shape: { dim: 1 dim: 3 dim: 8 dim: 8 } } }\n";

/// A layer of pictures, cut to 8 x 8.
std::string pictures(const std::string& transform) {
    return concat(
        "layer { name: \"data\" type: \"Data\" top: \"data\" top: \"label\" include { phase: TEST }\n"
        "  transform_param { crop_size: 8 ",
        transform, " } data_param { batch_size: 50 } }\n");
}

TEST(Caffe, CountsWhatItsLayersSay) {
    const std::string one = convolution("a", "data", "num_output: 4");
    const struct {
        const char* what;
        std::string text, counted;
    } rows[] = {
        {"a convolution", kInput + convolution("a", "data", "num_output: 4 kernel_size: 3 pad: 1"),
         "112 exact, 6912"},
        {"sizes of their own",
         kInput + convolution("a", "data", "num_output: 2 kernel_h: 1 kernel_w: 3 pad_w: 1 stride: 2"),
         "20 exact, 288"},
        {"pictures with a mean for each channel",
         pictures("mean_value: 104 mean_value: 117") + convolution("a", "data", "num_output: 4"),
         "12 exact, 512"},
        {"pictures of which only the size is known",
         pictures("mean_file: \"mean.binaryproto\"") + convolution("a", "data", "num_output: 4"),
         "16 approximate, 768"},
        {"regions of a map",
         kInput +
             "layer { name: \"rois\" type: \"Input\" top: \"rois\" input_param { shape: { dim: 5 dim: 4 } } "
             "}\n" +
             layer("pool", "ROIPooling", "data rois", "roi_pooling_param { pooled_h: 2 pooled_w: 2 }") +
             layer("fc", "InnerProduct", "pool", "inner_product_param { num_output: 2 }"),
         "26 exact, 120"},
        {"groups and no bias",
         kInput + convolution("a", "data", "num_output: 3 group: 3 kernel_size: 3 bias_term: false"),
         "27 exact, 972"},
        {"a dense layer of a map",
         kInput + layer("a", "InnerProduct", "data", "inner_product_param { num_output: 5 }"),
         "965 exact, 960"},
        {"a window over the edge",
         kInput + layer("p", "Pooling", "data", "pooling_param { pool: MAX kernel_size: 3 stride: 2 }") +
             convolution("a", "p", "num_output: 1"),
         "4 exact, 48"},
        {"one number a channel",
         kInput + layer("p", "Pooling", "data", "pooling_param { pool: AVE global_pooling: true }") +
             convolution("a", "p", "num_output: 1"),
         "4 exact, 3"},
        {"a norm and its scale",
         kInput + one + layer("a/bn", "BatchNorm", "a") +
             layer("a/scale", "Scale", "a/bn", "scale_param { bias_term: true }"),
         "24 exact, 768"},
        {"joined and added",
         kInput + one + layer("s", "Eltwise", "a a") + layer("c", "Concat", "s a") +
             convolution("b", "c", "num_output: 1"),
         "25 exact, 1280"},
        {"in place",
         kInput + one + "layer { name: \"r\" type: \"ReLU\" bottom: \"a\" top: \"a\" }\n" +
             convolution("b", "a", "num_output: 1"),
         "21 exact, 1024"},
        {"shared weights",
         kInput + convolution("a", "data", "num_output: 3") +
             layer("b", "Convolution", "a", "param { name: \"w\" } convolution_param { num_output: 3 }") +
             layer("c", "Convolution", "b", "param { name: \"w\" } convolution_param { num_output: 3 }"),
         "24 exact, 1728"},
        {"what only training has",
         kInput + one +
             layer("t", "InnerProduct", "a",
                   "include { phase: TRAIN } inner_product_param { num_output: 5 }"),
         "16 exact, 768"},
        {"loss and accuracy", kInput + one + layer("loss", "SoftmaxWithLoss", "a data"), "16 exact, 768"},
        {"the older form",
         "input: \"data\"\ninput_dim: 1\ninput_dim: 3\ninput_dim: 8\ninput_dim: 8\n"
         "layers {\n  name: \"a\"\n  type: CONVOLUTION\n  bottom: \"data\"\n  top: \"a\"\n"
         "  convolution_param { num_output: 4 }\n}\n",
         "16 exact, 768"},
        {"a type that is not known", kInput + one + layer("b", "PriorBox", "a"), "16 partial, 768"},
        {"a blob that is not there", kInput + one + layer("b", "Concat", "a nothing"), "16 partial, 768"},
        {"nothing that goes in is there", kInput + one + layer("b", "InnerProduct", "nothing"),
         "16 partial, 768"},
        {"a label that is not there", kInput + one + layer("b", "Accuracy", "a label"), "16 exact, 768"},
        {"no input", layer("a", "Convolution", "data", "convolution_param { num_output: 4 }"), "nothing"},
    };
    for (const auto& [what, text, expected] : rows) EXPECT_EQ(counted(text), expected) << what;
}

// LeNet of Caffe's examples.
TEST(Caffe, LeNetHasWhatItsWeightsHave) {
    const std::string pooling = "pooling_param { pool: MAX kernel_size: 2 stride: 2 }";
    const std::string text =
        "layer { name: \"data\" type: \"Input\" top: \"data\" input_param { shape: { dim: [64, 1, 28, 28] } "
        "} }\n" +
        convolution("conv1", "data", "num_output: 20 kernel_size: 5") +
        layer("pool1", "Pooling", "conv1", pooling) +
        convolution("conv2", "pool1", "num_output: 50 kernel_size: 5") +
        layer("pool2", "Pooling", "conv2", pooling) +
        layer("ip1", "InnerProduct", "pool2", "inner_product_param { num_output: 500 }") +
        layer("ip2", "InnerProduct", "ip1", "inner_product_param { num_output: 10 }") +
        layer("prob", "Softmax", "ip2");
    EXPECT_EQ(counted(text), "431080 exact, 2293000");
}

TEST(Caffe, SizesThatRemainAreComputed) {
    const std::string text =
        kInput + convolution("scores", "data", "num_output: 18 kernel_size: 1") +
        layer("two", "Reshape", "scores", "reshape_param { shape { dim: 0 dim: 2 dim: -1 dim: 0 } }") +
        layer("prob", "Softmax", "two") +
        layer("back", "Reshape", "prob", "reshape_param { shape { dim: 0 dim: 18 dim: -1 dim: 0 } }") +
        convolution("last", "back", "num_output: 1 kernel_size: 1");
    EXPECT_EQ(counted(text), "91 exact, 4608");
}

TEST(Caffe, HostileTextsAreBounded) {
    for (const std::string& text :
         {convolution("", "data",
                      "num_output: 99999999999999999999 kernel_size: 0 stride: 0 pad: -9 group: 0"),
          layer("a b(", "Slice", "data", "slice_param { slice_point: -5 }"),
          layer("1/2/", "Reshape", "data", "reshape_param { shape { dim: 0 dim: -1 dim: -1 } }"),
          layer("x", "(", "data"),
          layer("p", "Pooling", "data", "pooling_param { kernel_size: 1000000000 stride: 0 }")})
        EXPECT_NE(counted(kInput + text), "") << text;
    EXPECT_NE(counted(kInput + std::string(100, '{') + "layer { layer {"), "");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
