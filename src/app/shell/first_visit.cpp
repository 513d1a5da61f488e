#include "app/shell/first_visit.h"

#include <imgui_stdlib.h>

#include <algorithm>
#include <functional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "app/dialogs/dialog.h"
#include "app/document/open_preset.h"
#include "app/ui/icons.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/characters.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

/// The name under which a device remembers that somebody has been here.
constexpr std::string_view kVisited = "visited";

/// A pause in typing after which a text is counted.
constexpr double kSecondsToOpen = 1;

constexpr std::string_view kExample =
    "class Net(nn.Module):\n    def __init__(self, d=512, heads=8):\n        …";

/// A model to try, and its parameters.
struct Example {
    std::string_view title;
    std::string_view parameters;
    std::string_view preset;  ///< "" for one that is opened by its title
};

constexpr Example kExamples[] = {{"ResNet-50", "25.6 M", "resnet-50"},
                                 {"GPT-2", "124 M", "gpt2"},
                                 {"LLaMA-2 7B", "6.74 B", "llama-2-7b"},
                                 {"Qwen3-32B", "32.8 B", ""}};

struct Question {
    Word words;
    InspectorView tab;
};

constexpr Question kQuestions[] = {{"how_many_parameters", InspectorView::Module},
                                   {"will_it_run", InspectorView::Memory},
                                   {"why_tools_disagree", InspectorView::Conventions}};

/// What one key may add to a text: longer additions are pasted.
constexpr std::size_t kLongestKey = 8;

/// True for a text that may be a name still being typed.
bool may_be_name(std::string_view text) {
    return text.find_first_of("\n({=") == std::string_view::npos;
}

/// Draws items of these widths side by side, each line of them in the middle.
void draw_centred(std::span<const float> widths, const std::function<void(std::size_t)>& draw) {
    const float gap = unit(2);
    const float room = ImGui::GetContentRegionAvail().x;
    const float left = ImGui::GetCursorPosX();
    for (std::size_t begin = 0; begin < widths.size();) {
        float line = widths[begin];
        std::size_t end = begin + 1;
        while (end < widths.size() && line + gap + widths[end] <= room) line += gap + widths[end++];
        ImGui::SetCursorPosX(left + std::max(0.0f, (room - line) * 0.5f));
        for (std::size_t i = begin; i < end; ++i) {
            if (i > begin) ImGui::SameLine(0, gap);
            draw(i);
        }
        begin = end;
    }
}

float chip_width(std::string_view name, std::string_view number) {
    return text_width(name) + unit(6) + (number.empty() ? 0 : unit(2) + text_width(number));
}

/// A rounded button with a name and a number.
bool chip(std::string_view name, std::string_view number) {
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ImGui::PushStyleVar(ImGuiStyleVar_FrameRounding, control_height() * 0.5f);
    const bool is_pressed = blank_button(std::string(name).c_str(), chip_width(name, number));
    ImGui::PopStyleVar();
    describe(Aria::Button, name, {.hint = number});
    const float y = at.y + (control_height() - ImGui::GetTextLineHeight()) * 0.5f;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    add_text(list, {at.x + unit(3), y}, palette().text, name);
    if (!number.empty()) add_text(list, {at.x + unit(5) + text_width(name), y}, palette().muted, number);
    return is_pressed;
}

void draw_centred_brand() {
    const WithType type(Type::Heading);
    const float width = unit(8) + text_width("Paramscope");
    draw_centred({&width, 1}, [](std::size_t) {
        const ImVec2 at = ImGui::GetCursorScreenPos();
        const float middle = at.y + control_height() * 0.5f;
        draw_icon(ImGui::GetWindowDrawList(), Icon::Logo, {at.x + unit(3), middle}, unit(6),
                  palette().accent);
        ImGui::SetCursorPosX(ImGui::GetCursorPosX() + unit(8));
        ImGui::AlignTextToFramePadding();
        text("Paramscope");
    });
}

/// True where the sheet has no room for large letters.
bool is_small() {
    return breakpoint() == Breakpoint::Narrow || ImGui::GetMainViewport()->Size.y < unit(130);
}

float field_height() {
    if (breakpoint() == Breakpoint::Narrow) return unit(38);
    return unit(is_small() ? 28 : 44);
}

void draw_headline() {
    const WithType type(is_small() ? Type::Figure : Type::Total);
    centred_text(word("headline"), palette().text);
    describe(Aria::Heading, word("headline"), {.level = 1});
}

void open_example(Context& context, const Example& example) {
    if (const Preset* const preset = find_preset(example.preset))
        return open_preset(context.workspace, *preset);
    platform::open_known(example.title, platform::KnownAsker::Paste);
}

}  // namespace

void FirstVisit::begin(const Workspace& workspace) {
    if (platform::is_embedded() || platform::remembered(kVisited)) return;
    generation_ = workspace.versions().model;
    is_new_ = true;
}

void FirstVisit::end() {
    generation_.reset();
    platform::remember(kVisited, "1");
}

void FirstVisit::draw(Context& context) {
    if (!generation_) return;
    const bool ends =
        *generation_ != context.workspace.versions().model || context.wanted != DialogKind::None;
    ImVec2 size{unit(190), 0};
    if (breakpoint() == Breakpoint::Narrow) size = ImGui::GetMainViewport()->Size;
    const Dialog dialog("first visit", word("headline"), size, std::exchange(is_new_, false),
                        DialogHead::None);
    if (!dialog.is_open()) return end();
    if (ends) {
        dialog.close();
        platform::request_frame();
    }
    draw_contents(context, dialog.is_new());
}

void FirstVisit::draw_contents(Context& context, bool is_new) {
    const bool narrow = breakpoint() == Breakpoint::Narrow;
    ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, unit(is_small() ? 2 : 3));
    const ImVec2 start = ImGui::GetCursorPos();
    same_line_at_right(icon_button_width());
    if (icon_button("close", Icon::Close, word("close"))) ImGui::CloseCurrentPopup();
    ImGui::SetCursorPos(start);
    draw_centred_brand();
    draw_headline();
    if (narrow) centred_text(word("what_to_paste"), palette().muted);
    ImGui::Dummy({0, unit(1)});
    draw_field(is_new);
    draw_models(context);
    draw_questions(context);
    centred_text(word("nothing_is_uploaded"), palette().muted);
    ImGui::Dummy({0, unit(1)});
    ImGui::PopStyleVar();
}

void FirstVisit::draw_field(bool is_new) {
    const bool narrow = breakpoint() == Breakpoint::Narrow;
    ImGui::PushStyleColor(ImGuiCol_Border, palette().accent);
    ImGui::PushStyleColor(ImGuiCol_ChildBg, palette().field);
    ImGui::PushStyleVar(ImGuiStyleVar_ChildBorderSize, 2);
    ImGui::BeginChild("field", {0, field_height()}, ImGuiChildFlags_Borders | ImGuiChildFlags_NavFlattened,
                      ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    ImGui::PopStyleVar();
    ImGui::PopStyleColor(2);
    if (is_new && !narrow) ImGui::SetKeyboardFocusHere();
    const ImVec2 room = ImGui::GetContentRegionAvail();
    const bool is_typed = draw_text({room.x, room.y - control_height() - ImGui::GetStyle().ItemSpacing.y});
    const bool has_text = !text_.empty();
    const Word main = has_text ? Word("count_now") : Word("paste");
    const float buttons = button_width(word("open_file")) + unit(2) + button_width(word(main));
    if (narrow) {
        ImGui::Dummy({0, control_height()});
    } else {
        ImGui::AlignTextToFramePadding();
        clipped_text(word("what_to_paste"), room.x - buttons - unit(2), palette().muted);
    }
    same_line_at_right(buttons);
    if (button(word("open_file"))) platform::pick_file();
    ImGui::SameLine(0, unit(2));
    const bool is_pressed = button(word(main), ButtonKind::Primary);
    if (is_pressed && !has_text) platform::paste_model();
    ImGui::EndChild();
    if (is_typed || (is_pressed && has_text)) open_text();
}

/// Draws the field for text; true when its text is to be counted.
bool FirstVisit::draw_text(const ImVec2& size) {
    const WithType type(Type::Code);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const std::size_t before = text_.size();
    ImGui::PushStyleColor(ImGuiCol_FrameBg, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {unit(1), unit(1)});
    bool is_changed = ImGui::InputTextMultiline("##model", &text_, size);
    bool is_pasted = is_changed && ImGui::IsKeyChordPressed(ImGuiMod_Ctrl | ImGuiKey_V);
    ImGui::PopStyleVar();
    ImGui::PopStyleColor();
    describe(Aria::TextArea, word("your_model"), {.value = text_});
    if (std::optional<std::string> entered = take_entered()) {
        text_ = std::move(*entered);
        is_changed = true;
    }
    is_pasted |= text_.size() > before + kLongestKey;
    if (text_.empty())
        add_text(*ImGui::GetWindowDrawList(), {at.x + unit(1), at.y + unit(1)}, palette().muted, kExample);
    if (is_changed) counts_at_ = ImGui::GetTime() + kSecondsToOpen;
    return counts_at_ > 0 && !trim(text_).empty() && (is_pasted || is_written());
}

/// True for a name that Enter ends, and for a longer text after a pause.
bool FirstVisit::is_written() const {
    if (may_be_name(trim(text_))) return text_.ends_with('\n');
    const double left = counts_at_ - ImGui::GetTime();
    if (left > 0) platform::request_frame_in(left);
    return left <= 0;
}

void FirstVisit::open_text() {
    platform::open_text(std::exchange(text_, {}));
    counts_at_ = 0;
    ImGui::CloseCurrentPopup();
}

void FirstVisit::draw_models(Context& context) {
    const std::span<const std::string_view> samples = platform::samples();
    std::vector<float> widths;
    for (const Example& example : kExamples) widths.push_back(chip_width(example.title, example.parameters));
    for (const std::string_view name : samples) widths.push_back(chip_width(name, ""));
    draw_centred(widths, [&](std::size_t i) {
        if (i < std::size(kExamples)) {
            if (!chip(kExamples[i].title, kExamples[i].parameters)) return;
            open_example(context, kExamples[i]);
        } else {
            const std::string_view name = samples[i - std::size(kExamples)];
            if (!chip(name, "")) return;
            platform::open_sample(name);
        }
        ImGui::CloseCurrentPopup();
    });
}

void FirstVisit::draw_questions(Context& context) {
    std::vector<float> widths;
    for (const Question& question : kQuestions) widths.push_back(button_width(word(question.words)));
    draw_centred(widths, [&](std::size_t i) {
        if (!button(word(kQuestions[i].words), ButtonKind::Link)) return;
        context.wanted_view = kQuestions[i].tab;
        ImGui::CloseCurrentPopup();
    });
}

}  // namespace paramscope::app
