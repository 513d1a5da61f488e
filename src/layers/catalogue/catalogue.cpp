#include "layers/catalogue/catalogue.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>
#include <deque>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/characters.h"
#include "base/concat.h"
#include "base/shipped_texts.h"
#include "base/similar.h"
#include "layers/catalogue/parametrized.h"
#include "layers/families/families.h"
#include "model/read/read.h"

namespace paramscope {

namespace {

/// PyTorch's spelling of a type of Paddle: Conv2D -> Conv2d.
std::string torch_spelling(std::string_view type) {
    std::string spelled(type);
    const bool ends_in_dimensions = type.size() > 2 && type.back() == 'D' && is_digit(type[type.size() - 2]);
    if (ends_in_dimensions) spelled.back() = 'd';
    return spelled;
}

/// All layer rules by type. A signature is parsed when its type is first asked for.
class LayerIndex {
  public:
    LayerIndex() {
        for (const LayerFamily& family : layer_families()) {
            for (const LayerRule& rule : family.rules) add(family, rule);
            for (const LayerRule& rule : family.rules) add_parametrized(family, rule);
        }
    }

    FoundLayer find(std::string_view type) {
        const auto exact = entries_.find(type);
        if (exact != entries_.end()) return exact->second.found();
        const auto spelled = entries_.find(torch_spelling(type));
        if (spelled != entries_.end()) return spelled->second.found();
        for (Entry* pattern : patterns_) {
            if (type.ends_with(pattern->rule.type.substr(1))) return pattern->found();
        }
        return {};
    }

  private:
    struct Entry {
        LayerRule rule;
        const LayerFamily* family = nullptr;
        std::optional<Signature> signature;

        FoundLayer found() {
            if (!signature) signature = parse_signature(rule.signature);
            return {&rule, &*signature, family};
        }
    };

    void add(const LayerFamily& family, const LayerRule& rule) {
        const auto [place, is_new] = entries_.try_emplace(rule.type);
        assert(is_new && "a type has two rules");
        static_cast<void>(is_new);
        place->second = {rule, &family, {}};
        if (rule.type.front() == '*') add_pattern(place->second);
    }

    /// Sorts by length, longest first, so that `*UnweightedRMSNorm` is tried before `*RMSNorm`.
    void add_pattern(Entry& pattern) {
        const auto shorter = std::find_if(patterns_.begin(), patterns_.end(), [&](const Entry* other) {
            return other->rule.type.size() < pattern.rule.type.size();
        });
        patterns_.insert(shorter, &pattern);
    }

    /// Adds the type that a parametrized module prints: `ParametrizedLinear`.
    void add_parametrized(const LayerFamily& family, const LayerRule& plain) {
        if (!plain.tensors || plain.type.front() == '*') return;
        const std::string& type = parametrized_.emplace_back(concat(kParametrized, plain.type));
        LayerRule rule = plain;
        rule.type = type;
        rule.tensors = parametrized_tensors;
        add(family, rule);
    }

    std::unordered_map<std::string_view, Entry> entries_;
    std::deque<std::string> parametrized_;  ///< names of types that are made here
    std::vector<Entry*> patterns_;
};

/// All rules for composite types, by type. A rule begins with its type at the start of a line; it is read
/// when its type is first asked for, since a model has few of some hundred types.
class BlockIndex {
  public:
    BlockIndex() {
        for (const ShippedText& text : kTorchTexts) add(text.text);
    }

    /// Adds the texts that were received since the last call.
    void add_new_texts() {
        const std::span<const ShippedText> texts = shipped_texts();
        for (; added_ < texts.size(); ++added_) {
            if (texts[added_].group == "blocks") add(texts[added_].text);
        }
    }

    std::span<const Module> find(std::string_view type) {
        const auto found = by_type_.find(type);
        if (found == by_type_.end()) return {};
        Rules& rules = found->second;
        for (; rules.read < rules.texts.size(); ++rules.read) read(rules.texts[rules.read], rules.modules);
        return rules.modules;
    }

  private:
    struct Rules {
        std::vector<std::string_view> texts;
        std::vector<Module> modules;
        std::size_t read = 0;  ///< number of texts that modules were read from
    };

    static void read(std::string_view text, std::vector<Module>& modules) {
        Diagnostics diagnostics;
        for (Module& module : read_modules(text, &diagnostics)) modules.push_back(std::move(module));
        assert(diagnostics.empty() && "a text of the block library is malformed");
    }

    void add(std::string_view text) {
        std::size_t begin = next_rule(text, 0);
        while (begin < text.size()) {
            const std::size_t end = next_rule(text, begin + 1);
            const std::string_view rule = text.substr(begin, end - begin);
            by_type_[rule.substr(0, rule.find('('))].texts.push_back(rule);
            begin = end;
        }
    }

    /// The first line from `at` that begins with a name; the end of the text where there is none.
    static std::size_t next_rule(std::string_view text, std::size_t at) {
        while (at < text.size() && (!is_name_start(text[at]) || (at > 0 && text[at - 1] != '\n')))
            at = std::min(text.find('\n', at), text.size() - 1) + 1;
        return at;
    }

    std::unordered_map<std::string_view, Rules> by_type_;
    std::size_t added_ = 0;  ///< number of shipped_texts() that add_new_texts() has seen
};

}  // namespace

std::span<const LayerFamily> layer_families() {
    static const LayerFamily families[] = {
        {.name = "linear", .rules = linear_layers(), .creates_output = true},
        {.name = "convolution", .rules = convolution_layers(), .creates_output = true},
        {.name = "normalization", .rules = normalization_layers(), .creates_output = true},
        {.name = "attention", .rules = attention_layers(), .creates_output = true},
        {.name = "recurrent", .rules = recurrent_layers(), .creates_output = true},
        {.name = "embedding", .rules = embedding_layers(), .creates_output = true},
        {.name = "pooling", .rules = pooling_layers(), .creates_output = true, .is_pooling = true},
        {.name = "activation", .rules = activation_layers(), .creates_output = true},
        {.name = "dropout", .rules = dropout_layers()},
        {.name = "padding", .rules = padding_layers(), .creates_output = true},
        {.name = "resizing", .rules = resizing_layers(), .creates_output = true},
        {.name = "shape", .rules = shape_layers()},
        {.name = "distance", .rules = distance_layers(), .creates_output = true},
        {.name = "convolution", .rules = graph_layers(), .creates_output = true},
        {.name = "loss", .rules = loss_layers(), .creates_output = true},
    };
    return families;
}

/// How many letters only one of the names has, the same in another case included.
static std::size_t letters_apart(std::string_view a, std::string_view b) {
    std::array<int, 256> more{};
    for (const char c : a) ++more[static_cast<unsigned char>(c)];
    for (const char c : b) --more[static_cast<unsigned char>(c)];
    std::size_t letters = 0;
    for (const int count : more) letters += static_cast<std::size_t>(std::abs(count));
    return letters;
}

std::string_view similar_layer(std::string_view type) {
    std::string_view closest;
    std::size_t fewest = SIZE_MAX, apart = SIZE_MAX;  // of the closest: mistakes, and then other letters
    for (const LayerFamily& family : layer_families()) {
        for (const LayerRule& rule : family.rules) {
            if (rule.type == type) return rule.type;
            const auto mistakes = rule.type.front() != '*' ? mistakes_between(type, rule.type) : std::nullopt;
            if (!mistakes) continue;
            const std::size_t letters = letters_apart(type, rule.type);
            if (*mistakes > fewest || (*mistakes == fewest && letters >= apart)) continue;
            closest = rule.type;
            fewest = *mistakes;
            apart = letters;
        }
    }
    return closest;
}

FoundLayer find_layer(std::string_view type) {
    static LayerIndex index;
    return index.find(type);
}

FoundLayer find_layer(const Module& module) {
    const FoundLayer found = find_layer(module.type);
    if (!found.rule || module.children.empty() || !module.arguments.empty()) return found;
    const bool is_derived = found.rule->derive_arguments && !found.rule->derive_arguments(module).empty();
    return is_derived ? found : FoundLayer{};
}

std::span<const Module> find_blocks(std::string_view type) {
    static BlockIndex index;
    index.add_new_texts();
    return index.find(type);
}

}  // namespace paramscope
