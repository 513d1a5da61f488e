// How often the modules of a report exist, and how often their work is done.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "count/report/report.h"

namespace paramscope {

/// Report::instances of every module, in one pass and as far as a picture needs: rounded beyond 2^53, capped
/// at 1e60, unknown repeats taken as one.
std::vector<double> instance_counts(const Report& report);

/// How often the work of a module is done for each time that it is done around it.
Polynomial work_repeat_of(const NodeReport& node);

/// How often each module's NodeReport::work is done in one pass through the root, as formulas: the repeats of
/// the module and of all modules around it, but for those that the work includes
/// (NodeReport::repeats_followed).
std::vector<Polynomial> work_counts(const Report& report);

/// How often the work of one module is done in one pass through the root.
Polynomial work_count(const Report& report, std::size_t index);

/// Modules that count the same, and how often their work is done in one pass through the root, all together.
struct AlikeModules {
    std::uint32_t first = 0;  ///< the index of the first of them
    Polynomial times;
};

/// The modules of a report by the facts that they share, in the order of the first of each.
std::vector<AlikeModules> alike_modules(const Report& report);

/// How often each module exists in the model, as formulas: the repeats of the module and of those around it.
std::vector<Polynomial> module_counts(const Report& report);

}  // namespace paramscope
