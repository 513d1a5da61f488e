// No arguments and no inputs, however odd, may do more harm than a message.
#include <array>

#include "layers/families.h"
#include "unit/layers/harness.h"

namespace paramscope::layers_test {
namespace {

constexpr std::array kOddValues = {
    "0",
    "1",
    "-1",
    "7/2",
    "None",
    "True",
    "()",
    "(1,)",
    "(2, 3)",
    "((), None)",
    "[1, -1]",
    "same",
    "'text'",
    "d/0",
    "9^60*9^60",
    "f(x=1)",
    "(None, None, None)",
    "n - 3",
    "1e400",
};
constexpr std::array kOddInputs = {
    "()",
    "(0,)",
    "(1,)",
    "(2, 3)",
    "(0, 0)",
    "(2, 3, 5)",
    "(1, 3, n, d)",
    "(1, 0, 2, 9)",
    "(2, 3, 4, 5, 6)",
    "(1, 2, 3, 4, 5, 6, 7)",
    "(2, 3) ()",
    "(2, 3) ?",
    "(2, 3, 5) (2, 3, 5) (2, 3, 5)",
    "(-1, 7/2, n/d)",
};

/// A type that the rule is for.
std::string type_of(const LayerRule& rule) {
    return rule.type.front() == '*' ? "Some" + std::string(rule.type.substr(1)) : std::string(rule.type);
}

const std::vector<std::vector<Signal>>& odd_inputs() {
    static const std::vector<std::vector<Signal>> inputs = [] {
        std::vector<std::vector<Signal>> read;
        for (const char* text : kOddInputs) read.push_back(signals(text));
        return read;
    }();
    return inputs;
}

void try_out(const std::string& text) {
    SCOPED_TRACE(text);
    Diagnostics ignored;
    if (read_modules(text, &ignored).size() != 1 || !ignored.empty()) return;
    Layer layer(text, {{"d", 4}, {"n", 3}});
    for (const std::vector<Signal>& inputs : odd_inputs()) layer.call(inputs);
    if (layer.found.rule->width) layer.found.rule->width(*layer.arguments);
    const Arguments named = layer.arguments->symbolic();
    std::vector<Tensor> tensors;
    if (layer.found.rule->tensors) layer.found.rule->tensors(named, tensors);
}

TEST(Robustness, EveryLayerTakesOddArgumentsAndInputs) {
    for (const LayerFamily& family : layer_families()) {
        for (const LayerRule& rule : family.rules) {
            const std::string type = type_of(rule);
            const Signature signature = parse_signature(rule.signature);
            try_out(type + "()");
            std::size_t odd = 0;
            for (const char* value : kOddValues) {
                std::string all;
                for (const Argument& parameter : signature) {
                    all += (all.empty() ? "" : ", ") + std::string(parameter_name(parameter)) + "=" + value;
                }
                try_out(type + "(" + all + ")");
            }
            // One odd argument among good ones, taking turns.
            for (const Argument& parameter : signature) {
                for (int turn = 0; turn < 5; ++turn) {
                    const std::string value = kOddValues[odd++ % kOddValues.size()];
                    try_out(type + "(" + std::string(parameter_name(parameter)) + "=" + value + ", 3, 4, 2)");
                }
            }
        }
    }
}

}  // namespace
}  // namespace paramscope::layers_test
