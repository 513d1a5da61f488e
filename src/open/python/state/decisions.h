// Hyper-parameters of a text, the formulas of numbers that come from them, and what those numbers decided.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algebra/whole_quotients.h"
#include "open/python/state/value.h"

namespace paramscope::open::python {

/// A number that decides which way the code goes is no hyper-parameter: its formula would not hold for other
/// values. Evaluating the text once more with such names `pinned` gives formulas that do.
class Decisions {
  public:
    explicit Decisions(std::set<std::string> pinned) : pinned_(std::move(pinned)) {}

    // Formulas.

    /// Owns a formula; nullptr for a number, a fault and a formula that is too long.
    const Polynomial* keep(Polynomial formula);
    /// A symbol "#..." for a number that depends on these formulas in a way that no formula expresses.
    const Polynomial* derived(const Polynomial* a, const Polynomial* b = nullptr);
    const Polynomial* derived(std::set<std::string> from);
    static bool is_derived(std::string_view symbol) { return symbol.starts_with('#'); }
    /// True when no part of the formula is derived.
    static bool is_plain(const Polynomial& formula);
    /// The hyper-parameters that a formula depends on, also through derived symbols.
    std::set<std::string> sources(const Polynomial& formula) const;

    // What decides.

    /// Records that the following evaluation depends on the value: its formula is fixed to its number.
    void decide_by(const Value& value) { decide_by(value.formula); }
    void decide_by(const Polynomial* formula);
    /// The formula of `value`, or its number when it has no plain one; then the value decides.
    Polynomial formula_of(const Value& value);
    /// Hyper-parameters on whose values a branch, an index or a name depended.
    const std::set<std::string>& decided_by() const { return decided_by_; }
    /// True where nothing decided: a hyper-parameter that does is pinned, and the text evaluated again.
    bool is_settled() const;
    /// Notes that the evaluation ends before it is whole: what decided until now is pinned.
    void end_unsettled() {
        has_ended_unsettled_ = true;
        ended_by_.insert(decided_by_.begin(), decided_by_.end());
    }
    bool has_ended_unsettled() const { return has_ended_unsettled_; }
    /// The hyper-parameters to pin; where the evaluation has ended before it was whole, all numbers of a list
    /// of which one decided.
    std::set<std::string> to_pin() const;
    void set_decided_by(std::set<std::string> names) { decided_by_ = std::move(names); }
    void merge_decided_by(std::set<std::string> names) { decided_by_.merge(names); }
    /// Those of decided_by() that shape the model.
    const std::set<std::string>& shaped_by() const { return shaped_by_; }
    /// Starts to collect what decides a part of the evaluation; returns what decided before.
    std::set<std::string> begin_part() { return std::exchange(decided_by_, {}); }
    /// Ends the part; what decided it shapes the model if `is_of_model`.
    void end_part(std::set<std::string> before, bool is_of_model);

    // What holds of all hyper-parameters.

    /// Learns from what the code asserts or PyTorch enforces: formulas that are equal, or a whole multiple.
    void learn_equal(const Polynomial& a, const Polynomial& b) {
        if (quotients_.learn_equal(a, b)) made_before_ = formulas_.size();
    }
    void learn_multiple(const Polynomial& a, const Polynomial& b) {
        if (quotients_.learn_multiple(a, b)) made_before_ = formulas_.size();
    }
    const WholeQuotients& whole_quotients() const { return quotients_; }
    /// Takes what an evaluation of the same text learnt.
    void set_whole_quotients(WholeQuotients known) { quotients_ = std::move(known); }
    /// True where formulas were made before something was learnt that simplifies them.
    bool has_outdated_formulas() const;

    // Hyper-parameters.

    /// Makes the whole number a hyper-parameter of that name, unless the name has another value or is pinned.
    Value hyper_parameter(std::string_view name, const Value& value);
    /// Hyper-parameters and their values, in order of first use.
    const std::vector<std::pair<std::string, Integer>>& hyper_parameters() const { return hyper_parameters_; }
    const std::set<std::string>& pinned() const { return pinned_; }
    /// Numbers in place of hyper-parameters that decided something: with others the text is evaluated again.
    const std::vector<std::pair<std::string, Integer>>& deciding_numbers() const { return deciding_numbers_; }
    Integer written_number(const std::string& name) const { return written_numbers_.at(name); }
    /// Reserves the name of a hyper-parameter for that expression: no default of the text takes it.
    void reserve_name(std::string_view name) { reserved_.emplace(name); }
    /// A size of an input as a symbol; its number where the symbol decides something.
    Value input_size(std::string_view name, Integer value);
    /// The symbol of that size: another one where a hyper-parameter has the name.
    std::string input_symbol(std::string_view name) const;
    const std::set<std::string>& input_sizes() const { return input_sizes_; }
    bool is_input_size(std::string_view name) const { return input_sizes_.contains(std::string(name)); }
    /// True for a size of an input that has the number which every model's has.
    bool is_usual_input_size(std::string_view name, Integer value) const;

    // Numbers from outside.

    /// Gives the hyper-parameter of that name another number than the text's.
    void set_number(std::string_view name, Integer number) {
        set_numbers_.insert_or_assign(std::string(name), number);
    }
    /// Names given to set_number() that are no hyper-parameter of what was evaluated.
    std::vector<std::string> unset_numbers() const;
    /// Names given to set_number() for which the text has other numbers, too, which stay.
    const std::set<std::string>& partly_set_numbers() const { return partly_set_; }

    /// Makes hyper-parameters of the whole numbers that calls in this expression pass by name.
    const Node* named_below = nullptr;
    /// Makes hyper-parameters of the whole numbers that a class of that definition is constructed with, also
    /// of the defaults of its arguments. Constructions inside of another one keep their numbers.
    const Node* named_class = nullptr;
    /// True where an evaluation may end before it is whole, once it is known that the text is evaluated
    /// again.
    bool may_end_unsettled = false;
    /// While it is above 0, decide_by() records nothing; see Undecided.
    int undecided = 0;

  private:
    /// A question to derived(), and its answer.
    struct Derivation {
        const Polynomial *a = nullptr, *b = nullptr, *result = nullptr;
    };

    std::deque<Polynomial> formulas_;
    WholeQuotients quotients_;
    std::size_t made_before_ = 0;                           ///< formulas, when something was learnt last
    std::map<std::string, std::set<std::string>> derived_;  ///< what derived symbols come from
    std::map<std::set<std::string>, const Polynomial*> derived_formulas_;
    std::array<Derivation, 64> recently_derived_;
    std::set<std::string> pinned_;
    std::set<std::string> reserved_;
    std::set<std::string> decided_by_;
    std::set<std::string> ended_by_;
    bool has_ended_unsettled_ = false;
    std::set<std::string> shaped_by_;
    std::vector<std::pair<std::string, Integer>> hyper_parameters_;
    std::vector<std::pair<std::string, Integer>> deciding_numbers_;
    std::map<std::string, Integer> written_numbers_;  ///< of each name, the first number of the text
    std::set<std::string> input_sizes_;
    std::map<std::string, Integer, std::less<>> set_numbers_;
    std::set<std::string> partly_set_;
    std::set<std::string> set_inputs_;  ///< sizes of inputs that got a number of set_numbers_
};

/// Turns decide_by() off in its scope: the condition of an assert decides nothing, for a model exists only
/// where it holds.
class Undecided {
  public:
    explicit Undecided(Decisions& decisions, bool is_active = true)
        : decisions_(decisions), is_active_(is_active) {
        decisions_.undecided += is_active_;
    }
    ~Undecided() { decisions_.undecided -= is_active_; }
    Undecided(const Undecided&) = delete;
    Undecided& operator=(const Undecided&) = delete;

  private:
    Decisions& decisions_;
    bool is_active_;
};

}  // namespace paramscope::open::python
