#include "app/inspector/memory_view.h"

#include "algebra/print.h"
#include "app/inspector/fit_words.h"
#include "app/inspector/memory_chips.h"
#include "app/inspector/memory_parts.h"
#include "app/ui/math_text.h"
#include "app/ui/semantics.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"

namespace paramscope::app {
namespace {

std::string_view part_word(const MemoryPart& part, const MemoryOptions& options) {
    if (part.name != "activations") return word(word_of_part(part.name));
    if (!options.is_training) return word("mem_activations_peak");
    if (options.recomputes) return word("mem_activations_recomputed");
    return word(part.label == kFusedActivations ? Word("mem_activations_fused")
                                                : Word("mem_activations_kept"));
}

void draw_part(const MemoryPart& part, const MemoryOptions& options, const ShortNames& names) {
    const std::string size = size_text(part.bytes);
    dot(colour_of_part(part.name));
    text_pair(part_word(part, options), palette().text, size,
              part.bytes.is_complete() ? palette().text : palette().warning);
    if (part.bytes.is_unknown()) return;
    tooltip(word("mem_bytes", {{"count", with_thousands(*part.bytes.value)}}));
    if (!part.bytes.formula.is_constant())
        math_text(with_short_names(part.bytes.formula, names), {.colour = palette().muted});
    ImGui::Dummy({0, unit(0.5f)});
}

}  // namespace

void MemoryView::draw(Context& context) {
    context.memory.update(context.workspace);
    const MemoryPlan& plan = context.memory.plan();
    const bool has_changed = version_ != context.memory.version();
    version_ = context.memory.version();
    if (has_changed) names_ = short_names(context.workspace.report());
    verdict_.draw(context);
    device_field_.draw(context);
    draw_switches(context);
    draw_parts(plan);
    time_line_.draw(context, plan, has_changed);
    devices_.draw(context, plan, has_changed);
}

void MemoryView::draw_switches(Context& context) {
    MemoryOptions options = context.workspace.document().memory;
    section(word("mem_how"));
    draw_recipes(&options);
    draw_memory_chips(&options);
    sharing_.draw(&options);
    context.workspace.set_memory(options);
}

void MemoryView::draw_parts(const MemoryPlan& plan) const {
    section(word("mem_parts"));
    {
        const Group parts(Aria::List, word("mem_parts"));
        ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, unit(0.5f));
        for (const MemoryPart& part : plan.parts) {
            const Group item(Aria::ListItem, part_word(part, plan.options));
            draw_part(part, plan.options, names_);
        }
        ImGui::PopStyleVar();
    }
    if (plan.whole_cache && plan.whole_cache->value)
        wrapped_text(word("mem_whole_cache", {{"size", size_text(*plan.whole_cache)}}), palette().muted,
                     Type::Small);
}

}  // namespace paramscope::app
