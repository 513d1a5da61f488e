// Writes the steps of one call of a module as a forward line.
#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "count/functions/functions.h"
#include "open/python/imports/imports.h"
#include "open/python/trace/forward.h"

namespace paramscope::open::python {
namespace {

constexpr std::size_t kLongestInlined = 70;  // characters of a step that is written inside another one
constexpr std::size_t kLongestLine = 110;
constexpr std::size_t kLongestReason = 240;

bool is_operator(const ForwardStep& step) {
    return step.function.size() == 1 &&
           std::string_view("+-*/@").find(step.function[0]) != std::string_view::npos;
}

bool is_unknown(const ForwardOperand& operand) {
    return operand.kind == ForwardOperand::Kind::Constant && operand.name == kUnknownOperand;
}

class LineWriter {
  public:
    LineWriter(const ForwardFrame& frame, const std::vector<ForwardOperand>& outputs)
        : frame_(frame), outputs_(outputs), inputs_(frame.inputs) {}

    std::string write(std::string_view reason) {
        find_uses();
        reserve_names();
        std::vector<std::string> dead;
        for (std::size_t i = 0; i < frame_.steps.size(); ++i) {
            if (!is_needed_[i]) continue;
            std::string text = text_of(frame_.steps[i]);
            const bool is_inlined =
                uses_[i] == 1 && (text.size() <= kLongestInlined || is_last_[i]) && !is_named_apart(i);
            if (uses_[i] == 0) {
                dead.push_back(std::move(text));
            } else if (is_inlined) {
                texts_[i] = std::move(text);
                is_operator_[i] = is_operator(frame_.steps[i]);
            } else {
                texts_[i] = new_name(frame_.steps[i]);
                bindings_.push_back(concat(texts_[i], " = ", text));
            }
        }
        return line(dead, reason);
    }

  private:
    void find_uses() {
        const std::size_t count = frame_.steps.size();
        is_needed_.assign(count, false);
        uses_.assign(count, 0);
        texts_.assign(count, "");
        is_operator_.assign(count, false);
        is_last_.assign(count, false);
        const auto use = [&](const ForwardOperand& operand) {
            if (operand.kind == ForwardOperand::Kind::Step)
                ++uses_[operand.index], is_needed_[operand.index] = true;
        };
        for (const ForwardOperand& output : outputs_) use(output);
        if (outputs_.size() == 1 && outputs_[0].kind == ForwardOperand::Kind::Step)
            is_last_[outputs_[0].index] = true;
        for (std::size_t i = count; i-- > 0;) {
            const ForwardStep& step = frame_.steps[i];
            is_needed_[i] = !step.function.empty() && (is_needed_[i] || step.has_work);
            if (!is_needed_[i]) continue;
            for (const ForwardOperand& operand : step.operands) use(operand);
        }
    }

    void reserve_names() {
        for (const ForwardStep& step : frame_.steps) {
            for (const ForwardOperand& operand : step.operands) {
                if (operand.kind == ForwardOperand::Kind::Parameter) names_.insert(operand.name);
            }
        }
        for (const ForwardOperand& operand : outputs_) {
            if (operand.kind == ForwardOperand::Kind::Parameter) names_.insert(operand.name);
        }
        // An input hides a tensor of its name. That of a dict has its key, which need not be a name: "0".
        for (std::string& input : inputs_) {
            input = unused_name(is_name(input) ? input : "x");
        }
        for (const char* word : {"where", "forward", "True", "False", "None"}) names_.insert(word);
    }

    /// True for a result with items, which cannot be written behind an operator.
    bool is_named_apart(std::size_t step) const {
        return std::any_of(outputs_.begin(), outputs_.end(), [&](const ForwardOperand& each) {
            return each.kind == ForwardOperand::Kind::Step && each.index == step && !each.items.empty();
        });
    }

    std::string new_name(const ForwardStep& step) {
        std::string base = step.name;
        if (base.empty()) {
            const std::size_t dot = step.function.rfind('.');
            base = dot == std::string::npos ? step.function : step.function.substr(dot + 1);
            const bool is_word = !base.empty() && (base[0] < '0' || base[0] > '9') && !is_operator(step);
            if (!is_word) base = "y";
        }
        return unused_name(base);
    }

    std::string unused_name(const std::string& base) {
        std::string name = base;
        for (std::size_t& count = counts_[base]; !names_.insert(name).second;)
            name = concat(base, "_", ++count + 1);
        return name;
    }

    std::string text_of(const ForwardOperand& operand) const {
        std::string text;
        switch (operand.kind) {
            case ForwardOperand::Kind::Input:
                text = inputs_.at(operand.index);
                break;
            case ForwardOperand::Kind::Step:
                text = texts_[operand.index];
                break;
            case ForwardOperand::Kind::Parameter:
                return operand.name;
            case ForwardOperand::Kind::Constant:
                return is_unknown(operand) ? "unknown()"
                                           : concat("tensor(size=", to_string(operand.shape), ")");
        }
        for (const std::size_t item : operand.items) text += concat("[", item, "]");
        return text;
    }

    /// The operand beside an operator.
    std::string factor(const ForwardOperand& operand) const {
        const bool is_sum = operand.kind == ForwardOperand::Kind::Step && is_operator_[operand.index];
        return is_sum ? concat("(", text_of(operand), ")") : text_of(operand);
    }

    std::string text_of(const ForwardStep& step) const {
        if (is_operator(step) && step.operands.size() == 2)
            return concat(factor(step.operands[0]), " ", step.function, " ", factor(step.operands[1]));
        std::vector<std::string> list;
        for (const ForwardOperand& operand : step.operands) list.push_back(text_of(operand));
        for (const Argument& each : step.arguments) list.push_back(to_string(each));
        const bool is_hidden =
            frame_.module != nullptr && frame_.module->module->children.find(step.function) != nullptr;
        const bool has_prefix = !step.is_module && (is_hidden || !is_flow_function(step.function));
        return concat(has_prefix ? "F." : "", step.function, "(", join(list), ")");
    }

    std::string result_text() const {
        const auto text = [&](const ForwardOperand& output) { return text_of(output); };
        const std::string all = join(outputs_, ", ", text);
        return outputs_.size() == 1 ? all : concat("(", all, ")");
    }

    std::string line(std::vector<std::string> dead, std::string_view reason) const {
        std::string unknown;
        const bool is_said = reason.empty() && any_of(outputs_, is_unknown);
        if (frame_.unknown && !is_said) unknown = concat("unknown(", reason, ")");
        std::string result;
        if (outputs_.empty()) {
            result = dead.empty() ? (unknown.empty() ? "tensor(size=(0,))" : std::exchange(unknown, ""))
                                  : dead.front();
            if (!dead.empty()) dead.erase(dead.begin());
        } else {
            result = result_text();
        }
        if (!unknown.empty()) dead.push_back(unknown);
        if (!dead.empty()) result = concat("after(", result, ", ", join(dead), ")");
        std::string text = concat("forward(", join(inputs_), ") = ", result);
        std::size_t length = text.size();
        for (std::size_t i = 0; i < bindings_.size(); ++i) {
            const bool is_long = length + bindings_[i].size() > kLongestLine;
            text += i == 0 ? (is_long ? "\n      where " : " where ") : (is_long ? ",\n        " : ", ");
            length = is_long ? 0 : length;
            text += bindings_[i];
            length += bindings_[i].size();
        }
        return text;
    }

    const ForwardFrame& frame_;
    const std::vector<ForwardOperand>& outputs_;
    std::vector<std::string> inputs_;
    std::vector<bool> is_needed_;
    std::vector<int> uses_;
    std::vector<std::string> texts_;
    std::vector<bool> is_operator_;
    std::vector<bool> is_last_;
    std::vector<std::string> bindings_;
    std::unordered_set<std::string> names_;
    std::unordered_map<std::string, std::size_t>
        counts_;  ///< of each name, the last number behind it, less 1
};

/// "line 12: ...", without what ends a quoted text.
std::string reason_text(const Message& why, const std::string& place) {
    std::string text = concat(place, ": ", why.english());
    for (char& c : text) {
        if (c == '\'' || c == '\\' || c == '\n' || c == '\r') c = c == '\'' ? '"' : ' ';
    }
    if (text.size() > kLongestReason) text.resize(kLongestReason);
    while (!text.empty() && (static_cast<unsigned char>(text.back()) & 0x80) != 0) text.pop_back();
    return text;
}

}  // namespace

std::string forward_line(const ForwardFrame& frame, const std::vector<ForwardOperand>& outputs,
                         const Evaluator& evaluator, const std::vector<Span>& told) {
    std::string reason;
    if (frame.unknown && !contains(told, frame.unknown_span))
        reason = concat("reason='",
                        reason_text(*frame.unknown, place_text(evaluator, frame.unknown_span.begin)), "'");
    return LineWriter(frame, outputs).write(reason);
}

// Steps of a module that has no line of its own, in the line of the module around: its calls differ from one
// another, it calls modules that are no part of it, or it is made by the forward pass.

Value ForwardPass::inline_steps(const ForwardFrame& inner, const std::vector<ForwardOperand>& operands,
                                const Value& result) {
    const std::size_t offset = frame().steps.size();
    const auto remap = [&](ForwardOperand& operand) {
        if (operand.kind == ForwardOperand::Kind::Step)
            operand.index += offset;
        else if (operand.kind == ForwardOperand::Kind::Input && operand.index < operands.size())
            operand = operands[operand.index];
        else if (operand.object != nullptr)
            operand = operand_of(Value::of(Type::Tensor, const_cast<TensorObject*>(operand.object)));
    };
    for (ForwardStep step : inner.steps) {
        for (ForwardOperand& operand : step.operands) remap(operand);
        if (step.target != nullptr) {
            step.function = path_of(*step.target).value_or("");
            frame().calls_foreign = frame().calls_foreign || step.function.empty();
        }
        frame().steps.push_back(std::move(step));
    }
    if (inner.unknown && !frame().unknown) {
        frame().unknown = inner.unknown;
        frame().unknown_span = inner.unknown_span;
    }
    return moved(result, inner, offset, operands);
}

Value ForwardPass::moved(const Value& value, const ForwardFrame& inner, std::size_t offset,
                         const std::vector<ForwardOperand>& operands) {
    switch (value.type) {
        case Type::Tensor: {
            auto* copy = evaluator_.make<TensorObject>();
            *copy = value.tensor();
            if (copy->origin.frame != inner.number) return value;
            copy->origin.frame = frame().number;
            if (!copy->origin.is_input) {
                copy->origin.index += offset;
            } else {
                const ForwardOperand& operand = operands.at(copy->origin.index);
                copy->origin.is_input = operand.kind == ForwardOperand::Kind::Input;
                copy->origin.index = operand.index;
                copy->origin.items = operand.items;
                const bool is_local = copy->origin.is_input || operand.kind == ForwardOperand::Kind::Step;
                if (!is_local) copy->origin = {};
            }
            return Value::of(Type::Tensor, copy);
        }
        default:
            return evaluator_.map_items(
                value, [&](const Value& item, const Value*) { return moved(item, inner, offset, operands); });
    }
}

}  // namespace paramscope::open::python
