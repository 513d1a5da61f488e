#include "open/python/state/decisions.h"

#include <algorithm>
#include <functional>

#include "algebra/terms.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "count/environment/input.h"

namespace paramscope::open::python {

/// Numbers of source code that are hyper-parameters; see docs/limits.md.
constexpr std::size_t kMostHyperParameters = 2000;

const Polynomial* Decisions::keep(Polynomial formula) {
    if (!quotients_.empty()) formula = quotients_.simplified(formula);
    if (formula.is_faulted() || formula.is_constant() || formula.size() > 500) return nullptr;
    formulas_.push_back(std::move(formula));
    return &formulas_.back();
}

bool Decisions::has_outdated_formulas() const {
    const auto end = formulas_.begin() + static_cast<std::ptrdiff_t>(made_before_);
    return std::any_of(formulas_.begin(), end,
                       [&](const Polynomial& formula) { return quotients_.simplified(formula) != formula; });
}

std::set<std::string> Decisions::sources(const Polynomial& formula) const {
    std::set<std::string> found;
    for (const std::string& symbol : symbols(formula)) {
        const auto derived = derived_.find(symbol);
        if (derived == derived_.end()) {
            found.insert(symbol);
        } else {
            found.insert(derived->second.begin(), derived->second.end());
        }
    }
    return found;
}

const Polynomial* Decisions::derived(const Polynomial* a, const Polynomial* b) {
    if (a == nullptr && b == nullptr) return nullptr;
    // Loops ask the same over and over.
    Derivation& recent = recently_derived_[(std::hash<const void*>()(a) * 31 + std::hash<const void*>()(b)) /
                                           16 % recently_derived_.size()];
    if (recent.a == a && recent.b == b && recent.result != nullptr) return recent.result;
    std::set<std::string> from;
    for (const Polynomial* each : {a, b}) {
        if (each != nullptr) from.merge(sources(*each));
    }
    recent = {a, b, derived(std::move(from))};
    return recent.result;
}

const Polynomial* Decisions::derived(std::set<std::string> from) {
    const auto found = derived_formulas_.find(from);
    if (found != derived_formulas_.end()) return found->second;
    const std::string name = concat("#", derived_.size());
    const Polynomial* formula = keep(Polynomial::symbol(name));
    derived_.emplace(name, from);
    derived_formulas_.emplace(std::move(from), formula);
    return formula;
}

bool Decisions::is_plain(const Polynomial& formula) {
    if (formula.is_constant()) return true;
    return paramscope::all_of(formula.terms(), [](const Term& term) {
        return paramscope::all_of(term.monomial, [](const Power& power) {
            return power.atom.is_symbol() ? !is_derived(power.atom.symbol())
                                          : paramscope::all_of(power.atom.arguments(), is_plain);
        });
    });
}

void Decisions::decide_by(const Polynomial* formula) {
    if (formula == nullptr || undecided > 0) return;
    decided_by_.merge(sources(*formula));
}

bool Decisions::is_settled() const {
    return !has_ended_unsettled_ &&
           std::includes(pinned_.begin(), pinned_.end(), decided_by_.begin(), decided_by_.end());
}

/// The name of a list of which that is the name of a number: "depths_" of "depths_0"; "" for none.
static std::string_view list_of(std::string_view name) {
    const std::size_t end = name.find_last_not_of("0123456789") + 1;
    const bool has_place = end < name.size() && end > 1 && name[end - 1] == '_';
    return has_place ? name.substr(0, end) : std::string_view();
}

std::set<std::string> Decisions::to_pin() const {
    std::set<std::string> names = decided_by_;
    names.insert(ended_by_.begin(), ended_by_.end());
    if (!has_ended_unsettled_) return names;
    // What the rest of the evaluation would tell: the numbers of one list mostly decide the same.
    std::set<std::string_view> lists;
    for (const std::string& name : names) lists.insert(list_of(name));
    for (const auto& [name, value] : hyper_parameters_) {
        if (!list_of(name).empty() && lists.contains(list_of(name))) names.insert(name);
    }
    return names;
}

void Decisions::end_part(std::set<std::string> before, bool is_of_model) {
    if (is_of_model) shaped_by_.insert(decided_by_.begin(), decided_by_.end());
    decided_by_.merge(before);
}

Polynomial Decisions::formula_of(const Value& value) {
    if (value.formula == nullptr) return Polynomial(value.whole());
    if (is_plain(*value.formula)) return *value.formula;
    decide_by(value.formula);
    return Polynomial(value.whole());
}

Value Decisions::hyper_parameter(std::string_view name, const Value& value) {
    if (value.is_unknown()) {
        // A number that the code cannot give here may be given from outside.
        const auto given = set_numbers_.find(name);
        return given == set_numbers_.end() ? value : hyper_parameter(name, Value::of(given->second));
    }
    if (!value.is(Type::Int) || value.formula != nullptr || value.integer <= 0) return value;
    if (written_numbers_.size() >= kMostHyperParameters) return value;
    const std::string symbol(name);
    if (named_below == nullptr && reserved_.contains(symbol)) return value;
    const auto [written, is_new] = written_numbers_.emplace(symbol, value.integer);
    const auto set = set_numbers_.find(symbol);
    // Two numbers of one name: only the first is a hyper-parameter.
    if (!is_new && written->second != value.integer) {
        if (set != set_numbers_.end()) partly_set_.insert(symbol);
        return value;
    }
    const Integer number = set == set_numbers_.end() ? value.integer : set->second;
    const bool is_pinned = pinned_.contains(symbol);
    if (is_new) (is_pinned ? deciding_numbers_ : hyper_parameters_).emplace_back(symbol, number);
    return Value::of(number, is_pinned ? nullptr : keep(Polynomial::symbol(symbol)));
}

std::vector<std::string> Decisions::unset_numbers() const {
    std::vector<std::string> unset;
    for (const auto& [name, number] : set_numbers_) {
        const bool is_number = written_numbers_.contains(name) && !input_sizes_.contains(name);
        if (!is_number && !set_inputs_.contains(name)) unset.push_back(name);
    }
    return unset;
}

std::string Decisions::input_symbol(std::string_view name) const {
    std::string symbol(name);
    // A model may have a hyper-parameter of that name.
    const bool is_taken = written_numbers_.contains(symbol) && !input_sizes_.contains(symbol);
    return is_taken ? concat("input_", symbol) : symbol;
}

Value Decisions::input_size(std::string_view name, Integer value) {
    const std::string symbol = input_symbol(name);
    if (const auto set = set_numbers_.find(symbol); set != set_numbers_.end()) {
        value = set->second;
        set_inputs_.insert(symbol);
    }
    if (!input_sizes_.contains(symbol)) {
        if (written_numbers_.contains(symbol) || pinned_.contains(symbol)) return Value::of(value);
        input_sizes_.insert(symbol);
        hyper_parameters_.emplace_back(symbol, value);
        written_numbers_.emplace(symbol, value);
    }
    return Value::of(value, keep(Polynomial::symbol(symbol)));
}

bool Decisions::is_usual_input_size(std::string_view name, Integer value) const {
    return is_input_size(name) && value == usual_input_size(name);
}

}  // namespace paramscope::open::python
