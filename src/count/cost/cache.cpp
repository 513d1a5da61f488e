#include "count/cost/cache.h"

#include "base/characters.h"
#include "base/ranges.h"
#include "count/report/instance_counts.h"

namespace paramscope {
namespace {

std::optional<Integer> whole_setting(const Report& report, std::string_view name) {
    const auto* found = find_by(report.variables, &VariableReport::name, name);
    if (found == nullptr || !found->value || !found->value->is_integer()) return std::nullopt;
    return found->value->numerator();
}

/// Where a module of a list stands: "5", "0-5", "0-*".
struct LayerPlace {
    Integer first = 0;
    bool is_repeated = false;
};

std::optional<LayerPlace> place_of(std::string_view name) {
    const std::size_t dash = std::min(name.find('-'), name.size());
    const std::optional<Integer> first =
        is_digits(name.substr(0, dash)) ? parse_integer(name.substr(0, dash)) : std::nullopt;
    return first ? std::optional(LayerPlace{*first, dash < name.size()}) : std::nullopt;
}

/// Adds what all modules keep.
void add_kept(const Report& report, CacheElements* found) {
    const auto is_kept = [](const Work::Tally& tally) {
        return tally.operation == Operation::KeyValue || tally.operation == Operation::KeptState;
    };
    const auto keeps = [&](const NodeReport& row) { return any_of(row.facts->work.tallies(), is_kept); };
    if (none_of(report.nodes, keeps)) return;
    for (const AlikeModules& alike : alike_modules(report)) {
        const Work& work = report.nodes[alike.first].facts->work;
        found->all += work.times(Operation::KeyValue) * alike.times;
        found->states += work.times(Operation::KeptState) * alike.times;
    }
}

}  // namespace

CacheWindows::CacheWindows(const Report& report) : report_(report) {
    const std::optional<Integer> window = whole_setting(report, "sliding_window");
    if (!window || *window < 1 || report.inputs.empty() || report.inputs.front().size() < 2) return;
    const Polynomial tokens = report.inputs.front()[1] + report.cached;
    every_ = whole_setting(report, "full_attention_every");
    if (every_ && *every_ < 0) every_.reset();
    first_ = whole_setting(report, "first_full_attention").value_or(every_.value_or(0));
    const Result<Rational> present = evaluate(tokens, values_of(report));
    matter_ = every_ || !present || Rational(*window) < *present;
    const Polynomial seen = min(tokens, Polynomial::symbol("sliding_window"));
    kept_in_window_ = products_in_window_ = seen / tokens;
    // Token i of an input sees min(i, window) tokens.
    if (report.cached.is_zero()) products_in_window_ *= (2 * tokens - seen + 1) / (tokens + 1);
}

std::optional<Polynomial> CacheWindows::part_kept(std::uint32_t index) const {
    const std::optional<Polynomial> full = part_that_sees_all(index);
    return full ? std::optional(*full + (1 - *full) * kept_in_window_) : std::nullopt;
}

Polynomial CacheWindows::least_of(std::uint32_t index, const Polynomial& in_window) const {
    const Polynomial full = part_that_sees_all(index).value_or(Polynomial());
    return full + (1 - full) * in_window;
}

std::optional<Polynomial> CacheWindows::part_that_sees_all(std::uint32_t index) const {
    if (!matter_) return Polynomial(1);
    if (!every_) return std::nullopt;
    if (*every_ == 0) return Polynomial(0);
    const NodeReport* layer = nullptr;
    LayerPlace place;
    for (std::uint32_t at = index; at != 0; at = report_.nodes[at].parent) {
        const std::optional<LayerPlace> found = place_of(report_.nodes[at].name);
        if (!found) continue;
        if (layer != nullptr) return std::nullopt;  // lists in a list: which of them has the layers?
        layer = &report_.nodes[at];
        place = *found;
    }
    if (layer == nullptr) return std::nullopt;
    const Polynomial count = place.is_repeated ? layer->facts->repeat().formula : Polynomial(1);
    return full_layers(place.first, count) / count;
}

Polynomial CacheWindows::full_layers(Integer first, const Polynomial& count) const {
    const auto before = [&](const Polynomial& layers) {
        return floor_divide(layers + Polynomial(*every_ - first_), Polynomial(*every_));
    };
    return before(count + Polynomial(first)) - before(Polynomial(first));
}

CacheElements cache_elements(const Report& report) {
    CacheElements found;
    if (report.root() == nullptr) return found;
    const auto elements = [&](std::uint32_t index) {
        return report.nodes[index].facts->work.times(Operation::KeyValue);
    };
    add_kept(report, &found);
    found.kept = found.all;
    const bool is_estimated = report.model && report.model->estimated.cache;
    found.basis = worst(report.root()->facts->macs.basis, is_estimated ? Basis::Approximate : Basis::Exact);
    if (found.all.is_zero()) return found;
    const CacheWindows windows(report);
    if (!windows.matter()) return found;
    found.kept = {};
    const std::vector<Polynomial> times = work_counts(report);
    for (std::uint32_t i = 0; i < report.nodes.size(); ++i) {
        const Polynomial whole = elements(i) * times[i];
        if (whole.is_zero()) continue;
        const std::optional<Polynomial> part = windows.part_kept(i);
        found.kept += part ? whole * *part : whole;
        if (!part && found.basis < Basis::Partial) found.basis = Basis::Range;
    }
    return found;
}

}  // namespace paramscope
