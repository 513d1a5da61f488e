// A model that JavaScript holds: read once, counted as often as its settings change.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/print.h"
#include "count/count.h"
#include "count/report/explain.h"

namespace paramscope::bindings {

/// What was asked for, or what is wrong with what was asked.
struct Answer {
    std::string text;        ///< the answer; JSON diagnostics where `wrong` says something
    std::string wrong = {};  ///< "" when answered, else what is at fault: "model", "set d", "input", "path"
};

/// A hyper-parameter set from outside: `expression` is a text to parse, such as "4*d".
struct Override {
    std::string name;
    std::string expression;
};

/// The settings of a count, as texts that count() parses.
struct Settings {
    std::vector<Override> set;
    std::string input;  ///< input shapes; "" for the model's own
    std::string convention;
};

/// One model text. Everything after count() answers for the settings given there last.
class BoundModel {
  public:
    /// Reads a model text; any bytes are an input.
    explicit BoundModel(std::string text);

    /// What the reader has to say, as JSON diagnostics; `wrong` is "model" where it found errors.
    Answer diagnostics() const;

    /// Counts; the text of the answer is the count's JSON diagnostics.
    Answer count(const Settings& settings);

    /// The report in one of report_formats(), rows down to `depth`.
    Answer write(const std::string& format, unsigned depth) const;

    /// The formula behind a number of the module at `path` ("" for the root); "" where it is not known.
    Answer formula(const std::string& path, Subject subject, Notation notation) const;

    /// The lines that lead to that number, as JSON.
    Answer explanation(const std::string& path, Subject subject, Notation notation) const;

    /// Whether rules of composite types that are not here yet may know some type of the model.
    bool has_unknown_types() const;

    /// An input to offer where the text states none, as `input` takes it: "(1, 3, 224, 224)", or "".
    std::string suggested_input() const;

  private:
    Answer judged(const Diagnostics& diagnostics, std::string_view where) const;
    const NodeReport* find(std::string_view path) const;

    std::string text_;
    Diagnostics read_;
    std::shared_ptr<const Model> model_;
    Report report_;
};

}  // namespace paramscope::bindings
