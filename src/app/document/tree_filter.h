// What is typed to find modules: `conv`, `Linear >1M`, `flops>1G <10k`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "count/report/report.h"

namespace paramscope::app {

/// Words separated by spaces, all of which must hold: a part of a module's name or type, in any case, or a limit
/// of its parameters (`>1M`, `<10k`), FLOPs (`flops>1G`) or MACs (`macs<1M`).
class TreeFilter {
  public:
    explicit TreeFilter(std::string_view words);

    bool is_empty() const { return conditions_.empty(); }
    bool lets_through(const NodeReport& node) const;

  private:
    struct Condition {
        std::string word;  ///< small letters; unless there is a limit
        const Quantity NodeReport::*quantity = nullptr;
        bool is_least = false;
        Integer limit = 0;
    };

    static std::optional<Condition> limit_of(std::string_view word);

    std::vector<Condition> conditions_;
};

}  // namespace paramscope::app
