#include "adjust/sizes.h"

#include <array>
#include <charconv>
#include <set>

#include "base/concat.h"
#include "base/ranges.h"
#include "layers/catalogue/catalogue.h"

namespace paramscope::adjust {
namespace {

constexpr std::string_view kSymbol = "\xC2\xA7";  // a section sign

struct SizeParameter {
    std::string_view name;
    SizeKind kind;
};

/// The parameters of layers that are sizes. Those of the same layer that are not, as kernel_size, stay
/// numbers.
constexpr std::array<SizeParameter, 20> kSizeParameters = {{
    {"in_features", SizeKind::Input},
    {"out_features", SizeKind::Output},
    {"in_channels", SizeKind::Input},
    {"out_channels", SizeKind::Output},
    {"num_features", SizeKind::Kept},
    {"num_channels", SizeKind::Kept},
    {"num_parameters", SizeKind::Kept},
    {"normalized_shape", SizeKind::Kept},
    {"embed_dim", SizeKind::Kept},
    {"num_heads", SizeKind::Heads},
    {"kdim", SizeKind::Input},
    {"vdim", SizeKind::Input},
    {"num_embeddings", SizeKind::Rows},
    {"embedding_dim", SizeKind::Output},
    {"nx", SizeKind::Input},
    {"nf", SizeKind::Output},
    {"in1_features", SizeKind::Input},
    {"in2_features", SizeKind::Input},
    {"input_size", SizeKind::Input},
    {"hidden_size", SizeKind::Output},
}};

std::optional<SizeKind> kind_of(std::string_view parameter) {
    const auto* found = find_by(kSizeParameters, &SizeParameter::name, parameter);
    return found == nullptr ? std::nullopt : std::optional(found->kind);
}

/// The name of the parameter that an argument is for; "" where it is none.
std::string_view parameter_of(const Signature& signature, const Argument& argument, std::size_t position) {
    if (!argument.name.empty()) {
        const auto* named = find_where(
            signature, [&](const Argument& parameter) { return parameter_name(parameter) == argument.name; });
        return named == nullptr ? std::string_view() : parameter_name(*named);
    }
    return position < signature.size() ? parameter_name(signature[position]) : std::string_view();
}

std::optional<std::int64_t> whole_number(const Value& value) {
    if (value.kind != Value::Kind::Number) return std::nullopt;
    const std::optional<std::int64_t> whole = value.number.whole();
    return whole && *whole >= 1 && *whole <= kLargestSize && value.text == std::to_string(*whole)
               ? whole
               : std::nullopt;
}

std::optional<std::int64_t> argument_value(const Module& module, const Signature& signature,
                                           std::string_view parameter) {
    std::size_t position = 0;
    for (const Argument& argument : module.arguments.list()) {
        const std::size_t at = argument.name.empty() ? position++ : 0;
        if (parameter_of(signature, argument, at) == parameter) return whole_number(argument.value);
    }
    return std::nullopt;
}

/// What a convolution says of its groups.
struct Groups {
    std::optional<std::int64_t> in, out, groups;

    static Groups of(const Module& module, const Signature& signature) {
        return {argument_value(module, signature, "in_channels"),
                argument_value(module, signature, "out_channels"),
                argument_value(module, signature, "groups")};
    }
    bool are_several() const { return groups.value_or(1) > 1; }
    bool are_channels() const { return are_several() && groups == in; }
};

class SizeFinder {
  public:
    explicit SizeFinder(SizedModel* sized) : sized_(*sized) {}

    bool run() {
        collect_groups(sized_.model.root);
        visit(sized_.model.root, 0);
        return !is_too_large();
    }

  private:
    /// Notes the numbers of groups that some convolution has with more channels: a fixed number of groups, as
    /// in ResNeXt.
    void collect_groups(const Module& module) {
        const FoundLayer layer = find_layer(module);
        if (layer.family() == "convolution") {
            const Groups groups = Groups::of(module, *layer.signature);
            if (groups.are_several() && !groups.are_channels()) fixed_groups_.insert(*groups.groups);
        }
        for (const Module& child : module.children) collect_groups(child);
    }

    bool is_too_large() const {
        return sized_.sizes.size() > kMostSizes || sized_.modules.size() > kMostModules;
    }

    void visit(Module& module, std::uint32_t parent) {
        if (is_too_large()) return;
        const auto index = static_cast<std::uint32_t>(sized_.modules.size());
        sized_.modules.push_back({&module, parent, 0, static_cast<std::uint32_t>(sized_.sizes.size()), 0});
        const FoundLayer layer = find_layer(module);
        if (layer.rule) visit_arguments(module, index, layer);
        visit_repeats(module, index);
        sized_.modules[index].last_size = static_cast<std::uint32_t>(sized_.sizes.size());
        for (Module& child : module.children) visit(child, index);
        sized_.modules[index].end = static_cast<std::uint32_t>(sized_.modules.size());
    }

    void visit_repeats(Module& module, std::uint32_t index) {
        const std::optional<std::int64_t> repeats = module.repeat.whole();
        const bool is_printed = module.repeat_span.begin != module.repeat_span.end;
        if (!is_printed || !repeats || *repeats < 1 || *repeats > kLargestSize) return;
        module.repeat = add({SizeKind::Repeats, *repeats, module.repeat_span, index, "repeats"});
    }

    void visit_arguments(Module& module, std::uint32_t index, const FoundLayer& layer) {
        const Signature& signature = *layer.signature;
        const Groups groups = layer.family() == "convolution" ? Groups::of(module, signature) : Groups{};
        const bool is_depthwise = groups.are_channels() && !fixed_groups_.contains(*groups.groups);
        std::size_t position = 0;
        const SharedList<Argument> arguments = module.arguments.list();
        for (std::size_t i = 0; i < arguments.size(); ++i) {
            const Argument& argument = arguments[i];
            const std::size_t at = argument.name.empty() ? position++ : 0;
            const std::string_view parameter = parameter_of(signature, argument, at);
            const auto kind = parameter == "groups" && is_depthwise ? SizeKind::Groups : kind_of(parameter);
            if (kind) visit_value(module, index, i, argument.value, parameter, *kind);
        }
    }

    void visit_value(Module& module, std::uint32_t index, std::size_t argument, const Value& value,
                     std::string_view parameter, SizeKind kind) {
        if (value.kind == Value::Kind::Tuple) {
            for (std::size_t i = 0; i < value.items.size(); ++i) {
                if (!whole_number(value.items[i])) continue;
                visit_number(module, index, module.arguments.edit()[argument].value.items.edit()[i],
                             parameter, kind);
            }
        } else if (whole_number(value)) {
            visit_number(module, index, module.arguments.edit()[argument].value, parameter, kind);
        }
    }

    void visit_number(const Module& module, std::uint32_t index, Value& value, std::string_view parameter,
                      SizeKind kind) {
        const std::int64_t number = *whole_number(value);
        value.number = add({kind, number, place_in_text(module, value.span), index, parameter});
        value.text = {};
    }

    Polynomial add(const Size& size) {
        const auto index = static_cast<std::uint32_t>(sized_.sizes.size());
        sized_.sizes.push_back(size);
        Variable variable;
        variable.name = symbols(symbol_of(index)).front();
        variable.value = size.value;
        sized_.model.variables.push_back(std::move(variable));
        return symbol_of(index);
    }

    SizedModel& sized_;
    std::set<std::int64_t> fixed_groups_;
};

}  // namespace

std::optional<std::uint32_t> SizedModel::find(std::uint32_t module, SizeKind kind) const {
    for (std::uint32_t i = modules[module].first_size; i < modules[module].last_size; ++i)
        if (sizes[i].kind == kind) return i;
    return std::nullopt;
}

std::string SizedModel::path(std::uint32_t module, std::uint32_t ancestor) const {
    std::string path;
    for (; module != ancestor && module != 0; module = modules[module].parent) {
        const std::string_view name = first_name(*modules[module].module);
        path = path.empty() ? std::string(name) : concat(name, ".", path);
    }
    return path;
}

bool is_layer_normalization(std::string_view type) {
    return type.ends_with("LayerNorm") || type.ends_with("RMSNorm");
}

bool is_adapter(const SizedModel& sized, std::uint32_t module) {
    const std::uint32_t parent = sized.modules[module].parent;
    return sized.modules[module].module->name.starts_with("lora_") ||
           sized.modules[parent].module->name.starts_with("lora_");
}

Polynomial symbol_of(std::uint32_t size) {
    return Polynomial::symbol(concat(kSymbol, size));
}

std::optional<std::uint32_t> size_of_symbol(std::string_view symbol) {
    if (!symbol.starts_with(kSymbol)) return std::nullopt;
    std::uint32_t size = 0;
    const char* const begin = symbol.data() + kSymbol.size();
    const char* const end = symbol.data() + symbol.size();
    const auto [read, error] = std::from_chars(begin, end, size);
    return error == std::errc() && read == end ? std::optional(size) : std::nullopt;
}

std::unique_ptr<SizedModel> find_sizes(const Model& model) {
    auto sized = std::make_unique<SizedModel>();
    sized->model = model;
    if (!SizeFinder(sized.get()).run()) return nullptr;
    return sized;
}

}  // namespace paramscope::adjust
