#include "open/python/state/evaluator.h"

#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"

namespace paramscope::open::python {

Evaluator::Evaluator(const SyntaxTree& syntax, std::set<std::string> pinned)
    : tree(syntax), decisions(std::move(pinned)) {
    builtins = make<Scope>();
    globals = make<Scope>();
    globals->globals = globals;
    globals->parent = nullptr;
    frames.scope = globals;
}

Value Evaluator::stop(Message message) {
    if (control.flow != Flow::Stop) {
        control.flow = Flow::Stop;
        control.stop_reason = message;
        control.exception_place = place();
    }
    return Value::none();
}

void Evaluator::stop_for_memory() {
    stop(message("python.too_much_memory"));
}

/// Ends the statement that runs when it alone takes too many steps, else the evaluation.
void Evaluator::stop_for_steps() {
    if (control.flow == Flow::Stop) return;
    if (budget.most_steps != kMostSteps) decisions.end_unsettled();
    budget.is_given_up = budget.last_step != kNoBound && budget.steps <= budget.most_steps;
    stop(message("python.too_many_steps", {{"limit", kMostSteps}}));
}

bool Evaluator::step(std::size_t count) {
    budget.steps += count;
    if (budget.steps > std::min(budget.most_steps, budget.last_step)) stop_for_steps();
    return !is_interrupted();
}

bool Evaluator::read(const Value& value) {
    constexpr std::size_t kBytesOfStep = 128;
    return step(value.is(Type::Str) ? value.str().size() / kBytesOfStep : 0);
}

bool Evaluator::has_room(std::size_t items) {
    if (budget.items + items > kMostItems) stop_for_memory();
    return control.flow != Flow::Stop;
}

bool Evaluator::count_items(std::size_t count) {
    budget.items += count;
    if (budget.items > kMostItems) stop_for_memory();
    return control.flow != Flow::Stop && step(count / 4);
}

Value Evaluator::unknown(Message reason) {
    ++uncertainty.doubtful_steps;
    auto* object = make<Unknown>();
    object->reason = std::move(reason);
    object->span = place();
    return Value::of(Type::Unknown, object);
}

Value Evaluator::text(std::string text, const Polynomial* decided_by) {
    budget.characters += text.size();
    if (budget.characters > kMostCharacters) stop_for_memory();
    auto* object = make<Str>();
    object->text = std::move(text);
    object->length = static_cast<std::size_t>(
        count_if(object->text, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
    Value value = Value::of(Type::Str, object);
    value.formula = decided_by;
    return value;
}

Value Evaluator::tuple(std::vector<Value> items) {
    count_items(items.size());
    auto* object = make<Sequence>();
    object->items = std::move(items);
    return Value::of(Type::Tuple, object);
}

Value Evaluator::list(std::vector<Value> items, const Polynomial* length) {
    Value value = tuple(std::move(items));
    value.as<Sequence>().length = length;
    value.type = Type::List;
    return value;
}

Value Evaluator::dict() {
    return Value::of(Type::Dict, make<Dict>());
}

Value Evaluator::builtin(std::string_view name, BuiltinFunction function, Value self) {
    auto* object = make<BuiltinObject>();
    object->name = name;
    object->function = function;
    object->self = self;
    return Value::of(Type::Builtin, object);
}

Value Evaluator::opaque(std::string_view name) {
    auto* object = make<OpaqueObject>();
    object->name = name;
    return Value::of(Type::Opaque, object);
}

void Evaluator::bound_unsettled() {
    constexpr std::size_t kFewSteps = 1'000'000;  // that are not worth another evaluation
    if (budget.most_steps != kMostSteps || !decisions.may_end_unsettled || decisions.is_settled()) return;
    budget.most_steps = std::min(kMostSteps, 2 * budget.steps + kFewSteps);
}

void Evaluator::renew_limits() {
    // Values are freed when the evaluation ends, so the items of earlier passes still count.
    constexpr std::size_t kFew = kMostItems / 8;
    budget.steps = budget.characters = 0;
    budget.items = budget.items > kFew ? budget.items : 0;
    budget.depth = 0;
    budget.most_steps = kMostSteps;
    budget.most_objects = heap.size() + kMostObjects;
    control.stop_reason.reset();
    control.flow = Flow::Next;
}

void Evaluator::note_module(InstanceObject& made) {
    const auto is_being_made = [](const Value& self) {
        return self.is(Type::Instance) && self.instance().module != nullptr &&
               !self.instance().module->is_whole;
    };
    made.module->is_inner = any_of(frames.selves, is_being_made);
    findings.modules.push_back(&made);
    made.module->number = findings.modules.size();
}

void Evaluator::remark(Severity severity, Message sentence) {
    remark(severity, std::move(sentence), place());
}

void Evaluator::remark(Severity severity, Message text, Span span) {
    constexpr std::size_t kMostRemarks = 100;
    if (findings.remarks.size() < kMostRemarks) findings.remarks.push_back({severity, std::move(text), span});
}

}  // namespace paramscope::open::python
