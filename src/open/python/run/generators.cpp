// Runs generators as far as their items are taken. The body of a function that yields goes on statement by
// statement where blocks loops and `try` without handlers yield; any other statement runs to its end.
#include <utility>

#include "base/ranges.h"
#include "open/python/run/call_frame.h"
#include "open/python/run/rules.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
namespace {

bool yields(const Node& node) {
    if (node.kind == Kind::Yield) return true;
    const bool is_inner = node.kind == Kind::FunctionDefinition || node.kind == Kind::ClassDefinition ||
                          node.kind == Kind::Lambda;
    return !is_inner && any_of(node.children, [](const Node* child) { return yields(*child); });
}

using Points = std::vector<ResumePoint>;

/// True where none of a statement's parts is missing, as in code that is cut off.
bool has_parts(const Node& statement) {
    const bool is_for = statement.kind == Kind::ForStatement,
               is_while = statement.kind == Kind::WhileStatement;
    return (!is_for ||
            (statement.child(Field::Left) != nullptr && statement.child(Field::Right) != nullptr)) &&
           (!is_while || statement.child(Field::Condition) != nullptr) &&
           (statement.kind == Kind::IfStatement || statement.child(Field::Body) != nullptr);
}

/// Executes a statement, or begins one that yields inside.
void begin(Evaluator& e, const Node& statement, Points& points) {
    const bool is_opened = yields(statement) && has_parts(statement) && e.step();
    if (is_opened && statement.kind == Kind::IfStatement) {
        if (const Node* block = chosen_block(e, statement)) points.push_back({block, 0, {}});
    } else if (is_opened && statement.kind == Kind::WhileStatement) {
        points.push_back({&statement, 0, {}});
    } else if (is_opened && statement.kind == Kind::ForStatement) {
        const Polynomial* length = nullptr;
        auto items = loop_items(e, statement, &length);
        e.decisions.decide_by(length);
        if (items) points.push_back({&statement, 0, std::move(*items)});
    } else if (is_opened && statement.kind == Kind::TryStatement &&
               statement.child(Kind::ExceptClause) == nullptr) {
        points.push_back({&statement, 0, {}});
        points.push_back({statement.child(Field::Body), 0, {}});
    } else {
        execute(e, statement);
    }
}

/// Begins the next iteration of a loop; false where it has ended.
bool iterate_on(Evaluator& e, ResumePoint& loop) {
    if (loop.node->kind == Kind::WhileStatement) return goes_on(e, *loop.node) == true;
    if (loop.next == loop.items.size()) return false;
    assign(e, *loop.node->child(Field::Left), loop.items[loop.next++]);
    return true;
}

/// Makes one step of the innermost point.
void resume(Evaluator& e, Points& points) {
    ResumePoint& point = points.back();
    if (point.node->kind == Kind::Block) {
        if (point.next == point.node->children.size()) return points.pop_back();
        const Node& statement = *point.node->children[point.next++];
        if (statement.kind != Kind::Token) begin(e, statement, points);
        return;
    }
    if (point.node->kind == Kind::TryStatement) {
        const Node& left = *point.node;
        points.pop_back();
        return run_at_last(e, left);
    }
    const Node& loop = *point.node;
    const bool goes_on = iterate_on(e, point);
    if (e.is_interrupted()) return;
    if (!goes_on) points.pop_back();
    const Node* block = goes_on ? loop.child(Field::Body) : else_block(loop);
    if (block != nullptr) points.push_back({block, 0, {}});
}

/// Leaves blocks and loops after `break`, `continue`, `return` or an exception.
void leave_points(Evaluator& e, Points& points) {
    while (!points.empty() && e.control.flow != Flow::Next) {
        const Node& node = *points.back().node;
        const bool is_loop = node.kind == Kind::ForStatement || node.kind == Kind::WhileStatement;
        const bool is_ended = is_loop && (e.control.flow == Flow::Break || e.control.flow == Flow::Continue);
        if (!is_ended || e.control.flow == Flow::Break) points.pop_back();
        if (is_ended) e.control.flow = Flow::Next;
        if (node.kind == Kind::TryStatement) run_at_last(e, node);
    }
    if (points.empty() && e.control.flow == Flow::Return) e.control.flow = Flow::Next;
}

/// Runs a function to its next item, or to its end. False when it raised.
bool run_function(Evaluator& e, Sequence& sequence, bool to_its_end) {
    Generator& generator = *sequence.generator;
    if (generator.is_running) {
        e.raise("ValueError", "generator already executing");
        return false;
    }
    generator.is_running = true;
    Points& points = generator.points;
    const CallFrame frame(e, *generator.function, generator.scope, generator.self, &sequence.items);
    // A pass over tensors follows loops as a whole.
    const bool is_whole = to_its_end || e.tracer != nullptr;
    if (is_whole && points.size() == 1 && points.front().next == 0) {
        execute_block(e, *points.front().node);
        leave_points(e, points);
        points.clear();
    }
    while (!points.empty() && (to_its_end || sequence.items.empty())) {
        resume(e, points);
        leave_points(e, points);
    }
    generator.is_running = false;
    if (points.empty()) sequence.generator.reset();
    return !e.is_interrupted();
}

}  // namespace

Value generator_of(Evaluator& e, FunctionObject& function, Scope* scope, const Value& self) {
    const Value made = iterator(e, {});
    made.as<Sequence>().generator = std::make_unique<Generator>(
        Generator{.scope = scope, .function = &function, .self = self, .points = {{function.body, 0, {}}}});
    return made;
}

bool run_generator(Evaluator& e, Sequence& sequence, bool to_its_end, Value* reason) {
    while (sequence.generator != nullptr && (to_its_end || sequence.items.empty())) {
        const bool is_function = sequence.generator->function != nullptr;
        if (!(is_function ? run_function(e, sequence, to_its_end) : run_expression(e, sequence, reason)))
            return false;
    }
    return true;
}

}  // namespace paramscope::open::python
