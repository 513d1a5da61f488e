// Counts what print(model) shows by the code of its class, where the library that has it is at hand.
#include <algorithm>
#include <iterator>
#include <optional>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "count/count.h"
#include "layers/catalogue.h"
#include "model/read/read.h"
#include "model/write.h"
#include "open/formats.h"
#include "open/python/build/build.h"
#include "open/python/build/file_notes.h"
#include "open/python/messages.h"
#include "open/python/prints/printed_sizes.h"
#include "open/python/syntax/source_files.h"

namespace paramscope::open {
namespace {

/// Times that a class is built, each with numbers nearer to the printed ones.
constexpr int kMostAttempts = 6;

using python::Built;
using python::Numbers;
using python::PrintMatch;
using python::SizeSolution;

/// A class that the library builds, with what differs from its default config.
class PrintedClass {
  public:
    PrintedClass(ByteSource& file, const Beginning& beginning, std::string_view name)
        : files_(file, ""), inputs_(beginning.inputs.begin(), beginning.inputs.end()), name_(name) {}

    Built build(std::string_view also = "") {
        std::string changes;
        for (const auto& [name, number] : numbers)
            changes += concat("'", name, "': ", to_string(number), ", ");
        if (!activation.empty()) changes += concat("'activation': '", activation, "', ");
        const std::string code =
            concat("from _transformers_library import model_of_class\nmodel = model_of_class('", name_,
                   "', {", changes, also, "})\n");
        return python::build(code, "", inputs_, &files_);
    }

    const python::SourceFiles& files() const { return files_; }

    Numbers numbers;
    std::string activation;

  private:
    python::SourceFiles files_;
    std::vector<Dims> inputs_;
    std::string name_;
};

Numbers values_of(const Model& model) {
    Numbers values;
    for (const Variable& each : model.variables) {
        if (const std::optional<Integer> value = python::value_of(each.value, values))
            values[each.name] = *value;
    }
    return values;
}

/// Takes numbers of the config that decided something and that the print shows otherwise: 6 layers where the
/// class builds 12. True where there are such.
bool take_constants(const PrintMatch& match, const Built& built, PrintedClass& cls) {
    bool is_new = false;
    for (const python::PrintedSize& each : match.constants) {
        const auto of_config =
            std::find_if(built.numbers.begin(), built.numbers.end(), [&](const DecidingNumber& number) {
                return Polynomial(number.value) == each.formula && !cls.numbers.contains(number.name);
            });
        if (of_config == built.numbers.end()) continue;
        cls.numbers[of_config->name] = each.printed;
        is_new = true;
    }
    return is_new;
}

/// What the class builds where it is as printed, and which of its numbers the print leaves open.
struct Found {
    Built built;
    PrintMatch match;
    SizeSolution solution;
};

std::optional<Found> find_numbers(const Module& printed, PrintedClass& cls) {
    for (int i = 0; i < kMostAttempts; ++i) {
        Found found{cls.build(), {}, {}};
        if (found.built.model.root.type.empty()) return std::nullopt;
        const Numbers values = values_of(found.built.model);
        found.match = python::match_print(printed, found.built.model.root, values);
        if (!found.match.difference.empty() || found.match.activations.size() > 1) return std::nullopt;
        found.solution = python::solve_sizes(found.match.sizes, values);
        if (!found.solution.fits) return std::nullopt;
        if (found.match.is_equal() && found.solution.values == values) return found;
        bool is_new = found.solution.values != values;
        for (const auto& [name, value] : found.solution.values) {
            if (value != values.at(name)) cls.numbers[name] = value;
        }
        is_new = take_constants(found.match, found.built, cls) || is_new;
        if (!found.match.activations.empty() && cls.activation.empty()) {
            cls.activation = *found.match.activations.begin();
            is_new = true;
        }
        if (!is_new) return std::nullopt;
    }
    return std::nullopt;
}

/// Values with twice that open number and the same printed sizes; nullopt where there are none.
std::optional<Numbers> with_twice(const std::string& name, const Found& found) {
    const Numbers other = {{name, 2 * found.solution.values.at(name)}};
    SizeSolution solution = python::solve_sizes(found.match.sizes, found.solution.values, other);
    return solution.fits ? std::optional(std::move(solution.values)) : std::nullopt;
}

/// True where the formula has another value for other numbers that the print shows no other sizes for.
bool is_open(const Polynomial& formula, const Found& found) {
    const std::vector<std::string> names = symbols(formula);
    const std::optional<Integer> usual = python::value_of(formula, found.solution.values);
    return any_of(names, [&](const std::string& name) {
        if (!found.solution.open.contains(name)) return false;
        const std::optional<Numbers> other = with_twice(name, found);
        return other && python::value_of(formula, *other) != usual;
    });
}

/// Marks tensors that the print leaves a size of open; gives the names of those numbers.
void mark_assumed(Module& module, const Found& found, std::set<std::string>* names) {
    for (Tensor& tensor : module.tensors.edit()) {
        Polynomial elements = 1;
        for (const Polynomial& size : tensor.shape) elements = elements * size;
        if (!is_open(elements, found)) continue;
        tensor.assumed = true;
        for (std::string& name : symbols(elements)) {
            if (found.solution.open.contains(name)) names->insert(std::move(name));
        }
    }
    for (Module& child : module.children) mark_assumed(child, found, names);
}

/// The inputs of a model with these numbers: other numbers do not make them other ones.
std::vector<Dims> inputs_with(const Model& model, const Numbers& numbers) {
    std::vector<Dims> inputs;
    for (const Input& input : model.inputs) {
        Dims& shape = inputs.emplace_back();
        for (const Polynomial& size : input.shape) {
            const std::optional<Integer> value = python::value_of(size, numbers);
            shape.push_back(value ? Polynomial(*value) : size);
        }
    }
    return inputs;
}

/// The totals of a built model: parameters and FLOPs.
std::pair<std::optional<Integer>, std::optional<Integer>> totals_of(const Model& model,
                                                                    const Numbers& numbers,
                                                                    const std::vector<Dims>& inputs) {
    CountOptions options;
    options.inputs = inputs;
    for (const auto& [name, value] : numbers) options.overrides.emplace_back(name, Polynomial(value));
    const Report report = count_text(write_model_text(model), options);
    if (report.root() == nullptr) return {};
    return {report.root()->facts->parameters.value, report.root()->facts->flops.value};
}

/// Numbers that FLOPs depend on and that the print leaves open: the heads of an attention, the experts for
/// each token.
std::set<std::string> open_in_work(const Module& printed, const Found& found, PrintedClass& cls) {
    std::set<std::string> names;
    const Model& model = found.built.model;
    const std::vector<Dims> inputs = inputs_with(model, found.solution.values);
    const auto usual = totals_of(model, {}, inputs);
    for (const std::string& name : found.solution.open) {
        const std::optional<Numbers> other = with_twice(name, found);
        if (other && totals_of(model, *other, inputs) != usual) names.insert(name);
    }
    // Numbers that decided something are no symbols: the class is built with the next one.
    const std::size_t count = std::min<std::size_t>(found.built.numbers.size(), kMostAttempts);
    for (std::size_t i = 0; i < count; ++i) {
        const DecidingNumber& number = found.built.numbers[i];
        const Numbers before = cls.numbers;
        cls.numbers[number.name] = number.value + 1;
        const Built built = cls.build();
        cls.numbers = before;
        if (built.model.root.type.empty()) continue;
        const Numbers values = values_of(built.model);
        const PrintMatch match = python::match_print(printed, built.model.root, values);
        const bool prints_same =
            match.is_equal() && python::solve_sizes(match.sizes, values).values == values;
        if (prints_same && totals_of(built.model, {}, inputs) != usual) names.insert(number.name);
    }
    return names;
}

/// Leaves weights open that a config may tie or keep apart: no print shows it, so the total is a range.
void open_ties(PrintedClass& cls, Model& model) {
    const Built other = cls.build("'tie_word_embeddings': 'other'");
    const auto is_always_tied = [&](const Tie& tie) {
        return any_of(other.model.ties,
                      [&](const Tie& each) { return each.tied == tie.tied && each.source == tie.source; });
    };
    std::vector<Tie> always;
    std::copy_if(model.ties.begin(), model.ties.end(), std::back_inserter(always), is_always_tied);
    const bool is_known = !other.model.root.type.empty() && always.size() == model.ties.size() &&
                          always.size() == other.model.ties.size();
    if (is_known) return;
    model.ties = std::move(always);
    model.has_no_more_ties = false;
    model.basis = worst(model.basis.value_or(Basis::Exact), Basis::Range);
}

}  // namespace

std::optional<Opened> open_print_by_code(ByteSource& file, const Opened& print, const Beginning& beginning) {
    if (!has_transformers(file)) return std::nullopt;
    Diagnostics problems;
    const Model printed = read_model_text(print.text(), &problems);
    const bool is_print =
        !printed.root.children.empty() && !lists_all_tensors(printed) && printed.inputs.empty();
    if (!is_print || find_layer(printed.root).rule != nullptr || !is_name(printed.root.type.view()))
        return std::nullopt;
    PrintedClass cls(file, beginning, printed.root.type.view());
    std::optional<Found> found = find_numbers(printed.root, cls);
    if (!found) return std::nullopt;
    Opened opened;
    opened.source_text = print.text();
    Model& model = found->built.model;
    std::set<std::string> open;
    mark_assumed(model.root, *found, &open);
    const std::set<std::string> open_numbers = open_in_work(printed.root, *found, cls);
    const bool is_all_marked =
        std::includes(open.begin(), open.end(), open_numbers.begin(), open_numbers.end());
    if (!is_all_marked) model.basis = Basis::Approximate;
    open.insert(open_numbers.begin(), open_numbers.end());
    open_ties(cls, model);
    for (Diagnostic& each : found->built.diagnostics) {
        each.span = {};
        opened.diagnostics.push_back(std::move(each));
    }
    python::add_file_notes(cls.files(), &opened.diagnostics);
    if (!open.empty())
        opened.diagnostics.push_back(
            {Severity::Warning,
             python::message("python.print_leaves_open",
                             {{"names", join(std::vector<std::string>(open.begin(), open.end()), ", ")}})});
    model.notes.push_back(concat(model.root.type, " by what print() shows and the code of transformers"));
    opened.model = write_model_text(model);
    return opened;
}

}  // namespace paramscope::open
