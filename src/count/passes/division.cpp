#include "count/passes/division.h"

#include "count/passes/activations.h"

namespace paramscope {
namespace {

std::vector<Stage> stages_by_module(const Report& report) {
    const std::vector<std::size_t> blocks = blocks_around(report);
    std::vector<Stage> stages(blocks.size(), Stage::Last);
    bool is_before = true;
    for (std::size_t i = 1; i < blocks.size(); ++i) {
        is_before = is_before && blocks[i] == 0;
        stages[i] = blocks[i] != 0 ? Stage::Block : is_before ? Stage::First : Stage::Last;
    }
    return stages;
}

}  // namespace

Division divide_modules(const Report& report, Integer stages, Integer experts) {
    Division division{stages, experts, {}, {}};
    if (stages > 1) division.stage_of = stages_by_module(report);
    if (experts > 1)
        for (const NodeReport& row : report.nodes)
            division.is_expert.push_back(row.facts->share() != Polynomial(1));
    return division;
}

std::vector<std::size_t> blocks_around(const Report& report) {
    std::vector<std::size_t> blocks(report.nodes.size(), 0);
    for (std::size_t i = 1; i < blocks.size(); ++i) {
        blocks[i] = blocks[report.nodes[i].parent];
        if (blocks[i] == 0 && is_block(report, i)) blocks[i] = i;
    }
    return blocks;
}

}  // namespace paramscope
