#include "open/python/prints/printed_class.h"

#include <algorithm>
#include <utility>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"

namespace paramscope::open::python {
namespace {

/// Times that a class is built to find what prints the same.
constexpr int kMostBuilds = 40;

bool is_built(const Found& found) {
    return !found.built.model.root.type.empty();
}

bool is_possible(const Found& found) {
    return found.match.difference.empty() && found.match.activations.size() <= 1 && found.solution.fits;
}

/// True where more is as printed than in the other.
bool is_nearer(const Found& found, const Found& other) {
    const PrintMatch &own = found.match, &others = other.match;
    if (own.difference.empty() != others.difference.empty()) return own.difference.empty();
    if (!own.difference.empty()) return own.compared > others.compared;
    if (found.solution.fits != other.solution.fits) return found.solution.fits;
    return own.constants.size() < others.constants.size();
}

std::vector<std::string> words_of(std::string_view line) {
    std::vector<std::string> words;
    for (const char c : line) {
        if (is_space(c)) {
            words.emplace_back();
        } else if (words.empty()) {
            words.emplace_back(1, c);
        } else {
            words.back() += c;
        }
    }
    std::erase(words, "");
    return words;
}

class Search {
  public:
    Search(const Module& printed, PrintedClass& cls) : printed_(printed), cls_(cls) {}

    Found find() {
        while (attempt() && !present_.is_as_printed() && take_something()) {
        }
        return std::move(present_);
    }

  private:
    bool take_something() {
        if (!present_.match.difference.empty()) return take_switch();
        if (is_possible(present_) && (take_sizes() || take_activation() || take_constant())) return true;
        return take_derived() || take_switch();
    }

    /// Builds the class as it is now; false where that gives nothing.
    bool attempt() {
        Found made = make();
        const bool is_something = is_built(made);
        if (is_something || !is_built(present_)) present_ = std::move(made);
        return is_something;
    }

    Found make() {
        if (++builds_ > kMostBuilds) return {};
        Built built = cls_.build();
        if (built.model.root.type.empty()) return {{}, std::move(built)};
        Comparison beside = compare_with_print(printed_, built.model);
        return {std::move(beside), std::move(built)};
    }

    /// Takes numbers that sizes have in the print.
    bool take_sizes() {
        bool is_new = false;
        for (const auto& [name, value] : present_.solution.values) {
            if (value == present_.values.at(name)) continue;
            cls_.changes.numbers[name] = value;
            is_new = true;
        }
        return is_new;
    }

    bool take_activation() {
        const std::set<std::string>& activations = present_.match.activations;
        if (activations.empty() || !cls_.changes.activation.empty()) return false;
        cls_.changes.activation = *activations.begin();
        return true;
    }

    /// Takes a number that decided something and that the print shows otherwise: 6 layers where the class
    /// builds 12.
    bool take_constant() {
        for (const PrintedSize& each : present_.match.constants) {
            for (const std::string& name : names_of(each.formula)) {
                if (take_number(name, each.printed)) return true;
            }
        }
        return !present_.match.constants.empty() && take_multiple(present_.match.constants.front());
    }

    /// Takes a number that a size is a multiple of, or that divides another size: twice as many heads where
    /// the width of a head is half.
    bool take_multiple(const PrintedSize& size) {
        const std::optional<Integer> built = value_of(size.formula, {});
        if (!built || *built <= 0 || size.printed <= 0) return false;
        const std::vector<DecidingNumber> numbers = present_.built.numbers;
        return any_of(numbers, [&](const DecidingNumber& each) {
            const Integer more = each.value * size.printed, less = each.value * *built;
            return (less % size.printed == 0 && take_number(each.name, less / size.printed)) ||
                   (more % *built == 0 && take_number(each.name, more / *built));
        });
    }

    /// Takes a number where that makes more as printed.
    bool take_number(const std::string& name, Integer number) {
        if (number <= 0 || !cls_.changes.numbers.try_emplace(name, number).second) return false;
        if (is_step_nearer()) return true;
        cls_.changes.numbers.erase(name);
        return false;
    }

    /// States a number that follows from others, so that it may be another: fewer heads of keys and values.
    bool take_derived() {
        for (const auto& [name, number] : cls_.derived_numbers()) {
            if (!cls_.changes.numbers.try_emplace(name, number).second) continue;
            if (is_step_nearer()) return true;
            cls_.changes.numbers.erase(name);
        }
        return false;
    }

    /// The numbers of the config with that value.
    std::vector<std::string> names_of(const Polynomial& value) {
        std::vector<std::string> names;
        for (const DecidingNumber& each : present_.built.numbers) {
            if (Polynomial(each.value) == value) names.push_back(each.name);
        }
        for (const auto& [name, number] : cls_.derived_numbers()) {
            if (Polynomial(number) == value) names.push_back(name);
        }
        return names;
    }

    /// Turns a switch where that makes more as printed: with or without biases.
    bool take_switch() {
        const std::string& difference = present_.match.difference;
        const bool is_bias = difference.ends_with(".bias");
        for (const std::string& name : cls_.switches()) {
            const bool is_of_bias = name.find("bias") != std::string::npos;
            if (is_bias != is_of_bias || !cls_.changes.switches.insert(name).second) continue;
            if (is_step_nearer()) return true;
            cls_.changes.switches.erase(name);
        }
        return false;
    }

    bool is_step_nearer() {
        const Found made = make();
        return is_built(made) && is_nearer(made, present_);
    }

    const Module& printed_;
    PrintedClass& cls_;
    Found present_;
    int builds_ = 0;
};

}  // namespace

PrintedClass::PrintedClass(ByteSource& file, const Beginning& beginning, const Module& printed)
    : files_(file, ""),
      inputs_(beginning.inputs.begin(), beginning.inputs.end()),
      name_(printed.type.view()) {
    series_.needs_pass = [&printed](const Model& model) {
        return compare_with_print(printed, model).is_as_printed();
    };
}

bool PrintedClass::is_of_library() {
    Diagnostics problems;
    const std::string code =
        concat("from _transformers_library import class_named\nprint(class_named('", name_, "').__name__)\n");
    return run(code, &problems, &files_) == name_ + "\n";
}

Built PrintedClass::build() {
    return build(changes, &series_);
}

Built PrintedClass::build_with(const Numbers& numbers) {
    Changes made = changes;
    for (const auto& [name, number] : numbers) made.numbers[name] = number;
    BuildSeries series = series_;
    return build(made, &series);
}

Built PrintedClass::build_turned(const std::vector<std::string>& names) {
    Changes made = changes;
    for (const std::string& name : names) {
        if (!made.switches.insert(name).second) made.switches.erase(name);
    }
    BuildSeries series = series_;
    return build(made, &series);
}

Built PrintedClass::build(const Changes& made, BuildSeries* series) {
    std::string items;
    for (const std::string& name : made.switches) append_all(items, "'", name, "': 'other', ");
    for (const auto& [name, number] : made.numbers)
        append_all(items, "'", name, "': ", to_string(number), ", ");
    if (!made.activation.empty()) append_all(items, "'activation': '", made.activation, "', ");
    const std::string code =
        concat("from _transformers_library import model_of_class\nmodel = model_of_class('", name_, "', {",
               items, "})\n");
    return python::build(code, "", inputs_, &files_, series);
}

const std::vector<std::string>& PrintedClass::switches() {
    return choices().switches;
}

const Numbers& PrintedClass::derived_numbers() {
    return choices().derived;
}

const std::vector<std::string>& PrintedClass::shares() {
    return choices().shares;
}

const std::vector<std::string>& PrintedClass::words() {
    return choices().words;
}

bool PrintedClass::has_known_choices() {
    return choices().are_known;
}

const ConfigChoices& PrintedClass::choices() {
    if (choices_) return *choices_;
    choices_.emplace();
    Diagnostics problems;
    const std::string code = concat(
        "from _transformers_library import choices_of_class\nprint(choices_of_class('", name_, "'))\n");
    const std::string text = run(code, &problems, &files_);
    constexpr std::ptrdiff_t kLines = 4;
    choices_->are_known = std::count(text.begin(), text.end(), '\n') >= kLines;
    std::string_view rest = text;
    const auto take_line = [&rest] {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::vector<std::string> words = words_of(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        return words;
    };
    choices_->switches = take_line();
    const std::vector<std::string> derived = take_line();
    choices_->shares = take_line();
    choices_->words = take_line();
    for (std::size_t i = 0; i + 1 < derived.size(); i += 2) {
        if (const std::optional<int> value = read_number(derived[i + 1]))
            choices_->derived[derived[i]] = *value;
    }
    return *choices_;
}

Comparison compare_with_print(const Module& printed, const Model& model) {
    Comparison beside;
    for (const Variable& each : model.variables) {
        if (const std::optional<Integer> value = value_of(each.value, beside.values))
            beside.values[each.name] = *value;
    }
    beside.match = match_print(printed, model.root, beside.values);
    beside.solution = solve_sizes(beside.match.sizes, beside.values);
    return beside;
}

Found find_numbers(const Module& printed, PrintedClass& cls) {
    return Search(printed, cls).find();
}

}  // namespace paramscope::open::python
