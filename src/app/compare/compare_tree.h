// The modules of two models as one tree, with their numbers and differences.
#pragma once

#include <cstdint>
#include <vector>

#include "count/compare/compare_modules.h"

namespace paramscope::app {

class CompareTree {
  public:
    /// Takes the pairs of two reports, which live as long as this draws them.
    void take(const Report& left, const Report& right, std::vector<ModulePair> rows);
    /// True where no module differs.
    bool is_equal() const;
    /// Of `subject`, an index of parameters, MACs and FLOPs. `scrolls`: the table scrolls by itself.
    void draw(int subject, bool scrolls);

  private:
    /// Lists the modules to show: all, or those that differ and what is around them.
    void list_rows();
    void draw_row(const ModulePair& row, int subject) const;

    const Report* left_ = nullptr;
    const Report* right_ = nullptr;
    std::vector<ModulePair> rows_;
    std::vector<std::uint32_t> shown_;  ///< indices into `rows_`
    bool only_differences_ = true;
};

}  // namespace paramscope::app
