#include "open/support/opened_model.h"

#include <string_view>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "model/read/read.h"
#include "model/read/read_module.h"
#include "model/read/read_tensor.h"
#include "model/write.h"

namespace paramscope::open {
namespace {

constexpr std::string_view kBasisLabel = "basis: ";

/// The line `basis: ...` of a model text; npos where there is none. Lines of modules are indented.
std::size_t find_basis_line(std::string_view text) {
    if (text.starts_with(kBasisLabel)) return 0;
    const std::size_t line_break = text.find(concat("\n", kBasisLabel));
    return line_break == std::string_view::npos ? line_break : line_break + 1;
}

/// Adds a line such as `basis: exact` below the comments that begin a model text. One that the text has keeps
/// its place, and the worst basis holds.
void state_basis_in(std::string* text, Basis basis) {
    if (const std::size_t begin = find_basis_line(*text); begin != std::string::npos) {
        const std::size_t value = begin + kBasisLabel.size(), length = text->find('\n', value) - value;
        const auto stated = find_basis(std::string_view(*text).substr(value, length));
        text->replace(value, length, to_string(worst(basis, stated.value_or(basis))));
        return;
    }
    std::size_t at = 0;
    while (at < text->size() && (*text)[at] == '#') {
        const std::size_t end = text->find('\n', at);
        at = end == std::string::npos ? text->size() : end + 1;
    }
    const bool has_header = at < text->size() && text->find("\n\n", at) < text->find('(', at);
    text->insert(at, concat(kBasisLabel, to_string(basis), has_header ? "\n" : "\n\n"));
}

bool is_word(std::string_view text) {
    return !text.empty() && all_of(text, [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
}

/// True for a word, and for "0-31".
bool is_plain_name(std::string_view name) {
    const std::string_view first = first_name(name);
    return name.size() <= kLongestName && is_word(first) &&
           (first.size() == name.size() || is_digits(name.substr(first.size() + 1)));
}

/// True for words joined by dots.
bool is_plain_path(std::string_view path) {
    return all_of(path, [](char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '.'; });
}

/// Whether the text of a model reads as that model, by what is quick to see: names and types are words, of
/// which no two in a module are the same, and the text keeps the reader's limits.
class PlainCheck {
  public:
    bool accepts(const Model& model) {
        return all_of(model.notes, [this](const auto& each) { return accepts(each); }) &&
               all_of(model.ties, [this](const auto& each) { return accepts(each); }) &&
               model.root.type != "Fragment" && accepts(model.root, 1, 0) && modules_ <= kMostModules &&
               path_text_ <= kMostPathText && text_ <= kLargestText;
    }

  private:
    static constexpr std::size_t kAround = 12;  ///< bytes around a part: brackets, a word such as `False`
    static constexpr std::size_t kBytesOfNumber = 48;  ///< with its sign and a separator

    /// Adds a line or a part of one to an upper bound of the text's size.
    void add(std::string_view part) { text_ += part.size() + kAround; }

    void add(const Value& value) {
        add(value.text);
        if (value.kind == Value::Kind::Number && value.text.empty()) text_ += kBytesOfNumber;
        for (const Value& item : value.items) add(item);
        for (const Argument& argument : value.arguments) add(argument);
    }

    /// Modules that are equal share their arguments, and mostly follow each other.
    void add(const NumberedList<Argument>& arguments) {
        if (!arguments.is_same_object(last_arguments_)) {
            const std::size_t before = text_;
            for (const Argument& argument : arguments.list()) add(argument);
            last_arguments_ = arguments;
            last_size_ = text_ - before;
        } else {
            text_ += last_size_;
        }
    }

    void add(const Argument& argument) {
        add(argument.name);
        add(argument.value);
    }

    bool accepts(const std::string& note) {
        add(note);
        return written_comment(note) == note;
    }

    bool accepts(const Tie& tie) {
        add(tie.tied);
        add(tie.source);
        return is_plain_path(tie.tied) && is_plain_path(tie.source);
    }

    bool accepts(const Tensor& tensor, int depth) {
        if (!tensor.printed.empty() || !tensor.comment.empty()) return false;
        add(tensor.dtype);
        text_ += 2 * static_cast<std::size_t>(depth) + tensor.name.size() +
                 kBytesOfNumber * (1 + tensor.shape.size());
        return is_plain_name(tensor.name);
    }

    bool accepts(const Module& module, int depth, std::size_t path) {
        path_text_ += path;
        text_ += 4 * static_cast<std::size_t>(depth) + module.name.size();
        if (module.repeat != Polynomial(1)) text_ += kBytesOfNumber;
        add(module.type);
        add(module.arguments);
        if (module.forward) text_ += module.forward->text.size();
        const bool is_read = module.extra.empty() && module.comment.empty() && !module.stated_input &&
                             (!module.forward || module.forward->span != Span{});
        const bool is_plain = is_read && is_word(module.type) && is_upper(module.type.front()) &&
                              !is_tensor_type(module.type) && module.type.size() <= kLongestName &&
                              depth <= kDeepestModule && module.arguments.size() < kMostArguments;
        if (!is_plain || has_equal_names(module)) return false;
        for (const Tensor& tensor : module.tensors) {
            if (!accepts(tensor, depth)) return false;
        }
        modules_ += module.children.size();
        return all_of(module.children, [&](const Module& child) {
            return is_plain_name(child.name) && accepts(child, depth + 1, path + child.name.size() + 1);
        });
    }

    NumberedList<Argument> last_arguments_;
    std::size_t last_size_ = 0;
    std::size_t modules_ = 0, path_text_ = 0, text_ = 0;
};

}  // namespace

OpenedModel::OpenedModel(Model model) {
    if (PlainCheck().accepts(model)) {
        model_ = std::make_shared<Model>(std::move(model));
    } else {
        text_ = write_model_text(model);
    }
}

const std::string& OpenedModel::text() const {
    if (text_.empty() && model_) text_ = write_model_text(*model_);
    return text_;
}

void OpenedModel::state_basis(Basis basis) {
    if (!model_) return state_basis_in(&text_, basis);
    text_.clear();
    model_->basis = worst(basis, model_->basis.value_or(basis));
}

}  // namespace paramscope::open
