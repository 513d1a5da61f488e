// Regular expressions: what re.py asks of the program.
#include "base/characters.h"
#include "open/python/builtins/builtins.h"
#include "open/python/libraries/libraries.h"
#include "open/python/libraries/pattern.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
namespace {

constexpr std::size_t kMostPatternSteps = 1'000'000;  // of one call
constexpr std::size_t kPatternSteps = 16;             // take as long as one of the evaluator

/// The bits of re.IGNORECASE and its like.
PatternFlags flags_of(Integer bits) {
    return {(bits & 2) != 0, (bits & 8) != 0, (bits & 16) != 0, (bits & 64) != 0};
}

bool is_ascii(const std::string& text) {
    for (const char c : text) {
        if (static_cast<unsigned char>(c) > 127) return false;
    }
    return true;
}

/// _find(pattern, flags, text, place, most): [spans, ...] of up to `most` matches, all where it is 0.
/// `place`: 0 anywhere, 1 at the beginning, 2 the whole text.
Value find(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 5 || !a.positional[0].is(Type::Str) || !a.positional[2].is(Type::Str))
        return not_evaluated(e, "re");
    for (const std::size_t i : {1U, 3U, 4U}) {
        if (!a.positional[i].is_whole()) return not_evaluated(e, "re");
    }
    const std::string& text = a.positional[2].str();
    const auto pattern = Pattern::parse(a.positional[0].str(), flags_of(a.positional[1].whole()));
    if (!e.read(a.positional[2]) || !pattern || !is_ascii(text)) return not_evaluated(e, "re");
    const auto place = static_cast<PatternPlace>(a.positional[3].whole());
    const Integer most = a.positional[4].whole();
    std::vector<Value> matches;
    std::size_t steps = kMostPatternSteps, from = 0;
    bool was_empty = false;
    while (from <= text.size() && (most == 0 || static_cast<Integer>(matches.size()) < most)) {
        const std::size_t before = steps;
        const PatternMatch match = pattern->find(text, from, place, was_empty, &steps);
        if (!e.step((before - steps) / kPatternSteps)) return Value::none();
        if (match.is_too_long) return not_evaluated(e, "re");
        if (match.spans.empty()) break;
        std::vector<Value> spans;
        for (const auto& [begin, end] : match.spans)
            spans.push_back(e.tuple({Value::of(begin), Value::of(end)}));
        if (!e.count_items(spans.size() + 1)) return Value::none();
        matches.push_back(e.list(std::move(spans)));
        from = static_cast<std::size_t>(match.spans[0].second);
        was_empty = match.spans[0].first == match.spans[0].second;
    }
    return e.list(std::move(matches));
}

/// _groups(pattern, flags): the number of groups, and a dict of the names of groups.
Value groups(Evaluator& e, const Value&, Arguments& a) {
    if (a.positional.size() != 2 || !a.positional[0].is(Type::Str) || !a.positional[1].is_whole())
        return not_evaluated(e, "re");
    const auto pattern = Pattern::parse(a.positional[0].str(), flags_of(a.positional[1].whole()));
    if (!pattern) return not_evaluated(e, "re");
    const Value names = e.dict();
    for (const auto& [name, number] : pattern->names()) set_item(e, names, e.text(name), Value::of(number));
    return e.tuple({Value::of(pattern->groups()), names});
}

constexpr BuiltinRow kRows[] = {{"_find", find}, {"_groups", groups}};

}  // namespace

const std::span<const BuiltinRow> kPatternFunctions = kRows;

}  // namespace paramscope::open::python
