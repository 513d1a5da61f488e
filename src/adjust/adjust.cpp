#include "adjust/adjust.h"

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <utility>

#include "adjust/equations.h"
#include "adjust/flow_probe.h"
#include "adjust/input_names.h"
#include "adjust/messages.h"
#include "adjust/rewrite.h"
#include "adjust/roles.h"
#include "adjust/sizes.h"
#include "adjust/stages.h"
#include "adjust/steps.h"
#include "adjust/structure.h"
#include "adjust/trial.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "count/count.h"
#include "model/read/read.h"

namespace paramscope {
namespace adjust {
namespace {

/// The text as it was, and why.
Adjustable unchanged(std::string_view text, Message remark) {
    return {std::string(text), {}, std::move(remark)};
}

class Adjuster {
  public:
    Adjuster(std::string_view text, std::shared_ptr<const Model> model, const CountOptions& options,
             const Say& say)
        : text_(text),
          model_(std::move(model)),
          options_(options),
          say_(say),
          present_(count(model_, options)) {}

    Adjustable run() {
        if (has_errors(present_.diagnostics)) return unchanged(text_, message("adjust.unreadable"));
        sized_ = find_sizes(*model_);
        if (!sized_)
            return unchanged(
                text_, message("adjust.too_many_sizes", {{"modules", kMostModules}, {"sizes", kMostSizes}}));
        Equations equations(sized_->sizes);
        ProbeResult probe = probe_flow(*sized_);
        relate(&probe, &equations);
        is_exact_ = is_exact_with(probe.inputs);
        std::vector<NamedSize> named = name_sizes(*sized_, probe, options_.inputs, &equations);
        return write(probe, std::move(named), &equations);
    }

  private:
    /// True when print() shows all tensors, or all but those of sizes that an input decides.
    bool is_exact_with(std::vector<Dims> inputs) const {
        const auto value = [&](std::string_view symbol) -> std::optional<Polynomial> {
            const auto size = size_of_symbol(symbol);
            return size ? std::optional(Polynomial(sized_->sizes[*size].value)) : std::nullopt;
        };
        for (Dims& shape : inputs)
            for (Polynomial& size : shape) size = substitute(size, value);
        CountOptions options = options_;
        if (options.inputs.empty()) options.inputs = std::move(inputs);
        return count(model_, options).root()->facts->parameters.basis == Basis::Exact;
    }

    /// Relates the sizes to one another. Sums come last: with stages that are multiples of one width most are
    /// solved.
    void relate(ProbeResult* probe, Equations* equations) {
        add_layer_rules(*sized_, equations);
        add_equal_modules(*sized_, equations);
        std::vector<Requirements::Pair> sums;
        for (const auto& [a, b] : probe->requirements.equal) {
            if (equations->is_sum(a, b)) {
                sums.emplace_back(a, b);
            } else {
                equations->require_equal(a, b);
            }
        }
        relate_ties(equations);
        join_pieces(*sized_, *probe, equations);
        fix_of_unknown_modules(*sized_, *probe, equations);
        add_square_attention(*sized_, probe->requirements, equations);
        add_square_layers(*sized_, probe->requirements, equations);
        add_head_norms(*sized_, probe, equations);
        fix_of_uncalled(*sized_, *probe, equations);
        join_stages(*sized_, *probe, sums, equations);
        for (const auto& [a, b] : sums) equations->require_equal(a, b);
        fix_unsolved_multiples(probe->requirements, equations);
    }

    /// Weights that are one tensor, or may be, have one shape.
    void relate_ties(Equations* equations) {
        for (const NodeReport& node : present_.nodes)
            for (const TensorReport& tensor : node.facts->tensors.list())
                if (!tensor.tied_to.empty())
                    relate_tie(present_.path(node), std::string(tensor.tied_to), equations);
        for (const PossibleTie& tie : present_.possible_ties) relate_tie(tie.tied, tie.source, equations);
    }

    void relate_tie(std::string_view tied, std::string_view source, Equations* equations) {
        const auto a = module_at(without_weight(tied)), b = module_at(without_weight(source));
        if (!a || !b) return;
        const auto relate = [&](SizeKind kind, SizeKind other) {
            const auto of_tied = sized_->find(*a, kind), of_source = sized_->find(*b, other);
            if (of_tied && of_source && equations->value(*of_tied) == equations->value(*of_source))
                equations->require_equal(*of_source, *of_tied);
        };
        fix_square_table(*b, equations);
        relate(SizeKind::Output, SizeKind::Rows);  // a linear layer and an embedding
        relate(SizeKind::Input, SizeKind::Output);
        relate(SizeKind::Rows, SizeKind::Rows);
        if (sized_->find(*a, SizeKind::Rows)) relate(SizeKind::Output, SizeKind::Output);
    }

    /// An embedding with as many rows as features: an equal number elsewhere may be either, so the rows stay
    /// a number.
    void fix_square_table(std::uint32_t embedding, Equations* equations) {
        const auto rows = sized_->find(embedding, SizeKind::Rows),
                   width = sized_->find(embedding, SizeKind::Output);
        if (rows && width && equations->value(*rows) == equations->value(*width)) equations->fix(*rows);
    }

    static std::string_view without_weight(std::string_view path) {
        constexpr std::string_view weight = ".weight";
        return path.ends_with(weight) ? path.substr(0, path.size() - weight.size()) : path;
    }

    std::optional<std::uint32_t> module_at(std::string_view path) {
        if (module_of_path_.empty()) {
            for (std::uint32_t i = 0; i < sized_->modules.size(); ++i)
                if (sized_->find(i, SizeKind::Output)) module_of_path_.emplace(sized_->path(i), i);
        }
        const auto found = module_of_path_.find(path);
        return found == module_of_path_.end() ? std::nullopt : std::optional(found->second);
    }

    /// Writes the names that fit; without those that do not, until all do.
    Adjustable write(const ProbeResult& probe, std::vector<NamedSize> named, Equations* equations) {
        while (!named.empty()) {
            std::vector<Range> ranges = ranges_of(named, *sized_, probe, equations);
            const std::string text = rewritten(text_, *sized_, named, header(named, ranges), equations);
            Diagnostics diagnostics;
            auto model = std::make_shared<Model>(read_model_text(text, &diagnostics));
            if (!have_same_numbers(present_, count(model, options_, std::move(diagnostics)))) break;
            std::vector<Dims> inputs = options_.inputs.empty() ? probe.inputs : options_.inputs;
            for (Dims& shape : inputs)
                for (Polynomial& size : shape) size = with_names(size, named, equations);
            model->stated_totals.clear();  // those of the present values
            try_ranges(named, Trial(model, std::move(inputs)), &ranges);
            if (drop_unfit(ranges, &named, equations)) continue;
            return {rewritten(text_, *sized_, named, header(named, ranges), equations),
                    found(named, ranges, equations),
                    {}};
        }
        return unchanged(text_, message("adjust.nothing_found"));
    }

    static bool drop_unfit(const std::vector<Range>& ranges, std::vector<NamedSize>* named,
                           Equations* equations) {
        std::vector<NamedSize> kept;
        for (std::size_t i = 0; i < named->size(); ++i) {
            if (ranges[i].fits) {
                kept.push_back(std::move((*named)[i]));
            } else {
                equations->fix((*named)[i].size);
            }
        }
        const bool has_dropped = kept.size() != named->size();
        *named = std::move(kept);
        return has_dropped;
    }

    /// The lines above the tree: definitions, and what print() says of itself.
    std::string header(const std::vector<NamedSize>& named, const std::vector<Range>& ranges) const {
        std::string lines;
        for (std::size_t i = 0; i < named.size(); ++i)
            lines += definition(variable(named[i], ranges[i]), say_);
        if (!is_exact_ && !model_->basis) lines += "basis: printed\n";
        return lines;
    }

    static FoundVariable variable(const NamedSize& named, const Range& range) {
        FoundVariable variable;
        variable.name = named.name;
        variable.value = range.value;
        variable.role = named.role;
        variable.step = range.step;
        variable.least = std::max(range.step, range.least);
        if (range.divides) variable.divides = *range.divides;
        return variable;
    }

    std::vector<FoundVariable> found(const std::vector<NamedSize>& named, const std::vector<Range>& ranges,
                                     Equations* equations) const {
        std::vector<FoundVariable> variables;
        for (std::size_t i = 0; i < named.size(); ++i) variables.push_back(variable(named[i], ranges[i]));
        for (std::uint32_t i = 0; i < sized_->sizes.size(); ++i) {
            for (const std::uint32_t base : sizes_in(equations->size_formula(i))) {
                const auto* at = find_by(named, &NamedSize::size, base);
                if (at != nullptr) ++variables[static_cast<std::size_t>(at - named.data())].places;
            }
        }
        return variables;
    }

    std::string_view text_;
    std::shared_ptr<const Model> model_;
    const CountOptions& options_;
    const Say& say_;
    Report present_;
    std::unique_ptr<SizedModel> sized_;
    std::map<std::string, std::uint32_t, std::less<>> module_of_path_;  ///< those that give features
    bool is_exact_ = false;                                             ///< is_exact_with()
};

}  // namespace

std::string definition(const FoundVariable& variable, const Say& say) {
    std::string limits;
    if (variable.divides && variable.step > 1) {
        limits = concat("; multiples of ", to_string(variable.step), " that divide ",
                        to_string(*variable.divides));
    } else if (variable.divides) {
        limits = concat("; divides ", to_string(*variable.divides));
    } else if (variable.step > 1) {
        limits = concat("; multiples of ", to_string(variable.step));
    }
    return concat(variable.name, " = ", to_string(variable.value), "  # ", say(variable.role), limits, "\n");
}

}  // namespace adjust

std::string in_english(const Message& message) {
    return message.english();
}

Adjustable make_adjustable(std::string_view text, const CountOptions& options, const Say& say,
                           MissingInput missing) {
    Diagnostics diagnostics;
    auto model = std::make_shared<Model>(read_model_text(text, &diagnostics));
    if (has_errors(diagnostics) || model->root.type.empty())
        return adjust::unchanged(text, adjust::message("adjust.unreadable"));
    if (uses_variables(*model)) return adjust::unchanged(text, adjust::message("adjust.has_variables"));
    Adjustable adjustable = adjust::Adjuster(text, std::move(model), options, say).run();
    if (missing == MissingInput::Stated) {
        adjust::state_input(&adjustable, options.inputs, say);
    } else {
        adjust::name_inputs(&adjustable, say);
    }
    return adjustable;
}

}  // namespace paramscope
