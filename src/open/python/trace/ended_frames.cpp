#include "open/python/trace/ended_frames.h"

#include "base/ranges.h"

namespace paramscope::open::python {
namespace {

/// Compares operands by what is written of them: tensors of two modules are two.
bool are_alike(const ForwardOperand& a, const ForwardOperand& b) {
    return a.kind == b.kind && a.index == b.index && a.items == b.items && a.name == b.name &&
           a.shape == b.shape;
}

bool are_alike(const std::vector<ForwardOperand>& a, const std::vector<ForwardOperand>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const ForwardOperand& x, const ForwardOperand& y) { return are_alike(x, y); });
}

/// True for a call of the first item of a list, which may be folded with those of the others.
bool begins_list(const ForwardStep& step) {
    return step.is_module && step.function.ends_with(".0");
}

bool are_alike(const ForwardStep& a, const ForwardStep& b) {
    return a.function == b.function && a.is_module == b.is_module && a.has_work == b.has_work &&
           a.name == b.name && !begins_list(a) && are_alike(a.operands, b.operands) &&
           have_same_arguments(a.arguments, b.arguments);
}

/// Compares loops that call no modules: others are folded by the paths of these.
bool are_alike(const ForwardLoop& a, const ForwardLoop& b) {
    const auto is_none = [](const InstanceObject* item) { return item == nullptr; };
    const bool have_same_length =
        a.length == b.length || (a.length != nullptr && b.length != nullptr && *a.length == *b.length);
    return have_same_length && a.begins == b.begins && a.end == b.end && all_of(a.items, is_none) &&
           all_of(b.items, is_none);
}

bool have_same_children(const InstanceObject& a, const InstanceObject& b) {
    const auto &x = a.module->children.entries, &y = b.module->children.entries;
    return std::equal(x.begin(), x.end(), y.begin(), y.end(),
                      [](const auto& one, const auto& other) { return one.first == other.first; });
}

bool is_alike(const Argument& a, const Argument& b) {
    using Kind = paramscope::Value::Kind;
    if (a.value.kind == Kind::Number && b.value.kind == Kind::Number)
        return a.name == b.name && a.value.number == b.value.number;
    if (a.value.kind == Kind::String && b.value.kind == Kind::String)
        return a.name == b.name && a.value.text == b.value.text;
    return to_string(a) == to_string(b);
}

}  // namespace

bool have_same_arguments(const SharedList<Argument>& a, const SharedList<Argument>& b) {
    return a.identity() == b.identity() ||
           std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [](const Argument& x, const Argument& y) { return is_alike(x, y); });
}

bool is_alike(const EndedFrame& ended, const ForwardFrame& frame,
              const std::vector<ForwardOperand>& outputs) {
    const ForwardFrame& before = ended.recorded;
    const auto have_same = [](const auto& a, const auto& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                          [](const auto& x, const auto& y) { return are_alike(x, y); });
    };
    return !frame.unknown && !before.unknown && before.inputs == frame.inputs &&
           are_alike(ended.outputs, outputs) && have_same(before.steps, frame.steps) &&
           have_same(before.loops, frame.loops) && have_same_children(*before.module, *frame.module);
}

}  // namespace paramscope::open::python
