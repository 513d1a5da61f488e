#include "open/python/trace/open_sizes.h"

#include <algorithm>
#include <array>

#include "base/concat.h"
#include "base/ranges.h"

namespace paramscope::open::python {
namespace {

constexpr Integer kLargestSize = 1 << 17;
constexpr Integer kTriedBatch = 14;
constexpr std::array<Integer, 17> kUsualSizes = {224, 32,  28,  64,  96,  128, 256, 84, 112,
                                                 299, 227, 240, 384, 512, 48,  192, 16};

/// Sorts numbers by how far they are from one.
void sort_by_distance(std::vector<Integer>* numbers, Integer from) {
    const auto distance = [&](Integer number) { return number < from ? from - number : number - from; };
    std::stable_sort(numbers->begin(), numbers->end(),
                     [&](Integer a, Integer b) { return distance(a) < distance(b); });
}

/// Usual sizes, those nearest to a number first.
std::vector<Integer> usual_sizes(Integer near) {
    std::vector<Integer> sizes(kUsualSizes.begin(), kUsualSizes.end());
    sort_by_distance(&sizes, near);
    return sizes;
}

std::optional<std::string> symbol_of(const Polynomial& formula) {
    std::vector<std::string> names = symbols(formula);
    if (names.size() != 1 || formula != Polynomial::symbol(names.front())) return std::nullopt;
    return std::move(names.front());
}

/// The roundest number of a range.
Integer roundest(Integer least, Integer most) {
    for (Integer unit = 64; unit > 1; unit /= 2) {
        const Integer number = (least + unit - 1) / unit * unit;
        if (number <= most) return number;
    }
    return least;
}

/// The first number from `first` on for which a rising condition is true; kLargestSize + 1 for none.
template <class Condition>
Integer first_number(Integer first, Condition is_reached) {
    Integer last = kLargestSize + 1;
    while (first < last) {
        const Integer middle = first + (last - first) / 2;
        if (is_reached(middle))
            last = middle;
        else
            first = middle + 1;
    }
    return first;
}

}  // namespace

/// Sizes that must be equal, and the open symbols in them.
struct OpenSizes::Equation {
    const Polynomial &actual, &expected;
    std::vector<std::string> open;
};

Value OpenSizes::make(std::string_view name, Integer number) const {
    return evaluator_.decisions.input_size(concat(name, "_", to_string(number)), number);
}

/// A batch of one sample would hide sizes that are broadcast.
Value OpenSizes::tried_batch() const {
    return make("batch", kTriedBatch);
}

bool OpenSizes::is_batch(const std::string& symbol) const {
    const auto is_name = [&](std::string_view name) {
        return symbol == evaluator_.decisions.input_symbol(name);
    };
    return is_name("batch") || is_name(concat("batch_", to_string(kTriedBatch)));
}

void OpenSizes::set_batch(std::vector<InputShape>* inputs, const Value& size) const {
    for (InputShape& input : *inputs) {
        for (const Value& each : input.sizes) {
            const std::optional<std::string> symbol = symbol_of(each);
            if (!symbol || !is_batch(*symbol)) continue;
            replace(inputs, *symbol, size);
            break;
        }
    }
}

std::vector<std::string> OpenSizes::symbols_of(const std::vector<InputShape>& inputs) const {
    std::vector<std::string> found;
    for (const InputShape& input : inputs) {
        for (const Value& size : input.sizes) {
            if (size.formula == nullptr) continue;
            for (const std::string& symbol : symbols(*size.formula)) {
                const bool is_open = evaluator_.decisions.is_input_size(symbol) && !is_batch(symbol);
                if (is_open && !contains(found, symbol)) found.push_back(symbol);
            }
        }
    }
    return found;
}

std::vector<std::string> OpenSizes::symbols_in(const std::vector<InputShape>& inputs, const Polynomial& a,
                                               const Polynomial& b) const {
    const std::vector<std::string> of_a = symbols(a), of_b = symbols(b);
    std::vector<std::string> found = symbols_of(inputs);
    std::erase_if(found,
                  [&](const std::string& each) { return !contains(of_a, each) && !contains(of_b, each); });
    return found;
}

void OpenSizes::replace(std::vector<InputShape>* inputs, const std::string& symbol, const Value& size) const {
    for (InputShape& input : *inputs) {
        for (Value& each : input.sizes) {
            if (each.formula == nullptr || !contains(symbols(*each.formula), symbol)) continue;
            const Polynomial replaced =
                substitute(*each.formula, [&](std::string_view name) -> std::optional<Polynomial> {
                    if (name != symbol) return std::nullopt;
                    return size.formula != nullptr ? *size.formula : Polynomial(size.whole());
                });
            each = size_of(replaced);
        }
    }
}

std::optional<std::string> OpenSizes::symbol_of(const Value& size) const {
    return size.formula != nullptr ? python::symbol_of(*size.formula) : std::nullopt;
}

bool OpenSizes::is_tried(std::string_view symbol) {
    return !symbol.empty() && symbol.back() >= '0' && symbol.back() <= '9';
}

std::vector<bool> OpenSizes::known_sizes(const InputShape& input) const {
    const std::vector<std::string> open = symbols_of({input});
    std::vector<bool> known;
    for (const Value& size : input.sizes) {
        const std::vector<std::string> names =
            size.formula != nullptr ? symbols(*size.formula) : std::vector<std::string>();
        known.push_back(none_of(names, [&](const std::string& each) { return contains(open, each); }));
    }
    return known;
}

std::vector<InputShape> OpenSizes::with_numbers(std::vector<InputShape> inputs) const {
    for (const std::string& symbol : symbols_of(inputs)) {
        if (is_tried(symbol)) replace(&inputs, symbol, Value::of(number_of(symbol)));
    }
    return inputs;
}

void OpenSizes::try_number(std::vector<InputShape>* inputs, const std::string& symbol, Integer number) const {
    const std::string name = symbol.substr(0, symbol.find_last_not_of("0123456789_") + 1);
    replace(inputs, symbol, make(name, number));
}

Integer OpenSizes::number_of(const std::string& symbol) const {
    for (const auto& [name, number] : evaluator_.decisions.hyper_parameters()) {
        if (name == symbol) return number;
    }
    return 1;
}

/// The value of a formula with `number` in the place of the `changed` symbols; nullopt for a fraction.
std::optional<Integer> OpenSizes::value_of(const Polynomial& formula, const std::vector<std::string>& changed,
                                           Integer number) const {
    const Result<Rational> value = evaluate(formula, [&](std::string_view name) -> std::optional<Rational> {
        if (contains(changed, name)) return Rational(number);
        for (const auto& [symbol, known] : evaluator_.decisions.hyper_parameters()) {
            if (symbol == name) return Rational(known);
        }
        return std::nullopt;
    });
    return value && value->is_integer() ? std::optional(value->numerator()) : std::nullopt;
}

Value OpenSizes::size_of(const Polynomial& formula) const {
    const Integer number = value_of(formula, {}, 0).value_or(1);
    return Value::of(number, evaluator_.decisions.keep(formula));
}

bool OpenSizes::satisfy(const Unmet& unmet, std::vector<InputShape>* inputs) const {
    const Equation equation{unmet.actual, unmet.expected, symbols_in(*inputs, unmet.actual, unmet.expected)};
    if (equation.open.empty()) return false;
    switch (unmet.kind) {
        case Unmet::Kind::Equal:
        case Unmet::Kind::Most:
            return satisfy_equal(equation, inputs);
        case Unmet::Kind::Multiple:
            return satisfy_multiple(equation, inputs);
        case Unmet::Kind::Least:
            return satisfy_least(equation, inputs);
    }
    return false;
}

bool OpenSizes::satisfy_equal(const Equation& equation, std::vector<InputShape>* inputs) const {
    if (solve_symbol(equation.actual, equation.expected, equation.open, inputs) ||
        solve_symbol(equation.expected, equation.actual, equation.open, inputs))
        return true;
    if (equation.open.size() == 1) return solve(equation, equation.open, inputs);
    return solve_sum(equation, inputs) || solve_product(equation, inputs);
}

/// One side is a product with an open symbol that the other side does not have: it gets a formula.
bool OpenSizes::solve_symbol(const Polynomial& a, const Polynomial& b, const std::vector<std::string>& open,
                             std::vector<InputShape>* inputs) const {
    if (a.terms().size() != 1) return false;
    const std::vector<std::string> others = symbols(b);
    const bool has_tried =
        any_of(others, [&](const std::string& each) { return is_tried(each) && contains(open, each); });
    for (const std::string& each : open) {
        if (has_tried && !is_tried(each)) continue;  // the name stays
        const Polynomial factor = a / Polynomial::symbol(each);
        if (contains(symbols(factor), each) || contains(symbols(b), each)) continue;
        const Polynomial formula = b / factor;
        const std::optional<Integer> number = value_of(formula, {}, 0);
        // With other numbers in it, it must be whole, too.
        if (!number || *number < 1 || !value_of(formula, open, 3) || !value_of(formula, open, 7)) continue;
        replace(inputs, each, size_of(formula));
        return true;
    }
    return false;
}

/// Sizes that are added must make a number: sizes of tensors that are joined.
bool OpenSizes::solve_sum(const Equation& equation, std::vector<InputShape>* inputs) const {
    const std::vector<std::string>& open = equation.open;
    Polynomial rest = equation.expected - equation.actual;
    for (const std::string& each : open) rest += Polynomial::symbol(each);
    const std::vector<std::string> in_rest = symbols(rest);
    if (any_of(in_rest, [&](const std::string& each) { return contains(open, each); })) return false;
    const std::optional<Integer> sum = value_of(rest, {}, 0);
    const auto count = static_cast<Integer>(open.size());
    if (!sum || *sum < count) return false;
    if (solve_named_sum(rest, open, inputs)) return true;
    Integer left = *sum;
    for (Integer i = 0; i < count; ++i) {
        const std::string& symbol = open[static_cast<std::size_t>(i)];
        // Images have three channels, and a mask beside them has one.
        const bool is_image = *sum == 4 && count == 2 && symbol.find("mask") == std::string::npos;
        const Integer part = i + 1 == count ? left : is_image ? 3 : left / (count - i);
        try_number(inputs, symbol, part);
        left -= part;
    }
    return true;
}

/// Parts of a sum that the code names after the inputs: state_dim + action_dim of state and action.
bool OpenSizes::solve_named_sum(const Polynomial& sum, const std::vector<std::string>& open,
                                std::vector<InputShape>* inputs) const {
    std::vector<Polynomial> terms;
    for (const Term& each : sum.terms()) terms.push_back(Polynomial::from_terms({each}));
    if (terms.size() != open.size() || terms.size() < 2) return false;
    std::vector<const Polynomial*> parts(open.size(), nullptr);
    std::size_t named = 0;
    for (std::size_t i = 0; i < open.size(); ++i) {
        const std::string input = open[i].substr(0, open[i].find('_'));
        for (const Polynomial& term : terms) {
            const std::vector<std::string> names = symbols(term);
            const bool is_named =
                any_of(names, [&](const std::string& name) { return name.starts_with(input); });
            if (!is_named || contains(parts, &term)) continue;
            parts[i] = &term;
            ++named;
            break;
        }
    }
    if (named == 0 || named + 1 < open.size()) return false;
    for (std::size_t i = 0; i < open.size(); ++i) {
        for (const Polynomial& term : terms) {
            if (parts[i] == nullptr && !contains(parts, &term)) parts[i] = &term;
        }
        if (value_of(*parts[i], {}, 0).value_or(0) < 1) return false;
    }
    for (std::size_t i = 0; i < open.size(); ++i) replace(inputs, open[i], size_of(*parts[i]));
    return true;
}

/// Sizes that are multiplied, as those of flattened feature maps.
bool OpenSizes::solve_product(const Equation& equation, std::vector<InputShape>* inputs) const {
    const std::vector<std::string>& open = equation.open;
    // Of more than two, the first is that of channels.
    if (open.size() == 2 && solve(equation, open, inputs)) return true;
    const std::vector<std::string> others(open.begin() + 1, open.end());
    for (const Integer channels : {number_of(open.front()), Integer{3}, Integer{1}, Integer{2}, Integer{4}}) {
        std::vector<InputShape> changed = *inputs;
        const auto replacement = [&](std::string_view name) {
            return name == open.front() ? std::optional<Polynomial>(channels) : std::nullopt;
        };
        const Polynomial actual = substitute(equation.actual, replacement);
        const Polynomial expected = substitute(equation.expected, replacement);
        if (!solve({actual, expected, others}, others, &changed)) continue;
        try_number(&changed, open.front(), channels);
        *inputs = std::move(changed);
        return true;
    }
    if (open.size() > 2 && solve(equation, open, inputs)) return true;
    return any_of(open, [&](const std::string& each) { return solve(equation, {each}, inputs); });
}

/// Finds one number for the `tied` symbols.
bool OpenSizes::solve(const Equation& equation, const std::vector<std::string>& tied,
                      std::vector<InputShape>* inputs) const {
    const Polynomial difference = equation.actual - equation.expected;
    const auto at = [&](Integer number) { return value_of(difference, tied, number); };
    std::optional<Integer> found;
    for (const Integer usual : usual_sizes(number_of(tied.front()))) {
        if (!found && at(usual) == 0) found = usual;
    }
    const std::optional<Integer> first = at(1);
    if (!found && first) {
        const bool rises = *first <= 0;
        const auto reaches = [&](Integer number, Integer least) {
            const std::optional<Integer> value = at(number);
            return value && (rises ? *value : -*value) >= least;
        };
        const Integer least = first_number(1, [&](Integer number) { return reaches(number, 0); });
        if (least <= kLargestSize && at(least) == 0)
            found =
                roundest(least, first_number(least, [&](Integer number) { return reaches(number, 1); }) - 1);
    }
    if (!found || *found < 1) return false;
    for (const std::string& each : tied) try_number(inputs, each, *found);
    return true;
}

bool OpenSizes::satisfy_multiple(const Equation& equation, std::vector<InputShape>* inputs) const {
    const std::optional<Integer> part = value_of(equation.expected, {}, 0);
    if (!part || *part < 1) return false;
    const auto fits = [&](const std::vector<std::string>& tied, Integer number) {
        const std::optional<Integer> value = value_of(equation.actual, tied, number);
        return value && *value > 0 && *value % *part == 0;
    };
    std::vector<Integer> tried = {*part};
    for (Integer times = 2; times * *part < 4 * kUsualSizes.front() && times < 32; ++times)
        tried.push_back(times * *part);
    tried.insert(tried.end(), kUsualSizes.begin(), kUsualSizes.end());
    sort_by_distance(&tried, number_of(equation.open.front()));
    for (const Integer number : tried) {
        if (!fits(equation.open, number)) continue;
        for (const std::string& each : equation.open) try_number(inputs, each, number);
        return true;
    }
    return false;
}

/// A size that is too small for a window: the double of the smallest that fits, as a power of two.
bool OpenSizes::satisfy_least(const Equation& equation, std::vector<InputShape>* inputs) const {
    const std::optional<Integer> wanted = value_of(equation.expected, {}, 0);
    if (!wanted) return false;
    const Integer least = first_number(1, [&](Integer number) {
        const std::optional<Integer> value = value_of(equation.actual, equation.open, number);
        return value && *value >= *wanted;
    });
    if (least > kLargestSize / 2) return false;
    Integer number = 1;
    while (number < 2 * least) number *= 2;
    for (const std::string& each : equation.open) try_number(inputs, each, number);
    return true;
}

bool OpenSizes::settle(const std::vector<Requirements::Pair>& equal, std::vector<InputShape>* inputs) const {
    bool is_changed = false;
    for (const auto& [a, b] : equal) is_changed = settle_pair(a, b, inputs) || is_changed;
    return is_changed;
}

bool OpenSizes::settle_pair(const Polynomial& a, const Polynomial& b, std::vector<InputShape>* inputs) const {
    if (a == b) return false;
    const std::vector<std::string> open = symbols_in(*inputs, a, b);
    if (open.empty()) return false;
    if (solve_symbol(a, b, open, inputs) || solve_symbol(b, a, open, inputs)) return true;
    // Where other numbers do as well, the names stay: height and 2·floor(height/2).
    const Polynomial difference = a - b;
    const Polynomial doubled =
        substitute(difference, [&](std::string_view name) -> std::optional<Polynomial> {
            if (!contains(open, name)) return std::nullopt;
            return 2 * Polynomial::symbol(name);
        });
    if (value_of(difference, {}, 0) != 0 || value_of(doubled, {}, 0) == 0) return false;
    for (const std::string& each : open) replace(inputs, each, Value::of(number_of(each)));
    return true;
}

}  // namespace paramscope::open::python
