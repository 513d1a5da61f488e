#include "open/support/graph_builder.h"

#include "algebra/formula_values.h"
#include "base/ranges.h"
#include "count/flow/runner.h"
#include "model/read/read_shape.h"
#include "open/support/opened_model.h"

namespace paramscope::open {
namespace {

/// The value of names of sizes while shapes are found: windows fit into it, and it can be halved often.
constexpr std::int64_t kAnySize = 1 << 16;

/// What a model gives; unknown where sizes do not fit.
Signal output_of(const Model& model, const std::vector<Signal>& inputs, const Environment& environment) {
    Diagnostics ignored;
    Tree tree = build_tree(model, environment, &ignored);
    Attempt attempt(tree);
    Signal output = FlowRunner(&tree, environment).call(0, inputs, &attempt);
    return has_errors(attempt.take_diagnostics()) ? Signal::unknown() : output;
}

}  // namespace

std::string GraphBuilder::add_input(Signal shape) {
    std::string name = concat('x', inputs_.size() + 1);
    shapes_[name];
    set_shape(name, std::move(shape));
    return inputs_.emplace_back(std::move(name));
}

std::string GraphBuilder::add_step(std::string_view expression) {
    return add_step(expression, evaluate(expression));
}

std::string GraphBuilder::add_step(std::string_view expression, Signal shape) {
    std::string name = concat('v', steps_.size() + 1);
    steps_.push_back(concat(name, " = ", expression));
    shapes_[name];
    set_shape(name, std::move(shape));
    return name;
}

Signal GraphBuilder::shape_of(std::string_view name) const {
    const auto found = shapes_.find(name);
    return found == shapes_.end() ? Signal::unknown() : found->second;
}

void GraphBuilder::set_shape(std::string_view name, Signal shape) {
    const auto found = shapes_.find(name);
    if (found == shapes_.end()) return;
    declare(shape);
    found->second = std::move(shape);
}

void GraphBuilder::drop_steps_after(std::size_t count) {
    for (std::size_t i = count; i < steps_.size(); ++i) shapes_.erase(concat('v', i + 1));
    steps_.resize(count);
}

void GraphBuilder::declare(const Signal& shape) {
    for (const Polynomial& size : shape.dims) {
        for (std::string& name : symbols(size)) {
            if (symbols_.insert(std::move(name)).second) with_values_.reset();
        }
    }
    for (const Signal& item : shape.items) declare(item);
}

/// The names of sizes without values: what they do not fit is not known.
const Environment& GraphBuilder::without_values() {
    Diagnostics ignored;
    if (!without_values_) without_values_ = std::make_unique<Environment>(Model(), CountOptions{}, &ignored);
    return *without_values_;
}

/// The names of sizes with one value for all: half of an even height, doubled, is the height.
const Environment& GraphBuilder::with_values() {
    if (with_values_) return *with_values_;
    Model model;
    for (const std::string& name : symbols_) {
        Variable& variable = model.variables.emplace_back();
        variable.name = name;
        variable.value = Polynomial(kAnySize);
    }
    Diagnostics ignored;
    return *(with_values_ = std::make_unique<Environment>(model, CountOptions{}, &ignored));
}

/// The shape that `expression` gives by the rules of what it calls, as the forward line of a model that holds
/// nothing else.
Signal GraphBuilder::evaluate(std::string_view expression) {
    Model model;
    model.root.type = "Graph";
    Forward& line = model.root.forward.emplace(read_forward(concat("forward(x) = ", expression)));
    line.inputs.clear();
    std::vector<Signal> inputs;
    take_operands(line.result, model.root, inputs);
    inputs.push_back(Signal::unknown());  // a flow has at least one
    const Signal output = output_of(model, inputs, without_values());
    return output.is_unknown() && !symbols_.empty() ? output_of(model, inputs, with_values()) : output;
}

/// Makes the inputs, steps, modules and tensors that an expression names those of the module `root`.
void GraphBuilder::take_operands(ForwardExpression& expression, Module& root, std::vector<Signal>& inputs) {
    const bool is_call = expression.kind == ForwardExpression::Kind::Call;
    if (is_call || expression.kind == ForwardExpression::Kind::Name) {
        std::vector<std::string>& names = root.forward->inputs;
        if (const auto found = shapes_.find(expression.name); found == shapes_.end()) {
            const std::string name = concat('m', root.children.size() + root.tensors.size());
            if (tree.copy(expression.name, name, root)) expression.name = name;
        } else if (!contains(names, expression.name)) {
            names.push_back(expression.name);
            inputs.push_back(found->second);
        }
    }
    for (ForwardExpression& operand : expression.operands) take_operands(operand, root, inputs);
}

std::vector<std::string> GraphBuilder::lines(const std::vector<std::string>& results) const {
    if (inputs_.empty() || results.empty()) return {};
    const std::string result = results.size() == 1 ? results.front() : tuple_text(results);
    std::vector<std::string> lines = {
        concat("forward(", join(inputs_), ") = ", result, steps_.empty() ? "" : " where")};
    for (const std::string& step : steps_) lines.push_back(concat("  ", step, ','));
    if (!steps_.empty()) lines.back().pop_back();
    return lines;
}

Rare<Forward> GraphBuilder::forward(const std::vector<std::string>& results) const {
    const std::vector<std::string> all = lines(results);
    return all.empty() ? Rare<Forward>() : Rare<Forward>(read_forward(join(all, "\n  ")));
}

Model GraphBuilder::model(const std::string& type, const std::vector<std::string>& input_shapes,
                          const std::vector<std::string>& results) const {
    Model model;
    model.inputs = inputs_of(input_shapes);
    model.root.type = type;
    model.root.span = model.root.type_span = kUnwritten;
    model.root.forward = forward(results);
    tree.add_to(model.root);
    return model;
}

std::string padding_argument(std::span<const std::int64_t> before, std::span<const std::int64_t> after) {
    std::vector<std::int64_t> all;
    for (std::size_t i = before.size(); i > 0; --i) all.insert(all.end(), {before[i - 1], after[i - 1]});
    return "padding=" + tuple_text(all);
}

std::vector<Input> inputs_of(const std::vector<std::string>& shapes) {
    if (shapes.empty()) return {};
    const std::string text = join(shapes);
    Diagnostics diagnostics;
    Reporter reporter(&diagnostics);
    Scanner scanner(text);
    return read_inputs(scanner, reporter);
}

std::string input_line(const std::vector<std::string>& shapes) {
    return shapes.empty() ? std::string() : concat("input = ", join(shapes), '\n');
}

}  // namespace paramscope::open
