// Sizes of inputs that are looked for. Each is a symbol with a number that is tried; what the layers demand
// of formulas with it gives another number, or a formula.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "layers/requirements.h"
#include "open/python/state/evaluator.h"
#include "open/python/trace/input_shape.h"

namespace paramscope::open::python {

class OpenSizes {
  public:
    /// Of inputs with these names.
    OpenSizes(Evaluator& evaluator, const std::vector<std::string>& names)
        : evaluator_(evaluator), names_(names) {}

    /// A size for which `number` is tried.
    Value make(std::string_view name, Integer number) const;
    /// The size of a batch of several samples.
    Value tried_batch() const;
    /// Puts a size in the place of that of the batch.
    void set_batch(std::vector<InputShape>* inputs, const Value& size) const;
    /// Changes sizes so that they satisfy what they did not; false where none are found.
    bool satisfy(const Unmet& unmet, std::vector<InputShape>* inputs) const;
    /// Gives sizes that had to be equal one formula, and those that fit as numbers alone their numbers. True
    /// where any changed.
    bool settle(const std::vector<Requirements::Pair>& equal, std::vector<InputShape>* inputs) const;
    /// Puts a size in the place of a symbol, in all shapes.
    void replace(std::vector<InputShape>* inputs, const std::string& symbol, const Value& size) const;
    /// The symbols that stand for sizes in these inputs, without that of the batch.
    std::vector<std::string> symbols_of(const std::vector<InputShape>& inputs) const;

    /// The symbol that a size is; nullopt for a number and for another formula.
    std::optional<std::string> symbol_of(const Value& size) const;
    Integer number_of(const std::string& symbol) const;
    /// True for a symbol of make().
    static bool is_tried(std::string_view symbol);
    /// For each size whether it has no open symbol.
    std::vector<bool> known_sizes(const InputShape& input) const;
    /// The inputs with the numbers that were tried in the place of their symbols.
    std::vector<InputShape> with_numbers(std::vector<InputShape> inputs) const;

  private:
    struct Equation;

    bool is_batch(const std::string& symbol) const;

    std::vector<std::string> symbols_in(const std::vector<InputShape>& inputs, const Polynomial& a,
                                        const Polynomial& b) const;
    std::optional<Integer> value_of(const Polynomial& formula, const std::vector<std::string>& changed,
                                    Integer number) const;

    Value size_of(const Polynomial& formula) const;
    bool solve_symbol(const Polynomial& a, const Polynomial& b, const std::vector<std::string>& open,
                      std::vector<InputShape>* inputs) const;
    bool solve_sum(const Equation& equation, std::vector<InputShape>* inputs) const;
    bool solve_named_sum(const Polynomial& sum, const std::vector<std::string>& open,
                         std::vector<InputShape>* inputs) const;
    bool solve_product(const Equation& equation, std::vector<InputShape>* inputs) const;
    bool solve(const Equation& equation, const std::vector<std::string>& tied,
               std::vector<InputShape>* inputs) const;
    bool satisfy_equal(const Equation& equation, std::vector<InputShape>* inputs) const;
    bool satisfy_multiple(const Equation& equation, std::vector<InputShape>* inputs) const;
    bool satisfy_least(const Equation& equation, std::vector<InputShape>* inputs) const;
    bool settle_pair(const Polynomial& a, const Polynomial& b, std::vector<InputShape>* inputs) const;
    void try_number(std::vector<InputShape>* inputs, const std::string& symbol, Integer number) const;

    Evaluator& evaluator_;
    const std::vector<std::string>& names_;
};

}  // namespace paramscope::open::python
