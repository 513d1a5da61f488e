#include "count/recount.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "count/environment/environment.h"
#include "count/totals/fact_values.h"
#include "count/work_range.h"

namespace paramscope {
namespace {

/// True when options differ in numbers of hyper-parameters at most.
bool differ_in_numbers(const CountOptions& a, const CountOptions& b) {
    const auto is_alike = [](const auto& one, const auto& other) {
        return one.first == other.first &&
               (one.second == other.second || (one.second.constant() && other.second.constant()));
    };
    return std::equal(a.overrides.begin(), a.overrides.end(), b.overrides.begin(), b.overrides.end(),
                      is_alike) &&
           a.inputs == b.inputs && a.convention == b.convention && a.mode == b.mode && a.causal == b.causal &&
           a.ties.empty() && b.ties.empty() && a.has_no_more_ties == b.has_no_more_ties;
}

/// True when nothing but the values of a report depends on its numbers: it states no numbers in words, and
/// compares none.
bool has_free_numbers(const Report& report) {
    return report.possible_ties.empty() && report.possible_buffers.empty() &&
           report.model->stated_totals.empty() && !report.nodes.empty();
}

bool is_known_as_before(const OptionalInteger& now, const OptionalInteger& before) {
    return now.has_value() == before.has_value();
}

/// True when the same numbers are known: a size that becomes too large is reported.
bool are_known_as_before(const ModuleFacts& now, const ModuleFacts& before) {
    const SharedList<TensorReport> own = now.tensors.list(), others = before.tensors.list();
    return is_known_as_before(now.parameters.value, before.parameters.value) &&
           is_known_as_before(now.buffers.value, before.buffers.value) &&
           is_known_as_before(now.macs.value, before.macs.value) &&
           is_known_as_before(now.flops.value, before.flops.value) &&
           std::equal(own.begin(), own.end(), others.begin(),
                      [](const TensorReport& a, const TensorReport& b) {
                          return is_known_as_before(a.count, b.count);
                      });
}

/// Computes the values of each ModuleFacts once.
class NewValues {
  public:
    explicit NewValues(const Environment& environment) : environment_(environment) {}

    /// Puts new values into a row; false where other numbers are known than before.
    bool set(NodeReport* row) {
        if (has_constant_values(*row->facts)) return true;
        const auto [known, is_new] = known_.try_emplace(&*row->facts, row->facts);
        if (is_new) {
            ModuleFacts facts = *row->facts;
            set_values(environment_, &facts);
            set_tensor_values(environment_, &facts);
            if (!are_known_as_before(facts, *row->facts)) return false;
            known->second = std::move(facts);
        }
        row->facts = known->second;
        return true;
    }

  private:
    const Environment& environment_;
    std::unordered_map<const ModuleFacts*, SharedValue<ModuleFacts>> known_;
};

}  // namespace

Report Recount::count(const std::shared_ptr<const Model>& model, const CountOptions& options,
                      const Diagnostics& reader_diagnostics) {
    const bool is_again = model == model_;
    if (!is_again) last_.reset();
    model_ = model;
    if (last_ && differ_in_numbers(options, options_)) {
        if (std::optional<Report> report = with_values(options)) return *std::move(report);
    }
    options_ = options;
    if (is_again) return counted_and_kept(options, reader_diagnostics);
    return paramscope::count(model, options, reader_diagnostics);
}

Report Recount::counted_and_kept(const CountOptions& options, const Diagnostics& reader_diagnostics) {
    last_.reset();
    checks_ = {};
    Report report = paramscope::count(model_, options, reader_diagnostics, &checks_);
    if (report.nodes.size() <= kMostKeptRows && has_free_numbers(report)) last_ = report;
    return report;
}

/// The last report with other values; nullopt where more than values would differ.
std::optional<Report> Recount::with_values(const CountOptions& options) const {
    Diagnostics problems;
    Environment environment(*model_, options, &problems);
    if (!problems.empty() || !checks_.hold(environment.values().shown())) return std::nullopt;
    Report report = *last_;
    NewValues values(environment);
    for (NodeReport& row : report.nodes) {
        if (!values.set(&row)) return std::nullopt;
    }
    report.bytes = whole_bytes(environment, report.bits);
    report.variables = environment.take_variables();
    add_work_range(&report);
    const bool is_known =
        std::equal(report.variables.begin(), report.variables.end(), last_->variables.begin(),
                   last_->variables.end(), [](const VariableReport& a, const VariableReport& b) {
                       return a.name == b.name && a.value.has_value() == b.value.has_value();
                   });
    return is_known ? std::optional(std::move(report)) : std::nullopt;
}

}  // namespace paramscope
