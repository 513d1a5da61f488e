#include "app/document/tree_filter.h"

#include <algorithm>

#include "algebra/parse.h"
#include "base/characters.h"
#include "base/ranges.h"

namespace paramscope::app {
namespace {

bool holds(std::string_view text, std::string_view word) {
    return std::search(text.begin(), text.end(), word.begin(), word.end(),
                       [](char a, char b) { return to_lower(a) == b; }) != text.end();
}

/// The parts of a path between its dots.
std::vector<std::string> parts_of(std::string_view path) {
    std::vector<std::string> parts;
    for (;;) {
        const std::size_t end = std::min(path.find('.'), path.size());
        parts.push_back(lowercase(path.substr(0, end)));
        if (end == path.size()) return parts;
        path.remove_prefix(end + 1);
    }
}

/// A module of a path: "conv2", or "0-31" for those from 0 to 31.
struct Step {
    std::string name;
    std::optional<Integer> first, last;  ///< indices of a repeated module
};

Step step_of(const NodeReport& node) {
    Step step{lowercase(node.name), {}, {}};
    const Result<Polynomial> first = parse_expression(step.name.substr(0, step.name.find('-')));
    const std::optional<Integer> repeat = node.facts->repeat().value;
    if (first && first->whole() && repeat && *repeat > 1) {
        step.first = first->whole();
        step.last = *step.first + *repeat - 1;
    }
    return step;
}

bool stands_for(const Step& step, std::string_view index) {
    if (!step.first || !is_digits(index)) return false;
    const Result<Polynomial> value = parse_expression(index);
    return value && value->whole() && *value->whole() >= *step.first && *value->whole() <= *step.last;
}

/// True where the parts are consecutive steps: of the first one its end is enough, of the last its beginning.
bool are_steps(const std::vector<std::string>& parts, const Step* step) {
    for (std::size_t i = 0; i < parts.size(); ++i) {
        const std::string_view name = step[i].name, part = parts[i];
        const bool is_first = i == 0, is_last = i + 1 == parts.size();
        const bool fits = is_first ? name.ends_with(part) : is_last ? name.starts_with(part) : name == part;
        if (!fits && !stands_for(step[i], part)) return false;
    }
    return true;
}

/// True where a module's path has these parts, or that of a tensor of its own ends with them.
bool leads_to(const std::vector<std::string>& parts, const Report& report, const NodeReport& node) {
    std::vector<Step> steps;
    for (const NodeReport* at = &node; at->depth > 0; at = &report.nodes[at->parent])
        steps.insert(steps.begin(), step_of(*at));
    for (std::size_t first = 0; first + parts.size() <= steps.size(); ++first)
        if (are_steps(parts, &steps[first])) return true;
    if (steps.size() + 1 < parts.size()) return false;
    steps.emplace_back();
    for (const TensorReport& tensor : node.facts->tensors.list()) {
        steps.back().name = lowercase(tensor.name.view());
        const bool is_tensor = steps.back().name == parts.back();
        if (is_tensor && are_steps(parts, &steps[steps.size() - parts.size()])) return true;
    }
    return false;
}

}  // namespace

TreeFilter::TreeFilter(std::string_view words) {
    while (!words.empty()) {
        const std::size_t length = std::min(words.find(' '), words.size());
        const std::string_view word = words.substr(0, length);
        words.remove_prefix(std::min(length + 1, words.size()));
        if (word.empty()) continue;
        if (word.find_first_of("<>") == std::string_view::npos) {
            conditions_.push_back({lowercase(word), parts_of(word)});
        } else if (std::optional<Condition> limit = limit_of(word)) {
            conditions_.push_back(std::move(*limit));  // an incomplete condition is ignored
        }
    }
}

std::optional<TreeFilter::Condition> TreeFilter::limit_of(std::string_view word) {
    const std::size_t sign = word.find_first_of("<>");
    const std::string subject = lowercase(word.substr(0, sign));
    std::string_view number = word.substr(sign + 1);
    if (number.starts_with('=')) number.remove_prefix(1);
    const Result<Polynomial> value = parse_expression(number);
    const std::optional<Rational> limit = value ? value->constant() : std::nullopt;
    if (!limit) return std::nullopt;
    Condition condition;
    condition.quantity = subject.starts_with("flop")  ? &ModuleFacts::flops
                         : subject.starts_with("mac") ? &ModuleFacts::macs
                                                      : &ModuleFacts::parameters;
    condition.is_least = word[sign] == '>';
    condition.limit = condition.is_least ? floor(*limit) : ceil(*limit);
    return condition;
}

bool TreeFilter::lets_through(const Report& report, const NodeReport& node) const {
    return all_of(conditions_, [&](const Condition& condition) {
        if (condition.quantity == nullptr) {
            if (condition.parts.size() > 1) return leads_to(condition.parts, report, node);
            return holds(node.name, condition.word) || holds(node.type, condition.word);
        }
        const std::optional<Integer>& value = ((*node.facts).*condition.quantity).value;
        return value && (condition.is_least ? *value >= condition.limit : *value <= condition.limit);
    });
}

}  // namespace paramscope::app
