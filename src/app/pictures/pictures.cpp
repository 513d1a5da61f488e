#include "app/pictures/pictures.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

#include "app/dialogs/dialog.h"
#include "app/dialogs/file_names.h"
#include "app/editor/adjust_button.h"
#include "app/ui/icons.h"
#include "app/ui/screen_ink.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "base/concat.h"
#include "formats/pictures/svg.h"
#include "formats/support/numbers.h"

namespace paramscope::app {
namespace {

constexpr Word kKinds[] = {"depth_strip", "block_diagram", "treemap", "icicle",
                           "curve",       "families",      "roofline"};
constexpr std::string_view kFileNames[] = {"strip", "blocks",   "treemap", "icicle",
                                           "curve", "families", "roofline"};
constexpr const char* kPictureMenu = "picture menu";
constexpr const char* kKindsMenu = "picture kinds";

constexpr ImGuiKeyChord kCopyImage = ImGuiMod_Ctrl | ImGuiMod_Shift | ImGuiKey_C;
constexpr ImGuiKeyChord kFind = ImGuiMod_Ctrl | ImGuiKey_F;

bool pressed(ImGuiKeyChord chord) {
    return ImGui::Shortcut(chord, ImGuiInputFlags_RouteGlobal | ImGuiInputFlags_RouteOverActive);
}

/// Keeps the browser from handling a chord, or lets it.
void claim(ImGuiKeyChord chord, bool is_ours) {
    const ImGuiKeyChord chords[] = {chord};
    is_ours ? platform::claim_shortcuts(chords) : platform::release_shortcuts(chords);
}

/// Places controls from left to right; what has no room begins a line.
class Line {
  public:
    explicit Line(float room) : room_(room) {}
    /// The next control is so wide.
    void place(float width) {
        const float gap = unit(3);
        const bool has_room = used_ + gap + width <= room_;
        if (used_ > 0 && has_room) ImGui::SameLine(0, gap);
        used_ = used_ > 0 && has_room ? used_ + gap + width : width;
    }
    void end() { used_ = 0; }
    float rest() const { return room_ - used_; }

  private:
    float room_;
    float used_ = 0;
};

/// By Colouring: in the menu, and beside the legend.
constexpr Word kColourings[] = {"colour_by_family", "colour_by_order", "colour_by_density"};
constexpr Word kShortColourings[] = {"colours_family", "colours_order", "colours_density"};

/// The second measure, shown by colour as a density: FLOPs per parameter or per byte; parameters per FLOP.
Measure other_of(Measure measure) {
    return measure == Measure::Flops ? Measure::Parameters : Measure::Flops;
}

std::string_view measure_word(Measure measure) {
    return word(kMeasureWords[static_cast<std::size_t>(measure)]);
}

/// Draws a scale of colours from 0 to 1 between the words for its ends.
void draw_scale(float y, std::string_view least, ImU32 (*colour)(float), std::string_view most) {
    constexpr int kSteps = 24;
    ScreenInk ink(ImGui::GetCursorScreenPos());
    ink.words({0, y}, least, palette().muted, Anchor::Start);
    float x = text_width(least) + unit(2);
    for (int i = 0; i < kSteps; ++i, x += unit(1)) {
        ink.box({x, y - unit(1.25f), unit(1), unit(2.5f)}, colour(static_cast<float>(i) / (kSteps - 1)));
    }
    ink.words({x + unit(2), y}, most, palette().muted, Anchor::Start);
}

/// Draws the numbers of the selected module on one line.
void draw_chosen(const Workspace& workspace) {
    const WithType type(Type::Small);
    const Report& report = workspace.report();
    const NodeReport& node = report.nodes[workspace.selected()];
    std::string words;
    const auto add = [&words](std::string_view part) { words += concat(words.empty() ? "" : " · ", part); };
    const Quantity& parameters = node.facts->parameters;
    const Quantity& flops = node.facts->flops;
    if (!parameters.is_unknown()) add(word("unit_parameters", {{"count", short_count(*parameters.value)}}));
    if (!flops.is_unknown()) add(short_work(*flops.value, "FLOPs"));
    add(report.path_or_type(node));
    clipped_text(words, ImGui::GetContentRegionAvail().x, palette().text);
}

}  // namespace

AreaView Pictures::area_view() const {
    return {kind() == Kind::Icicle, measure(), colouring_, other_of(measure())};
}

Pictures::Pictures() {
    claim(kCopyImage, true);
}

void Pictures::set_stage(bool is_on_stage) {
    is_on_stage_ = is_on_stage;
    staged_at_ = ImGui::GetFrameCount();
    claim(ImGuiKey_Escape, is_on_stage);
    platform::request_frame();
}

void Pictures::draw(Context& context, const ImVec2& size) {
    const float top = ImGui::GetCursorPosY();
    handle_keys(context);
    draw_head(context);
    const float left = size.y - (ImGui::GetCursorPosY() - top);
    draw_picture(context, {size.x, left});
}

void Pictures::draw_stage(Context& context, const ImVec2& size) {
    begin_pane("stage", size, ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
    const ImVec2 top = ImGui::GetCursorScreenPos();
    draw(context, ImGui::GetContentRegionAvail());
    if (context.workspace.is_outlived()) veil("stage veil", top);
    end_pane();
}

void Pictures::handle_keys(Context& context) {
    const bool can_find = kind() == Kind::Blocks;
    if (std::exchange(can_find_, can_find) != can_find) claim(kFind, can_find);
    if (is_under_menu()) return;
    if (pressed(kCopyImage)) want(Pixels::Copied);
    if (can_find && pressed(kFind)) blocks_.find();
    const bool is_typing = ImGui::IsAnyItemActive();
    // Else ImGui would take the focus out of the pane.
    if (is_on_stage_ && !is_typing) ImGui::SetKeyOwner(ImGuiKey_Escape, ImGui::GetID("stage"));
    const bool is_used = context.escape_used_at == ImGui::GetFrameCount();
    if (is_used || !ImGui::IsKeyPressed(ImGuiKey_Escape, false)) return;
    const bool is_here = ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows);
    if (is_here && can_find && blocks_.stop_finding(context)) return;
    if (is_on_stage_ && !is_typing) set_stage(false);
}

/// The controls of the picture beside its kind, and how wide they are.
std::vector<Pictures::Control> Pictures::controls(Context& context) {
    std::vector<Control> controls;
    if (has_measure())
        controls.push_back({choice_width(kMeasureWords),
                            [this](float) { choice("quantity", kMeasureWords, &measure_, 0); }});
    if (kind() == Kind::Curve) {
        curve_.update(context, measure());
        const float width = std::min(curve_.choice_width(), unit(30));
        if (curve_.has_variables())
            controls.push_back({width, [this](float most) { curve_.draw_choice(most); }});
    }
    if (kind() == Kind::Roof) {
        controls.push_back(
            {RooflineView::choice_width(context), [&context](float) { RooflineView::draw_choice(context); }});
    }
    if (is_tree() && tree_.root() != 0)
        controls.push_back(
            {icon_button_width() + unit(12), [this, &context](float) { draw_way_out(context); }});
    return controls;
}

/// On one line, the buttons at its right; in two or more, the buttons on the first.
void Pictures::draw_head(Context& context) {
    const float room = ImGui::GetContentRegionAvail().x;
    const float buttons = icon_button_width() * 3 + unit(3);
    const bool is_menu = choice_width(kKinds) > room - buttons;
    const std::vector<Control> rest = controls(context);
    float needed = is_menu ? menu_button_width(word(kKinds[kind_])) : choice_width(kKinds);
    Line line(room);
    line.place(needed);
    if (is_menu) {
        draw_kinds_menu(room - buttons);
    } else {
        choice("picture", kKinds, &kind_, 0);
    }
    for (const Control& control : rest) needed += unit(3) + control.width;
    const bool is_one_line = needed <= room - buttons;
    if (!is_one_line) {
        draw_buttons(context);
        line.end();
    }
    for (const Control& control : rest) {
        line.place(control.width);
        control.draw(control.width);
    }
    if (is_one_line) draw_buttons(context);
}

void Pictures::draw_kinds_menu(float width) {
    const std::string_view chosen = word(kKinds[kind_]);
    if (menu_button("kind", chosen, width)) ImGui::OpenPopup(kKindsMenu);
    describe(Aria::Button, concat(word("picture"), ": ", chosen));
    if (!begin_menu(kKindsMenu, word("picture"))) return;
    for (int i = 0; i < static_cast<int>(std::size(kKinds)); ++i) {
        if (menu_choice(word(kKinds[i]), i == kind_)) kind_ = i;
    }
    end_menu();
}

void Pictures::draw_way_out(Context& context) {
    const Report& report = context.workspace.report();
    if (icon_button("zoom out", Icon::Back, word("zoom_out"))) tree_.zoom_out(report);
    if (tree_.root() >= report.nodes.size()) return;
    ImGui::SameLine(0, unit(1));
    ImGui::AlignTextToFramePadding();
    clipped_text(report.path(tree_.root()), unit(11), palette().muted);
    tooltip(report.path(tree_.root()));
}

void Pictures::draw_buttons(Context& context) {
    same_line_at_right(icon_button_width() * 3);
    if (icon_button("copy image", Icon::Copy, word("copy_image"))) want(Pixels::Copied);
    ImGui::SameLine(0, 0);
    draw_menu(context);
    ImGui::SameLine(0, 0);
    const Word stage = is_on_stage_ ? Word("back_to_page") : Word("enlarge");
    if (icon_button("stage", is_on_stage_ ? Icon::Shrink : Icon::Enlarge, word(stage)))
        set_stage(!is_on_stage_);
}

void Pictures::want(Pixels use) {
    pixels_ = use;
    frames_to_pixels_ = 2;  // a menu that was open over the picture is gone then
    if (use == Pixels::Copied) platform::expect_image();
}

void Pictures::draw_menu(Context& context) {
    if (icon_button("picture menu button", Icon::Export, word("save_picture"))) {
        ImGui::OpenPopup(kPictureMenu);
        is_menu_at_pointer_ = false;
    }
    if (!begin_menu(kPictureMenu, word("save_picture"), is_menu_at_pointer_)) return;
    if (is_tree()) {
        for (std::size_t i = 0; i < std::size(kColourings); ++i) {
            const auto colouring = static_cast<Colouring>(i);
            if (menu_choice(word(kColourings[i]), colouring == colouring_)) colouring_ = colouring;
        }
        const auto chosen = static_cast<std::uint32_t>(context.workspace.selected());
        if (chosen != tree_.root() && menu_item(word("zoom_to_chosen"), Icon::Focus)) {
            tree_.zoom_to(context.workspace.report(), chosen);
        }
    }
    if (menu_item(word("copy_image"), Icon::Copy)) want(Pixels::Copied);
    if (menu_item(word("save_png"), Icon::Export)) want(Pixels::Saved);
    if (menu_item(word("save_svg"), Icon::Export)) svg_wanted_ = true;
    end_menu();
}

std::string Pictures::reason_for_none(const Context& context) const {
    const Report& report = context.workspace.report();
    if (report.root() == nullptr) return std::string(word("nothing_counted"));
    if (kind() == Kind::Curve && !curve_.has_variables()) return std::string(word("no_variables"));
    if (kind() == Kind::Roof && needs_input(report, Measure::Flops))
        return std::string(word("flops_need_input"));
    if (!is_tree() || !shares_.of(measure()).empty()) return "";
    if (needs_input(report, measure())) return std::string(word("flops_need_input"));
    const ModuleFacts& whole = *report.root()->facts;
    const Quantity& total = measure() == Measure::Flops ? whole.flops : whole.parameters;
    return word(total.is_unknown() ? Word("unknown_to_draw") : Word("nothing_to_draw"),
                {{"quantity", measure_word(measure())}});
}

/// True where the picture can be drawn, which is made in this frame where its turn has come.
bool Pictures::is_ready(Context& context) {
    if (kind() == Kind::Strip) return strip_.make(context, size_);
    const AreaView view = area_view();
    const bool is_outdated = kind() == Kind::Blocks ? blocks_.is_outdated(context)
                                                    : is_tree() && tree_.is_outdated(context, view, size_);
    const bool is_coloured_by_other = is_tree() && view.colouring == Colouring::Density;
    if (is_coloured_by_other && !weigh_in_steps(context, view.other)) return false;
    return !is_outdated || context.steps.may(context.workspace.report());
}

void Pictures::draw_picture(Context& context, const ImVec2& size) {
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    const float key = is_tree() ? control_height() : kind() == Kind::Strip ? unit(6) : 0;
    // A finger that taps sees no tooltip.
    const float chosen = breakpoint() == Breakpoint::Narrow && kind() != Kind::Shares ? unit(6) : 0;
    size_ = {std::floor(size.x), std::floor(size.y - key - chosen)};
    if (size_.x < unit(10) || size_.y < unit(10)) return;
    if (!shares_.update(context, measure(), kind() == Kind::Shares)) return;
    if (!is_ready(context)) return;
    if (const std::string words = reason_for_none(context); !words.empty()) {
        wrapped_text(words, palette().muted);
        if (kind() == Kind::Curve) draw_make_adjustable(context.workspace);
        return;
    }
    const bool still = frames_to_pixels_ > 0;
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const bool has_controls = kind() == Kind::Blocks && !still;
    if (has_controls) {  // over the picture; but before it, so that presses are theirs
        list.ChannelsSplit(2);
        list.ChannelsSetCurrent(1);
        blocks_.draw_controls(context, corner, size_);
        list.ChannelsSetCurrent(0);
    }
    ImGui::InvisibleButton("picture", size_);
    if (staged_at_ > 0 && staged_at_ < ImGui::GetFrameCount()) {
        focus_last_item();
        staged_at_ = 0;
    }
    if (ImGui::IsItemFocused()) context.picture_keys_at = ImGui::GetFrameCount();
    describe(Aria::Image, in_words(context));
    const bool is_right_click = ImGui::IsItemHovered() && ImGui::IsMouseReleased(ImGuiMouseButton_Right);
    draw_kind(context, corner, still);
    if (has_controls) list.ChannelsMerge();
    if (is_right_click && !still) {
        if (context.pointing < context.workspace.report().nodes.size()) reveal(context, context.pointing);
        ImGui::OpenPopup(kPictureMenu);
        is_menu_at_pointer_ = true;
    }
    if (chosen > 0) draw_chosen(context.workspace);
    if (key > 0) draw_legend({size_.x, key});
    send_files(context, corner);
}

void Pictures::draw_kind(Context& context, ImVec2 corner, bool still) {
    if (kind() == Kind::Strip) strip_.draw(context, corner, size_, still);
    if (kind() == Kind::Blocks) blocks_.draw(context, measure(), corner, size_, still);
    if (is_tree()) tree_.draw(context, area_view(), corner, size_, still);
    if (kind() == Kind::Curve) curve_.draw(context, measure(), corner, size_, still);
    if (kind() == Kind::Roof) roofline_.draw(context, corner, size_, still);
    if (kind() == Kind::Shares) {
        ScreenInk ink(corner);
        shares_.write(ink, size_.x);
    }
}

void Pictures::send_files(const Context& context, ImVec2 corner) {
    const std::string& model = context.workspace.report_name();
    if (frames_to_pixels_ > 0) {
        platform::request_frame();
        if (--frames_to_pixels_ == 0) {
            const std::string name = file_name(model, kFileNames[kind_], ".png");
            const auto send = pixels_ == Pixels::Copied ? platform::copy_pixels : platform::save_pixels;
            send(name, corner, {corner.x + size_.x, corner.y + size_.y});
        }
    }
    if (std::exchange(svg_wanted_, false))
        platform::save_file(file_name(model, kFileNames[kind_], ".svg"), svg(context), "image/svg+xml");
}

void Pictures::draw_legend(const ImVec2& size) {
    const WithType type(Type::Small);
    const float width = choice_width(kShortColourings);
    const bool has_choice = is_tree() && size.x > width + unit(60);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    draw_key({size.x - (has_choice ? width + unit(2) : 0), size.y});
    if (!has_choice) return;
    ImGui::SetCursorScreenPos({at.x + size.x - width, at.y});
    int chosen = static_cast<int>(colouring_);
    if (choice("colours", kShortColourings, &chosen)) colouring_ = static_cast<Colouring>(chosen);
}

void Pictures::draw_key(const ImVec2& size) const {
    const float y = size.y * 0.6f;
    if (is_tree() && colouring_ == Colouring::Order) {
        draw_scale(y, word("first_layer"), order_colour, word("last_layer"));
    } else if (is_tree() && colouring_ == Colouring::Density) {
        draw_scale(y, word("less"), TreePicture::density_colour,
                   word("more_per", {{"quantity", measure_word(other_of(measure()))},
                                     {"other", measure_word(measure())}}));
    } else {
        draw_families(size);
    }
}

void Pictures::draw_families(const ImVec2& size) const {
    ScreenInk ink(ImGui::GetCursorScreenPos());
    const float y = size.y * 0.6f;
    float x = 0;
    for (const FamilyShare& share : shares_.of(measure())) {
        const std::string words = concat(family_word(share.family), " ", percent(share.share));
        const float width = text_width(words) + unit(8);
        if (x + width > size.x) break;
        ink.box({x, y - unit(1.25f), unit(2.5f), unit(2.5f)}, family_colour(share.family));
        ink.words({x + unit(4), y}, words, palette().muted, Anchor::Start);
        x += width;
    }
}

std::string Pictures::in_words(Context& context) {
    const std::string title = concat(": ", translate_title(context.workspace.report_name()));
    const std::string_view name = word(kKinds[kind_]);
    if (kind() == Kind::Strip) return concat(name, title, ": ", strip_.in_words());
    if (kind() == Kind::Blocks) return concat(name, title, ": ", blocks_.in_words());
    if (kind() == Kind::Roof) return concat(name, title, ": ", roofline_.in_words(context));
    const std::string words = concat(name, ", ", measure_word(measure()), title);
    return kind() == Kind::Curve ? words : concat(words, ": ", shares_.in_words(measure()));
}

std::string Pictures::svg(const Context& context) const {
    if (kind() == Kind::Blocks) return blocks_.svg(context);
    Svg svg(size_.x, size_.y, ImGui::GetFontSize() * 0.78f, palette().pane);
    if (kind() == Kind::Strip) strip_.write(context, svg);
    if (is_tree()) tree_.write(context, svg);
    if (kind() == Kind::Curve) curve_.write(svg, size_);
    if (kind() == Kind::Shares) shares_.write(svg, size_.x);
    if (kind() == Kind::Roof) roofline_.write(context, svg);
    return svg.finished();
}

}  // namespace paramscope::app
