// What of an evaluation outlives a statement that is not run to its end, as far as the text tells.
#pragma once

#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

#include "open/python/syntax.h"

namespace paramscope::open::python {

/// What running a piece of code may change that exists without it, besides the names that it assigns.
struct Effects {
    /// Something that is not told: a name of the module, an attribute whose name is computed, which weights
    /// are trained.
    bool is_open = false;
    std::set<std::string_view> attributes;  ///< that it assigns, or whose lists and dicts it changes
    std::set<std::string_view> changed;     ///< names from outside whose lists and dicts it changes
    /// What it hands to functions from outside: `prepare` and `model` for `prepare(model)`; "" for a value of
    /// its own.
    std::set<std::pair<std::string_view, std::string_view>> handed;
    std::set<std::string_view> mentions;  ///< names and attributes in it

    void add(const Effects& other);
};

/// The effects of the functions of a text.
class TextEffects {
  public:
    /// Adds the functions of a file.
    void add_file(const Node& root);
    /// The effects of a statement outside of functions, and of all functions that it may run: those whose
    /// names it mentions, directly or through others, special methods, `forward`, and functions that the text
    /// uses as values.
    Effects of(const Node& statement) const;

  private:
    void add_functions(const Node& node);
    void add_values(const Node& node);

    std::multimap<std::string_view, Effects> functions_;  ///< by name
    std::set<std::string_view> values_;                   ///< names that stand for more than a call
    Effects lambdas_;
};

}  // namespace paramscope::open::python
