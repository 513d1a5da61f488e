#include "app/values/knobs.h"

#include <utility>

#include "algebra/parse.h"
#include "algebra/print.h"
#include "app/ui/semantics.h"
#include "app/words/words.h"
#include "base/concat.h"
#include "base/ranges.h"

namespace paramscope::app {
namespace {

// The hyper-parameter's expression in the text, "" when it is only its value.
std::string definition(const VariableReport& variable) {
    if (variable.formula.is_constant()) return {};
    return print(variable.formula, Notation::Unicode);
}

/// What a variable means; where it was set by hand, its colour tells that.
std::string explanation(const VariableReport& variable) {
    const bool is_set = variable.origin == VariableReport::Origin::Overridden;
    if (variable.origin == VariableReport::Origin::Assumed) return std::string(word("assumed"));
    if (const std::string formula = definition(variable); !formula.empty() && !is_set) return "= " + formula;
    if (is_set && variable.comment.empty()) return std::string(word("set_by_hand"));
    return translate_title(variable.comment);
}

std::string hint(const VariableReport& variable) {
    std::string words = translate_title(variable.comment);
    if (const std::string formula = definition(variable); !formula.empty()) {
        if (!words.empty()) words += '\n';
        words += variable.name + " = " + formula;
    }
    const auto add = [&words](Word more) { words += concat(words.empty() ? "" : "\n", word(more)); };
    if (variable.origin == VariableReport::Origin::Assumed) add("assumed_usual");
    if (variable.origin == VariableReport::Origin::Overridden) add("set_by_hand");
    return words;
}

Knob knob_of(Workspace& workspace, const VariableReport& variable) {
    const Rational* usual = workspace.usual_value(variable.name);
    Knob knob{variable.name, *variable.value, {}, explanation(variable), hint(variable), false, {}, {}};
    knob.limits = read_value_limits(variable.comment);
    if (usual != nullptr && usual->is_integer()) knob.usual = usual->numerator();
    knob.is_set = variable.origin == VariableReport::Origin::Overridden;
    knob.set = [&workspace, name = variable.name, usual = knob.usual](const Rational& value) {
        if (usual && value == Rational(*usual)) {
            workspace.clear_override(name);
        } else {
            workspace.set_override(name, value);
        }
    };
    return knob;
}

Knob knob_of(Workspace& workspace, const SourceNumber& number) {
    Knob knob{number.name, number.value, number.written, "", std::string(word("shapes_the_model")), false, {},
              {}};
    knob.is_set = number.value != number.written;
    if (knob.is_set) knob.explanation = word("set_by_hand");
    knob.set = [&workspace, number](const Rational& value) {
        if (value.is_integer() && value.numerator() > 0)
            workspace.set_source_number({number.name, value.numerator(), number.written});
    };
    return knob;
}

bool fits_slider(Integer value) {
    return value > 0 && value < kSliderLimit;
}

}  // namespace

std::optional<Integer> Knob::slider_value() const {
    const bool fits = value.is_integer() && fits_slider(value.numerator());
    return fits ? std::optional(value.numerator()) : std::nullopt;
}

Integer Knob::slider_usual() const {
    return usual && fits_slider(*usual) ? *usual : value.numerator();
}

Knobs collect_knobs(Workspace& workspace, std::size_t most) {
    Knobs knobs;
    const auto add = [&](const auto& number) {
        if (++knobs.count <= most) knobs.first.push_back(knob_of(workspace, number));
    };
    for (const VariableReport& variable : workspace.report().variables) {
        if (variable.value) add(variable);
    }
    if (const SourceReading* reading = workspace.reading()) {
        for (const SourceNumber& number : reading->numbers) add(number);
    }
    return knobs;
}

std::optional<Knob> knob_called(Workspace& workspace, std::string_view name) {
    const VariableReport* variable = find_by(workspace.report().variables, &VariableReport::name, name);
    if (variable == nullptr || !variable->value) return std::nullopt;
    return knob_of(workspace, *variable);
}

std::optional<Rational> read_value(std::string text) {
    std::erase(text, ',');
    const Result<Polynomial> value = parse_expression(text);
    return value ? value->constant() : std::nullopt;
}

std::optional<Integer> entered_value(const ValueLimits& limits, Integer value) {
    const std::optional<std::string> entered = take_entered();
    if (!entered) return std::nullopt;
    if (*entered == "+" || *entered == "-") return stepped(limits, value, *entered == "+");
    const std::optional<Rational> number = read_value(*entered);
    return number && number->is_integer() && number->numerator() < kSliderLimit
               ? std::optional(number->numerator())
               : std::nullopt;
}

}  // namespace paramscope::app
