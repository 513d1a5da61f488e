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

/// A class as it was built, and how far it is as printed.
struct Attempt {
    Found found;
    Numbers values;

    bool is_built() const { return !found.built.model.root.type.empty(); }
    bool is_possible() const {
        return found.match.difference.empty() && found.match.activations.size() <= 1 && found.solution.fits;
    }
    bool is_as_printed() const {
        return is_possible() && found.match.is_equal() && found.solution.values == values;
    }
    /// True where more is as printed than in the other.
    bool is_nearer_than(const Attempt& other) const {
        const PrintMatch &own = found.match, &others = other.found.match;
        if (own.difference.empty() != others.difference.empty()) return own.difference.empty();
        if (!own.difference.empty()) return own.compared > others.compared;
        if (found.solution.fits != other.found.solution.fits) return found.solution.fits;
        return own.constants.size() < others.constants.size();
    }
};

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
        present_.found.is_as_printed = present_.is_as_printed();
        return std::move(present_.found);
    }

  private:
    bool take_something() {
        if (present_.is_possible()) return take_sizes() || take_activation() || take_constant();
        return present_.found.match.difference.empty() ? take_derived() : take_switch();
    }

    /// Builds the class as it is now; false where that gives nothing.
    bool attempt() {
        Attempt made = make();
        const bool is_built = made.is_built();
        if (is_built || !present_.is_built()) present_ = std::move(made);
        return is_built;
    }

    Attempt make() {
        if (++builds_ > kMostBuilds) return {};
        Attempt made{{cls_.build(), {}, {}}, {}};
        if (!made.is_built()) return made;
        made.values = values_of(made.found.built.model);
        made.found.match = match_print(printed_, made.found.built.model.root, made.values);
        made.found.solution = solve_sizes(made.found.match.sizes, made.values);
        return made;
    }

    /// Takes numbers that sizes have in the print.
    bool take_sizes() {
        bool is_new = false;
        for (const auto& [name, value] : present_.found.solution.values) {
            if (value == present_.values.at(name)) continue;
            cls_.numbers[name] = value;
            is_new = true;
        }
        return is_new;
    }

    bool take_activation() {
        const std::set<std::string>& activations = present_.found.match.activations;
        if (activations.empty() || !cls_.activation.empty()) return false;
        cls_.activation = *activations.begin();
        return true;
    }

    /// Takes a number that decided something and that the print shows otherwise: 6 layers where the class
    /// builds 12.
    bool take_constant() {
        for (const PrintedSize& each : present_.found.match.constants) {
            for (const std::string& name : names_of(each.formula)) {
                if (cls_.numbers.contains(name)) continue;
                cls_.numbers[name] = each.printed;
                if (is_nearer()) return true;
                cls_.numbers.erase(name);
            }
        }
        return false;
    }

    /// States a number that follows from others, so that it may be another: fewer heads of keys and values.
    bool take_derived() {
        for (const auto& [name, number] : cls_.derived_numbers()) {
            if (!cls_.numbers.try_emplace(name, number).second) continue;
            if (is_nearer()) return true;
            cls_.numbers.erase(name);
        }
        return false;
    }

    /// The numbers of the config with that value.
    std::vector<std::string> names_of(const Polynomial& value) {
        std::vector<std::string> names;
        for (const DecidingNumber& each : present_.found.built.numbers) {
            if (Polynomial(each.value) == value) names.push_back(each.name);
        }
        for (const auto& [name, number] : cls_.derived_numbers()) {
            if (Polynomial(number) == value) names.push_back(name);
        }
        return names;
    }

    /// Turns a switch where that makes more as printed: with or without biases.
    bool take_switch() {
        const std::string& difference = present_.found.match.difference;
        const bool is_bias = difference.ends_with(".bias");
        for (const std::string& name : cls_.switches()) {
            const bool is_of_bias = name.find("bias") != std::string::npos;
            if (is_bias != is_of_bias || !cls_.changed_switches.insert(name).second) continue;
            if (is_nearer()) return true;
            cls_.changed_switches.erase(name);
        }
        return false;
    }

    bool is_nearer() {
        const Attempt made = make();
        return made.is_built() && made.is_nearer_than(present_);
    }

    const Module& printed_;
    PrintedClass& cls_;
    Attempt present_;
    int builds_ = 0;
};

}  // namespace

bool PrintedClass::is_of_library() {
    Diagnostics problems;
    const std::string code =
        concat("from _transformers_library import class_named\nprint(class_named('", name_, "').__name__)\n");
    return run(code, &problems, &files_) == name_ + "\n";
}

Built PrintedClass::build(std::string_view also) {
    std::string changes;
    for (const std::string& name : changed_switches) append_all(changes, "'", name, "': 'other', ");
    for (const auto& [name, number] : numbers) append_all(changes, "'", name, "': ", to_string(number), ", ");
    if (!activation.empty()) append_all(changes, "'activation': '", activation, "', ");
    const std::string code =
        concat("from _transformers_library import model_of_class\nmodel = model_of_class('", name_, "', {",
               changes, also, "})\n");
    return python::build(code, "", inputs_, &files_);
}

Built PrintedClass::build_with(const std::string& name, Integer number) {
    const Numbers before = numbers;
    numbers[name] = number;
    Built built = build();
    numbers = before;
    return built;
}

Built PrintedClass::build_turned(const std::string& name) {
    const std::set<std::string> before = changed_switches;
    if (!changed_switches.insert(name).second) changed_switches.erase(name);
    Built built = build();
    changed_switches = before;
    return built;
}

const std::vector<std::string>& PrintedClass::switches() {
    return choices().switches;
}

const Numbers& PrintedClass::derived_numbers() {
    return choices().derived;
}

const PrintedClass::Choices& PrintedClass::choices() {
    if (choices_) return *choices_;
    choices_.emplace();
    Diagnostics problems;
    const std::string code = concat(
        "from _transformers_library import choices_of_class\nprint(choices_of_class('", name_, "'))\n");
    const std::string text = run(code, &problems, &files_);
    const std::size_t end = std::min(text.find('\n'), text.size());
    choices_->switches = words_of(std::string_view(text).substr(0, end));
    const std::vector<std::string> derived = words_of(std::string_view(text).substr(end));
    for (std::size_t i = 0; i + 1 < derived.size(); i += 2) {
        if (const std::optional<int> value = read_number(derived[i + 1]))
            choices_->derived[derived[i]] = *value;
    }
    return *choices_;
}

Numbers values_of(const Model& model) {
    Numbers values;
    for (const Variable& each : model.variables) {
        if (const std::optional<Integer> value = value_of(each.value, values)) values[each.name] = *value;
    }
    return values;
}

Found find_numbers(const Module& printed, PrintedClass& cls) {
    return Search(printed, cls).find();
}

}  // namespace paramscope::open::python
