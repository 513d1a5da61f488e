#include "layers/catalogue.h"

#include <algorithm>
#include <cassert>
#include <deque>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/embedded_text.h"
#include "layers/families.h"
#include "layers/parametrized.h"
#include "model/read.h"

namespace paramscope {

extern const std::span<const EmbeddedText> kBlockTexts;

namespace {

/// The rules by type, with their signatures read.
class Index {
  public:
    Index() {
        for (const LayerFamily& family : layer_families()) {
            for (const LayerRule& rule : family.rules) add(family.name, rule);
            for (const LayerRule& rule : family.rules) add_parametrized(family.name, rule);
        }
        // The longest suffix knows most: `*UnweightedRMSNorm` before `*RMSNorm`.
        std::stable_sort(patterns_.begin(), patterns_.end(), [](const Entry* a, const Entry* b) {
            return a->found.rule->type.size() > b->found.rule->type.size();
        });
    }

    FoundLayer find(std::string_view type) const {
        const auto exact = exact_.find(type);
        if (exact != exact_.end()) return exact->second->found;
        for (const Entry* pattern : patterns_) {
            if (type.ends_with(pattern->found.rule->type.substr(1))) return pattern->found;
        }
        return {};
    }

  private:
    struct Entry {
        Signature signature;
        FoundLayer found;
    };

    void add(std::string_view family, const LayerRule& rule) {
        Entry& entry = *entries_.emplace_back(std::make_unique<Entry>());
        entry.signature = parse_signature(rule.signature);
        entry.found = {&rule, &entry.signature, family};
        if (rule.type.front() == '*') {
            patterns_.push_back(&entry);
        } else {
            const bool is_new = exact_.emplace(rule.type, &entry).second;
            assert(is_new && "a type has two rules");
            static_cast<void>(is_new);
        }
    }

    /// A module that computes a tensor from others prints another type: `ParametrizedLinear`.
    void add_parametrized(std::string_view family, const LayerRule& plain) {
        if (!plain.tensors || plain.type.front() == '*') return;
        LayerRule& rule = parametrized_.emplace_back(plain);
        rule.type = types_.emplace_back(std::string(kParametrized).append(plain.type));
        rule.tensors = parametrized_tensors;
        add(family, rule);
    }

    std::deque<LayerRule> parametrized_;
    std::deque<std::string> types_;  ///< of `parametrized_`
    std::vector<std::unique_ptr<Entry>> entries_;
    std::unordered_map<std::string_view, const Entry*> exact_;
    std::vector<const Entry*> patterns_;
};

/// The library of composite types, by type.
class BlockIndex {
  public:
    BlockIndex() {
        for (const EmbeddedText& text : kBlockTexts) {
            Diagnostics diagnostics;
            for (Module& module : read_modules(text.text, &diagnostics)) {
                modules_.push_back(std::make_unique<Module>(std::move(module)));
                by_type_[modules_.back()->type].push_back(modules_.back().get());
            }
            assert(diagnostics.empty() && "a text of the block library is malformed");
        }
    }

    std::span<const Module* const> find(std::string_view type) const {
        const auto found = by_type_.find(type);
        return found == by_type_.end() ? std::span<const Module* const>() : found->second;
    }

  private:
    std::vector<std::unique_ptr<Module>> modules_;
    std::unordered_map<std::string_view, std::vector<const Module*>> by_type_;  // keys live in modules_
};

}  // namespace

std::span<const LayerFamily> layer_families() {
    static const LayerFamily families[] = {
        {"linear", linear_layers()},
        {"convolution", convolution_layers()},
        {"normalization", normalization_layers()},
        {"attention", attention_layers()},
        {"recurrent", recurrent_layers()},
        {"embedding", embedding_layers()},
        {"pooling", pooling_layers()},
        {"activation", activation_layers()},
        {"dropout", dropout_layers()},
        {"padding", padding_layers()},
        {"resizing", resizing_layers()},
        {"shape", shape_layers()},
        {"distance", distance_layers()},
        {"loss", loss_layers()},
    };
    return families;
}

FoundLayer find_layer(std::string_view type) {
    static const Index index;
    return index.find(type);
}

FoundLayer find_layer(const Module& module) {
    const FoundLayer found = find_layer(module.type);
    if (!found.rule || module.children.empty() || !module.arguments.empty()) return found;
    const bool is_told_by_children = found.rule->derive && !found.rule->derive(module).empty();
    return is_told_by_children ? found : FoundLayer{};
}

std::span<const Module* const> find_blocks(std::string_view type) {
    static const BlockIndex index;
    return index.find(type);
}

}  // namespace paramscope
