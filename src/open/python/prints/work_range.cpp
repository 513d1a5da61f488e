#include "open/python/prints/work_range.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <optional>
#include <utility>

#include "algebra/whole_quotients.h"
#include "base/ranges.h"

namespace paramscope::open::python {
namespace {

/// Values of the numbers that are tried.
constexpr std::size_t kMostValues = 256;

/// The divisors of a printed size.
std::vector<Integer> divisors_of(Integer size) {
    std::vector<Integer> divisors;
    for (Integer each = 1; each * each <= size; ++each) {
        if (size % each != 0) continue;
        divisors.push_back(each);
        if (each * each != size) divisors.push_back(size / each);
    }
    return divisors;
}

/// Finds all values of numbers with which the sizes are as printed.
class ValueFinder {
  public:
    ValueFinder(const Comparison& found, const std::set<std::string>& names, const Polynomial& work)
        : found_(found), names_(names), work_(work) {}

    /// Nullopt where they are too many, or are not known to be divisors of a size.
    std::optional<std::vector<Numbers>> find() {
        if (!find_with({})) return std::nullopt;
        return std::move(all_);
    }

  private:
    bool find_with(const Numbers& given) {
        SizeSolution solution = solve_sizes(found_.match.sizes, found_.solution.values, given);
        if (!solution.fits) return true;
        std::vector<std::string> open;
        std::set_intersection(names_.begin(), names_.end(), solution.open.begin(), solution.open.end(),
                              std::back_inserter(open));
        if (open.empty()) {
            all_.push_back(std::move(solution.values));
            return all_.size() <= kMostValues;
        }
        for (const std::string& name : open) {
            if (const std::optional<Integer> multiple = multiple_of(name))
                return find_with_each(name, divisors_of(*multiple), given);
        }
        return false;
    }

    bool find_with_each(const std::string& name, const std::vector<Integer>& values, Numbers given) {
        return all_of(values, [&](Integer value) {
            given[name] = value;
            return find_with(given);
        });
    }

    /// A multiple of the number: a printed size that is its product with another whole number, or what it
    /// divides in the work, where that is known to be whole; nullopt for none.
    std::optional<Integer> multiple_of(const std::string& name) const {
        const WholeQuotients quotients;
        const PrintedSize* product = find_where(found_.match.sizes, [&](const PrintedSize& each) {
            return contains(symbols(each.formula), name) &&
                   quotients.is_whole(each.formula / Polynomial::symbol(name));
        });
        if (product != nullptr) return product->printed;
        std::optional<Integer> least;
        for (const Term& term : work_.terms()) {
            const std::optional<Integer> multiple = divided_by(name, term);
            if (multiple && (!least || *multiple < *least)) least = multiple;
        }
        return least;
    }

    /// What the number divides in a term; nullopt where it does not.
    std::optional<Integer> divided_by(const std::string& name, const Term& term) const {
        Polynomial dividend = Polynomial(term.coefficient.numerator());
        bool is_divided = false;
        for (const Power& power : term.monomial) {
            if (!power.atom.is_symbol()) return std::nullopt;
            is_divided = is_divided || (power.exponent < 0 && power.atom.symbol() == name);
            if (power.exponent > 0) dividend *= Polynomial::from_atom(power.atom, power.exponent);
        }
        return is_divided ? value_of(dividend, found_.solution.values) : std::nullopt;
    }

    const Comparison& found_;
    const std::set<std::string>& names_;
    const Polynomial& work_;
    std::vector<Numbers> all_;
};

struct WorkOfValues {
    std::vector<Integer> operations;
    const Numbers* values;
};

/// True where none of the numbers is larger than that of the other.
bool is_at_most(const WorkOfValues& work, const WorkOfValues& other) {
    return std::equal(work.operations.begin(), work.operations.end(), other.operations.begin(),
                      std::less_equal<>());
}

/// What is stated of values: those of the names, and what else is not usual.
std::vector<Setting> settings_of(const Numbers& values, const Numbers& usual,
                                 const std::set<std::string>& names) {
    std::vector<Setting> settings;
    for (const auto& [name, value] : values) {
        if (names.contains(name) || usual.at(name) != value) settings.push_back({name, Polynomial(value)});
    }
    return settings;
}

}  // namespace

WorkRange find_work_range(const Comparison& found, const std::set<std::string>& names,
                          const Polynomial& formula, const WorkOf& work_of) {
    const Numbers& usual = found.solution.values;
    const std::set<std::string>& open = found.solution.open;
    const bool are_open =
        !names.empty() && std::includes(open.begin(), open.end(), names.begin(), names.end());
    if (!are_open) return {};
    const auto all = ValueFinder(found, names, formula).find();
    if (!all) return {};
    std::vector<WorkOfValues> works;
    for (const Numbers& values : *all) {
        WorkOfValues work{work_of(values), &values};
        if (!work.operations.empty()) works.push_back(std::move(work));
    }
    const WorkOfValues* least = find_where(works, [&](const WorkOfValues& each) {
        return all_of(works, [&](const WorkOfValues& other) { return is_at_most(each, other); });
    });
    const WorkOfValues* most = find_where(works, [&](const WorkOfValues& each) {
        return all_of(works, [&](const WorkOfValues& other) { return is_at_most(other, each); });
    });
    if (least == nullptr || most == nullptr) return {};
    return {settings_of(*least->values, usual, names), settings_of(*most->values, usual, names)};
}

}  // namespace paramscope::open::python
