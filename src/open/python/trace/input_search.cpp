#include "open/python/trace/input_search.h"

#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "count/environment/input.h"
#include "open/python/state/interpreter.h"
#include "open/python/trace/input_names.h"

namespace paramscope::open::python {
namespace {

constexpr int kMostRounds = 24;                    // passes with other sizes of one kind of inputs
constexpr std::size_t kMostKinds = 5;              // of an input
constexpr std::size_t kMostTrials = 24;            // kinds of all inputs together
constexpr std::size_t kMostSearchSteps = 300'000;  // of evaluation, in all passes

/// All choices of one of `counts` items for each, those with small sums first.
std::vector<std::vector<std::size_t>> choices(const std::vector<std::size_t>& counts) {
    std::vector<std::vector<std::size_t>> found;
    std::size_t most = 0;
    for (const std::size_t count : counts) most += count - 1;
    for (std::size_t sum = 0; sum <= most && found.size() < kMostTrials; ++sum) {
        std::vector<std::size_t> choice(counts.size(), 0);
        const auto place = [&](const auto& self, std::size_t at, std::size_t left) -> void {
            if (at == counts.size()) {
                if (left == 0 && found.size() < kMostTrials) found.push_back(choice);
                return;
            }
            for (choice[at] = 0; choice[at] < counts[at] && choice[at] <= left; ++choice[at])
                self(self, at + 1, left - choice[at]);
            choice[at] = 0;
        };
        place(place, 0, sum);
    }
    return found;
}

/// Adds, behind the first choice, those by which all open inputs are tensors of one rank.
void add_equal_ranks(const std::vector<std::vector<InputKind>>& kinds,
                     std::vector<std::vector<std::size_t>>* choices) {
    std::vector<std::vector<std::size_t>> equal;
    for (const std::size_t rank : {2U, 3U, 4U, 5U}) {
        std::vector<std::size_t> choice;
        for (const std::vector<InputKind>& of_input : kinds) {
            const InputKind* found = find_where(of_input, [&](const InputKind& each) {
                return of_input.size() == 1 || (each.rank == rank && each.kind == InputShape::Kind::Tensor);
            });
            if (found != nullptr) choice.push_back(static_cast<std::size_t>(found - of_input.data()));
        }
        if (choice.size() == kinds.size()) equal.push_back(std::move(choice));
    }
    choices->insert(choices->begin() + 1, equal.begin(), equal.end());
}

}  // namespace

python::Arguments in_order(const InstanceObject& root, const std::vector<Value>& inputs) {
    python::Arguments arguments;
    const std::vector<Parameter> parameters = inputs_of(*root.cls);
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        if (i < parameters.size() && parameters[i].is_keyword_only)
            arguments.named.emplace_back(parameters[i].name, inputs[i]);
        else
            arguments.positional.push_back(inputs[i]);
    }
    return arguments;
}

python::Arguments InputSearch::arguments(const std::vector<InputShape>& inputs) const {
    std::vector<Value> values;
    for (const InputShape& each : inputs) {
        switch (each.kind) {
            case InputShape::Kind::Tensor:
                values.push_back(tensor(evaluator_, each.sizes));
                break;
            case InputShape::Kind::Pair:
                values.push_back(
                    evaluator_.tuple({tensor(evaluator_, each.sizes), tensor(evaluator_, each.sizes)}));
                break;
            case InputShape::Kind::Number:
                values.push_back(each.sizes.front());
                break;
            case InputShape::Kind::None:
                values.push_back(Value::none());
                break;
        }
    }
    return in_order(root_, values);
}

bool InputSearch::is_over() const {
    // A search may take several times as long as one pass, and not much longer where that is short.
    constexpr std::size_t kFewSteps = 20'000, kPasses = 12;
    return runs_.is_at_limit() || steps_ > std::min(kMostSearchSteps, kFewSteps + kPasses * longest_);
}

std::optional<std::vector<InputShape>> InputSearch::fit(std::vector<InputShape> inputs, bool is_whole) {
    const auto fitting = fit_open(std::move(inputs), is_whole);
    return fitting ? std::optional(sizes_.with_numbers(*fitting)) : std::nullopt;
}

std::optional<std::vector<InputShape>> InputSearch::fit_open(std::vector<InputShape> inputs, bool is_whole) {
    std::optional<std::vector<InputShape>> fitting;  // if nothing better is found
    for (int round = 0; round < kMostRounds && !is_over(); ++round) {
        const auto pass = runs_.search(arguments(inputs), kMostSearchSteps - steps_);
        steps_ += runs_.steps();
        longest_ = std::max(longest_, runs_.steps());
        if (runs_.failure() || pass->mismatch()) {
            const bool is_changed = (pass->unusual() && sizes_.satisfy(*pass->unusual(), &inputs)) ||
                                    (pass->unmet() && sizes_.satisfy(*pass->unmet(), &inputs));
            if (!is_changed) break;
            continue;
        }
        if (is_whole && pass->has_unknown()) break;
        if (pass->unusual()) {
            if (!fitting) fitting = inputs;
            if (sizes_.satisfy(*pass->unusual(), &inputs)) continue;
        }
        if (!sizes_.settle(pass->equal_sizes(), &inputs)) return inputs;
    }
    return fitting;
}

InputShape InputSearch::open_input(std::size_t index, InputShape::Kind kind, std::size_t rank,
                                   const Value& batch) const {
    InputShape input{kind, {}};
    if (kind == InputShape::Kind::Number) input.sizes = {sizes_.make(concat(names_[index], "_n"), 16)};
    const std::size_t place = is_state(names_[index]) && rank == 3 ? 1 : 0;
    for (std::size_t at = 0; at < rank; ++at) {
        const char dimension = static_cast<char>('a' + at);
        input.sizes.push_back(
            at == place ? batch
                        : sizes_.make(concat(names_[index], "_", dimension), first_number_of(rank, at)));
    }
    return input;
}

std::optional<std::vector<InputShape>> InputSearch::find(const std::vector<InputShape>& known,
                                                         const std::vector<std::size_t>& ranks) {
    std::vector<std::vector<InputKind>> kinds;
    std::vector<std::size_t> counts;
    for (std::size_t i = 0; i < names_.size(); ++i) {
        const bool is_known = !known[i].sizes.empty() || known[i].kind == InputShape::Kind::None;
        kinds.push_back(is_known ? std::vector<InputKind>{{known[i].kind, 0}} : kinds_of_input(names_[i]));
        if (!is_known && ranks[i] > 0) kinds.back() = {{InputShape::Kind::Tensor, ranks[i]}};
        if (kinds.back().size() > kMostKinds) kinds.back().resize(kMostKinds);
        counts.push_back(kinds.back().size());
    }
    std::vector<std::vector<std::size_t>> tried = choices(counts);
    add_equal_ranks(kinds, &tried);
    for (const Value& batch : {sizes_.tried_batch(), Value::of(1)}) {
        // Few models take one sample alone.
        constexpr std::size_t kChoicesOfOne = 6;
        if (batch.formula == nullptr) tried.resize(std::min(tried.size(), kChoicesOfOne));
        for (const std::vector<std::size_t>& choice : tried) {
            if (is_over()) break;
            std::vector<InputShape> inputs = known;
            for (std::size_t i = 0; i < inputs.size(); ++i) {
                const InputKind& kind = kinds[i][choice[i]];
                const bool is_open = known[i].sizes.empty() && known[i].kind != InputShape::Kind::None;
                if (is_open) inputs[i] = open_input(i, kind.kind, kind.rank, batch);
            }
            sizes_.set_batch(&inputs, batch);
            if (const auto found = fit_open(std::move(inputs), true)) return fit_named(*found);
        }
    }
    return std::nullopt;
}

/// Gives open sizes the names that people use, where their usual numbers fit; else numbers.
std::optional<std::vector<InputShape>> InputSearch::fit_named(const std::vector<InputShape>& found) {
    std::vector<InputShape> named = found;
    sizes_.set_batch(&named, evaluator_.decisions.input_size("batch", 1));
    std::vector<InputShape> numbers = named;
    for (const std::string& symbol : sizes_.symbols_of(found)) {
        const bool is_new = OpenSizes::is_tried(symbol);
        for (std::size_t i = 0; i < found.size() && is_new; ++i) {
            if (found[i].kind == InputShape::Kind::Number) continue;
            const std::vector<bool> known = sizes_.known_sizes(found[i]);
            for (std::size_t at = 0; at < known.size(); ++at) {
                if (sizes_.symbol_of(named[i].sizes[at]) != symbol) continue;
                const std::string name(name_of_size(names_[i], at, known));
                sizes_.replace(&named, symbol, evaluator_.decisions.input_size(name, usual_input_size(name)));
            }
        }
    }
    if (const auto fitting = fit(named, true)) return fitting;
    return fit(sizes_.with_numbers(numbers), true);
}

}  // namespace paramscope::open::python
