// Chooses what to build of a source text, and builds it.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/diagnostic.h"
#include "model/model.h"
#include "open/open.h"

namespace paramscope::open::python {

/// What a source text gives.
struct Built {
    Model model;             ///< its root has no type when nothing was built
    std::string expression;  ///< what was built: "GPT(GPTConfig())"
    // Of a model of Keras or transformers, which `model` does not have: its config as JSON.
    std::string keras_config = {}, transformers_config = {};
    std::vector<SourceClass> classes;      ///< module_classes() of the text
    std::vector<SourceClass> suggestions;  ///< of them, those that lack arguments: the first should be built
    std::vector<DecidingNumber> numbers;
    std::set<std::string> input_sizes;     ///< symbols of sizes that an input may have otherwise
    std::vector<std::string> read_fields;  ///< of `guessed_config()`, as config_text() takes them
    Diagnostics diagnostics;
};

class SourceFiles;

/// Builds of one text that differ in numbers that the text gives: what one build finds out holds for the
/// next.
struct BuildSeries {
    std::set<std::string> shaping;  ///< hyper-parameters that decided what the model is
    std::set<std::string> pinned;   ///< those and others that decided: the next build needs no second attempt
    /// Asked before the forward pass of a model is followed; without the pass it is not written.
    std::function<bool(const Model&)> needs_pass = [](const Model&) { return true; };
};

/// Builds the model of `source`: the one of `expression`, or where that is empty the one that the text builds
/// itself, or its last module class that no other uses. Assignments of whole numbers before the expression,
/// `depth = 4; Net(64)`, set hyper-parameters of the text. `inputs` are the shapes for its forward pass;
/// empty for those that the text or its layers suggest. Imports among `files` are resolved; places from
/// kFirstFilePlace on are in them.
Built build(std::string_view source, std::string_view expression, const std::vector<Dims>& inputs = {},
            SourceFiles* files = nullptr, BuildSeries* series = nullptr);

/// What print() writes when the text runs; "" and a diagnostic when it is stopped. Imports among `files` are
/// resolved.
std::string run(std::string_view source, Diagnostics* diagnostics, SourceFiles* files = nullptr);

/// The module classes of a text that no other uses, in order, with the arguments that each needs.
std::vector<SourceClass> module_classes(std::string_view source, SourceFiles* files = nullptr);

}  // namespace paramscope::open::python
