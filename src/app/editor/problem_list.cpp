#include "app/editor/problem_list.h"

#include <algorithm>
#include <utility>

#include "app/document/state.h"
#include "base/ranges.h"
#include "base/source.h"

namespace paramscope::app {
namespace {

/// The quick fix of a diagnostic: that of source code comes with its reading.
std::optional<QuickFix> fix_of(const Workspace& workspace, const Diagnostic& diagnostic) {
    const SourceReading* reading = workspace.reading();
    if (reading == nullptr) return quick_fix(diagnostic, *workspace.document().text);
    const auto* found =
        find_where(reading->problems, [&](const Diagnostic& each) { return each == diagnostic; });
    if (found == nullptr) return std::nullopt;
    const auto fix = reading->fixes.find(static_cast<std::size_t>(found - reading->problems.data()));
    if (fix == reading->fixes.end()) return std::nullopt;
    return QuickFix{fix->second.first, fix->second.second};
}

Problem problem_of(const Workspace& workspace, const Diagnostic& diagnostic) {
    Problem problem;
    problem.severity = diagnostic.severity;
    problem.message = translate_message(diagnostic.message);
    problem.place = diagnostic.path;
    problem.span = diagnostic.span;
    if (diagnostic.span.end == 0) return problem;
    const Position at = position_at(*workspace.document().text, diagnostic.span.begin);
    problem.line = at.line;
    problem.place =
        word("line_and_column", {{"line", std::to_string(at.line)}, {"column", std::to_string(at.column)}});
    problem.fix = fix_of(workspace, diagnostic);
    return problem;
}

}  // namespace

bool ProblemList::follow(const Workspace& workspace) {
    const Diagnostics& problems = workspace.problems();
    const Source source{workspace.versions().document, workspace.versions().answer, problems.size(),
                        language()};
    if (std::exchange(source_, source) == source) return false;
    shown_.clear();
    std::fill(std::begin(counts_), std::end(counts_), 0);
    for (const Diagnostic& diagnostic : problems) {
        ++counts_[static_cast<std::size_t>(diagnostic.severity)];
        if (shown_.size() < kProblemsShown) shown_.push_back(problem_of(workspace, diagnostic));
    }
    return true;
}

}  // namespace paramscope::app
