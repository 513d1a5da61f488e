// What the interface is about: a document, and the report that belongs to it. No drawing here.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "count/count.h"

namespace paramscope::app {

/// Everything a person chose: what a link would carry, what undo would restore, what two columns would
/// compare.
struct Document {
    std::string text;     ///< the model text; lines end with \n
    std::string name;     ///< a preset's title, a file's name, "Pasted model"
    bool edited = false;  ///< the text is no longer what was opened
    std::vector<std::pair<std::string, Rational>> overrides;  ///< hyper-parameters set by hand
    std::string input;  ///< input shapes as typed; empty: the text's own, or a suggestion
    std::string convention = "flops";
    Mode mode = Mode::Forward;
    bool causal = false;                 ///< attention looks back only
    std::string selection;               ///< path of the chosen module
    std::optional<std::uint32_t> depth;  ///< levels of modules that are open; nullopt: as many as fit
    std::map<std::string, bool> opened;  ///< modules opened (true) or closed by hand, by path

    /// The value set by hand, nullptr when there is none.
    const Rational* find_override(std::string_view variable) const;
};

/// Where the input shapes come from.
enum class InputOrigin {
    None,     ///< neither stated nor guessed
    Text,     ///< the model text states them
    Assumed,  ///< suggested by the first layers
    Typed,    ///< by the person
};

/// A document with its report. Changes are only noted; update() reads and counts, once for all of them.
class Workspace {
  public:
    const Document& document() const { return document_; }

    /// Starts over with another model.
    void open(std::string name, std::string text);
    /// Starts over with a model and everything chosen about it.
    void open(Document document);
    /// Another text for the same document: choices are kept as far as they still mean something.
    void edit_text(std::string text);

    void set_override(std::string_view variable, const Rational& value);
    void clear_override(std::string_view variable);
    void clear_overrides();
    void set_input(std::string shapes);
    /// How work is weighed, and what is counted of it.
    void set_counting(std::string_view convention, Mode mode, bool causal);
    /// Puts other words in place of a part of the text.
    void replace_text(Span part, std::string_view words);
    void select(std::size_t node);
    void set_opened(std::size_t node, bool opened);
    /// Opens every module down to a level, and closes those below.
    void set_depth(std::uint32_t depth);

    /// Reads and counts what has changed since; true when there is a new report or new problems.
    bool update();

    /// True when update() has something to do.
    bool has_changes() const { return text_changed_ || settings_changed_; }

    /// The last report that could be made; without nodes before the first.
    const Report& report() const { return report_; }
    /// The name of the document when the report was made.
    const std::string& report_name() const { return report_name_; }
    /// What there is to say about the present text and settings: errors first.
    const Diagnostics& problems() const { return problems_; }
    /// The first error, nullptr when all is well.
    const Diagnostic* error() const;
    /// True while the report is of an earlier text or setting because the present one is wrong.
    bool is_stale() const { return is_stale_; }
    /// Grows with every report: what is derived from it is made anew when this has changed.
    std::uint64_t revision() const { return revision_; }
    /// Grows when the text is replaced from outside the editor.
    std::uint64_t text_generation() const { return text_generation_; }
    /// Grows when modules are opened or closed.
    std::uint64_t opened_generation() const { return opened_generation_; }

    /// Grows with every change to the document.
    std::uint64_t document_generation() const { return document_generation_; }
    /// Grows with every update() that did something.
    std::uint64_t answer_generation() const { return answer_generation_; }

    /// Index of the chosen module in the report's nodes.
    std::size_t selected() const { return selected_; }

    /// The input shapes as text, and where they come from.
    const std::string& input_text() const { return input_text_; }
    InputOrigin input_origin() const { return input_origin_; }
    /// Why the typed input shapes cannot be read; empty when they can.
    const std::string& input_error() const { return input_error_; }

    /// What a hyper-parameter is when nobody sets it; nullptr when that is not known.
    const Rational* usual_value(std::string_view variable) const;

  private:
    void settings_changed();
    void read();
    void recount();
    CountOptions options();
    void choose_input(CountOptions& options);
    void accept(Report report);
    void remember_usual_values();
    std::size_t find_node(std::string_view path) const;

    Document document_;
    std::shared_ptr<const Model> model_;
    Diagnostics read_;
    Report report_;
    std::string report_name_;
    Diagnostics problems_;
    std::map<std::string, Rational, std::less<>> usual_values_;
    std::string input_text_;
    InputOrigin input_origin_ = InputOrigin::None;
    std::string input_error_;
    std::size_t selected_ = 0;
    std::uint64_t revision_ = 0;
    std::uint64_t text_generation_ = 0;
    std::uint64_t opened_generation_ = 0;
    std::uint64_t document_generation_ = 0;
    std::uint64_t answer_generation_ = 0;
    bool text_changed_ = false;
    bool settings_changed_ = false;
    bool is_stale_ = false;
};

/// "(1, 3, 224, 224)", several shapes separated by "; ".
std::string shapes_text(const std::vector<Dims>& shapes);

/// `text` with every kind of line break turned into \n.
std::string with_unix_lines(std::string text);

}  // namespace paramscope::app
