#include "count/environment.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/concat.h"

namespace paramscope {
namespace {

/// What a free name of an input stands for when nobody says. The first entry whose word the name contains.
struct UsualSize {
    std::string_view word;
    Integer size;
};
constexpr std::array<UsualSize, 5> kUsualSizes = {{
    {"batch", 1},
    {"height", 224},
    {"width", 224},
    {"image", 224},
    {"frames", 16},
}};
constexpr Integer kUsualLength = 128;  // tokens, steps, samples, ...

Integer usual_size(std::string_view name) {
    if (name == "B" || name == "N") return 1;
    if (name == "H" || name == "W") return 224;
    for (const UsualSize& usual : kUsualSizes) {
        if (name.find(usual.word) != std::string_view::npos) return usual.size;
    }
    return kUsualLength;
}

std::vector<Dims> shapes_of(const std::vector<Input>& inputs) {
    std::vector<Dims> shapes;
    for (const Input& input : inputs) shapes.push_back(input.shape);
    return shapes;
}

}  // namespace

Environment::Environment(const Model& model, const CountOptions& options, Diagnostics* diagnostics) {
    values_ = [this](std::string_view name) -> std::optional<Rational> {
        const std::optional<std::size_t> at = find(name);
        return at ? variables_[*at].value : std::nullopt;
    };
    inputs_ = options.inputs.empty() ? shapes_of(model.inputs) : options.inputs;
    declare(model, options);
    for (const Dims& shape : inputs_) assume_free_names(shape);
    states_.assign(variables_.size(), State::New);
    derived_.resize(variables_.size());
    for (std::size_t i = 0; i < variables_.size(); ++i) resolve(i, diagnostics);
    if (options.mode == Mode::Decode) leave_one_token(diagnostics);
}

void Environment::leave_one_token(Diagnostics* diagnostics) {
    if (inputs_.empty()) return;
    const std::size_t rank = inputs_.front().size();
    if (rank != 2 && rank != 3) {
        diagnostics->push_back({Severity::Error,
                                "decoding wants an input of (batch, tokens), or (batch, tokens, features), but gets " +
                                    to_string(inputs_.front()),
                                {},
                                ""});
        return;
    }
    cached_ = inputs_.front()[1];
    for (Dims& shape : inputs_) {
        if (shape.size() > 1 && equal(shape[1], cached_)) shape[1] = 1;
    }
}

std::optional<std::size_t> Environment::find(std::string_view name) const {
    const auto found = index_.find(name);
    return found == index_.end() ? std::nullopt : std::optional(found->second);
}

void Environment::declare(const Model& model, const CountOptions& options) {
    for (const Variable& variable : model.variables) {
        index_.insert_or_assign(variable.name, variables_.size());
        variables_.push_back({variable.name, variable.value, std::nullopt, VariableReport::Origin::Assigned,
                              variable.comment, variable.span});
    }
    for (const auto& [name, value] : options.overrides) {
        if (const auto at = find(name)) {
            variables_[*at].formula = value;
            variables_[*at].origin = VariableReport::Origin::Overridden;
            continue;
        }
        index_.emplace(name, variables_.size());
        variables_.push_back({name, value, std::nullopt, VariableReport::Origin::Overridden, "", Span{}});
    }
}

void Environment::assume_free_names(const Dims& shape) {
    for (const Polynomial& dim : shape) {
        for (const std::string& name : symbols(dim)) {
            if (!index_.emplace(name, variables_.size()).second) continue;
            variables_.push_back({name, Polynomial(usual_size(name)), std::nullopt,
                                  VariableReport::Origin::Assumed, "", Span{}});
        }
    }
}

/// Evaluates one variable after those it depends on. Iterative: definitions may chain thousands deep.
void Environment::resolve(std::size_t start, Diagnostics* diagnostics) {
    std::vector<std::size_t> stack = {start};
    while (!stack.empty()) {
        const std::size_t top = stack.back();
        if (states_[top] == State::New) {
            states_[top] = State::Open;
            const std::vector<std::size_t> waiting_for = open_dependencies(top, diagnostics);
            stack.insert(stack.end(), waiting_for.begin(), waiting_for.end());
            if (!waiting_for.empty()) continue;
        }
        stack.pop_back();
        if (states_[top] == State::Open) finish(top, diagnostics);
    }
}

/// The variables that must be resolved before this one; one that is being resolved already closes a cycle.
std::vector<std::size_t> Environment::open_dependencies(std::size_t variable,
                                                        Diagnostics* diagnostics) const {
    std::vector<std::size_t> open;
    for (const std::string& name : symbols(variables_[variable].formula)) {
        const std::optional<std::size_t> at = find(name);
        if (!at || states_[*at] == State::Done) continue;
        if (states_[*at] == State::Open) {
            const VariableReport& self = variables_[variable];
            diagnostics->push_back({Severity::Error,
                                    concat("'", self.name, "' depends on itself",
                                           name == self.name ? "" : concat(" through '", name, "'")),
                                    self.span, ""});
            continue;
        }
        open.push_back(*at);
    }
    return open;
}

void Environment::finish(std::size_t variable, Diagnostics* diagnostics) {
    VariableReport& self = variables_[variable];
    states_[variable] = State::Done;
    for (const std::string& name : symbols(self.formula)) {
        // A variable without a value has had its error already; those that need it stay silent.
        const std::optional<std::size_t> at = find(name);
        if (at && !variables_[*at].value) return;
    }
    const Result<Rational> value = evaluate(self.formula, values_);
    if (!value) {
        diagnostics->push_back(
            {Severity::Error, concat(self.name, ": ", value.error().message.english()), self.span, ""});
        return;
    }
    self.value = *value;
    if (self.formula.is_constant()) return;
    derived_[variable] = expand(self.formula);
    has_derived_ = true;
}

Polynomial Environment::expand(const Polynomial& formula) const {
    if (!has_derived_ || formula.is_constant()) return formula;
    return substitute(formula, [this](std::string_view name) -> std::optional<Polynomial> {
        const std::optional<std::size_t> at = find(name);
        return at ? derived_[*at] : std::nullopt;
    });
}

std::optional<Integer> Environment::integer(const Polynomial& formula) const {
    const Result<Rational> value = evaluate(formula, values_);
    if (!value || !value->is_integer()) return std::nullopt;
    return value->numerator();
}

bool Environment::equal(const Polynomial& a, const Polynomial& b) const {
    if (a == b) return true;
    const Result<Rational> left = evaluate(a, values_);
    const Result<Rational> right = evaluate(b, values_);
    return left && right && *left == *right;
}

Quantity Environment::quantity(const Polynomial& formula, bool complete) const {
    return {formula, integer(formula), complete};
}

}  // namespace paramscope
