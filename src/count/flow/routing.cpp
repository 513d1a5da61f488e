#include "count/flow/routing.h"

#include <optional>

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
            Node& node = tree_.nodes[i];
            const bool is_share_unknown =
                i > 0 && node.module->name == "experts" && !tree_.nodes[node.parent].forward;
            if (is_share_unknown) node.share.reset();
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
            set_share(index, *experts, expression);
        }
    }

    /// Sets the share of the experts that `route`, a call in the line of module `index`, names.
    void set_share(std::uint32_t index, std::uint32_t list, const ForwardExpression& route) {
        Node& experts = tree_.nodes[list];
        std::optional<Polynomial> chosen, all = expert_count(list);
        for (const ForwardExpression::Keyword& keyword : route.keywords) {
            if (keyword.name == "k") chosen = flow::size_of(keyword.value);
            if (keyword.name == "of") all = flow::size_of(keyword.value);
        }
        const std::optional<Integer> k = chosen ? environment_.integer(*chosen) : std::nullopt;
        const std::optional<Integer> n = all ? environment_.integer(*all) : std::nullopt;
        if (!k || !n || *k < 1 || *k > *n) {
            experts.share.reset();
            const bool is_reported = n.value_or(0) == 0;  // the experts' tensors are unknown
            if (!is_reported) report_wrong_k(index, *n);
            return;
        }
        experts.share = *chosen / *all;
        experts.notes.push_back(message("route.share", {{"chosen", to_string(*k)}, {"all", to_string(*n)}}));
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
