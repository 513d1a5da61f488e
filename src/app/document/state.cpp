#include "app/document/state.h"

#include <chrono>

#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "model/read/read.h"

namespace paramscope::app {
namespace {

// True for a report worth showing: it has nodes, and the parameters have a total.
bool is_usable(const Report& report) {
    return report.root() != nullptr && report.root()->facts->parameters.value.has_value();
}

}  // namespace

const Rational* Document::find_override(std::string_view variable) const {
    for (const auto& [name_set, value] : overrides) {
        if (name_set == variable) return &value;
    }
    return nullptr;
}

const Device& device_of(const Document& document) {
    static const Device* const usual = find_device("RTX 4090");
    return document.device ? *document.device : *usual;
}

void Workspace::open(std::string name, std::string text) {
    Document opened;
    opened.name = std::move(name);
    opened.text = std::move(text);
    opened.convention = document_.convention;
    opened.mode = document_.mode;
    opened.causal = document_.causal;
    opened.memory = document_.memory;
    opened.device = document_.device;
    open(std::move(opened));
}

void Workspace::open(Document document) {
    document.text = with_unix_lines(std::move(document.text.edit()));
    const bool is_first = versions_.model == 0;
    if (!is_first) history_.before(document_, "");
    if (reads_otherwise(document)) note(Change::Text);
    // With the same text, the editor keeps its position.
    if (is_first || document.text != document_.text) {
        usual_values_.clear();
        note(Change::Text);
        ++versions_.replaced_text;
        ++versions_.model;
    }
    document_ = std::move(document);
    ++versions_.opened;
    note(Change::Settings);
}

void Workspace::edit_text(SharedText text) {
    history_.before(document_, "text");
    document_.text = std::move(text);
    document_.edited = true;
    note(Change::Text);
}

void Workspace::set_override(std::string_view variable, const Rational& value) {
    history_.before(document_, "value:" + std::string(variable));
    note(Change::Settings);
    for (auto& [name, present] : document_.overrides) {
        if (name == variable) {
            present = value;
            return;
        }
    }
    document_.overrides.emplace_back(variable, value);
}

void Workspace::clear_override(std::string_view variable) {
    history_.before(document_, "value:" + std::string(variable));
    std::erase_if(document_.overrides, [&](const auto& entry) { return entry.first == variable; });
    note(Change::Settings);
}

void Workspace::clear_overrides() {
    history_.before(document_, "values");
    document_.overrides.clear();
    std::string build = without_numbers(document_.build);
    if (build != document_.build) note(Change::Text);
    document_.build = std::move(build);
    note(Change::Settings);
}

void Workspace::set_input(std::string shapes) {
    history_.before(document_, "input");
    document_.input = std::move(shapes);
    if (is_source()) note(Change::Text);
    note(Change::Settings);
}

void Workspace::set_counting(std::string_view convention, Mode mode, bool causal) {
    history_.before(document_, "counting");
    document_.convention = convention;
    document_.mode = mode;
    document_.causal = causal;
    note(Change::Settings);
}

void Workspace::set_memory(const MemoryOptions& options) {
    if (options == document_.memory) return;
    history_.before(document_, "memory");
    document_.memory = options;
    ++versions_.document;
}

void Workspace::set_device(const std::optional<Device>& device) {
    if (device == document_.device) return;
    history_.before(document_, "device");
    document_.device = device;
    ++versions_.document;
}

void Workspace::replace_text(Span part, std::string_view words) {
    if (part.begin > part.end || part.end > document_.text->size()) return;
    SharedText text = document_.text;
    text.edit().replace(part.begin, part.end - part.begin, words);
    edit_text(std::move(text));
    ++versions_.replaced_text;
}

bool Workspace::may_be_adjustable() const {
    const auto is_of_text = [](const VariableReport& variable) {
        return variable.origin == VariableReport::Origin::Assigned;
    };
    return !is_source() && error() == nullptr && report().root() != nullptr &&
           none_of(report().variables, is_of_text);
}

void Workspace::take_adjustable(Adjusted adjusted) {
    const bool is_wanted = is_adjusting();
    stop_adjusting();
    if (!is_wanted) return;
    adjust_remark_ = std::move(adjusted.remark);
    unchanged_ = adjust_request();
    if (adjusted.text.empty()) return;
    settle();
    edit_text(std::move(adjusted.text));
    document_.input = std::move(adjusted.input);
    note(Change::Settings);
    settle();
    ++versions_.replaced_text;
}

std::string_view Workspace::adjust_remark() const {
    return unchanged_ == adjust_request() ? std::string_view(adjust_remark_) : "";
}

std::string Workspace::tie_lines(bool are_tied) const {
    const std::vector<PossibleTie>& ties = report().possible_ties;
    if (!are_tied && !ties.empty()) return "tie: none\n";
    std::string lines;
    for (const PossibleTie& tie : ties) lines += concat("tie: ", tie.tied, " = ", tie.source, "\n");
    return lines;
}

bool Workspace::travel(bool (History::*step)(Document&)) {
    const Document present = document_;
    if (!(history_.*step)(document_)) return false;
    document_.selection = present.selection;
    document_.opened = present.opened;
    document_.depth = present.depth;
    if (document_.text != present.text) {
        // Usual values belong to one model.
        if (document_.name != present.name) usual_values_.clear();
        note(Change::Text);
        ++versions_.replaced_text;
    }
    if (reads_otherwise(present)) note(Change::Text);
    note(Change::Settings);
    return true;
}

void Workspace::select(std::size_t node) {
    if (node >= report_.nodes.size()) return;
    if (node == selected_ && document_.selection == report_.path(node)) return;
    selected_ = node;
    document_.selection = report_.path(node);
    ++versions_.document;
}

void Workspace::set_opened(std::size_t node, bool opened) {
    if (node >= report_.nodes.size()) return;
    document_.opened[report_.path(node)] = opened;
    ++versions_.opened;
    ++versions_.document;
}

void Workspace::set_depth(std::uint32_t depth) {
    document_.opened.clear();
    document_.depth = depth;
    ++versions_.opened;
    ++versions_.document;
}

bool Workspace::update() {
    if (!has_changes()) return false;
    if (unchanged_ != adjust_request()) unchanged_.reset();  // keeps no earlier text
    if (counts_elsewhere()) {
        ask_for_count();
        return false;
    }
    counting_ = Counting::Nothing;
    if (report_.nodes.size() > kMostKeptNodes) forget_report();
    const bool is_new = change_ == Change::Text || read_text_ != versions_.counted_text;
    const auto begin = std::chrono::steady_clock::now();
    if (is_new) read();
    recount();
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    if (is_new) last_count_ = taken.count();
    if (is_new || taken.count() <= kNoticed) slow_counts_ = 0;
    if (taken.count() > (is_new ? kNoticed * 10 : kNoticed)) ++slow_counts_;
    change_ = Change::None;
    ++versions_.answer;
    return true;
}

const Diagnostic* Workspace::error() const {
    return !problems_.empty() && problems_.front().severity == Severity::Error ? &problems_.front() : nullptr;
}

const Rational* Workspace::usual_value(std::string_view variable) const {
    const auto found = usual_values_.find(variable);
    return found == usual_values_.end() ? nullptr : &found->second;
}

void Workspace::read() {
    take_text();
    counter_.read(model_text());
    read_text_ = versions_.counted_text;
}

/// Gives the changed text a new version, and finds whether it is source code that has been read.
void Workspace::take_text() {
    ++versions_.counted_text;
    kind_ = is_read() ? TextKind::ReadSource : TextKind::Model;
}

/// True when the document's text is source code whose reading is here.
bool Workspace::is_read() const {
    return reading_ && reading_->request == source_request();
}

/// True when a count takes longer than a frame: of a long text, or of one that did when it was last counted.
bool Workspace::is_long_count() const {
    const std::string& text = is_read() ? reading_->model_text : *document_.text;
    const bool took_long = change_ != Change::Text && (was_elsewhere_ || slow_counts_ >= kSlowCounts);
    return text.size() > kFrameText || (took_long && !text.empty());
}

void Workspace::ask_for_count() {
    if (change_ == Change::Text) {
        take_text();
        counter_.read("");  // frees the model that was read here
        problems_.clear();
    }
    counting_ = Counting::Wanted;
    change_ = Change::None;
}

std::optional<CountRequest> Workspace::take_uncounted() {
    if (!wants_count()) return std::nullopt;
    counting_ = Counting::Elsewhere;
    return CountRequest{versions_.counted_text, settings()};
}

void Workspace::count_elsewhere(bool possible) {
    has_counter_ = possible;
    if (possible || !is_counting()) return;
    counting_ = Counting::Nothing;
    change_ = Change::Text;
}

void Workspace::take_counted(transfer::Counted counted, std::uint64_t text_version) {
    if (text_version != versions_.counted_text || change_ == Change::Text) return;
    was_elsewhere_ = true;
    take_count(std::move(counted));
    if (counting_ == Counting::Elsewhere) counting_ = Counting::Nothing;
    ++versions_.answer;
}

void Workspace::stop_counting() {
    if (is_counting()) counting_ = Counting::Stopped;
}

std::shared_ptr<const Model> Workspace::whole_model() const {
    if (!is_received_) return report_.model;
    if (reported_text_ != versions_.counted_text || change_ == Change::Text) return nullptr;
    Diagnostics told_already;
    return std::make_shared<const Model>(read_model_text(model_text(), &told_already));
}

/// True when the same text of source code is read otherwise in the other document.
bool Workspace::reads_otherwise(const Document& other) const {
    return other.build != document_.build || (kind_ != TextKind::Model && other.input != document_.input);
}

SourceRequest Workspace::source_request() const {
    const bool is_shape = !document_.input.empty() && bool(parse_input_shapes(document_.input));
    return {*document_.text, document_.build, is_shape ? document_.input : ""};
}

std::optional<SourceRequest> Workspace::take_unread_source() {
    if (!std::exchange(is_reading_wanted_, false)) return std::nullopt;
    return source_request();
}

void Workspace::take_reading(SourceReading reading) {
    if (reading.request != source_request()) return;
    reading_ = std::move(reading);
    note(Change::Text);
}

void Workspace::set_build(std::string expression) {
    history_.before(document_, "build");
    document_.build = std::move(expression);
    note(Change::Text);
}

void Workspace::set_source_number(const SourceNumber& number) {
    history_.before(document_, "value:" + number.name);
    document_.build = with_number(document_.build, number);
    note(Change::Text);
}

std::uint32_t Workspace::source_line(std::size_t node) const {
    const SourceReading* source = reading();
    if (source == nullptr || node >= report_.nodes.size()) return 0;
    for (; node != 0; node = report_.nodes[node].parent) {
        const auto found = source->lines.find(report_.path(node));
        if (found != source->lines.end()) return found->second;
    }
    return 0;
}

std::optional<std::size_t> Workspace::node_at_line(std::uint32_t line) const {
    const SourceReading* source = reading();
    if (source == nullptr) return std::nullopt;
    std::optional<std::size_t> first;
    for (const auto& [path, made_at] : source->lines) {
        const auto node = made_at == line ? report_.find(path) : std::nullopt;
        if (node && (!first || *node < *first)) first = *node;
    }
    return first;
}

void Workspace::sort_problems(const Diagnostics& diagnostics) {
    problems_.clear();
    for (const Severity severity : {Severity::Error, Severity::Warning, Severity::Note}) {
        for (const Diagnostic& diagnostic : diagnostics) {
            if (diagnostic.severity == severity) problems_.push_back(diagnostic);
        }
    }
}

void Workspace::recount() {
    was_elsewhere_ = false;
    const SourceReading* source = reading();
    if (source && source->model_text.empty()) {
        sort_problems(source->problems);
        is_invalid_ = true;
        return;
    }
    take_count(counter_.count(settings()));
}

/// Shows what was counted, or its problems.
void Workspace::take_count(transfer::Counted counted) {
    const SourceReading* source = reading();
    is_reading_wanted_ = counted.is_source_code && source == nullptr && has_reader_;
    if (is_reading_wanted_) {
        kind_ = TextKind::UnreadSource;
        problems_.clear();
        is_invalid_ = true;
        return;
    }
    input_text_ = std::move(counted.input_text);
    input_origin_ = counted.input_origin;
    input_error_ = std::move(counted.input_error);
    Report& report = counted.report;
    if (source) {
        Diagnostics& diagnostics = report.diagnostics;
        for (Diagnostic& diagnostic : diagnostics) diagnostic.span = {};  // its text is not shown
        diagnostics.insert(diagnostics.begin(), source->problems.begin(), source->problems.end());
    }
    sort_problems(report.diagnostics);
    is_invalid_ = counted.is_invalid || !is_usable(report) || !input_error_.empty();
    // Without an earlier report, a partial model is better than an empty page.
    if (!is_invalid_ || (report_.nodes.empty() && is_usable(report)))
        accept(std::move(report), std::move(counted.activations));
}

transfer::Settings Workspace::settings() const {
    return {document_.overrides, document_.input, document_.convention, document_.mode, document_.causal};
}

/// Frees the report: two of the largest do not fit into a browser's memory.
void Workspace::forget_report() {
    report_ = {};
    selected_ = 0;
    ++versions_.report;
}

void Workspace::accept(Report report, Quantity activations) {
    old_report_ = std::exchange(report_, std::move(report));
    activations_ = std::move(activations);
    name_report();
    reported_text_ = versions_.counted_text;
    is_received_ = was_elsewhere_;
    ++versions_.report;
    selected_ = find_node(document_.selection);
    remember_usual_values();
}

/// Names the report as its document, but after the root's type where the text has become another model's.
void Workspace::name_report() {
    const std::string type = report_.root() != nullptr ? std::string(report_.root()->type) : "";
    if (std::exchange(named_model_, versions_.model) != versions_.model || !document_.edited)
        opened_type_ = type;
    report_name_ = type.empty() || type == opened_type_ ? document_.name : type;
}

void Workspace::remember_usual_values() {
    for (const VariableReport& variable : report_.variables) {
        if (variable.value && variable.origin != VariableReport::Origin::Overridden) {
            usual_values_.insert_or_assign(variable.name, *variable.value);
        }
    }
}

std::size_t Workspace::find_node(std::string_view path) const {
    if (selected_ < report_.nodes.size() && report_.path(selected_) == path) return selected_;
    return report_.find(path).value_or(0);
}

std::string with_unix_lines(std::string text) {
    std::size_t kept = find_byte(text, '\r');  // most texts have none
    if (kept == std::string::npos) return text;
    for (std::size_t i = kept; i < text.size(); ++i) {
        const bool pair = text[i] == '\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if (!pair) text[kept++] = text[i] == '\r' ? '\n' : text[i];
    }
    text.resize(kept);
    return text;
}

}  // namespace paramscope::app
