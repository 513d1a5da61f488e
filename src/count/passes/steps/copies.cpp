#include "count/passes/steps/copies.h"

#include <string_view>

#include "base/ranges.h"
#include "count/passes/steps/arguments.h"
#include "count/passes/steps/keeps.h"

namespace paramscope {
namespace {

/// Dimensions of the values of all heads.
constexpr std::size_t kRankOfHeads = 4;

}  // namespace

Layout layout_of_layer(const NodeReport& row, const std::vector<Layout>& given, const Dims* input,
                       const Dims* output) {
    const bool is_recurrent = row.type == "GRU" || row.type == "RNN" || row.type == "LSTM";
    if (is_recurrent && has_flag(row, "batch_first") && output != nullptr && output->size() == 3)
        return {Layout::Kind::Strided, {output->back(), output->front() * output->back(), 1}};
    if (given.empty() || given.front().is_packed()) return {};
    const std::string_view family = row.facts->family;
    const bool is_of_each = family == "activation" || family == "dropout";
    if (is_of_each && input != nullptr && output != nullptr && *input == *output)
        return layout_of_result(given.front(), *input);
    return family == "linear" ? Layout{} : Layout::unknown();
}

Layout layout_of_step(const LaidOutCall& call, const Dims* output) {
    if (call.layouts.empty() || output == nullptr) return {};
    const std::string_view name = call.step.name;
    if (name == "attention" || (name == "einsum" && call.layouts.size() == 1)) return Layout::unknown();
    const Dims& input = call.arrows.front()->signal.dims;
    constexpr std::string_view kPackedResults[] = {"softmax", "log_softmax", "@",     "matmul",
                                                   "einsum",  "cat",         "stack", "contiguous"};
    if (name.starts_with("F.") || contains(kPackedResults, name)) return {};
    const auto keeps = keeps_of_function(name);
    if (keeps && keeps->is_view)
        return layout_of_view(call.step, call.layouts.front(), input, *output).value_or(Layout{});
    return input == *output ? layout_of_result(call.layouts.front(), *output) : Layout{};
}

bool is_copied_for_weights(const Layout& layout, const Dims& shape, bool is_training) {
    const std::size_t rank = shape.size();
    if (rank < 3) return false;
    const bool has_gaps = layout.kind == Layout::Kind::Strided && !(layout.strides.back() == Polynomial(1));
    return !can_join(layout, shape, 0, rank - 1) || (has_gaps && !is_training);
}

bool is_copied(const LaidOutCall& call, std::size_t operand, const Dims& output, bool is_single,
               bool is_training) {
    const auto& [step, arrows, layouts] = call;
    const std::string_view name = step.name;
    const Dims& shape = arrows[operand]->signal.dims;
    const Layout& layout = layouts[operand];
    if (name == "contiguous") return !layout.is_packed();
    if (name == "reshape" || name == "flatten" || name == "unflatten")
        return !layout_of_view(step, layout, shape, output);
    if (name == "F.linear") return operand == 0 && is_copied_for_weights(layout, shape, is_training);
    const bool is_of_classes = name == "loss" && shape.size() == 3 && arrows.size() > 1;
    if (is_of_classes && arrows[1]->signal.dims.size() < shape.size())
        return operand == 0 && !layout.is_packed();
    const Value* const equation = name == "einsum" && arrows.size() == 2 ? step.find("equation") : nullptr;
    if (equation != nullptr && !is_elementwise_einsum(step))
        return is_copied_by_einsum(equation->text.view(), operand, layout, shape);
    const bool is_product = name == "@" || name == "matmul";
    if (!is_product || arrows.size() < 2) return false;
    const Dims& other = arrows[operand == 0 ? 1 : 0]->signal.dims;
    if (operand == 0 && other.size() == 2) return is_copied_for_weights(layout, shape, is_training);
    return shape.size() >= kRankOfHeads && !is_single && !can_join(layout, shape, 0, shape.size() - 2);
}

std::optional<Dims> repeated_for_product(const LaidOutCall& call, std::size_t operand, const Dims& output) {
    const bool is_product = call.step.name == "@" || call.step.name == "matmul";
    const Dims& shape = call.arrows[operand]->signal.dims;
    if (!is_product || call.arrows.size() < 2 || shape.size() < 3 || output.size() < shape.size())
        return std::nullopt;
    const Layout& layout = call.layouts[operand];
    const std::size_t batches = output.size() - 2, added = output.size() - shape.size();
    Dims whole(output.begin(), output.end() - 2);
    Layout repeated{Layout::Kind::Strided, Dims(batches, Polynomial(0))};
    const Dims strides = strides_of(layout.is_known() ? layout : Layout{}, shape);
    bool is_repeated = false;
    for (std::size_t i = 0; i < batches; ++i) {
        const bool is_own = i >= added && shape[i - added] == output[i];
        if (is_own) repeated.strides[i] = strides[i - added];
        is_repeated |= !is_own;
    }
    if (!is_repeated || can_join(repeated, whole, 0, batches)) return std::nullopt;
    whole.insert(whole.end(), shape.end() - 2, shape.end());
    return whole;
}

bool is_elementwise_einsum(const FlowStep& step) {
    const Value* const equation = step.find("equation");
    if (equation == nullptr) return false;
    const std::string_view text = equation->text.view();
    const std::size_t arrow = text.find("->");
    if (arrow == std::string_view::npos) return false;
    const std::string_view result = text.substr(arrow);
    return all_of(text.substr(0, arrow), [&](char each) {
        return each == ',' || each == ' ' || result.find(each) != std::string_view::npos;
    });
}

}  // namespace paramscope
