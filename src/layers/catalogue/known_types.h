// Facts about composite types of libraries that print() does not show: tensors of their own, ties, modules
// used twice.
#pragma once

#include <string_view>
#include <vector>

namespace paramscope {

/// What is known of a type. Source: the files of layers/types.
struct KnownType {
    /// Names of the tensors that modules of the type hold themselves, beside their children. A module may
    /// lack some: they depend on its configuration.
    std::vector<std::string_view> hidden_tensors;
    /// It has neither modules nor tensors: print() shows `Type()`.
    bool is_empty = false;
    /// The type ties the weight of its output layer to that of its embedding, and embeddings of one name to
    /// each other, unless its configuration turns that off.
    bool ties_by_default = false;
    /// The bias of the child `decoder` is one with a bias that the type holds itself only where the weight of
    /// `decoder` is tied: without ties there are both.
    bool has_bias_beside_decoder = false;
    /// Modules of the type are used at several places: print() shows them at each.
    bool uses_modules_twice = false;
    /// Its configuration decides whether a module of the type holds tensors of its own.
    bool holds_by_config = false;
    /// The layers of torch.nn.LayerNorm in a module of the type have no bias, which print() shows only since
    /// PyTorch 2.12.
    bool norms_lack_bias = false;
};

/// Adds what a text of layers/types says about a type. Returns false where it says nothing.
bool add_known_facts(std::string_view text, std::string_view type, KnownType& known);

/// The facts about a type; nullptr for a type about which nothing is known.
const KnownType* find_known_type(std::string_view type);

}  // namespace paramscope
