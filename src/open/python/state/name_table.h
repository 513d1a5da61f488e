// The names of a scope, in the order in which they were bound. Most scopes are those of calls, and have few.
#pragma once

#include <cstddef>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/rare.h"

namespace paramscope::open::python {

/// A map from names to values. Few names are searched one by one.
template <class T>
class NameTable {
  public:
    using Entry = std::pair<std::string_view, T>;
    using Place = typename std::vector<Entry>::iterator;
    using ConstPlace = typename std::vector<Entry>::const_iterator;

    std::size_t size() const { return entries_.size(); }
    Place begin() { return entries_.begin(); }
    Place end() { return entries_.end(); }
    ConstPlace begin() const { return entries_.begin(); }
    ConstPlace end() const { return entries_.end(); }

    Place find(std::string_view name) { return begin() + static_cast<std::ptrdiff_t>(place_of(name)); }
    ConstPlace find(std::string_view name) const {
        return begin() + static_cast<std::ptrdiff_t>(place_of(name));
    }
    bool contains(std::string_view name) const { return place_of(name) < entries_.size(); }
    T& operator[](std::string_view name) { return emplace(name, T()).first->second; }
    const T& at(std::string_view name) const { return entries_.at(place_of(name)).second; }

    /// Adds a name that is new.
    std::pair<Place, bool> emplace(std::string_view name, const T& value) {
        const std::size_t place = place_of(name);
        if (place < entries_.size()) return {begin() + static_cast<std::ptrdiff_t>(place), false};
        entries_.emplace_back(name, value);
        if (index_)
            index_->emplace(name, place);
        else if (entries_.size() > kSearched)
            make_index();
        return {end() - 1, true};
    }
    void insert_or_assign(std::string_view name, const T& value) {
        const auto [place, is_new] = emplace(name, value);
        if (!is_new) place->second = value;
    }
    void erase(ConstPlace place) {
        entries_.erase(place);
        if (index_) make_index();
    }
    std::size_t erase(std::string_view name) {
        const ConstPlace place = find(name);
        if (place == end()) return 0;
        erase(place);
        return 1;
    }

  private:
    static constexpr std::size_t kSearched = 12;  // names without an index

    /// The place of a name; behind the last one where it is not there.
    std::size_t place_of(std::string_view name) const {
        if (index_) {
            const auto found = index_->find(name);
            return found == index_->end() ? entries_.size() : found->second;
        }
        std::size_t i = 0;
        while (i < entries_.size() && !are_same(entries_[i].first, name)) ++i;
        return i;
    }
    /// Names of one length mostly differ in their first character.
    static bool are_same(std::string_view a, std::string_view b) {
        return a.size() == b.size() && (a.empty() || (a[0] == b[0] && a == b));
    }
    void make_index() {
        auto& index = index_.emplace();
        for (std::size_t i = 0; i < entries_.size(); ++i) index.emplace(entries_[i].first, i);
    }

    std::vector<Entry> entries_;
    Rare<std::unordered_map<std::string_view, std::size_t>> index_;
};

}  // namespace paramscope::open::python
