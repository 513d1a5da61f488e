#include "app/inspector/verdict_view.h"

#include <algorithm>

#include "algebra/integer.h"
#include "app/inspector/field_pairs.h"
#include "app/inspector/fit_words.h"
#include "app/inspector/memory_parts.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/concat.h"
#include "formats/support/numbers.h"

namespace paramscope::app {
namespace {

Word answer_of(const Verdict& verdict, const MemoryPlan& plan) {
    if (verdict.fit.fits == Fits::Yes) return "verdict_fits";
    if (verdict.fit.fits == Fits::No) return "verdict_too_large";
    return is_close(verdict, plan) ? Word("verdict_close") : Word("verdict_unknown");
}

std::string devices_text(const Verdict& verdict) {
    const std::string& name = verdict.fit.device.name;
    return verdict.count == 1 ? name : concat(to_string(verdict.count), " × ", name);
}

double bytes_of(const std::optional<Integer>& bytes) {
    return static_cast<double>(bytes.value_or(0));
}

}  // namespace

std::string verdict_words(const PlannedMemory& memory) {
    const Verdict& verdict = memory.verdict();
    return word(answer_of(verdict, memory.plan()), {{"devices", devices_text(verdict)}});
}

std::string need_words(const PlannedMemory& memory) {
    const Verdict& verdict = memory.verdict();
    const Word need = verdict.count == 1 ? Word("verdict_need") : Word("verdict_need_each");
    return word(need, {{"size", size_text(memory.plan().total)}, {"room", short_bytes(verdict.fit.room)}});
}

void VerdictView::draw(Context& context) {
    const Fit& fit = context.memory.verdict().fit;
    wrapped_text(verdict_words(context.memory), fits_colour(fit.fits), Type::Figure);
    wrapped_text(need_words(context.memory), palette().text);
    draw_verdict_bar(context.memory);
    const std::string largest = sizes_text(fit);
    if (!largest.empty())
        wrapped_text(word("verdict_largest", {{"sizes", largest}}), palette().muted, Type::Small);
    draw_sizes(context);
}

void draw_verdict_bar(const PlannedMemory& memory) {
    const MemoryPlan& plan = memory.plan();
    const Verdict& verdict = memory.verdict();
    const Palette& colours = palette();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = unit(3);
    ImGui::Dummy({width, height});
    const double room = bytes_of(verdict.fit.room), most = std::max({room, bytes_of(plan.total.value), 1.0});
    const auto place = [&](double bytes) {
        return at.x + static_cast<float>(std::min(bytes / most, 1.0)) * width;
    };
    ImDrawList* list = ImGui::GetWindowDrawList();
    list->AddRectFilled(at, {at.x + width, at.y + height}, colours.line, unit(0.5f));
    std::string parts;
    double before = 0;
    for (const MemoryPart& part : plan.parts) {
        const double bytes = bytes_of(part.bytes.value);
        if (bytes <= 0) continue;
        const float left = place(before);
        before += bytes;
        list->AddRectFilled({left, at.y}, {std::max(place(before) - 1, left + 1), at.y + height},
                            colour_of_part(part.name));
        parts += concat(parts.empty() ? "" : ", ", word(word_of_part(part.name)), " ",
                        short_bytes(*part.bytes.value));
    }
    if (room < most)
        list->AddLine({place(room), at.y - unit(1)}, {place(room), at.y + height + unit(1)}, colours.error,
                      2);
    describe(Aria::Image, parts);
    tooltip(parts);
}

void VerdictView::draw_sizes(Context& context) {
    std::vector<std::string> names;
    const auto& sizes = context.memory.verdict().sizes;
    for (const auto& [name, value] : sizes) names.push_back(name);
    draw_field_pairs(names, [&](std::size_t i, float width) {
        const auto& [name, value] = sizes[i];
        const std::string id = concat("##size ", name);
        std::string shown = size_.shown(id.c_str(), to_string(value));
        const std::optional<Integer> typed = parse_integer(shown);
        const bool is_wrong = !typed || *typed < 1;
        if (size_.draw(id.c_str(), name, &shown, width, is_wrong) && !is_wrong && *typed != value)
            context.workspace.set_override(name, Rational(*typed));
    });
}

}  // namespace paramscope::app
