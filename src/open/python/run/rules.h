// The rules of nodes: how a kind of statement is executed, and a kind of expression evaluated. The tables
// that name them are in statements.cpp and expressions.cpp.
#pragma once

#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

// Statements.

void assert_statement(Evaluator& e, const Node& node);
void assignment(Evaluator& e, const Node& node);
void augmented_assignment(Evaluator& e, const Node& node);
void delete_statement(Evaluator& e, const Node& node);
void for_statement(Evaluator& e, const Node& node);
void if_statement(Evaluator& e, const Node& node);
void match_statement(Evaluator& e, const Node& node);
void raise_statement(Evaluator& e, const Node& node);
void try_statement(Evaluator& e, const Node& node);
void while_statement(Evaluator& e, const Node& node);
void with_statement(Evaluator& e, const Node& node);

// Definitions.

/// Makes a function or a class, and binds it to its name.
void definition(Evaluator& e, const Node& node);
Value make_class(Evaluator& e, const Node& node);
Value make_function(Evaluator& e, const Node& node);
/// Binds the arguments of a call to the parameters of a function; false, and raised, where they do not fit.
bool bind_arguments(Evaluator& e, const FunctionObject& function, const Value* self,
                    const Arguments& arguments, Scope& scope);

/// The iterator that a call of a function that yields gives.
Value generator_of(Evaluator& e, FunctionObject& function, Scope* scope, const Value& self);

// Parts of statements.

/// The block of an `if` that is executed; nullptr for none, or where it is not known, and then what it may
/// change is unknown.
const Node* chosen_block(Evaluator& e, const Node& node);
/// True for a condition that asks the machine, and not the model: for a GPU, a file, a process. What raises
/// without these runs where they are.
bool asks_machine(const Node& condition);
/// Whether a `while` goes on; nullopt as above.
std::optional<bool> goes_on(Evaluator& e, const Node& node);
/// What a `for` goes through, as iterate() gives it; nullopt as above.
std::optional<std::vector<Value>> loop_items(Evaluator& e, const Node& node, const Polynomial** length);
/// Runs the `finally` of a `try` that is left.
void run_at_last(Evaluator& e, const Node& node);
/// The block of a loop's `else`; nullptr for none.
const Node* else_block(const Node& loop);

// Expressions.

Value boolean_operator(Evaluator& e, const Node& node);
Value call_expression(Evaluator& e, const Node& node);
Value comparison(Evaluator& e, const Node& node);
/// Learns what sizes must satisfy where the condition is `truth` in every model: `d % h == 0`.
void learn_from_condition(Evaluator& e, const Node& condition, bool truth);
/// Tells the forward pass which sizes keep the condition from being `truth`.
void note_unmet_condition(Evaluator& e, const Node& condition, bool truth);
Value conditional(Evaluator& e, const Node& node);
Value constant(Evaluator& e, const Node& node);
/// The entries of `**mapping`: of a dict, or of an instance with keys(); nullopt for others.
std::optional<std::vector<std::pair<Value, Value>>> mapped(Evaluator& e, const Value& mapping);
Value dictionary(Evaluator& e, const Node& node);
Value dictionary_comprehension(Evaluator& e, const Node& node);
Value generator_expression(Evaluator& e, const Node& node);
/// Makes the items that the next item of an expression's first loop gives. False when it raised or one is
/// unknown.
bool run_expression(Evaluator& e, Sequence& sequence, Value* reason);
Value inner(Evaluator& e, const Node& node);
Value list_comprehension(Evaluator& e, const Node& node);
Value not_operator(Evaluator& e, const Node& node);
Value sequence(Evaluator& e, const Node& node);
Value set_comprehension(Evaluator& e, const Node& node);
Value set_display(Evaluator& e, const Node& node);
Value slice(Evaluator& e, const Node& node);

}  // namespace paramscope::open::python
