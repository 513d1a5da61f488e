#include "model/read/read_module.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/concat.h"
#include "base/ranges.h"
#include "base/utf8.h"
#include "model/messages.h"
#include "model/move_spans.h"
#include "model/read/read.h"
#include "model/read/read_count.h"
#include "model/read/read_shape.h"
#include "model/read/read_tensor.h"
#include "model/read_value.h"
#include "model/texts/mask.h"
#include "model/texts/omission.h"
#include "model/texts/outline.h"
#include "model/texts/unread_text.h"

namespace paramscope {
namespace {

constexpr std::size_t kUsualArguments = 4;    // of a line, most have no more
constexpr std::size_t kComparedChildren = 8;  // children before one, each of which may have the same text

/// True for an argument that no module prints: without a name and without the form of any value. Printed
/// tensors, objects and dicts are values.
bool is_text(const Argument& argument) {
    const ShortText& text = argument.value.text;
    if (argument.value.kind != Value::Kind::Raw || !argument.name.empty()) return false;
    return !text.starts_with("tensor(") && !text.starts_with("array(") && !text.starts_with("<") &&
           !text.starts_with("{");
}

bool is_named(const Argument& argument) {
    return !argument.name.empty();
}

/// True for text that ends inside a quote.
bool is_cut_text(const Value& value) {
    return value.kind == Value::Kind::Raw && has_unpaired_quote(value.text);
}

/// True when the names of all children are numbers, each larger than the one before: 0, 1, 2.
bool have_rising_numbers(const std::vector<Module>& children) {
    constexpr std::size_t most_digits = 18;
    std::int64_t last = -1;
    return all_of(children, [&](const Module& child) {
        if (!is_digits(child.name) || child.name.size() > most_digits) return false;
        std::int64_t number = 0;
        for (const char digit : child.name) number = number * 10 + (digit - '0');
        return number > std::exchange(last, number);
    });
}

/// True for what Python prints for an object without __repr__, and ParameterList for an item that is not a
/// tensor.
bool is_printed_object(std::string_view text) {
    return text.starts_with('<') || text.starts_with("Object of type");
}

/// True when `(name): value` can be kept as the argument `name=value`.
bool may_be_argument(const Value& value) {
    return !is_cut_text(value) && !value.text.starts_with('=') && !value.text.starts_with("Object of type");
}

/// True when a line of such arguments is prose: it has text but no `name=value`, or an unpaired quote, which
/// may enclose anything.
bool is_prose(const std::vector<Argument>& arguments) {
    const auto is_cut = [](const Argument& argument) { return is_cut_text(argument.value); };
    if (any_of(arguments, is_cut)) return true;
    return any_of(arguments, is_text) && none_of(arguments, is_named);
}

void add_comment(RareText& comment, std::string_view text) {
    const std::string_view separator = comment.empty() || text.empty() ? "" : "; ";
    comment = concat(comment, separator, text);
}

}  // namespace

bool has_equal_names(const Module& module) {
    const std::size_t count = module.children.size() + module.tensors.size();
    if (count < 2 || (module.tensors.empty() && have_rising_numbers(module.children))) return false;
    std::vector<std::string_view> names;
    names.reserve(count);
    for (const Tensor& tensor : module.tensors) names.push_back(tensor.name);
    for (const Module& child : module.children) names.push_back(child.name);
    sort(names);
    return std::adjacent_find(names.begin(), names.end()) != names.end();
}

ModuleReader::ModuleReader(std::string_view text, Reporter& reporter, Brackets brackets)
    : text_(text),
      scanner_(text),
      reporter_(reporter),
      parentheses_(text, reporter),
      alike_layers_(text),
      brackets_(brackets) {}

Module ModuleReader::read_module_at(std::uint32_t begin) {
    Module module;
    module.span.begin = begin;
    scanner_.seek(begin);
    const auto type = match_type(text_, begin);
    if (!type) return module;
    read_type_and_body(module, *type, 1);
    if (has_stopped_) {
        add_omission(module, stopped_at_);
        return module;
    }
    read_stated_input(module);
    scanner_.skip_blanks();
    if (scanner_.at_comment()) add_comment(module.comment, scanner_.take_comment());
    return module;
}

Module ModuleReader::read_fragment_at(std::uint32_t begin) {
    Module fragment;
    fragment.type = "Fragment";
    bool is_inner = false;
    scanner_.seek(begin);
    while (!has_stopped_ && !scanner_.at_end()) {
        read_items(fragment, 1);
        is_inner = scanner_.accept(')') || is_inner;  // closes a module whose first line was not copied
    }
    if (is_inner) add_omission(fragment, {begin, begin + 1});
    if (brackets_ == Brackets::CutOff && !open_) end_inside(fragment, begin);
    check_names(fragment);
    fragment.span = scanner_.span_since(begin);
    fragment.type_span = {begin, begin};
    return fragment;
}

Module ModuleReader::read_list_at(std::uint32_t begin) {
    Module list;
    list.type = "ModuleList";
    list.type_span = {begin, begin + 1};
    scanner_.seek(begin + 1);
    while (!has_stopped_) {
        scanner_.skip_space();
        const auto type = match_type(text_, scanner_.offset());
        if (!type) break;
        Module& item = list.children.emplace_back();
        item.name = std::to_string(list.children.size() - 1);
        item.span.begin = scanner_.offset();
        read_type_and_body(item, *type, 2);
        scanner_.skip_space();
        if (!scanner_.accept(',')) break;
    }
    scanner_.skip_space();
    if (!scanner_.accept(']') && !has_stopped_) {
        stop({begin, begin + 1}, message("parenthesis.unclosed_list"));
    }
    list.span = scanner_.span_since(begin);
    return list;
}

void ModuleReader::read_type_and_body(Module& module, const TypeName& type, int depth) {
    module.type = shortened(slice(text_, type.span), type.span);
    module.type_span = type.span;
    scanner_.seek(type.opening + 1);
    if (depth > kDeepestModule) {
        stop(type.span, message("model_text.too_deep", {{"limit", kDeepestModule}}));
        return;
    }
    if (depth > 1 && ++module_count_ > kMostModules) {
        stop(type.span, message("model_text.too_many_modules", {{"limit", kMostModules}}));
        return;
    }
    path_text_ += path_length_;
    if (path_text_ > kMostPathText) {
        stop(type.span, message("model_text.too_long_paths", {{"limit", kMostPathText >> 20}}));
        return;
    }
    read_items(module, depth);
    if (!has_stopped_ && scanner_.at_end()) {
        end_inside(module, type.opening);
    } else if (!has_stopped_) {
        parentheses_.close(module.type, module.span.begin, type.opening, scanner_.offset());
        scanner_.advance();
        last_child_end_ = depth > 1 ? scanner_.offset() : last_child_end_;
    }
    check_names(module);
    module.span.end = scanner_.offset();
}

/// Ends a module at the end of the text.
void ModuleReader::end_inside(Module& module, std::uint32_t opening) {
    if (brackets_ != Brackets::CutOff) {
        if (!open_) open_ = opening;
        parentheses_.report_unclosed(opening, module.type);
        return;
    }
    if (open_) return;  // a module inside this one is known to be cut off
    open_ = opening;
    reporter_.warning({opening, opening + 1}, message("model_text.cut_off"));
    add_omission(module, {opening, opening + 1});
}

std::optional<std::uint32_t> ModuleReader::cut_off_after() const {
    if (last_child_end_ == 0 || parentheses_.has_mismatch() ||
        skip_space(text_, scanner_.offset()) < text_.size())
        return std::nullopt;
    return last_child_end_;
}

/// Reads the content of a module's parentheses, up to the closing one or the end of the text.
void ModuleReader::read_items(Module& module, int depth) {
    while (!has_stopped_) {
        const bool own_line = skip_separators(module);
        if (scanner_.at_end() || scanner_.peek() == ')') return;
        read_item(module, depth, own_line);
    }
}

/// Skips blanks, commas, line breaks and comments; true when a new line has started. A comment that is not on
/// a line of its own is added to the module's comment.
bool ModuleReader::skip_separators(Module& module) {
    bool own_line = false;
    while (!scanner_.at_end()) {
        if (is_line_break(scanner_.peek())) own_line = true;
        if (scanner_.at_comment() || scanner_.peek() == '#') {  // no item starts with it
            const std::uint32_t begin = scanner_.offset();
            const std::string_view comment = scanner_.take_comment();
            if (!own_line) add_comment(module.comment, comment);
            const bool is_lost = is_elision(comment) || (module.type == "Fragment" && holds_child(comment));
            if (own_line && is_lost)
                leave_out(module, {begin, scanner_.offset()}, message("model_text.left_out"));
        } else if (is_space(scanner_.peek()) || scanner_.peek() == ',') {
            scanner_.advance();
        } else {
            break;
        }
    }
    return own_line;
}

void ModuleReader::read_item(Module& module, int depth, bool own_line) {
    if (const std::uint32_t end = skip_prompt(text_, scanner_.offset()); end > scanner_.offset()) {
        scanner_.seek(end);
        return;
    }
    if (scanner_.peek() == '(') {
        if (const auto name = match_child_name(text_, scanner_.offset())) {
            read_child(module, *name, depth);
            return;
        }
        if (const auto name = own_line ? long_child_name(scanner_.offset()) : std::nullopt) {
            read_child(module, *name, depth);
            return;
        }
    }
    if (const auto name = module_argument(scanner_.offset())) {
        read_child(module, *name, depth);
    } else if (at_forward_line()) {
        read_forward_line(module);
    } else {
        read_arguments(module, own_line);
    }
}

/// The name of an argument that is a module with children or with the sizes of a linear layer, as
/// torch_geometric prints them: `nn=Sequential(` above children.
std::optional<ChildName> ModuleReader::module_argument(std::uint32_t offset) const {
    std::uint32_t sign = offset;
    while (sign < text_.size() && is_name_part(text_[sign])) ++sign;
    const auto type =
        sign > offset && text_.substr(sign, 1) == "=" ? match_repeated_type(text_, sign + 1) : std::nullopt;
    if (!type || !is_upper(text_[sign + 1])) return std::nullopt;
    const std::uint32_t end = line_end(text_, sign);
    const bool opens_children =
        text_[end - 1] == '(' && starts_child_line(text_, next_filled_line(text_, sign));
    const bool is_linear = text_.substr(sign + 1).starts_with("Linear(in_features=");
    if (!opens_children && !is_linear) return std::nullopt;
    return ChildName{text_.substr(offset, sign - offset), sign + 1};
}

void ModuleReader::read_child(Module& parent, const ChildName& name, int depth) {
    const std::uint32_t begin = scanner_.offset();
    if (name.name.empty()) reporter_.error({begin, name.end}, message("child.unnamed"));
    scanner_.seek(name.end);
    scanner_.skip_blanks();
    if (ends_value(text_, scanner_.offset())) {
        reporter_.error({begin, name.end}, message("child.missing", {{"name", name.name}}));
        return;
    }
    if (auto tensor = read_printed_tensor(scanner_)) {
        tensor->name = std::string(name.name);
        tensor->span.begin = begin;
        parent.tensors.push_back(std::move(*tensor));
        return;
    }
    Module child;
    child.name = shortened(name.name, {begin, name.end});
    child.span = {begin, name.end};
    auto type = match_repeated_type(text_, scanner_.offset());
    if (!type) type = match_long_type(text_, scanner_.offset());
    if (!type) {
        read_bare_child(parent, std::move(child));
        return;
    }
    make_room(parent);
    parent.children.push_back(std::move(child));
    read_child_module(parent, *type, depth);
}

/// Makes room for all children of a long list at once, as far as the text so far tells: lists that grow are
/// copied again and again.
void ModuleReader::make_room(Module& parent) const {
    constexpr std::uint64_t long_list = 1024, most_growth = 16;
    const std::uint64_t count = parent.children.size();
    if (count < long_list || count < parent.children.capacity()) return;
    const std::uint64_t begin = parent.type_span.begin, read = scanner_.offset() - begin;
    const std::uint64_t expected = count * (text_.size() - begin) / read + count / 16;
    parent.children.reserve(static_cast<std::size_t>(std::min(expected, count * most_growth)));
}

/// Reads type, body and the rest of the line into the last child of `parent`.
void ModuleReader::read_child_module(Module& parent, const RepeatedType& type, int depth) {
    Module& child = parent.children.back();
    const std::size_t name_length = child.name.size() + 1;
    const std::size_t reported = reporter_.count();
    read_count(text_, type.count, child, reporter_);
    path_length_ += name_length;
    if (!read_as_alike_layer(child, type.type, depth + 1)) {
        const Module* equal = find_equal_body(parent, type.type.span.begin);
        if (equal != nullptr && may_add(*equal, path_length_)) {
            copy_body(child, type.type, *equal);
        } else {
            read_type_and_body(child, type.type, depth + 1);
            if (reporter_.count() == reported) keep_as_alike_layer(child);
        }
    }
    path_length_ -= name_length;
    std::optional<Span> unread;
    if (!has_stopped_) {
        read_stated_input(child);
        unread = read_trailing_text(child);
    }
    if (is_tensor_type(child.type)) {
        parent.tensors.push_back(tensor_from(child, reporter_));
        parent.children.pop_back();
    }
    remove_earlier_omission(parent);
    if (unread) leave_out(parent, *unread, message("model_text.unread_layers"));
    if (reporter_.count() != reported) reported_until_ = scanner_.offset();
}

/// Reads type and body of a layer that differs from an earlier one only in numbers; false, with nothing read,
/// where there is none.
bool ModuleReader::read_as_alike_layer(Module& module, const TypeName& type, int depth) {
    if (brackets_ != Brackets::Trusted || depth > kDeepestModule) return false;
    std::optional<AlikeLayer> alike = alike_layers_.find(type.span.begin, type.span.end);
    if (!alike || !may_add_layer(path_length_)) return false;
    module.type = std::move(alike->type);
    module.type_span = type.span;
    module.arguments = std::move(alike->arguments);
    module.span.end = alike->end;
    scanner_.seek(alike->end);
    last_child_end_ = alike->end;
    return true;
}

/// Keeps a layer for read_as_alike_layer() when it is written on one line.
void ModuleReader::keep_as_alike_layer(Module& module) {
    if (has_stopped_ || brackets_ != Brackets::Trusted) return;
    if (!prints_arguments_only(module) || !module.comment.empty()) return;
    const Span body{module.type_span.begin, module.span.end};
    if (line_end(text_, body.begin) < body.end) return;
    module.arguments = alike_layers_.add(body.begin, body.end, module.type, module.arguments.list());
}

/// One of the last children of `parent` before the one being read whose type and body have the same text as
/// what begins at `type`; null for none. Nothing was reported of it, and nothing but its body was read into
/// it.
const Module* ModuleReader::find_equal_body(const Module& parent, std::uint32_t type) const {
    if (brackets_ != Brackets::Trusted) return nullptr;
    const std::size_t last = parent.children.size() - 1;
    for (std::size_t i = last; i > 0 && last - i < kComparedChildren; --i) {
        const Module& child = parent.children[i - 1];
        if (child.span.begin < reported_until_) return nullptr;
        const std::uint32_t length = child.span.end - child.type_span.begin;
        const bool is_body = !child.stated_input && child.comment.empty();
        if (is_body && text_.substr(child.type_span.begin, length) == text_.substr(type, length))
            return &child;
    }
    return nullptr;
}

/// Counts a module and those below it for the limits; false, with nothing counted, where one is exceeded.
bool ModuleReader::may_add(const Module& module, std::size_t path_length) {
    const std::size_t modules = module_count_, path_text = path_text_;
    bool fits = may_add_layer(path_length);
    for (const Module& child : module.children)
        fits = fits && may_add(child, path_length + child.name.size() + 1);
    if (!fits) {
        module_count_ = modules;
        path_text_ = path_text;
    }
    return fits;
}

/// Counts one module for the limits; false, with nothing counted, where one is exceeded.
bool ModuleReader::may_add_layer(std::size_t path_length) {
    if (module_count_ >= kMostModules || path_text_ + path_length > kMostPathText) return false;
    ++module_count_;
    path_text_ += path_length;
    return true;
}

/// Gives a module the type and the body of one that has the same text.
void ModuleReader::copy_body(Module& module, const TypeName& type, const Module& equal) {
    const std::uint32_t length = equal.span.end - equal.type_span.begin;
    Module copy = equal;
    move_spans_of_body(&copy, type.span.begin - equal.type_span.begin);
    copy.name = std::move(module.name);
    copy.repeat = std::move(module.repeat);
    copy.repeat_span = module.repeat_span;
    copy.type_span = type.span;
    copy.span = {module.span.begin, type.span.begin + length};
    module = std::move(copy);
    parentheses_.close(module.type, module.span.begin, type.opening, module.span.end - 1);
    scanner_.seek(module.span.end);
    last_child_end_ = module.span.end;
}

/// Reads what is not a module after `(name):`: None, a word, or a value that a custom container prints.
void ModuleReader::read_bare_child(Module& parent, Module child) {
    Scanner values(text_.substr(0, value_limit()), scanner_.offset());
    std::optional<std::uint32_t> unclosed;
    const std::uint32_t begin = scanner_.offset();
    Value value = read_argument(values, &unclosed).value;
    scanner_.seek(std::max(values.offset(), begin + 1));
    if (unclosed) {
        parentheses_.report_unclosed(*unclosed, "");
        return;
    }
    child.span.end = value.span.end;
    const bool is_word = value.kind == Value::Kind::Word && is_dotted_name(value.text);  // not `-inf`
    const bool word = is_word || value.kind == Value::Kind::None;
    const bool unreadable = value.kind == Value::Kind::Raw && !is_printed_object(value.text);
    if (unreadable || (word && is_tensor_type(value.text))) {
        leave_out(parent, child.span, message("child.not_a_module", {{"name", child.name}}));
    }
    if (word && !is_tensor_type(value.text)) {
        child.type = to_string(value);
        child.type_span = value.span;
        read_trailing_text(child);
        parent.children.push_back(std::move(child));
    } else if (is_name(child.name) && may_be_argument(value)) {
        std::vector<Argument> argument = {{child.name, std::move(value), true, child.span}};
        add_arguments(parent, std::move(argument));
    } else {
        add_extra(parent, {child.span.begin, scanner_.offset()});
    }
}

bool ModuleReader::at_forward_line() const {
    Scanner scanner = scanner_;
    if (!scanner.accept_word("forward")) return false;
    scanner.skip_blanks();
    if (!scanner.accept('(')) return false;
    while (!scanner.at_line_end() && scanner.peek() != '(' && scanner.peek() != ')') scanner.advance();
    if (!scanner.accept(')')) return false;
    scanner.skip_blanks();
    return scanner.peek() == ':' || (scanner.peek() == '=' && scanner.peek(1) != '=');
}

void ModuleReader::read_forward_line(Module& module) {
    std::uint32_t end = scanner_.offset();
    const std::uint32_t begin = end;
    Result<Forward> forward = parse_forward(text_, &end);
    if (!forward) {
        reporter_.error(forward.error().span, forward.error().message);
        scanner_.seek(std::max(begin + 1, forward.error().span.begin));
        // The start of a line is more likely the module's next item than a part of the forward line.
        if (!indentation(text_, scanner_.offset())) scanner_.skip_line();
        return;
    }
    scanner_.seek(end);
    if (module.forward) {
        reporter_.error(forward->span, message("forward_line.second"));
    } else {
        module.forward = std::move(*forward);
    }
    if (!ends_value(text_, end)) {
        const Span rest{skip_blanks(text_, end), line_end(text_, end)};
        reporter_.error(rest, message("forward_line.expected_end"));
        scanner_.skip_line();
    }
    scanner_.skip_blanks();
    if (scanner_.at_comment()) scanner_.take_comment();  // of the forward line, not of the module
}

/// True for a line of arguments that is what is left of a child.
bool ModuleReader::is_part_of_child(const Module& module, std::string_view line,
                                    const std::vector<Argument>& arguments, bool own_line) const {
    const bool calls_class = may_call_class(line);
    if (is_broken_child(line) && (own_line || calls_class || is_prose(arguments))) return true;
    if (own_line && calls_class && !module.children.empty()) return true;
    return any_of(arguments, [&](const Argument& argument) {
        const Span span = argument.span;
        return !is_named(argument) && holds_child(slice(text_, span));
    });
}

/// Reads one line of arguments or of other text.
void ModuleReader::read_arguments(Module& module, bool own_line) {
    const std::uint32_t begin = scanner_.offset();
    std::uint32_t end = begin;
    Scanner values(text_.substr(0, value_limit()), begin);
    std::optional<std::uint32_t> unclosed;
    std::vector<Argument> arguments;
    arguments.reserve(kUsualArguments);
    do {
        values.skip_blanks();
        if (module.arguments.size() + arguments.size() >= kMostArguments) {
            stop({begin, begin + 1}, message("model_text.too_many_arguments", {{"limit", kMostArguments}}));
            break;
        }
        if (ends_value(values.text(), values.offset()) && values.peek() != ']' && values.peek() != '}')
            continue;
        if (module_argument(values.offset())) break;  // read as a child
        Argument argument = read_argument(values, &unclosed);
        if (unclosed) break;  // the argument is cut off
        arguments.push_back(std::move(argument));
        end = values.offset();
        values.skip_blanks();
    } while (values.accept(','));

    scanner_.seek(std::max(values.offset(), begin + 1));
    if (unclosed) parentheses_.report_unclosed(*unclosed, "");
    if (arguments.empty()) return;
    const std::string_view line = text_.substr(begin, end - begin);
    if (!has_stopped_ && has_elided_line(line))
        leave_out(module, {begin, end}, message("model_text.left_out"));
    if (!has_stopped_ && (is_part_of_child(module, line, arguments, own_line) ||
                          (own_line && is_name_before_module(trim(line), text_.substr(end)))))
        return leave_out(module, {begin, end}, message("model_text.unread_layers"));
    const Module* child = module.children.empty() ? nullptr : &module.children.back();
    if (own_line && is_logged_assignment(text_, begin, child)) return;
    if (is_prose(arguments) || (own_line && is_elision(line))) {
        add_extra(module, {begin, end});
        return;
    }
    arguments.front().own_line = own_line;
    add_arguments(module, std::move(arguments));
}

/// Adds arguments, whose places become relative to the module's type.
void ModuleReader::add_arguments(Module& module, std::vector<Argument> arguments) {
    move_spans(&arguments, 0u - module.type_span.begin);
    if (module.arguments.empty()) {
        module.arguments = std::move(arguments);
        return;
    }
    std::move(arguments.begin(), arguments.end(), std::back_inserter(module.arguments.edit()));
}

void ModuleReader::add_extra(Module& module, Span span) {
    const std::string_view text = trim(slice(text_, span));
    if (is_elision(text)) return leave_out(module, span, message("model_text.left_out"));
    module.extra.push_back(std::string(text));
}

void ModuleReader::leave_out(Module& module, Span span, Message warning) {
    reporter_.warning(span, std::move(warning));
    add_omission(module, span);
    has_left_out_ = true;
}

void ModuleReader::read_stated_input(Module& module) {
    scanner_.skip_blanks();
    if (!scanner_.accept('@')) return;
    scanner_.skip_blanks();
    if (std::optional<Dims> shape = read_shape(scanner_, reporter_)) module.stated_input = std::move(*shape);
    module.span.end = scanner_.offset();
}

/// Reads the comment after a child; other text there is kept as a comment. Returns the place of text that
/// calls a class.
std::optional<Span> ModuleReader::read_trailing_text(Module& module) {
    scanner_.skip_blanks();
    const std::uint32_t begin = scanner_.offset();
    std::optional<Span> unread;
    if (!ends_value(text_, begin)) {
        Scanner values(text_.substr(0, line_end(text_, begin)), begin);
        std::optional<std::uint32_t> unclosed;
        do {
            values.skip_blanks();
            read_argument(values, &unclosed);
            values.skip_blanks();
        } while (values.accept(','));
        scanner_.seek(std::max(values.offset(), begin + 1));
        const std::string_view text = trim(scanner_.since(begin));
        add_comment(module.comment, text);
        if (may_call_class(text) || is_elision(text) || is_broken_child(text))
            unread = scanner_.span_since(begin);
    }
    if (scanner_.at_comment()) add_comment(module.comment, scanner_.take_comment());
    return unread;
}

/// The offset where a value that starts here must end at the latest.
std::uint32_t ModuleReader::value_limit() {
    const auto size = static_cast<std::uint32_t>(text_.size());
    if (brackets_ == Brackets::Trusted) return size;
    if (next_child_line_ > scanner_.offset()) return next_child_line_;
    do {
        next_child_line_ = next_line(text_, std::max(next_child_line_, scanner_.offset()));
    } while (next_child_line_ < size && !starts_child_line(text_, next_child_line_));
    return next_child_line_;
}

/// The name of a module at `offset`, the start of a line, that is longer than match_child_name takes.
std::optional<ChildName> ModuleReader::long_child_name(std::uint32_t offset) const {
    const auto name = match_child_name(text_, offset, line_end(text_, offset));
    if (!name || !match_repeated_type(text_, skip_blanks(text_, name->end))) return std::nullopt;
    return name;
}

/// The first kLongestName bytes of a name or type, with a warning where it has more.
std::string ModuleReader::shortened(std::string_view name, Span span) {
    if (name.size() <= kLongestName) return std::string(name);
    reporter_.warning(span, message("model_text.long_name", {{"limit", kLongestName}}));
    std::size_t length = kLongestName;
    while (length > 0 && is_utf8_continuation(name[length])) --length;
    return std::string(name.substr(0, length));
}

void ModuleReader::check_names(const Module& module) {
    if (!has_equal_names(module)) return;
    std::set<std::string_view> names;
    const auto check = [&](std::string_view name, Span span) {
        if (names.insert(name).second) return;
        has_duplicates_ = true;
        reporter_.warning(span, message("child.duplicate_name", {{"name", name}}));
    };
    for (const Tensor& tensor : module.tensors) check(tensor.name, tensor.span);
    for (const Module& child : module.children) check(child.name, child.span);
}

void ModuleReader::stop(Span span, Message message) {
    if (has_stopped_) return;
    reporter_.error(span, std::move(message));
    stopped_at_ = span;
    has_stopped_ = true;
}

}  // namespace paramscope
