#include "app/inspector/memory_view.h"

#include <algorithm>

#include "algebra/print.h"
#include "app/ui/math_text.h"
#include "base/concat.h"
#include "formats/numbers.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/ui/words.h"

namespace paramscope::app {
namespace {

struct Name {
    std::string_view item;
    Word word;
    bool is_for_training;
};

constexpr Name kNames[] = {
    {"weights", Word::MemWeights, false},
    {"kv_cache", Word::MemKvCache, false},
    {"activations_peak", Word::MemActivationsPeak, false},
    {"activations", Word::MemActivations, true},
    {"gradients", Word::MemGradients, true},
    {"sgd", Word::MemSgd, true},
    {"momentum", Word::MemMomentum, true},
    {"adam", Word::MemAdam, true},
    {"adam_mixed", Word::MemAdamMixed, true},
};

void draw_item(std::string_view label, const Quantity& bytes) {
    const std::string size = !bytes.value ? std::string(word(Word::Unknown))
                                          : concat(sign_of(bytes.basis), short_bytes(*bytes.value));
    const bool is_nothing = bytes.value == Integer{0} && bytes.is_complete();
    clipped_text(label, ImGui::GetContentRegionAvail().x - text_width(size) - unit(3),
                 is_nothing ? palette().muted : palette().text);
    same_line_at_right(text_width(size));
    text(size, is_nothing ? palette().muted : bytes.is_complete() ? palette().text : palette().warning);
    if (!bytes.value || is_nothing) return;
    tooltip(word(Word::MemBytes, {with_thousands(*bytes.value)}));
    if (!bytes.formula.is_constant()) {
        math_text(bytes.formula, {.colour = palette().muted, .most_lines = 3});
    }
    ImGui::Dummy({0, unit(0.5f)});
}

}  // namespace

void MemoryView::draw(Context& context) {
    const Workspace& workspace = context.workspace;
    if (revision_ != workspace.revision()) {
        revision_ = workspace.revision();
        items_ = memory_of(workspace.report());
    }
    ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, unit(0.5f));
    for (const bool training : {false, true}) {
        ImGui::Dummy({0, unit(1)});
        section(word(training ? Word::MemForTraining : Word::MemForRunning));
        for (const Name& name : kNames) {
            const auto item = std::find_if(items_.begin(), items_.end(),
                                           [&](const MemoryItem& each) { return each.name == name.item; });
            if (item != items_.end() && name.is_for_training == training) draw_item(word(name.word), item->bytes);
        }
    }
    ImGui::PopStyleVar();
}

}  // namespace paramscope::app
