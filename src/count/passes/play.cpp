#include "count/passes/play.h"

#include <map>
#include <utility>

#include "count/passes/reductions.h"

namespace paramscope {
namespace {

constexpr std::uint32_t kNothing = 0xFFFF'FFFF;
/// Of a tensor: the sum of kMostTapeSteps of them is a number.
constexpr std::int64_t kMostBytes = 17'592'186'044'416;

/// An operation that was done, for its backward pass: its tensors are in a pool, inputs first, then what is
/// kept, then the gradients of its weights.
struct Done {
    std::uint32_t operation = kNothing;  ///< kNothing: a block that is recomputed
    std::uint32_t block = 0;             ///< index of a DoneBlock
    std::uint32_t output = kNothing;
    std::size_t first = 0;  ///< in the pool
};

/// Of a tensor, while the pass runs.
struct State {
    std::uint32_t references = 0;
    std::uint32_t gradient = kNothing;
    bool is_view = false;  ///< a gradient to which nothing is added in place
};

/// The gradient of a part of a tensor.
struct Part {
    std::uint32_t gradient = kNothing;
    TensorCut cut = TensorCut::Unknown;
};

/// A block that was done without keeping anything but what it takes.
struct DoneBlock {
    std::uint32_t step = 0;
    std::vector<std::uint32_t> taken, gradients;  ///< as those of TapeBlock
};

/// The lists of the last pass, for the next one: to get such memory anew takes longer than to play it.
struct SpareLists {
    std::vector<State> states;
    std::vector<Done> done;
    std::vector<std::uint32_t> pool;
    Play play;
};
thread_local SpareLists spare;

/// An empty list in the memory of another one.
template <class List>
List emptied(List& list) {
    list.clear();
    return std::exchange(list, {});
}

/// Keeps the memory of a list that is not too large.
template <class List>
void keep_memory(List& list, List& kept) {
    constexpr std::size_t kItemsKept = 1u << 17;
    if (list.capacity() <= kItemsKept) kept = std::move(list);
}

class Player {
  public:
    Player(const Tape& tape, const PlayOptions& options, const SymbolValues& values)
        : tape_(tape),
          options_(options),
          values_(values),
          held_(tape.tensors.size(), kNothing),
          states_(emptied(spare.states)),
          done_(emptied(spare.done)),
          pool_(emptied(spare.pool)) {
        play_.tensors = emptied(spare.play.tensors);
        play_.events = emptied(spare.play.events);
        for (const TapeTensor& tensor : tape.tensors) sizes_.push_back(bytes_of_tensor(tensor));
    }

    Player(const Player&) = delete;
    Player& operator=(const Player&) = delete;
    ~Player() {
        keep_memory(states_, spare.states);
        keep_memory(done_, spare.done);
        keep_memory(pool_, spare.pool);
    }

    Play run() {
        for (const TensorId input : tape_.inputs) held_[input] = make(input, 0, TensorUse::Input);
        keeps_ = options_.is_training;
        play_.kept_by.assign(tape_.kinds.size(), 0);
        run_steps(0, static_cast<std::uint32_t>(tape_.steps.size()));
        play_.backward = play_.events.size();
        if (options_.is_training) run_backward();
        return std::move(play_);
    }

  private:
    std::int64_t bytes_of_tensor(const TapeTensor& tensor) {
        const Result<Rational> elements = evaluate(tensor.elements, values_);
        const bool is_known =
            elements && *elements <= Rational(kMostBytes / tensor.element_bytes) && Rational(0) <= *elements;
        if (!is_known) {
            play_.is_whole = false;
            return 0;
        }
        const Integer bytes = elements->numerator() * tensor.element_bytes / elements->denominator();
        return static_cast<std::int64_t>(bytes);
    }

    std::uint32_t add(TensorId tensor, std::uint32_t module, TensorUse use, std::int64_t bytes) {
        const std::int64_t allocated = options_.rounds ? allocated_bytes(bytes) : bytes;
        play_.tensors.push_back({tensor, module, use, bytes, allocated});
        states_.emplace_back();
        return static_cast<std::uint32_t>(play_.tensors.size() - 1);
    }

    void allocate(std::uint32_t made) {
        states_[made].references = 1;
        play_.events.push_back({made, false});
    }

    std::uint32_t make(TensorId tensor, std::uint32_t module, TensorUse use) {
        const std::uint32_t made = add(tensor, module, use, sizes_[tensor]);
        allocate(made);
        return made;
    }

    void release(std::uint32_t made) {
        if (made == kNothing || states_[made].references == 0) return;
        if (--states_[made].references == 0) play_.events.push_back({made, true});
    }

    std::uint32_t run_loop(std::uint32_t at) {
        const TapeStep& step = tape_.steps[at];
        const TapeLoop& loop = tape_.loops[step.index];
        const Result<Rational> times = evaluate(loop.times, values_);
        if (!times || !times->is_integer() || times->numerator() > Integer{kMostTapeSteps}) {
            play_.is_whole = false;
            return step.end;
        }
        for (Integer i = 0; i < times->numerator() && play_.is_whole; ++i) {
            if (loop.input != kNoTensor) held_[loop.input] = std::exchange(carried_, kNothing);
            for (const TensorId gradient : loop.gradients) held_[gradient] = kNothing;
            run_steps(at + 1, step.end);
        }
        if (loop.last != kNoTensor) held_[loop.last] = carried_;
        carried_ = kNothing;
        return step.end;
    }

    void take(TensorId tensor) {
        carried_ = tensor == kNoTensor ? kNothing : held_[tensor];
        if (carried_ != kNothing) ++states_[carried_].references;
    }

    void run_steps(std::uint32_t begin, std::uint32_t end) {
        for (std::uint32_t at = begin; at < end && play_.is_whole; ++at) {
            const TapeStep& step = tape_.steps[at];
            if (++steps_ > kMostTapeSteps) play_.is_whole = false;
            switch (step.kind) {
                case TapeStep::Kind::Operation:
                    run_operation(step.index);
                    break;
                case TapeStep::Kind::Take:
                    take(tape_.loops[step.index].taken);
                    break;
                case TapeStep::Kind::Loop:
                    at = run_loop(at);
                    break;
                case TapeStep::Kind::Carry:
                    take(tape_.loops[step.index].output);
                    break;
                case TapeStep::Kind::Block:
                    if (keeps_ && is_done_again(tape_.blocks[step.index])) at = run_block(at);
                    break;
                case TapeStep::Kind::Release:
                    release(std::exchange(held_[step.index], kNothing));
                    break;
                case TapeStep::Kind::LoopEnd:
                case TapeStep::Kind::BlockEnd:
                case TapeStep::Kind::Hold:
                    break;
            }
        }
    }

    bool is_done_again(const TapeBlock& block) const {
        return block.is_recomputed ||
               (block.is_attention ? options_.recomputes_attention : options_.recomputes);
    }

    void run_operation(std::uint32_t index) {
        const TapeOperation& operation = tape_.operations[index];
        if (operation.is_alias) {
            const std::uint32_t shared = held_[operation.inputs.front()];
            if (shared != kNothing) ++states_[shared].references;
            held_[operation.output] = shared;
            return;
        }
        const bool is_in_place = !operation.inputs.empty() && operation.inputs.front() == operation.output;
        const std::uint32_t output = is_in_place
                                         ? held_[operation.output]
                                         : make(operation.output, operation.module, TensorUse::Working);
        held_[operation.output] = output;
        use_workspace(operation);
        if (!keeps_) {
            if (!is_in_place) use_beside(operation);
            return;
        }
        done_.push_back({index, 0, output, pool_.size()});
        for (const TensorId input : operation.inputs) pool_.push_back(held_[input]);
        for (const TensorId kept : operation.kept) {
            const std::uint32_t tensor = held_[kept];
            if (tensor != kNothing) keep(tensor);
            pool_.push_back(tensor);
        }
        for (const TensorId beside : operation.beside)
            pool_.push_back(make(beside, operation.module, TensorUse::Kept));
        if (play_.backward == 0)
            note_kept(operation, pool_.data() + done_.back().first + operation.inputs.size());
        for (const TensorId gradient : operation.gradients) pool_.push_back(slot_of(gradient));
    }

    /// Adds what an operation keeps: `pooled` are the tensors.
    void note_kept(const TapeOperation& operation, const std::uint32_t* pooled) {
        std::int64_t& bytes = play_.kept_by[operation.kind];
        for (std::size_t i = 0; i < operation.kept.size(); ++i)
            if (pooled[i] != kNothing) bytes += sizes_[operation.kept_parts[i]];
        for (const TensorId beside : operation.beside) bytes += sizes_[beside];
    }

    void use_workspace(const TapeOperation& operation) {
        if (operation.workspace != kNoTensor)
            release(make(operation.workspace, operation.module, TensorUse::Workspace));
    }

    /// Makes what a kernel makes besides its output, which nothing keeps.
    void use_beside(const TapeOperation& operation) {
        const std::size_t before = play_.tensors.size();
        for (const TensorId beside : operation.beside) make(beside, operation.module, TensorUse::Working);
        for (std::size_t made = before; made < play_.tensors.size(); ++made)
            release(static_cast<std::uint32_t>(made));
    }

    void keep(std::uint32_t tensor) {
        ++states_[tensor].references;
        TensorUse& use = play_.tensors[tensor].use;
        if (use == TensorUse::Working) use = TensorUse::Kept;
    }

    /// The place for the gradient of a weight, which the backward pass allocates.
    std::uint32_t slot_of(TensorId gradient) {
        std::uint32_t& slot = held_[gradient];
        if (slot == kNothing) {
            const Integer shares = options_.gradient_shares;
            const Integer bytes = shares == 0 ? Integer{0} : Integer{sizes_[gradient]} / shares;
            slot = add(gradient, tape_.tensors[gradient].module, TensorUse::Gradient,
                       static_cast<std::int64_t>(bytes));
            if (options_.has_gradients) allocate(slot);
        }
        return slot;
    }

    std::uint32_t run_block(std::uint32_t at) {
        const TapeBlock& block = tape_.blocks[tape_.steps[at].index];
        DoneBlock done{at, {}, {}};
        for (const TensorId taken : block.taken) {
            if (held_[taken] != kNothing) keep(held_[taken]);
            done.taken.push_back(held_[taken]);
        }
        for (const TensorId gradient : block.gradients) done.gradients.push_back(slot_of(gradient));
        keeps_ = false;
        run_steps(at + 1, tape_.steps[at].end);
        keeps_ = true;
        done_.push_back(
            {kNothing, static_cast<std::uint32_t>(blocks_.size()), held_[block.output], pool_.size()});
        blocks_.push_back(std::move(done));
        return tape_.steps[at].end;
    }

    void run_backward() {
        if (tape_.loss == kNoTensor || held_[tape_.loss] == kNothing) return;
        const std::uint32_t loss = held_[tape_.loss];
        states_[loss].gradient = add(tape_.loss, 0, TensorUse::Working, play_.tensors[loss].bytes);
        allocate(states_[loss].gradient);
        run_backward_to(0);
    }

    /// The backward pass of what was done, but for the first operations.
    void run_backward_to(std::size_t first) {
        while (done_.size() > first && play_.is_whole) {
            const Done done = done_.back();
            done_.pop_back();
            if (done.operation == kNothing)
                run_block_again(done);
            else
                run_backward_of(done);
        }
    }

    void run_block_again(const Done& done) {
        const DoneBlock block = std::move(blocks_.back());
        blocks_.pop_back();
        const TapeStep& step = tape_.steps[block.step];
        const TapeBlock& again = tape_.blocks[step.index];
        for (std::size_t i = 0; i < again.taken.size(); ++i) {
            held_[again.taken[i]] = block.taken[i];
            if (block.taken[i] != kNothing) ++states_[block.taken[i]].references;
        }
        for (std::size_t i = 0; i < again.gradients.size(); ++i)
            held_[again.gradients[i]] = block.gradients[i];
        const std::size_t before = done_.size();
        const PlayOptions chosen = options_;
        options_.recomputes = options_.recomputes_attention = false;
        run_steps(block.step + 1, step.end);
        options_ = chosen;
        const std::uint32_t output = std::exchange(held_[again.output], kNothing);
        if (output != kNothing) {
            join_parts(done.output, again.output == kNoTensor ? 0 : tape_.tensors[again.output].module);
            states_[output].gradient = std::exchange(states_[done.output].gradient, kNothing);
            release(output);
        }
        run_backward_to(before);
        for (std::size_t i = 0; i < again.taken.size(); ++i) {
            release(std::exchange(held_[again.taken[i]], kNothing));
            release(block.taken[i]);
        }
    }

    void run_backward_of(const Done& done) {
        const TapeOperation& operation = tape_.operations[done.operation];
        const std::uint32_t* const pooled = pool_.data() + done.first;
        const std::size_t inputs = operation.inputs.size();
        const std::size_t kept = inputs + operation.kept.size() + operation.beside.size();
        join_parts(done.output, operation.module);
        const std::uint32_t gradient = std::exchange(states_[done.output].gradient, kNothing);
        if (gradient != kNothing) {
            made_.assign(inputs, kNothing);
            for (std::size_t i = 0; i < inputs; ++i)
                if (tape_.tensors[operation.inputs[i]].has_gradient && has_gradient(pooled[i]))
                    made_[i] = gradient_of(operation, i, gradient, pooled[i]);
            for (std::size_t i = 0; i < operation.gradients.size(); ++i)
                make_gradient(operation, pooled[kept + i]);
            use_workspace(operation);
            if (operation.temporary != kNoTensor)
                release(make(operation.temporary, operation.module, TensorUse::Working));
            if (operation.bias != kNoTensor) sum_rows(operation, play_.tensors[gradient].bytes);
            release(gradient);
            release_kept(pooled, inputs, kept);
            for (std::size_t i = 0; i < inputs; ++i)
                if (made_[i] != kNothing)
                    add_gradient(pooled[i], operation.parts[i], made_[i], operation.module);
        } else {
            release_kept(pooled, inputs, kept);
        }
        pool_.resize(done.first);
    }

    /// PyTorch's engine lets go of what a node keeps before it adds the gradients that the node has made.
    void release_kept(const std::uint32_t* pooled, std::size_t first, std::size_t end) {
        for (std::size_t i = first; i < end; ++i) release(pooled[i]);
    }

    void sum_rows(const TapeOperation& operation, std::int64_t bytes_of_gradient) {
        const std::int64_t elements = bytes_of_gradient / tape_.tensors[operation.output].element_bytes;
        const std::int64_t columns = sizes_[operation.bias] / tape_.tensors[operation.bias].element_bytes;
        if (columns == 0) return;
        use_once(kNoTensor, operation.module, TensorUse::Workspace,
                 bytes_to_sum_rows(elements / columns, columns));
    }

    /// A tensor that is there for a moment.
    void use_once(TensorId tensor, std::uint32_t module, TensorUse use, std::int64_t bytes) {
        const std::uint32_t once = add(tensor, module, use, bytes);
        allocate(once);
        release(once);
    }

    bool has_gradient(std::uint32_t made) const {
        return made != kNothing && tape_.tensors[play_.tensors[made].tensor].has_gradient;
    }

    /// True where an operation took a part of a tensor that another has made.
    bool is_part(std::uint32_t input, TensorId seen) const {
        const PlayedTensor& of = play_.tensors[input];
        return sizes_[seen] != of.bytes && !tape_.tensors[of.tensor].exists;
    }

    /// The gradient that an operation makes for what it took of an input: that of its output, or another.
    std::uint32_t gradient_of(const TapeOperation& operation, std::size_t at, std::uint32_t gradient,
                              std::uint32_t input) {
        const TensorId seen = operation.parts[at];
        const TensorId like = is_part(input, seen) ? seen : play_.tensors[input].tensor;
        const bool passes = operation.passes_gradient || (operation.passes_first && at == 0);
        const bool is_passed = passes && sizes_[like] == play_.tensors[gradient].bytes;
        if (is_passed || operation.gives_views) {
            ++states_[gradient].references;
            return gradient;
        }
        const std::uint32_t made = add(like, operation.module, TensorUse::Working, sizes_[like]);
        allocate(made);
        states_[made].is_view = operation.views_gradients;
        return made;
    }

    /// Adds to the gradient of a tensor; that of a part is put in its place later.
    void add_gradient(std::uint32_t input, TensorId seen, std::uint32_t made, std::uint32_t module) {
        is_part(input, seen) ? parts_[input].push_back({made, tape_.tensors[seen].cut})
                             : add_up(input, made, module);
    }

    /// Adds to the gradient of a tensor, in place where nothing else is in its memory.
    void add_up(std::uint32_t input, std::uint32_t made, std::uint32_t module) {
        const PlayedTensor of = play_.tensors[input];
        const std::uint32_t before = std::exchange(states_[input].gradient, made);
        if (before == kNothing) return;
        const bool is_own = states_[before].references == 1 && !states_[before].is_view &&
                            play_.tensors[before].bytes == of.bytes;
        if (is_own) {
            states_[input].gradient = before;
            release(made);
            return;
        }
        const std::uint32_t sum = add(of.tensor, module, TensorUse::Working, of.bytes);
        allocate(sum);
        states_[input].gradient = sum;
        release(before);
        release(made);
    }

    /// Puts the gradients of a tensor's parts in their places, before what has made it needs the whole: all
    /// at once where one operation made the parts, as of chunks, else each in a tensor of that size.
    void join_parts(std::uint32_t tensor, std::uint32_t module) {
        const auto found = parts_.find(tensor);
        if (found == parts_.end()) return;
        const std::vector<Part> parts = std::move(found->second);
        parts_.erase(found);
        const PlayedTensor of = play_.tensors[tensor];
        std::int64_t bytes = 0;
        for (const Part& part : parts) bytes += play_.tensors[part.gradient].bytes;
        std::uint32_t whole = kNothing;
        bool was_alone = false;
        for (const Part& part : parts) {
            const bool is_alone =
                part.cut == TensorCut::Alone || (part.cut == TensorCut::Unknown && bytes < of.bytes);
            if (whole == kNothing || is_alone || was_alone) {
                if (whole != kNothing) add_up(tensor, whole, module);
                whole = add(of.tensor, module, TensorUse::Working, of.bytes);
                allocate(whole);
            }
            was_alone = is_alone;
            release(part.gradient);
        }
        add_up(tensor, whole, module);
    }

    /// The first gradient of a weight stays; another is added to it, to a view out of place.
    void make_gradient(const TapeOperation& operation, std::uint32_t slot) {
        if (slot == kNothing) return;
        const bool is_first = states_[slot].references == 0, is_moved = !is_first && states_[slot].is_view;
        if (is_first) allocate(slot);
        states_[slot].is_view = is_first && operation.views_gradients;
        const PlayedTensor of = play_.tensors[slot];
        if (options_.gathers || (is_first && options_.gradient_shares == 1)) return;
        const std::uint32_t whole = add(of.tensor, of.module, TensorUse::Working, sizes_[of.tensor]);
        allocate(whole);
        if (is_moved) use_once(of.tensor, of.module, TensorUse::Working, of.bytes);
        release(whole);
    }

    const Tape& tape_;
    PlayOptions options_;
    const SymbolValues& values_;
    Play play_;
    std::vector<std::int64_t> sizes_;                   ///< of tape tensors
    std::vector<std::uint32_t> held_;                   ///< of each tape tensor, the one that is there now
    std::vector<State> states_;                         ///< of each tensor
    std::map<std::uint32_t, std::vector<Part>> parts_;  ///< gradients of parts of each tensor
    std::vector<Done> done_;
    std::vector<DoneBlock> blocks_;
    std::vector<std::uint32_t> pool_;
    std::vector<std::uint32_t> made_;   ///< by an operation's backward pass, of each of its inputs
    std::uint32_t carried_ = kNothing;  ///< from one run of a loop to the next
    std::size_t steps_ = 0;
    bool keeps_ = false;
};

}  // namespace

std::int64_t allocated_bytes(std::int64_t bytes) {
    constexpr std::int64_t kBlock = 512, kLarge = 10 << 20, kSegment = 2 << 20, kSplit = 1 << 20;
    const std::int64_t whole = (bytes + kBlock - 1) / kBlock * kBlock;
    const std::int64_t segment = (whole + kSegment - 1) / kSegment * kSegment;
    return whole >= kLarge && segment - whole <= kSplit ? segment : whole;
}

Play play(const Tape& tape, const PlayOptions& options, const SymbolValues& values) {
    return Player(tape, options, values).run();
}

void keep_lists(Play& play) {
    keep_memory(play.tensors, spare.play.tensors);
    keep_memory(play.events, spare.play.events);
}

Peak find_peak(const Play& play, const std::vector<std::int64_t>& divisors) {
    Peak peak;
    std::int64_t now = 0;
    for (std::size_t i = 0; i < play.events.size(); ++i) {
        const std::uint32_t tensor = play.events[i].tensor;
        const std::int64_t divisor = divisors.empty() ? 1 : divisors[tensor];
        const std::int64_t bytes = divisor == 0 ? 0 : play.tensors[tensor].allocated / divisor;
        now += play.events[i].is_freed ? -bytes : bytes;
        if (now > peak.bytes) peak = {now, i + 1};
    }
    return peak;
}

std::vector<std::uint32_t> alive_after(const Play& play, std::size_t events) {
    std::vector<bool> is_alive(play.tensors.size());
    for (std::size_t i = 0; i < events; ++i) is_alive[play.events[i].tensor] = !play.events[i].is_freed;
    std::vector<std::uint32_t> alive;
    for (std::uint32_t i = 0; i < is_alive.size(); ++i)
        if (is_alive[i]) alive.push_back(i);
    return alive;
}

BytesByUse bytes_after(const Play& play, std::size_t events) {
    BytesByUse bytes{};
    for (const std::uint32_t index : alive_after(play, events)) {
        const PlayedTensor& tensor = play.tensors[index];
        bytes[static_cast<std::size_t>(tensor.use)] += tensor.bytes;
        bytes[static_cast<std::size_t>(TensorUse::Rounding)] += tensor.allocated - tensor.bytes;
    }
    return bytes;
}

}  // namespace paramscope
