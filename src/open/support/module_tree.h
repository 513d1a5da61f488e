// The module tree of a graph: scopes told by names, with layers and tensors as leaves.
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

/// A name that a forward line can call: a word that does not begin with a digit, or a number.
std::string callable_name(std::string_view name);

class ModuleTree {
  public:
    /// A function that the root's line calls: no child of the root takes its name, nor one of a value, v1 or
    /// x1.
    void reserve(std::string_view name) { reserved_.push_back(std::string(name)); }

    /// Puts a module there, `lines` what stands in its brackets after the arguments; the path by which it is
    /// called, another than was wished where that is taken.
    std::string add_module(const Path& wish, std::string head, std::vector<std::string> lines = {});
    /// The same for a tensor: "Parameter(3, 4)".
    std::string add_tensor(const Path& wish, std::string text);

    /// The lines of all children, one level in.
    std::string text() const;
    /// The same, each by itself and at the margin.
    std::vector<std::string> lines() const;

  private:
    struct Entry {
        std::string name;
        std::string head;  ///< "Conv2d(3, 8, ...", its bracket open; "" for a scope
        std::vector<std::string> lines;
        std::list<Entry> children;
        std::set<std::string, std::less<>> names;           ///< of the children
        std::map<std::string, Entry*, std::less<>> scopes;  ///< among them, by the name they were wished
        bool is_tensor = false;
    };

    std::string add(const Path& wish, Entry entry);
    std::string free_name(const Entry& scope, const std::string& wish) const;
    static void write(const Entry& entry, std::size_t depth, std::string& text);

    Entry root_;
    std::vector<std::string> reserved_;
};

}  // namespace paramscope::open
