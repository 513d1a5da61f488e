#include "open/listing/brackets.h"

#include <algorithm>
#include <array>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kDeepestBracket = 64;

// What Python, PyTorch, JAX and TensorFlow print around names and shapes.
constexpr std::array<std::string_view, 16> kContainers = {
    "OrderedDict", "odict_items",      "dict_items", "dict",  "list",          "tuple",         "FrozenDict",
    "State",       "ShapeDtypeStruct", "Variable",   "Param", "VariableState", "ParameterDict", "Parameter",
    "Array",       "DictWrapper"};

bool is_key_part(char c) {
    return is_name_part(c) || c == '.' || c == '/' || c == '-' || c == ':';
}

/// The word that ends at `end`, in quotes or not.
std::string_view word_before(std::string_view text, std::size_t end) {
    if (end == 0) return {};
    const char quote = text[end - 1];
    if (quote == '\'' || quote == '"') {
        const std::size_t begin = end < 2 ? std::string_view::npos : text.rfind(quote, end - 2);
        return begin == std::string_view::npos ? std::string_view() : text.substr(begin + 1, end - begin - 2);
    }
    std::size_t begin = end;
    while (begin > 0 && is_key_part(text[begin - 1])) --begin;
    return text.substr(begin, end - begin);
}

/// The key of the dict or list that opens at `offset`: the word before `:` or `=`.
std::string_view key_before(std::string_view text, std::size_t offset) {
    while (offset > 0 && is_blank(text[offset - 1])) --offset;
    if (offset == 0 || (text[offset - 1] != ':' && text[offset - 1] != '=')) return {};
    --offset;
    while (offset > 0 && is_blank(text[offset - 1])) --offset;
    return word_before(text, offset);
}

char opening_of(char closing) {
    return closing == ')' ? '(' : closing == ']' ? '[' : '{';
}

}  // namespace

void OpenBrackets::advance_to(std::size_t offset) {
    for (; at_ < offset && at_ < text_.size(); ++at_) {
        const char c = text_[at_];
        if (is_opening(c)) {
            open(at_);
        } else if (is_closing(c)) {
            close(c);
        } else if (c == ',' && !brackets_.empty()) {
            ++brackets_.back().commas;
        }
    }
}

void OpenBrackets::open(std::size_t offset) {
    if (brackets_.size() == kDeepestBracket) brackets_.clear();  // prose with brackets that never close
    const char opening = text_[offset];
    Bracket bracket{opening, {}, {}, offset};
    if (opening == '(') {
        bracket.word = word_before(text_, offset);
        bracket.key = key_before(text_, offset - bracket.word.size());
    } else {
        bracket.word = key_before(text_, offset);
    }
    brackets_.push_back(bracket);
}

void OpenBrackets::close(char closing) {
    const auto found = std::find_if(brackets_.rbegin(), brackets_.rend(), [&](const Bracket& bracket) {
        return bracket.opening == opening_of(closing);
    });
    if (found != brackets_.rend()) brackets_.erase(found.base() - 1, brackets_.end());
}

bool OpenBrackets::is_inside_call() const {
    return any_of(brackets_, [](const Bracket& bracket) {
        if (bracket.opening != '(' || bracket.word.empty()) return false;
        const std::string_view name = bracket.word.substr(bracket.word.rfind('.') + 1);
        return !contains(kContainers, name);
    });
}

bool OpenBrackets::is_inside_array() const {
    if (brackets_.empty()) return false;
    const std::string_view word = brackets_.back().word;
    const std::string_view name = word.substr(word.rfind('.') + 1);
    return brackets_.back().opening == '(' && (name == "Array" || name == "ShapeDtypeStruct");
}

std::string_view OpenBrackets::inside_of(std::string_view name) const {
    const auto found = std::find_if(brackets_.rbegin(), brackets_.rend(), [&](const Bracket& bracket) {
        return bracket.opening == '(' && bracket.word == name;
    });
    return found == brackets_.rend() ? std::string_view() : text_.substr(found->offset, at_ - found->offset);
}

bool OpenBrackets::is_inside(std::string_view start) const {
    return any_of(brackets_, [&](const Bracket& bracket) {
        return bracket.opening == '(' && bracket.word.starts_with(start);
    });
}

std::string OpenBrackets::path_of_array(std::size_t offset) const {
    std::string path;
    const auto append_key = [&](std::string_view key) {
        // How an array is described, and where nnx keeps it: `kernel=Param(value=Array(shape=(9, 4)))`.
        const bool is_description = key == "value" || key == "raw_value" || key == "shape";
        if (!key.empty() && !is_description) append(path, concat(path.empty() ? "" : ".", key));
    };
    for (const Bracket& bracket : brackets_) {
        append_key(bracket.opening == '(' ? bracket.key : bracket.word);
        const bool is_list = bracket.opening == '[' || (bracket.opening == '(' && bracket.word.empty());
        if (is_list && !path.empty()) append(path, concat('.', bracket.commas));
    }
    append_key(key_before(text_, offset));
    return path;
}

std::string OpenBrackets::path_of(std::string_view name) const {
    std::string path;
    for (const Bracket& bracket : brackets_) {
        if (bracket.opening == '(' || bracket.word.empty() || bracket.word.data() >= name.data()) continue;
        append(path, concat(bracket.word, '.'));
        if (bracket.opening == '[') append(path, concat(bracket.commas, '.'));
    }
    return concat(path, name);
}

}  // namespace paramscope::open
