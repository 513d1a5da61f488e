// Tree: the modules of a model, each joined to its catalogue rule. The flow adds shapes and work.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "base/chunked_list.h"
#include "count/environment/environment.h"
#include "count/report/report.h"
#include "layers/arguments.h"
#include "layers/catalogue/catalogue.h"

namespace paramscope {

/// Limit for the modules of a tree below its root; one that a constructor or template builds counts as
/// kBuiltWeight: it takes more time than one that is printed.
inline constexpr std::size_t kMostNodes = 1'000'000;
inline constexpr std::size_t kBuiltWeight = 10;

/// One module while it is counted.
struct Node {
    const Module* module = nullptr;
    FoundLayer layer;                  ///< rule of a catalogue layer; `rule` is nullptr for other types
    Rare<Arguments> arguments;         ///< the layer's arguments bound to its signature, when it needed them
    const Module* block = nullptr;     ///< block rule that fits a composite type, nullptr for none
    const Forward* forward = nullptr;  ///< forward line: the text's own, else the block rule's
    bool is_list = false;              ///< only holds children (ModuleList, ModuleDict, ...)
    std::uint32_t depth = 0;
    std::uint32_t parent = 0;
    std::uint32_t subtree_end = 0;  ///< index behind the last descendant
    NumberedList<TensorReport> tensors;
    /// Hidden tensors whose shape depends on an input's: resolved by the flow.
    SharedList<Tensor> unresolved_tensors;
    SharedList<Message> notes;
    /// Fraction of the tokens that reach the module, less than 1 in routed experts; nullopt: unknown.
    std::optional<Polynomial> share = Polynomial(1);
    Basis basis = Basis::Exact;    ///< of the tensors it holds itself: see lower_basis()
    bool lacks_tensors = false;    ///< it holds more than `tensors`
    bool holds_by_config = false;  ///< a config decides which tensors it holds itself
    bool failed = false;           ///< its arguments are wrong: an error has been reported
    bool is_certain = false;       ///< a layer whose arguments alone determine its tensors
    /// A layer that prints the same and has the same tensors: of the same input it makes the same.
    std::optional<std::uint32_t> equal_layer;

    // Filled in by the flow.
    Work work;                          ///< of one instance, the sum of all `calls`
    SharedValue<Signal> input, output;  ///< of the first call
    std::uint32_t calls = 0;
    std::uint32_t call_order = 0;    ///< see NodeReport
    bool has_one_input = false;      ///< its last call had one input, and no problem
    Polynomial runs = 1;             ///< how often the flow went through a repeated module
    bool work_known = true;          ///< false: the work of a call is unknown
    bool gradients_assumed = false;  ///< it is not known which gradients a training step leaves out
    bool reads_first_run =
        false;                  ///< the gradients that are left out are of the first run of a repeated module
    bool work_assumed = false;  ///< its work depends on a size that print() does not show
    bool elements_known = true;  ///< false: work that scales with the elements of its input is unknown

    /// Makes the basis `reached` unless it is worse already: what an estimate lacks stays an estimate.
    void lower_basis(Basis reached) {
        basis = worst(basis, reached);
        lacks_tensors = lacks_tensors || reached == Basis::Partial;
    }
};

/// True for an unknown part of source code whose comment gives the reason, which the reader has reported.
bool has_reason(const Module& module);

/// True when the node's forward line is written in the model text, not in the library.
inline bool has_line_in_text(const Node& node) {
    return node.module->forward && node.forward == &*node.module->forward;
}

using Nodes = ChunkedList<Node>;

/// All modules, in print order; nodes[0] is the root.
struct Tree {
    Nodes nodes;
    std::deque<Module> built;  ///< modules made here: children of templates, modules with inferred arguments

    /// The direct children of a node; the tree is complete.
    ChildrenOf<Nodes> children(std::uint32_t node) const { return {nodes, node}; }
    /// Finds the descendant of `parent` with the relative path `path` ("layers.0.attn"). The tree is
    /// complete. A name may hold dots itself: a child with the whole path as its name is taken, else the
    /// shortest beginning of the path that names a child. Looks for no name longer than kLongestName, since
    /// the reader keeps none: a path of a megabyte takes no longer.
    std::optional<std::uint32_t> find(std::uint32_t parent, std::string_view path) const;
    /// The first child with that name, printed or of the first instance.
    std::optional<std::uint32_t> find_child(std::uint32_t parent, std::string_view name) const;
    /// The dotted path of a node's first instance; "" for the root.
    std::string path(std::uint32_t node) const;

  private:
    using NamedChildren = std::map<std::string_view, std::uint32_t>;

    static constexpr std::size_t kFewChildren = 8;  ///< searched one by one

    std::optional<std::uint32_t> find_in_index(std::uint32_t parent, std::string_view name) const;
    /// The first child of each printed name, and of each name of a first instance.
    NamedChildren children_by_name(std::uint32_t parent) const;

    /// Of the modules with many children in which one was searched for.
    mutable std::map<std::uint32_t, NamedChildren> named_children_;
};

/// Makes the report of a tensor: its elements as a formula and, where known, a number.
TensorReport report_of(const Tensor& tensor, const Environment& environment);

/// Builds the tree of `model`, which must outlive it. Errors and unknown types go to `diagnostics`.
Tree build_tree(const Model& model, const Environment& environment, Diagnostics* diagnostics);

}  // namespace paramscope
