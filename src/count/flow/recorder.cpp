#include "count/flow/recorder.h"

#include <utility>

#include "base/ranges.h"

namespace paramscope {
namespace {

/// Finds the steps that made a signal or its items, each with its part. A tuple holds at most kMaxSignals.
void collect_makers(const Signal& signal, std::vector<std::pair<std::uint32_t, const Signal*>>* found) {
    if (signal.kind != Signal::Kind::Tuple) {
        if (signal.maker != 0) found->emplace_back(signal.maker, &signal);
        return;
    }
    for (const Signal& item : signal.items) collect_makers(item, found);
}

}  // namespace

const Value* FlowStep::find(std::string_view keyword) const {
    const ForwardExpression::Keyword* const found =
        find_by(keywords, &ForwardExpression::Keyword::name, keyword);
    return found == nullptr ? nullptr : &found->value;
}

std::uint32_t FlowRecorder::begin_step(FlowStep step, std::span<const Signal> inputs) {
    if (step.kind == FlowStep::Kind::Module) step.keywords = std::exchange(keywords_, {});
    if (open_.empty()) {  // the call of the root
        last_step_ = 0;
        return 0;
    }
    const std::size_t frame = open_.back();
    const bool is_module = step.kind == FlowStep::Kind::Module;
    const std::uint32_t number = add_step(frame, std::move(step));
    if (is_module) last_step_ = number;
    if (number == 0) return 0;
    for (const Signal& input : inputs) add_arrows(frame, number, input);
    return number;
}

void FlowRecorder::end_step(std::uint32_t step, Signal* output) {
    output->maker = step;
    output->items.change([step](Signal& item) { end_step(step, &item); });
}

void FlowRecorder::record_operation(FlowStep operation, std::span<const Signal> inputs, Signal* output) {
    end_step(begin_step(std::move(operation), inputs), output);
}

std::uint32_t FlowRecorder::tensor_step(std::string_view name) {
    if (open_.empty()) return 0;
    Frame& frame = frames_[open_.back()];
    const auto known = frame.tensors.find(name);
    if (known != frame.tensors.end()) return known->second;
    const std::uint32_t number = begin_step({FlowStep::Kind::Tensor, frame.module, std::string(name)}, {});
    frame.tensors.emplace(name, number);
    return number;
}

void FlowRecorder::begin_module(std::uint32_t module, std::span<const std::string> names,
                                std::vector<Signal>* inputs) {
    Frame frame{module, std::exchange(last_step_, 0), open_.empty() ? 0 : open_.back(), false, {}};
    const bool may_record = open_.empty() || frame.step != 0;
    frame.is_recorded =
        may_record && places_.size() < kMostRecordedSteps && graphs_.try_emplace(module).second;
    const std::size_t index = frames_.size();
    frames_.push_back(std::move(frame));
    open_.push_back(index);
    if (!frames_[index].is_recorded) return;
    for (std::size_t i = 0; i < inputs->size(); ++i) {
        const std::string name = i < names.size() ? names[i] : "";
        const std::uint32_t number = add_step(index, {FlowStep::Kind::Input, module, name});
        end_step(number, &(*inputs)[i]);
    }
}

void FlowRecorder::end_module(const Signal& output) {
    const std::size_t frame = open_.back();
    if (frames_[frame].is_recorded) {
        const std::uint32_t number = add_step(frame, {FlowStep::Kind::Output, frames_[frame].module, ""});
        if (number != 0) add_arrows(frame, number, output);
    }
    open_.pop_back();
}

void FlowRecorder::forget(std::uint32_t first, std::uint32_t end) {
    graphs_.erase(graphs_.lower_bound(first), graphs_.lower_bound(end));
}

FlowGraph* FlowRecorder::graph_of(std::size_t frame) {
    if (!frames_[frame].is_recorded) return nullptr;
    const auto found = graphs_.find(frames_[frame].module);
    return found == graphs_.end() ? nullptr : &found->second;
}

std::uint32_t FlowRecorder::add_step(std::size_t frame, FlowStep step) {
    FlowGraph* graph = graph_of(frame);
    if (graph == nullptr) return 0;
    if (places_.size() >= kMostRecordedSteps) {
        graph->is_cut = true;
        return 0;
    }
    places_.push_back({frame, static_cast<std::uint32_t>(graph->steps.size())});
    graph->steps.push_back(std::move(step));
    return static_cast<std::uint32_t>(places_.size());
}

void FlowRecorder::add_arrows(std::size_t frame, std::uint32_t to, const Signal& signal) {
    std::vector<std::pair<std::uint32_t, const Signal*>> makers;
    collect_makers(signal, &makers);
    std::vector<std::pair<std::uint32_t, const Signal*>> sources;
    for (const auto& [maker, part] : makers) {
        const std::uint32_t source = reach(frame, maker, *part);
        if (source != 0) sources.emplace_back(source, part);
    }
    const auto by_number = [](const auto& a, const auto& b) { return a.first < b.first; };
    stable_sort(sources, by_number);
    std::uint32_t last = 0;
    for (const auto& [source, part] : sources) {
        if (std::exchange(last, source) != source) add_arrow(frame, source, to, *part);
    }
}

void FlowRecorder::add_arrow(std::size_t frame, std::uint32_t from, std::uint32_t to, const Signal& signal) {
    FlowGraph* graph = graph_of(frame);
    if (graph == nullptr || from == to) return;
    if (arrows_ >= kMostRecordedArrows) {
        graph->is_cut = true;
        return;
    }
    ++arrows_;
    graph->arrows.push_back({places_[from - 1].index, places_[to - 1].index, signal});
}

std::uint32_t FlowRecorder::step_in(std::size_t frame, std::uint32_t step) const {
    while (step != 0 && places_[step - 1].frame != frame) step = frames_[places_[step - 1].frame].step;
    return step;
}

std::uint32_t FlowRecorder::reach(std::size_t frame, std::uint32_t step, const Signal& signal) {
    if (const std::uint32_t inside = step_in(frame, step); inside != 0) return inside;
    const std::uint32_t call = frames_[frame].step;
    if (call == 0) return 0;
    const std::size_t around = frames_[frame].parent;
    const std::uint32_t source = reach(around, step, signal);
    if (source == 0) return 0;
    add_arrow(around, source, call, signal);
    return add_step(frame, {FlowStep::Kind::Skip, frames_[frame].module, ""});
}

}  // namespace paramscope
