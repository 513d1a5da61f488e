// Counts a text again and again with other settings: on the page's thread, or in a worker for it.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "count/recount.h"

namespace paramscope::transfer {

/// The origin of the input shapes.
enum class InputOrigin : std::uint8_t {
    None,     ///< neither stated nor guessed
    Text,     ///< the model text states them
    Assumed,  ///< suggested by the first layers
    Typed,    ///< typed by the user
};

/// Everything but the text that a count depends on.
struct Settings {
    std::vector<std::pair<std::string, Rational>> overrides;
    std::string input;  ///< the shapes that the user typed, "" for none
    std::string convention;
    Mode mode = Mode::Forward;
    bool causal = false;
};

/// The answer: a report, and what the interface shows beside it.
struct Counted {
    Report report;
    std::string input_text;  ///< the input shapes as text, and their origin
    InputOrigin input_origin = InputOrigin::None;
    Message input_error;          ///< of the typed shapes; empty when the model takes them
    Quantity activations;         ///< bytes of the whole model, see activation_total()
    bool is_source_code = false;  ///< the text is source code, or JSON, which only the readers of files read
    bool is_invalid = false;      ///< the text has errors
};

/// A text that is read once.
class Counter {
  public:
    /// Reads a text; frees the one before.
    void read(std::string_view text);
    Counted count(const Settings& settings);

    const Diagnostics& diagnostics() const { return diagnostics_; }

  private:
    void choose_input(const Settings& settings, CountOptions* options, Counted* counted) const;
    /// The suggested shapes of a text that states none; empty elsewhere: those of the text are its own.
    std::vector<Dims> inputs_without_typed() const;
    /// Where the model takes its usual input but not the typed one, the error is that of the typed shapes,
    /// and the report that of the usual ones.
    void blame_input(CountOptions options, Counted* counted) const;

    std::shared_ptr<const Model> model_ = std::make_shared<const Model>();
    Diagnostics diagnostics_;  ///< of reading
    bool is_source_code_ = false;
    Recount recount_;
};

/// "(1, 3, 224, 224)", several shapes separated by "; ".
std::string shapes_text(const std::vector<Dims>& shapes);

}  // namespace paramscope::transfer
