#include "count/cost/row_memory.h"

#include <algorithm>

namespace paramscope {
namespace {

std::vector<Integer> kept_by_rows(const Report& report, const Play& play) {
    std::vector<Integer> bytes(report.nodes.size());
    for (const std::uint32_t index : alive_after(play, play.backward)) {
        const PlayedTensor& tensor = play.tensors[index];
        if (tensor.use == TensorUse::Kept) bytes[tensor.module] += tensor.bytes;
    }
    for (std::size_t i = bytes.size(); i-- > 1;) bytes[report.nodes[i].parent] += bytes[i];
    return bytes;
}

std::vector<Integer> peaks_of_rows(const Report& report, const Play& play) {
    std::vector<std::int64_t> now(report.nodes.size());
    std::vector<Integer> most(report.nodes.size());
    for (const PlayedEvent& event : play.events) {
        const PlayedTensor& tensor = play.tensors[event.tensor];
        const std::int64_t bytes = event.is_freed ? -tensor.bytes : tensor.bytes;
        for (std::uint32_t row = tensor.module;; row = report.nodes[row].parent) {
            now[row] += bytes;
            most[row] = std::max(most[row], Integer{now[row]});
            if (row == 0) break;
        }
    }
    return most;
}

}  // namespace

std::vector<Integer> memory_of_rows(const Report& report, const MemoryPlan& plan) {
    if (plan.pass == nullptr || has_parts_of_layers(plan.options)) return {};
    const Play play = plan.pass->play(values_of(report));
    std::vector<Integer> bytes =
        plan.options.is_training ? kept_by_rows(report, play) : peaks_of_rows(report, play);
    const Integer devices = plan.options.tensor_parallel;
    for (Integer& each : bytes) each = (each + devices - 1) / devices;
    return bytes;
}

}  // namespace paramscope
