#include "layers/catalogue/type_aliases.h"

#include <vector>

#include "base/characters.h"
#include "base/concat.h"
#include "base/shipped_texts.h"
#include "base/text_parts.h"

namespace paramscope {
namespace {

/// A type `prefix` + rest is a copy of the type `base` + rest.
struct Copy {
    std::string_view prefix, base;
};

/// Adds the lines "Base: Copy Copy" of a text.
void add_copies(std::string_view text, std::vector<Copy>& copies) {
    while (!text.empty()) {
        std::string_view line = take_until(text, '\n');
        if (line.empty() || line.front() == '#') continue;
        const std::string_view base = take_until(line, ':');
        while (!(line = trim(line)).empty()) copies.push_back({take_until(line, ' '), base});
    }
}

/// The copies that the shipped texts of layers/copies name. Texts may arrive later: those are added then.
const std::vector<Copy>& all_copies() {
    static std::vector<Copy> copies;
    static std::size_t added = 0;  // number of shipped texts
    for (; added < shipped_texts().size(); ++added) {
        const ShippedText& shipped = shipped_texts()[added];
        if (shipped.group == "copies") add_copies(shipped.text, copies);
    }
    return copies;
}

/// Names of attention implementations, inserted in a type's name; all do the same work.
struct Implementation {
    std::string_view name;
    std::string_view replacement;
};
constexpr Implementation kImplementations[] = {{"Sdpa", ""}, {"FlashAttention2", "Attention"}};

}  // namespace

std::string base_type_of(std::string_view type) {
    for (const Implementation& implementation : kImplementations) {
        const std::size_t at = type.find(implementation.name);
        if (at == std::string_view::npos || at == 0) continue;
        return concat(type.substr(0, at), implementation.replacement,
                      type.substr(at + implementation.name.size()));
    }
    Copy longest;
    for (const Copy& copy : all_copies()) {
        if (copy.prefix.size() > longest.prefix.size() && type.starts_with(copy.prefix)) longest = copy;
    }
    if (!longest.prefix.empty()) return concat(longest.base, type.substr(longest.prefix.size()));
    // Experts whose weights are one 3-D tensor print neither children nor sizes; all share the rule of
    // `Experts`.
    constexpr std::string_view experts = "Experts";
    return type.ends_with(experts) && type != experts ? std::string(experts) : "";
}

bool derives_from(std::string_view type, std::string_view base) {
    std::string name(type);
    while (!name.empty() && name != base) name = base_type_of(name);
    return !name.empty();
}

}  // namespace paramscope
