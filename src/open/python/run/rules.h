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

// Expressions.

Value boolean_operator(Evaluator& e, const Node& node);
Value call_expression(Evaluator& e, const Node& node);
Value call_opaque(Evaluator& e, const Value& function, Arguments& arguments);
Value comparison(Evaluator& e, const Node& node);
Value conditional(Evaluator& e, const Node& node);
Value constant(Evaluator& e, const Node& node);
Value dictionary(Evaluator& e, const Node& node);
Value dictionary_comprehension(Evaluator& e, const Node& node);
Value generator_expression(Evaluator& e, const Node& node);
Value inner(Evaluator& e, const Node& node);
Value list_comprehension(Evaluator& e, const Node& node);
Value not_operator(Evaluator& e, const Node& node);
Value sequence(Evaluator& e, const Node& node);
Value set_comprehension(Evaluator& e, const Node& node);
Value set_display(Evaluator& e, const Node& node);
Value slice(Evaluator& e, const Node& node);

}  // namespace paramscope::open::python
