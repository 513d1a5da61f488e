// Small tensors are written "2x3: 1 2 3 4 5 6": sizes, then elements, which may be names of sizes, or ? for
// unknown ones. A list needs no sizes, a single number is "scalar: 5".
#include "open/onnx/small_tensor.h"

#include <gtest/gtest.h>

#include <sstream>

#include "algebra/print.h"

namespace paramscope::open::onnx {
namespace THIS_FILE {

SmallTensor read(const std::string& text) {
    const std::size_t colon = text.find(':');
    std::istringstream words(colon == std::string::npos ? text : text.substr(colon + 1));
    SmallTensor made;
    for (std::string word; words >> word;) {
        const bool is_number = word.find_first_not_of("-0123456789") == std::string::npos;
        made.items.push_back({is_number ? Polynomial(std::stoll(word)) : Polynomial::symbol(word)});
    }
    if (colon == std::string::npos) made.dims = {static_cast<std::int64_t>(made.items.size())};
    if (colon == std::string::npos || text.starts_with("scalar")) return made;
    std::istringstream sizes(text.substr(0, colon));
    for (std::string size; std::getline(sizes, size, 'x');) made.dims.push_back(std::stoll(size));
    return made;
}

std::string written(const SmallTensor& tensor) {
    std::string text;
    for (const std::int64_t size : tensor.dims) text += (text.empty() ? "" : "x") + std::to_string(size);
    text = tensor.dims.size() == 1 ? "" : (text.empty() ? "scalar" : text) + ":";
    for (const ShapeItem& item : tensor.items)
        text += (text.empty() ? "" : " ") +
                (is_known(item.size) ? print(item.size, Notation::Plain) : std::string("?"));
    return text;
}

Attribute whole(std::string name, std::int64_t i) {
    Attribute made;
    made.name = std::move(name);
    made.i = i;
    return made;
}

struct Case {
    std::string op;
    std::vector<std::string> inputs;
    std::string output;  ///< "" where nothing can be known
    std::vector<Attribute> attributes = {};
};

class SmallTensors : public testing::TestWithParam<Case> {};

TEST_P(SmallTensors, AreComputed) {
    Node node;
    node.op = GetParam().op;
    node.attributes = GetParam().attributes;
    node.outputs = {1};
    std::vector<SmallTensor> inputs;
    for (const std::string& text : GetParam().inputs) inputs.push_back(read(text));
    std::vector<const SmallTensor*> given;
    for (std::size_t i = 0; i < inputs.size(); ++i)
        given.push_back(GetParam().inputs[i] == "none" ? nullptr : &inputs[i]);
    const std::vector<SmallTensor> outputs = evaluate(node, given);
    EXPECT_EQ(outputs.empty() ? "" : written(outputs.front()), GetParam().output);
}

INSTANTIATE_TEST_SUITE_P(
    Arithmetic, SmallTensors,
    testing::Values(Case{"Add", {"1 2 tokens", "scalar: 3"}, "4 5 tokens + 3"},
                    Case{"Add", {"2x1: 1 2", "1x2: 10 20"}, "2x2: 11 21 12 22"},
                    Case{"Add", {"1 2", "1 2 3"}, ""}, Case{"Sub", {"tokens ?", "tokens ?"}, "0 ?"},
                    Case{"Mul", {"batch", "16"}, "16*batch"},
                    Case{"Div", {"7 -7 tokens", "2 2 1"}, "3 ? tokens"},
                    Case{"Div", {"tokens", "2"}, "floor(tokens/2)"}, Case{"Div", {"4", "0"}, "?"},
                    Case{"Mod", {"7 tokens", "4 1"}, "3 0"}, Case{"Pow", {"tokens", "2"}, "tokens^2"},
                    Case{"Min", {"tokens", "0", "5"}, "0"}, Case{"Max", {"tokens", "1"}, "tokens"},
                    Case{"Equal", {"tokens batch 3 tokens ?", "-1 4 3 tokens ?"}, "0 ? 1 1 ?"},
                    Case{"Less", {"0 tokens 4", "tokens 1 4"}, "1 0 0"},
                    Case{"GreaterOrEqual", {"tokens tokens", "1 2"}, "1 ?"},
                    Case{"And", {"1 0 1", "1 1 ?"}, "1 0 ?"}, Case{"Not", {"0 5 ?"}, "1 0 ?"},
                    Case{"Where", {"1 0 ? ?", "1 2 7 tokens", "3 4 7 1"}, "1 4 7 ?"},
                    Case{"Neg", {"3 tokens"}, "-3 -tokens"}, Case{"Sqrt", {"16 tokens"}, "? ?"},
                    Case{"ReduceProd", {"2 3 tokens"}, "6*tokens", {whole("keepdims", 1)}},
                    Case{"ReduceSum", {"2x2: 1 2 3 4", "1"}, "3 7", {whole("keepdims", 0)}},
                    Case{"ReduceMax", {"2x2: 1 2 3 ?", "0"}, "1x2: 3 ?"}),
    [](const auto& test) { return test.param.op + "_" + std::to_string(test.index); });

INSTANTIATE_TEST_SUITE_P(
    Order, SmallTensors,
    testing::Values(Case{"Reshape", {"1 2 3 4", "2 -1"}, "2x2: 1 2 3 4"},
                    Case{"Reshape", {"2x2: 1 2 3 4", "0 1 2"}, "2x1x2: 1 2 3 4"},
                    Case{"Reshape", {"1 2 3", "2 2"}, ""}, Case{"Reshape", {"1 2 3 4", "-1 -1"}, ""},
                    Case{"Flatten", {"2x2: 1 2 3 4"}, "1x4: 1 2 3 4", {whole("axis", 0)}},
                    Case{"Squeeze", {"1x2x1: 1 2"}, "1 2"}, Case{"Squeeze", {"1x2x1: 1 2", "-1"}, "1x2: 1 2"},
                    Case{"Unsqueeze", {"scalar: tokens", "0"}, "tokens"},
                    Case{"Unsqueeze", {"1 2", "0 -1"}, "1x2x1: 1 2"},
                    Case{"Transpose", {"2x3: 1 2 3 4 5 6"}, "3x2: 1 4 2 5 3 6"},
                    Case{"Expand", {"2x1: 1 2", "1 3"}, "2x3: 1 1 1 2 2 2"},
                    Case{"Tile", {"1 2", "2"}, "1 2 1 2"},
                    Case{"Gather", {"batch tokens 8", "scalar: -1"}, "scalar: 8"},
                    Case{"Gather", {"2x3: 1 2 3 4 5 6", "2 0"}, "2x2: 3 1 6 4", {whole("axis", 1)}},
                    Case{"Gather", {"1 2", "2"}, ""}, Case{"Concat", {"1 2", "tokens"}, "1 2 tokens"},
                    Case{"Concat", {"2x1: 1 2", "2x2: 3 4 5 6"}, "2x3: 1 3 4 2 5 6", {whole("axis", 1)}},
                    Case{"Slice", {"1 2 3 4", "1", "100"}, "2 3 4"},
                    Case{"Slice", {"1 2 3 4", "-1", "-9999999999", "0", "-1"}, "4 3 2 1"},
                    Case{"Slice", {"2x2: 1 2 3 4", "0", "1", "1"}, "2x1: 1 3"},
                    Case{"Slice", {"1 2", "tokens", "2"}, ""},
                    Case{"Range", {"scalar: 2", "scalar: 9", "scalar: 3"}, "2 5 8"},
                    Case{"Range", {"scalar: 0", "scalar: 5000", "scalar: 1"}, ""},
                    Case{"Range", {"scalar: 0", "scalar: tokens", "scalar: 1"}, ""},
                    Case{"ScatterND", {"1 2 3 4", "2x1: 1 -1", "8 9"}, "1 8 3 9"},
                    Case{"ScatterND", {"2x2: 1 2 3 4", "1x1: 1", "1x2: 8 9"}, "2x2: 1 2 8 9"},
                    Case{"ScatterND", {"1 2", "1x1: 2", "8"}, ""},
                    Case{"NonZero", {"2x2: 0 1 1 0"}, "2x2: 0 1 1 0"}, Case{"Mystery", {"1"}, ""}),
    [](const auto& test) { return test.param.op + "_" + std::to_string(test.index); });

}  // namespace THIS_FILE
}  // namespace paramscope::open::onnx
