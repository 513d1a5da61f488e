#include "model/read/read_layers.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "base/concat.h"
#include "base/ranges.h"
#include "model/messages.h"
#include "model/names.h"
#include "model/read/other_text.h"
#include "model/read/read_module.h"
#include "model/scanner.h"
#include "model/texts/omission.h"
#include "model/texts/outline.h"
#include "model/texts/unread_text.h"

namespace paramscope {
namespace {

constexpr int kDeepestList = 100;

constexpr std::array<std::string_view, 3> kArrows = {"->", "=>", "\xE2\x86\x92"};

/// The type without `nn.`, `torch.nn.` or `torch.nn.modules.conv.`, under which code knows PyTorch's layers.
std::string_view without_library(std::string_view type) {
    for (const std::string_view prefix : {"torch.nn.modules.", "torch.nn.", "nn."}) {
        if (!type.starts_with(prefix)) continue;
        const std::string_view rest = type.substr(prefix.size());
        const std::string_view name = rest.substr(rest.rfind('.') + 1);
        if (!name.empty() && is_upper(name[0])) return name;
    }
    return type;
}

/// True for types that code calls with the layers that they hold.
bool holds_layers(std::string_view type) {
    return type == "Sequential" || type == "ModuleList";
}

/// True for names of classes, except those of Keras and of printed shapes.
bool is_class(std::string_view type) {
    if (type == "torch.Size") return false;
    const std::string_view name = type.substr(type.rfind('.') + 1);
    const auto has_prefix = [&](std::string_view prefix) { return type.starts_with(prefix); };
    constexpr std::array<std::string_view, 3> keras = {"layers.", "keras.", "tf."};
    return !name.empty() && is_upper(name[0]) && none_of(keras, has_prefix);
}

/// Reads items from one place to the next: `label: Type(...)`, separators and brackets around them.
class ItemReader {
  public:
    ItemReader(std::string_view text, Reporter& reporter)
        : scanner_(text), text_(text), reporter_(reporter) {}

    struct Items {
        std::vector<Module> modules;
        bool is_chain = false;                                    ///< with arrows between them
        bool starts_with_arrow = false, ends_with_arrow = false;  ///< goes on on the line before, on the next
        bool is_bracketed = false;                                ///< in `[...]`
        bool is_code = false;      ///< written as code writes it, not as print() does
        bool is_assigned = false;  ///< with `=` after labels
        bool is_unlabelled = false;
    };

    /// Reads items that fill whole lines from `begin`; nullopt when other text is beside them.
    std::optional<Items> read_lines(std::uint32_t begin) {
        scanner_.seek(begin);
        Items items;
        skip_bullet();
        items.is_bracketed = scanner_.peek() == '[';
        const bool is_read = read_items(items, 0);
        if (!is_read || items.modules.empty()) return std::nullopt;
        scanner_.skip_blanks();
        if (scanner_.at_comment()) scanner_.take_comment();
        if (!scanner_.at_line_end()) return std::nullopt;
        return items;
    }

    std::uint32_t offset() const { return scanner_.offset(); }
    /// True when a comment between items replaces items: `# (fc): Linear(3, 4)`, `# ...`.
    bool has_lost_child() const { return has_lost_child_; }

  private:
    /// `- `, `* `, `1. `, `1) ` at the start of a line.
    void skip_bullet() {
        scanner_.skip_blanks();
        const std::uint32_t begin = scanner_.offset();
        while (is_digit(scanner_.peek())) scanner_.advance();
        const bool is_numbered = scanner_.offset() > begin;
        const char mark = scanner_.peek();
        const bool is_bullet = is_numbered ? mark == '.' || mark == ')' : mark == '-' || mark == '*';
        if (is_bullet && is_blank(scanner_.peek(1))) {
            scanner_.advance();
            scanner_.skip_blanks();
        } else {
            scanner_.seek(begin);
        }
    }

    /// Reads items up to the end of the line, inside brackets up to those that close them.
    bool read_items(Items& items, int depth) {
        if (depth > kDeepestList) return false;
        int brackets = 0;
        while (true) {
            if (brackets > 0 || depth > 0) {
                skip_lines();
            } else {
                scanner_.skip_blanks();
            }
            if (scanner_.at_end() || (scanner_.at_line_end() && brackets == 0 && depth == 0))
                return brackets == 0;
            if (brackets == 0 && depth == 0 && scanner_.at_comment()) return true;
            const char c = scanner_.peek();
            if (c == ',' || c == ';') {
                items.is_code = true;
                scanner_.advance();
            } else if (is_arrow()) {
                items.is_chain = items.ends_with_arrow = true;
                items.starts_with_arrow = items.starts_with_arrow || items.modules.empty();
            } else if (is_closing(c)) {
                if (brackets == 0) return depth > 0;
                --brackets;
                scanner_.advance();
            } else if (is_opening(c) || c == '*') {
                brackets += is_opening(c);
                items.is_code = true;
                scanner_.advance();
            } else if (!read_item(items, depth)) {
                return false;
            } else {
                items.ends_with_arrow = false;
            }
        }
    }

    void skip_lines() {
        while (true) {
            scanner_.skip_space();
            if (!scanner_.at_comment()) return;
            const std::string_view comment = scanner_.take_comment();
            has_lost_child_ = has_lost_child_ || holds_child(comment) || is_elision(comment);
        }
    }

    bool is_arrow() {
        for (const std::string_view arrow : kArrows) {
            if (!text_.substr(scanner_.offset()).starts_with(arrow)) continue;
            scanner_.advance(static_cast<std::uint32_t>(arrow.size()));
            return true;
        }
        return false;
    }

    bool read_item(Items& items, int depth) {
        const std::string label = take_label(items);
        const std::uint32_t begin = scanner_.offset();
        const auto type = match_type(text_, begin);
        if (!type) return read_bare_type(items, label);
        const std::string_view name = slice(text_, type->span);
        if (name == "OrderedDict" || name == "nn.ModuleDict" || name == "ModuleDict") {
            scanner_.seek(type->opening + 1);  // only holds the items that follow
            items.is_code = true;
            return read_items(items, depth + 1) && scanner_.accept(')');
        }
        if (!is_class(name) || !may_be_root(name)) return false;
        if (find_closing(text_, type->opening, size()) == size()) return false;
        std::optional<Module> module = read_module(items, *type, depth);
        if (!module) return false;
        add(items, std::move(*module), label);
        return true;
    }

    std::optional<Module> read_module(Items& items, const TypeName& type, int depth) {
        const std::string_view written = slice(text_, type.span);
        const std::string_view name = without_library(written);
        items.is_code = items.is_code || name != written;
        if (holds_layers(name) && !starts_child_line(text_, skip_space(text_, type.opening + 1)))
            return read_container(items, type, depth);
        ModuleReader reader(text_, reporter_);
        Module module = reader.read_module_at(type.span.begin);
        if (reader.has_stopped()) return std::nullopt;
        module.type = std::string(name);
        scanner_.seek(reader.offset());
        return module;
    }

    /// Reads `Sequential(Linear(3, 4), ReLU())`.
    std::optional<Module> read_container(Items& items, const TypeName& type, int depth) {
        Module module;
        module.type = std::string(without_library(slice(text_, type.span)));
        module.type_span = type.span;
        module.span.begin = type.span.begin;
        scanner_.seek(type.opening + 1);
        Items inner;
        if (!read_items(inner, depth + 1) || !scanner_.accept(')')) return std::nullopt;
        items.is_code = items.is_code || !inner.modules.empty();
        module.children = std::move(inner.modules);
        module.span.end = scanner_.offset();
        return module;
    }

    /// `ReLU` between arrows.
    bool read_bare_type(Items& items, const std::string& label) {
        const std::uint32_t begin = scanner_.offset();
        const std::string_view type = scanner_.take_name();
        if (type.empty() || !is_upper(type[0])) return false;
        const std::uint32_t end = scanner_.offset();
        scanner_.skip_blanks();
        const bool is_before_arrow = any_of(kArrows, [&](std::string_view arrow) {
            return text_.substr(scanner_.offset()).starts_with(arrow);
        });
        if (!items.is_chain && !is_before_arrow) return false;
        Module module;
        module.type = std::string(type);
        module.type_span = module.span = {begin, end};
        add(items, std::move(module), label);
        return true;
    }

    static void add(Items& items, Module module, const std::string& label) {
        items.is_unlabelled = items.is_unlabelled || label.empty();
        module.name = label.empty() ? std::to_string(items.modules.size()) : label;
        items.modules.push_back(std::move(module));
    }

    /// Takes `conv1: `, `conv1 = `, `'conv1', ` or `'conv1': ` where a type follows.
    std::string take_label(Items& items) {
        const std::uint32_t begin = scanner_.offset();
        std::string label;
        if (const auto end = quoted_end(text_, begin)) {
            label = std::string(text_.substr(begin + 1, *end - begin - 2));
            scanner_.seek(*end);
            scanner_.skip_blanks();
            if (scanner_.accept(',') || scanner_.accept(':')) {
                scanner_.skip_blanks();
                return label;
            }
        } else {
            while (is_name_part(scanner_.peek()) || scanner_.peek() == '.' || scanner_.peek() == '-')
                scanner_.advance();
            label = std::string(scanner_.since(begin));
            scanner_.skip_blanks();
            const bool is_assigned =
                scanner_.peek() == '=' && scanner_.peek(1) != '=' && scanner_.peek(1) != '>';
            const bool is_named = scanner_.peek() == ':' && scanner_.peek(1) != ':';
            if (!label.empty() && (is_assigned || is_named)) {
                items.is_assigned = items.is_assigned || is_assigned;
                scanner_.advance();
                scanner_.skip_blanks();
                return label;
            }
        }
        scanner_.seek(begin);
        return {};
    }

    std::uint32_t size() const { return static_cast<std::uint32_t>(text_.size()); }

    Scanner scanner_;
    std::string_view text_;
    Reporter& reporter_;
    bool has_lost_child_ = false;
};

/// True for a line with an opening bracket that is not closed on it.
bool leaves_open(std::string_view line) {
    return open_brackets(line) > 0;
}

/// True for a line that begins as an item with a quoted label: `('fc', Line`, `'fc': Line`.
bool starts_labelled_item(std::string_view line) {
    while (!line.empty() && is_opening(line.front())) line = trim(line.substr(1));
    if (line.empty() || (line.front() != '\'' && line.front() != '"')) return false;
    const auto end = quoted_end(line, 0);
    const std::string_view rest = end ? trim(line.substr(*end)) : "";
    return rest.starts_with(',') || rest.starts_with(':');
}

/// The first bracket without its partner; that of `1)` at the start of a line has none.
std::optional<Span> find_unmatched_bracket(std::string_view text) {
    std::vector<std::uint32_t> open;
    for (std::uint32_t at = 0; at < text.size(); at = unit_end(text, at)) {
        if (is_opening(text[at])) open.push_back(at);
        if (!is_closing(text[at])) continue;
        const std::uint32_t line = line_start(text, at);
        const bool is_before_words = at + 1 < text.size() && is_blank(text[at + 1]);
        if (is_before_words && is_digits(trim(text.substr(line, at - line)))) continue;
        if (open.empty()) return Span{at, at + 1};
        open.pop_back();
    }
    return open.empty() ? std::nullopt : std::optional(Span{open.back(), open.back() + 1});
}

/// Gives unlabelled modules their places as names, and repeated labels (`x = …`) numbers.
void name_all(std::vector<Module>& modules) {
    for (std::size_t i = 0; i < modules.size(); ++i) {
        const auto has_name = [&](const Module& other) { return other.name == modules[i].name; };
        if (is_digits(modules[i].name)) modules[i].name = std::to_string(i);
        if (std::any_of(modules.begin(), modules.begin() + static_cast<std::ptrdiff_t>(i), has_name))
            modules[i].name = concat(modules[i].name, "_", i);
    }
}

class LayerListReader {
  public:
    LayerListReader(std::string_view text, Reporter& reporter) : text_(text), reporter_(reporter) {}

    std::optional<LayerList> read() {
        if (!read_lines()) return std::nullopt;
        if (prints_assigned()) return std::nullopt;
        const bool is_one = modules_.size() == 1;
        if (modules_.empty() || (is_one && !is_code_ && !other_)) return std::nullopt;
        if (is_program_ && (!is_one || other_)) return std::nullopt;
        if (!other_) other_ = find_unmatched_bracket(text_);
        if (other_) reporter_.warning(*other_, message("model_text.unread_layers"));
        LayerList list;
        list.spans = std::move(spans_);
        if (is_one && !other_) {
            list.root = std::move(modules_.front());
            list.root.name.clear();
            return list;
        }
        name_all(modules_);
        list.root.type = is_chain_ && !has_two_chains_ ? "Sequential"
                         : is_bracketed_               ? "ModuleList"
                                                       : "Fragment";
        list.root.children = std::move(modules_);
        if (other_) list.root.children.push_back(omitted_module(*other_));
        list.root.span = {list.spans.front().begin, list.spans.back().end};
        list.root.type_span = {list.root.span.begin, list.root.span.begin};
        return list;
    }

  private:
    /// Reads all lines; false for a program.
    bool read_lines() {
        for (std::uint32_t at = 0; at < text_.size(); at = next_line(text_, at)) {
            const std::uint32_t begin = skip_blanks(text_, at), end = line_end(text_, at);
            if (begin >= end || text_[begin] == '#') continue;
            const std::string_view line = text_.substr(begin, end - begin);
            if (is_program_line(line)) {
                is_program_ = true;
                if (defines_class(line) || may_call_class(line)) return false;
                continue;
            }
            Diagnostics diagnostics;
            Reporter reporter(&diagnostics);
            ItemReader reader(text_, reporter);
            auto items = may_call_class(line) ? reader.read_lines(begin) : std::nullopt;
            if (!items) {
                if (modules_.empty() && leaves_open(line)) return false;  // a module with other content
                const bool is_item = may_call_class(line) || starts_labelled_item(line);
                if (is_item && !other_) other_ = Span{begin, end};
                continue;
            }
            for (Diagnostic& diagnostic : diagnostics) reporter_.report(std::move(diagnostic));
            spans_.push_back({begin, reader.offset()});
            if (reader.has_lost_child() && !other_) other_ = spans_.back();
            for (const Module& module : items->modules) {
                if (items->is_assigned) assigned_.insert(module.type.str());
                if (items->is_unlabelled) printed_.insert(module.type.str());
            }
            is_assigned_custom_ = is_assigned_custom_ || (items->is_assigned && !items->is_code);
            is_code_ = is_code_ || items->is_code;
            has_two_chains_ = has_two_chains_ || (is_chain_ && !is_chain_open_ && !items->starts_with_arrow);
            is_chain_ = is_chain_ || items->is_chain;
            is_chain_open_ = items->ends_with_arrow;
            is_bracketed_ = is_bracketed_ || items->is_bracketed;
            std::move(items->modules.begin(), items->modules.end(), std::back_inserter(modules_));
            at = std::max(at, reader.offset());
        }
        return true;
    }

    /// True for `m = Net(3)` or `m = nn.Linear(3, 4)` and what they print.
    bool prints_assigned() const {
        if (is_assigned_custom_ && !printed_.empty()) return true;
        return any_of(assigned_, [&](const std::string& type) { return printed_.contains(type); });
    }

    std::string_view text_;
    Reporter& reporter_;
    std::vector<Module> modules_;
    std::vector<Span> spans_;
    std::set<std::string> assigned_, printed_;  ///< types in `name = Type(...)`, and without a name
    std::optional<Span> other_;                 ///< the first line that calls a class in another way
    bool is_assigned_custom_ = false, is_code_ = false, is_chain_ = false, is_bracketed_ = false,
         is_program_ = false, is_chain_open_ = false, has_two_chains_ = false;
};

}  // namespace

std::optional<LayerList> read_layers(std::string_view text, Reporter& reporter) {
    if (has_child_lines(text)) return std::nullopt;
    Diagnostics diagnostics;
    Reporter buffered(&diagnostics);
    std::optional<LayerList> list = LayerListReader(text, buffered).read();
    if (!list) return std::nullopt;
    for (Diagnostic& diagnostic : diagnostics) reporter.report(std::move(diagnostic));
    return list;
}

}  // namespace paramscope
