#include "app/shell/app.h"

#include <imgui.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "app/dialogs/compare_dialog.h"
#include "app/dialogs/dialog.h"
#include "app/dialogs/export_dialog.h"
#include "app/dialogs/gallery.h"
#include "app/dialogs/help.h"
#include "app/dialogs/share_menu.h"
#include "app/document/class_to_read.h"
#include "app/document/source_fields.h"
#include "app/editor/editor_panel.h"
#include "app/editor/parameters_panel.h"
#include "app/inspector/inspector_panel.h"
#include "app/inspector/totals_panel.h"
#include "app/panel/address.h"
#include "app/panel/context.h"
#include "app/pictures/pictures.h"
#include "app/shell/first_visit.h"
#include "app/shell/host_state.h"
#include "app/shell/pane_sizes.h"
#include "app/shell/remote_adjust.h"
#include "app/shell/remote_count.h"
#include "app/shell/undo.h"
#include "app/shell/work_bar.h"
#include "app/tree/tree_panel.h"
#include "app/ui/icons.h"
#include "app/ui/language.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/text_parts.h"

namespace paramscope::app {
namespace {

/// Tabs of the narrow layout, which shows one pane at a time.
enum class Tab { Tree, Formula, Picture, Values, Text };
constexpr Word kTabs[] = {"tab_modules", "tab_formula", "picture", "tab_values", "tab_text"};
/// Tabs of the middle pane in a low window.
constexpr Word kMiddleTabs[] = {"tab_modules", "picture"};
/// Tabs of the pane under the tree in the medium layout: the inspector's, and the picture.
constexpr Word kLowerTabs[] = {"inspect_module", "inspect_tools", "inspect_memory", "picture"};

/// A pause in typing after which a long count starts.
constexpr double kSecondsToCount = 0.3;

/// The layout of the panes. A low embed has no height for two panes in a column.
Breakpoint layout() {
    const bool low = ImGui::GetMainViewport()->Size.y < unit(140);
    return platform::is_embedded() && low && breakpoint() == Breakpoint::Medium ? Breakpoint::Narrow
                                                                                : breakpoint();
}

class App final : public platform::Program {
  public:
    App();
    void frame() override;
    void take_counted() override { remote_count_.take_between_frames(context_.workspace); }

  private:
    void recount();
    bool waits_for_pause();
    void take_host_input();
    void take_file(platform::File file);
    void open_model(std::string name, std::string text, bool is_other);
    void draw_top_bar();
    void draw_tools();
    void draw_undo_buttons();
    void draw_edit_bar(float width);
    void edge(const char* id, Word pane, bool vertical, float* size, float smallest, float largest,
              bool reversed = false);
    void draw_wide();
    void draw_middle(const ImVec2& size);
    void draw_low_middle(const ImVec2& size);
    void draw_medium();
    void draw_narrow();
    void draw_text_and_values();
    void draw_text_pane(const ImVec2& size);
    void draw_values_pane(const ImVec2& size);
    void draw_results_pane(const ImVec2& size);
    void draw_picture_pane(const ImVec2& size);
    void draw_inspector_pane(const ImVec2& size);
    void draw_lower_pane(const ImVec2& size);
    void draw_dialogs();
    void draw_curtain() const;
    void publish();
    void offer_code();
    void request_height(float tree_top) const;

    Context context_;
    Address address_;
    FirstVisit first_visit_;
    ShareMenu share_menu_;
    EditorPanel editor_;
    ParametersPanel parameters_;
    TotalsPanel totals_;
    TreePanel tree_;
    InspectorPanel inspector_;
    Pictures pictures_;
    Gallery gallery_;
    ExportDialog export_;
    CompareDialog compare_;
    PaneSizes pane_sizes_ = remembered_pane_sizes();
    Undo undo_;
    RemoteCount remote_count_;
    RemoteAdjust remote_adjust_;
    WorkBar work_bar_;
    bool is_waiting_ = false;                ///< a long count is about to begin
    double counts_at_ = 0;                   ///< time at which it begins
    std::uint64_t counting_generation_ = 0;  ///< generation of the document whose count was announced
    std::uint64_t shown_revision_ = 0;
    int tab_ = 0;
    int middle_tab_ = 0;  ///< in a low window: the tree, or the picture
    int lower_tab_ = 0;   ///< index in kLowerTabs
    std::optional<HostStateVersion> published_;
    std::uint64_t opened_ = 0;    ///< generation of the last opened model
    std::uint64_t reported_ = 0;  ///< generation of the published answer
    std::string offered_;         ///< the last class whose code was offered
};

App::App() {
    if (platform::can_read_source()) context_.workspace.wait_for_readings();
    ImGui::GetIO().ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    follow_language();
    Undo::claim_keys();
    if (address_.take(context_.workspace)) return;
    open_first_preset(context_.workspace);
    first_visit_.begin(context_.workspace);
    address_.show(context_.workspace);
}

void App::frame() {
    context_.pointed = std::exchange(context_.pointing, SIZE_MAX);
    context_.highlighted = std::exchange(context_.highlighting, {});
    follow_language();
    take_host_input();
    remote_count_.take(context_.workspace);
    recount();
    // The rows of the tree are found with a new report; other panels wait for their turn.
    if (context_.workspace.revision() != shown_revision_) context_.steps.may(context_.workspace.report());
    shown_revision_ = context_.workspace.revision();
    const bool is_new =
        !context_.workspace.has_changes() && !context_.workspace.is_counting() &&
        std::exchange(opened_, context_.workspace.versions().model) != context_.workspace.versions().model;
    // Shows the text and its errors when an opened model cannot be counted.
    if (is_new && context_.workspace.is_stale() && !context_.workspace.is_stopped())
        tab_ = static_cast<int>(Tab::Text);
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
    {
        const WithType type(Type::Body);
        if (!platform::is_embedded()) draw_top_bar();
        first_visit_.draw(context_);
        const Breakpoint room = layout();
        if (room == Breakpoint::Wide) draw_wide();
        if (room == Breakpoint::Medium) draw_medium();
        if (room == Breakpoint::Narrow) draw_narrow();
        work_bar_.draw(context_.workspace, remote_count_, remote_adjust_);
        draw_dialogs();
        context_.notice.draw();
        draw_curtain();
    }
    ImGui::End();
    remote_adjust_.follow(context_.workspace);
    undo_.follow(context_.workspace, editor_.is_edited());
    // Changes made after this frame's count are counted in the next frame.
    if (context_.workspace.has_changes() && !is_waiting_) platform::request_frame();
    address_.follow(context_.workspace);
    publish();
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
    const bool types = (workspace.counts_elsewhere() || workspace.slows_typing()) && editor_.is_edited();
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
    if (!file.readable) return context_.notice.show(word("file_unreadable", {{"name", file.name}}));
    if (find_byte(file.bytes, '\0') != std::string::npos) {
        return context_.notice.show(word("file_not_text", {{"name", file.name}}));
    }
    if (!file.whole()) return context_.notice.show(word("file_too_large", {{"name", file.name}}));
    if (file.name.empty()) file.name = word("pasted_model");  // pasted without a name
    context_.steps.may();                                     // other work on a large text waits
    const bool is_other = file.is_other || context_.is_comparing;
    open_model(std::move(file.name), std::move(file.bytes), is_other);
}

/// Opens a model, or compares the present one with it. Opens the shipped model whose name
/// the text is.
void App::open_model(std::string name, std::string text, bool is_other) {
    if (const Preset* const shipped = preset_called(text)) {
        name = shipped->title;
        text = shipped->text;
    }
    if (!is_other) return context_.workspace.open(std::move(name), std::move(text));
    Document other;
    other.name = std::move(name);
    other.text = std::move(text);
    context_.notice.show(
        word("compares_with", {{"name", context_.workspace.document().name}, {"other", other.name}}));
    context_.other = std::move(other);
    context_.wanted = DialogKind::Compare;
}

void App::draw_top_bar() {
    const bool narrow = breakpoint() == Breakpoint::Narrow;
    if (!narrow) {
        const WithType type(Type::Heading);
        const ImVec2 at = ImGui::GetCursorScreenPos();
        draw_icon(ImGui::GetWindowDrawList(), Icon::Logo, {at.x + unit(3), at.y + control_height() * 0.5f},
                  unit(5.5f), palette().accent);
        ImGui::AlignTextToFramePadding();
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + unit(7));
        text("Paramscope");
        describe(Aria::Heading, "Paramscope", {.level = 1});
        ImGui::SameLine(0, unit(4));
    }
    const Document& document = context_.workspace.document();
    const std::string title = translate_title(context_.workspace.title());
    const std::string name = document.edited ? word("edited", {{"name", title}}) : title;
    const Word open_label = narrow ? Word("open_file_short") : Word("open_file");
    const float icons = (icon_button_width() + unit(1)) * (narrow ? 1 : 2);
    const float language = narrow ? 0 : language_button_width() + unit(2);
    const float buttons = icons + language + button_width(word("paste")) + button_width(word(open_label)) +
                          unit(4) + ShareMenu::width();
    const float undo = narrow ? 0 : icon_button_width() * 2 + unit(3);
    const float most = ImGui::GetContentRegionAvail().x - buttons - undo - unit(1);
    if (menu_button("gallery", name, std::min(most, unit(80)))) {
        context_.wanted = DialogKind::Gallery;
    }
    if (!narrow) {
        ImGui::SameLine(0, unit(2));
        draw_undo_buttons();
    }
    ImGui::SameLine(0, unit(3));
    const float rest = ImGui::GetContentRegionAvail().x - buttons - unit(3);
    if (rest > unit(40)) {
        ImGui::AlignTextToFramePadding();
        clipped_text(word("invitation"), rest, palette().muted);
    }
    same_line_at_right(buttons);
    draw_tools();
    if (!narrow) {
        language_button();
        ImGui::SameLine(0, unit(2));
    }
    if (button(word("paste"))) platform::paste_model();
    ImGui::SameLine(0, unit(2));
    if (button(word(open_label))) platform::pick_file();
    ImGui::SameLine(0, unit(2));
    share_menu_.draw(context_, address_);
}

void App::draw_tools() {
    if (breakpoint() == Breakpoint::Narrow) {
        if (icon_button("more", Icon::More, word("more"))) ImGui::OpenPopup("more menu");
        if (begin_menu("more menu", word("more"))) {
            if (menu_item(word("compare"), Icon::Compare)) context_.wanted = DialogKind::Compare;
            if (menu_item(word("export"), Icon::Export)) context_.wanted = DialogKind::Export;
            if (menu_item(word("help"), Icon::Help)) context_.wanted = DialogKind::Help;
            language_item();
            end_menu();
        }
    } else {
        if (icon_button("compare button", Icon::Compare, word("compare")))
            context_.wanted = DialogKind::Compare;
        ImGui::SameLine(0, unit(1));
        if (icon_button("export button", Icon::Export, word("export"))) context_.wanted = DialogKind::Export;
    }
    ImGui::SameLine(0, unit(1));
}

void App::draw_undo_buttons() {
    Workspace& workspace = context_.workspace;
    ImGui::BeginDisabled(!workspace.can_undo());
    if (icon_button("undo", Icon::Undo, word("undo"))) workspace.undo();
    ImGui::EndDisabled();
    ImGui::SameLine(0, unit(1));
    ImGui::BeginDisabled(!workspace.can_redo());
    if (icon_button("redo", Icon::Redo, word("redo"))) workspace.redo();
    ImGui::EndDisabled();
}

/// Draws the bar above the editor in the narrow layout: the totals, and a way back.
void App::draw_edit_bar(float width) {
    const float buttons = icon_button_width() * 2 + unit(1);
    const bool is_stale = context_.workspace.is_stale();
    const float left = ImGui::GetCursorPosX();
    ImGui::AlignTextToFramePadding();
    clipped_text(totals_.parameters(context_.workspace), width - buttons - unit(2),
                 is_stale ? palette().muted : palette().text);
    if (is_stale) {
        ImGui::SameLine();
        const WithType type(Type::Small);
        const bool waits = context_.workspace.waits_for_count();
        clipped_text(word(waits ? Word("of_the_earlier_text") : Word("of_the_last_text")),
                     left + width - buttons - unit(2) - ImGui::GetCursorPosX(),
                     waits ? palette().muted : palette().error);
    }
    same_line_at_right(buttons);
    draw_undo_buttons();
}

/// Draws a splitter and stores its position.
void App::edge(const char* id, Word pane, bool vertical, float* size, float smallest, float largest,
               bool reversed) {
    if (splitter(id, word(pane), vertical, size, smallest, largest, reversed))
        remember_pane_sizes(pane_sizes_);
}

void App::draw_wide() {
    const ImVec2 all = ImGui::GetContentRegionAvail();
    if (pane_sizes_.left <= 0) pane_sizes_.left = std::clamp(all.x * 0.225f, unit(74), unit(112));
    if (pane_sizes_.right <= 0) pane_sizes_.right = std::clamp(all.x * 0.225f, unit(74), unit(104));
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    ImGui::BeginGroup();
    begin_plain_child("left", {pane_sizes_.left, all.y});
    draw_text_and_values();
    ImGui::EndChild();
    ImGui::EndGroup();
    ImGui::SameLine();
    edge("left edge", "tab_text", true, &pane_sizes_.left, unit(60), all.x * 0.45f);
    ImGui::SameLine();
    recount();
    const float middle = all.x - pane_sizes_.left - pane_sizes_.right - gap() * 2;
    draw_middle({middle, all.y});
    ImGui::SameLine();
    edge("right edge", "tab_formula", true, &pane_sizes_.right, unit(60), all.x * 0.4f, true);
    ImGui::SameLine();
    draw_inspector_pane({pane_sizes_.right, all.y});
    ImGui::PopStyleVar();
}

void App::draw_middle(const ImVec2& size) {
    if (size.y < unit(150)) return draw_low_middle(size);
    if (pane_sizes_.picture <= 0) pane_sizes_.picture = size.y * 0.44f;
    begin_plain_child("middle", size);
    draw_results_pane({size.x, size.y - pane_sizes_.picture - gap()});
    edge("picture edge", "picture", false, &pane_sizes_.picture, unit(40), size.y * 0.65f, true);
    draw_picture_pane({size.x, pane_sizes_.picture});
    ImGui::EndChild();
}

/// Draws the tree or the picture: a low window has no room for both.
void App::draw_low_middle(const ImVec2& size) {
    ImGui::BeginGroup();
    tabs("panes", kMiddleTabs, &middle_tab_, size.x);
    ImGui::Dummy({0, gap()});
    const ImVec2 rest{size.x, size.y - control_height() - gap()};
    if (middle_tab_ == 0) {
        draw_results_pane(rest);
    } else {
        draw_picture_pane(rest);
    }
    ImGui::EndGroup();
}

void App::draw_medium() {
    const ImVec2 all = ImGui::GetContentRegionAvail();
    if (pane_sizes_.left <= 0) pane_sizes_.left = std::clamp(all.x * 0.32f, unit(64), unit(96));
    if (pane_sizes_.inspector <= 0) pane_sizes_.inspector = all.y * 0.34f;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    begin_plain_child("left", {pane_sizes_.left, all.y});
    draw_text_and_values();
    ImGui::EndChild();
    ImGui::SameLine();
    edge("left edge", "tab_text", true, &pane_sizes_.left, unit(60), all.x * 0.5f);
    ImGui::SameLine();
    recount();
    ImGui::BeginGroup();
    const float width = ImGui::GetContentRegionAvail().x;
    draw_results_pane({width, all.y - pane_sizes_.inspector - gap()});
    edge("inspector edge", "tab_formula", false, &pane_sizes_.inspector, unit(30), all.y * 0.6f, true);
    draw_lower_pane({width, pane_sizes_.inspector});
    ImGui::EndGroup();
    ImGui::PopStyleVar();
}

void App::draw_narrow() {
    tabs("panes", kTabs, &tab_, ImGui::GetContentRegionAvail().x);
    const auto tab = static_cast<Tab>(tab_);
    if (tab == Tab::Values || tab == Tab::Text) draw_edit_bar(ImGui::GetContentRegionAvail().x);
    const ImVec2 all = ImGui::GetContentRegionAvail();
    if (tab == Tab::Tree) draw_results_pane(all);
    if (tab == Tab::Formula) draw_inspector_pane(all);
    if (tab == Tab::Picture) draw_picture_pane(all);
    if (tab == Tab::Values) draw_values_pane(all);
    if (tab == Tab::Text) draw_text_pane(all);
}

void App::draw_text_and_values() {
    const ImVec2 all = ImGui::GetContentRegionAvail();
    if (pane_sizes_.parameters <= 0) pane_sizes_.parameters = all.y * 0.48f;
    draw_text_pane({all.x, all.y - pane_sizes_.parameters - gap()});
    edge("values edge", "tab_values", false, &pane_sizes_.parameters, unit(30), all.y * 0.75f, true);
    draw_values_pane({all.x, pane_sizes_.parameters});
}

void App::draw_text_pane(const ImVec2& size) {
    begin_pane("text", size);
    editor_.draw(context_);
    end_pane();
}

void App::draw_values_pane(const ImVec2& size) {
    begin_pane("values", size);
    parameters_.draw(context_);
    end_pane();
}

void App::draw_results_pane(const ImVec2& size) {
    begin_pane("results", size, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    totals_.draw(context_);
    if (platform::is_embedded()) request_height(ImGui::GetCursorScreenPos().y);
    const ImVec2 top = ImGui::GetCursorScreenPos();
    tree_.draw(context_);
    if (context_.workspace.is_outlived()) veil("tree veil", top);
    end_pane();
}

void App::draw_picture_pane(const ImVec2& size) {
    begin_pane("picture", size, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    const ImVec2 top = ImGui::GetCursorScreenPos();
    pictures_.draw(context_, ImGui::GetContentRegionAvail());
    if (context_.workspace.is_outlived()) veil("picture veil", top);
    end_pane();
}

void App::draw_lower_pane(const ImVec2& size) {
    const float head = control_height() + gap();
    tabs("panes", kLowerTabs, &lower_tab_, size.x);
    ImGui::Dummy({0, gap()});
    const ImVec2 rest{size.x, size.y - head};
    if (lower_tab_ == 3) return draw_picture_pane(rest);
    begin_pane("inspector", rest);
    inspector_.draw_view(context_, lower_tab_);
    if (context_.workspace.is_outlived()) veil("inspector veil", ImGui::GetWindowPos());
    end_pane();
}

void App::draw_inspector_pane(const ImVec2& size) {
    begin_pane("inspector", size);
    inspector_.draw(context_);
    if (context_.workspace.is_outlived()) veil("inspector veil", ImGui::GetWindowPos());
    end_pane();
}

void App::draw_dialogs() {
    gallery_.draw(context_);
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

void App::request_height(float tree_top) const {
    // Fits the tree and its header; adds a share for the inspector when it is below.
    const float tree = static_cast<float>(context_.tree.rows().size() + 3) * row_height();
    const float inspector = breakpoint() == Breakpoint::Medium ? unit(50) : 0;
    platform::request_height(std::clamp(tree_top + tree + inspector, unit(90), unit(190)));
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
                                     {"parameters", totals_.parameters(context_.workspace)}}));
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
