// Code of Keras: what it builds, as the reader of Keras's configs counts it.
#include <gtest/gtest.h>

#include <string>

#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

Opened open_code(std::string code, std::string_view expression = {}) {
    MemorySource file(code);
    return open_model(file, "model.py", nullptr, expression);
}

/// "34826", or "at least 320"; "none" when nothing is built.
std::string parameters(const Opened& opened) {
    const Report report = count_text(opened.text(), {});
    if (opened.text().empty() || report.root() == nullptr) return "none";
    const Quantity& count = report.root()->facts->parameters;
    return (count.is_complete() ? "" : "at least ") + to_string(count.value.value_or(-1));
}

std::string first_error(const Opened& opened) {
    for (const Diagnostic& each : opened.diagnostics) {
        if (each.severity == Severity::Error) return each.message.english();
    }
    return "";
}

// 320 + 18,496 + 16,010: 3*3*1*32 + 32, 3*3*32*64 + 64, 1600*10 + 10.
constexpr std::string_view kConvnet =
    "model = keras.Sequential([\n"
    "    keras.Input(shape=(28, 28, 1)),\n"
    "    layers.Conv2D(32, kernel_size=(3, 3), activation='relu'),\n"
    "    layers.MaxPooling2D(pool_size=(2, 2)),\n"
    "    layers.Conv2D(64, kernel_size=(3, 3), activation='relu'),\n"
    "    layers.MaxPool2D((2, 2)),\n"
    "    layers.Flatten(),\n"
    "    layers.Dropout(0.5),\n"
    "    layers.Dense(10, activation='softmax'),\n"
    "])\n"
    "model.compile(loss='mse')\n"
    "model.summary()\n";

TEST(KerasCode, BuildsSequentialModels) {
    for (const std::string imports :
         {"import keras\nfrom keras import layers\n",
          "from tensorflow import keras\nfrom tensorflow.keras import layers\n",
          "import tensorflow as tf\nkeras = tf.keras\nlayers = tf.keras.layers\n"}) {
        const Opened opened = open_code(imports + std::string(kConvnet));
        EXPECT_EQ(parameters(opened), "34826") << imports << first_error(opened);
        EXPECT_EQ(opened.format, "python");
        EXPECT_EQ(opened.built, "model");
    }
}

/// "18 of 58"
std::string trained(const std::string& code) {
    const Report report =
        count_text(open_code("import keras\nfrom keras import layers\n" + code).text(), {});
    if (report.root() == nullptr) return "none";
    return to_string(report.root()->facts->trainable().value_or(-1)) + " of " +
           to_string(report.root()->facts->parameters.value.value_or(-1));
}

TEST(KerasCode, FreezesTheLayersOfAModel) {
    const std::string base = "base = keras.Sequential([layers.Dense(8, input_shape=(4,))])\n",
                      model = "model = keras.Sequential([base, layers.Dense(2)])\n",
                      freeze = "base.trainable = False\n";
    EXPECT_EQ(trained(base + model), "58 of 58");
    EXPECT_EQ(trained(base + freeze + model), "18 of 58");
    EXPECT_EQ(trained(base + model + freeze), "18 of 58");
    EXPECT_EQ(trained(base + model + "model.trainable = False\n"), "0 of 58");
    EXPECT_EQ(trained(base + freeze + model + "base.trainable = True\n"), "58 of 58");
    // Nothing is trained inside what is not.
    EXPECT_EQ(trained(base + freeze + "base.layers[0].trainable = True\n" + model), "18 of 58");
    EXPECT_EQ(trained("i = keras.Input((4,))\nbase = keras.Model(i, layers.Dense(8)(i))\n" + freeze +
                      "x = keras.Input((4,))\n"
                      "model = keras.Model(x, layers.Dense(2)(base(x, training=False)))\n"),
              "18 of 58");
    EXPECT_EQ(trained("class Base(keras.Model):\n    def __init__(self):\n        super().__init__()\n"
                      "        self.d = layers.Dense(8)\n    def call(self, x):\n        return self.d(x)\n"
                      "base = Base()\n" +
                      freeze +
                      "x = keras.Input((4,))\nmodel = keras.Model(x, layers.Dense(2)(base(x)))\n"),
              "18 of 58");
}

TEST(KerasCode, IsCountedAsItsConfig) {
    const Opened code = open_code(
        "from keras.models import Sequential\nfrom keras.layers import Dense, BatchNormalization\n"
        "model = Sequential(name='net')\nmodel.add(Dense(12, input_dim=8, activation='relu', name='a'))\n"
        "model.add(BatchNormalization(name='b'))\nmodel.add(Dense(1, name='c'))\n");
    MemorySource file(
        R"({"class_name": "Sequential", "config": {"name": "net", "layers": [
            {"class_name": "Dense", "config": {"name": "a", "batch_input_shape": [null, 8], "units": 12,
             "activation": "relu", "use_bias": true}},
            {"class_name": "BatchNormalization", "config": {"name": "b", "axis": -1, "epsilon": 0.001,
             "center": true, "scale": true}},
            {"class_name": "Dense", "config": {"name": "c", "units": 1, "activation": null, "use_bias": true}}]}})");
    EXPECT_EQ(code.text(), open_model(file, "config.json").text());
    EXPECT_EQ(parameters(code), "169");  // 108 + 4*12 + 13
}

// The residual network of Keras's guide to its functional API, which prints 223,242.
TEST(KerasCode, BuildsFunctionalModels) {
    EXPECT_EQ(parameters(open_code("import keras\nfrom keras import layers\n"
                                   "inputs = keras.Input(shape=(32, 32, 3), name='img')\n"
                                   "x = layers.Conv2D(32, 3, activation='relu')(inputs)\n"
                                   "x = layers.Conv2D(64, 3, activation='relu')(x)\n"
                                   "one = layers.MaxPooling2D(3)(x)\n"
                                   "x = layers.Conv2D(64, 3, activation='relu', padding='same')(one)\n"
                                   "x = layers.Conv2D(64, 3, activation='relu', padding='same')(x)\n"
                                   "two = layers.add([x, one])\n"
                                   "x = layers.Conv2D(64, 3, activation='relu', padding='same')(two)\n"
                                   "x = layers.Conv2D(64, 3, activation='relu', padding='same')(x)\n"
                                   "three = layers.add([x, two])\n"
                                   "x = layers.Conv2D(64, 3, activation='relu')(three)\n"
                                   "x = layers.GlobalAveragePooling2D()(x)\n"
                                   "x = layers.Dense(256, activation='relu')(x)\n"
                                   "x = layers.Dropout(0.5)(x)\n"
                                   "outputs = layers.Dense(10)(x)\n"
                                   "model = keras.Model(inputs, outputs, name='toy_resnet')\n")),
              "223242");
}

constexpr std::string_view kSubclass =
    "import tensorflow as tf\n"
    "class Block(tf.keras.layers.Layer):\n"
    "    def __init__(self, units):\n"
    "        super().__init__()\n"
    "        self.fc = tf.keras.layers.Dense(units, activation=tf.nn.relu)\n"
    "        self.norm = tf.keras.layers.LayerNormalization()\n"
    "        self.unused = tf.keras.layers.Dense(9)\n"
    "    def call(self, x):\n"
    "        return self.norm(x + self.fc(x))\n"
    "class Net(tf.keras.Model):\n"
    "    def __init__(self, depth=3):\n"
    "        super().__init__()\n"
    "        self.blocks = [Block(16) for _ in range(depth)]\n"
    "        self.head = tf.keras.layers.Dense(4)\n"
    "    def call(self, x, training=False):\n"
    "        for block in self.blocks:\n"
    "            x = block(x)\n"
    "        return self.head(x)\n";

TEST(KerasCode, BuildsSubclasses) {
    // Each block 16*16 + 16 + 2*16 = 304, the head 16*4 + 4 = 68. A layer that is not called has no weights.
    const std::string code(kSubclass);
    EXPECT_EQ(parameters(open_code(code + "model = Net()\nmodel.build((None, 16))\n")), "980");
    EXPECT_EQ(parameters(open_code(code + "model = Net(2)\nmodel(tf.zeros((1, 16)))\n")), "676");
    EXPECT_EQ(
        parameters(open_code(
            "def make(n=1):\n    model = Net(n)\n    model.build((None, 16))\n    return model\n" + code)),
        "372");
    // Without the size of its input the first layers have no known weights.
    EXPECT_EQ(parameters(open_code(code)).substr(0, 8), "at least");
}

TEST(KerasCode, WithWeightsOfItsOwnIsIncomplete) {
    EXPECT_EQ(parameters(open_code("import keras\nfrom keras import layers\n"
                                   "class Scale(layers.Layer):\n"
                                   "    def build(self, shape):\n"
                                   "        self.w = self.add_weight(shape=(shape[-1],))\n"
                                   "    def call(self, x):\n"
                                   "        return x * self.w\n"
                                   "x = inputs = keras.Input((8,))\n"
                                   "x = layers.Dense(4)(x)\n"
                                   "x = Scale()(x)\n"
                                   "model = keras.Model(inputs, x)\n")),
              "at least 36");
}

TEST(KerasCode, WithVariablesOrUnknownLayersIsNotExact) {
    const std::string head = "import keras\nimport tensorflow as tf\nfrom keras import layers\n";
    EXPECT_EQ(parameters(open_code(
                  head + "class Net(keras.Model):\n    def __init__(self):\n        super().__init__()\n"
                         "        self.w = tf.Variable(tf.zeros((3, 4)))\n        self.fc = layers.Dense(2)\n"
                         "    def call(self, x):\n        return self.fc(x)\n"
                         "model = Net()\nmodel.build((None, 3))\n")),
              "none");
    EXPECT_EQ(
        parameters(
            open_code(head +
                      "model = keras.Sequential([keras.Input((4,)), layers.Dense(2), layers.Novel(3)])\n"))
                .find_first_of("0123456789") == 0,
        false);
}

// Deeper than calls may nest.
TEST(KerasCode, MayBeDeep) {
    const Opened opened = open_code(
        "import keras\nfrom keras import layers\nx = i = keras.Input((4,))\nfor _ in range(300):\n"
        "    x = layers.Dense(4)(x)\nmodel = keras.Model(i, x)\n");
    EXPECT_EQ(parameters(opened), "6000") << first_error(opened);
}

TEST(KerasCode, InfersInputsOfEmbeddings) {
    // 20000*128, two directions of 4*((128 + 64)*64 + 64), of 4*((128 + 64)*64 + 64), and 128 + 1.
    EXPECT_EQ(parameters(open_code("from keras.models import Sequential\n"
                                   "from keras.layers import Embedding, Bidirectional, LSTM, Dense\n"
                                   "model = Sequential()\n"
                                   "model.add(Embedding(20000, 128))\n"
                                   "model.add(Bidirectional(LSTM(64, return_sequences=True)))\n"
                                   "model.add(Bidirectional(LSTM(64)))\n"
                                   "model.add(Dense(1, activation='sigmoid'))\n")),
              "2757761");
}

TEST(OtherFrameworks, AreNamed) {
    EXPECT_EQ(first_error(open_code("import flax.linen as nn\nclass Net(nn.Module):\n    @nn.compact\n"
                                    "    def __call__(self, x):\n        return nn.Dense(4)(x)\n")),
              "the code defines modules of flax: only PyTorch and Keras can be read");
    EXPECT_EQ(
        first_error(open_code("import paddle\nclass Net(paddle.nn.Layer):\n    def __init__(self):\n"
                              "        super().__init__()\n        self.fc = paddle.nn.Linear(3, 4)\n")),
        "the code defines modules of paddle: only PyTorch and Keras can be read");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
