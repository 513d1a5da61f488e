#include "layers/known_types.h"

#include <map>

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

constexpr std::string_view kTies = "=", kUsesTwice = "~", kUntied = "!";

/// The types of all shipped texts of the group "types": lines of a type and the names of its tensors, `Type
/// name name`. A
/// `=` among the names marks a type that ties weights by default, a `~` one that uses modules at several
/// places, a `!` one of models that do not tie weights.
class TypeIndex {
  public:
    /// Adds the texts that were received since the last call.
    void add_new_texts() {
        const std::span<const ShippedText> texts = shipped_texts();
        for (; added_ < texts.size(); ++added_) {
            if (texts[added_].group == "types") add(texts[added_].text);
        }
    }

    const KnownType* find(std::string_view type) const {
        const auto found = types_.find(type);
        return found == types_.end() ? nullptr : &found->second;
    }

  private:
    void add(std::string_view text) {
        while (!text.empty()) {
            std::string_view line = take_until(text, '\n');
            if (line.empty() || line.front() == '#') continue;
            KnownType& type = types_[take_until(line, ' ')];
            while (!line.empty()) {
                const std::string_view word = take_until(line, ' ');
                if (word == kTies) {
                    type.ties_by_default = true;
                } else if (word == kUsesTwice) {
                    type.uses_modules_twice = true;
                } else if (word == kUntied) {
                    type.is_of_untied_models = true;
                } else {
                    type.hidden_tensors.push_back(word);
                }
            }
        }
    }

    std::map<std::string_view, KnownType> types_;
    std::size_t added_ = 0;  ///< number of shipped_texts() that add_new_texts() has seen
};

}  // namespace

const KnownType* find_known_type(std::string_view type) {
    static TypeIndex index;
    index.add_new_texts();
    return index.find(type);
}

}  // namespace paramscope
