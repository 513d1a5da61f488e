#include "layers/catalogue/known_types.h"

#include <functional>
#include <map>
#include <span>
#include <string>
#include <utility>

#include "base/shipped_texts.h"
#include "base/text_parts.h"

namespace paramscope {
namespace {

constexpr char kTies = '=', kUsesTwice = '~', kHasBias = '+', kNormsLackBias = '-', kByConfig = '?',
               kIsEmpty = '.';

/// Takes the model off the beginning of a line, `Model: Type Type`. A line without one has whole types.
std::string_view take_model(std::string_view& line) {
    const std::size_t end = line.find(": ");
    if (end == std::string_view::npos) return {};
    const std::string_view model = line.substr(0, end);
    line.remove_prefix(end + 2);
    return model;
}

/// Takes the name of a type off the beginning of `rest`: up to its marks, its tensors or the next type.
std::string_view take_name(std::string_view& rest) {
    const std::string_view name = rest.substr(0, rest.find_first_of(" =~+-?.("));
    rest.remove_prefix(name.size());
    return name;
}

/// True for a line whose first type is sorted after `type`.
bool begins_after(std::string_view line, std::string_view type) {
    const std::string_view model = take_model(line);
    const int order = model.compare(type.substr(0, model.size()));
    return order != 0 ? order > 0 : take_name(line) > type.substr(model.size());
}

/// The only line that may have a type in a text whose lines and types are sorted: the last one that does not
/// begin after it. Comments begin with `#`, which is before all letters.
std::string_view find_line(std::string_view text, std::string_view type) {
    std::string_view found;
    std::size_t begin = 0, end = text.size();  // of the lines that are searched
    while (begin < end) {
        const std::string_view before_middle = text.substr(begin, (end - begin) / 2);
        const std::size_t line_break = before_middle.rfind('\n');
        const std::size_t at = line_break == std::string_view::npos ? begin : begin + line_break + 1;
        const std::string_view line = text.substr(at, text.find('\n', at) - at);
        if (begins_after(line, type)) {
            end = at;
        } else {
            found = line;
            begin = at + line.size() + 1;
        }
    }
    return found;
}

/// Adds what follows the name of a type: marks, then the names of its tensors, `=~(name,name)`.
void add_facts(std::string_view facts, KnownType& known) {
    const std::string_view marks = take_until(facts, '(');
    const auto has = [&](char mark) { return marks.find(mark) != std::string_view::npos; };
    known.is_empty |= has(kIsEmpty);
    known.ties_by_default |= has(kTies);
    known.uses_modules_twice |= has(kUsesTwice);
    known.has_bias_beside_decoder |= has(kHasBias);
    known.norms_lack_bias |= has(kNormsLackBias);
    known.holds_by_config |= has(kByConfig);
    std::string_view tensors = take_until(facts, ')');
    while (!tensors.empty()) known.hidden_tensors.push_back(take_until(tensors, ','));
}

/// The types of all shipped texts of the group "types". A model has few of some thousand: a type is searched
/// for, and what is known of it is kept.
class TypeIndex {
  public:
    /// Adds the texts that were received since the last call.
    void add_new_texts() {
        const std::span<const ShippedText> texts = shipped_texts();
        for (; added_ < texts.size(); ++added_) {
            if (texts[added_].group == "types") texts_.push_back(texts[added_].text);
        }
    }

    const KnownType* find(std::string_view type) {
        auto kept = found_.find(type);
        if (kept == found_.end()) {
            if (unknown_ >= kKeptUnknown) forget_unknown();
            kept = found_.try_emplace(std::string(type)).first;
            ++unknown_;
        }
        Found& found = kept->second;
        const bool was_known = found.is_known;
        for (; found.searched < texts_.size(); ++found.searched)
            found.is_known |= add_known_facts(texts_[found.searched], type, found.type);
        if (found.is_known && !was_known) --unknown_;
        return found.is_known ? &found.type : nullptr;
    }

  private:
    /// What a text of many types costs in memory for good is bounded by this number of those not found.
    static constexpr std::size_t kKeptUnknown = 4000;

    struct Found {
        KnownType type;
        std::size_t searched = 0;  ///< number of texts that it was searched in
        bool is_known = false;
    };

    void forget_unknown() {
        std::erase_if(found_, [](const auto& each) { return !each.second.is_known; });
        unknown_ = 0;
    }

    std::vector<std::string_view> texts_;
    std::map<std::string, Found, std::less<>> found_;
    std::size_t unknown_ = 0;  ///< number of types in found_ that no text has
    std::size_t added_ = 0;    ///< number of shipped_texts() that add_new_texts() has seen
};

}  // namespace

bool add_known_facts(std::string_view text, std::string_view type, KnownType& known) {
    std::string_view line = find_line(text, type);
    const std::string_view model = take_model(line);
    if (!type.starts_with(model) || type == model) return false;
    const std::string_view rest = type.substr(model.size());
    while (!line.empty()) {
        std::string_view facts = take_until(line, ' ');
        if (take_name(facts) != rest) continue;
        add_facts(facts, known);
        return true;
    }
    return false;
}

const KnownType* find_known_type(std::string_view type) {
    static TypeIndex index;
    index.add_new_texts();
    return index.find(type);
}

}  // namespace paramscope
