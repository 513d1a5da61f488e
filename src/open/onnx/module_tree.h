// The module tree of a graph: scopes told by the names of nodes and weights, with layers and tensors as
// leaves.
#pragma once

#include <list>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace paramscope::open::onnx {

/// Parts of a dotted path.
using Path = std::vector<std::string>;

/// The path that a weight's name tells: {"layer1", "0", "conv1"} of "layer1.0.conv1.weight"; `keep_last` for
/// a tensor of its own, whose name is all of it.
Path path_of_weight(std::string_view name, bool keep_last);

/// The path that a node's name tells: {"layer1", "0", "conv1"} of "/layer1/layer1.0/conv1/Conv".
Path path_of_node(std::string_view name, std::string_view op);

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

}  // namespace paramscope::open::onnx
