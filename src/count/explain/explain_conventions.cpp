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

/// True for summands of the same operations, whatever they count.
bool is_alike(const ConventionPart& a, const ConventionPart& b) {
    return a.kind == b.kind && a.operation == b.operation && a.family == b.family;
}

bool comes_before(const ConventionPart& a, const ConventionPart& b) {
    const bool has_products = a.kind == ConventionPart::Kind::Products;
    if (has_products != (b.kind == ConventionPart::Kind::Products)) return has_products;
    return magnitude(a.amount) > magnitude(b.amount);
}

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
        const Integer once = weight_of_one(convention, example, operation);
        if (operation == Operation::NoGradient) return all_passes > 1 ? -once : 0;
        return once * (is_matrix(operation) ? all_passes : 1);
    }

    /// What one operation counts, of gradients that are left out what one product of theirs counts.
    static Integer weight_of_one(const Convention& convention, const OwnWork& example, Operation operation) {
        if (operation == Operation::NoGradient) return matrix_weight(example, convention);
        for (const Weight& weight : weights_for(convention, example))
            if (weight.operation == operation) return weight.times;
        return 0;
    }

    ConventionFigure figure(const Convention& convention) const {
        ConventionFigure result{&convention, {}, {}, {}};
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
                if (!part || !add_part(convention, group, operation, *part, &result.parts)) total.reset();
                const Integer change = weight - weight_of(conventions().front(), group.example, operation);
                const std::optional<Integer> difference = checked_multiply(times, change);
                if (difference == Integer{0}) continue;
                const bool fits = difference && add_term(group, operation, *difference, &result.terms);
                if (!fits) total.reset();
            }
        }
        const bool is_nothing = total == Integer{0} && !result.total.is_complete();
        if (is_known_ && !is_nothing) result.total.value = total;
        if (!result.total.value) {
            result.parts.clear();
            result.terms.clear();
        }
        std::erase_if(result.parts, [](const ConventionPart& part) { return part.amount == 0; });
        stable_sort(result.parts, comes_before);
        stable_sort(result.terms, [](const ConventionTerm& a, const ConventionTerm& b) {
            return magnitude(a.difference) > magnitude(b.difference);
        });
        return result;
    }

    static std::string_view family_of(const Group& group) {
        return group.example.layer.rule ? group.example.layer.family() : "functions";
    }

    /// The kind of summand that operations of a group belong to, without an amount.
    static ConventionPart part_of(const Convention& convention, const Group& group, Operation operation) {
        using Kind = ConventionPart::Kind;
        const Integer each = weight_of_one(convention, group.example, operation);
        // Gradients that are left out are those of convolutions or projections, the first products of a
        // model.
        if (operation == Operation::NoGradient)
            operation =
                group.example.layer.family() == "convolution" ? Operation::Convolution : Operation::Linear;
        if (operation == Operation::BiasAdd) return {Kind::Biases, operation, "", 1, 0};
        if (!is_matrix(operation) && operation != Operation::OutputMac)
            return {Kind::Layers, Operation::Element, family_of(group), 1, 0};
        return {Kind::Products, operation, "", each, 0};
    }

    /// False where a sum does not fit.
    static bool add_part(const Convention& convention, const Group& group, Operation operation,
                         Integer amount, std::vector<ConventionPart>* parts) {
        if (amount == 0) return true;
        const ConventionPart kind = part_of(convention, group, operation);
        ConventionPart* part =
            find_where(*parts, [&](const ConventionPart& known) { return is_alike(known, kind); });
        if (part == nullptr) part = &parts->emplace_back(kind);
        const std::optional<Integer> sum = checked_add(part->amount, amount);
        part->amount = sum.value_or(0);
        return sum.has_value();
    }

    /// False where a sum does not fit.
    static bool add_term(const Group& group, Operation operation, Integer difference,
                         std::vector<ConventionTerm>* terms) {
        const std::string_view family = family_of(group);
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

std::vector<PartDifference> difference_of(const ConventionFigure& first, const ConventionFigure& second) {
    std::vector<PartDifference> differences;
    for (const ConventionPart& part : first.parts) differences.push_back({part, 0});
    for (const ConventionPart& other : second.parts) {
        PartDifference* const known =
            find_where(differences, [&](const PartDifference& each) { return is_alike(each.part, other); });
        PartDifference& difference =
            known != nullptr ? *known : differences.emplace_back(PartDifference{other, 0});
        difference.part.amount = known != nullptr ? known->part.amount - other.amount : -other.amount;
        difference.each_other = other.each;
        if (known == nullptr) difference.part.each = 0;
    }
    std::erase_if(differences, [](const PartDifference& each) { return each.part.amount == 0; });
    stable_sort(differences, [](const PartDifference& a, const PartDifference& b) {
        return comes_before(a.part, b.part);
    });
    return differences;
}

std::vector<ConventionFigure> explain_conventions(const Report& report) {
    return Comparison(report).run();
}

}  // namespace paramscope
