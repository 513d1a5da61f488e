#include "layers/known_types.h"

#include <functional>
#include <map>
#include <span>
#include <string>

#include "base/shipped_texts.h"

namespace paramscope {
namespace {

/// Takes the text before the next `separator` off the beginning of `rest`.
std::string_view take_until(std::string_view& rest, char separator) {
    const std::size_t end = rest.find(separator);
    const std::string_view taken = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return taken;
}

constexpr std::string_view kTies = "=", kUsesTwice = "~", kUntied = "!",
                           kNormsLackBias = "-";

/// The line of a type in a text whose lines are sorted by type; empty where it has none. Comments begin with
/// `#`, which is before all letters.
std::string_view find_line(std::string_view text, std::string_view type) {
    std::size_t begin = 0, end = text.size();  // of the lines that are searched
    while (begin < end) {
        const std::string_view before_middle = text.substr(begin, (end - begin) / 2);
        const std::size_t line_break = before_middle.rfind('\n');
        const std::size_t at = line_break == std::string_view::npos ? begin : begin + line_break + 1;
        const std::string_view line = text.substr(at, text.find('\n', at) - at);
        const int order = line.substr(0, line.find(' ')).compare(type);
        if (order == 0) return line;
        if (order < 0) begin = at + line.size() + 1;
        if (order > 0) end = at;
    }
    return {};
}

/// Adds what a line says, `Type name name`. A `=` among the names marks a type that ties weights by default,
/// a `~` one that uses modules at several places, a `!` one of models that do not tie weights, a `-` one whose layer norms have no bias.
void add_line(std::string_view line, KnownType& type) {
    take_until(line, ' ');
    while (!line.empty()) {
        const std::string_view word = take_until(line, ' ');
        if (word == kTies) {
            type.ties_by_default = true;
        } else if (word == kUsesTwice) {
            type.uses_modules_twice = true;
        } else if (word == kUntied) {
            type.is_of_untied_models = true;
        } else if (word == kNormsLackBias) {
            type.norms_lack_bias = true;
        } else {
            type.hidden_tensors.push_back(word);
        }
    }
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
        auto found = found_.find(type);
        for (std::size_t i = found == found_.end() ? 0 : found->second.searched; i < texts_.size(); ++i) {
            const std::string_view line = find_line(texts_[i], type);
            if (line.empty()) continue;
            if (found == found_.end()) found = found_.try_emplace(std::string(type)).first;
            add_line(line, found->second.type);
        }
        if (found == found_.end()) return nullptr;
        found->second.searched = texts_.size();
        return &found->second.type;
    }

  private:
    struct Found {
        KnownType type;
        std::size_t searched = 0;  ///< number of texts that it was searched in
    };

    std::vector<std::string_view> texts_;
    std::map<std::string, Found, std::less<>> found_;
    std::size_t added_ = 0;  ///< number of shipped_texts() that add_new_texts() has seen
};

}  // namespace

const KnownType* find_known_type(std::string_view type) {
    static TypeIndex index;
    index.add_new_texts();
    return index.find(type);
}

}  // namespace paramscope
