// Parses the tree's filter: `conv`, `Linear >1M`, `flops>1G <10k`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "count/report/report.h"

namespace paramscope::app {

/// A filter of words separated by spaces, all of which must match: a part of a module's name or type, or with
/// a dot in it of its path as state_dict() prints it (`layer4.1.conv2`, `layers.7.fc.weight`),
/// case-insensitive, or a limit of its parameters (`>1M`,
/// `<10k`), FLOPs (`flops>1G`) or MACs (`macs<1M`).
class TreeFilter {
  public:
    explicit TreeFilter(std::string_view words);

    bool is_empty() const { return conditions_.empty(); }
    bool lets_through(const Report& report, const NodeReport& node) const;

  private:
    struct Condition {
        std::string word;                     ///< lower case; empty for a limit
        std::vector<std::string> parts = {};  ///< of a path
        const Quantity ModuleFacts::*quantity = nullptr;
        bool is_least = false;
        Integer limit = 0;
    };

    static std::optional<Condition> limit_of(std::string_view word);

    std::vector<Condition> conditions_;
};

}  // namespace paramscope::app
