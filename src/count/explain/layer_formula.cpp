#include "count/explain/layer_formula.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "base/concat.h"
#include "base/ranges.h"
#include "count/cost/memory.h"
#include "count/flow/signals.h"
#include "count/flow/tally.h"
#include "count/passes/activations.h"
#include "count/report/conventions.h"
#include "layers/catalogue/catalogue.h"
#include "layers/catalogue/short_symbols.h"
#include "layers/families/families.h"

namespace paramscope {
namespace {

/// True for a layer whose input is (batch, channels, spatial...): those that slide, resize, or normalize
/// channels.
bool has_channels_first(const Arguments& arguments) {
    static constexpr std::string_view kOnlyTheirs[] = {"kernel_size",  "output_size",    "num_features",
                                                       "num_channels", "upscale_factor", "downscale_factor"};
    return any_of(kOnlyTheirs, [&](std::string_view name) { return arguments.find(name) != nullptr; });
}

/// Symbols of an input's sizes, outermost first.
std::vector<std::string> input_symbols(std::string_view family, const Arguments& arguments,
                                       std::size_t rank) {
    std::vector<std::string> symbols;
    if (family == "activation" && rank > 3) {  // channels may be second or last
        for (std::size_t i = 1; i <= rank; ++i) symbols.push_back(concat("d_", i));
        return symbols;
    }
    if (has_channels_first(arguments)) {
        const std::size_t spatial = std::min<std::size_t>(rank < 2 ? 1 : rank - 2, 3);
        for (std::size_t i = 0; i + spatial < rank; ++i)
            symbols.emplace_back(i + spatial + 1 == rank ? "C" : "N");
        for (std::size_t i = symbols.size(); i < rank; ++i)
            symbols.push_back(concat(spatial_symbol(i + spatial - rank, spatial), "_in"));
        return symbols;
    }
    const bool has_steps_first =
        rank == 3 && arguments.find("batch_first") != nullptr && !arguments.flag("batch_first");
    if (has_steps_first) return {"T", "N", "C"};
    for (std::size_t i = 0; i < rank; ++i) {
        const bool is_first = i == 0 && rank > 1, is_last = i + 1 == rank && rank > 1;
        const std::size_t between = rank - 2;
        if (is_first) {
            symbols.emplace_back("N");
        } else if (is_last) {
            symbols.emplace_back("C");
        } else if (rank == 4) {
            symbols.emplace_back(spatial_symbol(i - 1, 2));
        } else {
            symbols.push_back(between <= 1 ? "T" : concat("T_", i));
        }
    }
    return symbols;
}

/// Runs the rule of one layer with symbols and keeps what they stand for.
class SymbolicLayer {
  public:
    SymbolicLayer(const Report& report, const NodeReport& row, const FoundLayer& layer)
        : report_(report),
          row_(row),
          layer_(layer),
          values_(values_of(report)),
          arguments_(*layer.signature, *row.module, values_, nullptr),
          symbolic_(arguments_.symbolic()) {}

    /// The formula of the row's number.
    std::optional<NamedFormula> number(Subject subject) {
        Polynomial one = subject == Subject::Parameters ? parameters() : work(subject);
        if (subject != Subject::Parameters) {
            if (row_.facts->calls > 1) multiply(&one, "calls", Integer{row_.facts->calls});
            multiply(&one, "share", row_.facts->share());
        }
        multiply(&one, "n", row_.facts->repeat().formula);
        if (subject == Subject::Activations) multiply(&one, "bytes", bytes_of(model_dtype(report_)));
        return formula(std::move(one));
    }

    /// The formula of one tensor's elements.
    std::optional<NamedFormula> tensor(std::string_view name) {
        for (const Tensor& each : tensors()) {
            if (each.name == name) return formula(product(each.shape));
        }
        return std::nullopt;
    }

  private:
    std::vector<Tensor> tensors() const {
        std::vector<Tensor> made;
        if (layer_.rule->tensors) layer_.rule->tensors(symbolic_, made);
        return made;
    }

    /// The elements of all parameters that are no other module's.
    Polynomial parameters() const {
        Polynomial sum;
        for (const Tensor& tensor : tensors()) {
            if (tensor.role == Role::Parameter && !is_tied(tensor)) sum += product(tensor.shape);
        }
        return sum;
    }

    bool is_tied(const Tensor& tensor) const {
        const SharedList<TensorReport>& counted = row_.facts->tensors.pattern();
        return any_of(counted, [&](const TensorReport& each) {
            return each.name == tensor.name && !each.tied_to.empty();
        });
    }

    Polynomial work(Subject subject) {
        const Signal input = symbolic_input();
        if (!input.is_tensor()) return {};
        Work work;
        Signal output = input;
        if (layer_.rule->forward)
            output = layer_.rule->forward(LayerCall{symbolic_, {&input, 1}, work, {}, nullptr, &names_});
        ElementCounts counts;
        tally_layer(layer_, reports(), input.dims, first_tensor(output), counts, &work);
        if (subject == Subject::Activations) return created_elements(work);
        const OwnWork own(work, row_.module, row_.type, layer_);
        const Convention* const convention =
            find_convention(subject == Subject::Macs ? "macs" : std::string_view(report_.convention));
        if (convention == nullptr) return {};
        return weigh(own, *convention, report_.causal, matrix_passes(report_.mode));
    }

    std::vector<TensorReport> reports() const {
        std::vector<TensorReport> reports;
        for (Tensor& tensor : tensors()) {
            TensorReport report;
            report.name = tensor.name;
            report.role = tensor.role;
            report.elements = product(tensor.shape);
            report.shape = std::move(tensor.shape);
            reports.push_back(std::move(report));
        }
        return reports;
    }

    /// The first input with a symbol for each of its sizes.
    Signal symbolic_input() {
        if (!row_.facts->input->is_tensor()) return {};
        const Dims& sizes = row_.facts->input->dims;
        Dims dims;
        for (std::string& symbol : input_symbols(row_.facts->family, arguments_, sizes.size())) {
            dims.push_back(Polynomial::symbol(symbol));
            input_.emplace_back(std::move(symbol), sizes[dims.size() - 1]);
        }
        return Signal::tensor(std::move(dims));
    }

    /// Multiplies by something besides the layer's own sizes, unless it is 1.
    void multiply(Polynomial* number, const std::string& symbol, const Polynomial& value) {
        if (value == Polynomial(1)) return;
        *number *= Polynomial::symbol(symbol);
        input_.emplace_back(symbol, value);
    }

    /// The formula over sizes with short symbols and values; nullopt where the rule failed or a value is
    /// unknown.
    std::optional<NamedFormula> formula(Polynomial raw) {
        if (raw.is_faulted() || raw.is_zero() || symbolic_.failed()) return std::nullopt;
        const NewSymbols names = unify();
        raw = renamed(raw, names);
        for (SizeNames::Named& named : names_.output) named.length = renamed(named.length, names);
        for (const std::string& symbol : symbols(raw)) add_size(symbol);
        for (const SizeNames::Named& named : names_.output) {
            if (!is_listed(named.name)) continue;
            for (const std::string& symbol : symbols(named.length)) add_size(symbol);
        }
        return shortened(raw);
    }

    /// Sizes of the input that the rule demands to be those of the layer.
    NewSymbols unify() const {
        NewSymbols names;
        for (const auto& [actual, expected] : names_.equal) {
            const std::vector<std::string> symbol = symbols(actual);
            if (symbol.size() == 1 && actual == Polynomial::symbol(symbol.front()))
                names.emplace(symbol.front(), expected);
        }
        return names;
    }

    bool is_listed(std::string_view symbol) const { return contains_by(sizes_, &NamedSize::symbol, symbol); }

    void add_size(const std::string& symbol) {
        if (is_listed(symbol)) return;
        NamedSize size;
        size.symbol = symbol;
        if (const auto* made = find_by(names_.output, &SizeNames::Named::name, symbol)) {
            size.made_of = made->length;
        } else if (const auto* given = find_by(input_, &SizeOfInput::first, symbol)) {
            set_value(&size, given->second);
        } else if (const std::optional<Polynomial> argument = arguments_.value_of_symbol(symbol)) {
            size.meaning = symbol;
            set_value(&size, *argument);
        } else {
            is_known_ = false;
        }
        sizes_.push_back(std::move(size));
    }

    void set_value(NamedSize* size, const Polynomial& formula) {
        const Result<Rational> value = values_.result(formula);
        is_known_ = is_known_ && value;
        if (value) size->value = *value;
    }

    /// The short symbol of an argument's, of `kernel_size_h` K_h; the symbol itself where it has none.
    std::string short_name(const NamedSize& size) const {
        if (size.meaning.empty()) return size.symbol;
        for (const Argument& parameter : *layer_.signature) {
            const std::string_view name = parameter_name(parameter);
            const std::string_view symbol = short_symbol(name);
            if (symbol.empty() || !size.symbol.starts_with(name)) continue;
            const std::string_view entry = std::string_view(size.symbol).substr(name.size());
            if (entry.empty() || entry.front() == '_') return concat(symbol, entry);
        }
        return size.symbol;
    }

    /// The formula and its sizes with short symbols, and with the values of sizes that the layer makes.
    std::optional<NamedFormula> shortened(const Polynomial& raw) {
        if (!is_known_) return std::nullopt;
        NewSymbols names;
        for (NamedSize& size : sizes_) {
            std::string symbol = short_name(size);
            const bool is_taken = any_of(
                sizes_, [&](const NamedSize& other) { return &other != &size && other.symbol == symbol; });
            if (is_taken || symbol == size.symbol) continue;
            names.emplace(size.symbol, Polynomial::symbol(symbol));
            size.symbol = std::move(symbol);
        }
        NamedFormula result{renamed(raw, names), std::move(sizes_)};
        for (NamedSize& size : result.sizes) {
            if (size.made_of.is_zero()) continue;
            size.made_of = renamed(size.made_of, names);
            const Result<Rational> value = evaluate(size.made_of, result.values());
            if (!value) return std::nullopt;
            size.value = *value;
        }
        return result;
    }

    using SizeOfInput = std::pair<std::string, Polynomial>;

    const Report& report_;
    const NodeReport& row_;
    const FoundLayer layer_;
    const Values values_;
    const Arguments arguments_, symbolic_;
    SizeNames names_;
    std::vector<SizeOfInput> input_;  ///< symbols of sizes that are no arguments
    std::vector<NamedSize> sizes_;
    bool is_known_ = true;
};

/// The formula where it has the value that was counted.
std::optional<NamedFormula> with_value(std::optional<NamedFormula> formula, const OptionalInteger& counted) {
    if (!formula || !counted) return std::nullopt;
    const Result<Rational> value = evaluate(formula->formula, formula->values());
    if (!value || !value->is_integer() || value->numerator() != *counted) return std::nullopt;
    return formula;
}

}  // namespace

std::optional<NamedFormula> layer_formula(const Report& report, std::size_t node, Subject subject,
                                          const OptionalInteger& counted) {
    const NodeReport& row = report.nodes[node];
    const FoundLayer layer = own_work(row).layer;
    if (!layer.rule || row.subtree_end != node + 1) return std::nullopt;
    return with_value(SymbolicLayer(report, row, layer).number(subject), counted);
}

std::optional<NamedFormula> tensor_formula(const Report& report, std::size_t node,
                                           const TensorReport& tensor) {
    const NodeReport& row = report.nodes[node];
    const FoundLayer layer = own_work(row).layer;
    if (!layer.rule) return std::nullopt;
    return with_value(SymbolicLayer(report, row, layer).tensor(tensor.name), tensor.count);
}

}  // namespace paramscope
