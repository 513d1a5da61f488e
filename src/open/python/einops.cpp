// einops.rearrange, repeat and reduce: their patterns as new sizes.
#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "open/python/forward_functions.h"

namespace paramscope::open::python {
namespace {

/// One dimension of a pattern: the axes that it is made of; "..." stands for several dimensions.
using Axes = std::vector<std::string>;

std::vector<Axes> read_side(std::string_view text) {
    std::vector<Axes> dimensions;
    bool is_open = false;
    for (std::size_t i = 0; i < text.size();) {
        const char c = text[i];
        if (c == '(' || c == ')') {
            is_open = c == '(';
            if (is_open) dimensions.emplace_back();
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

bool is_dots(const Axes& axes) {
    return axes.size() == 1 && axes[0] == "...";
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
        const auto dots = std::count_if(left.begin(), left.end(), is_dots);
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
                if (axis == "...") {
                    for (const Value& each : dots_) size = evaluator_.binary("*", size, each);
                    continue;
                }
                const std::optional<Value> known = size_of(axis);
                if (!known) return std::nullopt;
                size = evaluator_.binary("*", size, *known);
            }
            if (!size.is_whole()) return std::nullopt;
            shape.push_back(size);
        }
        return shape;
    }

  private:
    std::optional<Value> size_of(const std::string& axis) const {
        if (axis.find_first_not_of("0123456789") == std::string::npos)
            return Value::of(Integer{std::stoi(axis)});
        const auto found = sizes_.find(axis);
        return found == sizes_.end() ? std::nullopt : std::optional(found->second);
    }

    bool bind_dimension(const Axes& axes, const Value& size) {
        Value known = Value::of(1);
        const std::string* open = nullptr;
        for (const std::string& axis : axes) {
            if (const std::optional<Value> value = size_of(axis)) {
                known = evaluator_.binary("*", known, *value);
            } else if (open != nullptr) {
                return false;
            } else {
                open = &axis;
            }
        }
        if (!known.is_whole() || known.whole() == 0) return false;
        if (open == nullptr) return known.whole() == size.whole();
        if (size.whole() % known.whole() != 0) return false;
        const bool is_plain = axes.size() == 1;
        sizes_.insert_or_assign(*open, is_plain ? size : evaluator_.binary("//", size, known));
        return true;
    }

    Evaluator& evaluator_;
    std::map<std::string, Value> sizes_;
    std::vector<Value> dots_;
};

}  // namespace

Value einops_function(ForwardPass& pass, std::string_view name, Arguments& arguments) {
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
    if (!x.tensor().is_shape_known) return pass.evaluator().tensor_of_unknown_shape(x.tensor().shape_reason);
    const std::string& text = pattern->str();
    const std::size_t arrow = text.find("->");
    const bool is_known_name = name == "rearrange" || name == "repeat" || name == "reduce";
    if (arrow == std::string::npos || !is_known_name) return pass.unknown_result(name);
    const std::vector<Axes> left = read_side(std::string_view(text).substr(0, arrow)),
                            right = read_side(std::string_view(text).substr(arrow + 2));
    Pattern sizes(pass.evaluator(), arguments);
    if (!sizes.bind(left, x.tensor().shape)) {
        pass.note_mismatch();
        return pass.unknown_result(name);
    }
    std::optional<std::vector<Value>> shape = sizes.shape_of(right);
    if (!shape) return pass.unknown_result(name);
    return pass.resize(x, pass.sized(std::move(*shape)), name == "rearrange" ? "reshape" : "resize");
}

}  // namespace paramscope::open::python
