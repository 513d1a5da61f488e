#include "adjust/rewrite.h"

#include "adjust/edits.h"
#include "algebra/print.h"
#include "base/ranges.h"

namespace paramscope::adjust {
Polynomial with_names(const Polynomial& formula, std::span<const NamedSize> named, Equations* equations) {
    return substitute(equations->resolve(formula), [&](std::string_view symbol) -> std::optional<Polynomial> {
        const std::optional<std::uint32_t> size = size_of_symbol(symbol);
        if (!size) return std::nullopt;
        const auto* found = find_by(named, &NamedSize::size, *size);
        if (found == nullptr) return std::nullopt;
        return Polynomial::symbol(found->name) - Polynomial(found->other_repeats);
    });
}

std::string rewritten(std::string_view text, const SizedModel& sized, std::span<const NamedSize> named,
                      std::string_view header, Equations* equations) {
    std::vector<Edit> edits = {{place_of_header(text), std::string(header)}};
    for (std::uint32_t i = 0; i < sized.sizes.size(); ++i) {
        const Polynomial formula = with_names(symbol_of(i), named, equations);
        if (!formula.is_constant()) edits.push_back({sized.sizes[i].span, print(formula, Notation::Plain)});
    }
    return edited(text, std::move(edits));
}

}  // namespace paramscope::adjust
