// Writes the weights of a tree as quantised models store them: each line of a dense layer, of experts or of a
// table gets the lines of its tensors.
#include <algorithm>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "open/config/excluded_modules.h"
#include "open/config/quantization.h"

namespace paramscope::open {
namespace {

/// A line "    (name): Type(arguments" of a tree.
struct TreeLine {
    std::size_t indent = 0;
    std::string_view name, type, arguments;
    bool is_open = false;  ///< what is inside it follows
};

std::optional<TreeLine> tree_line(std::string_view line) {
    TreeLine found;
    found.indent = std::min(line.find_first_not_of(' '), line.size());
    const std::size_t colon = line.find("): ", found.indent);
    if (found.indent == line.size() || line[found.indent] != '(' || colon == std::string_view::npos)
        return std::nullopt;
    found.name = line.substr(found.indent + 1, colon - found.indent - 1);
    std::string_view rest = trim(line.substr(colon + 3));
    if (const std::size_t times = rest.find(" x "); times != std::string_view::npos && times < rest.find('('))
        rest.remove_prefix(times + 3);
    const std::size_t bracket = std::min(rest.find('('), rest.size());
    found.type = rest.substr(0, bracket);
    found.is_open = rest.ends_with('(');
    if (!found.is_open && rest.ends_with(')'))
        found.arguments = rest.substr(bracket + 1, rest.size() - bracket - 2);
    return found;
}

/// The arguments between commas outside of brackets.
std::vector<std::string_view> arguments_of(std::string_view text) {
    std::vector<std::string_view> found;
    int depth = 0;
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        if (i < text.size() && is_opening(text[i])) ++depth;
        if (i < text.size() && is_closing(text[i])) --depth;
        if (i < text.size() && (text[i] != ',' || depth > 0)) continue;
        found.push_back(trim(text.substr(begin, i - begin)));
        begin = i + 1;
    }
    return found;
}

/// The value of an argument by name; "" for none.
std::string_view argument(const std::vector<std::string_view>& arguments, std::string_view name) {
    for (const std::string_view each : arguments) {
        const std::size_t equals = std::min(each.find('='), each.size());
        if (each.substr(0, equals) == name && equals < each.size()) return each.substr(equals + 1);
    }
    return {};
}

class TreeQuantizer {
  public:
    TreeQuantizer(std::string_view tree, const Quantization& quantization)
        : rest_(tree), quantization_(quantization), excluded_(quantization.excluded, quantization.layers) {}

    std::optional<std::string> run() {
        while (!rest_.empty()) {
            const std::string_view line = take_until(rest_, '\n');
            if (!add(line)) return std::nullopt;
        }
        const bool is_known = has_stored_ && excluded_.have_all_been_met();
        return is_known ? std::optional(std::move(text_)) : std::nullopt;
    }

  private:
    /// A module around the line.
    struct Outer {
        std::size_t indent;
        std::string name;
        bool has_experts;
    };

    /// False where it is not known whether the line's weights are quantised.
    bool add(std::string_view line) {
        const std::optional<TreeLine> found = tree_line(line);
        if (!found) {
            append(text_, concat(line, "\n"));
            return true;
        }
        while (!outer_.empty() && outer_.back().indent >= found->indent) outer_.pop_back();
        const bool has_experts = (!outer_.empty() && outer_.back().has_experts) || found->name == "experts";
        const std::string stored = stored_lines(*found);
        const Excluded excluded = excluded_.meet(path_of(*found));
        const bool is_stored = excluded == Excluded::No && !stored.empty();
        has_stored_ |= is_stored;
        append(text_, is_stored ? stored : concat(line, "\n"));
        if (found->is_open) outer_.push_back({found->indent, std::string(found->name), has_experts});
        return excluded != Excluded::Unknown || stored.empty();
    }

    std::string path_of(const TreeLine& line) const {
        std::string path;
        for (const Outer& each : outer_) append(path, concat(each.name, "."));
        return path + std::string(line.name);
    }

    /// What is written in place of a line; "" for lines whose weights are never quantised.
    std::string stored_lines(const TreeLine& line) const {
        const std::vector<std::string_view> arguments = arguments_of(line.arguments);
        const bool is_in_experts = !outer_.empty() && outer_.back().has_experts;
        const bool is_of_experts = arguments.size() == 3 &&
                                   (is_in_experts || arguments[0].find("experts") != std::string_view::npos);
        if (line.type == "Parameter" && is_of_experts)
            return quantization_.of_experts ? stored_experts(line, arguments) : std::string();
        if (line.type == "Linear" && quantization_.of_layers) {
            const std::string_view in = argument(arguments, "in_features"),
                                   out = argument(arguments, "out_features");
            return in.empty() || out.empty() ? std::string()
                                             : stored_matrix(line, quantization_.layer, out, in);
        }
        const bool is_table = line.type.ends_with("Embedding") && arguments.size() >= 2;
        return is_table && quantization_.of_tables
                   ? stored_matrix(line, line.type, arguments[0], arguments[1])
                   : std::string();
    }

    std::string stored_matrix(const TreeLine& line, std::string_view type, std::string_view out,
                              std::string_view in) const {
        const std::string edge(line.indent, ' '), inner = edge + "  ";
        std::string lines = concat(edge, "(", line.name, "): ", type, "(\n", inner, line.arguments, "\n");
        if (type == line.type)  // other types have their own
            append(lines, concat(inner, "(weight): Parameter(", out, ", ", in, stored_as(), ")\n"));
        append(lines, scales(inner, "", out, in, ""));
        if (quantization_.has_shape)
            append(lines, concat(inner, "(shape): Buffer(2, dtype=int64, packed_in=64)\n"));
        if (quantization_.has_order)
            append(lines, concat(inner, "(g_idx): Buffer(", in, ", dtype=int32, packed_in=32)\n"));
        return concat(lines, edge, ")\n");
    }

    std::string stored_experts(const TreeLine& line, const std::vector<std::string_view>& sizes) const {
        const std::string edge(line.indent, ' ');
        return concat(edge, "(", line.name, "): Parameter(", line.arguments, stored_as(), ")\n",
                      scales(edge, concat(line.name, "_"), sizes[1], sizes[2], concat(sizes[0], ", ")));
    }

    /// The last arguments of a weight: numbers of 8 bits that are no integers can be trained.
    std::string stored_as() const {
        const bool is_float8 = quantization_.dtype.starts_with("float8");
        return concat(is_float8 ? "" : ", requires_grad=False", ", dtype=", quantization_.dtype);
    }

    /// The lines of what is stored beside a matrix, or beside as many as `more` says.
    std::string scales(std::string_view edge, std::string_view name, std::string_view out,
                       std::string_view in, std::string_view more) const {
        std::string lines;
        const auto add_buffer = [&](std::string_view what, std::string_view shape, std::string_view dtype) {
            append(lines, concat(edge, "(", name, what, "): Buffer(", more, shape, ", dtype=", dtype,
                                 ", packed_in=32)\n"));
        };
        const std::string groups = quantization_.group == 0 ? "1" : divided(in, quantization_.group);
        const std::string shape = concat(
            quantization_.rows == 1 ? std::string(out) : divided(out, quantization_.rows), ", ", groups);
        const auto type_of = [](int bits) {
            return concat(bits > 8 ? "float" : "int", std::to_string(bits));
        };
        if (quantization_.bits_of_scale > 0)
            add_buffer("scales", shape, type_of(quantization_.bits_of_scale));
        if (quantization_.bits_of_zero > 0) add_buffer("zeros", shape, type_of(quantization_.bits_of_zero));
        if (quantization_.nested > 0)
            add_buffer("nested_scales",
                       divided(concat("(", out, ")*(", in, ")"), quantization_.group * quantization_.nested),
                       "float32");
        if (quantization_.scalars > 0)
            add_buffer("scalars", std::to_string(quantization_.scalars), "float32");
        return lines;
    }

    static std::string divided(std::string_view size, Integer by) {
        return concat("ceil((", size, ")/", to_string(by), ")");
    }

    std::string_view rest_;
    const Quantization& quantization_;
    ExcludedModules excluded_;
    std::vector<Outer> outer_;
    bool has_stored_ = false;  ///< some weights are quantised
    std::string text_;
};

}  // namespace

std::optional<std::string> quantized_tree(std::string_view tree, const Quantization& quantization) {
    return TreeQuantizer(tree, quantization).run();
}

}  // namespace paramscope::open
