// The hyper-parameters of one count: their values, and which of them formulas are written in.
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
#include "count/options.h"
#include "count/report/report.h"

namespace paramscope {

/// Resolves a model's variables under the options' overrides.
///
/// A variable that is defined by a number is a symbol of every formula. One that is defined by others (`d_ff =
/// 4*d`) is put in, so that formulas come out in what the user can turn. Names that only an input mentions
/// get a usual default and are reported as assumed.
class Environment {
  public:
    Environment(const Model& model, const CountOptions& options, Diagnostics* diagnostics);

    // values() refers to this object.
    Environment(const Environment&) = delete;
    Environment& operator=(const Environment&) = delete;

    /// Looks up a value by name.
    const SymbolValues& values() const { return values_; }

    /// The inputs in force: the options', else the model's.
    const std::vector<Dims>& inputs() const { return inputs_; }

    /// Tokens whose keys and values are kept from before; zero but in decoding.
    const Polynomial& cached() const { return cached_; }

    /// The formula over free hyper-parameters only.
    Polynomial expand(const Polynomial& formula) const;

    /// A formula and its value.
    Quantity quantity(const Polynomial& formula, bool complete = true) const;

    /// The value where it is known and whole.
    std::optional<Integer> integer(const Polynomial& formula) const;

    /// True when both are the same formula, or have the same value.
    bool equal(const Polynomial& a, const Polynomial& b) const;

    std::vector<VariableReport> take_variables() { return std::move(variables_); }

  private:
    /// The place of a name in `variables_`.
    std::optional<std::size_t> find(std::string_view name) const;
    void declare(const Model& model, const CountOptions& options);
    /// Takes all tokens but the new one out of the inputs, as already kept.
    void leave_one_token(Diagnostics* diagnostics);
    void assume_free_names(const Dims& shape);
    void resolve(std::size_t start, Diagnostics* diagnostics);
    std::vector<std::size_t> open_dependencies(std::size_t variable, Diagnostics* diagnostics) const;
    void finish(std::size_t variable, Diagnostics* diagnostics);

    enum class State : std::uint8_t { New, Open, Done };

    std::vector<VariableReport> variables_;
    std::vector<State> states_;  ///< of each variable, while they are resolved
    std::map<std::string, std::size_t, std::less<>> index_;
    std::vector<std::optional<Polynomial>> derived_;  ///< in free hyper-parameters, where it is
    bool has_derived_ = false;
    std::vector<Dims> inputs_;
    Polynomial cached_;
    SymbolValues values_;
};

}  // namespace paramscope
