#include "count/flow/routing.h"

#include "base/concat.h"
#include "count/flow/values.h"

namespace paramscope {
namespace {

class Routes {
  public:
    Routes(Tree* tree, const Environment& environment, Diagnostics* diagnostics)
        : tree_(*tree), environment_(environment), diagnostics_(diagnostics) {}

    void run() {
        for (std::uint32_t i = 0; i < tree_.nodes.size(); ++i) {
            Node& node = tree_.nodes[i];
            // Nobody tells how many of them work on a token.
            if (i > 0 && node.module->name == "experts" && !tree_.nodes[node.parent].forward)
                node.share.reset();
            if (!node.forward) continue;
            visit(i, node.forward->result);
            for (const Forward::Binding& binding : node.forward->bindings) visit(i, binding.value);
        }
    }

  private:
    void visit(std::uint32_t index, const FlowExpression& expression) {
        for (const FlowExpression& operand : expression.operands) visit(index, operand);
        if (expression.name != "route" || expression.operands.empty()) return;
        if (const auto experts = tree_.find(index, expression.operands.front().name)) {
            share_among(index, *experts, expression);
        }
    }

    void share_among(std::uint32_t index, std::uint32_t experts, const FlowExpression& expression) {
        Node& node = tree_.nodes[experts];
        std::optional<Polynomial> chosen, all = count(node);
        for (const FlowExpression::Keyword& keyword : expression.keywords) {
            if (keyword.name == "k") chosen = flow::size_of(keyword.value);
            if (keyword.name == "of") all = flow::size_of(keyword.value);
        }
        const std::optional<Integer> k = chosen ? environment_.integer(*chosen) : std::nullopt;
        const std::optional<Integer> n = all ? environment_.integer(*all) : std::nullopt;
        if (!k || !n || *k < 1 || *k > *n) {
            node.share.reset();
            if (n.value_or(0) == 0) return;  // their tensors are not known, which is told already
            diagnostics_->push_back(
                {Severity::Error,
                 concat("route needs k=, from 1 to the number of experts",
                        n ? concat(", ", to_string(*n)) : std::string(), ": route(experts, x, k=2)"),
                 tree_.nodes[index].module->type_span, tree_.path(index)});
            return;
        }
        node.share = *chosen / *all;
        node.notes.push_back(concat("each token goes to ", to_string(*k), " of the ", to_string(*n),
                                    " experts: so much of their work is counted, and is active"));
    }

    /// How many experts there are: modules of a list, or the first size of tensors that hold all of them.
    std::optional<Polynomial> count(const Node& node) const {
        Polynomial modules;
        if (node.is_list) {
            for (const std::uint32_t child : node.children) modules += tree_.nodes[child].module->repeat;
            return modules;
        }
        for (const TensorReport& tensor : node.tensors) {
            const bool is_first = &tensor == &node.tensors.front();
            if (tensor.shape.empty()) return std::nullopt;
            if (!is_first && !environment_.equal(modules, tensor.shape.front())) return std::nullopt;
            modules = tensor.shape.front();
        }
        return modules;
    }

    Tree& tree_;
    const Environment& environment_;
    Diagnostics* diagnostics_;
};

}  // namespace

void find_routes(Tree* tree, const Environment& environment, Diagnostics* diagnostics) {
    Routes(tree, environment, diagnostics).run();
}

}  // namespace paramscope
