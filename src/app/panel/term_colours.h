// Where the terms of a formula come from: the modules of each, and the colour of their part.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "app/panel/context.h"
#include "count/explain/named_formula.h"
#include "count/explain/subject.h"

namespace paramscope::app {

class TermColours {
  public:
    /// Finds the modules of each of `named.formula.terms()`, which is of the numbers of `node`. Of a formula
    /// of many terms, or a long report, none.
    void update(Context& context, std::size_t node, Subject subject, const NamedFormula& named);

    /// One colour for each term, 0 for a term of several parts; none where no modules are known.
    std::span<const ImU32> colours();
    /// One ground for each term: that of a selection for the terms of a module, or of one around or below it.
    std::span<const ImU32> grounds(const Report& report, std::size_t pointed);
    /// Highlights the modules of a term of the formula, null for none.
    void highlight(Context& context, const Polynomial& formula, const Term* pointed) const;

  private:
    /// A term of the formula.
    struct Origin {
        std::vector<std::uint32_t> modules;
        std::string_view part;  ///< of all modules, "" of several
    };

    void find(Context& context, const NamedFormula& named);

    std::uint64_t text_ = 0;  ///< Versions::counted_text that the modules are of
    std::size_t node_ = SIZE_MAX;
    Subject subject_ = Subject::Parameters;
    Polynomial formula_;  ///< that the modules are of
    std::vector<Origin> origins_;
    std::vector<ImU32> colours_, grounds_;
};

}  // namespace paramscope::app
