#include "formats/derivation/derivation_steps.h"

#include "base/concat.h"
#include "base/ranges.h"
#include "formats/derivation/derivation_plan.h"
#include "formats/support/cells.h"

namespace paramscope {
namespace {

// Longer lists end with the number of items left out.
constexpr std::size_t kMostSteps = 60;
constexpr std::size_t kMostLines = 40;
constexpr std::size_t kMostNames = 6;
constexpr std::size_t kMostSummands = 12;

/// Modules of one kind in a step: one line.
struct Group {
    std::uint32_t first = 0;
    std::size_t count = 0;
    std::string names;
};

class Steps {
  public:
    Steps(const Report& report, Subject subject, std::uint32_t deepest, const DerivationTerms& terms,
          DerivationMarkup& out)
        : report_(report),
          subject_(subject),
          plan_(report, subject, deepest, kMostSteps),
          terms_(terms),
          out_(out) {}

    void write() {
        std::size_t number = 0;
        for (const std::uint32_t node : plan_.modules()) write_step(node, ++number);
    }

  private:
    void write_step(std::uint32_t node, std::size_t number) {
        const NodeReport& row = report_.nodes[node];
        std::string name = out_.plain(row.type);
        const std::string path = report_.path(row);
        if (!path.empty()) name += concat(" ", out_.code(clipped(path)));
        out_.heading(2, terms_.words(Phrase::Step, {std::to_string(number), name}));
        std::size_t left_out = 0;
        const std::vector<Group> groups = groups_of(node, left_out);
        const Polynomial one = plan_.formula_of_one(node);
        std::string summands = write_own(node, own_formula(node, one));
        for (const Group& group : groups) {
            out_.item(group_line(group));
            const std::optional<Integer> part = plan_.quantity(group.first).value;
            if (!part || *part == 0) continue;
            summands += concat(summands.empty() ? "" : out_.plus(),
                               group.count > 1 ? terms_.factor(group.count) : "", out_.number(*part));
        }
        if (left_out > 0) out_.item(terms_.words(Phrase::AndMore, {std::to_string(left_out)}));
        write_sum(node, one, groups.size() <= kMostSummands ? summands : "");
    }

    /// The sum of a step: of one module, then of all its repeats.
    void write_sum(std::uint32_t node, const Polynomial& one, const std::string& summands) {
        const NodeReport& row = report_.nodes[node];
        const Quantity& all = plan_.quantity(node);
        if (all.is_unknown()) {
            out_.item(terms_.words(Phrase::Sum, {terms_.words(Phrase::Unknown)}));
            return;
        }
        const std::optional<Integer> value = terms_.value_of(one);
        const bool has_formula = !one.is_constant() && !terms_.plain_side(one).empty();
        // Where there are numbers only, the sum shows what was added.
        const bool shows_summands = summands.find(out_.plus()) != std::string::npos;
        std::string sum =
            has_formula ? terms_.written_out(one, value)
                        : out_.equation({shows_summands ? summands : "", value ? out_.number(*value) : ""});
        sum = terms_.bounded(all.basis, std::move(sum));
        const bool repeated = !(one == all.formula);
        const Phrase words = node == 0 ? Phrase::Total : Phrase::Sum;
        out_.item(repeated ? terms_.words(Phrase::One, {out_.plain(row.type), sum})
                           : terms_.words(words, {out_.strong(sum)}));
        const bool wants_less = all.is_complete() && (repeated || node == 0);
        const std::string near = wants_less ? terms_.approximation(one, value) : "";
        if (!near.empty()) out_.item(near);
        if (!repeated) return;
        out_.item(terms_.words(
            words,
            {out_.strong(out_.equation({terms_.repeats_side(row, value), terms_.plain_side(all.formula),
                                        all.value ? out_.number(*all.value) : ""}))}));
    }

    /// The modules of a step by their kinds; `left_out` counts the modules beyond the limit.
    std::vector<Group> groups_of(std::uint32_t node, std::size_t& left_out) const {
        std::vector<Group> groups;
        for (std::uint32_t child = plan_.next_part(node, node + 1); child < plan_.end_of(node);
             child = plan_.next_part(node, plan_.end_of(child))) {
            auto* same = find_where(groups, [&](const Group& group) {
                return plan_.kind_of(group.first) == plan_.kind_of(child) &&
                       report_.nodes[group.first].facts->repeat().formula ==
                           report_.nodes[child].facts->repeat().formula;
            });
            if (same == nullptr && groups.size() == kMostLines) {
                ++left_out;
                continue;
            }
            Group& group = same == nullptr ? groups.emplace_back(Group{child, 0, ""}) : *same;
            if (++group.count <= kMostNames) {
                group.names +=
                    concat(group.names.empty() ? "" : ", ", out_.code(clipped(report_.nodes[child].name)));
            } else if (group.count == kMostNames + 1) {
                group.names += ", …";
            }
        }
        return groups;
    }

    /// The formula that a module adds to its children's.
    Polynomial own_formula(std::uint32_t node, const Polynomial& one) const {
        Polynomial own = one;
        for (std::uint32_t child = plan_.next_part(node, node + 1); child < plan_.end_of(node);
             child = plan_.next_part(node, plan_.end_of(child))) {
            own -= plan_.quantity(child).formula;
        }
        return own;
    }

    /// Writes a module's own tensors or work; returns it as a summand, "" when there is none.
    std::string write_own(std::uint32_t node, const Polynomial& own) {
        if (subject_ == Subject::Parameters) {
            write_tensors(report_.nodes[node]);
        } else if (!own.is_zero()) {
            write_own_work(node, own);
        }
        const std::optional<Integer> value = own.is_zero() ? std::nullopt : terms_.value_of(own);
        return value ? out_.number(*value) : "";
    }

    void write_tensors(const NodeReport& row) {
        const auto index = static_cast<std::size_t>(&row - report_.nodes.data());
        if (row.facts->tensors.empty()) return;
        std::size_t written = 0;
        for (const ExplainedLine& line : explain_own_tensors(report_, index)) {
            if (++written > kMostLines) break;
            out_.item(concat(out_.code(clipped(line.subject)), terms_.words(Phrase::Colon),
                             terms_.written_out(line)));
        }
        if (row.facts->tensors.size() > kMostLines) {
            out_.item(concat("… (", std::to_string(row.facts->tensors.size()), ")"));
        }
    }

    void write_own_work(std::uint32_t node, const Polynomial& own) {
        const NodeReport& row = report_.nodes[node];
        const bool is_of_parts = plan_.has_parts(node);
        if (is_of_parts && subject_ == Subject::Activations) {
            out_.item(concat(terms_.words(Phrase::Own), terms_.words(Phrase::Colon), terms_.short_sum(own)));
            return;
        }
        Polynomial matrix;
        for (const Work::Tally& tally : row.facts->work.tallies()) {
            if (is_matrix(tally.operation)) matrix += tally.times;
        }
        if (subject_ != Subject::Macs || !(matrix == own) || row.facts->family == "convolution") {
            out_.item(is_of_parts ? concat(terms_.words(Phrase::Own), terms_.words(Phrase::Colon),
                                           terms_.written_out(own, terms_.value_of(own)))
                                  : terms_.layer_line(subject_, node, own));
            return;
        }
        for (const Work::Tally& tally : row.facts->work.tallies()) {
            if (!is_matrix(tally.operation) || tally.times.is_zero()) continue;
            out_.item(concat(matrix_work(terms_.language(), tally.operation), terms_.words(Phrase::Colon),
                             terms_.written_out(tally.times, terms_.value_of(tally.times))));
        }
    }

    std::string group_line(const Group& group) const {
        const std::uint32_t inside = plan_.inside(group.first);
        const NodeReport& row = report_.nodes[inside];
        const Quantity& all = plan_.quantity(inside);
        const std::uint32_t step = plan_.has_parts(inside) ? plan_.step_of(inside) : 0;
        const Polynomial one = plan_.formula_of_one(inside);
        const bool repeated = !(one == all.formula);
        std::string text = concat(group.names, " — ", out_.plain(row.type));
        if (step != 0) text += terms_.words(Phrase::SeeStep, {std::to_string(step)});
        text += terms_.words(Phrase::Colon);
        text += all.is_unknown() || !all.is_complete() ? terms_.quantity(all, false)
                : step != 0 || plan_.has_parts(inside)
                    ? out_.equation({repeated ? terms_.repeats_side(row, terms_.value_of(one)) : "",
                                     terms_.plain_side(all.formula), out_.number(*all.value)})
                    : terms_.layer_line(subject_, inside, one);
        if (step == 0 && !plan_.has_parts(inside) && repeated && all.value) {
            text += terms_.words(Phrase::Repeated, {out_.equation({terms_.side(row.facts->repeat().formula)}),
                                                    terms_.amount(all.value)});
        }
        if (group.count > 1 && all.value) {
            const std::optional<Integer> together =
                checked_multiply(*all.value, static_cast<Integer>(group.count));
            text += terms_.words(Phrase::Each, {std::to_string(group.count), terms_.amount(together)});
        }
        return text;
    }

    const Report& report_;
    Subject subject_;
    DerivationPlan plan_;
    const DerivationTerms& terms_;
    DerivationMarkup& out_;
};

}  // namespace

void write_steps(const Report& report, Subject subject, std::uint32_t deepest, const DerivationTerms& terms,
                 DerivationMarkup& out) {
    Steps(report, subject, deepest, terms, out).write();
}

}  // namespace paramscope
