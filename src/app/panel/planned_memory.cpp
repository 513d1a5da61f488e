#include "app/panel/planned_memory.h"

#include <utility>

#include "app/document/memory_fields.h"
#include "count/cost/row_memory.h"

namespace paramscope::app {

bool PlannedMemory::has_other_plan(const Workspace& workspace) const {
    const bool is_planned = version_ > 0 && plan_.options == that_count(workspace.document().memory);
    return !is_planned || revision_ != workspace.revision();
}

bool PlannedMemory::is_outdated(const Workspace& workspace) const {
    return has_other_plan(workspace) || !(verdict_.fit.device == device_of(workspace.document()));
}

void PlannedMemory::update(const Workspace& workspace) {
    if (!is_outdated(workspace)) return;
    const Report& report = workspace.report();
    if (has_other_plan(workspace)) {
        revision_ = workspace.revision();
        model_ = workspace.versions().model;
        plan_ = plan_memory(report, that_count(workspace.document().memory));
        ++version_;
    }
    verdict_ = judge_plan(report, plan_, device_of(workspace.document()));
}

void PlannedMemory::find_rows(const Workspace& workspace) {
    if (std::exchange(rows_version_, version_) != version_) rows_ = memory_of_rows(workspace.report(), plan_);
}

}  // namespace paramscope::app
