#include "app/inspector/time_line_view.h"

#include <algorithm>

#include "app/inspector/memory_parts.h"
#include "app/ui/screen_ink.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "base/concat.h"
#include "formats/support/numbers.h"

namespace paramscope::app {
namespace {

constexpr Word kStageWords[] = {"mem_forward_pass", "mem_backward_pass", "mem_step"};
constexpr std::size_t kMostAliveInPage = 6;  // rows below the picture

Word stage_word(const Moment& moment) {
    return kStageWords[static_cast<std::size_t>(moment.stage)];
}

/// "Activations 2.82 MB, Working tensors 1.20 MB".
std::string parts_of(const TimeLine& line, const std::vector<Integer>& bytes) {
    std::string words;
    for (std::size_t part = 0; part < line.parts.size(); ++part) {
        if (bytes[part] == 0) continue;
        words += concat(words.empty() ? "" : ", ", word(word_of_part(line.parts[part])), " ",
                        short_bytes(bytes[part]));
    }
    return words;
}

}  // namespace

void TimeLineView::draw(Context& context, const MemoryPlan& plan, bool has_changed) {
    if (has_changed) update(context.workspace.report(), plan);
    if (line_.moments.empty()) return;
    section(word("mem_over_pass"));
    const ImVec2 corner = ImGui::GetCursorScreenPos(), size{ImGui::GetContentRegionAvail().x, unit(44)};
    ImGui::Dummy(size);
    describe(Aria::Image, in_words(plan));
    if (ImGui::IsItemVisible()) {
        const WithType type(Type::Small);
        TimeLineStyle style = this->style(size, plan);
        handle_pointer(context, TimeLineLayout(line_, style), corner, &style);
        ScreenInk ink(corner);
        draw_time_line(line_, style, ink);
    }
    draw_alive(context);
}

void TimeLineView::update(const Report& report, const MemoryPlan& plan) {
    line_ = time_line_of(report, plan, kMostDrawnMoments);
    modules_.clear();
    for (const Moment& moment : line_.moments) modules_.push_back(path_with_repeats(report, moment.module));
    alive_names_.clear();
    for (const AliveRow& row : line_.alive) alive_names_.push_back(path_with_repeats(report, row.module));
}

TimeLineStyle TimeLineView::style(ImVec2 size, const MemoryPlan& plan) const {
    TimeLineStyle style{screen_style()};
    style.width = size.x;
    style.height = size.y;
    for (std::size_t i = 0; i < kPassStages; ++i) style.stages[i] = word(kStageWords[i]);
    const Moment& peak = line_.moments[line_.peak];
    style.peak = concat(word("mem_peak"), ": ", sign_of(plan.total.basis), short_bytes(peak.total));
    return style;
}

/// "Backward pass, layers.0-31.mlp"; the optimizer's step is of no module.
std::string TimeLineView::place_of(const Moment& moment) const {
    if (moment.stage == PassStage::Step) return std::string(word(stage_word(moment)));
    return concat(word(stage_word(moment)), ", ",
                  modules_[static_cast<std::size_t>(&moment - line_.moments.data())]);
}

std::string TimeLineView::in_words(const MemoryPlan& plan) const {
    const Moment& peak = line_.moments[line_.peak];
    return concat(word("mem_over_pass"), ": ", word("mem_peak"), " ", sign_of(plan.total.basis),
                  short_bytes(peak.total), ", ", place_of(peak), ": ", parts_of(line_, peak.bytes));
}

void TimeLineView::handle_pointer(Context& context, const TimeLineLayout& layout, ImVec2 corner,
                                  TimeLineStyle* style) const {
    if (!ImGui::IsItemHovered()) return;
    const ImVec2 mouse = ImGui::GetMousePos();
    style->marked = layout.moment_at(mouse.x - corner.x);
    if (!style->marked) return;
    const Moment& moment = line_.moments[*style->marked];
    if (moment.stage != PassStage::Step) {
        context.pointing = moment.module;
        if (ImGui::IsMouseClicked(ImGuiMouseButton_Left)) reveal(context, moment.module);
    }
    if (!ImGui::BeginTooltip()) return;
    text(place_of(moment));
    if (const auto part = layout.part_at(*style->marked, mouse.y - corner.y)) {
        dot(colour_of_part(line_.parts[*part]));
        text(concat(word(word_of_part(line_.parts[*part])), ": ", short_bytes(moment.bytes[*part])));
    }
    text(concat(word("mem_all_parts"), ": ", short_bytes(moment.total)), palette().muted);
    ImGui::EndTooltip();
}

void TimeLineView::draw_alive(Context& context) const {
    if (line_.alive.empty()) return;
    section(word("mem_alive"));
    const Group group(Aria::List, word("mem_alive"));
    const auto peak = static_cast<double>(line_.moments[line_.peak].total);
    for (std::size_t i = 0; i < std::min(line_.alive.size(), kMostAliveInPage); ++i) {
        const AliveRow& row = line_.alive[i];
        const std::string name =
            row.is_own ? word("mem_itself", {{"module", alive_names_[i]}}) : alive_names_[i];
        const Group item(Aria::ListItem, name);
        text_pair(name, palette().text,
                  concat(short_bytes(row.total), "  ", percent(static_cast<double>(row.total) / peak)),
                  palette().text);
        if (ImGui::IsItemHovered()) context.pointing = row.module;
        tooltip(concat(name, ": ", parts_of(line_, row.bytes)));
    }
}

}  // namespace paramscope::app
