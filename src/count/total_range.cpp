#include "count/total_range.h"

#include <span>
#include <string>

#include "algebra/print.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "count/messages.h"

namespace paramscope {
namespace {

constexpr std::size_t kMostPossibleBuffers = 20;  // reported; a hostile text may have thousands
constexpr std::size_t kNamedBuffers = 3;          // in the sentence

/// Visits the tensors that may be buffers, with their elements in the whole model.
template <typename Visit>
void each_possible_buffer(const Report& report, Visit visit) {
    for (const NodeReport& node : report.nodes) {
        if (none_of(node.module->tensors, &Tensor::may_be_buffer)) continue;
        const auto index = static_cast<std::size_t>(&node - report.nodes.data());
        const std::optional<Integer> around = report.instances(index);
        const OptionalInteger own = node.facts->repeat().value;
        for (const TensorReport& tensor : node.facts->tensors.list()) {
            if (!tensor.may_be_buffer || !tensor.tied_to.empty() || !tensor.count || !around || !own)
                continue;
            const Integer each = checked_multiply(*tensor.count, *own).value_or(*tensor.count);
            visit(node, tensor, checked_multiply(each, *around).value_or(each));
        }
    }
}

Integer elements_of_possible_buffers(const Report& report) {
    Integer sum = 0;
    if (!report.possible_buffers.empty())
        each_possible_buffer(report, [&](const NodeReport&, const TensorReport&, Integer elements) {
            sum = checked_add(sum, elements).value_or(sum);
        });
    return sum;
}

Integer shared_by_ties(const Report& report, bool only_by_default) {
    Integer sum = 0;
    for (const PossibleTie& tie : report.possible_ties)
        if (tie.is_by_default || !only_by_default) sum += tie.elements;
    return sum;
}

/// The first names, and how many others there are.
Message named(const std::vector<PossibleBuffer>& buffers, std::size_t count) {
    const auto shown = std::span(buffers).first(std::min(buffers.size(), kNamedBuffers));
    const std::string names = join(shown, ", ", &PossibleBuffer::tensor);
    if (count <= shown.size()) return Message(names);
    return message("buffers.and_more", {{"names", names}, {"count", count - shown.size()}});
}

}  // namespace

void find_possible_buffers(Report* report) {
    std::size_t count = 0;
    Integer sum = 0;
    each_possible_buffer(*report, [&](const NodeReport& node, const TensorReport& tensor, Integer elements) {
        if (elements == 0) return;
        ++count;
        sum = checked_add(sum, elements).value_or(sum);
        if (report->possible_buffers.size() >= kMostPossibleBuffers) return;
        const std::string path = report->path(node);
        report->possible_buffers.push_back(
            {concat(path, path.empty() ? "" : ".", tensor.name.view()), elements});
    });
    if (count == 0) return;
    report->diagnostics.push_back(
        {Severity::Note, message("buffers.possible", {{"names", named(report->possible_buffers, count)},
                                                      {"count", with_thousands(sum)}})});
}

void add_total_range(Report* report) {
    if (report->nodes.empty() || (report->possible_ties.empty() && report->possible_buffers.empty())) return;
    ModuleFacts& root = report->nodes.front().facts.edit();
    Quantity& total = root.parameters;
    if (!total.value) return;
    if (total.is_complete()) {
        report->parameters_min =
            *total.value - shared_by_ties(*report, false) - elements_of_possible_buffers(*report);
        report->parameters_max = total.value;
        total.basis = Basis::Range;
        return;
    }
    // A lower bound is that with all ties, an estimate that with those that are likely.
    const Integer less = shared_by_ties(*report, total.basis == Basis::Approximate);
    if (less == 0) return;
    ModuleFacts::Unusual& unusual = root.make_unusual();
    for (Quantity* quantity : {&root.parameters, &unusual.active, &unusual.stored, &unusual.trainable}) {
        quantity->formula -= Polynomial(less);
        if (quantity->value) quantity->value = *quantity->value - less;
    }
}

}  // namespace paramscope
