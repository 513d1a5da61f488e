#include "app/shell/app.h"

#include <imgui.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "app/compare/compare_dialog.h"
#include "app/dialogs/dialog.h"
#include "app/dialogs/export_dialog.h"
#include "app/dialogs/help.h"
#include "app/dialogs/search_dialog.h"
#include "app/document/class_to_read.h"
#include "app/document/open_preset.h"
#include "app/document/source_fields.h"
#include "app/panel/address.h"
#include "app/panel/context.h"
#include "app/shell/first_visit.h"
#include "app/shell/host_state.h"
#include "app/shell/panes.h"
#include "app/shell/remote_adjust.h"
#include "app/shell/remote_count.h"
#include "app/shell/top_bar.h"
#include "app/shell/undo.h"
#include "app/shell/work_bar.h"
#include "app/ui/language.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/characters.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "layers/texts/own_text.h"

namespace paramscope::app {
namespace {

/// A pause in typing after which a name alone is taken for that of a model.
constexpr double kSecondsToName = 1;

/// A pause in typing after which a long count starts.
constexpr double kSecondsToCount = 0.3;

/// True for a text that may be the name of a well-known model: a word.
bool may_be_known(std::string_view text) {
    constexpr std::size_t kLongestName = 96;
    return !trim(text).empty() && text.size() <= kLongestName && all_of(trim(text), [](char c) {
        return is_letter(c) || is_digit(c) || c == '-' || c == '_' || c == '.';
    });
}

class App final : public platform::Program {
  public:
    App();
    void frame() override;
    std::string printed() override { return page_to_print(context_.workspace); }
    bool reads(std::string_view text) const override { return is_own_text(text); }
    void take_counted() override { remote_count_.take_between_frames(context_.workspace); }

  private:
    void begin_window() const;
    void draw_first();
    void recount();
    bool waits_for_pause();
    void take_host_input();
    void take_file(platform::File file);
    void open_written_name();
    void open_model(std::string name, std::string text, bool is_other);
    void draw_dialogs();
    void draw_curtain() const;
    void publish();
    void offer_code();

    Context context_;
    Address address_;
    FirstVisit first_visit_;
    TopBar top_bar_;
    Panes panes_;
    SearchDialog search_;
    ExportDialog export_;
    CompareDialog compare_;
    Undo undo_;
    RemoteCount remote_count_;
    RemoteAdjust remote_adjust_;
    WorkBar work_bar_;
    bool is_waiting_ = false;                ///< a long count is about to begin
    double counts_at_ = 0;                   ///< time at which it begins
    std::uint64_t counting_generation_ = 0;  ///< generation of the document whose count was announced
    std::uint64_t shown_revision_ = 0;
    std::optional<HostStateVersion> published_;
    std::uint64_t opened_ = 0;    ///< generation of the last opened model
    std::uint64_t reported_ = 0;  ///< generation of the published answer
    std::string asked_name_;      ///< the text that was last asked for as a well-known model
    std::uint64_t written_ = 0;   ///< version of the document whose text may be a name
    double written_is_asked_at_ = 0;
    std::string offered_;  ///< the last class whose code was offered
};

App::App() {
    if (platform::can_read_source()) context_.workspace.wait_for_readings();
    ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    follow_language();
    Undo::claim_keys();
    SearchDialog::claim_keys();
    if (address_.take(context_.workspace)) return;
    open_first_preset(context_.workspace);
    first_visit_.begin(context_.workspace);
    address_.show(context_.workspace);
}

void App::frame() {
    if (!platform::has_details()) return draw_first();
    context_.pointed = std::exchange(context_.pointing, SIZE_MAX);
    context_.highlighted = std::exchange(context_.highlighting, {});
    follow_language();
    take_host_input();
    remote_count_.take(context_.workspace);
    recount();
    context_.flashes.follow(context_.workspace.versions().model);
    // The rows of the tree are found with a new report; other panels wait for their turn.
    if (context_.workspace.revision() != shown_revision_) context_.steps.may(context_.workspace.report());
    shown_revision_ = context_.workspace.revision();
    const bool is_new =
        !context_.workspace.has_changes() && !context_.workspace.is_counting() &&
        std::exchange(opened_, context_.workspace.versions().model) != context_.workspace.versions().model;
    // Shows the text and its errors when an opened model cannot be counted.
    if (is_new && context_.workspace.is_stale() && !context_.workspace.is_stopped()) panes_.show_text();
    begin_window();
    {
        const WithType type(Type::Body);
        if (!platform::is_embedded()) top_bar_.draw(context_, address_);
        first_visit_.draw(context_);
        panes_.draw(context_, [this] { recount(); });
        work_bar_.draw(context_.workspace, remote_count_, remote_adjust_);
        draw_dialogs();
        context_.notice.draw();
        draw_curtain();
    }
    ImGui::End();
    remote_adjust_.follow(context_.workspace);
    undo_.follow(context_.workspace, panes_.is_edited());
    context_.recent.follow(context_.workspace);
    open_written_name();
    // Changes made after this frame's count are counted in the next frame.
    if (context_.workspace.has_changes() && !is_waiting_) platform::request_frame();
    address_.follow(context_.workspace);
    publish();
}

void App::begin_window() const {
    apply_theme();
    const ImGuiViewport& viewport = *ImGui::GetMainViewport();
    ImGui::SetNextWindowPos(viewport.WorkPos);
    ImGui::SetNextWindowSize(viewport.WorkSize);
    // The panes scroll, the window does not.
    ImGui::SetNextWindowContentSize({viewport.WorkSize.x - gap() * 2, viewport.WorkSize.y - gap() * 2});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {gap(), gap()});
    constexpr ImGuiWindowFlags kFlags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoSavedSettings |
                                        ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoMove |
                                        ImGuiWindowFlags_NoScrollWithMouse;
    ImGui::Begin("Paramscope", nullptr, kFlags);
    ImGui::PopStyleVar();
}

/// Draws what needs no count: the bar, the numbers that came with the page, and the sheet of a first visit.
void App::draw_first() {
    follow_language();
    begin_window();
    {
        const WithType type(Type::Body);
        top_bar_.draw(context_, address_);
        first_visit_.draw(context_);
        panes_.draw_first();
    }
    ImGui::End();
}

/// Counts pending changes, or asks for it.
void App::recount() {
    Workspace& workspace = context_.workspace;
    is_waiting_ = workspace.has_changes() && waits_for_pause();
    if (!is_waiting_) workspace.update();
    remote_count_.ask(context_);
    if (const std::optional<SourceRequest> wanted = workspace.take_unread_source())
        platform::read_source(wanted->source, wanted->build, wanted->input);
}

/// A long count waits for a pause in typing. One that stops the interface is announced first.
bool App::waits_for_pause() {
    const Workspace& workspace = context_.workspace;
    const bool types = (workspace.counts_elsewhere() || workspace.slows_typing()) && panes_.is_edited();
    if (!types && !workspace.takes_long()) return false;
    const double now = ImGui::GetTime();
    if (workspace.versions().document != counting_generation_) {
        counting_generation_ = workspace.versions().document;
        counts_at_ = now + kSecondsToCount;
        if (!is_waiting_ && !types) announce(word("counting", {{"name", workspace.document().name}}));
    }
    if (now >= counts_at_) return false;
    platform::request_frame_in(counts_at_ - now);
    return true;
}

void App::take_host_input() {
    address_.take(context_.workspace);
    const std::uint64_t model_before = context_.workspace.versions().model;
    if (std::optional<std::string> pasted = platform::take_pasted_text()) {
        open_model(std::string(word("pasted_model")), std::move(*pasted), context_.is_comparing);
    }
    while (std::optional<platform::File> file = platform::take_file()) take_file(std::move(*file));
    if (const std::optional<platform::Fields> fields = platform::take_source_reading())
        context_.workspace.take_reading(source_reading(*fields));
    const std::uint64_t model = context_.workspace.versions().model;
    if (model != model_before) context_.readings = {platform::take_readings(), model};
}

void App::take_file(platform::File file) {
    if (!file.readable) return platform::explain(word("file_unreadable", {{"name", file.name}}));
    if (find_byte(file.bytes, '\0') != std::string::npos) {
        return platform::explain(word("file_not_text", {{"name", file.name}}));
    }
    if (!file.whole()) return platform::explain(word("file_too_large", {{"name", file.name}}));
    if (file.name.empty()) file.name = word("pasted_model");  // pasted without a name
    context_.steps.may();                                     // other work on a large text waits
    const bool is_other = file.is_other || context_.is_comparing;
    open_model(std::move(file.name), std::move(file.bytes), is_other);
}

/// Opens the model whose name is all that the editor holds, when it has been there for a moment.
void App::open_written_name() {
    Workspace& workspace = context_.workspace;
    const std::string& text = *workspace.document().text;
    if (!panes_.is_edited() || text == asked_name_ || !may_be_known(text)) return;
    const double now = ImGui::GetTime();
    if (std::exchange(written_, workspace.versions().document) != workspace.versions().document)
        written_is_asked_at_ = now + kSecondsToName;
    if (now < written_is_asked_at_) return platform::request_frame_in(written_is_asked_at_ - now);
    asked_name_ = text;
    if (const Preset* const shipped = preset_called(text)) return open_preset(workspace, *shipped);
    platform::open_known(text, platform::KnownAsker::Editor);
}

/// Opens a model, or compares the present one with it. Opens the shipped model whose name
/// the text is.
void App::open_model(std::string name, std::string text, bool is_other) {
    const auto asker = is_other ? platform::KnownAsker::Comparison : platform::KnownAsker::Paste;
    if (const Preset* const shipped = preset_called(text)) {
        name = shipped->title;
        text = shipped->text;
    } else if (may_be_known(text) && std::exchange(asked_name_, text) != text) {
        return platform::open_known(text, asker);
    }
    asked_name_.clear();
    if (!is_other) return context_.workspace.open(std::move(name), std::move(text));
    Document other;
    other.name = std::move(name);
    other.text = std::move(text);
    context_.notice.show(
        word("compares_with", {{"name", context_.workspace.document().name}, {"other", other.name}}));
    context_.other = std::move(other);
    context_.wanted = DialogKind::Compare;
}

void App::draw_dialogs() {
    search_.draw(context_, address_);
    export_.draw(context_);
    compare_.draw(context_);
    draw_help(context_);
}

/// Draws overlays: the drop area for files, and the busy message.
void App::draw_curtain() const {
    const bool is_announced = is_waiting_ && context_.workspace.takes_long();
    if (!platform::files_hovering() && !is_announced) return;
    const ImVec2 size = ImGui::GetMainViewport()->Size;
    ImDrawList* list = ImGui::GetForegroundDrawList();
    list->AddRectFilled({0, 0}, size, palette().shade);
    list->AddRect({gap(), gap()}, {size.x - gap(), size.y - gap()}, palette().accent, rounding(), 0,
                  unit(0.5f));
    const WithType type(Type::Heading);
    const std::string words = is_announced ? word("counting", {{"name", context_.workspace.document().name}})
                                           : std::string(word("drop_here"));
    const ImVec2 half{text_width(words) * 0.5f + unit(4), ImGui::GetTextLineHeight() * 0.5f + unit(3)};
    const ImVec2 middle{size.x * 0.5f, size.y * 0.5f};
    list->AddRectFilled({middle.x - half.x, middle.y - half.y}, {middle.x + half.x, middle.y + half.y},
                        palette().pane, rounding());
    add_text(*list, {middle.x - half.x + unit(4), middle.y - half.y + unit(3)}, palette().text, words);
}

/// Offers the code of a class that is not known here, once.
void App::offer_code() {
    if (context_.workspace.is_source()) return;
    const std::string_view type = class_to_read(context_.workspace.report());
    if (type == std::exchange(offered_, type) || type.empty()) return;
    platform::offer_code(type);
}

void App::publish() {
    if (context_.workspace.has_changes()) return;  // the report belongs to an earlier document
    if (context_.workspace.versions().answer != reported_) {
        reported_ = context_.workspace.versions().answer;
        platform::publish_report(embed_report(context_.workspace));
        announce(word("total_said", {{"name", translate_title(context_.workspace.report_name())},
                                     {"parameters", panes_.total(context_.workspace)}}));
        offer_code();
    }
    const HostStateVersion version = host_state_version(context_);
    if (version == published_) return;
    published_ = version;
    platform::publish_state(host_state(context_));
}

}  // namespace
}  // namespace paramscope::app

namespace paramscope {

std::unique_ptr<platform::Program> make_app() {
    return std::make_unique<app::App>();
}

}  // namespace paramscope
