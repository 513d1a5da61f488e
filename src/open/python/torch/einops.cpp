// einops.rearrange, repeat and reduce: their patterns as new sizes.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "base/characters.h"
#include "base/ranges.h"
#include "open/python/state/interpreter.h"
#include "open/python/torch/einops.h"
#include "open/python/torch/steps.h"
#include "open/python/torch/torch.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {
namespace {

/// The axes whose sizes make one dimension of a pattern. {"..."} is several dimensions.
using Axes = std::vector<std::string>;

/// The dimensions of "..." as one, which a pattern writes as `(...)`.
const std::string kJoinedDots = "(...)";

bool is_dots(const Axes& axes) {
    return axes.size() == 1 && axes[0] == "...";
}

std::vector<Axes> read_side(std::string_view text) {
    std::vector<Axes> dimensions;
    bool is_open = false;
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (c == '(' || c == ')') {
            is_open = c == '(';
            if (is_open)
                dimensions.emplace_back();
            else if (!dimensions.empty() && is_dots(dimensions.back()))
                dimensions.back() = {kJoinedDots};
            ++i;
        } else if (c == ' ' || c == '\n') {
            ++i;
        } else {
            const std::size_t end = std::min(text.find_first_of(" ()\n", i), text.size());
            const std::string axis(text.substr(i, end - i));
            if (is_open)
                dimensions.back().push_back(axis);
            else
                dimensions.push_back({axis});
            i = end;
        }
    }
    return dimensions;
}

/// The sizes of the axes of a pattern for one tensor.
class Pattern {
  public:
    Pattern(Evaluator& evaluator, const Arguments& arguments) : evaluator_(evaluator) {
        for (const auto& [name, value] : arguments.named) {
            if (value.is_whole()) sizes_.emplace(name, value);
        }
    }

    /// Binds the axes of the left side to the dimensions of a shape; false when they do not fit.
    bool bind(const std::vector<Axes>& left, const std::vector<Value>& shape) {
        const auto dots = count_if(left, is_dots);
        const std::size_t named = left.size() - static_cast<std::size_t>(dots);
        if (dots > 1 || named > shape.size() || (dots == 0 && named != shape.size())) return false;
        std::size_t at = 0;
        for (const Axes& axes : left) {
            if (is_dots(axes)) {
                for (std::size_t rest = shape.size() - named; rest > 0; --rest) dots_.push_back(shape[at++]);
                continue;
            }
            if (!bind_dimension(axes, shape[at++])) return false;
        }
        return true;
    }

    /// The shape of the right side; nullopt when an axis has no size.
    std::optional<std::vector<Value>> shape_of(const std::vector<Axes>& right) {
        std::vector<Value> shape;
        for (const Axes& axes : right) {
            if (is_dots(axes)) {
                shape.insert(shape.end(), dots_.begin(), dots_.end());
                continue;
            }
            Value size = Value::of(1);
            for (const std::string& axis : axes) {
                if (axis == "..." || axis == kJoinedDots) {
                    for (const Value& each : dots_) size = binary(evaluator_, "*", size, each);
                    continue;
                }
                const std::optional<Value> known = size_of(axis);
                if (!known) return std::nullopt;
                size = binary(evaluator_, "*", size, *known);
            }
            if (!size.is_whole()) return std::nullopt;
            shape.push_back(size);
        }
        return shape;
    }

  private:
    std::optional<Value> size_of(const std::string& axis) const {
        if (const std::optional<int> number = read_number(axis)) return Value::of(Integer{*number});
        const auto found = sizes_.find(axis);
        return found == sizes_.end() ? std::nullopt : std::optional(found->second);
    }

    bool bind_dimension(const Axes& axes, const Value& size) {
        Value known = Value::of(1);
        const std::string* open = nullptr;
        for (const std::string& axis : axes) {
            if (const std::optional<Value> value = size_of(axis)) {
                known = binary(evaluator_, "*", known, *value);
            } else if (open != nullptr) {
                return false;
            } else {
                open = &axis;
            }
        }
        if (!known.is_whole() || known.whole() == 0) return false;
        const Unmet::Kind kind = open == nullptr ? Unmet::Kind::Equal : Unmet::Kind::Multiple;
        const bool fits = open == nullptr ? known.whole() == size.whole() : size.whole() % known.whole() == 0;
        if (!fits && evaluator_.tracer != nullptr) evaluator_.tracer->note_unmet(kind, size, known);
        if (!fits || open == nullptr) return fits;
        const bool is_plain = axes.size() == 1;
        sizes_.insert_or_assign(*open, is_plain ? size : binary(evaluator_, "//", size, known));
        return true;
    }

    Evaluator& evaluator_;
    std::map<std::string, Value> sizes_;
    std::vector<Value> dots_;
};

/// The axes of one operand of einsum as one letter each: "ij", "a b" or, of einops, "batch head".
std::vector<std::string> axes_of_operand(std::string_view text, bool are_words) {
    std::vector<std::string> axes;
    if (!are_words) {
        for (const char c : text) {
            if (c != ' ') axes.emplace_back(1, c);
        }
        return axes;
    }
    for (const Axes& each : read_side(text)) axes.insert(axes.end(), each.begin(), each.end());
    return axes;
}

std::vector<std::string_view> split_operands(std::string_view text) {
    std::vector<std::string_view> operands;
    for (std::size_t begin = 0;;) {
        const std::size_t comma = text.find(',', begin);
        operands.push_back(text.substr(begin, comma - begin));
        if (comma == std::string_view::npos) return operands;
        begin = comma + 1;
    }
}

}  // namespace

std::optional<std::vector<Value>> einops_shape(Evaluator& evaluator, const std::string& pattern,
                                               const Arguments& arguments, const std::vector<Value>& shape,
                                               bool* fits) {
    const std::size_t arrow = pattern.find("->");
    if (arrow == std::string::npos) return std::nullopt;
    Pattern sizes(evaluator, arguments);
    *fits = sizes.bind(read_side(std::string_view(pattern).substr(0, arrow)), shape);
    if (!*fits) return std::nullopt;
    return sizes.shape_of(read_side(std::string_view(pattern).substr(arrow + 2)));
}

std::optional<std::vector<Value>> einsum_shape(const std::string& equation, const std::vector<Value>& tensors,
                                               bool are_words) {
    const std::size_t arrow = equation.find("->");
    const std::vector<std::string_view> operands =
        split_operands(std::string_view(equation).substr(0, arrow));
    if (arrow == std::string::npos || equation.find("..") != std::string::npos ||
        operands.size() != tensors.size())
        return std::nullopt;
    std::map<std::string, Value> sizes;
    for (std::size_t i = 0; i < operands.size(); ++i) {
        const std::vector<std::string> axes = axes_of_operand(operands[i], are_words);
        if (!tensors[i].is(Type::Tensor) || !tensors[i].tensor().is_shape_known) return std::nullopt;
        const std::vector<Value>& shape = tensors[i].tensor().shape;
        if (axes.size() != shape.size()) return std::nullopt;
        for (std::size_t at = 0; at < axes.size(); ++at) sizes.insert_or_assign(axes[at], shape[at]);
    }
    std::vector<Value> shape;
    for (const std::string& axis : axes_of_operand(std::string_view(equation).substr(arrow + 2), are_words)) {
        const auto found = sizes.find(axis);
        if (found == sizes.end()) return std::nullopt;
        shape.push_back(found->second);
    }
    return shape;
}

std::optional<std::string> letters_of_einsum(const std::string& equation) {
    std::map<std::string, char> letters;
    std::string result;
    const std::size_t arrow = equation.find("->");
    if (arrow == std::string::npos || equation.find('(') != std::string::npos) return std::nullopt;
    const auto add = [&](std::string_view operand) {
        for (const std::string& axis : axes_of_operand(operand, true)) {
            const bool is_dots = axis == "...";
            if (!is_dots && !letters.contains(axis))
                letters.emplace(axis, static_cast<char>('a' + letters.size()));
            result += is_dots ? axis : std::string(1, letters[axis]);
        }
    };
    const std::vector<std::string_view> operands =
        split_operands(std::string_view(equation).substr(0, arrow));
    for (std::size_t i = 0; i < operands.size(); ++i) {
        if (i > 0) result += ',';
        add(operands[i]);
    }
    result += "->";
    add(std::string_view(equation).substr(arrow + 2));
    return letters.size() <= 26 ? std::optional(result) : std::nullopt;
}

Value einops_while_building(Evaluator& e, std::string_view name, Arguments& a) {
    const Value not_known =
        tensor_of_unknown_shape(e, e.unknown(message("python.unknown_method", {{"name", name}})));
    if (name == "einsum") {
        const bool has_pattern = !a.positional.empty() && a.positional.back().is(Type::Str);
        const auto shape = has_pattern ? einsum_shape(a.positional.back().str(),
                                                      {a.positional.begin(), a.positional.end() - 1}, true)
                                       : std::nullopt;
        return shape ? tensor(e, *shape) : not_known;
    }
    const Value* pattern = a.get(1, "pattern");
    const bool is_known_name = name == "rearrange" || name == "repeat" || name == "reduce";
    if (!is_known_name || a.positional.empty() || pattern == nullptr || !pattern->is(Type::Str))
        return not_known;
    Value x = a.positional[0];
    if (x.is(Type::List) || x.is(Type::Tuple)) {
        Arguments joined;
        joined.positional = {x, Value::of(0)};
        x = find_torch_function("stack")(e, Value::none(), joined);
    }
    if (!x.is(Type::Tensor)) return not_known;
    if (!x.tensor().is_shape_known) return tensor_of_unknown_shape(e, x.tensor().shape_reason);
    bool fits = false;
    const auto shape = einops_shape(e, pattern->str(), a, x.tensor().shape, &fits);
    return shape ? tensor(e, *shape) : not_known;
}

Value einops_function(ForwardPass& pass, std::string_view name, Arguments& arguments) {
    if (name == "einsum" && !arguments.positional.empty() && arguments.positional.back().is(Type::Str)) {
        const std::optional<std::string> equation = letters_of_einsum(arguments.positional.back().str());
        if (!equation) return pass.unknown_result(name);
        Arguments turned;
        turned.positional = {pass.evaluator().text(*equation)};
        turned.positional.insert(turned.positional.end(), arguments.positional.begin(),
                                 arguments.positional.end() - 1);
        const std::optional<Value> result = pass.call_function("einsum", turned);
        return result ? *result : pass.unknown_result(name);
    }
    const Value* pattern = arguments.get(1, "pattern");
    if (arguments.positional.empty() || pattern == nullptr || !pattern->is(Type::Str))
        return pass.unknown_result(name);
    Value x = arguments.positional[0];
    if (x.is(Type::List)) {
        Arguments joined;
        joined.positional = {x, Value::of(0)};
        x = pass.call_function("stack", joined).value_or(x);
    }
    if (!x.is(Type::Tensor)) return pass.unknown_result(name);
    if (pass.is_probing && pattern->str().find("...") == std::string::npos) {
        const std::string& whole = pattern->str();
        pass.note_input_rank(x, read_side(std::string_view(whole).substr(0, whole.find("->"))).size());
    }
    if (!x.tensor().is_shape_known) return tensor_of_unknown_shape(pass.evaluator(), x.tensor().shape_reason);
    const bool is_known_name = name == "rearrange" || name == "repeat" || name == "reduce";
    if (!is_known_name) return pass.unknown_result(name);
    bool fits = true;
    std::optional<std::vector<Value>> shape =
        einops_shape(pass.evaluator(), pattern->str(), arguments, x.tensor().shape, &fits);
    if (!fits) pass.note_mismatch(message("python.unknown_method", {{"name", name}}));
    if (!shape) return pass.unknown_result(name);
    return pass.resize(x, pass.sized(std::move(*shape)), name == "rearrange" ? "reshape" : "resize");
}

}  // namespace paramscope::open::python
