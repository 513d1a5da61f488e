#include "app/inspector/memory_parts.h"

#include "app/ui/theme.h"
#include "base/ranges.h"
#include "formats/pictures/time_line_picture.h"

namespace paramscope::app {
namespace {

struct PartWord {
    std::string_view part;
    Word word;
};
constexpr PartWord kPartWords[] = {
    {"weights", "mem_weights"},
    {"adapters", "mem_adapters"},
    {"copies", "mem_copies"},
    {"gathered", "mem_gathered"},
    {"gradients", "mem_gradients"},
    {"optimizer", "mem_state"},
    {"kv_cache", "mem_kv_cache"},
    {"state", "mem_recurrent"},
    {"activations", "mem_activations"},
    {"casts", "mem_casts"},
    {"optimizer_step", "mem_optimizer_step"},
    {"working", "mem_working"},
    {"workspace", "mem_workspace"},
    {"rounding", "mem_rounding"},
};
static_assert(std::size(kPartWords) == std::size(kMemoryParts));

}  // namespace

Word word_of_part(std::string_view part) {
    return find_by(kPartWords, &PartWord::part, part)->word;
}

ImU32 colour_of_part(std::string_view part) {
    return family_colour(family_of_part(part));
}

}  // namespace paramscope::app
