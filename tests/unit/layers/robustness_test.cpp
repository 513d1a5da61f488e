// Odd arguments and inputs: whatever a layer gets, its diagnostics, tensors, outputs and work must be
// consistent.
#include <algorithm>
#include <array>

#include "layers/families/families.h"
#include "unit/layers/harness.h"

namespace paramscope::layers_test {
namespace THIS_FILE {

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

/// A type that the rule matches.
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

/// True when every value exists and is at least 0.
bool are_sizes(const Arguments& arguments, const Dims& dims) {
    return std::all_of(dims.begin(), dims.end(), [&](const Polynomial& size) {
        const std::optional<Rational> value = arguments.value(size);
        return value && value->numerator() >= 0;
    });
}

/// True for tensors whose sizes are whole numbers of at least 1.
bool are_plausible(const Arguments& arguments, const std::vector<Signal>& inputs) {
    return std::all_of(inputs.begin(), inputs.end(), [&](const Signal& input) {
        return input.is_tensor() &&
               std::all_of(input.dims.begin(), input.dims.end(),
                           [&](const Polynomial& size) { return arguments.integer(size).value_or(0) >= 1; });
    });
}

bool has_sizes(const Arguments& arguments, const Signal& signal) {
    if (signal.is_tensor()) return are_sizes(arguments, signal.dims);
    return std::all_of(signal.items.begin(), signal.items.end(),
                       [&](const Signal& item) { return has_sizes(arguments, item); });
}

/// True for rules that do not know their output even if nothing is wrong, because print() does not show
/// enough.
bool may_be_unknown(const FoundLayer& layer) {
    // Conv1D: the work of Paddle's convolution of that name is not known.
    constexpr std::string_view types[] = {"Conv1D", "FractionalMaxPool2d", "FractionalMaxPool3d", "Permute",
                                          "Unflatten"};
    return layer.rule->forward == unknown_output || layer.family() == "loss" ||
           std::find(std::begin(types), std::end(types), layer.rule->type) != std::end(types);
}

/// Checks one call with arguments that have no error yet. True when the call succeeds, so that its output and
/// work are checked.
bool check_call(const Layer& layer, const std::vector<Signal>& inputs, Diagnostics& diagnostics) {
    SCOPED_TRACE("of " + shown(Signal::tuple(inputs)));
    const Arguments arguments = *layer.arguments;
    const std::size_t before = diagnostics.size();
    Work work;
    bool size_mismatch = false;
    const Signal output = layer.found.rule->forward
                              ? layer.found.rule->forward({arguments, inputs, work, {}, &size_mismatch})
                              : inputs.front();
    EXPECT_EQ(arguments.failed(), diagnostics.size() > before) << "each failure has a diagnostic";
    EXPECT_TRUE(!size_mismatch || arguments.failed());
    const bool succeeds = !arguments.failed() && are_plausible(arguments, inputs);
    if (succeeds) {
        EXPECT_TRUE(!output.is_unknown() || may_be_unknown(layer.found)) << "an unknown output has a reason";
        EXPECT_TRUE(has_sizes(arguments, output)) << shown(output);
        for (const Work::Tally& tally : work.tallies()) {
            EXPECT_TRUE(are_sizes(arguments, {tally.times}))
                << to_string(tally.operation) << " " << shown(tally.times);
        }
    }
    diagnostics.resize(before);
    return succeeds;
}

/// Checks one layer with all inputs. Returns the number of calls that succeed.
int check_layer(const std::string& text) {
    SCOPED_TRACE(text);
    Diagnostics ignored;
    if (read_modules(text, &ignored).size() != 1 || !ignored.empty()) return 0;
    int successes = 0;
    Layer layer(text, {{"d", 4}, {"n", 3}});
    EXPECT_EQ(layer.arguments->failed(), !layer.diagnostics.empty());
    for (const Diagnostic& diagnostic : layer.diagnostics) {
        EXPECT_FALSE(diagnostic.message.id().empty()) << diagnostic.message.english();
        EXPECT_LE(diagnostic.span.begin, diagnostic.span.end);
        EXPECT_LE(diagnostic.span.end, text.size());
    }
    if (!layer.arguments->failed()) {
        for (const Tensor& tensor : layer.tensors) {
            EXPECT_TRUE(are_sizes(*layer.arguments, tensor.shape))
                << tensor.name.view() << to_string(tensor.shape);
        }
        for (const std::vector<Signal>& inputs : odd_inputs()) {
            successes += check_call(layer, inputs, layer.diagnostics);
        }
    } else {
        for (const std::vector<Signal>& inputs : odd_inputs()) layer.call(inputs);
    }
    if (layer.found.rule->width) layer.found.rule->width(*layer.arguments);
    const std::size_t before = layer.diagnostics.size();
    std::vector<Tensor> general;
    if (layer.found.rule->tensors) layer.found.rule->tensors(layer.arguments->symbolic(), general);
    EXPECT_EQ(layer.diagnostics.size(), before) << "symbolic arguments report nothing";
    return successes;
}

TEST(Robustness, EveryLayerIsConsistentForOddArgumentsAndInputs) {
    int successes = 0;
    for (const LayerFamily& family : layer_families()) {
        for (const LayerRule& rule : family.rules) {
            const std::string type = type_of(rule);
            const Signature signature = parse_signature(rule.signature);
            successes += check_layer(type + "()");
            std::size_t odd = 0;
            for (const char* value : kOddValues) {
                std::string all;
                for (const Argument& parameter : signature) {
                    all += (all.empty() ? "" : ", ") + std::string(parameter_name(parameter)) + "=" + value;
                }
                successes += check_layer(type + "(" + all + ")");
            }
            // One odd argument among good ones, taking turns.
            for (const Argument& parameter : signature) {
                for (int turn = 0; turn < 5; ++turn) {
                    const std::string value = kOddValues[odd++ % kOddValues.size()];
                    successes += check_layer(type + "(" + std::string(parameter_name(parameter)) + "=" +
                                             value + ", 3, 4, 2)");
                }
            }
        }
    }
    EXPECT_GT(successes, 10000) << "calls whose output and work were checked";
}

}  // namespace THIS_FILE
}  // namespace paramscope::layers_test
