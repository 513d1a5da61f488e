#include "count/cost/time_line.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "base/ranges.h"

namespace paramscope {
namespace {

/// The parts of a pass, and of the optimizer's step, in the order of their bands.
constexpr std::string_view kPassing[] = {"activations", "gradients", "working",
                                         "workspace",   "rounding",  "optimizer_step"};
constexpr std::string_view kGradients = "gradients", kStep = "optimizer_step";

/// A moment while its tensors are still counted by their uses.
struct Counted {
    std::size_t events = 0;
    std::uint32_t module = 0;
    std::int64_t total = 0;
    BytesByUse bytes{};
};

std::int64_t& of_use(BytesByUse& bytes, TensorUse use) {
    return bytes[static_cast<std::size_t>(use)];
}

/// What one of several devices has of bytes, in whole ones.
Integer shared(std::int64_t bytes, Integer devices) {
    return (Integer{bytes} + devices - 1) / devices;
}

class TimeLineBuilder {
  public:
    TimeLineBuilder(const Report& report, const MemoryPlan& plan, std::size_t most)
        : report_(report), plan_(plan), most_(most - plan.options.is_training) {}

    TimeLine run() {
        if (plan_.pass == nullptr) return {};
        play_ = plan_.pass->play(values_of(report_));
        add_parts();
        add_stage(PassStage::Forward, 0, play_.backward);
        add_stage(PassStage::Backward, play_.backward, play_.events.size());
        if (line_.moments.empty()) return {};
        if (plan_.options.is_training) add_step();
        take_peak_from_plan();
        list_alive();
        drop_empty_parts();
        return std::move(line_);
    }

  private:
    /// What stands is there at every moment.
    void add_parts() {
        for (const MemoryPart& part : plan_.parts) {
            if (contains(kPassing, part.name)) continue;
            line_.parts.push_back(part.name);
            standing_.push_back(part.bytes.value.value_or(0));
        }
        line_.parts.insert(line_.parts.end(), std::begin(kPassing), std::end(kPassing));
    }

    std::size_t place_of(std::string_view part) const {
        return static_cast<std::size_t>(std::find(line_.parts.begin(), line_.parts.end(), part) -
                                        line_.parts.begin());
    }

    Moment moment(PassStage stage, std::uint32_t module) const {
        Moment made{stage, module, standing_, 0};
        made.bytes.resize(line_.parts.size());
        return made;
    }

    void add(Moment made) {
        for (const Integer bytes : made.bytes) made.total += bytes;
        line_.moments.push_back(std::move(made));
    }

    /// Adds as many moments as the stage has of the most, each the largest of its events.
    void add_stage(PassStage stage, std::size_t begin, std::size_t end) {
        if (begin == end) return;
        const std::size_t part = most_ * (end - begin) / play_.events.size();
        const std::size_t count = std::clamp<std::size_t>(part, 1, end - begin);
        for (std::size_t i = 0; i < count; ++i) {
            Counted largest;
            largest.total = -1;
            const std::size_t last = begin + (end - begin) * (i + 1) / count;
            for (std::size_t at = begin + (end - begin) * i / count; at < last; ++at) {
                play_event(at);
                if (now_.total > largest.total) largest = now_;
            }
            add_counted(stage, largest);
        }
    }

    void play_event(std::size_t at) {
        const PlayedEvent& event = play_.events[at];
        const PlayedTensor& tensor = play_.tensors[event.tensor];
        const std::int64_t sign = event.is_freed ? -1 : 1, whole = allocated_bytes(tensor.bytes);
        of_use(now_.bytes, tensor.use) += sign * tensor.bytes;
        of_use(now_.bytes, TensorUse::Rounding) += sign * (whole - tensor.bytes);
        now_.total += sign * whole;
        now_.events = at + 1;
        if (!event.is_freed) now_.module = tensor.module;
    }

    void add_counted(PassStage stage, const Counted& counted) {
        Moment made = moment(stage, counted.module);
        std::map<std::size_t, std::int64_t> sums;
        for (std::size_t use = 0; use < kTensorUses; ++use) {
            const PartName part = part_of(static_cast<TensorUse>(use), plan_.options.is_training);
            sums[place_of(part.name)] += counted.bytes[use];
        }
        for (const auto& [place, bytes] : sums)
            made.bytes[place] = shared(bytes, plan_.options.tensor_parallel);
        if (counted.total > largest_.total) {
            largest_ = counted;
            line_.peak = line_.moments.size();
        }
        add(std::move(made));
    }

    void add_step() {
        Moment made = moment(PassStage::Step, 0);
        made.bytes[place_of(kGradients)] = report_.quantity(ceil(plan_.step_gradients)).value.value_or(0);
        made.bytes[place_of(kStep)] = report_.quantity(ceil(plan_.step_copies)).value.value_or(0);
        if (plan_.is_at_step) line_.peak = line_.moments.size();
        add(std::move(made));
    }

    /// The plan has the same moment by its formulas.
    void take_peak_from_plan() {
        Moment& peak = line_.moments[line_.peak];
        peak = moment(peak.stage, peak.module);
        for (const MemoryPart& part : plan_.parts) {
            peak.bytes[place_of(part.name)] = part.bytes.value.value_or(0);
        }
        for (const Integer bytes : peak.bytes) peak.total += bytes;
    }

    /// Opens the largest rows as long as there is room for those below them.
    void list_alive() {
        if (!plan_.is_at_step) collect_tensors();
        std::vector<AliveRow>& rows = line_.alive;
        if (!made_.empty()) rows.push_back(whole_row(0));
        std::set<std::uint32_t> closed;
        while (AliveRow* const largest = largest_row(rows, closed)) {
            std::vector<AliveRow> below = rows_below(largest->module);
            const bool has_room = rows.size() == 1 || rows.size() - 1 + below.size() <= kMostAlive;
            closed.insert(largest->module);
            if (!has_room) continue;
            *largest = std::move(below.back());
            rows.insert(rows.end(), std::make_move_iterator(below.begin()),
                        std::make_move_iterator(below.end() - 1));
        }
        stable_sort(rows, [](const AliveRow& a, const AliveRow& b) { return a.total > b.total; });
        rows.resize(std::min(rows.size(), kMostAlive));
        line_.others = line_.moments[line_.peak].total;
        for (const AliveRow& row : rows) line_.others -= row.total;
    }

    /// What each row made itself of what is there.
    void collect_tensors() {
        for (const std::uint32_t index : alive_after(play_, largest_.events)) {
            const PlayedTensor& tensor = play_.tensors[index];
            AliveRow& row = made_.try_emplace(tensor.module, empty_row(tensor.module, true)).first->second;
            row.bytes[place_of(part_of(tensor.use, plan_.options.is_training).name)] += tensor.bytes;
            ++row.tensors;
        }
        for (auto& [module, row] : made_) {
            for (Integer& bytes : row.bytes) row.total += bytes /= plan_.options.tensor_parallel;
        }
    }

    AliveRow empty_row(std::uint32_t module, bool is_own) const {
        return {module, is_own, std::vector<Integer>(line_.parts.size()), 0, 0};
    }

    AliveRow whole_row(std::uint32_t module) const {
        AliveRow sum = empty_row(module, false);
        const auto end = made_.lower_bound(report_.nodes[module].subtree_end);
        for (auto each = made_.lower_bound(module); each != end; ++each) {
            const AliveRow& row = each->second;
            for (std::size_t part = 0; part < sum.bytes.size(); ++part) sum.bytes[part] += row.bytes[part];
            sum.total += row.total;
            sum.tensors += row.tensors;
        }
        return sum;
    }

    /// What a row made itself, and its children with all below them; at least one.
    std::vector<AliveRow> rows_below(std::uint32_t module) const {
        std::vector<AliveRow> rows;
        for (const std::uint32_t child : report_.children(module)) {
            AliveRow row = whole_row(child);
            if (row.tensors > 0) rows.push_back(std::move(row));
        }
        const auto own = made_.find(module);
        if (own == made_.end()) return rows;
        rows.push_back(own->second);
        rows.back().is_own = rows.size() > 1;
        return rows;
    }

    /// The largest row that may be opened; nullptr for none.
    static AliveRow* largest_row(std::vector<AliveRow>& rows, const std::set<std::uint32_t>& closed) {
        AliveRow* largest = nullptr;
        for (AliveRow& row : rows) {
            if (row.is_own || closed.contains(row.module)) continue;
            if (largest == nullptr || row.total > largest->total) largest = &row;
        }
        return largest;
    }

    void drop_empty_parts() {
        line_.standing = standing_.size();
        for (std::size_t part = line_.parts.size(); part-- > 0;) {
            if (any_of(line_.moments, [&](const Moment& moment) { return moment.bytes[part] != 0; }))
                continue;
            const auto place = static_cast<std::ptrdiff_t>(part);
            line_.parts.erase(line_.parts.begin() + place);
            for (Moment& moment : line_.moments) moment.bytes.erase(moment.bytes.begin() + place);
            for (AliveRow& row : line_.alive) row.bytes.erase(row.bytes.begin() + place);
            line_.standing -= part < line_.standing;
        }
    }

    const Report& report_;
    const MemoryPlan& plan_;
    const std::size_t most_;
    Play play_;
    std::vector<Integer> standing_;           ///< bytes of the first parts
    std::map<std::uint32_t, AliveRow> made_;  ///< what each row itself has at the peak
    Counted now_, largest_;
    TimeLine line_;
};

}  // namespace

TimeLine time_line_of(const Report& report, const MemoryPlan& plan, std::size_t most_moments) {
    return TimeLineBuilder(report, plan, most_moments).run();
}

std::string path_with_repeats(const Report& report, std::uint32_t module) {
    std::string path;
    for (std::uint32_t at = module; at != 0; at = report.nodes[at].parent)
        path.insert(0, std::string(report.nodes[at].name) + (path.empty() ? "" : "."));
    return path.empty() ? std::string(report.nodes[module].type) : path;
}

}  // namespace paramscope
