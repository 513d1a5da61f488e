// Builds the module tree of a graph or a Keras config: scopes from dotted names, with layers and tensors as
// leaves.
#pragma once

#include <list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "open/support/module_texts.h"

namespace paramscope::open {

/// Turns a name into one that a forward line can call: a word that does not begin with a digit, or a number.
std::string callable_name(std::string_view name);

/// Adds a callable name to a dotted path.
void append_part(std::string& path, std::string_view name);

class ModuleTree {
  public:
    /// Reserves the name of a function that the root's forward line calls, so that no child of the root takes
    /// it. Names of values (v1, x1) are always reserved.
    void reserve(std::string_view name) { reserved_.emplace(name); }

    /// Adds a module with `head` ("Linear(3, 4") and `lines`, which follow the arguments inside its
    /// parentheses. Returns its path, which differs from `wanted`, callable names joined by dots, when that
    /// is taken.
    std::string add_module(std::string_view wanted, std::string head, std::vector<std::string> lines = {});
    /// Adds a tensor, "Parameter(3, 4)"; returns its path as above.
    std::string add_tensor(std::string_view wanted, std::string text);

    /// Adds what is at `path` to the children or tensors of a module, under another name; false when there is
    /// nothing.
    bool copy(const std::string& path, std::string_view name, Module& to);

    /// Adds the tree to the children and tensors of a module.
    void add_to(Module& root) const;
    /// The lines of the tree as model text.
    std::vector<std::string> lines() const;

  private:
    struct Entry {
        std::string name;
        std::string path;
        std::string head;  ///< "Conv2d(3, 8", without the closing parenthesis; "" for a scope
        std::vector<std::string> lines;
        std::list<Entry> children;
        bool is_tensor = false;
    };

    std::string add(std::string_view wanted, Entry entry);
    Entry& scope_of(std::string_view wanted);
    Entry& add_below(Entry& scope, std::string_view wanted, Entry entry);
    bool is_taken(const Entry& scope, const std::string& path) const;
    static void write(const Entry& entry, std::size_t depth, std::vector<std::string>& lines);
    static void add_entry(const Entry& entry, std::string_view name, ModuleTexts& texts, Module& to);
    static void add_children(const Entry& entry, ModuleTexts& texts, Module& module);

    Entry root_;
    std::unordered_map<std::string, Entry*> scopes_;         ///< by their wanted paths
    std::unordered_map<std::string, const Entry*> entries_;  ///< by their paths
    std::unordered_map<std::string, std::size_t> numbers_;   ///< how many of a path's name have a number
    ModuleTexts texts_;                                      ///< of what was copied
    std::unordered_set<std::string> reserved_;
};

}  // namespace paramscope::open
