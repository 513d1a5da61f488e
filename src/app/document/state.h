// Holds a document and its report. Independent of ImGui.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "app/document/document.h"
#include "app/document/history.h"
#include "app/document/source_reading.h"
#include "count/count.h"
#include "transfer/counter.h"

namespace paramscope::app {

using transfer::InputOrigin;

/// A count that the host is asked for: of the text with this version, Workspace::model_text().
struct CountRequest {
    std::uint64_t text_version = 0;
    transfer::Settings settings;
};

/// A text whose sizes are to be written as hyper-parameters, with the shapes that were typed, "" for none.
struct AdjustRequest {
    SharedText text;
    std::string input;

    friend bool operator==(const AdjustRequest&, const AdjustRequest&) = default;
};

/// The answer to an AdjustRequest.
struct Adjusted {
    std::string text;    ///< the text with hyper-parameters; "": no change
    std::string input;   ///< typed shapes that `text` has no input line for
    std::string remark;  ///< why there is no change
};

/// What increases when something becomes another one: what is derived from it is made again then.
struct Versions {
    std::uint64_t document = 0;       ///< with every change
    std::uint64_t model = 0;          ///< when another model is opened
    std::uint64_t replaced_text = 0;  ///< when the text is replaced from outside the editor
    std::uint64_t counted_text = 0;   ///< with every text to be counted
    std::uint64_t opened = 0;         ///< when modules are expanded or collapsed
    std::uint64_t answer = 0;         ///< with every update() that had changes to process
    std::uint64_t report = 0;         ///< with every report
};

/// A document with its report. Setters only record changes; update() parses and counts once for all of them.
class Workspace {
  public:
    const Document& document() const { return document_; }

    /// Opens another model.
    void open(std::string name, std::string text);
    /// Opens a model with all its settings.
    void open(Document document);
    /// Changes the document's text; settings are kept as far as they still apply.
    void edit_text(SharedText text);

    void set_override(std::string_view variable, const Rational& value);
    void clear_override(std::string_view variable);
    void clear_overrides();
    void set_input(std::string shapes);
    /// Sets the counting convention and the counted pass.
    void set_counting(std::string_view convention, Mode mode, bool causal);
    /// Set the switches of the tab Memory, and the device for least times. Neither changes the report.
    void set_memory(const MemoryOptions& options);
    void set_device(const std::optional<Device>& device);
    /// True when the text is a model without hyper-parameters of its own: some may be found in it.
    bool may_be_adjustable() const;
    /// Lets the sizes of the text be written as hyper-parameters: see take_unadjusted().
    void make_adjustable() { unadjusted_ = adjusting_ = adjust_request(); }
    /// The text to ask the host for; returned once.
    std::optional<AdjustRequest> take_unadjusted() { return std::exchange(unadjusted_, std::nullopt); }
    /// True while the host looks for hyper-parameters of the present text.
    bool is_adjusting() const { return adjusting_ == adjust_request(); }
    /// Gives up what was asked for.
    void stop_adjusting() {
        unadjusted_.reset();
        adjusting_.reset();
    }
    /// Takes the answer to the request as one step of undo. Ignores that for an earlier text.
    void take_adjustable(Adjusted adjusted);
    /// The reason why the present text was left as it is; "" where nobody asked.
    std::string_view adjust_remark() const;
    /// Replaces a part of the text.
    void replace_text(Span part, std::string_view words);
    /// The lines that settle possible ties: `tie:` with both tensors, or `tie: none`; "" without such ties.
    std::string tie_lines(bool are_tied) const;
    /// Lets source code wait for take_reading(). Without this call it is an error, as for the engine.
    void wait_for_readings() { has_reader_ = true; }
    /// Sets what to build of source code.
    void set_build(std::string expression);
    /// Sets a number that shapes the model of source code, which is read again.
    void set_source_number(const SourceNumber& number);
    /// The source code that needs a reading; returned once for each text and expression.
    std::optional<SourceRequest> take_unread_source();
    /// Takes the reading of source code; that of another request than the document's is ignored.
    void take_reading(SourceReading reading);
    /// True when the document's text is source code, read or not.
    bool is_source() const { return kind_ != TextKind::Model; }
    /// The reading of the document's text; nullptr for a text that is no source code or not read yet.
    const SourceReading* reading() const { return kind_ == TextKind::ReadSource ? &*reading_ : nullptr; }

    /// The text that the model was read from: the document's, or the one that its source code builds.
    const std::string& model_text() const { return reading() ? reading_->model_text : *document_.text; }
    /// The line of source code that makes a module, or the nearest one around it; 0 without one.
    std::uint32_t source_line(std::size_t node) const;
    /// The first module that a line of source code makes; nullopt when it makes none.
    std::optional<std::size_t> node_at_line(std::uint32_t line) const;

    void select(std::size_t node);
    void set_opened(std::size_t node, bool opened);
    /// Expands all modules down to a level, and collapses those below.
    void set_depth(std::uint32_t depth);

    /// Undoes or redoes a step of the text or the settings; false when there is none. Selection and expansion
    /// are not part of a step.
    bool undo() { return travel(&History::undo); }
    bool redo() { return travel(&History::redo); }
    bool can_undo() const { return history_.can_undo(); }
    bool can_redo() const { return history_.can_redo(); }
    /// Ends an undo step, after a pause or when a slider is released.
    void settle() { history_.settle(); }

    /// Parses and counts pending changes; true when there is a new report or new problems. A count that takes
    /// longer than a frame is asked of the host where it counts elsewhere: see take_uncounted().
    bool update();

    /// True when update() has something to do.
    bool has_changes() const { return change_ != Change::None; }
    /// True when update() stops the interface long enough to show a message first.
    bool takes_long() const { return document_.text->size() > kLongText && !counts_elsewhere(); }
    /// True where counting the text takes more of a frame than typing may: it waits for a pause then.
    bool slows_typing() const { return change_ == Change::Text && last_count_ > kTypingShare; }
    /// Where the present changes are counted.
    bool counts_elsewhere() const { return has_counter_ && is_long_count(); }

    /// Lets counts that take longer than a frame wait for take_counted(); `false` counts everything here, and
    /// what was asked for, too.
    void count_elsewhere(bool possible);
    /// The count to ask the host for, the latest; returned once.
    std::optional<CountRequest> take_uncounted();
    bool wants_count() const { return counting_ == Counting::Wanted; }
    /// Takes the answer to the request with that version of the text; that of an earlier text is ignored.
    void take_counted(transfer::Counted counted, std::uint64_t text_version);
    /// Gives up what was asked for: the report stays that of the earlier text or settings.
    void stop_counting();
    /// Asks again for what was given up.
    void count_again() { change_ = std::max(change_, Change::Settings); }
    /// True while the host counts, or is about to.
    bool is_counting() const { return counting_ == Counting::Wanted || counting_ == Counting::Elsewhere; }
    /// True after stop_counting(), until something changes.
    bool is_stopped() const { return counting_ == Counting::Stopped && !has_changes(); }
    /// True while the report is an earlier one only because the present text is not counted.
    bool waits_for_count() const { return is_counting() || is_stopped(); }
    /// The whole model of the report, read again if counted elsewhere; nullptr when its text is gone.
    std::shared_ptr<const Model> whole_model() const;
    /// A report that is no longer shown, returned once: freeing a large one takes time.
    std::optional<Report> take_old_report() { return std::exchange(old_report_, std::nullopt); }

    /// The last valid report; without nodes before the first.
    const Report& report() const { return report_; }
    /// Bytes of the report's activations, see activation_total().
    const Quantity& activations() const { return activations_; }
    /// The name of the report's model: the document's, or the root's type after an edit to another model.
    const std::string& report_name() const { return report_name_; }
    /// The name of the present model: that of the report, or the document's while it is not counted.
    const std::string& title() const {
        return is_stale() || report_name_.empty() ? document_.name : report_name_;
    }
    /// Diagnostics of the current text and settings: errors first.
    const Diagnostics& problems() const { return problems_; }
    /// The first error, nullptr when there is none.
    const Diagnostic* error() const;
    /// True while the report is of an earlier text or setting: the present one is invalid or not counted.
    bool is_stale() const { return is_invalid_ || counting_ != Counting::Nothing || has_changes(); }
    /// True while the report stays from an earlier text or setting because the present one is wrong.
    bool is_outlived() const { return is_invalid_ && counting_ == Counting::Nothing && !has_changes(); }
    const Versions& versions() const { return versions_; }
    /// The version of the report.
    std::uint64_t revision() const { return versions_.report; }

    /// Index of the selected module in the report's nodes.
    std::size_t selected() const { return selected_; }

    /// The input shapes as text, and their origin.
    const std::string& input_text() const { return input_text_; }
    InputOrigin input_origin() const { return input_origin_; }
    /// The error in the typed input shapes; empty when they are valid.
    const Message& input_error() const { return input_error_; }

    /// A hyper-parameter's value when it is not set by hand; nullptr when unknown.
    const Rational* usual_value(std::string_view variable) const;

  private:
    static constexpr std::size_t kLongText = 500'000;       ///< bytes; takes about half a second
    static constexpr std::size_t kFrameText = 100'000;      ///< bytes; takes about a frame
    static constexpr double kNoticed = 0.05;                ///< seconds that a frame may take
    static constexpr double kTypingShare = 0.005;           ///< seconds of a frame in which a key is pressed
    static constexpr int kSlowCounts = 3;                   ///< after which a text is counted elsewhere
    static constexpr std::size_t kMostKeptNodes = 200'000;  ///< of a report kept during the next count

    enum class TextKind { Model, UnreadSource, ReadSource };
    /// What update() has to process.
    enum class Change { None, Settings, Text };
    /// Where the count by the host is: not needed, to be asked for, running elsewhere, or cancelled.
    enum class Counting { Nothing, Wanted, Elsewhere, Stopped };

    bool travel(bool (History::*step)(Document&));
    /// Notes a change of the document for update().
    void note(Change change) {
        change_ = std::max(change_, change);
        ++versions_.document;
    }
    void read();
    void take_text();
    bool is_read() const;
    void ask_for_count();
    void take_count(transfer::Counted counted);
    bool is_long_count() const;
    transfer::Settings settings() const;
    SourceRequest source_request() const;
    AdjustRequest adjust_request() const { return {document_.text, document_.input}; }
    bool reads_otherwise(const Document& other) const;
    void sort_problems(const Diagnostics& diagnostics);
    void recount();
    void forget_report();
    void accept(Report report, Quantity activations);
    void name_report();
    void remember_usual_values();
    std::size_t find_node(std::string_view path) const;

    Document document_;
    History history_;
    std::optional<SourceReading> reading_;  ///< the last one, perhaps of an earlier text
    TextKind kind_ = TextKind::Model;
    bool has_reader_ = false;
    bool is_reading_wanted_ = false;
    transfer::Counter counter_;
    std::optional<AdjustRequest> unadjusted_;
    std::optional<AdjustRequest> adjusting_;  ///< what the host was asked for
    std::optional<AdjustRequest> unchanged_;  ///< what `adjust_remark_` is about
    std::string adjust_remark_;
    double last_count_ = 0;            ///< seconds that the last count of a text took
    int slow_counts_ = 0;              ///< counts of the present text in a row that took long
    std::uint64_t read_text_ = 0;      ///< the Versions::counted_text that `counter_` has read
    std::uint64_t reported_text_ = 0;  ///< that of the report
    Report report_;
    std::optional<Report> old_report_;
    Quantity activations_;
    std::string report_name_;
    std::string opened_type_;        ///< of the root, when the model was opened
    std::uint64_t named_model_ = 0;  ///< the Versions::model of `opened_type_`
    Diagnostics problems_;
    std::map<std::string, Rational, std::less<>> usual_values_;
    std::string input_text_;
    InputOrigin input_origin_ = InputOrigin::None;
    Message input_error_;
    std::size_t selected_ = 0;
    Versions versions_;
    Change change_ = Change::None;
    Counting counting_ = Counting::Nothing;
    bool is_invalid_ = false;  ///< what was last counted
    bool has_counter_ = false;
    bool was_elsewhere_ = false;  ///< the last count was made elsewhere
    bool is_received_ = false;    ///< the report was: its model has no tree
};

/// `text` with every kind of line break turned into \n.
std::string with_unix_lines(std::string text);

}  // namespace paramscope::app
