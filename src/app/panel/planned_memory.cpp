#include "app/panel/planned_memory.h"

#include "app/document/memory_fields.h"

namespace paramscope::app {

void PlannedMemory::update(const Workspace& workspace) {
    const Report& report = workspace.report();
    const MemoryOptions options = that_count(workspace.document().memory);
    const Device& device = device_of(workspace.document());
    const bool has_changed = version_ == 0 || plan_.options != options || revision_ != workspace.revision();
    if (has_changed) {
        revision_ = workspace.revision();
        model_ = workspace.versions().model;
        plan_ = plan_memory(report, options);
        ++version_;
    }
    if (has_changed || !(verdict_.fit.device == device)) verdict_ = judge_plan(report, plan_, device);
}

}  // namespace paramscope::app
