// A layer read from a line of model text: its tensors, and the output and work of calls.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/parse.h"
#include "algebra/print.h"
#include "layers/catalogue/catalogue.h"
#include "model/read/read.h"
#include "unit/describe.h"

namespace paramscope::layers_test {

using testing_support::describe;

using Symbols = std::map<std::string, Integer, std::less<>>;

/// "(2, 3, 4)", "((5, 20), (1, 20))", "?" when unknown.
inline std::string shown(const Signal& signal) {
    if (signal.is_unknown()) return "?";
    if (signal.is_tensor()) return to_string(signal.dims);
    std::string text = "(";
    for (const Signal& item : signal.items) text += (text.size() > 1 ? ", " : "") + shown(item);
    return text + ")";
}

inline std::string shown(const Polynomial& value) {
    return print(value, Notation::Plain);
}

inline Polynomial formula(std::string_view text) {
    const Result<Polynomial> read = parse_expression(text);
    EXPECT_TRUE(read) << text;
    return read ? *read : Polynomial(0);
}

/// Reads one signal at `*at`: "(2, d, 4)", "((5, 20), (1, 20))", "?" when unknown.
inline Signal read_signal(std::string_view text, std::uint32_t* at) {
    if (text[(*at)++] == '?') return Signal::unknown();
    Dims dims;
    std::vector<Signal> items;
    while (text[*at] != ')') {
        if (text[*at] == '(') {
            items.push_back(read_signal(text, at));
        } else if (const Result<Polynomial> size = parse_expression(text, at)) {
            dims.push_back(*size);
        } else {
            ADD_FAILURE() << text;
            break;
        }
        while (text[*at] == ',' || text[*at] == ' ') ++*at;
    }
    ++*at;
    return items.empty() ? Signal::tensor(std::move(dims)) : Signal::tuple(std::move(items));
}

/// Reads signals separated by spaces: "(2, 3) (2, 5)".
inline std::vector<Signal> signals(std::string_view text) {
    std::vector<Signal> read;
    for (std::uint32_t at = 0; at < text.size();) {
        if (text[at] == ' ') {
            ++at;
        } else {
            read.push_back(read_signal(text, &at));
        }
    }
    return read;
}

class Layer {
  public:
    explicit Layer(std::string_view text, Symbols symbols = {}) : symbols_(std::move(symbols)) {
        modules_ = read_modules(text, &diagnostics);
        EXPECT_TRUE(diagnostics.empty() && modules_.size() == 1) << text << "\n" << problems();
        if (modules_.empty()) return;
        Module& module = modules_.front();
        found = find_layer(module);
        EXPECT_NE(found.rule, nullptr) << text;
        if (!found.rule) return;
        if (found.rule->derive_arguments && module.arguments.empty())
            module.arguments = found.rule->derive_arguments(module);
        arguments.emplace(*found.signature, module, values_, &diagnostics);
        if (found.rule->tensors && !arguments->failed()) found.rule->tensors(*arguments, tensors);
    }
    Layer(const Layer&) = delete;
    Layer& operator=(const Layer&) = delete;

    Polynomial elements(Role role) const {
        Polynomial sum = 0;
        for (const Tensor& tensor : tensors) {
            if (tensor.role == role) sum += product(tensor.shape);
        }
        return sum;
    }

    /// The output of a call; its work is added to `work`.
    Signal call(const std::vector<Signal>& inputs) {
        if (!found.rule || !arguments) return Signal::unknown();
        if (!found.rule->forward) return inputs.front();
        return found.rule->forward({*arguments, inputs, work, {}});
    }

    Polynomial macs() const {
        Polynomial sum = 0;
        for (std::size_t i = 0; i < kMatrixKinds; ++i) sum += work.times(static_cast<Operation>(i));
        return sum;
    }

    /// All diagnostics by severity and message id, one on each line.
    std::string problems() const {
        std::string lines;
        for (const Diagnostic& diagnostic : diagnostics) {
            lines += std::string(to_string(diagnostic.severity)) + ": " + describe(diagnostic.message) + "\n";
        }
        return lines;
    }

    FoundLayer found;
    std::optional<Arguments> arguments;
    std::vector<Tensor> tensors;
    Work work;
    Diagnostics diagnostics;

  private:
    Symbols symbols_;
    Values values_{[this](std::string_view name) {
        const auto known = symbols_.find(name);
        return known == symbols_.end() ? std::nullopt : std::optional<Rational>(known->second);
    }};
    std::vector<Module> modules_;
};

/// A layer with the expected result of a call. Numbers may be formulas.
struct Case {
    const char* text;
    const char* inputs;
    const char* output;
    const char* parameters = "0";
    const char* buffers = "0";
    const char* macs = "0";
};

inline void expect_case(const Case& expected, const Symbols& symbols = {}) {
    SCOPED_TRACE(std::string(expected.text) + " of " + expected.inputs);
    Layer layer(expected.text, symbols);
    const Signal output = layer.call(signals(expected.inputs));
    EXPECT_TRUE(output == signals(expected.output).front()) << shown(output) << " is not " << expected.output;
    EXPECT_EQ(layer.problems(), "");
    EXPECT_EQ(shown(layer.elements(Role::Parameter)), shown(formula(expected.parameters)));
    EXPECT_EQ(shown(layer.elements(Role::Buffer)), shown(formula(expected.buffers)));
    EXPECT_EQ(shown(layer.macs()), shown(formula(expected.macs)));
    EXPECT_TRUE(layer.found.rule->has_work || layer.macs().is_zero());
}

/// A wrong layer or input, and the only diagnostic it gives.
struct Mistake {
    const char* text;
    const char* inputs;   ///< "" where the layer itself is wrong
    const char* message;  ///< as describe() writes it
    const char* place;    ///< the part of the text that the diagnostic points at
};

inline void expect_mistake(const Mistake& expected, const Symbols& symbols = {}) {
    SCOPED_TRACE(std::string(expected.text) + " of " + expected.inputs);
    Layer layer(expected.text, symbols);
    const std::vector<Signal> inputs = signals(expected.inputs);
    if (!inputs.empty()) {
        EXPECT_EQ(layer.problems(), "");
        layer.call(inputs);
    }
    ASSERT_EQ(layer.diagnostics.size(), 1u) << layer.problems();
    const Diagnostic& reported = layer.diagnostics.front();
    EXPECT_EQ(describe(reported.message), expected.message);
    EXPECT_EQ(std::string(expected.text).substr(reported.span.begin, reported.span.end - reported.span.begin),
              expected.place);
    EXPECT_TRUE(layer.arguments && layer.arguments->failed());
}

}  // namespace paramscope::layers_test
