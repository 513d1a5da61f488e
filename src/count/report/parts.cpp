#include "count/report/parts.h"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>

#include "base/characters.h"
#include "base/ranges.h"

namespace paramscope {
namespace {

/// A network with fewer of its layers in attention, feed-forward parts and recurrences is no Transformer.
constexpr double kLeastShare = 0.25;

/// More layers with weights than a layer of a Transformer has beside attention; its feed-forward part is one.
constexpr std::uint32_t kTooManyInLayer = 13;

/// What a module is by itself, whatever is around it.
enum class Kind : std::uint8_t { None, Attention, Recurrent, FeedForward };

bool has_any_of(std::string_view text, std::span<const std::string_view> words) {
    return any_of(words, [&](std::string_view each) { return text.find(each) != std::string_view::npos; });
}

/// What the name of a type or of a module says that it is.
Kind kind_in_words(std::string_view name) {
    static constexpr std::string_view kRecurrences[] = {"mamba", "deltanet", "rwkv",      "retention", "ssm",
                                                        "rglru", "lstm",     "recurrent", "linearattn"};
    static constexpr std::string_view kAttentions[] = {"attention", "attn"};
    static constexpr std::string_view kFeedForwards[] = {"mlp", "feedforward", "feed_forward",
                                                         "ffn", "moe",         "expert"};
    const std::string words = lowercase(name);
    if (has_any_of(words, kRecurrences)) return Kind::Recurrent;
    if (has_any_of(words, kAttentions)) return Kind::Attention;
    return has_any_of(words, kFeedForwards) ? Kind::FeedForward : Kind::None;
}

/// What the name of a module says, whose type says nothing: "block_sparse_moe", "attn1"; not "attn_dropout".
Kind kind_by_name(std::string_view name) {
    struct Ending {
        std::string_view word;
        Kind kind;
    };
    static constexpr Ending kEndings[] = {
        {"mamba", Kind::Recurrent},         {"ssm", Kind::Recurrent},
        {"attention", Kind::Attention},     {"attn", Kind::Attention},
        {"mlp", Kind::FeedForward},         {"ffn", Kind::FeedForward},
        {"moe", Kind::FeedForward},         {"feed_forward", Kind::FeedForward},
        {"feedforward", Kind::FeedForward}, {"experts", Kind::FeedForward},
    };
    if (name.empty() || is_digit(name.front())) return Kind::None;  // in a list
    const std::string words = lowercase(name);
    const std::string_view letters =
        std::string_view(words).substr(0, words.find_last_not_of("0123456789_") + 1);
    const auto* found =
        find_where(kEndings, [&](const Ending& each) { return letters.ends_with(each.word); });
    return found == nullptr ? Kind::None : found->kind;
}

/// What a type's name has beyond the words at its beginning that the type of the whole model has, too:
/// "RMSNorm" of "Qwen3MoeRMSNorm" in "Qwen3MoeForCausalLM".
std::string_view without_family(std::string_view type, std::string_view whole) {
    const auto begins_word = [](std::string_view name, std::size_t at) {
        return at == name.size() || is_upper(name[at]);
    };
    std::size_t shared = 0;
    for (std::size_t at = 0; at < std::min(type.size(), whole.size()) && type[at] == whole[at]; ++at)
        if (begins_word(type, at + 1) && begins_word(whole, at + 1)) shared = at + 1;
    return type.substr(shared);
}

/// True for a type that is named as what holds several parts: "CrossAttnDownBlock2D"; not "EncoderAttention".
bool is_named_as_whole(std::string_view type) {
    static constexpr std::string_view kWholes[] = {"block", "layer", "stage", "model", "encoder", "decoder"};
    const std::string words = lowercase(type);
    const auto is_behind_attention = [&words](std::string_view whole) {
        const std::size_t at = words.rfind(whole);
        return at != std::string::npos && words.find("att", at) == std::string::npos;
    };
    return any_of(kWholes, is_behind_attention);
}

bool is_mixing(Kind kind) {
    return kind == Kind::Attention || kind == Kind::Recurrent;
}

bool is_leaf(const Report& report, std::uint32_t node) {
    return report.nodes[node].subtree_end == node + 1;
}

/// What the modules of a report are by themselves, and which of them are layers of a Transformer: the
/// smallest that hold attention or a recurrence and other weights beside it.
class Kinds {
  public:
    explicit Kinds(const Report& report) : report_(report), found_(report.nodes.size()) {
        for (auto node = static_cast<std::uint32_t>(found_.size()); node-- > 0;) find(node);
    }

    Kind of(std::uint32_t node) const { return found_[node].own; }
    bool is_layer(std::uint32_t node) const { return found_[node].is_layer; }

  private:
    struct Found {
        Kind own = Kind::None;
        bool is_layer = false;
        bool has_mixing = false;        ///< attention or a recurrence, itself or below
        bool has_feed_forward = false;  ///< itself or below
        bool has_layer = false;         ///< itself or below
        std::uint32_t rest = 0;         ///< layers with weights of other kinds; a feed-forward part is one
        bool has_embedding = false;     ///< itself or below
    };

    void find(std::uint32_t node) {
        const NodeReport& row = report_.nodes[node];
        Found below;
        for (const std::uint32_t child : report_.children(node)) join(&below, found_[child]);
        Found& found = found_[node];
        found = below;
        found.own = kind_of(row, below);
        const std::string_view family = row.facts->family;
        found.has_mixing = below.has_mixing || is_mixing(found.own);
        found.has_feed_forward = below.has_feed_forward || found.own == Kind::FeedForward;
        found.has_embedding = below.has_embedding || family == "embedding";
        const bool is_rest =
            is_leaf(report_, node) && has_weights(row) && family != "normalization" && family != "embedding";
        found.rest = is_mixing(found.own)             ? 0
                     : found.own == Kind::FeedForward ? 1
                                                      : below.rest + (is_rest ? 1U : 0U);
        const bool is_small = found.rest > 0 && found.rest < kTooManyInLayer;
        found.is_layer = below.has_mixing && !is_mixing(found.own) && !below.has_layer && is_small &&
                         (node > 0 || !found.has_embedding);
        found.has_layer = below.has_layer || found.is_layer;
    }

    static void join(Found* all, const Found& child) {
        all->has_mixing = all->has_mixing || child.has_mixing;
        all->has_feed_forward = all->has_feed_forward || child.has_feed_forward;
        all->has_layer = all->has_layer || child.has_layer;
        all->rest += child.rest;
        all->has_embedding = all->has_embedding || child.has_embedding;
    }

    Kind kind_of(const NodeReport& row, const Found& below) {
        const std::string_view family = row.facts->family;
        if (family == "attention") return Kind::Attention;
        if (family == "recurrent") return Kind::Recurrent;
        if (family == "container" || family == "normalization" || family == "embedding") return Kind::None;
        if (&row == &report_.nodes[0] && below.has_mixing) return Kind::None;
        Kind named = in_words(row.type);
        if (named == Kind::None) named = kind_by_name(row.name);
        if (named == Kind::FeedForward) return below.has_mixing ? Kind::None : named;
        const bool has_several = below.has_mixing || below.has_feed_forward;
        if (named != Kind::None) return has_several && is_named_as_whole(row.type) ? Kind::None : named;
        if (below.has_feed_forward) return Kind::None;
        const bool has_scores = !row.facts->work.times(Operation::AttentionScore).is_zero();
        return has_scores && !below.has_mixing ? Kind::Attention : Kind::None;
    }

    /// What the name of a type says; types of neighbours are often the same.
    Kind in_words(std::string_view type) {
        if (type != last_type_) {
            last_type_ = type;
            last_kind_ = kind_in_words(type);
            const bool may_be_of_family = last_kind_ == Kind::FeedForward;  // of experts: "Qwen3Moe…"
            if (may_be_of_family) last_kind_ = kind_in_words(without_family(type, report_.nodes[0].type));
        }
        return last_kind_;
    }

    const Report& report_;
    std::vector<Found> found_;
    std::string_view last_type_;
    Kind last_kind_ = Kind::None;
};

/// What the modules around a module say of it.
struct Around {
    std::uint32_t end = 0;         ///< behind the last module that it holds for
    Kind kind = Kind::None;        ///< of the first around it that is something by itself
    bool is_in_layer = false;      ///< of a Transformer
    bool is_in_embedding = false;  ///< in a module whose name says so
};

std::string_view part_of_kind(Kind kind) {
    if (kind == Kind::Attention) return kAttentionPart;
    return kind == Kind::Recurrent ? kRecurrentPart : kFeedForwardPart;
}

bool is_named_embedding(std::string_view name) {
    static constexpr std::string_view kEmbeddings[] = {"embed", "wte", "wpe", "token", "patch", "pos"};
    return has_any_of(lowercase(name), kEmbeddings);
}

/// The part of weights outside of attention, recurrences and modules that are named feed-forward.
std::string_view part_by_place(const NodeReport& row, const Around& around, bool is_behind_layers) {
    const std::string_view family = row.facts->family;
    if (family == "embedding") return kEmbeddingPart;
    if (family == "normalization") return kNormalizationPart;
    if (around.is_in_layer) return kFeedForwardPart;
    if (around.is_in_embedding) return kEmbeddingPart;
    if (family == "convolution" || family == "pooling") return kConvolutionPart;
    return is_behind_layers ? kOutputPart : kOtherPart;
}

bool holds_embeddings(const NodeReport& row) {
    return any_of(row.facts->tensors.list(), [](const TensorReport& tensor) {
        return tensor.role == Role::Parameter && is_named_embedding(tensor.name.view());
    });
}

/// The part of each module as a whole, from those of their own weights: one that has all of its weights but
/// those of normalizations is its part.
std::vector<std::string_view> joined_parts(const Report& report, const std::vector<std::string_view>& own) {
    static constexpr std::string_view kSeveral = "several";
    std::vector<std::string_view> parts = own;
    std::vector<std::string_view> below(own.size());  // of the weights of each module, "": none
    const auto add = [](std::string_view* all, std::string_view part) {
        if (part.empty() || part == kNormalizationPart) return;
        *all = all->empty() || *all == part ? part : kSeveral;
    };
    for (std::size_t node = own.size(); node-- > 0;) {
        const NodeReport& row = report.nodes[node];
        if (has_weights(row)) add(&below[node], own[node]);
        if (row.subtree_end > node + 1 && !below[node].empty())
            parts[node] = below[node] == kSeveral ? row.facts->family : below[node];
        if (node > 0) add(&below[row.parent], below[node]);
    }
    return parts;
}

/// The part of what each module of a Transformer has beside its children.
std::vector<std::string_view> parts_of_transformer(const Report& report, const Kinds& kinds,
                                                   std::uint32_t end_of_layers) {
    const auto count = static_cast<std::uint32_t>(report.nodes.size());
    std::vector<std::string_view> parts(count);
    std::vector<Around> places{{count}};
    for (std::uint32_t node = 0; node < count; ++node) {
        const NodeReport& row = report.nodes[node];
        while (places.size() > 1 && places.back().end <= node) places.pop_back();
        Around around = places.back();
        around.end = row.subtree_end;
        if (around.kind == Kind::None) around.kind = kinds.of(node);
        around.is_in_layer = around.is_in_layer || kinds.is_layer(node);
        around.is_in_embedding = around.is_in_embedding || is_named_embedding(row.name);
        const bool has_parts = !is_leaf(report, node);
        if (around.kind != Kind::None) {
            parts[node] = part_of_kind(around.kind);
        } else if (!has_parts) {
            parts[node] = part_by_place(row, around, node >= end_of_layers);
        } else {
            parts[node] = holds_embeddings(row) ? kEmbeddingPart : row.facts->family;
        }
        if (has_parts) places.push_back(around);
    }
    return parts;
}

/// True where attention, recurrences and what is beside them in layers hold enough of the layers with
/// weights.
bool is_transformer(const Report& report, const Kinds& kinds) {
    std::size_t all = 0, of_layers = 0;
    bool has_mixing = false;  // beside recurrent layers of the catalogue, which other networks have, too
    std::uint32_t end = 0;    // of what is visited of attention and layers
    for (std::uint32_t node = 0; node < report.nodes.size(); ++node) {
        const NodeReport& row = report.nodes[node];
        const bool is_mixing_here = is_mixing(kinds.of(node));
        if (is_mixing_here || kinds.is_layer(node)) end = std::max(end, row.subtree_end);
        has_mixing = has_mixing || (is_mixing_here && row.facts->family != "recurrent");
        if (!has_weights(row)) continue;
        ++all;
        of_layers += node < end ? 1U : 0U;
    }
    return has_mixing && static_cast<double>(of_layers) >= kLeastShare * static_cast<double>(all);
}

}  // namespace

std::string_view english_name_of(std::string_view part) {
    if (part == "custom") return "own tensors";
    constexpr std::string_view kOfTransformer = " part";
    if (part.ends_with(kOfTransformer)) part.remove_suffix(kOfTransformer.size());
    return part;
}

Parts::Parts(const Report& report) {
    if (report.nodes.empty()) return;
    if (report.nodes.size() <= kMostModulesWithParts) find_parts(report);
    if (are_of_transformer_) return;
    of_.reserve(report.nodes.size());
    std::string_view last;  // neighbours are often of one family
    for (const NodeReport& row : report.nodes) {
        const std::string_view family = row.facts->family;
        of_.push_back(!of_.empty() && family.data() == last.data() ? of_.back() : index_of(family));
        last = family;
    }
    of_own_ = of_;
}

/// Finds the parts of a Transformer.
void Parts::find_parts(const Report& report) {
    const Kinds kinds(report);
    are_of_transformer_ = is_transformer(report, kinds);
    if (!are_of_transformer_) return;
    std::uint32_t end = 0;
    for (std::uint32_t node = 0; node < report.nodes.size(); ++node) {
        if (!kinds.is_layer(node)) continue;
        layers_.push_back(node);
        end = std::max(end, report.nodes[node].subtree_end);
    }
    const std::vector<std::string_view> own = parts_of_transformer(report, kinds, end);
    for (const std::string_view part : joined_parts(report, own)) of_.push_back(index_of(part));
    for (const std::string_view part : own) of_own_.push_back(index_of(part));
}

std::uint8_t Parts::index_of(std::string_view name) {
    const auto place =
        static_cast<std::size_t>(std::find(names_.begin(), names_.end(), name) - names_.begin());
    if (place == names_.size()) names_.push_back(name);
    return static_cast<std::uint8_t>(place);
}

}  // namespace paramscope
