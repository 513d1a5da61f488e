#include "formats/derivation.h"

#include <algorithm>
#include <cmath>

#include "base/concat.h"
#include "count/conventions.h"
#include "formats/cells.h"
#include "formats/derivation_markup.h"
#include "formats/derivation_plan.h"
#include "formats/derivation_words.h"
#include "formats/unicode.h"

namespace paramscope {
namespace {

// A derivation is read by people: beyond these it says how much more there is.
constexpr std::size_t kMostSteps = 60;
constexpr std::size_t kMostLines = 40;
constexpr std::size_t kMostNames = 6;
constexpr std::size_t kMostSummands = 12;
constexpr std::size_t kMostListed = 60;
constexpr std::size_t kWidestFormula = 200;
constexpr std::size_t kLongestName = 400;

/// Modules of one kind in a step: what is told in one line.
struct Group {
    std::uint32_t first = 0;
    std::size_t count = 0;
    std::string names;
};

/// `0.21%`; below a hundredth of a per cent `<0.01%`.
std::string error_text(double error) {
    const double hundredths = std::min(error * 10000, 1e15) + 0.5;
    const auto whole = static_cast<Integer>(hundredths);
    if (whole == 0) return "<0.01%";
    const std::string digits = to_string(whole + 1000).substr(whole < 1000 ? 1 : 0);
    const std::string shown = whole < 1000 ? digits : to_string(whole);
    return concat(shown.substr(0, shown.size() - 2).empty() ? "0" : shown.substr(0, shown.size() - 2), ".",
                  shown.substr(shown.size() - 2), "%");
}

/// True when it is made of symbols only: no brackets that a sum would multiply out.
bool is_plain(const Polynomial& formula) {
    for (const Term& term : formula.terms()) {
        for (const Power& power : term.monomial) {
            if (!power.atom.is_symbol()) return false;
        }
    }
    return true;
}

class Derivation {
  public:
    Derivation(const Report& report, const WriteOptions& options, bool latex)
        : report_(report), options_(options), values_(values_of(report)), out_(latex) {}

    std::string write() {
        const NodeReport& root = *report_.root();
        const std::string_view title = title_of(report_);
        out_.heading(0, say(Phrase::Title, {out_.plain(title.empty() ? root.type : title)}));
        tell_given();
        tell_parameters();
        tell_work();
        tell_unknown();
        tell_notes();
        return out_.finished();
    }

  private:
    std::string say(Phrase words, std::initializer_list<std::string_view> pieces = {}) const {
        return phrase(options_.language, words, pieces);
    }

    // ---- formulas ----

    std::string side(const Polynomial& formula, const SymbolTexts& shown) const {
        if (formula.is_faulted() || formula.size() > kWidestFormula) return "";
        std::string text = print_with(formula, out_.notation(), shown);
        const bool fits =
            display_width(text) <= kWidestFormula * (out_.notation() == Notation::Latex ? 2 : 1);
        return fits ? text : "";
    }

    /// As side() where that is short; sums of layers with floors in them say less than their numbers.
    std::string plain_side(const Polynomial& formula) const {
        return is_plain(formula) ? side(formula, nullptr) : "";
    }

    /// `12·d² = 12·512² = 3,145,728`, the symbols as `numbers` has them.
    std::string written_out(const Polynomial& formula, const SymbolValues& numbers,
                            const std::optional<Integer>& result) const {
        const std::string with_numbers =
            side(formula, [&](std::string_view symbol) -> std::optional<std::string> {
                const std::optional<Rational> value = numbers(symbol);
                return value ? std::optional(to_string(*value)) : std::nullopt;
            });
        return out_.equation({side(formula, nullptr), with_numbers, result ? out_.number(*result) : ""});
    }

    std::string amount(const std::optional<Integer>& value) const {
        return value ? out_.equation({out_.number(*value)}) : say(Phrase::Unknown);
    }

    /// A quantity with its formula; "at least", or "unknown", where that is so.
    std::string told(const Quantity& quantity, bool with_numbers) const {
        if (is_unknown(quantity)) return say(Phrase::Unknown);
        const std::string text =
            with_numbers ? written_out(quantity.formula, values_, quantity.value)
                         : out_.equation({plain_side(quantity.formula), out_.number(*quantity.value)});
        return quantity.complete ? text : say(Phrase::AtLeast, {text});
    }

    std::optional<Integer> value_of(const Polynomial& formula) const {
        const Result<Rational> value = evaluate(formula, values_);
        return value && value->is_integer() ? std::optional(value->numerator()) : std::nullopt;
    }

    // ---- what is given ----

    void tell_given() {
        if (!report_.variables.empty() || !report_.inputs.empty()) out_.heading(1, say(Phrase::Given));
        std::size_t listed = 0;
        for (const VariableReport& variable : report_.variables) {
            if (++listed > kMostListed) break;
            std::string line = out_.equation({print(Polynomial::symbol(variable.name), out_.notation()),
                                              side(variable.formula, nullptr), value_text(variable)});
            if (variable.origin == VariableReport::Origin::Assumed) line += say(Phrase::Assumed);
            if (variable.origin == VariableReport::Origin::Overridden) line += say(Phrase::SetByHand);
            if (!variable.comment.empty()) line += concat(" — ", out_.plain(variable.comment));
            out_.item(line);
        }
        for (const Dims& input : report_.inputs) out_.item(say(Phrase::Input, {shape(input)}));
    }

    std::string value_text(const VariableReport& variable) const {
        if (!variable.value) return "?";
        return variable.value->is_integer() ? out_.number(variable.value->numerator())
                                            : to_string(*variable.value);
    }

    std::string shape(const Dims& dims) const {
        Dims numbers;
        for (const std::optional<Rational>& size : sizes_of(dims, values_)) {
            if (size) numbers.emplace_back(*size);
        }
        const bool known = numbers.size() == dims.size();
        return out_.equation({shape_side(dims), known ? shape_side(numbers) : ""});
    }

    std::string shape_side(const Dims& dims) const {
        std::string text;
        for (const Polynomial& size : dims) {
            text += concat(text.empty() ? "" : ", ", print(size, out_.notation()));
        }
        return concat("(", text, ")");
    }

    // ---- parameters, work ----

    void tell_parameters() {
        const NodeReport& root = *report_.root();
        out_.heading(1, say(Phrase::Parameters));
        tell_steps(Subject::Parameters);
        if (root.trainable && root.frozen && *root.frozen != 0) {
            out_.paragraph(say(Phrase::Trainable, {amount(root.trainable), amount(root.frozen)}));
        }
        if (!is_unknown(root.buffers) && *root.buffers.value != 0) {
            out_.paragraph(say(Phrase::Buffers, {told(root.buffers, true)}));
        }
        if (root.parameters.value && report_.bytes.value_or(0) >= 1024) {
            const std::string dtype = report_.model != nullptr ? report_.model->dtype : "";
            out_.paragraph(
                say(Phrase::Size, {amount(root.parameters.value), out_.code(dtype), amount(report_.bytes),
                                   out_.plain(binary_size(*report_.bytes))}));
        }
    }

    void tell_work() {
        const NodeReport& root = *report_.root();
        out_.heading(1, say(Phrase::Macs));
        if (is_unknown(root.macs)) {
            out_.paragraph(say(Phrase::NoSteps));
        } else {
            tell_steps(Subject::Macs);
        }
        out_.heading(1, say(Phrase::Flops));
        if (const Convention* convention = find_convention(report_.convention)) {
            out_.paragraph(
                say(Phrase::Convention, {out_.plain(convention->name), out_.plain(convention->summary)}));
        }
        // Twice the multiply-accumulates need no steps of their own.
        const bool is_double = root.macs.value && root.flops.formula == root.macs.formula * Polynomial(2);
        if (!is_double && !is_unknown(root.flops)) return tell_steps(Subject::Flops);
        if (is_unknown(root.flops)) {
            out_.paragraph(say(Phrase::Unknown));
            return;
        }
        const std::string sum =
            out_.equation({plain_side(root.flops.formula), factor(2) + out_.number(*root.macs.value),
                           out_.number(*root.flops.value)});
        out_.paragraph(
            say(Phrase::Total, {out_.strong(root.flops.complete ? sum : say(Phrase::AtLeast, {sum}))}));
    }

    void tell_steps(Subject subject) {
        const DerivationPlan plan(report_, subject, options_.depth, kMostSteps);
        std::size_t number = 0;
        for (const std::uint32_t node : plan.told()) tell_step(plan, subject, node, ++number);
    }

    void tell_step(const DerivationPlan& plan, Subject subject, std::uint32_t node, std::size_t number) {
        const NodeReport& row = report_.nodes[node];
        std::string name = out_.plain(row.type);
        if (!row.path.empty()) name += concat(" ", out_.code(clipped(row.path)));
        out_.heading(2, say(Phrase::Step, {std::to_string(number), name}));
        std::size_t left_out = 0;
        const std::vector<Group> groups = groups_of(plan, node, left_out);
        const Polynomial one = formula_of_one(row, subject);
        std::string summands = tell_own(plan, subject, node, own_formula(plan, subject, node, one));
        for (const Group& group : groups) {
            out_.item(group_line(plan, subject, group));
            const std::optional<Integer> part = quantity_of(report_.nodes[group.first], subject).value;
            if (!part || *part == 0) continue;
            summands += concat(summands.empty() ? "" : " + ", group.count > 1 ? factor(group.count) : "",
                               out_.number(*part));
        }
        if (left_out > 0) out_.item(say(Phrase::AndMore, {std::to_string(left_out)}));
        tell_sum(subject, node, one, groups.size() <= kMostSummands ? summands : "");
    }

    std::string factor(std::size_t count) const { return concat(std::to_string(count), out_.times()); }

    /// The sum of a step: of one module, then of all its repeats.
    void tell_sum(Subject subject, std::uint32_t node, const Polynomial& one, const std::string& summands) {
        const NodeReport& row = report_.nodes[node];
        const Quantity& all = quantity_of(row, subject);
        if (is_unknown(all)) {
            out_.item(say(Phrase::Sum, {say(Phrase::Unknown)}));
            return;
        }
        const std::optional<Integer> value = value_of(one);
        const bool has_formula = !one.is_constant() && !plain_side(one).empty();
        // Where there are numbers only, the sum shows what was added.
        const bool shows_summands = summands.find('+') != std::string::npos;
        std::string sum =
            has_formula ? written_out(one, values_, value)
                        : out_.equation({shows_summands ? summands : "", value ? out_.number(*value) : ""});
        if (!all.complete) sum = say(Phrase::AtLeast, {sum});
        const bool repeated = !(one == all.formula);
        const Phrase words = node == 0 ? Phrase::Total : Phrase::Sum;
        out_.item(repeated ? say(Phrase::One, {out_.plain(row.type), sum}) : say(words, {out_.strong(sum)}));
        if (all.complete && (repeated || node == 0)) tell_approximation(one, value);
        if (!repeated) return;
        out_.item(say(words, {out_.strong(out_.equation({repeats_side(row, value), plain_side(all.formula),
                                                         all.value ? out_.number(*all.value) : ""}))}));
    }

    /// `6 × 3,152,384`.
    std::string repeats_side(const NodeReport& row, const std::optional<Integer>& one) const {
        if (!row.repeat.value || !one) return "";
        return concat(out_.number(*row.repeat.value), out_.times(), out_.number(*one));
    }

    /// "Approximately 12·d² = 3,145,728, off by 0.21%", where the leading terms are not all of it.
    void tell_approximation(const Polynomial& exact, const std::optional<Integer>& value) {
        if (!value || *value == 0 || !is_plain(exact)) return;
        const Polynomial leading = leading_terms(exact, symbols(exact));
        const std::optional<Integer> near = value_of(leading);
        const std::string formula = side(leading, nullptr);
        if (!near || formula.empty() || leading == exact) return;
        const double whole = Rational(*value).to_double();
        const double error = std::abs((whole - Rational(*near).to_double()) / whole);
        out_.item(say(Phrase::Approximation,
                      {out_.equation({formula, out_.number(*near)}), out_.plain(error_text(error))}));
    }

    // ---- the lines of a step ----

    /// The modules of a step by their kinds; `left_out` counts those that have no room.
    std::vector<Group> groups_of(const DerivationPlan& plan, std::uint32_t node,
                                 std::size_t& left_out) const {
        std::vector<Group> groups;
        for (std::uint32_t child = plan.next_part(node, node + 1); child < plan.end_of(node);
             child = plan.next_part(node, plan.end_of(child))) {
            const auto same = std::find_if(groups.begin(), groups.end(), [&](const Group& group) {
                return plan.kind_of(group.first) == plan.kind_of(child) &&
                       report_.nodes[group.first].repeat.formula == report_.nodes[child].repeat.formula;
            });
            if (same == groups.end() && groups.size() == kMostLines) {
                ++left_out;
                continue;
            }
            Group& group = same == groups.end() ? groups.emplace_back(Group{child, 0, ""}) : *same;
            if (++group.count <= kMostNames) {
                group.names +=
                    concat(group.names.empty() ? "" : ", ", out_.code(clipped(report_.nodes[child].name)));
            } else if (group.count == kMostNames + 1) {
                group.names += ", …";
            }
        }
        return groups;
    }

    /// What a module adds to its children.
    Polynomial own_formula(const DerivationPlan& plan, Subject subject, std::uint32_t node,
                           const Polynomial& one) const {
        Polynomial own = one;
        for (std::uint32_t child = plan.next_part(node, node + 1); child < plan.end_of(node);
             child = plan.next_part(node, plan.end_of(child))) {
            own -= quantity_of(report_.nodes[child], subject).formula;
        }
        return own;
    }

    /// Tells a module's own tensors or work; returns it as a summand, "" when there is none.
    std::string tell_own(const DerivationPlan& plan, Subject subject, std::uint32_t node,
                         const Polynomial& own) {
        if (subject == Subject::Parameters) {
            tell_tensors(report_.nodes[node]);
        } else if (!own.is_zero()) {
            tell_own_work(plan, subject, node, own);
        }
        const std::optional<Integer> value = own.is_zero() ? std::nullopt : value_of(own);
        return value ? out_.number(*value) : "";
    }

    void tell_tensors(const NodeReport& row) {
        const auto index = static_cast<std::size_t>(&row - report_.nodes.data());
        if (row.tensors.empty()) return;
        std::size_t told = 0;
        for (const ExplainedLine& line : explain(report_, index, Subject::Parameters).parts) {
            // The tensors come first, then the children.
            if (told == row.tensors.size() || line.subject.find(':') != std::string::npos) break;
            if (++told > kMostLines) break;
            out_.item(concat(out_.code(clipped(line.subject)), say(Phrase::Colon), written_out(line)));
        }
        if (row.tensors.size() > kMostLines) {
            out_.item(concat("… (", std::to_string(row.tensors.size()), ")"));
        }
    }

    void tell_own_work(const DerivationPlan& plan, Subject subject, std::uint32_t node,
                       const Polynomial& own) {
        const NodeReport& row = report_.nodes[node];
        Polynomial matrix;
        for (const Work::Tally& tally : row.work.tallies()) {
            if (static_cast<std::size_t>(tally.operation) < kMatrixKinds) matrix += tally.times;
        }
        if (subject != Subject::Macs || !(matrix == own) || row.family == "convolution") {
            out_.item(plan.has_parts(node) ? concat(say(Phrase::Own), say(Phrase::Colon),
                                                    written_out(own, values_, value_of(own)))
                                           : layer_line(subject, node, own));
            return;
        }
        for (const Work::Tally& tally : row.work.tallies()) {
            if (static_cast<std::size_t>(tally.operation) >= kMatrixKinds || tally.times.is_zero()) continue;
            out_.item(concat(matrix_work(options_.language, tally.operation), say(Phrase::Colon),
                             written_out(tally.times, values_, value_of(tally.times))));
        }
    }

    std::string group_line(const DerivationPlan& plan, Subject subject, const Group& group) const {
        const std::uint32_t inside = plan.inside(group.first);
        const NodeReport& row = report_.nodes[inside];
        const Quantity& all = quantity_of(row, subject);
        const std::uint32_t step = plan.has_parts(inside) ? plan.step_of(inside) : 0;
        const Polynomial one = formula_of_one(row, subject);
        const bool repeated = !(one == all.formula);
        std::string text = concat(group.names, " — ", out_.plain(row.type));
        if (step != 0) text += say(Phrase::SeeStep, {std::to_string(step)});
        text += say(Phrase::Colon);
        text += is_unknown(all) || !all.complete ? told(all, false)
                : step != 0 || plan.has_parts(inside)
                    ? out_.equation({repeated ? repeats_side(row, value_of(one)) : "",
                                     plain_side(all.formula), out_.number(*all.value)})
                    : layer_line(subject, inside, one);
        if (step == 0 && !plan.has_parts(inside) && repeated && all.value) {
            text += say(Phrase::Repeated,
                        {out_.equation({side(row.repeat.formula, nullptr)}), amount(all.value)});
        }
        if (group.count > 1 && all.value) {
            const std::optional<Integer> together =
                checked_multiply(*all.value, static_cast<Integer>(group.count));
            text += say(Phrase::Each, {std::to_string(group.count), amount(together)});
        }
        return text;
    }

    /// A layer in its own terms, with the numbers put in, and the result.
    std::string layer_line(Subject subject, std::uint32_t node, const Polynomial& one) const {
        const NodeReport& row = report_.nodes[node];
        if (subject == Subject::Parameters) return tensors_line(node, one);
        const bool by_weights = one.is_constant() || row.family == "convolution";
        const std::string weights = by_weights ? weights_at_positions(node, one) : "";
        return weights.empty() ? written_out(one, values_, value_of(one)) : weights;
    }

    std::string tensors_line(std::uint32_t node, const Polynomial& one) const {
        const NodeReport& row = report_.nodes[node];
        ExplainedLine sum;
        sum.result = value_of(one);
        std::string names;
        for (const ExplainedLine& part : explain(report_, node, Subject::Parameters).parts) {
            for (const auto& value : part.values) {
                const auto known = std::find_if(sum.values.begin(), sum.values.end(), [&](const auto& other) {
                    return other.first == value.first;
                });
                // A name that means two things: told over the model's own names instead.
                if (known != sum.values.end() && !(known->second == value.second)) {
                    return written_out(one, values_, sum.result);
                }
                if (known == sum.values.end()) sum.values.push_back(value);
            }
            sum.formula += part.formula;
        }
        std::string tied;
        for (const TensorReport& tensor : row.tensors) {
            if (tensor.tied_to.empty()) continue;
            tied += concat("; ", say(Phrase::Tied,
                                     {out_.code(clipped(tensor.name)), out_.code(clipped(tensor.tied_to))}));
        }
        const Result<Rational> check = evaluate(sum.formula, numbers_of(sum));
        const bool adds_up = check && sum.result && *check == Rational(*sum.result);
        return (adds_up ? written_out(sum) : written_out(one, values_, sum.result)) + tied;
    }

    static SymbolValues numbers_of(const ExplainedLine& line) {
        return [&line](std::string_view symbol) -> std::optional<Rational> {
            for (const auto& [name, value] : line.values) {
                if (name == symbol) return value;
            }
            return std::nullopt;
        };
    }

    std::string written_out(const ExplainedLine& line) const {
        return written_out(line.formula, numbers_of(line), line.result);
    }

    /// `(in·k·k·out) × (55 × 55) = 34,848 × 3,025 = 105,415,200`, where the work is just that: each weight
    /// once at each position of the output.
    std::string weights_at_positions(std::uint32_t node, const Polynomial& one) const {
        const NodeReport& row = report_.nodes[node];
        const std::optional<Integer> macs = value_of(one);
        if (!macs || !row.output_sizes || row.tensors.empty()) return "";
        const TensorReport& weight = row.tensors.front();
        const std::vector<Integer>& sizes = *row.output_sizes;
        const std::size_t rank = weight.shape.size();
        if (!weight.count || rank < 2 || sizes.empty()) return "";
        // Channels stand behind the batch where there is one; features are last.
        const std::size_t channel = rank == 2 ? sizes.size() - 1 : sizes.size() == rank ? 1 : 0;
        Integer positions = 1;
        std::string places;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            if (i == channel) continue;
            positions = checked_multiply(positions, sizes[i]).value_or(0);
            if (sizes[i] != 1) places += concat(places.empty() ? "" : out_.times(), out_.number(sizes[i]));
        }
        if (checked_multiply(positions, *weight.count) != macs) return "";
        const ExplainedLine line = explain(report_, node, Subject::Parameters).parts.front();
        const std::string formula = side(line.formula, nullptr);
        const bool has_formula = !formula.empty() && !places.empty() && !line.formula.is_constant();
        return out_.equation({has_formula ? concat(formula, out_.times(), places) : "",
                              concat(out_.number(*weight.count), out_.times(), out_.number(positions)),
                              out_.number(*macs)});
    }

    // ---- what is not known, and notes ----

    static std::string_view clipped(std::string_view name) {
        std::size_t length = std::min(name.size(), kLongestName);
        while (length < name.size() && (static_cast<unsigned char>(name[length]) & 0xC0) == 0x80) --length;
        return name.substr(0, length);
    }

    void tell_unknown() {
        std::size_t found = 0;
        for (const NodeReport& node : report_.nodes) {
            if (node.status != Status::Unknown) continue;
            if (found == 0) out_.heading(1, say(Phrase::NotKnown));
            if (++found <= kMostListed)
                out_.item(concat(out_.code(clipped(node.path.empty() ? node.type : node.path)), " — ",
                                 out_.plain(node.type)));
        }
        if (found > kMostListed) out_.item(say(Phrase::AndMore, {std::to_string(found - kMostListed)}));
    }

    void tell_notes() {
        std::size_t found = 0;
        for (const NodeReport& node : report_.nodes) {
            for (const std::string& note : node.notes) {
                if (found == kMostListed) break;
                if (found++ == 0) out_.heading(1, say(Phrase::Notes));
                out_.item(concat(out_.code(clipped(node.path.empty() ? node.type : node.path)),
                                 say(Phrase::Colon), out_.plain(note)));
            }
        }
        if (report_.model == nullptr || report_.model->notes.size() < 2) return;
        out_.heading(1, say(Phrase::About));
        const auto& notes = report_.model->notes;
        for (std::size_t i = 1; i < std::min(notes.size(), kMostListed); ++i) out_.item(out_.plain(notes[i]));
    }

    const Report& report_;
    const WriteOptions& options_;
    SymbolValues values_;
    DerivationMarkup out_;
};

template <bool latex>
std::string write_derivation(const Report& report, const WriteOptions& options) {
    return report.root() == nullptr ? "" : Derivation(report, options, latex).write();
}

}  // namespace

std::span<const ReportFormat> derivation_formats() {
    static constexpr ReportFormat formats[] = {
        {"derivation", write_derivation<false>},
        {"derivation-latex", write_derivation<true>},
    };
    return formats;
}

}  // namespace paramscope
