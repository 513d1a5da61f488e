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

#include "app/document/document.h"
#include "app/document/history.h"
#include "count/count.h"

namespace paramscope::app {

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

    /// Takes back the last step of the text or the settings, or does it again; false when there is none. What
    /// is chosen and opened in the tree is not part of a step.
    bool undo() { return travel(&History::undo); }
    bool redo() { return travel(&History::redo); }
    bool can_undo() const { return history_.can_undo(); }
    bool can_redo() const { return history_.can_redo(); }
    /// Ends a step: the person has paused, or let go of a slider.
    void settle() { history_.settle(); }

    /// Reads and counts what has changed since; true when there is a new report or new problems.
    bool update();

    /// True when update() has something to do.
    bool has_changes() const { return text_changed_ || settings_changed_; }
    /// True when update() takes so long that somebody should be told before.
    bool takes_long() const { return document_.text.size() > kLongText; }

    /// The last report that could be made; without nodes before the first.
    const Report& report() const { return report_; }
    /// The name of the document when the report was made.
    const std::string& report_name() const { return report_name_; }
    /// What there is to say about the present text and settings: errors first.
    const Diagnostics& problems() const { return problems_; }
    /// The first error, nullptr when all is well.
    const Diagnostic* error() const;
    /// True while the report is of an earlier text or setting: the present one is wrong, or not counted yet.
    bool is_stale() const { return is_stale_ || has_changes(); }
    /// Grows with every report: what is derived from it is made anew when this has changed.
    std::uint64_t revision() const { return revision_; }
    /// Grows when the text is replaced from outside the editor.
    std::uint64_t text_generation() const { return text_generation_; }
    /// Grows when another model is opened.
    std::uint64_t model_generation() const { return model_generation_; }
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
    const Message& input_error() const { return input_error_; }

    /// What a hyper-parameter is when nobody sets it; nullptr when that is not known.
    const Rational* usual_value(std::string_view variable) const;

  private:
    static constexpr std::size_t kLongText = 500'000;         ///< bytes: about half a second
    static constexpr std::size_t kMostKeptNodes = 200'000;    ///< of a report, while the next one is counted

    bool travel(bool (History::*step)(Document&));
    void settings_changed();
    void read();
    void recount();
    CountOptions options();
    void choose_input(CountOptions& options);
    void forget_report();
    void accept(Report report);
    void remember_usual_values();
    std::size_t find_node(std::string_view path) const;

    Document document_;
    History history_;
    std::shared_ptr<const Model> model_;
    Diagnostics read_;
    Report report_;
    std::string report_name_;
    Diagnostics problems_;
    std::map<std::string, Rational, std::less<>> usual_values_;
    std::string input_text_;
    InputOrigin input_origin_ = InputOrigin::None;
    Message input_error_;
    std::size_t selected_ = 0;
    std::uint64_t revision_ = 0;
    std::uint64_t text_generation_ = 0;
    std::uint64_t model_generation_ = 0;
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
