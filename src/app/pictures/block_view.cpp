#include "app/pictures/block_view.h"

#include <imgui_internal.h>

#include <algorithm>
#include <cmath>

#include "app/pictures/block_overview.h"
#include "app/pictures/diagram_places.h"
#include "app/ui/icons.h"
#include "app/ui/screen_ink.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "base/concat.h"
#include "count/record_flow.h"
#include "formats/pictures/svg.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

constexpr std::size_t kMostBoxes = 200;  // boxes in the accessible mirror
constexpr float kLeastZoom = 0.1f, kMostZoom = 4;
constexpr float kReadable = 0.65f;     // below, text is too small to read: the picture is moved instead
constexpr float kNarrowest = 0.55f;    // the same, of one that is moved down only
constexpr int kMostFits = 4;           // layouts until a diagram is as large as its picture
constexpr float kClearlyWider = 1.5f;  // than high
constexpr float kPreferred = 1.25f;    // weight of the direction that follows from the shape of the picture
constexpr float kZoomStep = 1.2f;
constexpr float kClick = 5;  // pixels that a click may move

DiagramWords words() {
    DiagramWords words;
    words.input = word("block_input");
    words.output = word("block_output");
    words.skip = word("block_skip");
    words.more = word("block_more");
    words.not_called = word("block_not_called");
    words.call = word("block_call");
    words.too_many = word("block_too_many");
    words.no_arrows = {"", word("block_unknown"), word("block_whole"), word("block_list"), word("block_cut")};
    return words;
}

/// Text at a size in proportion to the zoom while in scope.
class Zoomed {
  public:
    explicit Zoomed(float zoom) { ImGui::PushFont(nullptr, ImGui::GetStyle().FontSizeBase * zoom); }
    ~Zoomed() { ImGui::PopFont(); }
    Zoomed(const Zoomed&) = delete;
    Zoomed& operator=(const Zoomed&) = delete;
};

/// The size of text at a zoom, without the last digits of the computation.
float zoomed_size(float zoom) {
    return std::round(ImGui::GetFontSize() * zoom * 1e4f) / 1e4f;
}

std::string words_of(const DiagramBox& box) {
    std::string words = heading_of(box);
    if (!box.cost.empty()) words += concat(", ", box.cost);
    if (!box.note.empty()) words += concat(", ", box.note);
    if (box.is_open) words += concat(", ", word("block_is_open"));
    if (!box.is_open && box.can_open) words += concat(", ", word("block_opens"));
    return words;
}

}  // namespace

DiagramOptions BlockView::options(Measure measure, Direction direction) const {
    DiagramOptions options;
    options.opened = opened_;
    options.measure = measure;
    options.weights = weights_;
    options.direction = direction;
    options.text_size = ImGui::GetFontSize();
    options.text_width = screen_width;
    options.words = words();
    return options;
}

DiagramStyle BlockView::style() const {
    DiagramStyle style{screen_style()};
    style.parts = parts_.get();
    // With high contrast lines alone tell frames apart: shades would lie behind the words.
    style.frame = has_high_contrast() ? 0 : faded(palette().line, 0.25f);
    style.ground = palette().pane;
    if (has_high_contrast()) {
        style.line = style.text;
        style.tint = 0;
    }
    style.arrow = has_high_contrast() ? style.text : style.muted;
    return style;
}

void BlockView::lay_out(const Report& report, Measure measure) {
    const Zoomed zoomed(zoom_);
    diagram_ = lay_out_diagram(report, diagrams_, options(measure, diagram_.direction));
    measure_ = measure;
    is_laid_out_ = true;
}

Direction BlockView::best_direction(const Report& report, Measure measure, ImVec2 size) const {
    if (size.x < size.y * kClearlyWider) return Direction::Down;
    const auto worth = [&](Direction direction) {
        const Diagram diagram = lay_out_diagram(report, diagrams_, options(measure, direction));
        const float across = size.x / diagram.width, down = size.y / diagram.height;
        const float zoom = std::clamp(std::min(across, down), kReadable, 1.0f);
        return zoom * std::min(across / zoom, 1.0f) * std::min(down / zoom, 1.0f);
    };
    const bool is_right = worth(Direction::Right) * kPreferred > worth(Direction::Down);
    return is_right ? Direction::Right : Direction::Down;
}

float BlockView::least_fit() const {
    return fit_ == Fit::Readable ? kReadable : kLeastZoom;
}

void BlockView::fit(const Report& report, Measure measure, ImVec2 size) {
    diagram_.direction = best_direction(report, measure, size);
    zoom_ = 1;
    lay_out(report, measure);
    // Text has whole pixels, so a diagram does not shrink quite as its zoom does.
    for (int i = 0; i < kMostFits && zoom_ > least_fit(); ++i) {
        const float share = std::min(size.x / diagram_.width, size.y / diagram_.height);
        if (share >= 1) break;
        zoom_ = std::max(zoom_ * share, least_fit());
        lay_out(report, measure);
    }
    const bool is_down = diagram_.direction == Direction::Down;
    if (fit_ == Fit::Readable && is_down && diagram_.width > size.x) {  // rather than to be moved across
        zoom_ = std::max(zoom_ * size.x / diagram_.width, kNarrowest);
        lay_out(report, measure);
    }
    is_fitted_ = is_zoomed_ = true;
    shift_ = {};
    scrolls_ = cursor_ != 0;
}

bool BlockView::take_report(Context& context) {
    const Report& report = context.workspace.report();
    const bool is_recorded = report.nodes.size() <= kMostRecordedModules;
    const auto model = is_recorded ? context.workspace.whole_model() : nullptr;
    diagrams_ = model != nullptr ? record_flow(report, *model) : FlowGraphs();
    const std::uint64_t generation = context.workspace.versions().model;
    const bool is_other = std::exchange(model_generation_, generation) != generation || revision_ == 0;
    if (is_other) opened_ = usually_opened(report, diagrams_);
    revision_ = context.workspace.revision();
    return is_other;
}

/// What was opened or closed stays where it is, unless the zoom has changed.
void BlockView::lay_out_in_place(const Report& report, Measure measure, ImVec2 size) {
    const DiagramBox before = cursor_ < diagram_.boxes.size() ? diagram_.boxes[cursor_] : DiagramBox();
    is_fitted_ ? lay_out(report, measure) : fit(report, measure, size);
    text_size_ = zoomed_size(zoom_);
    const auto same = std::find_if(diagram_.boxes.begin(), diagram_.boxes.end(), [&](const DiagramBox& box) {
        return box.frame == before.frame && box.title == before.title &&
               box.step.modules == before.step.modules;
    });
    cursor_ = same == diagram_.boxes.end() ? 0 : static_cast<std::size_t>(same - diagram_.boxes.begin());
    if (std::exchange(is_zoomed_, false) || cursor_ == 0) return;
    shift_.x += before.box.x - same->box.x;
    shift_.y += before.box.y - same->box.y;
}

void BlockView::update(Context& context, Measure measure, ImVec2 size) {
    parts_ = context.weights.parts(context.workspace);
    weights_ = context.weights.of(context.workspace, measure);
    const Report& report = context.workspace.report();
    if (is_outdated(context)) {
        is_laid_out_ = false;
        if (take_report(context)) {
            fit_ = Fit::Readable;
            is_fitted_ = false;
        }
    }
    if (size_.x != size.x || size_.y != size.y) is_fitted_ = is_fitted_ && fit_ == Fit::None;
    size_ = size;
    const bool is_as_before = is_fitted_ && measure_ == measure && text_size_ == zoomed_size(zoom_);
    const bool is_new = !is_laid_out_ || !is_as_before;
    if (is_new) lay_out_in_place(report, measure, size);
    if (const auto match = finder_.update(context, diagram_, is_new)) {
        cursor_ = match->box;
        centres_ = true;
    }
}

void BlockView::draw(Context& context, Measure measure, ImVec2 corner, ImVec2 size, bool still) {
    const WithType type(Type::Small);
    const PictureKeys keys;
    update(context, measure, size);
    follow_selection(context);
    bring_cursor_into_view(size);
    if (!still) {
        handle_pointer(context, corner, size);
        if (keys.is_focused()) handle_keys(context, keys);
    }
    keep_in_view(size);
    ImGui::GetWindowDrawList()->PushClipRect(corner, {corner.x + size.x, corner.y + size.y}, true);
    {
        const Zoomed zoomed(zoom_);
        DiagramStyle style = this->style();
        style.shift = {shift_.x, shift_.y};
        style.visible = {0, 0, size.x, size.y};
        if (!still) mark(context, &style);
        ScreenInk ink(corner);
        draw_diagram(context.workspace.report(), diagram_, style, ink);
    }
    ImGui::GetWindowDrawList()->PopClipRect();
    if (!still && !is_under_menu()) describe_boxes(context, keys, corner, size);
}

std::string BlockView::svg(const Context& context) const {
    const WithType type(Type::Small);
    const Diagram diagram =
        lay_out_diagram(context.workspace.report(), diagrams_, options(measure_, DiagramOptions().direction));
    DiagramStyle style = this->style();
    style.has_titles = true;
    Svg svg(diagram.width, diagram.height, style.text_size * 0.92f, palette().pane);
    draw_diagram(context.workspace.report(), diagram, style, svg);
    return svg.finished();
}

std::string BlockView::in_words() const {
    std::string all;
    for (const DiagramBox& box : diagram_.boxes) {
        if (box.frame != 0 || &box == &diagram_.boxes.front()) continue;
        if (all.size() > 300) return concat(all, ", …");
        all += concat(all.empty() ? "" : ", ", box.title);
    }
    return all;
}

void BlockView::mark(const Context& context, DiagramStyle* style) const {
    const Report& report = context.workspace.report();
    const auto add = [&](std::size_t node, Colour colour) {
        if (node == 0 || node >= report.nodes.size()) return;
        const std::size_t found = box_of(report, diagram_, node);
        if (found != 0 && found < diagram_.boxes.size()) style->marked.emplace_back(found, colour);
    };
    for (const BlockFinder::Match& match : finder_.matches())
        style->marked.emplace_back(match.box, faded(palette().warning, 0.3f));
    add(context.pointed, palette().hover);
    for (const std::uint32_t node : context.highlighted) add(node, palette().accent_soft);
    add(context.workspace.selected(), palette().accent_soft);
    if (ImGui::IsItemFocused() && cursor_ < diagram_.boxes.size() && cursor_ != 0)
        style->marked.emplace_back(cursor_, faded(palette().accent, 0.35f));
}

void BlockView::follow_selection(const Context& context) {
    const std::size_t selected = context.workspace.selected();
    if (std::exchange(selected_, selected) == selected) return;
    const std::size_t found = box_of(context.workspace.report(), diagram_, selected);
    const bool is_there = cursor_ < diagram_.boxes.size() && found == cursor_;
    if (is_there || found >= diagram_.boxes.size()) return;
    cursor_ = found;
    scrolls_ = true;
}

void BlockView::choose(Context& context, std::size_t box) {
    cursor_ = box;
    const SharedList<std::uint32_t>& modules = diagram_.boxes[box].step.modules;
    if (modules.empty()) return;
    selected_ = modules.front();
    reveal(context, modules.front());
}

void BlockView::toggle(std::size_t box) {
    const DiagramBox& chosen = diagram_.boxes[box];
    if (!chosen.can_open || chosen.module() == 0) return;
    if (opened_.erase(chosen.module()) == 0) opened_.insert(chosen.module());
    is_laid_out_ = false;
    scrolls_ = true;
}

void BlockView::close_around(Context& context) {
    if (cursor_ >= diagram_.boxes.size()) return;
    const DiagramBox& box = diagram_.boxes[cursor_];
    if (box.is_open && cursor_ != 0) {
        toggle(cursor_);
        return;
    }
    const std::size_t around = box_around(diagram_, cursor_);
    if (around == 0 || around >= diagram_.boxes.size()) return;
    choose(context, around);
    toggle(around);
}

void BlockView::zoom_by(float factor, ImVec2 around) {
    const float next = std::clamp(zoom_ * factor, kLeastZoom, kMostZoom);
    const float ratio = next / zoom_;
    shift_ = {around.x - (around.x - shift_.x) * ratio, around.y - (around.y - shift_.y) * ratio};
    zoom_ = next;
    fit_ = Fit::None;
    is_laid_out_ = false;
    is_zoomed_ = true;
}

void BlockView::zoom_to_fit() {
    fit_ = Fit::Whole;
    is_fitted_ = false;
}

void BlockView::go_to(Context& context, const BlockFinder::Match& match) {
    cursor_ = match.box;
    selected_ = match.module;
    reveal(context, match.module);
    if (zoom_ < kReadable) zoom_by(kReadable / zoom_, {});
    centres_ = true;
    platform::request_frame();
}

void BlockView::draw_controls(Context& context, ImVec2 corner, ImVec2 size) {
    draw_buttons(corner, size);
    draw_overview(context, corner, size);
    if (const auto match = finder_.draw(context, corner, size)) go_to(context, *match);
}

void BlockView::draw_overview(const Context& context, ImVec2 corner, ImVec2 size) {
    const bool is_whole = diagram_.width <= size.x && diagram_.height <= size.y;
    if (is_whole || is_outdated(context) || diagram_.boxes.empty()) return;
    const float gap = unit(2);
    Overview overview{
        context.workspace.report(), diagram_, parts_.get(), {-shift_.x, -shift_.y, size.x, size.y}};
    const ImVec2 room = overview.size();
    if (size.x < room.x * 2.5f || size.y < room.y * 2.5f) return;
    for (const BlockFinder::Match& match : finder_.matches()) overview.lit.push_back(match.box);
    const ImVec2 after = ImGui::GetCursorScreenPos();
    const std::optional<Point> pressed = overview.draw(
        {corner.x + size.x - room.x - gap, corner.y + size.y - room.y - control_height() - gap * 2});
    ImGui::SetCursorScreenPos(after);
    if (pressed) centre_on(*pressed);
}

void BlockView::centre_on(Point at) {
    shift_ = {size_.x / 2 - at.x, size_.y / 2 - at.y};
}

void BlockView::draw_buttons(ImVec2 corner, ImVec2 size) {
    const float pad = unit(1), gap = unit(2);
    const float width = icon_button_width() * 4, height = control_height();
    const ImVec2 low{corner.x + size.x - width - gap, corner.y + size.y - height - gap};
    const ImVec2 high{low.x + width, low.y + height};
    ImDrawList& draw = *ImGui::GetWindowDrawList();
    draw.AddRectFilled(low, high, palette().pane, pad);
    draw.AddRect(low, high, has_high_contrast() ? palette().text : palette().line, pad);
    const ImVec2 after = ImGui::GetCursorScreenPos();
    const ImVec2 middle{size.x / 2, size.y / 2};
    ImGui::SetCursorScreenPos(low);
    if (icon_button("smaller", Icon::Minus, word("blocks_smaller"))) zoom_by(1 / kZoomStep, middle);
    ImGui::SameLine(0, 0);
    if (icon_button("larger", Icon::Plus, word("blocks_larger"))) zoom_by(kZoomStep, middle);
    ImGui::SameLine(0, 0);
    if (icon_button("fit", Icon::Focus, word("blocks_fit"))) zoom_to_fit();
    ImGui::SameLine(0, 0);
    if (icon_button("find", Icon::Search, word("find_block"))) find();
    ImGui::SetCursorScreenPos(after);
}

void BlockView::handle_pinch(ImVec2 corner) {
    const std::optional<platform::Pinch> pinch = platform::take_pinch();
    if (!pinch) return;
    shift_ = {shift_.x + pinch->move.x, shift_.y + pinch->move.y};
    if (pinch->scale != 1) zoom_by(pinch->scale, {pinch->at.x - corner.x, pinch->at.y - corner.y});
    platform::request_frame();
}

void BlockView::handle_pointer(Context& context, ImVec2 corner, ImVec2 size) {
    const ImGuiIO& io = ImGui::GetIO();
    const ImVec2 mouse{io.MousePos.x - corner.x, io.MousePos.y - corner.y};
    const bool is_drag = io.MouseDragMaxDistanceSqr[0] > kClick * kClick;
    if (ImGui::IsItemActive() && is_drag) shift_ = {shift_.x + io.MouseDelta.x, shift_.y + io.MouseDelta.y};
    if (!ImGui::IsItemHovered()) return;
    handle_pinch(corner);
    if (!platform::is_embedded()) {
        const float step = ImGui::GetFontSize() * 4;
        const bool is_across = io.KeyShift && io.MouseWheelH == 0;
        shift_.x += (is_across ? io.MouseWheel : io.MouseWheelH) * step;
        if (!is_across) shift_.y += io.MouseWheel * step;
    }
    keep_in_view(size);
    const std::size_t under = box_at(diagram_, {mouse.x - shift_.x, mouse.y - shift_.y});
    if (under >= diagram_.boxes.size()) return;
    const DiagramBox& box = diagram_.boxes[under];
    if (!box.step.modules.empty()) context.pointing = box.module();
    const bool is_click = ImGui::IsItemDeactivated() && !is_drag;
    if (!is_click) return;
    const bool is_heading = mouse.y - shift_.y < box.box.y + ImGui::GetFontSize() * zoom_ * 3;
    choose(context, under);
    if (!box.is_open || is_heading) toggle(under);
}

void BlockView::handle_keys(Context& context, const PictureKeys& keys) {
    constexpr ImGuiKey kOthers[] = {ImGuiKey_Enter};
    keys.own(kArrowKeys);
    keys.own(kOthers);
    for (const ImGuiKey key : kArrowKeys) {
        if (ImGui::IsKeyPressed(key)) move_along(context, key);
    }
    if (cursor_ < diagram_.boxes.size() && ImGui::IsKeyPressed(ImGuiKey_Enter, false)) toggle(cursor_);
    if (ImGui::IsKeyPressed(ImGuiKey_Backspace)) close_around(context);
    const ImVec2 middle{size_.x / 2, size_.y / 2};
    if (ImGui::IsKeyPressed(ImGuiKey_Equal) || ImGui::IsKeyPressed(ImGuiKey_KeypadAdd))
        zoom_by(kZoomStep, middle);
    if (ImGui::IsKeyPressed(ImGuiKey_Minus) || ImGui::IsKeyPressed(ImGuiKey_KeypadSubtract))
        zoom_by(1 / kZoomStep, middle);
    if (ImGui::IsKeyPressed(ImGuiKey_0, false) || ImGui::IsKeyPressed(ImGuiKey_Keypad0, false))
        zoom_by(1 / zoom_, middle);
    if (ImGui::IsKeyPressed(ImGuiKey_F, false) && ImGui::GetIO().KeyMods == 0) zoom_to_fit();
}

void BlockView::move_along(Context& context, ImGuiKey key) {
    const std::size_t next = box_beside(diagram_, cursor_, key);
    if (next >= diagram_.boxes.size()) return;
    choose(context, next);
    scrolls_ = true;
    platform::request_frame();
}

void BlockView::bring_cursor_into_view(ImVec2 size) {
    const bool scrolls = std::exchange(scrolls_, false), centres = std::exchange(centres_, false);
    if (cursor_ >= diagram_.boxes.size()) return;
    const Box& box = diagram_.boxes[cursor_].box;
    if (centres) return centre_on({box.x + box.w / 2, box.y + std::min(box.h, size.y) / 2});
    if (scrolls) scroll_to(box, size);
}

void BlockView::scroll_to(const Box& box, ImVec2 size) {
    const float margin = unit(6);
    const auto reach = [margin](float shift, float low, float length, float room) {
        if (low + shift < margin || length > room) return margin - low;
        return low + length + shift > room - margin ? std::max(room - margin - low - length, margin - low)
                                                    : shift;
    };
    shift_.y = reach(shift_.y, box.y, box.h, size.y);
    shift_.x = reach(shift_.x, box.x, box.w, size.x);
}

void BlockView::keep_in_view(ImVec2 size) {
    const auto kept = [](float shift, float length, float room) {
        if (length <= room) return std::round((room - length) / 2);
        return std::clamp(shift, room - length, 0.0f);
    };
    shift_.x = kept(shift_.x, diagram_.width, size.x);
    // The last box can be moved out from under the buttons.
    const float height = diagram_.height + (diagram_.height > size.y ? control_height() : 0);
    shift_.y = kept(shift_.y, diagram_.height <= size.y ? diagram_.height : height, size.y);
}

void BlockView::describe_boxes(Context& context, const PictureKeys& keys, ImVec2 corner, ImVec2 size) {
    const Group list(Aria::ListBox, word("block_diagram"));
    std::size_t pressed = diagram_.boxes.size();
    for (std::size_t i = 0; i < std::min(diagram_.boxes.size(), kMostBoxes); ++i) {
        const DiagramBox& box = diagram_.boxes[i];
        const float x = std::clamp(box.box.x + shift_.x, 0.0f, size.x - 1);
        const float y = std::clamp(box.box.y + shift_.y, 0.0f, size.y - 1);
        const ImVec2 low{corner.x + x, corner.y + y};
        const ImVec2 high{std::min(low.x + box.box.w, corner.x + size.x),
                          std::min(low.y + box.box.h, corner.y + size.y)};
        const ImGuiID id = ImGui::GetID(static_cast<int>(i));
        if (!ImGui::ItemAdd({low, {std::max(high.x, low.x + 1), std::max(high.y, low.y + 1)}}, id, nullptr,
                            ImGuiItemFlags_NoNav))
            continue;
        describe(Aria::Option, words_of(box),
                 {.selected = tri(i == cursor_), .is_cursor = keys.is_focused() && i == cursor_});
        if (keys.takes_focus(id)) cursor_ = i;
        if (GImGui->NavActivateId == id) pressed = i;
    }
    if (pressed >= diagram_.boxes.size()) return;
    choose(context, pressed);
    toggle(pressed);
    platform::request_frame();
}

}  // namespace paramscope::app
