#include "open/python/trace/input_names.h"

#include <algorithm>
#include <iterator>

#include "base/ranges.h"

namespace paramscope::open::python {
namespace {

struct NamedRank {
    std::string_view word;
    std::size_t rank;
};
/// Words in names, and how many dimensions tensors of such names usually have.
constexpr NamedRank kNamedRanks[] = {
    {"image", 4},    {"img", 4},    {"pixel_values", 4}, {"rgb", 4},   {"depth", 4},  {"photo", 4},
    {"ids", 2},      {"tokens", 2}, {"src", 2},          {"tgt", 2},   {"trg", 2},    {"sentence", 2},
    {"waveform", 3}, {"audio", 3},  {"wav", 3},          {"mel", 3},   {"spec", 3},   {"signal", 3},
    {"points", 3},   {"xyz", 3},    {"pts", 3},          {"video", 5}, {"clip", 5},   {"frames", 5},
    {"hidden", 3},   {"embeds", 3}, {"seq", 3},          {"query", 3}, {"key", 3},    {"value", 3},
    {"noise", 2},    {"latent", 2}, {"state", 2},        {"obs", 2},   {"action", 2}, {"adj", 2},
    {"style", 2},    {"emb", 2},    {"timestep", 1},     {"user", 1},  {"item", 1},
};

bool is_text(std::string_view name) {
    constexpr std::string_view kWords[] = {"ids", "tok", "text", "src", "tgt", "trg", "sentence", "words"};
    return any_of(kWords, [&](std::string_view word) { return name.find(word) != std::string_view::npos; });
}

bool is_side(std::string_view name) {
    constexpr std::string_view kNames[] = {"H", "W", "h", "w", "height", "width"};
    return contains(kNames, name);
}

constexpr std::string_view kQueries[] = {"q", "k", "v", "query", "key", "value", "queries", "keys", "values"};

}  // namespace

bool is_state(std::string_view name) {
    constexpr std::string_view kNames[] = {"hidden",       "h",          "hx",  "hc",
                                           "hidden_state", "prev_state", "h_0", "h0"};
    return contains(kNames, name);
}

bool is_one_of_batch(std::string_view name) {
    constexpr std::string_view kNames[] = {"t",       "time",       "timestep",    "timesteps",
                                           "labels",  "label",      "class_label", "class_labels",
                                           "classes", "noise_level"};
    return contains(kNames, name);
}

std::vector<InputKind> kinds_of_input(std::string_view name) {
    std::vector<InputKind> kinds;
    const auto add = [&](std::size_t rank, InputShape::Kind kind = InputShape::Kind::Tensor) {
        const bool is_new =
            none_of(kinds, [&](const InputKind& each) { return each.kind == kind && each.rank == rank; });
        if (is_new) kinds.push_back({kind, rank});
    };
    if (is_side(name)) add(0, InputShape::Kind::Number);
    if (is_state(name)) {
        add(3);
        add(3, InputShape::Kind::Pair);
    }
    if (contains(kQueries, name)) add(3);
    std::string lower(name);
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; });
    for (const NamedRank& each : kNamedRanks) {
        if (lower.find(each.word) != std::string::npos) add(each.rank);
    }
    for (const std::size_t rank : {2U, 3U, 4U, 5U, 1U}) add(rank);
    if (lower == "state" || lower == "states") add(3, InputShape::Kind::Pair);
    return kinds;
}

std::string_view name_of_size(std::string_view input, std::size_t at, const std::vector<bool>& known) {
    constexpr std::string_view kMaps[] = {"channels", "frames", "height", "width"};
    constexpr std::string_view kHeads[] = {"heads", "tokens", "features"};
    const std::size_t rank = known.size();
    const std::size_t open =
        count_if(std::vector<bool>(known.begin() + 1, known.end()), [](bool each) { return !each; });
    if (at == 0) return "items";
    if (rank == 2) return is_text(input) ? "tokens" : "features";
    if (rank > 2 && open == 1) return rank > 3 || at == 2 ? "length" : "tokens";
    if (rank <= 4 && contains(kQueries, input)) return kHeads[at + 3 - rank];
    // Behind the last two, which are height and width, come those that are left.
    std::size_t behind = 0;
    for (std::size_t i = at + 1; i < rank; ++i) behind += !known[i];
    if (behind < 2) return kMaps[3 - behind];
    if (rank == 5) return behind == 2 ? "frames" : "channels";
    return "channels";
}

Integer first_number_of(std::size_t rank, std::size_t at) {
    if (at == 0) return 2;
    if (rank < 4) return 128;
    return rank == 4 || at > 2 ? 224 : 16;
}

}  // namespace paramscope::open::python
