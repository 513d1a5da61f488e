#include "app/pictures/block_finder.h"

#include <imgui_internal.h>

#include <algorithm>
#include <utility>

#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "platform/platform.h"

namespace paramscope::app {
namespace {

constexpr const char* kField = "##find block";

void set_filter(Context& context, std::string words) {
    TreeView view = context.tree.view();
    view.filter = std::move(words);
    context.tree.set_view(std::move(view));
    platform::request_frame();
}

/// For each module the innermost box that shows or holds it.
std::vector<std::uint32_t> boxes_of_modules(const Report& report, const Diagram& diagram) {
    std::vector<std::uint32_t> boxes(report.nodes.size());
    for (std::uint32_t i = 0; i < diagram.boxes.size(); ++i) {  // outer boxes come first
        for (const std::uint32_t module : diagram.boxes[i].step.modules)
            for (std::uint32_t inside = module; inside < report.nodes[module].subtree_end; ++inside)
                boxes[inside] = i;
    }
    return boxes;
}

}  // namespace

bool BlockFinder::close(Context& context) {
    if (!std::exchange(is_open_, false)) return false;
    set_filter(context, "");
    return true;
}

std::optional<BlockFinder::Match> BlockFinder::next() {
    if (matches_.empty()) return std::nullopt;
    place_ = (place_ + 1) % matches_.size();
    return matches_[place_];
}

std::optional<BlockFinder::Match> BlockFinder::update(Context& context, const Diagram& diagram, bool is_new) {
    context.tree.update(context.workspace);
    const bool is_other = filter_ != context.tree.view().filter;
    if (!is_other && !is_new) return std::nullopt;
    filter_ = context.tree.view().filter;
    matches_.clear();
    if (!filter_.empty()) {
        const std::vector<std::uint32_t> boxes = boxes_of_modules(context.workspace.report(), diagram);
        for (std::uint32_t module = 0; module < boxes.size(); ++module) {
            if (boxes[module] != 0 && context.tree.is_match(module))
                matches_.push_back({boxes[module], module});
        }
        const auto by_box = [](const Match& a, const Match& b) { return a.box < b.box; };
        const auto same_box = [](const Match& a, const Match& b) { return a.box == b.box; };
        std::stable_sort(matches_.begin(), matches_.end(), by_box);
        matches_.erase(std::unique(matches_.begin(), matches_.end(), same_box), matches_.end());
    }
    if (is_other) place_ = 0;
    place_ = std::min(place_, matches_.empty() ? 0 : matches_.size() - 1);
    return is_other && !matches_.empty() ? std::optional(matches_.front()) : std::nullopt;
}

std::optional<BlockFinder::Match> BlockFinder::draw(Context& context, ImVec2 corner, ImVec2 size) {
    if (!is_open_) return std::nullopt;
    const float width = std::min(unit(64), size.x - unit(4));
    const ImVec2 low{corner.x + size.x - width - unit(2), corner.y + unit(2)};
    const std::string place = matches_.empty()
                                  ? std::string(filter_.empty() ? "" : word("find_nothing"))
                                  : word("find_place", {{"at", std::to_string(place_ + 1)},
                                                        {"count", std::to_string(matches_.size())}});
    const float height = control_height() + (place.empty() ? 0 : ImGui::GetTextLineHeight() + unit(1));
    ImDrawList& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled({low.x - unit(1), low.y - unit(1)},
                       {low.x + width + unit(1), low.y + height + unit(1)}, palette().pane, unit(1));
    list.AddRect({low.x - unit(1), low.y - unit(1)}, {low.x + width + unit(1), low.y + height + unit(1)},
                 palette().line, unit(1));
    const ImVec2 after = ImGui::GetCursorScreenPos();
    ImGui::SetCursorScreenPos(low);
    const bool goes_on = ImGui::GetActiveID() == ImGui::GetID(kField) &&
                         (ImGui::IsKeyPressed(ImGuiKey_Enter) || ImGui::IsKeyPressed(ImGuiKey_KeypadEnter));
    if (goes_on) wants_focus_ = true;
    ImGui::BeginGroup();
    std::string words = context.tree.view().filter;
    if (search_field(kField, word("find_block"), &words, width, &wants_focus_)) set_filter(context, words);
    if (!place.empty()) caption(place);
    ImGui::EndGroup();
    ImGui::SetCursorScreenPos(after);
    return goes_on ? next() : std::nullopt;
}

}  // namespace paramscope::app
