#include "app/inspector/memory_chips.h"

#include <imgui.h>

#include <algorithm>
#include <string>
#include <vector>

#include "app/dialogs/dialog.h"
#include "app/document/memory_fields.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "count/cost/recipes.h"

namespace paramscope::app {
namespace {

constexpr Word kRecipeWords[] = {
    "mem_inference", "recipe_full", "recipe_mixed", "recipe_lora",
    "recipe_qlora",  "recipe_own"};  // in the order of recipes(); the last for options of no recipe

/// What no recipe decides.
MemoryOptions beside_recipes(const MemoryOptions& options) {
    MemoryOptions made;
    made.engine = options.engine;
    made.cache_dtype = options.cache_dtype;
    made.attention = options.attention;
    made.has_kernels_of_cpu = options.has_kernels_of_cpu;
    made.offload = options.offload;
    made.pipeline_parallel = options.pipeline_parallel;
    made.expert_parallel = options.expert_parallel;
    return made;
}

bool follows(const MemoryOptions& options, const Recipe& recipe) {
    MemoryOptions made = with_recipe(recipe, options.devices, beside_recipes(options));
    made.zero_stage = options.zero_stage;
    made.tensor_parallel = options.tensor_parallel;
    made.adapters.modules = options.adapters.modules;
    made.adapters.saved = options.adapters.saved;
    return made == options;
}

/// The index in kRecipeWords of the recipe that options follow.
std::size_t recipe_of(const MemoryOptions& options) {
    const auto all = recipes();
    if (!options.is_training) return 0;  // whatever the types are
    const auto found =
        std::find_if(all.begin(), all.end(), [&](const Recipe& recipe) { return follows(options, recipe); });
    return static_cast<std::size_t>(found - all.begin());
}

/// Chips side by side, and on the next line where there is no room.
class Chips {
  public:
    /// Draws the chip of a setting, and its menu while that is open; true where a value was chosen.
    template <class Values, class Value, class LabelOf>
    bool choose(Word name, const Values& values, Value* chosen, const LabelOf& label_of) {
        const auto is_chosen = [&](const auto& value) { return value == *chosen; };
        const std::string label(label_of(*chosen));
        ImGui::PushID((*name).id.data());
        if (draw_button(concat(word(name), ": ", label))) ImGui::OpenPopup("values");
        bool has_changed = false;
        if (begin_menu("values", word(name))) {
            for (const auto& value : values) {
                if (!menu_choice(label_of(value), is_chosen(value))) continue;
                *chosen = value;
                has_changed = true;
            }
            end_menu();
        }
        ImGui::PopID();
        return has_changed;
    }

    /// The same of a setting that is on or off.
    void choose_flag(Word name, Word off, Word on, bool* flag) {
        constexpr bool kValues[] = {false, true};
        choose(name, kValues, flag, [&](bool value) { return word(value ? on : off); });
    }

  private:
    bool draw_button(const std::string& words) {
        const WithType type(Type::Small);
        const float width = menu_button_width(words), gap = unit(1);
        if (used_ > 0 && used_ + gap + width <= room_) {
            ImGui::SameLine(left_ + used_ + gap);
            used_ += gap + width;
        } else {
            used_ = width;
        }
        return menu_button("chip", words, room_);
    }

    const float left_ = ImGui::GetCursorPosX(), room_ = ImGui::GetContentRegionAvail().x;
    float used_ = 0;  ///< of the present line
};

std::string_view label_of_type(std::string_view type) {
    return type.empty() ? word("mem_type_of_text") : type;
}

/// Which parts of the forward pass are computed again.
enum class Again : std::uint8_t { Nothing, Attention, Blocks };

void choose_again(Chips* chips, MemoryOptions* options) {
    constexpr Again kValues[] = {Again::Nothing, Again::Attention, Again::Blocks};
    constexpr Word kWords[] = {"mem_off", "mem_again_attention", "mem_again_blocks"};
    Again again = options->recomputes             ? Again::Blocks
                  : options->recomputes_attention ? Again::Attention
                                                  : Again::Nothing;
    const auto label = [&](Again value) { return word(kWords[static_cast<std::size_t>(value)]); };
    if (!chips->choose("mem_recompute", kValues, &again, label)) return;
    options->recomputes = again == Again::Blocks;
    options->recomputes_attention = again == Again::Attention;
}

void choose_autocast(Chips* chips, MemoryOptions* options) {
    std::vector<std::string_view> types = find_memory_setting("autocast")->choices();
    types.insert(types.begin(), "");
    chips->choose("mem_autocast", types, &options->autocast,
                  [](std::string_view type) { return type.empty() ? word("mem_off") : type; });
}

void choose_engine(Chips* chips, MemoryOptions* options) {
    std::vector<const Engine*> all{nullptr};
    for (const Engine& engine : engines()) all.push_back(&engine);
    chips->choose("mem_engine", all, &options->engine,
                  [](const Engine* engine) { return engine == nullptr ? "PyTorch" : engine->label; });
}

void choose_loss(Chips* chips, MemoryOptions* options) {
    constexpr Loss kValues[] = {Loss::Mean, Loss::CrossEntropy, Loss::FusedCrossEntropy};
    constexpr Word kWords[] = {"mem_loss_mean", "mem_loss_entropy", "mem_loss_fused"};
    chips->choose("mem_loss", kValues, &options->loss,
                  [&](Loss loss) { return word(kWords[static_cast<std::size_t>(loss)]); });
}

void choose_optimizer(Chips* chips, MemoryOptions* options) {
    std::vector<Optimizer> all;
    for (const OptimizerState& state : optimizers()) all.push_back(state.optimizer);
    chips->choose("mem_optimizer", all, &options->optimizer,
                  [](Optimizer optimizer) { return state_of(optimizer).label; });
}

}  // namespace

void draw_recipes(MemoryOptions* options) {
    const std::size_t present = recipe_of(*options);
    const auto words = std::span(kRecipeWords).first(std::max(recipes().size(), present + 1));
    auto chosen = static_cast<int>(present);
    if (!choice("recipes", words, &chosen, ImGui::GetContentRegionAvail().x)) return;
    if (static_cast<std::size_t>(chosen) < recipes().size())
        *options = with_recipe(recipes()[static_cast<std::size_t>(chosen)], options->devices,
                               beside_recipes(*options));
}

void draw_memory_chips(MemoryOptions* options) {
    Chips chips;
    chips.choose("mem_type", kWeightTypes, &options->weights_dtype, label_of_type);
    if (options->is_training) {
        choose_optimizer(&chips, options);
        choose_again(&chips, options);
        choose_loss(&chips, options);
        choose_autocast(&chips, options);
        chips.choose_flag("mem_accumulate", "mem_off", "mem_on", &options->accumulates);
        chips.choose_flag("mem_output", "mem_output_held", "mem_output_dropped", &options->drops_output);
    } else {
        choose_engine(&chips, options);
        chips.choose("mem_cache_type", kCacheTypes, &options->cache_dtype,
                     [](std::string_view type) { return type.empty() ? word("mem_cache_same") : type; });
        if (options->engine == nullptr)
            chips.choose_flag("mem_scores", "mem_scores_all", "mem_scores_last", &options->generates);
    }
    constexpr AttentionKernel kKernels[] = {AttentionKernel::Fused, AttentionKernel::Eager};
    chips.choose("mem_attention", kKernels, &options->attention, [](AttentionKernel kernel) {
        return word(kernel == AttentionKernel::Fused ? Word("mem_fused") : Word("mem_eager"));
    });
}

}  // namespace paramscope::app
