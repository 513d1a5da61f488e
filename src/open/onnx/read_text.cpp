#include "open/onnx/read_text.h"

#include <algorithm>
#include <charconv>
#include <memory>
#include <optional>
#include <utility>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "open/support/json.h"

namespace paramscope::open::onnx {
namespace {

constexpr std::string_view kBegins[] = {"graph(", "graph ", "Exported graph: graph("};

std::optional<std::int64_t> whole_number(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), number);
    return failure == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

double decimal(std::string_view text) {
    const std::optional<Rational> number = parse_decimal(text);
    return number ? number->to_double() : 0;
}

/// True for a line that begins a graph, `graph main (`: prose may begin with that word, too.
bool begins_graph(std::string_view line) {
    const std::string_view* begin =
        find_where(kBegins, [&](std::string_view each) { return line.starts_with(each); });
    if (begin == nullptr || !holds(line, "(")) return false;
    if (begin->ends_with('(')) return true;
    return !holds(trim(line.substr(begin->size(), line.find('(') - begin->size())), " ");
}

/// The offset of a line that begins a graph; nullopt for none.
std::optional<std::size_t> find_graph_line(std::string_view text) {
    for (std::uint32_t at = 0; at < text.size(); at = next_line(text, at)) {
        const std::string_view line = text.substr(at, line_end(text, at) - at);
        if (begins_graph(line)) return at + line.find("graph");
    }
    return std::nullopt;
}

/// The type of a value: `FLOAT, 64x3x7x7`, `Float(64, 3, 7, 7, strides=[147, 49, 7, 1], requires_grad=1)`.
struct ValueType {
    std::vector<Dimension> dims;
    bool is_integer = false;
    bool is_trained = false;
};

Dimension dimension(std::string_view text) {
    const std::optional<std::int64_t> number = whole_number(text);
    return {number, number ? std::string() : std::string(text)};
}

/// Sizes with an x between them. A name may hold an x, too: what begins with a line belongs to it.
std::vector<Dimension> joined_sizes(std::string_view text) {
    std::vector<Dimension> dims;
    if (text == "scalar") return dims;
    while (!text.empty()) {
        const std::string_view part = take_until(text, 'x');
        if (part.starts_with('_') && !dims.empty() && !dims.back().number) {
            dims.back().name += concat('x', part);
        } else {
            dims.push_back(dimension(part));
        }
    }
    return dims;
}

/// The sizes at the front of the arguments of `Float(1, 3, strides=[3, 1])`.
std::vector<Dimension> listed_sizes(std::string_view text) {
    std::vector<Dimension> dims;
    while (!text.empty()) {
        const std::string_view part = trim(take_until(text, ','));
        if (part.empty() || holds(part, "=")) break;
        dims.push_back(dimension(part == "*" ? "" : part));
    }
    return dims;
}

/// True for a tensor of the model among the values that a graph of torch.onnx takes.
bool is_weight(std::string_view name, const ValueType& type) {
    const std::size_t dot = name.rfind('.');
    const bool is_path = dot != std::string_view::npos && dot + 1 < name.size() && !is_digit(name[dot + 1]);
    return type.is_trained || is_path || name.starts_with("onnx::");
}

/// Walks through the text of one graph.
class TextReader {
  public:
    TextReader(std::string_view text, std::size_t at) : text_(text), at_(at) {}

    TextGraph read() {
        at_ = std::min(text_.find('(', at_), text_.size());
        const bool has_sections = values(/*are_weights=*/false);
        if (has_sections) {
            while (take_word("optional inputs with matching initializers") || take_word("initializers"))
                values(/*are_weights=*/true);
        }
        while (at_ < text_.size() && line()) {
        }
        read_.is_whole = has_results_ && !has_inner_graph_;
        return std::move(read_);
    }

  private:
    void skip_space() {
        while (at_ < text_.size() && (is_space(text_[at_]) || text_[at_] == ',')) ++at_;
    }
    bool take(char c) {
        if (at_ >= text_.size() || text_[at_] != c) return false;
        ++at_;
        return true;
    }
    bool take_word(std::string_view word) {
        skip_space();
        if (!text_.substr(at_).starts_with(word)) return false;
        at_ = std::min(text_.find('(', at_), text_.size());
        return true;
    }
    std::string_view until(std::string_view ends) {
        const std::size_t end = std::min(text_.find_first_of(ends, at_), text_.size());
        const std::string_view part = text_.substr(at_, end - at_);
        at_ = end;
        return part;
    }
    /// The name of a value behind its %; "" where there is none.
    std::string_view value_name() {
        skip_space();
        return take('%') ? until(" ,)[(\n\r") : std::string_view();
    }

    /// The text up to the bracket that closes the one before the place, which is passed.
    std::string_view bracketed() {
        const std::size_t begin = at_;
        char quote = '\0';
        for (int depth = 1; at_ < text_.size(); ++at_) {
            const char c = text_[at_];
            if (quote != '\0' || c == '"') {
                quote = quote == '\0' ? c : c == quote ? '\0' : quote;
            } else if (is_opening(c)) {
                ++depth;
            } else if (is_closing(c) && --depth == 0) {
                return text_.substr(begin, at_++ - begin);
            }
        }
        return text_.substr(begin);
    }

    ValueType type() {
        ValueType type;
        if (take('[')) {
            std::string_view sizes = bracketed();
            const std::string_view element = take_until(sizes, ',');
            type.is_integer = element.starts_with("INT") || element.starts_with("UINT");
            type.dims = joined_sizes(trim(sizes));
            return type;
        }
        if (!text_.substr(at_).starts_with(" : ")) return type;
        at_ += 3;
        const std::string_view element = until("(,)\n=");
        if (!take('(')) return type;
        const std::string_view sizes = bracketed();
        type.is_integer = element == "Long" || element == "Int";
        type.dims = listed_sizes(sizes);
        type.is_trained = holds(sizes, "requires_grad=1");
        return type;
    }

    /// The values between parentheses; true where sections may follow, as in printable_graph().
    bool values(bool are_weights) {
        take('(');
        for (std::string_view name = value_name(); !name.empty(); name = value_name()) {
            const bool is_of_torch = at_ < text_.size() && text_[at_] != '[';
            const ValueType value = type();
            if (are_weights || (is_of_torch && is_weight(name, value))) {
                add_weight(name, value);
            } else {
                read_.file.graph.inputs.push_back({read_.file.names.number_of(name), value.dims});
            }
        }
        take(')');
        const bool has_sections = !take(':');
        return has_sections;
    }

    void add_weight(std::string_view name, const ValueType& type) {
        Tensor weight;
        weight.name = read_.file.names.number_of(name);
        weight.type = type.is_integer ? kInt64 : kFloat;
        for (const Dimension& dim : type.dims) weight.dims.push_back(dim.number.value_or(-1));
        if (element_count(weight.dims))
            read_.file.graph.initializers.push_back(std::move(weight));
        else
            ++read_.file.impossible_weights;
    }

    /// Reads one line of the body; false behind the last one.
    bool line() {
        skip_space();
        const std::string_view rest = text_.substr(at_);
        if (rest.starts_with('{')) return take('{');
        if (rest.starts_with('%')) {
            node();
        } else if (rest.starts_with("return")) {
            results();
            return false;
        } else {
            has_inner_graph_ |= rest.starts_with("block");
        }
        until("\n");
        return true;
    }

    void results() {
        until("%\n");
        for (std::string_view name = value_name(); !name.empty(); name = value_name()) {
            read_.file.graph.outputs.push_back({read_.file.names.number_of(name), {}});
            if (take(')')) break;
        }
        has_results_ = true;
    }

    /// `%a, %b = Op[attributes](%x, %y)`
    void node() {
        Node node;
        bool is_integer = false;
        for (std::string_view name = value_name(); !name.empty(); name = value_name()) {
            node.outputs.push_back(read_.file.names.number_of(name));
            is_integer |= type().is_integer;
        }
        skip_space();
        if (!take('=')) return;
        skip_space();
        operation(node, until("[(\n"));
        if (take('[')) attributes(node, bracketed(), is_integer);
        if (take('(')) {
            for (std::string_view name = value_name(); !name.empty(); name = value_name())
                node.inputs.push_back(read_.file.names.number_of(name));
        }
        read_.file.graph.nodes.push_back(std::move(node));
    }

    /// The operator of `onnx::Conv`, `Conv` or `aten::erf`.
    static void operation(Node& node, std::string_view name) {
        const std::size_t colons = name.find("::");
        const std::string_view domain = name.substr(0, colons == std::string_view::npos ? 0 : colons);
        node.op = domain.empty() ? name : name.substr(colons + 2);
        if (domain != "onnx") node.domain = domain;
    }

    void attributes(Node& node, std::string_view text, bool is_integer) {
        TextReader inside(text, 0);
        while (inside.skip_space(), inside.at_ < text.size()) {
            Attribute& attribute = node.attributes.emplace_back();
            attribute.name = trim(inside.until("="));
            inside.take('=');
            value(attribute, trim(inside.attribute_value()), is_integer);
            has_inner_graph_ |= attribute.s == kInnerGraph;
            if (attribute.name == "onnx_name") node.name = attribute.s;
        }
    }

    /// The text up to a comma that is not in brackets.
    std::string_view attribute_value() {
        const std::size_t begin = at_;
        while (at_ < text_.size() && text_[at_] != ',') {
            if (take('"')) {
                until("\"");
            } else if (is_opening(text_[at_])) {
                ++at_;
                bracketed();
                continue;
            }
            at_ += at_ < text_.size();
        }
        return text_.substr(begin, at_ - begin);
    }

    static void value(Attribute& attribute, std::string_view text, bool is_integer) {
        if (text.starts_with('"')) {
            attribute.s = text.substr(1, text.size() - std::min<std::size_t>(text.size(), 2));
        } else if (text.starts_with("<graph")) {
            attribute.s = kInnerGraph;
        } else if (text.starts_with('{') || holds(text, "Type{")) {
            attribute.t = std::make_shared<Tensor>(literal(text, is_integer));
        } else if (text.starts_with('[')) {
            for_each_number(text.substr(1), [&](std::string_view number) {
                attribute.floats.push_back(decimal(number));
                if (const auto whole = whole_number(number)) attribute.ints.push_back(*whole);
            });
            attribute.has_floats = attribute.ints.size() != attribute.floats.size();
        } else {
            attribute.i = whole_number(text).value_or(0);
        }
    }

    /// `{2}`, or ` 1 64 [ CPULongType{2} ]`.
    static Tensor literal(std::string_view text, bool is_integer) {
        Tensor tensor;
        tensor.is_literal = true;
        tensor.type = is_integer ? kInt64 : kFloat;
        const bool is_scalar = text.starts_with('{');
        std::int64_t count = 0;
        for_each_number(is_scalar ? text.substr(1) : text, [&](std::string_view number) {
            ++count;
            if (is_integer)
                tensor.integers.push_back(whole_number(number).value_or(0));
            else
                tensor.numbers.push_back(decimal(number));
        });
        if (!is_scalar) tensor.dims = {count};
        return tensor;
    }

    /// Calls `take_number` for the numbers up to a bracket.
    template <class TakeNumber>
    static void for_each_number(std::string_view text, TakeNumber take_number) {
        text = text.substr(0, text.find_first_of("[]}"));
        while (!text.empty()) {
            const std::size_t end = std::min(text.find_first_of(", \n"), text.size());
            if (end > 0) take_number(text.substr(0, end));
            text.remove_prefix(std::min(end + 1, text.size()));
        }
    }

    static constexpr std::string_view kInnerGraph = "<graph>";

    std::string_view text_;
    std::size_t at_;
    TextGraph read_;
    bool has_results_ = false;
    bool has_inner_graph_ = false;  ///< of a node, of which nothing is read
};

}  // namespace

bool shows_graph(std::string_view text) {
    return contains_any(text, {" = onnx::", "[FLOAT, ", "[FLOAT16, ", "[INT64, "}) &&
           find_graph_line(text).has_value();
}

TextGraph read_text_graph(std::string_view text) {
    const std::optional<std::size_t> begin = find_graph_line(text);
    return begin ? TextReader(text, *begin).read() : TextGraph();
}

}  // namespace paramscope::open::onnx
