// What of an evaluation outlives a statement that is not run to its end, as far as the text tells.
#pragma once

#include <map>
#include <set>
#include <string_view>
#include <tuple>
#include <vector>

#include "open/python/syntax/syntax.h"

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
    /// Something that is not told: a name of the module, an attribute whose name is computed, which weights
    /// are trained.
    bool is_open = false;
    bool changes_containers = false;        ///< lists and dicts that attributes hold
    std::set<std::string_view> attributes;  ///< that it assigns, or whose lists and dicts it changes
    std::set<std::string_view> changed;     ///< names from outside whose lists and dicts it changes
    std::set<Handed> handed;
    std::set<std::string_view> mentions;  ///< names and attributes in it

    void add(const Effects& other);
};

/// The effects of the functions of a text.
class TextEffects {
  public:
    /// Adds the functions of a file.
    void add_file(const Node& root);
    /// The effects of a statement outside of functions, and of all functions that it may run: those whose
    /// names it mentions, directly or through others, special methods, `forward`, lambdas, and functions of
    /// the names `held`, which objects hold.
    Effects of(const Node& statement, const std::set<std::string_view>& held) const;

    /// The effects of forward passes: of `forward`, of special methods, and of what they call.
    Effects of_forward_passes() const;

  private:
    Effects close(Effects effects, std::vector<std::string_view> open) const;
    void add_functions(const Node& node, const std::set<std::string_view>& around);

    std::multimap<std::string_view, Effects> functions_;  ///< by name
    Effects lambdas_;
};

}  // namespace paramscope::open::python
