#include "model/read/read_tensor.h"

#include <array>
#include <string>

#include "algebra/integer.h"
#include "base/text_parts.h"
#include "model/messages.h"
#include "model/names.h"

namespace paramscope {
namespace {

constexpr std::string_view kOpenRole = "ParameterOrBuffer";
constexpr std::int64_t kWidestNumber = 64;  ///< of a stored number

/// `torch.float16`, `torch.cuda.HalfTensor` -> `float16`.
std::string dtype_name(std::string_view printed) {
    struct Legacy {
        std::string_view tensor;
        std::string_view dtype;
    };
    constexpr std::array<Legacy, 10> legacy = {{{"FloatTensor", "float32"},
                                                {"DoubleTensor", "float64"},
                                                {"HalfTensor", "float16"},
                                                {"BFloat16Tensor", "bfloat16"},
                                                {"LongTensor", "int64"},
                                                {"IntTensor", "int32"},
                                                {"ShortTensor", "int16"},
                                                {"CharTensor", "int8"},
                                                {"ByteTensor", "uint8"},
                                                {"BoolTensor", "bool"}}};
    const std::string_view last = printed.substr(printed.rfind('.') + 1);
    for (const Legacy& entry : legacy) {
        if (entry.tensor == last) return std::string(entry.dtype);
    }
    return std::string(last);
}

/// Adds the sizes of a positional argument, a number or a tuple; false for any other value.
bool add_sizes(const Value& value, Dims& shape) {
    if (value.kind == Value::Kind::Number) {
        shape.push_back(value.number);
    } else if (value.kind == Value::Kind::Word && is_name(value.text)) {
        shape.push_back(Polynomial::symbol(value.text));
    } else if (value.kind == Value::Kind::Tuple) {
        for (const Value& item : value.items) {
            if (item.kind == Value::Kind::Tuple || !add_sizes(item, shape)) return false;
        }
    } else {
        return false;
    }
    return true;
}

/// Applies an argument of `Parameter(...)`; false where it is none that a tensor has.
bool apply(const Argument& argument, Tensor& tensor) {
    const Value& value = argument.value;
    if (argument.name.empty()) return add_sizes(value, tensor.shape);
    if (argument.name == "requires_grad") {
        tensor.trainable = value.boolean;
        return value.kind == Value::Kind::Boolean;
    }
    if (argument.name == "assumed") {
        tensor.assumed = value.boolean;
        return value.kind == Value::Kind::Boolean;
    }
    if (argument.name == "packed_in") {
        const std::optional<std::int64_t> bits = value.number.whole();
        const bool is_size =
            value.kind == Value::Kind::Number && bits && *bits >= 1 && *bits <= kWidestNumber;
        tensor.packed_in = is_size ? static_cast<int>(*bits) : 0;
        return is_size;
    }
    if (argument.name == "dtype") {
        tensor.dtype = dtype_name(value.text);
        return value.kind == Value::Kind::Word || value.kind == Value::Kind::String;
    }
    return false;
}

/// Sizes as PyTorch prints them: `3x4`, "" for a scalar.
std::optional<Dims> printed_sizes(std::string_view text) {
    Dims sizes;
    while (!text.empty()) {
        const bool is_cut = text.ends_with('x');
        const std::string_view digits = take_until(text, 'x');
        const auto size = is_digits(digits) && !is_cut ? parse_integer(digits) : std::nullopt;
        if (!size) return std::nullopt;
        sizes.emplace_back(*size);
    }
    return sizes;
}

}  // namespace

bool is_tensor_type(std::string_view type) {
    return type == "Parameter" || type == "Buffer" || type == "nn.Parameter" || type == "nn.Buffer" ||
           type == kOpenRole;
}

Tensor tensor_from(const Module& module, Reporter& reporter) {
    Tensor tensor;
    tensor.name = module.name;
    tensor.comment = module.comment;
    tensor.span = module.span;
    tensor.may_be_buffer = module.type == kOpenRole;
    tensor.role = module.type.ends_with("Buffer") && !tensor.may_be_buffer ? Role::Buffer : Role::Parameter;
    if (!module.children.empty() || !module.tensors.empty() || module.forward || module.stated_input) {
        reporter.error(module.type_span, message("raw_tensor.only_sizes", {{"type", module.type}}));
    }
    if (module.repeat != Polynomial(1) || module.repeat_span.begin != module.repeat_span.end) {
        reporter.error(module.repeat_span, message("raw_tensor.no_count", {{"type", module.type}}));
    }
    for (const Argument& argument : module.arguments.list()) {
        if (apply(argument, tensor)) continue;
        reporter.error(place_in_text(module, argument.span),
                       message("raw_tensor.not_a_size", {{"argument", to_string(argument)}}));
    }
    if (!module.extra.empty()) {
        reporter.error(module.type_span, message("raw_tensor.unreadable", {{"type", module.type}}));
    }
    return tensor;
}

std::optional<Tensor> read_printed_tensor(Scanner& scanner) {
    const std::uint32_t begin = scanner.offset();
    const auto inside = match_printed_tensor(scanner.text(), begin);
    if (!inside) return std::nullopt;
    const std::string_view text = scanner.text();
    const std::uint32_t end = line_end(text, *inside);
    const std::string_view line = text.substr(*inside, end - *inside);
    const std::string_view inner = line.substr(0, line.find(']'));
    constexpr std::string_view of_size = " of size ";
    const std::size_t middle = inner.find(of_size);
    if (inner.size() == line.size() || middle == std::string_view::npos) return std::nullopt;

    const std::string_view sizes = inner.substr(middle + of_size.size());
    const auto shape = printed_sizes(trim(sizes.substr(0, sizes.find('('))));
    if (!shape) return std::nullopt;
    Tensor tensor;
    tensor.shape = *shape;
    tensor.dtype = dtype_name(inner.substr(0, middle));
    tensor.role = text[begin] == 'P' ? Role::Parameter : Role::Buffer;
    scanner.seek(*inside + static_cast<std::uint32_t>(inner.size()) + 1);
    tensor.printed = std::string(scanner.since(begin));
    tensor.span = scanner.span_since(begin);
    return tensor;
}

}  // namespace paramscope
