#include "open/python/prints/printed_sizes.h"

#include <algorithm>
#include <optional>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "layers/arguments.h"
#include "layers/catalogue/catalogue.h"

namespace paramscope::open::python {
namespace {

/// Arguments that change neither tensors nor shapes.
constexpr std::string_view kWithoutSize[] = {"approximate", "device",   "dropout", "dtype",      "eps",
                                             "inplace",     "momentum", "p",       "padding_idx"};
/// Arguments that only some types print.
constexpr std::string_view kOftenHidden[] = {"align_corners", "batch_first", "ceil_mode", "count_include_pad",
                                             "num_heads"};
/// Words in types of attention that tell how it is computed, and nothing of its tensors:
/// FalconFlashAttention2, BeitSdpaSelfAttention.
constexpr std::string_view kImplementations[] = {"Flash", "Sdpa"};
/// The largest number that a print may show for a hyper-parameter.
constexpr Integer kLargestSize = Integer{1} << 32;

SymbolValues symbol_values(const Numbers& numbers) {
    return [&numbers](std::string_view symbol) -> std::optional<Rational> {
        const auto found = numbers.find(symbol);
        return found == numbers.end() ? std::nullopt : std::optional(Rational(found->second));
    };
}

/// A child module; of a numbered one ("0-5") the range of its numbers.
struct Part {
    const Module* module = nullptr;
    std::optional<Integer> first;  ///< of numbered ones
    Integer count = 1;
};

class Matcher {
  public:
    explicit Matcher(const Numbers& usual) : usual_(usual), values_(symbol_values(usual)) {}

    PrintMatch take() { return std::move(match_); }

    void compare(const Module& printed, const Module& built, const std::string& path) {
        if (!match_.difference.empty()) return;
        ++match_.compared;
        const std::string type = printed_type(built);
        const bool is_leaf = built.children.empty() && printed.children.empty();
        const FoundLayer layer = find_layer(built);
        if (is_leaf && layer.rule != nullptr && is_derived_type(printed, type)) {
            Module plain = printed;
            plain.type = type;
            return compare_arguments(plain, built, *layer.signature, path);
        }
        if (without_implementation(printed.type.view()) != without_implementation(type)) {
            const bool is_activation = is_leaf && all_of(built.tensors, [](const Tensor& each) {
                                           return product_of(each.shape).is_zero();
                                       });
            if (!is_activation || !is_name(printed.type.view())) return differ(path);
            match_.activations.insert(std::string(printed.type.view()));
            return;
        }
        if (layer.rule != nullptr) return compare_arguments(printed, built, *layer.signature, path);
        compare_weight(printed, built);
        compare_derived_layer(printed, built, path);
        compare_tensors(printed, built, path);
        compare_children(printed, built, path);
    }

  private:
    void differ(const std::string& path) {
        if (match_.difference.empty()) match_.difference = path;
    }

    /// The type as print() writes it. A layer whose tensors are computed from others has another name.
    static std::string printed_type(const Module& module) {
        const std::string_view type = module.type.view();
        const std::string_view own = type.substr(0, std::min(type.find('<'), type.size()));
        return concat(is_parametrized(module) ? "Parametrized" : "", own);
    }

    /// True for a class that is derived from a layer and prints as that does: EfficientNetDepthwiseConv2d(32,
    /// 32, kernel_size=(3, 3)).
    static bool is_derived_type(const Module& printed, std::string_view layer) {
        const std::string_view type = printed.type.view();
        return type != layer && type.ends_with(layer) && !printed.arguments.empty();
    }

    static bool is_parametrized(const Module& module) {
        return contains_by(module.children, &Module::name, "parametrizations");
    }

    /// The weight of a class that is derived from a layer, or the largest tensor that one is computed from;
    /// nullptr for none.
    static const Tensor* weight_of(const Module& module) {
        if (const Tensor* own = find_by(module.tensors, &Tensor::name, "weight")) return own;
        const Tensor* largest = nullptr;
        for (const Module& child : module.children) {
            for (const Tensor& tensor : child.tensors) {
                if (largest == nullptr || tensor.shape.size() >= largest->shape.size()) largest = &tensor;
            }
            if (largest == nullptr) largest = weight_of(child);
        }
        return largest;
    }

    /// The layer whose arguments a class prints that is derived from it: Linear, or Conv2d.
    static std::string_view layer_printed_by(const Module& printed, std::size_t dimensions) {
        constexpr std::string_view kConvolutions[] = {"Conv1d", "Conv2d", "Conv3d"},
                                   kTransposed[] = {"ConvTranspose1d", "ConvTranspose2d", "ConvTranspose3d"};
        if (is_given(printed, "kernel_size") && dimensions >= 3 && dimensions <= 5)
            return (is_transposed(printed) ? kTransposed : kConvolutions)[dimensions - 3];
        return is_given(printed, "in_features") && dimensions == 2 ? "Linear" : "";
    }

    static bool is_transposed(const Module& printed) {
        return printed.type.view().find("Transpose") != std::string_view::npos;
    }

    /// A class that is derived from a linear layer or a convolution prints the sizes of its weight, (out, in
    /// / groups, kernel...), by the layer's arguments; of a transposed one (in, out / groups, kernel...).
    void compare_derived_layer(const Module& printed, const Module& built, const std::string& path) {
        const Tensor* weight = weight_of(built);
        if (weight == nullptr) return;
        const Dims& shape = weight->shape;
        Module layer = printed;
        layer.type = layer_printed_by(printed, shape.size());
        const FoundLayer found = find_layer(layer);
        if (layer.type.view().empty() || found.rule == nullptr) return;
        const Arguments arguments(*found.signature, layer, values_, nullptr);
        const Value* bias = arguments.find("bias");
        const bool is_printed = bias == nullptr || bias->kind != Value::Kind::Boolean || bias->boolean;
        if (is_printed != contains_by(built.tensors, &Tensor::name, "bias"))
            return differ(concat(path, ".bias"));
        if (shape.size() == 2) {
            compare_sizes(shape[0], arguments.number("out_features"));
            return compare_sizes(shape[1], arguments.number("in_features"));
        }
        const Dims kernel = arguments.numbers("kernel_size", shape.size() - 2);
        const std::string_view outer[] = {"out_channels", "in_channels"};
        const bool is_turned = is_transposed(printed);
        compare_sizes(shape[0], arguments.number(outer[is_turned]));
        compare_sizes(shape[1] * arguments.number("groups"), arguments.number(outer[!is_turned]));
        for (std::size_t i = 0; i < kernel.size(); ++i) compare_sizes(shape[i + 2], kernel[i]);
        if (const std::optional<Value> stride = stride_of(built))
            compare_values(arguments.find("stride"), &*stride, path);
    }

    /// The stride of the only convolution in a forward pass that was followed; nullopt for none and several.
    static std::optional<Value> stride_of(const Module& built) {
        if (!built.forward) return std::nullopt;
        std::uint32_t start = 0;
        const Result<Forward> line = parse_forward(built.forward->text, &start);
        if (!line) return std::nullopt;
        std::vector<Value> strides;
        collect_strides(line->result, strides);
        for (const Forward::Binding& each : line->bindings) collect_strides(each.value, strides);
        return strides.size() == 1 ? std::optional(strides[0]) : std::nullopt;
    }

    static void collect_strides(const ForwardExpression& expression, std::vector<Value>& strides) {
        if (expression.name.starts_with("F.conv")) {
            for (const ForwardExpression::Keyword& each : expression.keywords)
                if (each.name == "stride") strides.push_back(each.value);
        }
        for (const ForwardExpression& each : expression.operands) collect_strides(each, strides);
    }

    static std::string without_implementation(std::string_view type) {
        std::string plain(type.substr(0, type.size() - (type.ends_with("Attention2") ? 1 : 0)));
        if (!plain.ends_with("Attention")) return std::string(type);
        for (const std::string_view word : kImplementations) {
            const std::size_t place = plain.find(word);
            if (place != std::string::npos) plain.erase(place, word.size());
        }
        return plain;
    }

    static Polynomial product_of(const Dims& shape) {
        Polynomial product = 1;
        for (const Polynomial& each : shape) product = product * each;
        return product;
    }

    void compare_sizes(const std::optional<Polynomial>& built, const std::optional<Polynomial>& printed) {
        const std::optional<Rational> number = printed ? printed->constant() : std::nullopt;
        if (!built || !number || !number->is_integer()) return;
        if (!built->is_constant()) {
            match_.sizes.push_back({*built, number->numerator()});
        } else if (*built != *printed) {
            match_.constants.push_back({*built, number->numerator()});
        }
    }

    void compare_values(const Value* printed, const Value* built, const std::string& path) {
        const auto is_absent = [](const Value* value) {
            return value == nullptr || value->kind == Value::Kind::None;
        };
        if (is_absent(printed) || is_absent(built)) {
            if (is_absent(printed) != is_absent(built)) differ(path);
            return;
        }
        if (printed->kind == Value::Kind::Boolean || built->kind == Value::Kind::Boolean) {
            if (printed->kind != built->kind || printed->boolean != built->boolean) differ(path);
            return;
        }
        const bool is_list = printed->kind == Value::Kind::Tuple,
                   is_built_list = built->kind == Value::Kind::Tuple;
        if (is_list && is_built_list && printed->items.size() != built->items.size()) return differ(path);
        if (!is_list && !is_built_list) return compare_sizes(size_of(*built), size_of(*printed));
        const std::size_t count = is_list ? printed->items.size() : built->items.size();
        for (std::size_t i = 0; i < count; ++i)
            compare_values(is_list ? &printed->items[i] : printed, is_built_list ? &built->items[i] : built,
                           path);
    }

    /// The number of a value; a word is the name of one.
    static std::optional<Polynomial> size_of(const Value& value) {
        if (value.kind == Value::Kind::Number) return value.number;
        return value.kind == Value::Kind::Word ? std::optional(Polynomial::symbol(value.text.str()))
                                               : std::nullopt;
    }

    void compare_arguments(const Module& printed, const Module& built, const Signature& signature,
                           const std::string& path) {
        const auto derive = find_layer(built).rule->derive_arguments;
        Module shown = printed;
        if (derive != nullptr && printed.arguments.empty()) shown.arguments = derive(printed);
        const Arguments of_print(signature, shown, values_, nullptr),
            of_built(signature, built, values_, nullptr);
        for (const Argument& each : signature) {
            const std::string_view name = parameter_name(each);
            const bool is_hidden = contains(kOftenHidden, name) && !is_given(printed, name);
            if (!is_hidden && !contains(kWithoutSize, name))
                compare_values(value_at(of_print, name), value_at(of_built, name), concat(path, ".", name));
        }
    }

    /// The value of an argument, or what stands for one that is absent: pooling steps by its kernel, and what
    /// has no weight has no bias.
    static const Value* value_at(const Arguments& arguments, std::string_view name) {
        const Value* value = arguments.find(name);
        const bool is_absent = value == nullptr || value->kind == Value::Kind::None;
        if (is_absent && name == "stride") return arguments.find("kernel_size");
        const Value* weighted = name == "bias" ? arguments.find("elementwise_affine") : nullptr;
        const bool has_weight =
            weighted == nullptr || weighted->kind != Value::Kind::Boolean || weighted->boolean;
        return has_weight ? value : weighted;
    }

    static bool is_given(const Module& module, std::string_view name) {
        const SharedList<Argument> arguments = module.arguments.list();
        return any_of(arguments, [&](const Argument& each) { return each.name == name; });
    }

    /// Layers of a library print the sizes of their weight first: LlamaRMSNorm((4096,), eps=1e-06),
    /// BartScaledWordEmbedding(50265, 1024).
    void compare_weight(const Module& printed, const Module& built) {
        if (built.tensors.empty() || printed.arguments.empty()) return;
        const SharedList<Argument> arguments = printed.arguments.list();
        const Dims& dims = built.tensors[0].shape;
        std::vector<Value> sizes;
        for (const Argument& each : arguments) {
            const bool is_number = each.name.empty() && each.value.kind == Value::Kind::Number;
            if (is_number)
                sizes.push_back(each.value);
            else
                break;
        }
        const Value& first = arguments[0].value;
        if (first.kind == Value::Kind::Tuple) sizes.assign(first.items.begin(), first.items.end());
        if (sizes.size() != dims.size()) return;
        for (std::size_t i = 0; i < dims.size(); ++i) compare_sizes(dims[i], size_of(sizes[i]));
    }

    /// A list of parameters prints their sizes.
    void compare_tensors(const Module& printed, const Module& built, const std::string& path) {
        for (const Tensor& each : printed.tensors) {
            const Tensor* own = find_by(built.tensors, &Tensor::name, each.name);
            if (own == nullptr || own->shape.size() != each.shape.size())
                return differ(concat(path, ".", each.name));
            for (std::size_t i = 0; i < each.shape.size(); ++i) compare_sizes(own->shape[i], each.shape[i]);
        }
    }

    std::vector<Part> parts_of(const Module& module) const {
        std::vector<Part> parts;
        for (const Module& child : module.children) {
            if (child.type.view() == "None") continue;
            Part part{&child, std::nullopt, value_of(child.repeat, usual_).value_or(1)};
            if (const std::optional<int> first = read_number(first_name(child))) part.first = *first;
            parts.push_back(part);
        }
        return parts;
    }

    void compare_children(const Module& printed, const Module& built, const std::string& path) {
        std::vector<Part> of_print = parts_of(printed), of_built = parts_of(built);
        const bool repeats = of_built.size() == 1 && !of_built[0].module->repeat.is_constant();
        if (repeats) {
            Integer count = 0;
            for (const Part& part : of_print) {
                if (!part.first) return differ(path);
                count += part.count;
                compare(*part.module, *of_built[0].module, concat(path, ".", part.module->name.view()));
            }
            match_.sizes.push_back({of_built[0].module->repeat, count});
            return;
        }
        compare_parts(of_print, of_built, path);
    }

    /// Goes through both lists, of which each may fold what is equal to it only.
    void compare_parts(std::vector<Part>& of_print, std::vector<Part>& of_built, const std::string& path) {
        std::size_t i = 0, j = 0;
        while (i < of_print.size() && j < of_built.size()) {
            Part &a = of_print[i], &b = of_built[j];
            const std::string inner = concat(path, ".", a.module->name.view());
            if (a.first != b.first || (!a.first && a.module->name.view() != b.module->name.view()))
                return differ(inner);
            compare(*a.module, *b.module, inner);
            const Integer both = std::min(a.count, b.count);
            for (Part* part : {&a, &b}) {
                part->count -= both;
                if (part->first) *part->first += both;
            }
            i += a.count == 0;
            j += b.count == 0;
        }
        if (i == of_print.size() && j == of_built.size()) return;
        if (!are_numbered(of_print) || !are_numbered(of_built)) return differ(path);
        match_.constants.push_back({Polynomial(number_of(of_built)), number_of(of_print)});
    }

    static bool are_numbered(const std::vector<Part>& parts) {
        return !parts.empty() && all_of(parts, [](const Part& part) { return part.first.has_value(); });
    }

    static Integer number_of(const std::vector<Part>& parts) {
        return *parts.back().first + parts.back().count;
    }

    const Numbers& usual_;
    const Values values_;
    PrintMatch match_;
};

/// The whole number that makes a formula have a value, of formulas that grow or fall with it; the present one
/// where it does, else of several the one without a rest: 64 heads of ⌊2560/heads⌋ = 40, not 63. nullopt for
/// none.
std::optional<Integer> solve_for(const std::string& name, const PrintedSize& size, Numbers numbers) {
    const auto value_at = [&](Integer number) {
        numbers[name] = number;
        const Result<Rational> value = evaluate(size.formula, symbol_values(numbers));
        return value ? std::optional(*value) : std::nullopt;
    };
    const Rational printed(size.printed);
    const auto present = numbers.find(name);
    if (present != numbers.end() && value_at(present->second) == printed) return numbers[name];
    const std::optional<Rational> at_one = value_at(1), at_two = value_at(2);
    if (!at_one || !at_two) return std::nullopt;
    if (*at_one == printed) return 1;
    const bool grows = *at_one <= *at_two;
    Integer low = 1, high = kLargestSize;
    std::optional<Integer> found;
    while (low <= high) {
        const Integer middle = (low + high) / 2;
        const std::optional<Rational> value = value_at(middle);
        if (value == printed) found = middle;
        // What cannot be computed is too large.
        const bool is_low = value && (grows ? *value < printed : *value >= printed);
        (is_low ? low = middle + 1 : high = middle - 1);
    }
    return found;
}

/// True where other numbers give the formula the same value: the number of heads in heads·floor(width/heads).
bool has_other_solutions(const std::string& name, const PrintedSize& size, Numbers numbers) {
    const Integer number = numbers.at(name);
    const Integer others[] = {2 * number, number + 1, number / 2};
    return any_of(others, [&](Integer other) {
        numbers[name] = other;
        return other > 0 && other != number && value_of(size.formula, numbers) == size.printed;
    });
}

std::vector<std::string> open_names(const Polynomial& formula, const Numbers& known) {
    std::vector<std::string> names;
    for (std::string& name : symbols(formula)) {
        if (!known.contains(name)) names.push_back(std::move(name));
    }
    return names;
}

/// Changes one of the open numbers of a size so that it is as printed, or two of them: heads of keys, and
/// heads. False where that gives no whole numbers.
bool solve_together(const std::vector<std::string>& names, const PrintedSize& size, Numbers* values) {
    constexpr Integer kTried[] = {1, 2, 4, 8, 16, 32, 64};
    const auto solve = [&](const std::string& name, Numbers numbers) {
        const std::optional<Integer> value = solve_for(name, size, numbers);
        if (!value) return false;
        numbers[name] = *value;
        *values = std::move(numbers);
        return true;
    };
    if (names.empty()) return false;
    if (solve(names.back(), *values)) return true;
    if (names.size() != 2) return false;
    for (const std::size_t tried : {std::size_t{1}, std::size_t{0}}) {
        for (const Integer number : kTried) {
            Numbers numbers = *values;
            numbers[names[tried]] = number;
            if (solve(names[1 - tried], std::move(numbers))) return true;
        }
    }
    return false;
}

/// What is done with a size that several values of a number give: it takes one of them, or decides nothing.
enum class OneOfMany { Takes, IsLeft };

SizeSolution solve(const std::vector<PrintedSize>& sizes, const Numbers& usual, const Numbers& given,
                   OneOfMany one_of_many) {
    SizeSolution solution;
    Numbers settled = given;
    std::set<std::string> ambiguous;
    // Sizes of one open number settle it, which may leave one in others: first those that allow one value
    // only, unlike heads·⌊width/heads⌋.
    bool is_new = true;
    for (bool takes_any = false; is_new || !takes_any;) {
        takes_any = !is_new;
        is_new = false;
        for (const PrintedSize& each : sizes) {
            const std::vector<std::string> names = open_names(each.formula, settled);
            if (names.size() != 1 || (takes_any && is_new)) continue;
            Numbers present = settled;
            if (usual.contains(names[0])) present[names[0]] = usual.at(names[0]);
            const std::optional<Integer> value = solve_for(names[0], each, present);
            if (!value) return solution;
            present[names[0]] = *value;
            const bool is_one_of_many = has_other_solutions(names[0], each, present);
            if (is_one_of_many && (!takes_any || one_of_many == OneOfMany::IsLeft)) continue;
            if (is_one_of_many) ambiguous.insert(names[0]);
            settled = std::move(present);
            is_new = true;
        }
    }
    solution.values = usual;
    for (const auto& [name, value] : settled) solution.values[name] = value;
    for (const auto& [name, value] : usual) {
        if (!settled.contains(name) || ambiguous.contains(name)) solution.open.insert(name);
    }
    for (const PrintedSize& each : sizes) {
        if (value_of(each.formula, solution.values) == each.printed) continue;
        if (!solve_together(open_names(each.formula, settled), each, &solution.values)) return solution;
    }
    solution.fits = all_of(sizes, [&](const PrintedSize& each) {
        return value_of(each.formula, solution.values) == each.printed;
    });
    return solution;
}

}  // namespace

std::optional<Integer> value_of(const Polynomial& formula, const Numbers& numbers) {
    const Values values(symbol_values(numbers));
    return values.integer(formula);
}

PrintMatch match_print(const Module& printed, const Module& built, const Numbers& usual) {
    Matcher matcher(usual);
    matcher.compare(printed, built, std::string(printed.type.view()));
    return matcher.take();
}

SizeSolution solve_sizes(const std::vector<PrintedSize>& sizes, const Numbers& usual, const Numbers& given) {
    SizeSolution solution = solve(sizes, usual, given, OneOfMany::Takes);
    return solution.fits ? std::move(solution) : solve(sizes, usual, given, OneOfMany::IsLeft);
}

}  // namespace paramscope::open::python
