#include "open/python/prints/open_numbers.h"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/ranges.h"
#include "count/cost/cache.h"
#include "count/count.h"
#include "count/explain/explain_conventions.h"
#include "count/passes/activations.h"
#include "count/recount.h"
#include "model/read/read.h"
#include "model/write.h"
#include "open/python/prints/work_range.h"

namespace paramscope::open::python {
namespace {

/// Numbers and switches that decide something of which other values are tried; further ones are taken for
/// open.
constexpr std::size_t kMostTried = 64;
/// A free size, such as the number of tokens, is counted once as it is and once so many times as large.
constexpr Integer kLonger = 3;

/// Other values of a number above 0, the likeliest to be valid first.
std::vector<Integer> others_of(Integer number) {
    std::vector<Integer> others = {2 * number, number + 1};
    if (number > 2) others.push_back(number / 2);
    if (number > 1) others.push_back(1);
    return others;
}

std::vector<Alternative> alternatives_of(const Comparison& found, const std::set<std::string>& input_sizes) {
    std::vector<Alternative> all;
    for (const std::string& name : found.solution.open) {
        if (input_sizes.contains(name)) continue;
        for (const Integer other : others_of(found.solution.values.at(name))) {
            SizeSolution solution = solve_sizes(found.match.sizes, found.solution.values, {{name, other}});
            if (solution.fits) all.push_back({name, std::move(solution.values)});
        }
    }
    return all;
}

/// What is counted of a model.
struct Totals {
    OptionalInteger parameters;
    std::vector<OptionalInteger> buffers, work, cache, elements;

    bool has_all_sizes = true, has_all_work = true;  ///< false where some are not known

    bool operator==(const Totals&) const = default;

    void add(const Report& report) {
        if (report.root() == nullptr) return;
        const ModuleFacts& facts = *report.root()->facts;
        const Activations created = count_activations(report);
        parameters = facts.parameters.value;
        buffers.push_back(facts.buffers.value);
        if (facts.parameters.basis == Basis::Partial) has_all_sizes = false;
        if (facts.flops.basis == Basis::Partial) has_all_work = false;
        work.insert(work.end(), {facts.macs.value, facts.flops.value});
        cache.push_back(report.quantity(cache_elements(report).all).value);
        for (const Polynomial& each : {created.kept, created.largest_layer.formula()})
            elements.push_back(report.quantity(each).value);
        for (const ConventionFigure& each : explain_conventions(report)) elements.push_back(each.total.value);
    }
};

/// What another model does otherwise.
enum class Difference { None, Work, Tensors };

/// Whether what has no work that is known, unlike the model as printed, is a model.
enum class WithoutWork : bool { IsNoModel, IsModel };

/// The numbers of a model, without sizes that its input may have otherwise.
Numbers numbers_of(const Found& found) {
    Numbers numbers = found.solution.values;
    for (const std::string& name : found.built.input_sizes) numbers.erase(name);
    return numbers;
}

class OpenFinder {
  public:
    OpenFinder(const Module& printed, const Found& found, PrintedClass& cls)
        : printed_(printed),
          found_(found),
          cls_(cls),
          model_numbers_(numbers_of(found)),
          usual_text_(text_of(found.built)),
          usual_model_(read(usual_text_)),
          usual_(totals_of(usual_model_, {})) {}

    OpenNumbers find() {
        for (Alternative& each : alternatives_of(found_, found_.built.input_sizes)) {
            const Totals totals = totals_of(usual_model_, each.values);
            const Difference difference = compare(each.number, totals, WithoutWork::IsNoModel);
            // With an input that was given a model of another image size may be none.
            if (difference == Difference::Tensors || !cls_.has_inputs())
                open_.other_sizes.push_back(std::move(each));
        }
        // Numbers that decided something are no symbols: the class is built with others.
        for (const DecidingNumber& number : found_.built.numbers) {
            if (may_try(number.name)) try_others(number);
        }
        if (!cls_.has_known_choices()) {
            open_.of_parameters.insert("config");
            open_.of_work.insert("config");
        }
        for (const std::string& name : cls_.switches()) {
            if (may_try(name)) is_told(name, cls_.build_turned({name}), WithoutWork::IsModel);
        }
        // Few shares and words decide a size: all are changed together, and only where that makes a
        // difference each alone.
        if (!is_same_with(cls_.shares())) {
            for (const std::string& name : cls_.shares()) {
                if (may_try(name)) is_told(name, cls_.build_turned({name}), WithoutWork::IsModel);
            }
        }
        if (!is_same_with(cls_.words())) {
            for (const std::string& name : cls_.words()) {
                if (may_try(name)) leave_open(name, cls_.build_turned({name}));
            }
        }
        open_.work_range = find_work_range(found_, open_.of_work, without_inputs(formula_with({})),
                                           [&](const Numbers& values) { return work_of(values); });
        return std::move(open_);
    }

  private:
    bool may_try(const std::string& name) {
        if (++tried_ <= kMostTried) return true;
        open_.of_parameters.insert(name);
        open_.of_work.insert(name);
        return false;
    }

    void try_others(const DecidingNumber& number) {
        // With another image size a class may refuse the image that was given.
        const WithoutWork refused = cls_.has_inputs() ? WithoutWork::IsNoModel : WithoutWork::IsModel;
        for (const Integer other : others_of(number.value)) {
            if (is_told(number.name, built_with(number.name, other), refused)) return;
        }
    }

    /// The class with another number, and with the others that it then needs to print the same: with half as
    /// many heads, half as many of keys and values.
    Built built_with(const std::string& name, Integer number) {
        Built built = cls_.build_with({{name, number}});
        const Comparison beside = compare_with_print(printed_, built.model);
        if (!beside.match.is_equal() || !beside.solution.fits) return built;
        Numbers others = {{name, number}};
        for (const auto& [each, value] : beside.solution.values) {
            if (value != beside.values.at(each)) others[each] = value;
        }
        return others.size() == 1 ? std::move(built) : cls_.build_with(others);
    }

    /// True where a class that was built with something else tells whether that is open: it prints otherwise,
    /// or prints the same and counts otherwise.
    bool is_told(const std::string& name, Built built, WithoutWork without_work) {
        if (built.model.root.type.empty()) return false;
        const std::string text = text_of(built);
        if (text == usual_text_) return false;
        Comparison beside = compare_with_print(printed_, built.model);
        if (!beside.is_as_printed()) return true;
        const std::shared_ptr<const Model> model = read(text);
        const Difference difference = compare(name, totals_of(model, {}), without_work);
        // A number that the print decides here may be open there: heads that have keys of their own.
        for (const Alternative& each : alternatives_of(beside, built.input_sizes)) {
            if (!found_.solution.open.contains(each.number))
                compare(each.number, totals_of(model, each.values), WithoutWork::IsNoModel);
        }
        if (difference == Difference::Tensors)
            open_.others.push_back({name, std::move(built.model.root), std::move(beside.values)});
        return difference != Difference::None;
    }

    /// True where the class prints and counts the same with other values of all these.
    bool is_same_with(const std::vector<std::string>& names) {
        if (names.empty()) return true;
        const Built built = cls_.build_turned(names);
        return is_as_printed(built) && totals_of(read(text_of(built)), {}) == usual_;
    }

    /// Notes what is not known where a word is not.
    void leave_open(const std::string& name, const Built& built) {
        if (!is_as_printed(built)) return;
        const Totals totals = totals_of(read(text_of(built)), {});
        if (usual_.has_all_work && !totals.has_all_work) open_.of_work.insert(name);
        if (usual_.has_all_sizes && !totals.has_all_sizes) open_.of_parameters.insert(name);
    }

    bool is_as_printed(const Built& built) const {
        return !built.model.root.type.empty() && compare_with_print(printed_, built.model).is_as_printed();
    }

    std::string text_of(const Built& built) const {
        return write_model_text(with_same_input_sizes(built.model));
    }

    static std::shared_ptr<const Model> read(const std::string& text) {
        Diagnostics none;
        return std::make_shared<Model>(read_model_text(text, &none));
    }

    /// Options for the same inputs and other numbers.
    CountOptions options_of(const Numbers& numbers) const {
        CountOptions options;
        options.inputs = inputs();
        for (const auto& [name, value] : numbers) options.overrides.emplace_back(name, Polynomial(value));
        return options;
    }

    /// A formula in which the sizes of inputs are 1.
    Polynomial without_inputs(const Polynomial& formula) const {
        return substitute(formula, [&](std::string_view name) {
            const bool is_of_input = found_.built.input_sizes.contains(std::string(name));
            return is_of_input ? std::optional(Polynomial(1)) : std::nullopt;
        });
    }

    Polynomial formula_with(const Numbers& numbers) {
        return of_usual_length_.count(usual_model_, options_of(numbers), {}).root()->facts->macs.formula;
    }

    /// The work of the model as printed with other numbers; empty where it is not done in the same way (heads
    /// of one number are stretched to the table of positions), or where a size is no whole number.
    std::vector<Integer> work_of(const Numbers& numbers) {
        const Totals totals = totals_of(usual_model_, numbers);
        if (!totals.has_all_work || formula_with(numbers) != formula_with({})) return {};
        std::vector<Integer> work;
        for (const OptionalInteger& each : totals.work) {
            if (!each) return {};
            work.push_back(*each);
        }
        return work;
    }

    /// The totals of a model with the same inputs and other numbers, and with longer ones.
    Totals totals_of(const std::shared_ptr<const Model>& model, const Numbers& numbers) {
        CountOptions options = options_of(numbers);
        Totals totals;
        const Report report = of_usual_length_.count(model, options, {});
        totals.add(report);
        for (const VariableReport& each : report.variables) {
            if (each.origin == VariableReport::Origin::Assumed && each.value)
                options.overrides.emplace_back(each.name, Polynomial(*each.value) * Polynomial(kLonger));
        }
        totals.add(of_longer_.count(model, options, {}));
        return totals;
    }

    /// The model with the sizes of inputs that the model as printed has: another number of positions may
    /// suggest fewer tokens.
    Model with_same_input_sizes(Model model) const {
        const std::vector<Variable>& usual = found_.built.model.variables;
        std::erase_if(model.variables, [&](const Variable& each) { return is_input_size(each); });
        std::copy_if(usual.begin(), usual.end(), std::back_inserter(model.variables),
                     [&](const Variable& each) { return is_input_size(each); });
        return model;
    }

    bool is_input_size(const Variable& variable) const {
        return found_.built.input_sizes.contains(variable.name);
    }

    /// The inputs of the model: other numbers of it do not make them other ones.
    std::vector<Dims> inputs() const {
        std::vector<Dims> inputs;
        for (const Input& input : found_.built.model.inputs) {
            Dims& shape = inputs.emplace_back();
            for (const Polynomial& size : input.shape) {
                const std::optional<Integer> value = value_of(size, model_numbers_);
                shape.push_back(value ? Polynomial(*value) : size);
            }
        }
        return inputs;
    }

    /// Notes what the number decides.
    Difference compare(const std::string& name, const Totals& other, WithoutWork without_work) {
        const bool has_sizes = other.has_all_sizes || !usual_.has_all_sizes,
                   has_work = other.has_all_work || !usual_.has_all_work;
        if (!has_sizes || (!has_work && without_work == WithoutWork::IsNoModel)) return Difference::None;
        const bool is_other = other.parameters != usual_.parameters || other.buffers != usual_.buffers;
        if (other.parameters != usual_.parameters) open_.of_parameters.insert(name);
        if (other.buffers != usual_.buffers) open_.of_buffers.insert(name);
        // What a model with other tensors does may be something else.
        if (has_work ? other.work != usual_.work : is_other) open_.of_work.insert(name);
        if (has_work && other.cache != usual_.cache) open_.of_cache.insert(name);
        if (has_work && other.elements != usual_.elements) open_.of_elements.insert(name);
        if (is_other) return Difference::Tensors;
        return has_work && other != usual_ ? Difference::Work : Difference::None;
    }

    const Module& printed_;
    const Found& found_;
    PrintedClass& cls_;
    const Numbers model_numbers_;  ///< without sizes that an input may have otherwise
    Recount of_usual_length_, of_longer_;
    const std::string usual_text_;
    const std::shared_ptr<const Model> usual_model_;
    const Totals usual_;
    OpenNumbers open_;
    std::size_t tried_ = 0;
};

Polynomial elements_of(const Tensor& tensor) {
    Polynomial elements = 1;
    for (const Polynomial& size : tensor.shape) elements = elements * size;
    return elements;
}

void mark(Module& module, const Found& found, const std::vector<Alternative>& alternatives,
          std::set<std::string>* names) {
    for (Tensor& tensor : module.tensors.edit()) {
        const Polynomial elements = elements_of(tensor);
        if (elements.is_constant()) continue;
        const std::optional<Integer> usual = value_of(elements, found.solution.values);
        for (const Alternative& each : alternatives) {
            if (value_of(elements, each.values) == usual) continue;
            tensor.assumed = true;
            names->insert(each.number);
        }
    }
    for (Module& child : module.children) mark(child, found, alternatives, names);
}

/// Marks tensors that have another number of elements in the other model; false where their trees differ.
bool mark_differing(Module& module, const Numbers& values, const Module& other, const Numbers& others) {
    if (module.tensors.size() != other.tensors.size() || module.children.size() != other.children.size())
        return false;
    for (std::size_t i = 0; i < module.tensors.size(); ++i) {
        const Tensor& theirs = other.tensors[i];
        if (module.tensors[i].name != theirs.name) return false;
        if (value_of(elements_of(module.tensors[i]), values) != value_of(elements_of(theirs), others))
            module.tensors.edit()[i].assumed = true;
    }
    for (std::size_t i = 0; i < module.children.size(); ++i) {
        const bool is_same = module.children[i].name == other.children[i].name;
        if (!is_same || !mark_differing(module.children[i], values, other.children[i], others)) return false;
    }
    return true;
}

}  // namespace

OpenNumbers find_open_numbers(const Module& printed, const Found& found, PrintedClass& cls) {
    return OpenFinder(printed, found, cls).find();
}

std::set<std::string> mark_assumed(Module& module, const Found& found, const OpenNumbers& open) {
    std::set<std::string> names;
    mark(module, found, open.other_sizes, &names);
    for (const OtherModel& each : open.others) {
        if (mark_differing(module, found.solution.values, each.root, each.values)) names.insert(each.number);
    }
    return names;
}

void mark_buffers(Module& module) {
    for (Tensor& tensor : module.tensors.edit())
        tensor.assumed = tensor.assumed || tensor.role == Role::Buffer;
    for (Module& child : module.children) mark_buffers(child);
}

}  // namespace paramscope::open::python
