#include "count/explain/explain_conventions.h"

#include "base/ranges.h"
#include "count/report/instance_counts.h"

namespace paramscope {
namespace {

using Counts = Integer[kOperationKinds];

/// Modules that every convention treats alike, with the sum of their operations. Masked products are
/// subtracted.
struct Group {
    OwnWork example;
    Counts times = {};
    bool shapes_known = true;
};

/// Totals of all conventions for one report.
class Comparison {
  public:
    explicit Comparison(const Report& report) : report_(report) {}

    std::vector<ConventionFigure> run() {
        gather();
        std::vector<ConventionFigure> figures;
        for (const Convention& convention : conventions()) figures.push_back(figure(convention));
        return figures;
    }

  private:
    /// Sums up the operations of all modules by group.
    void gather() {
        for (const AlikeModules& alike : alike_modules(report_)) {
            const NodeReport& row = report_.nodes[alike.first];
            const OwnWork own = own_work(row);
            if (own.work.tallies().empty() && row.facts->elements_known) continue;
            Group& group = group_of(own);
            group.shapes_known = group.shapes_known && row.facts->elements_known;
            for (const Work::Tally& tally : own.work.tallies())
                add(tally.operation, tally.times * alike.times, group);
            if (own.layer.rule) add_per_element(own, alike.times, group);
        }
    }

    Group& group_of(const OwnWork& own) {
        auto* found = find_where(groups_, [&](const Group& group) {
            return group.example.layer.rule == own.layer.rule && group.example.variant == own.variant;
        });
        if (found != nullptr) return *found;
        groups_.push_back({own});
        return groups_.back();
    }

    void add_per_element(const OwnWork& own, const Polynomial& times, Group& group) {
        for (std::size_t i = kMatrixKinds; i < kOperationKinds; ++i) {
            const auto operation = static_cast<Operation>(i);
            const Polynomial extra = times_of(own, operation) - own.work.times(operation);
            if (!extra.is_zero()) add(operation, extra * times, group);
        }
    }

    void add(Operation operation, const Polynomial& times, Group& group) {
        // Without a causal mask, masked products are done like all others.
        if (operation == Operation::Masked) {
            if (!report_.causal) return;
            operation = Operation::AttentionScore;
            return accumulate(report_.quantity(-times).value, operation, group);
        }
        accumulate(report_.quantity(times).value, operation, group);
    }

    void accumulate(const std::optional<Integer>& times, Operation operation, Group& group) {
        Integer& sum = group.times[static_cast<std::size_t>(operation)];
        const std::optional<Integer> total = times ? checked_add(sum, *times) : std::nullopt;
        is_known_ = is_known_ && total;
        sum = total.value_or(0);
    }

    Integer weight_of(const Convention& convention, const OwnWork& example, Operation operation) const {
        const int all_passes = matrix_passes(report_.mode);
        if (operation == Operation::NoGradient)
            return all_passes > 1 ? -matrix_weight(example, convention) : 0;
        for (const Weight& weight : weights_for(convention, example)) {
            const int passes = is_matrix(operation) ? all_passes : 1;
            if (weight.operation == operation) return Integer{weight.times} * passes;
        }
        return 0;
    }

    ConventionFigure figure(const Convention& convention) const {
        ConventionFigure result{&convention, {}, {}};
        std::optional<Integer> total = 0;
        result.total.basis = report_.root() ? report_.root()->facts->macs.basis : Basis::Partial;
        if (weighs_elements(convention) && report_.root() && result.total.basis < Basis::Partial)
            result.total.basis = report_.basis_of_created(*report_.root()->facts);
        for (const Group& group : groups_) {
            if (!group.shapes_known && weighs_elements(convention, group.example)) {
                result.total.basis = worst(result.total.basis, Basis::Partial);
            }
            for (std::size_t i = 0; i < kOperationKinds; ++i) {
                const auto operation = static_cast<Operation>(i);
                const Integer times = group.times[i],
                              weight = weight_of(convention, group.example, operation);
                const std::optional<Integer> part = checked_multiply(times, weight);
                total = total && part ? checked_add(*total, *part) : std::nullopt;
                const Integer change = weight - weight_of(conventions().front(), group.example, operation);
                const std::optional<Integer> difference = checked_multiply(times, change);
                if (difference == Integer{0}) continue;
                const bool fits = difference && add_term(group, operation, *difference, &result.terms);
                if (!fits) total.reset();
            }
        }
        const bool is_nothing = total == Integer{0} && !result.total.is_complete();
        if (is_known_ && !is_nothing) result.total.value = total;
        if (!result.total.value) result.terms.clear();
        stable_sort(result.terms, [](const ConventionTerm& a, const ConventionTerm& b) {
            return magnitude(a.difference) > magnitude(b.difference);
        });
        return result;
    }

    /// False where a sum does not fit.
    static bool add_term(const Group& group, Operation operation, Integer difference,
                         std::vector<ConventionTerm>* terms) {
        const std::string_view family = group.example.layer.rule ? group.example.layer.family() : "functions";
        const Integer times = group.times[static_cast<std::size_t>(operation)];
        for (ConventionTerm& term : *terms) {
            if (term.family != family || term.operation != operation) continue;
            const std::optional<Integer> all = checked_add(term.times, times);
            const std::optional<Integer> sum = checked_add(term.difference, difference);
            term.times = all.value_or(0);
            term.difference = sum.value_or(0);
            return all && sum;
        }
        terms->push_back({family, operation, times, difference});
        return true;
    }

    const Report& report_;
    std::vector<Group> groups_;
    bool is_known_ = true;  ///< false: a number is unknown or too large
};

}  // namespace

std::vector<ConventionFigure> explain_conventions(const Report& report) {
    return Comparison(report).run();
}

}  // namespace paramscope
