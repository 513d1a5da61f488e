// A model held by JavaScript: parsed once, counted again when its settings change.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/print.h"
#include "base/message.h"
#include "count/explain/explain.h"
#include "count/recount.h"

namespace paramscope::bindings {

/// A result, or the reason why there is none.
struct Answer {
    std::string text;        ///< the result; JSON diagnostics when `wrong` is set
    std::string wrong = {};  ///< "" on success, else the faulty argument: "model", "set d", "input", "path"
};

/// The answer for a request that cannot be met.
Answer wrong_request(std::string where, Message message);

/// A hyper-parameter set by the caller: `expression` is a text to parse, such as "4*d".
struct Override {
    std::string name;
    std::string expression;
};

/// The settings of a count, as texts that count() parses.
struct Settings {
    std::vector<Override> set = {};
    std::string input = {};  ///< input shapes; "" for the model's own
    std::string convention = {};
    std::string mode = "forward";
    bool causal = false;
    /// "TENSOR=TENSOR" in each line, and "none": no others are one; "" leaves it to the text.
    std::string ties = {};
};

/// One model text. All functions after count() use the settings of the last count().
class BoundModel {
  public:
    /// Parses a model text; any bytes are accepted.
    explicit BoundModel(std::string text);

    /// The parser's JSON diagnostics; `wrong` is "model" when there are errors.
    Answer diagnostics() const;

    /// Counts the model; the answer's text is the count's JSON diagnostics.
    Answer count(const Settings& settings);

    /// The formula of a number of the module at `path` ("" for the root); "" when unknown.
    Answer formula(const std::string& path, Subject subject, Notation notation) const;

    /// The derivation of that number, as JSON.
    Answer explanation(const std::string& path, Subject subject, Notation notation) const;

    /// True when types of the model are unknown and may be covered by composite types not loaded yet.
    bool has_unknown_types() const;

    /// A suggested input when the text states none, in the syntax of `input`: "(1, 3, 224, 224)", or "".
    std::string suggested_input() const;

    const std::string& text() const { return text_; }
    /// What the last count() was asked for, and the report that it made.
    const CountOptions& options() const { return options_; }
    const Report& report() const { return report_; }
    /// The report with these options. Ties are added to a model as its text is read.
    Report counted(const CountOptions& options) const;

  private:
    Answer judged(const Diagnostics& diagnostics, std::string_view where) const;
    const NodeReport* find(std::string_view path) const;

    std::string text_;
    Diagnostics read_;
    std::shared_ptr<const Model> model_;
    Recount recount_;
    CountOptions options_;  ///< of the last count
    Report report_;
};

}  // namespace paramscope::bindings
