#include "count/compare/cause_words.h"

#include "algebra/print.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "count/messages.h"

namespace paramscope {
namespace {

using CauseKind = Cause::Kind;

Message names_of(const Cause& cause) {
    const std::string names = join(cause.names);
    if (cause.more_names == 0) return names;
    return message("cause.more_names", {{"names", names}, {"count", cause.more_names}});
}

std::string change(const std::string& before, const std::string& after) {
    return concat(before, " → ", after);
}

std::string sizes_of(const Cause& cause) {
    return join(cause.sizes, ", ", [](const SizeChange& size) {
        return change(with_thousands(size.before), with_thousands(size.after));
    });
}

Message title_of_sizes(const Cause& cause) {
    const auto grows = [](const SizeChange& size) { return size.after > size.before; };
    const MessageArguments arguments = {{"names", names_of(cause)}, {"sizes", sizes_of(cause)}};
    if (all_of(cause.sizes, grows)) return message("cause.larger", arguments);
    if (none_of(cause.sizes, grows)) return message("cause.smaller", arguments);
    return message("cause.other_sizes", arguments);
}

bool has_variables(const Polynomial& formula) {
    return !formula.is_constant() && !formula.is_faulted();
}

}  // namespace

Message title_of(const Cause& cause) {
    const Message names = names_of(cause);
    switch (cause.kind) {
        case CauseKind::Layers:
            return message("cause.layers", {{"type", names},
                                            {"before", with_thousands(cause.layers_before)},
                                            {"after", with_thousands(cause.layers_after)}});
        case CauseKind::Sizes:
            return title_of_sizes(cause);
        case CauseKind::Arguments:
        case CauseKind::Type:
            return message("cause.changed",
                           {{"names", names}, {"change", change(cause.before, cause.after)}});
        case CauseKind::Sharing:
            return cause.after.empty() ? message("cause.own_weights", {{"names", names}})
                                       : message("cause.shared_weights", {{"names", names}});
        case CauseKind::OpenSharing:
            return message("cause.open_sharing", {{"names", names}});
        case CauseKind::OpenRole:
            return message("cause.open_role", {{"names", names}});
        case CauseKind::Dtype:
            return message("cause.dtype", {{"change", change(cause.before, cause.after)}});
        case CauseKind::OnlyLeft:
            return message("cause.only_left", {{"names", names}});
        case CauseKind::OnlyRight:
            return message("cause.only_right", {{"names", names}});
        case CauseKind::Work:
            return message("cause.work", {{"names", names}});
        case CauseKind::Rest:
            break;
    }
    return message("cause.rest", {});
}

Message title_of_smaller(const LargestCauses& largest) {
    return message("cause.smaller_differences", {{"count", largest.smaller}});
}

Message place_of(const Cause& cause) {
    if (cause.kind == CauseKind::Rest || cause.modules <= 0) return cause.place;
    const std::string count = with_thousands(cause.modules);
    if (!cause.place.empty()) return message("cause.place", {{"count", count}, {"place", cause.place}});
    return cause.modules == 1 ? Message() : message("cause.modules", {{"count", count}});
}

std::string formula_text(const Polynomial& formula) {
    return formula.is_zero() || formula.is_faulted() ? "" : print(formula, Notation::Unicode);
}

std::string formula_of(const Report& left, const Report& right, const Cause& cause, CauseMeasure measure) {
    if (measure == CauseMeasure::Bytes) return "";
    const Polynomial& before = cause.left_formulas[static_cast<std::size_t>(measure)];
    const Polynomial& after = cause.right_formulas[static_cast<std::size_t>(measure)];
    if (!has_variables(before) && !has_variables(after)) return "";
    const std::string from = formula_text(before), to = formula_text(after);
    std::string text = from == to || to.empty() ? from : from.empty() ? to : change(from, to);
    std::string variables;
    for (const VariableChange& variable : changed_variables(left, right, cause, measure)) {
        variables += concat(variables.empty() ? "" : ", ", variable.name, ": ",
                            change(to_string(variable.before), to_string(variable.after)));
    }
    return variables.empty() ? text : concat(text, "  (", variables, ")");
}

}  // namespace paramscope
