#include "count/functions/joining.h"

#include <cstdint>

#include "count/functions/messages.h"
#include "count/functions/values.h"

namespace paramscope::flow {
namespace {

constexpr std::int64_t kMaxChunks = 1024;

}  // namespace

Result<Signal> cat(FlowCall& call) {
    const Result<std::size_t> axis = call.axis("dim", 0, 0);
    if (!axis) return axis.error();
    Dims joined = call.input();
    for (std::size_t i = 1; i < call.inputs.size(); ++i) {
        const Dims& next = call.input(i);
        if (next.size() != joined.size()) {
            return flow_error(
                message("function.cat_ranks", {{"first", to_string(joined)}, {"second", to_string(next)}}));
        }
        for (std::size_t d = 0; d < joined.size(); ++d) {
            if (d == *axis || call.expect_equal(joined[d], next[d])) continue;
            return flow_error(
                message("function.cat_sizes",
                        {{"dimension", *axis}, {"first", to_string(joined)}, {"second", to_string(next)}}));
        }
        joined[*axis] += next[*axis];
    }
    return Signal::tensor(std::move(joined));
}

Result<Signal> stack(FlowCall& call) {
    const Result<Integer> axis = call.integer("dim", 0, 0);
    if (!axis) return axis.error();
    const Result<std::size_t> at = index_of(*axis, call.input().size() + 1);
    if (!at) return at.error();
    Dims stacked = call.input();
    stacked.insert(stacked.begin() + static_cast<std::ptrdiff_t>(*at),
                   Polynomial(static_cast<Integer>(call.inputs.size())));
    return Signal::tensor(std::move(stacked));
}

Result<Signal> chunk(FlowCall& call) {
    const Result<Integer> parts = call.integer("chunks", 0, 2);
    if (!parts) return parts.error();
    const Result<std::size_t> axis = call.axis("dim", 1, 0);
    if (!axis) return axis.error();
    if (*parts < 1 || *parts > kMaxChunks)
        return flow_error(message("function.chunk_parts", {{"most", kMaxChunks}}));
    Dims part = call.input();
    part[*axis] /= Polynomial(*parts);
    return Signal::tuple(std::vector<Signal>(static_cast<std::size_t>(*parts), Signal::tensor(part)));
}

Result<Signal> pick(FlowCall& call) {
    const Value* channels = call.find("channels", 0);
    if (!channels) return flow_error(message("function.pick_channels"));
    const Signal* found = nullptr;
    for (const Signal& signal : call.inputs) {
        if (signal.dims.size() < 2 || !call.equal(signal.dims[1], size_of(*channels))) continue;
        if (found && !call.equal(found->dims, signal.dims)) {
            return flow_error(message("function.pick_ambiguous", {{"channels", to_string(*channels)},
                                                                  {"first", to_string(found->dims)},
                                                                  {"second", to_string(signal.dims)}}));
        }
        found = &signal;
    }
    if (!found) return flow_error(message("function.pick_none", {{"channels", to_string(*channels)}}));
    return *found;
}

}  // namespace paramscope::flow
