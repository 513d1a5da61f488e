// Environment: the hyper-parameters of one count and their values.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/polynomial.h"
#include "base/diagnostic.h"
#include "count/report/options.h"
#include "count/report/report.h"
#include "layers/requirements.h"
#include "layers/values.h"

namespace paramscope {

/// Resolves a model's variables under the options' overrides.
///
/// A variable defined by a number (`d = 512`) is free: it stays a symbol in formulas. A variable defined by
/// others (`d_ff = 4*d`) is derived: it is replaced by its definition, so that formulas show only what a user
/// can change. Names that only an input mentions get a usual default and are reported as assumed.
class Environment {
  public:
    /// What is decided by values is noted in `checks`, which may be null.
    Environment(const Model& model, const CountOptions& options, Diagnostics* diagnostics,
                ValueChecks* checks = nullptr);

    // values() refers to this object.
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

    /// Evaluates formulas for decisions.
    const Values& values() const { return values_; }

    /// The input shapes: the options' where given, else the model's.
    const std::vector<Dims>& inputs() const { return inputs_; }

    /// Number of tokens with cached keys and values; zero except when decoding.
    const Polynomial& cached() const { return cached_tokens_; }

    /// True when a variable is defined by others: formulas may be expanded.
    bool has_derived() const { return has_derived_; }
    /// Replaces derived variables by their definitions, so that only free ones remain.
    Polynomial expand(const Polynomial& formula) const;

    /// A formula with its value.
    Quantity quantity(const Polynomial& formula, Basis basis = Basis::Exact) const;

    /// The value of a formula, for decisions; nullopt when it is unknown or not a whole number.
    std::optional<Integer> integer(const Polynomial& formula) const { return values_.integer(formula); }
    /// The same for what is shown and decides nothing.
    std::optional<Integer> shown_integer(const Polynomial& formula) const {
        return values_.shown().integer(formula);
    }

    /// True when both formulas are the same, or have the same value.
    bool equal(const Polynomial& a, const Polynomial& b) const;

    /// Records in `requirements`, which may be null, what equal() finds to be equal at these values only, and
    /// what layers require.
    void record_in(Requirements* requirements) { requirements_ = requirements; }
    Requirements* requirements() const { return requirements_; }

    std::vector<VariableReport> take_variables() { return std::move(variables_); }

  private:
    /// Index of a name in `variables_`.
    std::optional<std::size_t> find(std::string_view name) const;
    void declare(const Model& model, const CountOptions& options, Diagnostics* diagnostics);
    /// Takes the shapes in the place of the model's; none, with a warning, where traced forward lines do not
    /// hold for them.
    void replace_inputs(const std::vector<Dims>& shapes, bool is_traced, Diagnostics* diagnostics);
    /// A first size of -1 is that of a batch, which is free.
    void free_batches();
    /// Leaves out the inputs, with an error, where a size is not a whole number of one or more.
    void refuse_wrong_sizes(Diagnostics* diagnostics);
    /// Decoding: reduces the inputs to one new token and takes the others as cached.
    void split_off_cached_tokens(bool is_traced, Diagnostics* diagnostics);
    /// Declares names that only an input mentions, with usual sizes.
    void assume_free_names(const Dims& shape);
    void resolve(std::size_t start, Diagnostics* diagnostics);
    std::vector<std::size_t> unresolved_dependencies(std::size_t variable, Diagnostics* diagnostics) const;
    void evaluate_variable(std::size_t variable, Diagnostics* diagnostics);
    std::optional<Rational> value_of(std::string_view variable) const;

    enum class State : std::uint8_t { New, Resolving, Done };

    std::vector<VariableReport> variables_;
    std::vector<State> states_;  ///< of each variable
    std::map<std::string, std::size_t, std::less<>> index_;
    /// Definitions over free variables; nullopt for free ones.
    std::vector<std::optional<Polynomial>> derived_;
    bool has_derived_ = false;
    std::vector<Dims> inputs_;
    Polynomial cached_tokens_;
    Values values_;  ///< once all variables are resolved
    Requirements* requirements_ = nullptr;
};

/// The note that a given input is taken as an image of that shape.
Diagnostic note_of_image(const Dims& given, const Dims& image);

}  // namespace paramscope
