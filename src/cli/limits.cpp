#include "cli/limits.h"

#include <algorithm>
#include <span>
#include <vector>

#include "base/concat.h"
#include "cli/messages.h"
#include "cli/print.h"
#include "count/cost/memory_fit.h"
#include "formats/support/numbers.h"

namespace paramscope::cli {
namespace {

/// One limit, and the number that it is about.
struct Limit {
    std::string_view option;
    Message what;
    Integer most;
    Quantity number;
    std::optional<Integer> least = {};  ///< of a number with Basis::Range
    Message condition = {};             ///< on which that is less
    Message reason;                     ///< why the number is not exact
    int percent = 0;                    ///< error of an estimate, each way; 0: not known
};

/// The names that are read in a sentence; the others are only counted.
constexpr std::size_t kNamed = 3;

Message in_a_sentence(const std::vector<std::string>& names, Message otherwise) {
    if (names.empty()) return otherwise;
    const std::string text = join(std::span(names).first(std::min(names.size(), kNamed)));
    if (names.size() <= kNamed) return Message(text);
    return message("most.and_more", {{"names", text}, {"count", names.size() - kNamed}});
}

/// The modules whose number is not complete although those of all their children are.
std::vector<std::string> incomplete_modules(const Report& report, const Quantity ModuleFacts::*number) {
    const auto is_incomplete = [&](const NodeReport& node) { return !((*node.facts).*number).is_complete(); };
    std::vector<std::string> names;
    for (std::size_t i = 0; i < report.nodes.size(); ++i) {
        const NodeReport& node = report.nodes[i];
        const auto below = report.nodes.begin() + static_cast<std::ptrdiff_t>(i) + 1;
        const auto end = report.nodes.begin() + static_cast<std::ptrdiff_t>(node.subtree_end);
        if (!is_incomplete(node) || std::any_of(below, end, is_incomplete)) continue;
        names.push_back(i == 0 ? std::string(node.type) : concat(report.path(node), " (", node.type, ")"));
    }
    return names;
}

std::vector<std::string> incomplete_parts(const MemoryPlan& plan) {
    std::vector<std::string> names;
    for (const MemoryPart& part : plan.parts) {
        if (!part.bytes.is_complete()) names.emplace_back(part.label);
    }
    return names;
}

/// On which a model has fewer parameters than the most of its range.
Message condition_of_less(const Report& report) {
    if (report.possible_buffers.empty()) return message("most.if_tied");
    return report.possible_ties.empty() ? message("most.if_buffers") : message("most.if_tied_or_buffers");
}

Limit parameters_limit(const Report& report, Integer most) {
    return {"--max-params",
            message("most.parameters"),
            most,
            report.root()->facts->parameters,
            report.parameters_min,
            condition_of_less(report),
            in_a_sentence(incomplete_modules(report, &ModuleFacts::parameters), message("most.rounding"))};
}

Limit flops_limit(const Report& report, Integer most) {
    Message reason = report.inputs.empty() ? message("most.no_input")
                                           : in_a_sentence(incomplete_modules(report, &ModuleFacts::flops),
                                                           message("most.rounding"));
    Quantity flops = report.root()->facts->flops;
    std::optional<Integer> least;
    if (const std::optional<Bounds>& bounds = report.flops_bounds) {
        flops.value = bounds->most;
        flops.basis = Basis::Range;
        least = bounds->least;
    }
    return {
        "--max-flops",    message("most.flops"), most, std::move(flops), least, message("most.by_numbers"),
        std::move(reason)};
}

Limit memory_limit(const MemoryPlan& plan, Integer most) {
    return {"--max-memory",
            message("most.memory"),
            most,
            plan.total,
            {},
            message("most.by_numbers"),
            in_a_sentence(incomplete_parts(plan), message("most.rounding")),
            plan.pass != nullptr ? kPercentOfPasses : 0};
}

/// What a limit says about its number.
struct Verdict {
    bool is_kept = false;
    Message sentence = {};  ///< an empty one: nothing needs to be said
};

Verdict judge(const Limit& limit) {
    const Quantity& number = limit.number;
    const MessageArgument option("option", limit.option), what("what", limit.what),
        reason("reason", limit.reason);
    if (!number.value) return {false, message("most.unknown", {option, what, reason})};
    const MessageArgument value("value", with_thousands(*number.value)),
        most("most", with_thousands(limit.most));
    const bool is_within = *number.value <= limit.most;
    const Message exceeded = message("most.exceeded", {option, what, value, most});
    switch (number.basis) {
        case Basis::Exact:
            return {is_within, is_within ? Message() : exceeded};
        case Basis::Printed:
            return {is_within,
                    is_within ? message("most.as_printed", {option, what, value, most}) : exceeded};
        case Basis::Range:
            if (is_within) return {true};
            if (limit.least && *limit.least > limit.most) return {false, exceeded};
            return {false,
                    message("most.at_most", {option, what, value, most, {"condition", limit.condition}})};
        case Basis::Partial:
            return {false,
                    is_within ? message("most.at_least", {option, what, value, most, reason}) : exceeded};
        case Basis::Approximate:
            break;
    }
    const Integer margin = *number.value * limit.percent / 100;
    if (limit.percent > 0 && *number.value + margin <= limit.most) return {true};
    if (limit.percent > 0 && *number.value - margin > limit.most) return {false, exceeded};
    return {false, message("most.estimate", {option, what, value, reason})};
}

}  // namespace

bool plan_asked_memory(const CommandLine& line, std::string_view source, const Report& report,
                       std::optional<MemoryPlan>* plan) {
    const std::string unknown = unknown_module(report, line.memory_options.adapters);
    if (!unknown.empty()) {
        print_error(source, message("usage.unknown_module", {{"name", unknown}}));
        return false;
    }
    if (line.memory || line.most_memory) *plan = plan_memory(report, line.memory_options);
    return true;
}

bool keeps_limits(const CommandLine& line, std::string_view source, const Report& report,
                  const std::optional<MemoryPlan>& plan) {
    if (!line.most_parameters && !line.most_flops && !line.most_memory) return true;
    if (report.root() == nullptr) {
        print_error(source, message("most.unknown", {{"option", "--max-..."},
                                                     {"what", message("most.parameters")},
                                                     {"reason", message("most.no_model")}}));
        return false;
    }
    std::vector<Limit> limits;
    if (line.most_parameters) limits.push_back(parameters_limit(report, *line.most_parameters));
    if (line.most_flops) limits.push_back(flops_limit(report, *line.most_flops));
    if (line.most_memory) limits.push_back(memory_limit(*plan, *line.most_memory));
    bool are_kept = true;
    for (const Limit& limit : limits) {
        const Verdict verdict = judge(limit);
        are_kept &= verdict.is_kept;
        if (verdict.sentence.empty()) continue;
        if (verdict.is_kept) {
            print_note(source, verdict.sentence);
        } else {
            print_error(source, verdict.sentence);
        }
    }
    return are_kept;
}

}  // namespace paramscope::cli
