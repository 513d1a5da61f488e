#include "count/cost/time_line.h"

#include <algorithm>
#include <utility>

#include "base/ranges.h"

namespace paramscope {
namespace {

/// The parts of a pass, and of the optimizer's step, in the order of their bands.
constexpr std::string_view kGathered = "gathered", kGradients = "gradients", kStep = "optimizer_step";
constexpr std::string_view kPassing[] = {kGathered,   "activations", kGradients, "working",
                                         "workspace", "rounding",    kStep};

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
Integer shared(Integer bytes, Integer devices) {
    return (bytes + devices - 1) / devices;
}

class TimeLineBuilder {
  public:
    TimeLineBuilder(const Report& report, const MemoryPlan& plan, std::size_t most)
        : report_(report), plan_(plan), most_(most - plan.options.is_training) {}

    TimeLine run() {
        if (plan_.pass == nullptr || has_parts_of_layers(plan_.options)) return {};
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

    std::size_t place_of_use(TensorUse use) const {
        return place_of(part_of(use, plan_.options.is_training).name);
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
        const std::int64_t sign = event.is_freed ? -1 : 1, whole = tensor.allocated;
        of_use(now_.bytes, tensor.use) += sign * tensor.bytes;
        of_use(now_.bytes, TensorUse::Rounding) += sign * (whole - tensor.bytes);
        now_.total += sign * whole;
        now_.events = at + 1;
        if (!event.is_freed) now_.module = tensor.module;
    }

    void add_counted(PassStage stage, const Counted& counted) {
        Moment made = moment(stage, counted.module);
        for (std::size_t use = 0; use < kTensorUses; ++use)
            made.bytes[place_of_use(static_cast<TensorUse>(use))] += counted.bytes[use];
        for (std::size_t part = standing_.size(); part < made.bytes.size(); ++part)
            made.bytes[part] = shared(made.bytes[part], plan_.options.tensor_parallel);
        made.bytes[place_of(kGathered)] = bytes_of_formula(plan_.gathered);
        if (counted.total > largest_.total) {
            largest_ = counted;
            line_.peak = line_.moments.size();
        }
        add(std::move(made));
    }

    Integer bytes_of_formula(const Polynomial& formula) const {
        return report_.quantity(ceil(formula)).value.value_or(0);
    }

    void add_step() {
        Moment made = moment(PassStage::Step, 0);
        made.bytes[place_of(kGradients)] = bytes_of_formula(plan_.step_gradients);
        made.bytes[place_of(kStep)] = bytes_of_formula(plan_.step_copies);
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

    /// A row of the tree while it may still be opened.
    struct Row {
        std::uint32_t module = 0;
        bool is_own = false, is_closed = false;
        Integer total = 0;
    };

    /// Opens the largest rows as long as there is room for those below them.
    void list_alive() {
        if (!plan_.is_at_step) collect_tensors();
        std::vector<Row> rows;
        if (!tensors_.empty()) rows.push_back({0, false, false, total_of(0)});
        while (Row* const largest = largest_row(rows)) {
            std::vector<Row> below = rows_below(largest->module);
            const bool has_room = rows.size() == 1 || rows.size() - 1 + below.size() <= kMostAlive;
            if (!has_room || below.empty()) {
                largest->is_closed = true;
                continue;
            }
            *largest = below.back();
            rows.insert(rows.end(), below.begin(), below.end() - 1);
        }
        sort(rows, [](const Row& x, const Row& y) {
            return x.total != y.total ? x.total > y.total : x.module < y.module;
        });
        rows.resize(std::min(rows.size(), kMostAlive));
        line_.others = line_.moments[line_.peak].total;
        for (const Row& row : rows) {
            line_.alive.push_back(alive_row(row));
            line_.others -= line_.alive.back().total;
        }
    }

    /// Finds what each row made itself of what is there at the peak.
    void collect_tensors() {
        tensors_ = alive_after(play_, largest_.events);
        before_.assign(report_.nodes.size() + 1, 0);
        for (const std::uint32_t index : tensors_)
            before_[play_.tensors[index].module + 1] += play_.tensors[index].bytes;
        for (std::size_t i = 1; i < before_.size(); ++i) before_[i] += before_[i - 1];
    }

    /// Bytes of the tensors that rows made.
    Integer total_of(std::uint32_t first, std::uint32_t end) const { return before_[end] - before_[first]; }
    Integer total_of(std::uint32_t module) const {
        return total_of(module, report_.nodes[module].subtree_end);
    }

    /// What a row made itself, and its children with all below them; none where it has no children with
    /// tensors.
    std::vector<Row> rows_below(std::uint32_t module) const {
        std::vector<Row> rows;
        for (const std::uint32_t child : report_.children(module)) {
            if (total_of(child) > 0) rows.push_back({child, false, false, total_of(child)});
        }
        const Integer own = total_of(module, module + 1);
        if (!rows.empty() && own > 0) rows.push_back({module, true, false, own});
        return rows;
    }

    /// The largest row that may be opened; nullptr for none.
    static Row* largest_row(std::vector<Row>& rows) {
        Row* largest = nullptr;
        for (Row& row : rows) {
            if (row.is_own || row.is_closed) continue;
            if (largest == nullptr || row.total > largest->total) largest = &row;
        }
        return largest;
    }

    AliveRow alive_row(const Row& row) const {
        AliveRow alive{row.module, row.is_own, std::vector<Integer>(line_.parts.size()), 0, 0};
        const std::uint32_t end = row.is_own ? row.module + 1 : report_.nodes[row.module].subtree_end;
        for (const std::uint32_t index : tensors_) {
            const PlayedTensor& tensor = play_.tensors[index];
            if (tensor.module < row.module || tensor.module >= end) continue;
            alive.bytes[place_of_use(tensor.use)] += tensor.bytes;
            ++alive.tensors;
        }
        for (Integer& bytes : alive.bytes) alive.total += bytes /= plan_.options.tensor_parallel;
        return alive;
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
    std::vector<Integer> standing_;       ///< bytes of the first parts
    std::vector<std::uint32_t> tensors_;  ///< that are there at the peak
    std::vector<Integer> before_;         ///< their bytes that the rows before each made
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
