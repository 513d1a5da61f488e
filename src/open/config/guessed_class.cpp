#include "open/config/guessed_class.h"

#include <set>

#include "base/ranges.h"
#include "layers/catalogue/known_types.h"

namespace paramscope::open {
namespace {

/// True for the definition of a class that is a model: the base class, and those that say what inputs they
/// take.
bool is_model(const TemplateDefinition& definition) {
    return definition.name == "$Model" || any_of(definition.node.children, [](const TemplateNode& line) {
               return line.name.empty() && line.body.starts_with("input = ");
           });
}

/// True for a type of one part of a model, such as a tower, whose class has a name of its own:
/// "$VisionModel". A whole is "$Model", "$ForCausalLM", "$LMHeadModel" and the like.
bool is_part(std::string_view usual) {
    if (usual == "$Model" || usual.starts_with("$For")) return false;
    constexpr std::string_view wholes[] = {"LMHead", "MTModel", "RewardModel"};
    return !any_of(wholes,
                   [&](std::string_view whole) { return usual.find(whole) != std::string_view::npos; });
}

/// The definitions of the architecture's classes; of a part, those of its usual class,
/// "$TextModelWithProjection". Of those that it inherits, the library has but some.
std::set<std::string> classes_of(const Architecture& architecture, const std::string& usual) {
    std::set<std::string> names;
    for (const Architecture* each = &architecture; each != nullptr; each = each->base) {
        for (const TemplateDefinition& definition : each->definitions) {
            const std::string& name = definition.name;
            const bool may_be = is_part(usual) ? name.starts_with(usual) : is_model(definition);
            const bool is_own = each == &architecture || name == usual;
            if (may_be && (is_own || find_known_type(full_name(architecture, name)) != nullptr))
                names.insert(name);
        }
    }
    return names;
}

/// True where a total is beyond the 10 % that "about" allows.
bool is_far(Integer total, Integer estimate) {
    return (total > estimate ? total - estimate : estimate - total) > total / 10;
}

}  // namespace

SmallestClass smallest_class(const Architecture& architecture, const std::string& usual,
                             const CountClass& count_class) {
    SmallestClass smallest{usual, count_class(usual)};
    std::optional<Integer> least = smallest.usual_total;
    for (const std::string& name : classes_of(architecture, usual)) {
        if (name == usual) continue;
        const std::optional<Integer> total = count_class(name);
        if (!total) continue;
        smallest.differs |= smallest.usual_total && is_far(*total, *smallest.usual_total);
        if (least && *total >= *least) continue;
        least = total;
        smallest.definition = name;
    }
    return smallest;
}

}  // namespace paramscope::open
