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

/// The definitions of the architecture's classes. Of those that it inherits, the library has but some.
std::set<std::string> classes_of(const Architecture& architecture) {
    std::set<std::string> names;
    for (const Architecture* each = &architecture; each != nullptr; each = each->base) {
        for (const TemplateDefinition& definition : each->definitions) {
            const bool is_inherited = each != &architecture;
            if (!is_model(definition)) continue;
            if (!is_inherited || find_known_type(full_name(architecture, definition.name)) != nullptr)
                names.insert(definition.name);
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
    for (const std::string& name : classes_of(architecture)) {
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
