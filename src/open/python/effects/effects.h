// What may be different after code that is not run, or not run to its end.
#pragma once

#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

#include "open/python/effects/changes.h"
#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

/// A value that is handed to a function from outside: `model` to `prepare` in `prepare(model)`.
struct Handed {
    std::string_view receiver;
    std::string_view value;  ///< a name from outside; "" for a value of which nothing is known
    bool is_result = false;  ///< the value is what a call of that name gave
    friend bool operator<(const Handed& a, const Handed& b) {
        return std::tie(a.receiver, a.value, a.is_result) < std::tie(b.receiver, b.value, b.is_result);
    }
};

/// What running a piece of code may change that exists without it, besides the names that it assigns.
struct Effects {
    /// It may change anything: a name of the file, an attribute whose name is computed, which weights are
    /// trained.
    bool is_open = false;
    bool changes_containers = false;        ///< lists and dicts that attributes hold
    std::set<std::string_view> attributes;  ///< that it assigns, or whose lists and dicts it changes
    std::vector<const Node*> assigned;   ///< paths to what attributes are assigned, or whose calls give that
    std::set<std::string_view> changed;  ///< names from outside whose lists and dicts it changes
    std::set<Handed> handed;
    std::set<std::string_view> mentions;  ///< names and attributes in it

    void add(const Effects& other);
};

/// Returns the effects of what a function does itself.
Effects effects_of(const Node& body, const Node& parameters);

/// The effects of the functions of a text.
class TextEffects {
  public:
    /// Adds the functions of a file.
    void add_file(const Node& root);
    /// Returns the effects of a statement outside of functions, and of all functions that it may run: those
    /// whose names it mentions, directly or through others, those of forward passes, and functions of the
    /// names `held`, which objects hold.
    Effects of(const Node& statement, const std::set<std::string_view>& held) const;
    /// Returns the effects of forward passes: of `forward`, special methods and lambdas, and of what they
    /// mention.
    Effects of_forward_passes() const;
    /// Returns the effects of functions of these names, and of what they mention.
    Effects of_functions(const std::set<std::string_view>& names) const;

  private:
    void add_functions(const Node& node, const std::set<std::string_view>& around);

    std::multimap<std::string_view, Effects> functions_;  ///< by name
};

/// True for what is changed in place.
inline bool is_container(const Value& value) {
    return value.is(Type::List) || value.is(Type::Dict) || value.is(Type::Set);
}

/// Makes everything unknown that the statement may change. Called for statements that are not evaluated, or
/// were begun and not run to their end.
void forget_changes(Evaluator& e, const Node& node, const Value& reason, bool was_begun = false);
/// Makes unknown what the body of a function or a comprehension may change, which may be called.
void forget_body(Evaluator& e, const Node& body, const Value& reason);
/// Makes unknown what a function of which nothing is known may change that gets these arguments: modules,
/// lists of modules, and what calling a function among them changes.
void forget_given(Evaluator& e, const Arguments& arguments, const Value& reason);
/// True for what a class has that is no value of its objects: methods, properties, classes in it.
bool is_behaviour(const Value& member);
/// Makes unknown what a list, a dict, an object or a class holds, of which it is only known that it changes.
/// A module is doubted.
void forget_contents(Evaluator& e, const Value& object, const Value& reason);
/// Doubts a module one of whose methods, built in, is called with arguments that are not known, or may be
/// called. Methods that change no part raise no doubt.
void doubt_method(Evaluator& e, const Value& self, std::string_view method, const Value& reason);
/// Makes unknown what calling the functions among the arguments may change, which are not known to be called.
void forget_calls(Evaluator& e, const Arguments& functions, const Value& reason);
/// Notes that an attribute is read, or is a part of what is counted: one that a statement which was not
/// run to its end may have assigned makes totals "about". `module` is that of the object; nullptr for
/// others.
void use_attribute(Evaluator& e, const ModuleState* module, std::string_view name);
/// Returns the effects of the functions of the text, found when they are first asked for.
const TextEffects& text_effects(Evaluator& e);
/// True where attributes are assigned modules, or new objects of classes of modules.
bool adds_modules(Evaluator& e, const Effects& effects);
/// Makes unknown what a statement at the top of a file may change: the names that it binds, and lists and
/// dicts of the text. Attributes that it may assign are noted. False, and nothing done, where that is not
/// all.
bool forget_effects(Evaluator& e, const Node& node, const Value& reason);
/// Looks, behind a statement that read uncertain attributes, whether it could change a module. True where it
/// read none.
bool settle_uncertain_reads(Evaluator& e, const Node& node, bool is_forgotten);
/// Notes attributes that statements which were not run to their end may assign.
void add_uncertain_attributes(Evaluator& e, const std::set<std::string_view>& names);

}  // namespace paramscope::open::python
