#include "open/python/prints/print_ties.h"

#include <map>
#include <set>
#include <string>
#include <utility>

namespace paramscope::open::python {
namespace {

/// The tensor that each tied one is.
using Sources = std::map<std::string, std::string>;

Sources sources_of(const std::vector<Tie>& ties) {
    Sources sources;
    for (const Tie& each : ties) sources[each.tied] = each.source;
    return sources;
}

const std::string& source_in(const Sources& sources, const std::string& name) {
    const auto found = sources.find(name);
    return found == sources.end() ? name : found->second;
}

/// The tensors that the ties name, sources first.
std::vector<std::string> names_in(const std::vector<Tie>& one, const std::vector<Tie>& other) {
    std::vector<std::string> names;
    std::set<std::string> known;
    for (const auto part : {&Tie::source, &Tie::tied}) {
        for (const std::vector<Tie>* ties : {&one, &other}) {
            for (const Tie& each : *ties)
                if (known.insert(each.*part).second) names.push_back(each.*part);
        }
    }
    return names;
}

/// Joins tensors that may be one: by either model, or by one and then the other.
class PossibleGroups {
  public:
    explicit PossibleGroups(std::vector<Tie>* ties) : ties_(*ties) {}

    /// A model, and the tensor that one is in it.
    using Key = std::pair<int, std::string>;

    void add(const std::string& name, const Key& in_one, const Key& in_other) {
        const auto [first, is_new] = first_of_.try_emplace(in_one, name);
        const std::string found = first->second;
        if (!is_new) ties_.push_back({name, found, {}, true});
        const auto [second, is_new_too] = first_of_.try_emplace(in_other, found);
        const std::string joined = second->second;
        if (is_new_too || joined == found) return;
        ties_.push_back({found, joined, {}, true});
        for (auto& [key, each] : first_of_) {
            if (each == found) each = joined;
        }
    }

  private:
    std::vector<Tie>& ties_;
    std::map<Key, std::string> first_of_;  ///< the first tensor of each group
};

}  // namespace

std::vector<Tie> ties_of_either(const std::vector<Tie>& one, const std::vector<Tie>& other) {
    const Sources a = sources_of(one), b = sources_of(other);
    std::vector<Tie> ties;
    std::map<std::pair<std::string, std::string>, std::string> in_both;  // the first of each group
    PossibleGroups groups(&ties);
    for (const std::string& name : names_in(one, other)) {
        const std::string &source = source_in(a, name), &other_source = source_in(b, name);
        const auto [first, is_new] = in_both.try_emplace({source, other_source}, name);
        if (is_new) {
            groups.add(name, {1, source}, {2, other_source});
        } else {
            ties.push_back({name, first->second, {}});
        }
    }
    return ties;
}

}  // namespace paramscope::open::python
