#include "app/document/tree_filter.h"

#include <algorithm>

#include "algebra/parse.h"
#include "base/characters.h"

namespace paramscope::app {
namespace {

bool contains(std::string_view text, std::string_view word) {
    return std::search(text.begin(), text.end(), word.begin(), word.end(),
                       [](char a, char b) { return to_lower(a) == b; }) != text.end();
}

}  // namespace

TreeFilter::TreeFilter(std::string_view words) {
    while (!words.empty()) {
        const std::size_t length = std::min(words.find(' '), words.size());
        const std::string_view word = words.substr(0, length);
        words.remove_prefix(std::min(length + 1, words.size()));
        if (word.empty()) continue;
        if (word.find_first_of("<>") == std::string_view::npos) {
            conditions_.push_back({lowercase(word)});
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
    return std::all_of(conditions_.begin(), conditions_.end(), [&](const Condition& condition) {
        if (condition.quantity == nullptr) {
            if (condition.word.find('.') != std::string::npos)
                return contains(report.path(node), condition.word);
            return contains(node.name, condition.word) || contains(node.type, condition.word);
        }
        const std::optional<Integer>& value = ((*node.facts).*condition.quantity).value;
        return value && (condition.is_least ? *value >= condition.limit : *value <= condition.limit);
    });
}

}  // namespace paramscope::app
