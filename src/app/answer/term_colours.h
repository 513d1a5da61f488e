// The colours of a formula's terms: each has that of the part of the model that it comes from.
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
    /// One colour for each of `named.formula.terms()`, 0 for a term of several parts. Of the numbers of a
    /// module.
    std::span<const ImU32> of(Context& context, std::size_t node, Subject subject, const NamedFormula& named);

  private:
    void find(Context& context, std::size_t node, Subject subject, const NamedFormula& named);

    std::uint64_t model_ = 0;  ///< Versions::counted_text that the parts are of
    std::size_t node_ = SIZE_MAX;
    Subject subject_ = Subject::Parameters;
    Polynomial formula_;                   ///< that the parts are of
    std::vector<std::string_view> parts_;  ///< of its terms, "" of several
    std::vector<ImU32> colours_;
};

}  // namespace paramscope::app
