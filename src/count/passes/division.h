// How pipelines and expert parallelism divide the modules of a model among devices.
#pragma once

#include <cstdint>
#include <vector>

#include "count/report/report.h"

namespace paramscope {

/// Where a module is in a pipeline.
enum class Stage : std::uint8_t {
    First,  ///< before the blocks
    Block,  ///< in one: the stages have as many each
    Last,   ///< after them, and the root
};

struct Division {
    Integer stages = 1;           ///< of the pipeline
    Integer experts = 1;          ///< devices among which experts are divided
    std::vector<Stage> stage_of;  ///< by module; empty for one stage
    std::vector<bool> is_expert;  ///< by module; empty where experts are not divided

    bool is_whole() const { return stages == 1 && experts == 1; }
};

Division divide_modules(const Report& report, Integer stages, Integer experts);

/// The block that each module is in, as recomputation has blocks (activations.h); 0 outside.
std::vector<std::size_t> blocks_around(const Report& report);

}  // namespace paramscope
