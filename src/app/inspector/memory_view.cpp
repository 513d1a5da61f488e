#include "app/inspector/memory_view.h"

#include <algorithm>

#include "algebra/print.h"
#include "app/document/memory_fields.h"
#include "app/ui/math_text.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "formats/support/numbers.h"

namespace paramscope::app {
namespace {

constexpr Word kPurposes[] = {"mem_inference", "mem_training"};
constexpr Word kOptimizers[] = {"mem_choose_sgd", "mem_choose_momentum", "mem_choose_adam",
                                "mem_choose_mixed"};  // the first of the enum
constexpr Word kTypes[] = {"mem_type_of_text", "mem_float32", "mem_float16", "mem_int8",
                           "mem_int4"};  // as kWeightTypes
static_assert(std::size(kTypes) == std::size(kWeightTypes));
constexpr Word kCacheWords[] = {"mem_cache_same", "mem_cache_16", "mem_fp8", "mem_q8_0",
                                "mem_q4_0"};  // as kCacheTypes
static_assert(std::size(kCacheWords) == std::size(kCacheTypes));

/// Chooses one of the types; "" is the first.
void draw_types(Word name, std::span<const Word> words, std::span<const std::string_view> types, float width,
                std::string* type) {
    caption(word(name));
    const auto known = std::find(types.begin(), types.end(), *type);
    auto chosen = static_cast<int>(known - types.begin());
    if (choice(name, words, &chosen, width)) *type = types[static_cast<std::size_t>(chosen)];
}

/// A part's name, and the family whose colour it has.
struct PartLook {
    std::string_view part;
    Word word;
    std::string_view family;
};
constexpr PartLook kLooks[] = {
    {"weights", "mem_weights", "linear"},
    {"adapters", "mem_adapters", "embedding"},
    {"copies", "mem_copies", "embedding"},
    {"gathered", "mem_gathered", "linear"},
    {"gradients", "mem_gradients", "pooling"},
    {"optimizer", "mem_state", "recurrent"},
    {"kv_cache", "mem_kv_cache", "attention"},
    {"state", "mem_recurrent", "normalization"},
    {"activations", "mem_activations", "convolution"},
    {"casts", "mem_casts", "embedding"},
    {"optimizer_step", "mem_optimizer_step", "normalization"},
    {"working", "mem_working", "activation"},
    {"workspace", "mem_workspace", "dropout"},
    {"rounding", "mem_rounding", "shape"},
};

const PartLook& look_of(const MemoryPart& part) {
    return *find_by(kLooks, &PartLook::part, part.name);
}

std::string_view part_word(const MemoryPart& part, const MemoryOptions& options) {
    if (part.name != "activations") return word(look_of(part).word);
    if (!options.is_training) return word("mem_activations_peak");
    if (options.recomputes) return word("mem_activations_recomputed");
    return word(part.label == kFusedActivations ? Word("mem_activations_fused")
                                                : Word("mem_activations_kept"));
}

std::string size_text(const Quantity& bytes) {
    if (bytes.is_unknown()) return std::string(word("unknown"));
    return concat(sign_of(bytes.basis), short_bytes(*bytes.value));
}

double number_of(const Quantity& bytes) {
    return static_cast<double>(bytes.value.value_or(0));
}

void draw_part(const MemoryPart& part, const MemoryOptions& options) {
    const std::string size = size_text(part.bytes);
    dot(family_colour(look_of(part).family));
    text_pair(part_word(part, options), palette().text, size,
              part.bytes.is_complete() ? palette().text : palette().warning);
    if (part.bytes.is_unknown()) return;
    tooltip(word("mem_bytes", {{"count", with_thousands(*part.bytes.value)}}));
    if (!part.bytes.formula.is_constant())
        math_text(part.bytes.formula, {.colour = palette().muted, .most_lines = 3});
    ImGui::Dummy({0, unit(0.5f)});
}

}  // namespace

void MemoryView::draw(Context& context) {
    const Report& report = context.workspace.report();
    MemoryOptions options = context.workspace.document().memory;
    draw_switches(&options);
    context.workspace.set_memory(options);
    options = that_count(std::move(options));
    const bool has_changed = plan_.options != options || revision_ != context.workspace.revision();
    if (has_changed) {
        revision_ = context.workspace.revision();
        plan_ = plan_memory(report, options);
    }
    draw_total();
    {
        const Group parts(Aria::List, word("mem_parts"));
        ImGui::PushStyleVarY(ImGuiStyleVar_ItemSpacing, unit(0.5f));
        for (const MemoryPart& part : plan_.parts) {
            const Group item(Aria::ListItem, part_word(part, plan_.options));
            draw_part(part, plan_.options);
        }
        ImGui::PopStyleVar();
    }
    if (plan_.whole_cache && plan_.whole_cache->value)
        wrapped_text(word("mem_whole_cache", {{"size", size_text(*plan_.whole_cache)}}), palette().muted,
                     Type::Small);
    devices_.draw(context, plan_, has_changed);
}

void MemoryView::draw_switches(MemoryOptions* options) {
    const float width = ImGui::GetContentRegionAvail().x;
    int purpose = options->is_training ? 1 : 0;
    choice("mem_purpose", kPurposes, &purpose, width);
    options->is_training = purpose == 1;
    draw_types("mem_type", kTypes, kWeightTypes, width, &options->weights_dtype);
    if (!options->is_training) {
        draw_types("mem_cache_type", kCacheWords, kCacheTypes, width, &options->cache_dtype);
        toggle("mem_generate", &options->generates);
        tooltip(word("mem_generate_hint"));
    }
    if (options->is_training) {
        caption(word("mem_optimizer"));
        int optimizer = static_cast<int>(options->optimizer);
        choice("mem_optimizer", kOptimizers, &optimizer, width);
        options->optimizer = static_cast<Optimizer>(optimizer);
        toggle("mem_recompute", &options->recomputes);
        tooltip(word("mem_recompute_hint"));
    }
    sharing_.draw(options);
}

void MemoryView::draw_total() const {
    static constexpr ByBound<Word> kTitles{"mem_total", "mem_total_at_most", "mem_total_at_least",
                                           "mem_total_about"};
    section(word(kTitles.of(plan_.total.basis)));
    text(plan_.total.value ? short_bytes(*plan_.total.value) : std::string(word("unknown")), palette().text,
         Type::Figure);
    if (plan_.total.value) tooltip(word("mem_bytes", {{"count", with_thousands(*plan_.total.value)}}));
    draw_bar();
}

/// One bar of all parts in proportion to their bytes.
void MemoryView::draw_bar() const {
    const double total = number_of(plan_.total);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = unit(3);
    ImGui::Dummy({width, height});
    std::string shares;
    double before = 0;
    ImDrawList* list = ImGui::GetWindowDrawList();
    for (const MemoryPart& part : plan_.parts) {
        if (total <= 0 || number_of(part.bytes) <= 0) continue;
        const double share = number_of(part.bytes) / total;
        const auto left = at.x + static_cast<float>(before) * width;
        before = std::min(before + share, 1.0);
        const auto right = at.x + static_cast<float>(before) * width;
        list->AddRectFilled({left, at.y}, {std::max(right - 1, left + 1), at.y + height},
                            family_colour(look_of(part).family));
        shares += concat(shares.empty() ? "" : ", ", part_word(part, plan_.options), " ", percent(share));
    }
    describe(Aria::Image, shares);
    tooltip(shares);
}

}  // namespace paramscope::app
