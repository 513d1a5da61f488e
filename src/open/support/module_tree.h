// Builds the module tree of a graph or a Keras config and writes it as model text: scopes from dotted names,
// with layers and tensors as leaves.
#pragma once

#include <list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace paramscope::open {

/// Parts of a dotted path.
using Path = std::vector<std::string>;

/// Turns a name into one that a forward line can call: a word that does not begin with a digit, or a number.
std::string callable_name(std::string_view name);

class ModuleTree {
  public:
    /// Reserves the name of a function that the root's forward line calls, so that no child of the root takes
    /// it. Names of values (v1, x1) are always reserved.
    void reserve(std::string_view name) { reserved_.push_back(std::string(name)); }

    /// Adds a module with `head` ("Linear(3, 4") and `lines`, which follow the arguments inside its
    /// parentheses. Returns its path, which differs from `wanted` when that is taken.
    std::string add_module(const Path& wanted, std::string head, std::vector<std::string> lines = {});
    /// Adds a tensor, "Parameter(3, 4)"; returns its path as above.
    std::string add_tensor(const Path& wanted, std::string text);

    /// The tree as model text, indented by one level.
    std::string text() const;
    /// The lines of the tree without that indentation.
    std::vector<std::string> lines() const;

  private:
    struct Entry {
        std::string name;
        std::string head;  ///< "Conv2d(3, 8", without the closing parenthesis; "" for a scope
        std::vector<std::string> lines;
        std::list<Entry> children;
        std::set<std::string, std::less<>> names;  ///< names of the children
        std::map<std::string, Entry*, std::less<>>
            scopes;  ///< children that are scopes, by their wanted names
        bool is_tensor = false;
    };

    std::string add(const Path& wanted, Entry entry);
    std::string free_name(const Entry& scope, const std::string& wanted) const;
    static void write(const Entry& entry, std::size_t depth, std::string& text);

    Entry root_;
    std::vector<std::string> reserved_;
};

}  // namespace paramscope::open
