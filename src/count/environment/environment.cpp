#include "count/environment/environment.h"

#include <algorithm>
#include <array>
#include <utility>

#include "algebra/print.h"
#include "base/characters.h"
#include "base/concat.h"
#include "count/environment/input.h"
#include "count/messages.h"

namespace paramscope {
namespace {

std::vector<Dims> shapes_of(const std::vector<Input>& inputs) {
    std::vector<Dims> shapes;
    for (const Input& input : inputs) shapes.push_back(input.shape);
    return shapes;
}

/// True when shapes are those that forward lines were traced on, but for the values of names: each name has
/// one.
bool fits(const std::vector<Dims>& shapes, const std::vector<Dims>& traced) {
    if (shapes.size() != traced.size()) return false;
    std::map<std::string, Polynomial> values;
    for (std::size_t i = 0; i < shapes.size(); ++i) {
        if (shapes[i].size() != traced[i].size()) return false;
        for (std::size_t k = 0; k < shapes[i].size(); ++k) {
            const Polynomial& size = traced[i][k];
            const std::string name = print(size, Notation::Plain);
            if (size.constant() ? shapes[i][k] != size
                                : values.emplace(name, shapes[i][k]).first->second != shapes[i][k])
                return false;
        }
    }
    return true;
}

/// One size for a model of images becomes the shape that it means, with a note.
std::vector<Dims> complete_inputs(const Model& model, const std::vector<Dims>& given,
                                  Diagnostics* diagnostics) {
    if (given.size() != 1 || given.front().size() != 1) return given;
    const std::optional<Dims> image = image_of_size(model, given.front().front());
    if (!image) return given;
    diagnostics->push_back(note_of_image(given.front(), *image));
    return {*image};
}

}  // namespace

Diagnostic note_of_image(const Dims& given, const Dims& image) {
    const std::string sizes = given.size() == 1 ? print(given.front(), Notation::Plain) : to_string(given);
    return {Severity::Note, message("input.size_of_image", {{"given", sizes}, {"shape", to_string(image)}})};
}

Environment::Environment(const Model& model, const CountOptions& options, Diagnostics* diagnostics,
                         ValueChecks* checks)
    : values_([this](std::string_view name) { return value_of(name); }, checks) {
    inputs_ = shapes_of(model.inputs);
    if (!options.inputs.empty())
        replace_inputs(complete_inputs(model, options.inputs, diagnostics), model.is_traced, diagnostics);
    declare(model, options, diagnostics);
    free_batches();
    for (const Dims& shape : inputs_) assume_free_names(shape);
    states_.assign(variables_.size(), State::New);
    derived_.resize(variables_.size());
    for (std::size_t i = 0; i < variables_.size(); ++i) resolve(i, diagnostics);
    refuse_wrong_sizes(diagnostics);
    if (options.mode == Mode::Decode) split_off_cached_tokens(model.is_traced, diagnostics);
}

void Environment::replace_inputs(const std::vector<Dims>& shapes, bool is_traced, Diagnostics* diagnostics) {
    const bool is_usable = !is_traced || inputs_.empty() || fits(shapes, inputs_);
    if (!is_usable)
        diagnostics->push_back({Severity::Warning, message("input.traced", {{"traced", to_string(inputs_)},
                                                                            {"given", to_string(shapes)}})});
    inputs_ = is_usable ? shapes : std::vector<Dims>();
}

void Environment::free_batches() {
    for (Dims& shape : inputs_) {
        if (!shape.empty() && shape.front() == Polynomial(-1)) shape.front() = Polynomial::symbol("N");
    }
}

void Environment::refuse_wrong_sizes(Diagnostics* diagnostics) {
    for (const Dims& shape : inputs_) {
        for (const Polynomial& size : shape) {
            const SizeKind kind = values_.size_kind(size, 1);
            if (kind == SizeKind::Fits || kind == SizeKind::Unknown) continue;
            diagnostics->push_back(
                {Severity::Error, message("input.wrong_size", {{"shape", to_string(shape)},
                                                               {"size", print(size, Notation::Plain)}})});
            return inputs_.clear();
        }
    }
}

void Environment::split_off_cached_tokens(bool is_traced, Diagnostics* diagnostics) {
    if (inputs_.empty()) return;
    if (is_traced) {
        // Its steps have the sizes of the whole input, and no cache.
        diagnostics->push_back({Severity::Warning, message("decode.traced")});
        inputs_.clear();
        return;
    }
    const std::size_t rank = inputs_.front().size();
    if (rank != 2 && rank != 3) {
        diagnostics->push_back(
            {Severity::Error, message("decode.input_shape", {{"actual", to_string(inputs_.front())}})});
        return;
    }
    cached_tokens_ = inputs_.front()[1];
    for (Dims& shape : inputs_) {
        if (shape.size() > 1 && equal(shape[1], cached_tokens_)) shape[1] = 1;
    }
}

std::optional<std::size_t> Environment::find(std::string_view name) const {
    const auto found = index_.find(name);
    return found == index_.end() ? std::nullopt : std::optional(found->second);
}

std::optional<Rational> Environment::value_of(std::string_view variable) const {
    const std::optional<std::size_t> at = find(variable);
    return at ? variables_[*at].value : std::nullopt;
}

void Environment::declare(const Model& model, const CountOptions& options, Diagnostics* diagnostics) {
    for (const Variable& variable : model.variables) {
        index_.insert_or_assign(variable.name, variables_.size());
        variables_.push_back({variable.name, variable.value, std::nullopt, VariableReport::Origin::Assigned,
                              variable.comment, variable.span});
    }
    for (const auto& [name, value] : options.overrides) {
        if (!is_name(name)) {
            diagnostics->push_back({Severity::Error, message("variable.not_a_name", {{"name", name}})});
            continue;
        }
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
            variables_.push_back({name, Polynomial(usual_input_size(name)), std::nullopt,
                                  VariableReport::Origin::Assumed, "", Span{}});
        }
    }
}

/// Evaluates a variable after those it depends on. Iterative: definitions may chain thousands deep.
void Environment::resolve(std::size_t start, Diagnostics* diagnostics) {
    std::vector<std::size_t> stack = {start};
    while (!stack.empty()) {
        const std::size_t top = stack.back();
        if (states_[top] == State::New) {
            states_[top] = State::Resolving;
            const std::vector<std::size_t> unresolved = unresolved_dependencies(top, diagnostics);
            stack.insert(stack.end(), unresolved.begin(), unresolved.end());
            if (!unresolved.empty()) continue;
        }
        stack.pop_back();
        if (states_[top] == State::Resolving) evaluate_variable(top, diagnostics);
    }
}

/// The variables to resolve before this one. A dependency that is being resolved closes a cycle: an error.
std::vector<std::size_t> Environment::unresolved_dependencies(std::size_t variable,
                                                              Diagnostics* diagnostics) const {
    std::vector<std::size_t> unresolved;
    for (const std::string& name : symbols(variables_[variable].formula)) {
        const std::optional<std::size_t> at = find(name);
        if (!at || states_[*at] == State::Done) continue;
        if (states_[*at] == State::Resolving) {
            const VariableReport& self = variables_[variable];
            Message cycle = name == self.name
                                ? message("variable.cycle", {{"name", name}})
                                : message("variable.cycle_through", {{"name", self.name}, {"other", name}});
            diagnostics->push_back({Severity::Error, std::move(cycle), self.span});
            continue;
        }
        unresolved.push_back(*at);
    }
    return unresolved;
}

void Environment::evaluate_variable(std::size_t variable, Diagnostics* diagnostics) {
    VariableReport& self = variables_[variable];
    states_[variable] = State::Done;
    for (const std::string& name : symbols(self.formula)) {
        // A variable without a value has been reported; those that depend on it are not.
        const std::optional<std::size_t> at = find(name);
        if (at && !variables_[*at].value) return;
    }
    const Result<Rational> value =
        evaluate(self.formula, [this](std::string_view name) { return value_of(name); });
    if (!value) {
        diagnostics->push_back(
            {Severity::Error,
             message("variable.error", {{"name", self.name}, {"error", value.error().message}}), self.span});
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

bool Environment::equal(const Polynomial& a, const Polynomial& b) const {
    if (a == b) return true;
    const bool is_equal = values_.equal(a, b);
    if (is_equal && requirements_) requirements_->equal.emplace_back(a, b);
    return is_equal;
}

Quantity Environment::quantity(const Polynomial& formula, Basis basis) const {
    return {formula, shown_integer(formula), basis};
}

}  // namespace paramscope
