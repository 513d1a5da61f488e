#include "app/editor/editor_panel.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "app/editor/code_colours.h"
#include "app/editor/reading_menu.h"
#include "app/editor/source_colours.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/concat.h"
#include "base/source.h"
#include "base/text_parts.h"
#include "base/utf8.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

constexpr Word kViews[] = {"source_code", "model_text"};  ///< of source code
constexpr std::size_t kProblemsShown = 40;
constexpr std::size_t kLongText = 100'000;     // bytes
constexpr std::size_t kLargeText = 4'000'000;  // bytes; takes a part of a frame

std::vector<std::uint32_t> find_lines(std::string_view text) {
    std::vector<std::uint32_t> starts{0};
    for (std::size_t at = find_byte(text, '\n'); at != std::string_view::npos;
         at = find_byte(text, '\n', at + 1)) {
        starts.push_back(static_cast<std::uint32_t>(at + 1));
    }
    return starts;
}

// The position in `now` from which both texts have the same end.
std::size_t end_of_change(std::string_view before, std::string_view now) {
    const auto head = std::mismatch(before.begin(), before.end(), now.begin(), now.end());
    const auto shared = static_cast<std::size_t>(head.second - now.begin());
    std::size_t tail = 0;
    while (tail < now.size() - shared && tail < before.size() - shared &&
           now[now.size() - 1 - tail] == before[before.size() - 1 - tail]) {
        ++tail;
    }
    return now.size() - tail;
}

// The child window of a multi-line field, which has its scroll position.
ImGuiWindow* text_window(ImGuiID field) {
    for (ImGuiWindow* child : ImGui::GetCurrentWindow()->DC.ChildWindows) {
        if (child->ChildId == field) return child;
    }
    return nullptr;
}

// ImGui scans a field's whole text in each frame. A long text is passed only while it is edited, or may begin
// to be; in other frames an empty field of the same size is enough, since this panel draws the lines.
bool needs_text(ImGuiID field) {
    const ImGuiContext& g = *GImGui;
    const bool scrolls = g.ActiveIdWindow != nullptr && g.ActiveIdWindow->ChildId == field;
    return g.ActiveId == field || scrolls || g.ActiveIdPreviousFrame != 0 || g.NavActivateId == field ||
           g.InputTextDeactivatedState.ID == field || ImGui::IsMouseClicked(ImGuiMouseButton_Left);
}

// Makes room for a changed text: a copy where the text is shared.
int make_room(ImGuiInputTextCallbackData* data) {
    std::string& text = static_cast<SharedText*>(data->UserData)->edit();
    text.resize(static_cast<std::size_t>(data->BufTextLen));
    data->Buf = text.data();
    return 0;
}

// A field that changes the text; true when it did. ImGui writes to it only after make_room().
bool text_field(const char* label, SharedText& text, const ImVec2& size, ImGuiInputTextFlags flags) {
    return ImGui::InputTextMultiline(label, const_cast<char*>(text->c_str()), text->size() + 1, size,
                                     flags | ImGuiInputTextFlags_AllowTabInput |
                                         ImGuiInputTextFlags_NoUndoRedo | ImGuiInputTextFlags_CallbackResize,
                                     make_room, &text);
}

// The screen position of the first line. Horizontally ImGui scrolls the text, only during editing.
ImVec2 text_origin(const ImGuiWindow& window, ImGuiID field) {
    const ImGuiInputTextState* state =
        ImGui::GetActiveID() == field ? ImGui::GetInputTextState(field) : nullptr;
    return {window.Pos.x + ImGui::GetStyle().FramePadding.x - (state != nullptr ? state->Scroll.x : 0),
            window.Pos.y + ImGui::GetStyle().FramePadding.y - window.Scroll.y};
}

// The visible lines, from 0.
struct VisibleLines {
    std::size_t first;
    std::size_t end;
};

VisibleLines visible_lines(const ImGuiWindow& window, float top, std::size_t count) {
    const float height = ImGui::GetTextLineHeight();
    const float first = std::max(0.0f, (window.Pos.y - top) / height);
    const float end = std::max(0.0f, (window.Pos.y + window.Size.y - top) / height) + 1;
    return {std::min(static_cast<std::size_t>(first), count), std::min(static_cast<std::size_t>(end), count)};
}

float gutter_width(std::size_t lines) {
    const auto digits = static_cast<float>(std::to_string(lines).size());
    return text_width("0") * std::max(2.0f, digits) + unit(4);
}

void draw_line_numbers(const ImGuiWindow& window, float left, float width, float top, std::size_t lines,
                       std::size_t wrong_line) {
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->PushClipRect({left, window.Pos.y}, {left + width, window.Pos.y + window.Size.y});
    const VisibleLines visible = visible_lines(window, top, lines);
    for (std::size_t line = visible.first; line < visible.end; ++line) {
        const std::string number = std::to_string(line + 1);
        const float right = left + width - unit(2);
        const ImVec2 at{right - text_width(number),
                        top + static_cast<float>(line) * ImGui::GetTextLineHeight()};
        add_text(*list, at, line + 1 == wrong_line ? palette().error : palette().faint, number);
    }
    list->PopClipRect();
}

void draw_lines(const ImGuiWindow& window, ImVec2 origin, std::string_view text,
                const std::vector<std::uint32_t>& starts, const std::vector<char>& open_strings) {
    ImDrawList* list = window.DrawList;
    list->PushClipRect(window.InnerRect.Min, window.InnerRect.Max);
    const VisibleLines visible = visible_lines(window, origin.y, starts.size());
    for (std::size_t line = visible.first; line < visible.end; ++line) {
        const std::size_t end = line + 1 < starts.size() ? starts[line + 1] - 1 : text.size();
        const ImVec2 at{origin.x, origin.y + static_cast<float>(line) * ImGui::GetTextLineHeight()};
        const std::string_view words = text.substr(starts[line], end - starts[line]);
        if (open_strings.empty())
            draw_code_line(*list, at, words);
        else
            draw_source_line(*list, at, words, open_strings[line]);
    }
    list->PopClipRect();
}

// Draws a band behind a line, from 1.
void draw_band(const ImGuiWindow& window, float top, std::uint32_t line) {
    const float height = ImGui::GetTextLineHeight();
    const float line_top = top + static_cast<float>(line - 1) * height;
    window.DrawList->PushClipRect(window.InnerRect.Min, window.InnerRect.Max);
    window.DrawList->AddRectFilled({window.InnerRect.Min.x, line_top},
                                   {window.InnerRect.Max.x, line_top + height}, palette().accent_soft);
    window.DrawList->PopClipRect();
}

// Draws a wavy line under a diagnostic's span, on its first line.
void underline(const ImGuiWindow& window, ImVec2 origin, std::string_view source, const Diagnostic& problem) {
    const Position position = position_at(source, problem.span.begin);
    const std::string_view line = line_at(source, problem.span.begin);
    const char* begin = source.data() + std::min<std::size_t>(problem.span.begin, source.size());
    const std::string_view before(line.data(),
                                  static_cast<std::size_t>(std::max<std::ptrdiff_t>(0, begin - line.data())));
    const std::string_view rest = line.substr(std::min(before.size(), line.size()));
    const std::string_view marked = rest.substr(0, problem.span.end - problem.span.begin);
    const float left = origin.x + text_width(before);
    const float right = left + std::max(text_width(marked), text_width("0"));
    const float bottom = origin.y + static_cast<float>(position.line) * ImGui::GetTextLineHeight();
    ImDrawList* list = window.DrawList;
    list->PushClipRect(window.InnerRect.Min, window.InnerRect.Max);
    const float step = unit(0.5f);
    list->PathLineTo({left, bottom});
    int k = 1;
    for (float x = left + step; x <= right + step * 0.5f; x += step, ++k) {
        list->PathLineTo({x, bottom - (k % 2 == 1 ? step : 0)});
    }
    list->PathStroke(palette().error, 0, std::max(1.0f, unit(0.3f)));
    list->PopClipRect();
}

ImU32 severity_colour(Severity severity) {
    if (severity == Severity::Error) return palette().error;
    return severity == Severity::Warning ? palette().warning : palette().muted;
}

bool has_place(const Diagnostic& problem) {
    return problem.span.end > 0;
}

std::string place_text(const Workspace& workspace, const Diagnostic& problem) {
    if (!has_place(problem)) return problem.path;
    const Position position = position_at(*workspace.document().text, problem.span.begin);
    return word("line_and_column",
                {{"line", std::to_string(position.line)}, {"column", std::to_string(position.column)}});
}

/// Moves the caret to where an undo or another panel changed the text.
void put_caret(ImGuiID field, std::size_t at) {
    ImGuiInputTextState* state = ImGui::GetActiveID() == field ? ImGui::GetInputTextState(field) : nullptr;
    if (state == nullptr) return;
    state->ReloadUserBufAndKeepSelection();
    state->ReloadSelectionStart = state->ReloadSelectionEnd = static_cast<int>(at);
}

void draw_excerpt(const Workspace& workspace, const Diagnostic& problem) {
    const WithType type(Type::Code);
    const std::string_view source = *workspace.document().text;
    std::string_view line = line_at(source, problem.span.begin);
    const std::size_t column = std::min<std::size_t>(
        static_cast<std::size_t>(source.data() + std::min<std::size_t>(problem.span.begin, source.size()) -
                                 line.data()),
        line.size());
    const std::size_t indent = std::min(line.find_first_not_of(" \t"), column);
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + unit(3.5f));
    const ImVec2 start = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x;
    // Copies only the surroundings of the position: a line may have megabytes.
    std::size_t from = std::max(indent, column - std::min<std::size_t>(column, 200));
    while (from < column && text_width(line.substr(from, column - from)) > width * 0.7f)
        from += (column - from + 3) / 4;
    while (from < column && is_utf8_continuation(line[from])) ++from;
    const std::string_view cut = from > indent ? "…" : "";
    const float before = text_width(concat(cut, line.substr(from, column - from)));
    clipped_text(concat(cut, line.substr(from, 400)), width, palette().text);
    const float bottom = start.y + ImGui::GetTextLineHeight();
    const float tip = unit(0.75f);
    ImGui::GetWindowDrawList()->AddTriangleFilled(
        {start.x + before + tip, bottom}, {start.x + before, bottom + tip * 1.6f},
        {start.x + before + tip * 2, bottom + tip * 1.6f}, palette().error);
}

}  // namespace

void EditorPanel::draw(Context& context) {
    draw_views(context.workspace);
    follow_text(context);
    follow_selection(context.workspace);
    const float problems = steady_problems_height(context.workspace);
    const float readings = reading_menu_height(context);
    draw_editor(context, ImGui::GetContentRegionAvail().y - problems - readings);
    if (readings > 0) draw_reading_menu(context);
    if (problems > 0) draw_problems(context);
}

/// Draws the choice between source code and the model text that it builds.
void EditorPanel::draw_views(const Workspace& workspace) {
    if (!workspace.is_source()) {
        view_ = 0;
        return;
    }
    tabs("tab_text", kViews, &view_, 0);
    if (workspace.reading() != nullptr) return;
    ImGui::SameLine(0, unit(3));
    ImGui::AlignTextToFramePadding();
    clipped_text(word("reading_source"), ImGui::GetContentRegionAvail().x, palette().muted);
}

void EditorPanel::take_text(SharedText text) {
    text_ = std::move(text);
    find_marks();
}

/// Finds what drawing needs to know of each line.
void EditorPanel::find_marks() {
    line_starts_ = find_lines(*text_);
    open_strings_ = is_code_ ? find_open_strings(*text_, line_starts_) : std::vector<char>();
}

void EditorPanel::follow_text(Context& context) {
    const Workspace& workspace = context.workspace;
    const bool shows_built = view_ == 1 && workspace.reading() != nullptr;
    const std::uint64_t generation = shows_built ? workspace.revision() : workspace.versions().replaced_text;
    const bool is_other_view = std::exchange(shows_built_, shows_built) != shows_built;
    const bool is_code = workspace.is_source() && !shows_built;
    if (std::exchange(is_code_, is_code) != is_code) find_marks();
    is_behind_ = text_generation_ != generation && workspace.document().text->size() > kLargeText &&
                 !context.steps.may();
    if (is_behind_) return;
    if (std::exchange(text_generation_, generation) == generation && !is_other_view) return;
    if (shows_built || is_other_view) {
        rewind_ = is_other_view;
        return take_text(shows_built ? SharedText(workspace.model_text()) : workspace.document().text);
    }
    const SharedText& text = workspace.document().text;
    if (model_generation_ != workspace.versions().model) {
        model_generation_ = workspace.versions().model;
        rewind_ = true;
    } else {
        changed_ = end_of_change(*text_, *text);
    }
    take_text(text);
}

void EditorPanel::draw_editor(Context& context, float height) {
    const WithType type(Type::Code);
    const ImGuiID id = ImGui::GetID("##text");
    if (rewind_ && ImGui::GetActiveID() == id) ImGui::ClearActiveID();
    if (changed_) put_caret(id, *changed_);
    changed_.reset();
    if (ImGuiInputTextState* state = ImGui::GetInputTextState(id); state != nullptr && keeps_caret_)
        state->CursorFollow = true;
    keeps_caret_ = false;
    const float gutter = gutter_width(line_starts_.size());
    const ImVec2 start = ImGui::GetCursorScreenPos();
    ImGui::GetWindowDrawList()->AddRectFilled(
        start, {start.x + ImGui::GetContentRegionAvail().x, start.y + height}, palette().field, rounding());
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + gutter);
    ImGui::PushStyleColor(ImGuiCol_FrameBg, 0);
    // ImGui's text is transparent; the coloured text is drawn over it.
    ImGui::PushStyleColor(ImGuiCol_Text, 0);
    SharedText nothing;
    const bool is_spared = text_->size() > kLongText && !needs_text(id);
    if (is_spared) {
        const auto lines = static_cast<float>(line_starts_.size());
        ImGui::SetNextWindowContentSize({0, lines * ImGui::GetFontSize() + ImGui::GetStyle().FramePadding.y});
    }
    const bool edited = text_field("##text", is_spared ? nothing : text_, {-FLT_MIN, height},
                                   shows_built_ || is_behind_ ? ImGuiInputTextFlags_ReadOnly : 0);
    GImGui->NextWindowData.ClearFlags();  // a clipped field leaves it to another window
    is_edited_ = ImGui::IsItemActive();
    ImGui::PopStyleColor(2);
    describe(Aria::TextArea, word(is_code_ ? Word("source_code") : Word("model_text")),
             {.invalid = context.workspace.error() != nullptr, .value = *text_});
    const std::optional<std::string> entered = take_entered();
    const bool takes_entered = entered && !shows_built_ && !is_behind_ && text_->size() <= kLongestValue;
    if (takes_entered) text_ = with_unix_lines(*entered);
    if (edited || takes_entered) {
        typed_at_ = ImGui::GetTime();
        find_marks();
        context.workspace.edit_text(text_);
    }
    if (ImGuiWindow* window = text_window(id)) {
        select_at_click(context, *window, id);
        scroll(*window);
        draw_over(context.workspace, *window, id, start.x, gutter);
    }
}

/// Scrolls to the line that makes a module which was selected elsewhere.
void EditorPanel::follow_selection(const Workspace& workspace) {
    const std::uint32_t line = is_code_ ? workspace.source_line(workspace.selected()) : 0;
    if (std::exchange(selected_line_, line) != line && !is_edited_) wanted_line_ = line;
}

/// Selects the module that the clicked line of source code makes.
void EditorPanel::select_at_click(Context& context, const ImGuiWindow& window, ImGuiID field) {
    if (!is_code_ || GImGui->HoveredWindow != &window || !ImGui::IsMouseReleased(ImGuiMouseButton_Left))
        return;
    const float down = ImGui::GetMousePos().y - text_origin(window, field).y;
    const auto line = static_cast<std::uint32_t>(std::max(0.0f, down) / ImGui::GetTextLineHeight()) + 1;
    const std::optional<std::size_t> node = context.workspace.node_at_line(line);
    if (!node || context.workspace.source_line(context.workspace.selected()) == line) return;
    selected_line_ = line;
    context.workspace.select(*node);
    reveal(context, *node);
}

void EditorPanel::scroll(ImGuiWindow& window) {
    if (rewind_) ImGui::SetScrollY(&window, 0);
    if (wanted_line_ > 0) {
        const float line_top = static_cast<float>(wanted_line_ - 1) * ImGui::GetTextLineHeight();
        ImGui::SetScrollY(&window, std::max(0.0f, line_top - window.Size.y * 0.4f));
    }
    rewind_ = false;
    wanted_line_ = 0;
}

void EditorPanel::draw_over(const Workspace& workspace, const ImGuiWindow& window, ImGuiID field, float left,
                            float gutter) const {
    const ImVec2 origin = text_origin(window, field);
    const Diagnostic* error = workspace.error();
    const bool marked = error != nullptr && has_place(*error) && !shows_built_;
    if (selected_line_ > 0) draw_band(window, origin.y, selected_line_);
    draw_lines(window, origin, *text_, line_starts_, open_strings_);
    draw_line_numbers(window, left, gutter, origin.y, line_starts_.size(),
                      marked ? position_at(*text_, error->span.begin).line : 0);
    if (marked) underline(window, origin, *text_, *error);
}

float EditorPanel::problems_height(const Workspace& workspace) const {
    const std::size_t count = workspace.problems().size();
    if (count == 0) return 0;
    return std::min(std::max(problems_tall_, unit(12)), std::floor(ImGui::GetContentRegionAvail().y * 0.5f)) +
           ImGui::GetStyle().ItemSpacing.y;
}

/// The height for the problems, which changes in pauses of typing: half a line does not move the text.
float EditorPanel::steady_problems_height(const Workspace& workspace) {
    constexpr double kPause = 0.8;  // seconds
    const float wanted = problems_height(workspace);
    const double left = typed_at_ + kPause - ImGui::GetTime();
    if (wanted == problems_shown_) return wanted;
    if (is_edited_ && typed_at_ >= 0 && left > 0) {
        platform::request_frame_in(left);
        return problems_shown_;
    }
    keeps_caret_ = true;
    return problems_shown_ = wanted;
}

void EditorPanel::draw_problems(Context& context) {
    const Workspace& workspace = context.workspace;
    const bool wrong = workspace.error() != nullptr;
    ImGui::PushStyleColor(ImGuiCol_ChildBg, wrong ? palette().error_soft : palette().pane);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {unit(2), unit(2)});
    ImGui::BeginChild("problems", {0, 0}, ImGuiChildFlags_AlwaysUseWindowPadding);
    const Group problems(Aria::Region, word("problems"));
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    const std::size_t shown = std::min(workspace.problems().size(), kProblemsShown);
    for (std::size_t i = 0; i < shown; ++i) draw_problem(context, i);
    if (workspace.problems().size() > shown) {
        caption(word("and_more", {{"count", std::to_string(workspace.problems().size() - shown)}}));
    }
    // Fits the contents from the next frame on.
    const float tall = ImGui::GetCursorPosY() - ImGui::GetStyle().ItemSpacing.y + unit(2);
    if (std::exchange(problems_tall_, tall) != tall) platform::request_frame();
    ImGui::EndChild();
}

void EditorPanel::draw_problem(Context& context, std::size_t index) {
    const Workspace& workspace = context.workspace;
    const Diagnostic& problem = workspace.problems()[index];
    ImGui::PushID(static_cast<int>(index));
    ImGui::BeginGroup();
    std::optional<Undescribed> piece_by_piece;
    piece_by_piece.emplace();
    dot(severity_colour(problem.severity));
    const std::string message = translate_message(problem.message);
    wrapped_text(message, problem.severity == Severity::Error ? palette().error : palette().text);
    if (index == 0 && problem.severity == Severity::Error && has_place(problem))
        draw_excerpt(workspace, problem);
    const std::string place = place_text(workspace, problem);
    if (!place.empty()) {
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + unit(3.5f));
        caption(place);
    }
    ImGui::EndGroup();
    piece_by_piece.reset();
    describe(Aria::Text, word("problem_at", {{"message", message}, {"place", place}}));
    if (ImGui::IsItemHovered()) ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
    if (ImGui::IsItemClicked() && has_place(problem)) {
        view_ = 0;
        wanted_line_ = position_at(*text_, problem.span.begin).line;
    }
    ImGui::PopID();
}

}  // namespace paramscope::app
