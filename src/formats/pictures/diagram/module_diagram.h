// What one module's diagram shows: its children and operations, joined where they are equal or too many.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "base/shared_list.h"
#include "count/flow/recorder.h"
#include "count/report/report.h"

namespace paramscope {

/// How many boxes a module shows, and how many layers all its arrows cross together. Beyond that, neighbours
/// in the middle share one box, "… 480 more".
inline constexpr std::size_t kMostModuleBoxes = 120;
inline constexpr std::size_t kMostCrossedLayers = 4'000;

struct DiagramStep {
    /// The kinds of FlowStep, in the same order, and More: one box for several steps.
    enum class Kind : std::uint8_t { Input, Skip, Module, Operation, Tensor, Output, More };
    static_assert(static_cast<int>(Kind::Output) == static_cast<int>(FlowStep::Kind::Output));

    Kind kind = Kind::Operation;
    SharedList<std::uint32_t>
        modules;            ///< the module; of equal neighbours, all; of More, those it stands for
    std::string name;       ///< of what is no module
    Integer copies = 1;     ///< equal modules in a chain, their own repeats included
    std::size_t steps = 1;  ///< of the flow: of More, those it stands for
    std::uint32_t call = 0, calls = 1;  ///< which of several calls of the module in this flow
    bool is_called = true;
};

struct DiagramArrow {
    std::uint32_t from = 0, to = 0;  ///< indices of steps
    Signal signal;
};

struct ModuleDiagram {
    /// Whether there are arrows, or why not.
    enum class Flow : std::uint8_t {
        Known,
        Unknown,  ///< nothing says what the module does with its children
        Whole,    ///< a layer's rule counts it as a whole
        List,     ///< its modules are called from outside
        Cut,      ///< too long to be recorded
    };

    Flow flow = Flow::Unknown;
    std::vector<DiagramStep> steps;
    std::vector<DiagramArrow> arrows;
};

/// The diagrams of a report's modules, each made when it is first asked for.
class ModuleDiagrams {
  public:
    ModuleDiagrams(FlowGraphs graphs = {}) : graphs_(std::move(graphs)) {}  // implicit: they follow from it

    /// That of a module with children; always of the same report.
    const ModuleDiagram& of(const Report& report, std::uint32_t module) const;

  private:
    FlowGraphs graphs_;
    mutable std::map<std::uint32_t, ModuleDiagram> made_;
};

}  // namespace paramscope
