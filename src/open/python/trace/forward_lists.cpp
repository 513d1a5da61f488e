// Loops over lists of modules in a forward pass, as each(list, x).
#include <algorithm>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/modules/modules.h"
#include "open/python/trace/ended_frames.h"
#include "open/python/trace/forward.h"
#include "open/python/trace/names.h"

namespace paramscope::open::python {
namespace {

/// The number of the item of `list` that a path names: 3 of "layers.3.0"; `rest` is what follows.
std::optional<std::size_t> item_of(const std::string& path, const std::string& list, std::string* rest) {
    if (!path.starts_with(list + ".")) return std::nullopt;
    const std::string tail = path.substr(list.size() + 1);
    const std::size_t dot = std::min(tail.find('.'), tail.size());
    const std::optional<int> item = read_number(tail.substr(0, dot));
    if (!item) return std::nullopt;
    *rest = dot < tail.size() ? tail.substr(dot + 1) : "";
    return static_cast<std::size_t>(*item);
}

/// What is alike in all iterations of a loop over the items of a list.
struct LoopBody {
    std::string list;
    std::size_t size = 0;                  ///< steps of one iteration
    std::optional<std::size_t> carried;    ///< the step whose result the next iteration takes
    std::optional<ForwardOperand> first;   ///< what the first iteration takes in its place
    std::vector<ForwardOperand> captured;  ///< tensors from before the loop
};

/// Compares an operand of a step with the same one of the first iteration.
bool matches(const ForwardOperand& operand, const ForwardOperand& first, std::size_t k,
             const std::vector<std::size_t>& begins, LoopBody& body) {
    const std::size_t begin = begins[k];
    const bool is_inside_first = first.kind == ForwardOperand::Kind::Step && first.index >= begins[0];
    if (is_inside_first) {
        return operand.kind == first.kind && operand.items == first.items && operand.index >= begin &&
               operand.index - begin == first.index - begins[0];
    }
    const bool is_before = operand.kind == ForwardOperand::Kind::Step && operand.index >= begins[0];
    if (is_before) {
        // The result of the iteration before.
        if (operand.index < begins[k - 1] || operand.index >= begin || !operand.items.empty()) return false;
        const std::size_t step = operand.index - begins[k - 1];
        if (body.carried && (*body.carried != step || !(*body.first == first))) return false;
        body.carried = step;
        body.first = first;
        return true;
    }
    if (operand.kind == ForwardOperand::Kind::Parameter && first.kind == operand.kind) {
        std::string rest, rest_first;
        const auto item = item_of(operand.name, body.list, &rest),
                   item_first = item_of(first.name, body.list, &rest_first);
        if (item && item_first) return *item == k && *item_first == 0 && rest == rest_first;
        return operand.name == first.name;
    }
    return operand.kind == first.kind && operand.index == first.index && operand.items == first.items &&
           operand.shape == first.shape && operand.name == first.name;
}

/// Compares the steps of an iteration with those of the first one.
bool is_alike(const ForwardFrame& frame, const ForwardLoop& loop, std::size_t k, LoopBody& body) {
    for (std::size_t i = 0; i < body.size; ++i) {
        const ForwardStep &step = frame.steps[loop.begins[k] + i], &first = frame.steps[loop.begins[0] + i];
        std::string rest, rest_first;
        const auto item = step.is_module ? item_of(step.function, body.list, &rest) : std::nullopt;
        const auto item_first =
            first.is_module ? item_of(first.function, body.list, &rest_first) : std::nullopt;
        const bool is_same_call =
            item && item_first ? *item == k && *item_first == 0 && rest == rest_first && !rest.empty()
                               : !item && !item_first && !step.is_module && step.function == first.function;
        if (!is_same_call || step.operands.size() != first.operands.size() ||
            !have_same_arguments(step.arguments, first.arguments))
            return false;
        for (std::size_t j = 0; j < step.operands.size(); ++j) {
            if (!matches(step.operands[j], first.operands[j], k, loop.begins, body)) return false;
        }
    }
    return true;
}

}  // namespace

void ForwardPass::fold_loops(ForwardFrame& frame, std::vector<ForwardOperand>& outputs) {
    for (ForwardLoop& loop : frame.loops) loop.is_folded = fold_loop(frame, loop, outputs);
}

bool ForwardPass::fold_loop(ForwardFrame& frame, ForwardLoop& loop, std::vector<ForwardOperand>& outputs) {
    const std::size_t count = loop.items.size();
    if (count < 2 || loop.items[0] == nullptr || frame.unknown) return false;
    const auto path = frame.module_paths.find(loop.items[0]);
    LoopBody body;
    if (path == frame.module_paths.end() || !path->second.ends_with(".0")) return false;
    body.list = path->second.substr(0, path->second.size() - 2);
    body.size = loop.begins[1] - loop.begins[0];
    const bool is_container = loop.items[0]->cls->derives_from(evaluator_.known.module_list) ||
                              loop.items[0]->cls->derives_from(evaluator_.known.module_dict);
    if (!is_container || body.size == 0) return false;
    for (std::size_t k = 0; k < count; ++k) {
        const std::size_t end = k + 1 < count ? loop.begins[k + 1] : loop.end;
        const auto found =
            loop.items[k] != nullptr ? frame.module_paths.find(loop.items[k]) : frame.module_paths.end();
        if (found == frame.module_paths.end() || found->second != concat(body.list, ".", k) ||
            end - loop.begins[k] != body.size)
            return false;
        if (lines_.contains(loop.items[k])) return false;
        if (k > 0 && !is_alike(frame, loop, k, body)) return false;
    }
    std::size_t all = 0;
    for (const auto& [object, name] : frame.module_paths) {
        std::string rest;
        all += item_of(name, body.list, &rest) && rest.empty();
    }
    if (all != count || !body.carried) return false;
    const std::size_t last = loop.begins[count - 1] + *body.carried;
    const auto is_used_after = [&](const ForwardOperand& operand) {
        return operand.kind == ForwardOperand::Kind::Step && operand.index >= loop.begins[0] &&
               operand.index < loop.end && operand.index != last;
    };
    for (std::size_t i = loop.end; i < frame.steps.size(); ++i) {
        if (any_of(frame.steps[i].operands, is_used_after)) return false;
    }
    if (any_of(outputs, is_used_after)) return false;

    // The line of an item: its inputs are what the loop carries and what it takes from before.
    ForwardFrame item;
    item.module = const_cast<InstanceObject*>(loop.items[0]);
    item.inputs = {"x"};
    for (std::size_t i = 0; i < body.size; ++i) {
        ForwardStep step = frame.steps[loop.begins[0] + i];
        std::string rest;
        if (step.is_module && item_of(step.function, body.list, &rest)) step.function = rest;
        for (ForwardOperand& operand : step.operands) {
            if (operand.kind == ForwardOperand::Kind::Parameter && item_of(operand.name, body.list, &rest)) {
                operand.name = rest;
            } else if (operand.kind == ForwardOperand::Kind::Step && operand.index >= loop.begins[0]) {
                operand.index -= loop.begins[0];
            } else if (operand.kind != ForwardOperand::Kind::Constant) {
                const bool is_carried = operand == *body.first;
                const auto known = std::find(body.captured.begin(), body.captured.end(), operand);
                std::size_t input = 0;
                if (!is_carried) {
                    input = 1 + static_cast<std::size_t>(known - body.captured.begin());
                    if (known == body.captured.end()) {
                        body.captured.push_back(operand);
                        item.inputs.push_back(
                            concat("y", input == 1 ? std::string() : std::to_string(input)));
                    }
                }
                operand = {};
                operand.kind = ForwardOperand::Kind::Input;
                operand.index = input;
            }
        }
        item.steps.push_back(std::move(step));
    }
    ForwardOperand result;
    result.kind = ForwardOperand::Kind::Step;
    result.index = *body.carried;
    const std::string line = forward_line(item, {result}, evaluator_, told_);
    for (const InstanceObject* each : loop.items) lines_[each] = line;

    ForwardStep& each = frame.steps[last];
    each = {};
    each.function = "each";
    each.is_module = true;
    ForwardOperand list;
    list.kind = ForwardOperand::Kind::Parameter;
    list.name = body.list;
    each.operands = {list, *body.first};
    each.operands.insert(each.operands.end(), body.captured.begin(), body.captured.end());
    for (std::size_t i = loop.begins[0]; i < loop.end; ++i) {
        if (i == last) continue;
        frame.steps[i].function.clear();
        frame.steps[i].operands.clear();
        frame.steps[i].target = nullptr;
    }
    return true;
}

void ForwardPass::fold_lists(ForwardFrame& frame, std::vector<ForwardOperand>& outputs) {
    std::vector<std::size_t> uses(frame.steps.size());
    const auto count_use = [&](const ForwardOperand& operand) {
        if (operand.kind == ForwardOperand::Kind::Step) ++uses[operand.index];
    };
    for (const ForwardStep& step : frame.steps)
        std::for_each(step.operands.begin(), step.operands.end(), count_use);
    std::for_each(outputs.begin(), outputs.end(), count_use);
    std::map<std::string, const InstanceObject*> lists;
    for (const auto& [object, path] : frame.module_paths)
        lists.emplace(path, static_cast<const InstanceObject*>(object));
    for (std::size_t i = 0; i < frame.steps.size(); ++i) {
        const std::string& function = frame.steps[i].function;
        const std::size_t dot = function.rfind('.');
        if (!frame.steps[i].is_module || dot == std::string::npos || function.substr(dot + 1) != "0" ||
            frame.steps[i].operands.empty())
            continue;
        const std::string list = function.substr(0, dot);
        const auto found = lists.find(list);
        if (found == lists.end()) continue;
        std::size_t count = 0;
        for (const auto& [name, child] : found->second->module->children.entries)
            count += is_digits(name) && is_module(child);
        if (count < 2 || count != found->second->module->children.entries.size()) continue;
        std::vector<std::size_t> chain = {i};
        for (std::size_t k = 1; k < count && i + k < frame.steps.size(); ++k) {
            const ForwardStep &next = frame.steps[i + k], &before = frame.steps[chain.back()];
            const bool follows =
                next.is_module && next.function == concat(list, ".", k) &&
                next.operands.size() == before.operands.size() &&
                next.operands.front().kind == ForwardOperand::Kind::Step &&
                next.operands.front().index == chain.back() && next.operands.front().items.empty() &&
                uses[chain.back()] == 1 && have_same_arguments(next.arguments, before.arguments) &&
                std::equal(next.operands.begin() + 1, next.operands.end(), before.operands.begin() + 1);
            if (!follows) break;
            chain.push_back(i + k);
        }
        if (chain.size() != count) continue;
        ForwardStep& last = frame.steps[chain.back()];
        last.operands = frame.steps[i].operands;
        ForwardOperand named;
        named.kind = ForwardOperand::Kind::Parameter;
        named.name = list;
        last.operands.insert(last.operands.begin(), named);
        last.function = "each";
        for (Argument& each : last.arguments.edit())
            if (each.name == "recompute") each.name = "recompute_each";
        for (std::size_t k = 0; k + 1 < chain.size(); ++k) {
            frame.steps[chain[k]].function.clear();
            frame.steps[chain[k]].operands.clear();
        }
        for (ForwardLoop& loop : frame.loops) {
            const bool is_loop =
                !loop.begins.empty() && loop.begins.front() == chain.front() && loop.end == chain.back() + 1;
            loop.is_folded = loop.is_folded || is_loop;
        }
        i = chain.back();
    }
}

void ForwardPass::note_single_calls(const ForwardFrame& frame, const InstanceObject& module) {
    for (const ForwardStep& step : frame.steps) {
        if (step.is_module && step.function != "each") note_single_path(module, step.function);
        for (const ForwardOperand& operand : step.operands) {
            if (operand.kind == ForwardOperand::Kind::Parameter) note_single_path(module, operand.name);
        }
    }
}

/// The child that forward lines call by that name; nullptr for none.
static const InstanceObject* child_written(const InstanceObject& module, std::string_view name) {
    const Attributes& children = module.module->children;
    const Value* same = children.find(name);
    if (same != nullptr && is_module(*same) && written_name(name) == name) return &same->instance();
    const InstanceObject* found = nullptr;
    for (const auto& [key, child] : children.entries) {
        if (written_name(key) == name && is_module(child)) found = &child.instance();
    }
    return found;
}

void ForwardPass::note_single_path(const InstanceObject& module, std::string_view path) {
    const InstanceObject* at = &module;
    for (std::size_t begin = 0; begin < path.size();) {
        const std::size_t end = std::min(path.find('.', begin), path.size());
        const std::string_view name = path.substr(begin, end - begin);
        begin = end + 1;
        const InstanceObject* next = child_written(*at, name);
        if (next == nullptr) return;
        if (is_digits(name)) {
            called_singly_.insert(at);
            evaluator_.decisions.decide_by(at->module->length);
        }
        at = next;
    }
}

}  // namespace paramscope::open::python
