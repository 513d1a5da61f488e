// What a source is counted as, in one line: for tables of sources with PyTorch's figures.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/concat.h"
#include "count/count.h"
#include "open/open.h"
#include "unit/describe.h"

namespace paramscope::open {

/// "72 parameters, 128 MACs": both called exact; else with their basis, as "72 partial". "nothing" where no
/// model is built.
inline std::string measured(const std::string& code, const std::vector<Dims>& inputs = {},
                            const std::string& build = "") {
    MemorySource file(code);
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat), build, inputs);
    CountOptions options;
    options.inputs = inputs;
    const Report report = count_text(opened.text(), options);
    if (opened.text().empty() || report.root() == nullptr) return "nothing";
    const auto shown = [](const Quantity& quantity) {
        const std::string number = quantity.value ? to_string(*quantity.value) : "?";
        return quantity.basis == Basis::Exact ? number : concat(number, " ", to_string(quantity.basis));
    };
    return concat(shown(report.root()->facts->parameters), " parameters, ", shown(report.root()->facts->macs),
                  " MACs");
}

/// A class or two without the imports of PyTorch.
struct MeasuredSource {
    std::string code;
    std::vector<Dims> inputs;
    std::string counted;  ///< by PyTorch 1.13
};

inline const std::string kTorchImports = "import torch, torch.nn as nn, torch.nn.functional as F\n";

inline void expect_measured(const std::vector<MeasuredSource>& sources) {
    for (const MeasuredSource& each : sources)
        EXPECT_EQ(measured(kTorchImports + each.code, each.inputs), each.counted) << each.code;
}

/// What is said of a source: ids and values.
inline std::vector<std::string> said_of(const std::string& code, const std::vector<Dims>& inputs = {}) {
    MemorySource file(code);
    const Opened opened = open_model(file, "model.py", find_model_format(kSourceFormat), "", inputs);
    std::vector<std::string> sentences;
    for (const Diagnostic& each : opened.diagnostics)
        sentences.push_back(testing_support::describe(each.message));
    return sentences;
}

}  // namespace paramscope::open
