#include "count/passes/tape_writer.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/ranges.h"

namespace paramscope {
namespace {

constexpr int kCopiesOfSlices = 2;

/// Finds after which step each tensor is used for the last time.
class LastUses {
  public:
    explicit LastUses(const Tape& tape)
        : tape_(tape), depths_(tape.tensors.size(), 0), last_(tape.tensors.size(), kNever) {}

    /// The tensors to release after each step.
    std::vector<std::vector<TensorId>> run(std::span<const TensorId> outputs) {
        for (std::uint32_t at = 0; at < tape_.steps.size(); ++at) visit(at);
        std::vector<std::vector<TensorId>> after(tape_.steps.size());
        for (TensorId id = 0; id < last_.size(); ++id)
            if (last_[id] != kNever && !contains(outputs, id)) after[last_[id]].push_back(id);
        return after;
    }

  private:
    static constexpr std::uint32_t kNever = 0xFFFF'FFFF;

    void visit(std::uint32_t at) {
        const TapeStep& step = tape_.steps[at];
        switch (step.kind) {
            case TapeStep::Kind::Operation: {
                const TapeOperation& operation = tape_.operations[step.index];
                for (const TensorId input : operation.inputs) use(input, at);
                make(operation.output, at);
                break;
            }
            case TapeStep::Kind::Loop:
                open_.push_back(step.end);
                make(tape_.loops[step.index].input, at);
                break;
            case TapeStep::Kind::Carry:
                use(tape_.loops[step.index].output, at);
                break;
            case TapeStep::Kind::LoopEnd:
                open_.pop_back();
                make(tape_.loops[step.index].last, at);
                break;
            case TapeStep::Kind::Hold:
                use(step.index, at);
                break;
            case TapeStep::Kind::Take:
                use(tape_.loops[step.index].taken, at);
                break;
            case TapeStep::Kind::Block:
            case TapeStep::Kind::BlockEnd:
            case TapeStep::Kind::Release:
                break;
        }
    }

    void make(TensorId tensor, std::uint32_t at) {
        if (tensor == kNoTensor || last_[tensor] != kNever || tape_.tensors[tensor].exists) return;
        depths_[tensor] = open_.size();
        last_[tensor] = at;
    }

    /// A tensor of outside is used until the end of the outermost loop that it is not made in.
    void use(TensorId tensor, std::uint32_t at) {
        if (tensor == kNoTensor || last_[tensor] == kNever) return;
        last_[tensor] = open_.size() > depths_[tensor] ? open_[depths_[tensor]] : at;
    }

    const Tape& tape_;
    std::vector<std::size_t> depths_;  ///< how many loops are around where a tensor is made
    std::vector<std::uint32_t> last_;  ///< the step of its last use
    std::vector<std::uint32_t> open_;  ///< the ends of the loops around
};

/// Puts the releases behind the steps, and corrects the ends of loops and blocks.
std::vector<TapeStep> with_releases(const Tape& tape, std::span<const TensorId> outputs) {
    const std::vector<std::vector<TensorId>> after = LastUses(tape).run(outputs);
    std::vector<TapeStep> steps;
    std::vector<std::uint32_t> moved(tape.steps.size());
    for (std::uint32_t at = 0; at < tape.steps.size(); ++at) {
        moved[at] = static_cast<std::uint32_t>(steps.size());
        if (tape.steps[at].kind != TapeStep::Kind::Hold) steps.push_back(tape.steps[at]);
        for (const TensorId tensor : after[at]) steps.push_back({TapeStep::Kind::Release, tensor, 0});
    }
    for (TapeStep& step : steps)
        if (step.end != 0) step.end = moved[step.end];
    return steps;
}

/// Finds what the steps of a block take from outside.
void find_taken(const Tape& tape, TapeBlock* block) {
    std::set<TensorId> made, taken, gradients;
    const auto use = [&](TensorId tensor) {
        if (tensor != kNoTensor && !made.contains(tensor)) taken.insert(tensor);
    };
    for (std::size_t at = block->first; at < tape.steps.size(); ++at) {
        const TapeStep& step = tape.steps[at];
        if (step.kind == TapeStep::Kind::Operation) {
            const TapeOperation& operation = tape.operations[step.index];
            for (const TensorId input : operation.inputs) use(input);
            made.insert(operation.output);
            for (const TensorId gradient : operation.gradients)
                if (!made.contains(gradient)) gradients.insert(gradient);
        } else if (step.kind == TapeStep::Kind::Take) {
            const TapeLoop& loop = tape.loops[step.index];
            use(loop.taken);
            made.insert({loop.input, loop.last});
            made.insert(loop.gradients.begin(), loop.gradients.end());
        }
    }
    block->taken.assign(taken.begin(), taken.end());
    block->gradients.assign(gradients.begin(), gradients.end());
}

}  // namespace

void TapeWriter::enter(std::uint32_t module, Polynomial share) {
    module_ = module;
    share_ = std::move(share);
    seen_.clear();
}

void TapeWriter::see(TensorId tensor, const Polynomial& elements, TensorCut cut) {
    if (at(tensor).elements == elements * share_) return;
    seen_[tensor] = add_tensor(elements * share_, at(tensor).element_bytes, false);
    at(seen_[tensor]).cut = cut;
}

void TapeWriter::keep(TensorId tensor, TapeOperation* operation) const {
    operation->kept.push_back(tensor);
    operation->kept_parts.push_back(seen(tensor));
}

TensorId TapeWriter::seen(TensorId tensor) const {
    const auto part = seen_.find(tensor);
    return part != seen_.end() ? part->second : tensor;
}

void TapeWriter::name(std::string_view kind) {
    const auto known = kinds_.find(kind);
    kind_ = known != kinds_.end() ? known->second : static_cast<std::uint32_t>(tape_.kinds.size());
    if (known != kinds_.end()) return;
    kinds_.emplace(kind, kind_);
    tape_.kinds.emplace_back(kind);
}

TensorId TapeWriter::add_existing(Polynomial elements, int element_bytes) {
    const TensorId id = add_tensor(std::move(elements), element_bytes, false);
    at(id).exists = true;
    return id;
}

TensorId TapeWriter::add_tensor(Polynomial elements, int element_bytes, bool has_gradient) {
    tape_.tensors.push_back(
        {std::move(elements), static_cast<std::uint8_t>(element_bytes), false, has_gradient, module_});
    return static_cast<TensorId>(tape_.tensors.size() - 1);
}

void TapeWriter::set_gradient(TensorId weight, TensorId gradient) {
    at(weight).has_gradient = true;
    gradient_of_[weight] = gradient;
}

int TapeWriter::bytes_of_result(std::span<const TensorId> inputs) const {
    int bytes = inputs.empty() ? types_.value_bytes : 0;
    for (const TensorId input : inputs)
        if (at(input).element_bytes <= kBytesOfFloat32) bytes = std::max<int>(bytes, at(input).element_bytes);
    return bytes == 0 ? types_.value_bytes : bytes;
}

bool TapeWriter::has_other_gradient(std::span<const TensorId> inputs, std::size_t but) const {
    for (std::size_t i = 0; i < inputs.size(); ++i)
        if (i != but && at(inputs[i]).has_gradient) return true;
    return false;
}

void TapeWriter::add_operation(TapeOperation operation) {
    if (tape_.kinds.empty()) name("");
    operation.kind = kind_;
    add_step(TapeStep::Kind::Operation, static_cast<std::uint32_t>(tape_.operations.size()));
    tape_.operations.push_back(std::move(operation));
}

TensorId TapeWriter::run(const Keeps& keeps, std::span<const TensorId> inputs, const Polynomial& elements,
                         int element_bytes) {
    TapeOperation done;
    done.module = module_;
    done.inputs.assign(inputs.begin(), inputs.end());
    for (const TensorId input : inputs) done.parts.push_back(seen(input));
    done.passes_gradient = keeps.passes_gradient;
    done.passes_first = keeps.passes_first;
    done.gives_views = keeps.gives_views;
    const bool has_gradient = any_of(inputs, [&](TensorId input) { return at(input).has_gradient; });
    int bytes = element_bytes;
    if (bytes == 0) bytes = bytes_of_result(inputs);
    done.output = add_tensor(elements * share_, bytes, has_gradient);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        const bool is_kept = i == 0 ? keeps.input : keeps.others;
        if (is_kept && (!keeps.for_others || has_other_gradient(inputs, i))) keep(inputs[i], &done);
    }
    if (keeps.output) keep(done.output, &done);
    add_operation(std::move(done));
    for (const TensorId input : inputs)
        if (const auto weight = gradient_of_.find(input); weight != gradient_of_.end())
            add_gradient(weight->second);
    const int of_cpu = types_.on_cpu ? keeps.cpu_copies : 0;
    for (int i = 0; i < keeps.copies + of_cpu; ++i) keep_beside(elements, bytes);
    if (keeps.bytes > 0 && of_cpu == 0) keep_beside(elements, keeps.bytes);
    add_temporaries(keeps);
    if (keeps.workspace > 0 && !inputs.empty())
        add_workspace(at(seen(inputs.front())).elements * Integer{keeps.workspace}, bytes);
    return tape_.operations.back().output;
}

void TapeWriter::add_temporaries(const Keeps& keeps) {
    const TapeOperation& operation = tape_.operations.back();
    const bool has_any = keeps.temporaries > 0 || keeps.temporary_bytes > 0 ||
                         keeps.temporaries_for_others > 0 || keeps.sums_broadcast;
    if (!has_any || operation.inputs.empty() || !at(operation.output).has_gradient) return;
    const Polynomial made = at(operation.output).elements;
    const Polynomial& taken = at(operation.parts.front()).elements;
    Polynomial elements = taken * Integer{keeps.temporaries};
    elements += taken * Integer{keeps.temporary_bytes} / Polynomial(at(operation.output).element_bytes);
    if (has_other_gradient(operation.inputs, 0)) elements += made * Integer{keeps.temporaries_for_others};
    for (std::size_t i = 0; i < operation.inputs.size() && keeps.sums_broadcast; ++i)
        if (at(operation.inputs[i]).has_gradient && at(operation.parts[i]).elements != made) elements += made;
    add_temporary(elements);
}

TensorId TapeWriter::run_without_gradient(std::span<const TensorId> inputs, const Polynomial& elements,
                                          int element_bytes) {
    const TensorId made = run({}, inputs, elements, element_bytes);
    at(made).has_gradient = false;
    return made;
}

TensorId TapeWriter::detach(TensorId tensor) {
    TapeOperation done;
    done.module = module_;
    done.inputs = {tensor};
    done.is_alias = true;
    const TapeTensor of = at(tensor);
    done.output = add_tensor(of.elements, of.element_bytes, false);
    at(done.output).exists = of.exists;
    const TensorId made = done.output;
    add_operation(std::move(done));
    return made;
}

void TapeWriter::run_in_place(const Keeps& keeps, TensorId input, const Polynomial& elements) {
    TapeOperation done;
    done.module = module_;
    done.output = input;
    done.inputs = done.parts = {input};
    if (keeps.output) keep(input, &done);
    add_operation(std::move(done));
    if (keeps.copies > 0) keep_beside(elements, at(input).element_bytes);
    // The backward pass of what works in place on a view (CopySlices) copies the gradient, and a part of it.
    if (views_.contains(input) && at(input).has_gradient) add_temporary(elements * kCopiesOfSlices);
}

TensorId TapeWriter::run_put(TensorId into, TensorId numbers) {
    at(into).has_gradient |= at(numbers).has_gradient;
    TapeOperation done;
    done.module = module_;
    done.output = into;
    done.inputs = {into, numbers};
    done.parts = {into, seen(numbers)};
    const bool is_whole = at(done.parts[1]).elements == at(into).elements;
    add_operation(std::move(done));
    if (is_whole && at(into).has_gradient) add_temporary(at(into).elements);
    return into;
}

void TapeWriter::keep_beside(Polynomial elements, int element_bytes) {
    if (elements.is_zero()) return;
    tape_.operations.back().beside.push_back(add_tensor(std::move(elements) * share_, element_bytes, false));
}

void TapeWriter::add_workspace(Polynomial elements, int element_bytes) {
    tape_.operations.back().workspace = add_tensor(std::move(elements) * share_, element_bytes, false);
}

void TapeWriter::add_temporary(Polynomial elements) {
    TapeOperation& operation = tape_.operations.back();
    if (elements.is_zero()) return;
    if (operation.temporary != kNoTensor) elements += at(operation.temporary).elements;
    const int bytes = at(operation.output).element_bytes;
    operation.temporary = add_tensor(std::move(elements), bytes, false);
}

void TapeWriter::add_gradient(TensorId gradient) {
    TapeOperation& operation = tape_.operations.back();
    operation.gradients.push_back(gradient);
    at(operation.output).has_gradient = true;
    const bool is_new = known_gradients_.insert(gradient).second;
    if (is_new && !open_loops_.empty()) tape_.loops[open_loops_.back()].gradients.push_back(gradient);
}

TensorId TapeWriter::convert(TensorId tensor, int element_bytes) {
    if (at(tensor).element_bytes == element_bytes) return tensor;
    const Polynomial elements = at(seen(tensor)).elements;  // of the share of the tokens
    const Polynomial share = std::exchange(share_, 1);
    const TensorId copy = run({}, {tensor}, elements, element_bytes);
    share_ = share;
    return copy;
}

void TapeWriter::hold(TensorId tensor) {
    add_step(TapeStep::Kind::Hold, tensor);
}

void TapeWriter::leave_block() {
    is_in_block_ = false;
    for (const TensorId tensor : std::exchange(of_block_, {})) hold(tensor);
}

std::uint32_t TapeWriter::begin_loop(Polynomial times, TensorId taken) {
    const auto loop = static_cast<std::uint32_t>(tape_.loops.size());
    tape_.loops.emplace_back();
    tape_.loops.back().times = std::move(times);
    tape_.loops.back().taken = taken;
    add_step(TapeStep::Kind::Take, loop);
    if (taken != kNoTensor) {
        const TapeTensor like = at(taken);
        // All runs but the first take what a run has made.
        tape_.loops[loop].input = add_tensor(like.elements, like.element_bytes, true);
    }
    tape_.loops[loop].first = static_cast<std::uint32_t>(tape_.steps.size());
    add_step(TapeStep::Kind::Loop, loop);
    open_loops_.push_back(loop);
    return loop;
}

TensorId TapeWriter::end_loop(std::uint32_t index, TensorId output) {
    open_loops_.pop_back();
    TapeLoop& loop = tape_.loops[index];
    loop.output = output;
    add_step(TapeStep::Kind::Carry, index);
    tape_.steps[loop.first].end = static_cast<std::uint32_t>(tape_.steps.size());
    add_step(TapeStep::Kind::LoopEnd, index);
    if (output == kNoTensor) return kNoTensor;
    const TapeTensor like = at(output);
    const TensorId last = add_tensor(like.elements, like.element_bytes, like.has_gradient);
    tape_.loops[index].last = last;
    return last;
}

std::uint32_t TapeWriter::begin_block(bool is_attention) {
    const auto block = static_cast<std::uint32_t>(tape_.blocks.size());
    tape_.blocks.emplace_back();
    tape_.blocks.back().first = static_cast<std::uint32_t>(tape_.steps.size());
    tape_.blocks.back().is_attention = is_attention;
    add_step(TapeStep::Kind::Block, block);
    return block;
}

void TapeWriter::end_block(std::uint32_t index, TensorId output) {
    TapeBlock& block = tape_.blocks[index];
    block.output = output;
    find_taken(tape_, &block);
    tape_.steps[block.first].end = static_cast<std::uint32_t>(tape_.steps.size());
    add_step(TapeStep::Kind::BlockEnd, index);
}

void TapeWriter::drop_what_has_no_gradient(std::span<const TensorId> results) {
    std::vector<bool> is_reached(tape_.tensors.size()), is_used(tape_.tensors.size());
    const auto reach = [&](TensorId tensor) {
        if (tensor != kNoTensor && at(tensor).has_gradient) is_reached[tensor] = true;
    };
    const auto pass_on = [&](TensorId from, TensorId to) {
        if (from != kNoTensor && (is_reached[from] || !is_used[from])) reach(to);
        if (to != kNoTensor) is_used[to] = true;
    };
    for (const TensorId result : results) reach(result);
    for (auto step = tape_.steps.rbegin(); step != tape_.steps.rend(); ++step) {
        if (step->kind == TapeStep::Kind::LoopEnd)
            pass_on(tape_.loops[step->index].last, tape_.loops[step->index].output);
        if (step->kind == TapeStep::Kind::Take)
            pass_on(tape_.loops[step->index].input, tape_.loops[step->index].taken);
        if (step->kind != TapeStep::Kind::Operation) continue;
        TapeOperation& operation = tape_.operations[step->index];
        if (!is_used[operation.output]) reach(operation.output);
        const bool is_kept = is_reached[operation.output] && !operation.is_alias;
        for (const TensorId input : operation.inputs) {
            if (is_kept) reach(input);
            is_used[input] = true;
        }
        if (is_reached[operation.output]) continue;
        operation.kept.clear();
        operation.kept_parts.clear();
        operation.beside.clear();
        operation.gradients.clear();
    }
}

Tape TapeWriter::finish(std::vector<TensorId> outputs, bool drops_output) {
    std::vector<TensorId> results = {tape_.loss};
    if (!drops_output) results.insert(results.end(), outputs.begin(), outputs.end());
    if (tape_.loss != kNoTensor) drop_what_has_no_gradient(results);
    tape_.steps = with_releases(tape_, results);
    tape_.outputs = std::move(outputs);
    return std::move(tape_);
}

}  // namespace paramscope
