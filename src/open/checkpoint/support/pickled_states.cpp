#include "open/checkpoint/support/pickled_states.h"

#include <algorithm>
#include <vector>

namespace paramscope::open {
namespace {

using Kind = Pickle::Kind;
using Ref = Pickle::Ref;

/// Items of a dict or a list in which a state is looked for.
constexpr std::size_t kSearchedItems = 8;

bool contains(std::string_view text, std::string_view part) {
    return text.find(part) != std::string_view::npos;
}

/// True for names by which mark_training_state() finds averages and optimizers.
bool is_told_by_name(std::string_view key) {
    return contains(key, "opt") || contains(key, "ema") || contains(key, "EMA") || contains(key, "shadow");
}

}  // namespace

bool is_part_of_module(std::string_view key) {
    return key == "_parameters" || key == "_buffers" || key == "_modules";
}

bool PickledStates::has_key(Ref mapping, std::string_view key) const {
    const std::vector<Ref>& items = pickle_.items(mapping);
    for (std::size_t i = 0; i + 1 < items.size(); i += 2)
        if (pickle_.text(items[i]) == key) return true;
    return false;
}

bool PickledStates::is_of_module(Ref mapping) const {
    return pickle_.is(mapping, Kind::Dict) && has_key(mapping, "_parameters") && has_key(mapping, "_modules");
}

PickledStates::Likeness PickledStates::look(Ref ref) const {
    if (ref == Pickle::kNothing) return Likeness::None;
    const Pickle::Value& value = pickle_.at(ref);
    const bool is_object = value.kind == Kind::Call && value.state != Pickle::kNothing;
    if (is_object && (is_of_module(value.state) || has_key(value.state, "_metadata")))
        return Likeness::Certain;
    if (value.kind != Kind::Dict && !value.is_mapping) return Likeness::None;
    Likeness likeness = Likeness::None;
    const std::vector<Ref>& items = pickle_.items(ref);
    for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
        const std::string_view key = pickle_.text(items[i]);
        if (contains(key, ".")) return Likeness::Certain;
        if (key.ends_with("weight") || key.ends_with("bias")) likeness = Likeness::Possible;
    }
    return likeness;
}

PickledStates::Likeness PickledStates::likeness(Ref ref) {
    const auto [found, is_new] = likeness_.try_emplace(ref, Likeness::None);
    if (is_new) found->second = look(ref);
    return found->second;
}

bool PickledStates::is_of_training(Ref mapping) {
    const std::vector<Ref>& items = pickle_.items(mapping);
    for (std::size_t i = 0; i + 1 < items.size(); i += 2)
        if (likeness(items[i + 1]) == Likeness::Certain) return true;
    return false;
}

bool PickledStates::may_be_of_model(std::string_view key, Ref value) {
    if (is_told_by_name(key) || likeness(value) != Likeness::None) return true;
    const std::vector<Ref>& items = pickle_.items(value);
    const std::size_t searched = std::min(items.size(), kSearchedItems);
    return std::any_of(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(searched),
                       [this](Ref item) { return likeness(item) != Likeness::None; });
}

}  // namespace paramscope::open
