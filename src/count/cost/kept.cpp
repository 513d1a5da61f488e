#include "count/cost/kept.h"

#include <optional>
#include <utility>
#include <vector>

#include "base/ranges.h"
#include "count/cost/activations.h"
#include "count/cost/keeps.h"
#include "count/cost/memory.h"
#include "count/flow/signals.h"
#include "count/record_flow.h"
#include "count/report/conventions.h"

namespace paramscope {
namespace {

constexpr int kBytesOfFloat32 = 4, kBytesOfIndex = 8;

/// A tensor in memory, which views share.
struct Storage {
    Polynomial elements;
    Polynomial times;      ///< how often there is one like it
    bool is_free = false;  ///< exists anyway: an input of the model, a weight
    bool is_kept = false;
};

/// Indices of storages.
using Storages = std::vector<std::uint32_t>;

/// The shapes that an operation takes and gives.
struct Shapes {
    std::vector<const Dims*> inputs;
    const Dims* output = nullptr;
};

/// Arrows of a graph by the step that they come from and that they go to.
struct Ends {
    explicit Ends(const FlowGraph& graph) : into(graph.steps.size()), out_of(graph.steps.size()) {
        for (const FlowArrow& arrow : graph.arrows) {
            into[arrow.to].push_back(&arrow);
            out_of[arrow.from].push_back(&arrow);
        }
    }
    std::vector<std::vector<const FlowArrow*>> into, out_of;
};

/// The first tensor that a step gives away; nullptr for none.
const Dims* shape_of(const std::vector<const FlowArrow*>& arrows) {
    const auto* found = find_where(arrows, [](const FlowArrow* arrow) { return arrow->signal.is_tensor(); });
    return found == nullptr ? nullptr : &(*found)->signal.dims;
}

Polynomial elements_in(const Dims* shape) {
    return shape == nullptr ? Polynomial(0) : product(*shape);
}

/// The value of an argument that print() shows by name, or at the first place.
std::optional<Polynomial> argument_of(const NodeReport& row, std::string_view name) {
    const auto& arguments = row.module->arguments.pattern();
    const Argument* found = find_by(arguments, &Argument::name, name);
    if (found == nullptr && !arguments.empty() && arguments.front().name.empty()) found = &arguments.front();
    return found == nullptr ? std::nullopt : std::optional(found->value.number);
}

/// What a layer keeps, where the catalogue knows it.
std::optional<Keeps> keeps_of(const NodeReport& row) {
    const FoundLayer layer = own_work(row).layer;
    if (!layer.rule) return std::nullopt;
    if (works_in_place(row)) return keeps_in_place(layer.rule->type);
    const bool is_off = row.facts->family == "dropout" && argument_of(row, "p") == Polynomial(0);
    if (is_off) return Keeps{.is_view = true};
    if (const auto keeps = keeps_of_layer(layer.rule->type, row.facts->family)) return keeps;
    return layer.creates_output() ? std::nullopt : std::optional(Keeps{.is_view = true});
}

/// Runs the forward pass on storages in place of tensors, and marks those that autograd keeps.
class Simulation {
  public:
    Simulation(const Report& report, std::string_view dtype)
        : report_(report),
          a_number_(bytes_of(dtype)),
          is_float32_(a_number_ == Polynomial(kBytesOfFloat32)),
          graphs_(record_flow(report, *report.model, Mode::Training)) {}

    Quantity run() {
        Storages inputs;
        for (const Dims& shape : report_.inputs) inputs.push_back(add_storage(product(shape), true));
        run_module(0, inputs);
        for (const Storage& storage : storages_)
            if (storage.is_kept && !storage.is_free) bytes_ += storage.elements * storage.times * a_number_;
        const Basis basis = is_assumed_ ? Basis::Approximate : Basis::Exact;
        return whole_bytes(report_, bytes_, is_known_ ? basis : Basis::Partial);
    }

  private:
    std::uint32_t add_storage(Polynomial elements, bool is_free = false) {
        storages_.push_back({std::move(elements), times_, is_free, false});
        return static_cast<std::uint32_t>(storages_.size() - 1);
    }

    /// Calls a module with all its repeats, each of which passes its output on.
    Storages run_repeats(std::uint32_t index, const Storages& inputs) {
        const Polynomial repeat = report_.nodes[index].facts->repeat().formula;
        const Polynomial outside = std::exchange(times_, times_ * repeat);
        const bool was_kept = !inputs.empty() && std::exchange(storages_[inputs.front()].is_kept, false);
        Storages outputs = run_module(index, inputs);
        times_ = outside;
        if (inputs.empty()) return outputs;
        const bool keeps_input = storages_[inputs.front()].is_kept;
        storages_[inputs.front()].is_kept |= was_kept;
        if (keeps_input && !outputs.empty()) keep_between(outputs.front(), outside);
        return outputs;
    }

    /// Keeps the outputs that repeats pass on, all but the last: what comes after it decides about that.
    void keep_between(std::uint32_t output, const Polynomial& outside) {
        Storage& last = storages_[output];
        if (last.is_kept || last.is_free) return;
        bytes_ += last.elements * (last.times - outside) * a_number_;
        last.times = outside;
    }

    Storages run_module(std::uint32_t index, const Storages& inputs) {
        const auto graph = graphs_.find(index);
        steps_ += 1 + (graph != graphs_.end() ? graph->second.steps.size() : 0);
        if (steps_ > kMostFollowedSteps) {
            is_known_ = false;
            return {};
        }
        if (graph != graphs_.end()) return run_graph(index, graph->second, inputs);
        return {run_layer(report_.nodes[index], inputs)};
    }

    std::uint32_t run_layer(const NodeReport& row, const Storages& inputs) {
        const Signal &input = first_tensor(*row.facts->input), &output = first_tensor(*row.facts->output);
        share_ = row.facts->share();
        if (row.facts->family == "embedding") return run_embedding(row, inputs);
        const std::optional<Keeps> keeps = keeps_of(row);
        if (keeps && keeps->group_numbers > 0 && input.is_tensor()) {
            const Polynomial groups = argument_of(row, "num_groups").value_or(0);
            bytes_ += input.dims.front() * groups * (kBytesOfFloat32 * keeps->group_numbers) * times_;
        }
        return run_operation(keeps, inputs, {{&input.dims}, output.is_tensor() ? &output.dims : nullptr});
    }

    /// An embedding keeps its indices.
    std::uint32_t run_embedding(const NodeReport& row, const Storages& inputs) {
        if (!inputs.empty() && !storages_[inputs.front()].is_free)
            bytes_ += input_elements(row) * kBytesOfIndex * share_ * times_;
        return add_storage(output_elements(row) * share_);
    }

    /// Keeps what an operation needs. Returns the storage of its output.
    std::uint32_t run_operation(const std::optional<Keeps>& keeps, const Storages& inputs,
                                const Shapes& shapes) {
        const Polynomial elements = elements_in(shapes.output) * share_;
        if (!keeps || shapes.output == nullptr) {
            is_known_ = false;
            return add_storage(elements);
        }
        const std::uint32_t output =
            keeps->is_view && !inputs.empty() ? inputs.front() : add_storage(elements);
        const bool is_converted = keeps->in_float32 && !is_float32_;
        for (std::size_t i = 0; i < inputs.size(); ++i)
            if (i == 0 ? keeps->input && !is_converted : keeps->others) storages_[inputs[i]].is_kept = true;
        if (keeps->output) storages_[output].is_kept = true;
        bytes_ += elements *
                  (a_number_ * keeps->copies + keeps->bytes + (is_converted ? kBytesOfFloat32 : 0)) * times_;
        bytes_ += statistics(*keeps, shapes) * (kBytesOfFloat32 * share_ * times_);
        return output;
    }

    /// The numbers in float32 that a normalization or a kernel of attention keeps.
    static Polynomial statistics(const Keeps& keeps, const Shapes& shapes) {
        Polynomial numbers;
        const Dims& output = *shapes.output;
        if (keeps.row_numbers > 0 && !output.empty())
            numbers += product(output) / output.back() * keeps.row_numbers;
        if (shapes.inputs.empty() || shapes.inputs.front()->size() < 2) return numbers;
        const Dims& input = *shapes.inputs.front();
        return numbers + input[1] * keeps.channel_numbers + input[0] * input[1] * keeps.sample_numbers;
    }

    Storages run_graph(std::uint32_t index, const FlowGraph& graph, const Storages& inputs) {
        if (graph.is_cut) is_known_ = false;
        const Ends ends(graph);
        std::vector<Storages> made(graph.steps.size());
        std::size_t next_input = 0;
        for (std::uint32_t at = 0; at < graph.steps.size(); ++at) {
            const FlowStep& step = graph.steps[at];
            const Storages taken = taken_by(ends.into[at], made);
            share_ = report_.nodes[index].facts->share();
            const Dims* const shape = shape_of(ends.out_of[at]);
            switch (step.kind) {
                case FlowStep::Kind::Input:
                case FlowStep::Kind::Skip:  // what a module outside has kept comes after the inputs
                    made[at] = {next_input < inputs.size() ? inputs[next_input]
                                                           : add_storage(elements_in(shape))};
                    ++next_input;
                    break;
                case FlowStep::Kind::Tensor:
                    made[at] = {add_storage(elements_in(shape), true)};
                    break;
                case FlowStep::Kind::Module:
                    made[at] = run_repeats(step.module, taken);
                    break;
                case FlowStep::Kind::Operation:
                    made[at] = {run_function(step.name, ends.into[at], taken, shape)};
                    break;
                case FlowStep::Kind::Output:
                    return taken;
            }
        }
        return {};
    }

    /// The storages of what a step takes. Of a tuple an arrow does not say which part it is: one of its size
    /// is.
    Storages taken_by(const std::vector<const FlowArrow*>& arrows, const std::vector<Storages>& made) const {
        Storages taken;
        for (const FlowArrow* arrow : arrows) {
            const Storages& from = made[arrow->from];
            if (from.empty()) continue;
            const Polynomial elements = product(arrow->signal.dims);
            const auto* alike =
                find_where(from, [&](std::uint32_t each) { return storages_[each].elements == elements; });
            taken.push_back(alike == nullptr ? from.front() : *alike);
        }
        return taken;
    }

    std::uint32_t run_function(std::string_view name, const std::vector<const FlowArrow*>& arrows,
                               const Storages& taken, const Dims* output) {
        std::optional<Keeps> keeps = keeps_of_function(name);
        if (!keeps) keeps = keeps_of_layer(name, "");
        if (name == "attention") judge_attention(arrows, taken);
        const bool has_gradient = any_of(
            arrows, [](const FlowArrow* arrow) { return arrow->signal.source == Signal::Source::Weights; });
        if (!has_gradient && keeps) keeps = Keeps{.is_view = keeps->is_view};
        Shapes shapes{{}, output};
        for (const FlowArrow* arrow : arrows) shapes.inputs.push_back(&arrow->signal.dims);
        return run_operation(keeps, taken, shapes);
    }

    /// Which kernel computes attention depends on the device: a fused one is assumed. Of grouped heads in
    /// float32 there is none. Query and key that are parts of one projection may be turned by positions,
    /// which makes new tensors.
    void judge_attention(const std::vector<const FlowArrow*>& arrows, const Storages& taken) {
        is_assumed_ = true;
        if (arrows.size() < 2 || taken.size() < 2) return;
        const Dims &query = arrows[0]->signal.dims, &key = arrows[1]->signal.dims;
        const bool is_grouped = !query.empty() && !key.empty() && !(query.back() == key.back());
        if ((is_grouped && is_float32_) || taken[0] == taken[1]) is_known_ = false;
    }

    const Report& report_;
    const Polynomial a_number_;
    const bool is_float32_;
    const FlowGraphs graphs_;
    std::vector<Storage> storages_;
    Polynomial times_ = 1;  ///< how often the module at hand is called
    Polynomial share_ = 1;  ///< of the tokens that reach it
    Polynomial bytes_;      ///< kept beside storages
    std::size_t steps_ = 0;
    bool is_known_ = true;
    bool is_assumed_ = false;
};

}  // namespace

Quantity kept_bytes(const Report& report, std::string_view dtype) {
    if (report.root() == nullptr || report.inputs.empty()) return {};
    return Simulation(report, dtype).run();
}

}  // namespace paramscope
