#include "count/flow/routing.h"

#include <optional>

#include "base/ranges.h"
#include "count/flow/messages.h"
#include "count/functions/values.h"

namespace paramscope {
namespace {

class ExpertShares {
  public:
    ExpertShares(Tree* tree, const Environment& environment, Diagnostics* diagnostics)
        : tree_(*tree), environment_(environment), diagnostics_(diagnostics) {}

    void run() {
        for (std::uint32_t i = 0; i < tree_.nodes.size(); ++i) {
            const Node& node = tree_.nodes[i];
            if (holds_experts(i) && !tree_.nodes[node.parent].forward) set_share_by_argument(i);
            if (!node.forward) continue;
            visit(i, node.forward->result);
            for (const Forward::Binding& binding : node.forward->bindings) visit(i, binding.value);
        }
    }

  private:
    void visit(std::uint32_t index, const ForwardExpression& expression) {
        for (const ForwardExpression& operand : expression.operands) visit(index, operand);
        if (expression.name != "route" || expression.operands.empty()) return;
        if (const auto experts = tree_.find(index, expression.operands.front().name)) {
            set_share_by_line(index, *experts, expression);
        }
    }

    /// True for the experts of a mixture: a module of that name or type. One with a router of its own is a
    /// whole mixture (JetMoe's attention calls it `experts`).
    bool holds_experts(std::uint32_t index) const {
        const Module& module = *tree_.nodes[index].module;
        const bool is_named = module.name == "experts" || module.type.view().ends_with("Experts");
        return index > 0 && is_named && !tree_.find(index, "router");
    }

    /// Sets the share of experts whose mixture has no forward line: of listed or stacked ones by its argument
    /// `top_k`, which configs write; otherwise it is unknown.
    void set_share_by_argument(std::uint32_t index) {
        Node& experts = tree_.nodes[index];
        experts.share.reset();
        const SharedList<Argument> given = tree_.nodes[experts.parent].module->arguments.list();
        const Argument* chosen = find_by(given, &Argument::name, "top_k");
        const bool are_counted =
            experts.is_list || any_of(experts.tensors.list(),
                                      [](const TensorReport& tensor) { return tensor.shape.size() == 3; });
        const std::optional<Polynomial> all = are_counted ? expert_count(index) : std::nullopt;
        if (chosen && all) set_share(&experts, flow::size_of(chosen->value), *all);
    }

    /// Sets the share of the experts that `route`, a call in the line of module `index`, names.
    void set_share_by_line(std::uint32_t index, std::uint32_t list, const ForwardExpression& route) {
        Node& experts = tree_.nodes[list];
        experts.share.reset();
        std::optional<Polynomial> chosen, all = expert_count(list);
        for (const ForwardExpression::Keyword& keyword : route.keywords) {
            if (keyword.name == "k") chosen = flow::size_of(keyword.value);
            if (keyword.name == "of") all = flow::size_of(keyword.value);
        }
        if (chosen && all && set_share(&experts, *chosen, *all)) return;
        const std::optional<Integer> n = all ? environment_.integer(*all) : std::nullopt;
        const bool is_reported = n.value_or(0) == 0;  // the experts' tensors are unknown
        if (!is_reported) report_wrong_k(index, *n);
    }

    /// Sets the share to `chosen` of `all` experts, if these are numbers that can be.
    bool set_share(Node* experts, const Polynomial& chosen, const Polynomial& all) {
        const std::optional<Integer> k = environment_.integer(chosen), n = environment_.integer(all);
        if (!k || !n || *k < 1 || *k > *n) return false;
        experts->share = chosen / all;
        experts->notes.push_back(message("route.share", {{"chosen", to_string(*k)}, {"all", to_string(*n)}}));
        return true;
    }

    void report_wrong_k(std::uint32_t index, Integer experts) {
        diagnostics_->push_back({Severity::Error, message("route.needs_k", {{"experts", to_string(experts)}}),
                                 tree_.nodes[index].module->type_span, tree_.path(index)});
    }

    /// The number of experts: the modules of a list, or the first size of tensors that hold all experts.
    std::optional<Polynomial> expert_count(std::uint32_t index) const {
        const Node& experts = tree_.nodes[index];
        if (experts.is_list) {
            Polynomial modules;
            for (const std::uint32_t child : tree_.children(index))
                modules += tree_.nodes[child].module->repeat;
            return modules;
        }
        if (experts.tensors.empty()) return Polynomial();
        const SharedList<TensorReport> tensors = experts.tensors.list();
        const Dims& first = tensors.front().shape;
        for (const TensorReport& tensor : tensors) {
            if (tensor.shape.empty()) return std::nullopt;
            const bool is_first = &tensor == &tensors.front();
            if (!is_first && !environment_.equal(first.front(), tensor.shape.front())) return std::nullopt;
        }
        return tensors.back().shape.front();
    }

    Tree& tree_;
    const Environment& environment_;
    Diagnostics* diagnostics_;
};

}  // namespace

void set_expert_shares(Tree* tree, const Environment& environment, Diagnostics* diagnostics) {
    ExpertShares(tree, environment, diagnostics).run();
}

}  // namespace paramscope
