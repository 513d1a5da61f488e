// The modules of a model joined to what the catalogue knows of them.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "count/environment.h"
#include "count/report/report.h"
#include "layers/arguments.h"
#include "layers/catalogue.h"

namespace paramscope {

/// One module during a count.
struct Node {
    const Module* module = nullptr;
    FoundLayer layer;                    ///< rule of a catalogue layer, if it is one
    std::optional<Arguments> arguments;  ///< bound, for a catalogue layer
    const Module* block = nullptr;       ///< rule of a composite type, if one fits
    const Forward* forward = nullptr;    ///< how data flows: the text's own line, else the block's
    bool is_list = false;                ///< only holds children (ModuleList, ModuleDict, ...)
    std::uint32_t depth = 0;
    std::uint32_t parent = 0;
    std::uint32_t subtree_end = 0;       ///< index behind the last descendant
    std::vector<std::uint32_t> children;
    std::vector<TensorReport> tensors;
    std::vector<Tensor> unresolved_tensors;  ///< hidden tensors whose shape depends on an input's: resolved by the flow
    std::vector<Message> notes;
    std::optional<Polynomial> share = Polynomial(1);  ///< of routed experts, those that one token goes to; none: unknown
    bool parameters_known = true;        ///< false: it holds, or may hold, tensors of unknown size
    bool failed = false;                 ///< its arguments are wrong: an error has been reported

    // What the flow finds out.
    Work work;                 ///< of one instance, summed over `calls`
    Signal input, output;      ///< of the first call
    std::uint32_t calls = 0;
    Polynomial runs = 1;       ///< times the flow went through a repeated module itself
    bool work_known = true;    ///< false: a call's work could not be known
    bool elements_known = true;  ///< false: nor could what it does for each element of its input
};

/// True when the node's forward line is written in the model text, not in the library.
inline bool has_line_in_text(const Node& node) {
    return node.module->forward && node.forward == &*node.module->forward;
}

/// All modules, in print order; nodes[0] is the root.
struct Tree {
    std::vector<Node> nodes;
    std::deque<Module> built;  ///< modules that no text holds: template children, inferred arguments

    /// The child of `parent` that `path` ("layers.0.attn") reaches, or nullopt.
    std::optional<std::uint32_t> find(std::uint32_t parent, std::string_view path) const;
    /// The dotted path of a node: of the first instance, for repeated modules.
    std::string path(std::uint32_t node) const;
};

/// A tensor as it is reported.
TensorReport report_of(Tensor tensor, const Environment& environment);

/// Builds the tree of `root`. `environment` and `diagnostics` must outlive it.
Tree build_tree(const Module& root, const Environment& environment, Diagnostics* diagnostics);

}  // namespace paramscope
