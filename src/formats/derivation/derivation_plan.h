// Chooses the modules of a derivation: every different calculation once, parts before wholes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "count/explain/explain.h"
#include "count/report/report.h"

namespace paramscope {

/// Groups modules into kinds: modules of one kind have equal calculations, but for names and repeats.
class DerivationPlan {
  public:
    /// Takes modules down to `deepest`, and `most` in all: the deepest modules are omitted first.
    DerivationPlan(const Report& report, Subject subject, std::uint32_t deepest, std::size_t most);

    /// A module's number.
    const Quantity& quantity(std::uint32_t node) const { return numbers_.of(node); }
    /// The formula of one of a module's repeats.
    Polynomial formula_of_one(std::uint32_t node) const;
    /// Modules with a step of their own; the root is the last.
    std::span<const std::uint32_t> modules() const { return modules_; }
    /// The number, from 1, of the step with a module's calculation; 0 when there is none.
    std::uint32_t step_of(std::uint32_t node) const { return steps_[kinds_[node]]; }
    /// Equal for modules of one kind.
    std::uint32_t kind_of(std::uint32_t node) const { return kinds_[node]; }
    /// The module itself, or its only child if it adds nothing to that.
    std::uint32_t inside(std::uint32_t node) const;
    /// True when the module has a number, or an unknown one.
    bool matters(std::uint32_t node) const;
    /// True when a module in it matters.
    bool has_parts(std::uint32_t node) const { return next_part(node, node + 1) != end_of(node); }
    /// The next child at or behind `child` that matters; the end of the subtree when there is none.
    std::uint32_t next_part(std::uint32_t node, std::uint32_t child) const;
    std::uint32_t end_of(std::uint32_t node) const { return report_.nodes[node].subtree_end; }

  private:
    void find_kinds();
    std::size_t hash(std::uint32_t node) const;
    bool same_kind(std::uint32_t a, std::uint32_t b) const;
    std::uint32_t deepest_shown(std::uint32_t deepest, std::size_t most) const;
    void choose(std::uint32_t deepest);
    bool wants_step(std::uint32_t node) const;

    const Report& report_;
    Subject subject_;
    SubjectNumbers numbers_;
    std::vector<std::uint32_t> kinds_;   ///< of each node
    std::vector<std::uint32_t> firsts_;  ///< of each kind, the first module in print order
    std::vector<std::uint32_t> steps_;   ///< of each kind
    std::vector<std::uint32_t> modules_;
};

}  // namespace paramscope
