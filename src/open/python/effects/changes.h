// What a piece of code may change, as far as its syntax tells.
#pragma once

#include <string_view>
#include <vector>

#include "open/python/syntax/syntax.h"

namespace paramscope::open::python {

/// What a part of code does. `node` and `value` are those of Change.
enum class Does {
    BindsValue,    ///< binds the name `node` to `value`
    BindsPart,     ///< binds it to a part of `value`: `a, b = value`
    BindsItem,     ///< binds it to each item of `value`
    Binds,         ///< binds it to something else: `with f() as a`
    Augments,      ///< `a += 1`
    Defines,       ///< binds it to a function, a class or an import, or deletes it
    Declares,      ///< `global a`
    Assigns,       ///< assigns or deletes the attribute `node`
    ChangesItems,  ///< assigns or deletes items of what `node` gives
    Calls,         ///< calls the function `node` with the arguments `value`
    Passes,  ///< hands what the path `node` gives to the function `value`: `a.b` in `f(x=[a.b])`. A function
             ///< stands for what its call gives, and that call hands its arguments itself: `g` in `f(g(a))`
    Mentions,  ///< mentions the name, or the name of an attribute
    Leaves,    ///< returns, or breaks or continues a loop around the code; `node` is the statement
};

/// One thing that running some code may do.
struct Change {
    Does does;
    const Node* node;
    const Node* value = nullptr;

    /// True where a name of the code is bound, in whatever way.
    bool binds() const { return does <= Does::Defines; }
};

/// Lists what running the code may do, in the order of the text. Functions and classes in it are bound, and
/// not entered; lambdas are entered.
std::vector<Change> changes_of(const Node& code);

/// What the value of an expression is.
enum class Gives {
    Number,    ///< a number or a text, whatever is in the expression
    Tensor,    ///< a new tensor or array
    New,       ///< another new object
    Anything,  ///< perhaps what existed before
};
Gives gives(const Node& value);
/// True when each item of the value is a new object, or no part of a module.
bool gives_new_items(const Node& value);

/// Returns the name at the left end of `a.b[0].c`, and of `a.b(x).c` where calls are passed over; "" for
/// others.
std::string_view root_of(const Node& node, bool passes_over_calls = false);
/// Returns the name whose call gives the value: `a` for `a.b(x)`; "" for what is no call.
std::string_view source_of(const Node& value);
/// Returns the children that are no tokens; none of nullptr.
std::vector<const Node*> parts_of(const Node* node);
/// Returns the list, dict or set that a call of the function changes: `a.b` for `a.b.append`; nullptr for
/// other functions.
const Node* changed_container(const Node& function);
/// True for a mention after which anything may be different: `exec`, `a.__dict__`.
bool opens_all(const Node& name);
/// True for the method's name of `a.add_module`, and of others by which parts change or weights are frozen.
bool changes_parts(const Node& name);

}  // namespace paramscope::open::python
