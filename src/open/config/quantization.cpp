#include "open/config/quantization.h"

#include "base/concat.h"

namespace paramscope::open {
namespace {

constexpr Integer kGroupsEnd = 1'000'000;
constexpr int kBitsOfScale = 16;

/// The first of some keys that is a whole number from 1 on; nullopt for none.
std::optional<Integer> number_of(const JsonValue& object, std::initializer_list<std::string_view> keys) {
    for (const std::string_view key : keys) {
        const std::optional<Integer> number = object.find(key).integer();
        if (number && *number > 0 && *number <= kGroupsEnd) return number;
    }
    return std::nullopt;
}

std::optional<std::string> integer_type(std::optional<Integer> bits) {
    return bits && *bits <= 8 ? std::optional(concat("int", to_string(*bits))) : std::nullopt;
}

/// False where a name is a regular expression.
bool take_excluded(const JsonValue& list, Quantization* found) {
    for (const JsonValue item : list.items()) {
        std::string name = item.string();
        if (name.empty() || name.starts_with("re:")) return false;
        found->excluded.push_back(std::move(name));
    }
    return true;
}

/// Integers with a scale and a zero point for each group of inputs: AWQ and GPTQ.
std::optional<Quantization> groupwise(const JsonValue& object, bool is_gptq) {
    const std::optional<std::string> type = integer_type(number_of(object, {"bits", "w_bit"}));
    if (!type) return std::nullopt;
    Quantization found{.dtype = *type, .bits_of_scale = kBitsOfScale};
    found.group = number_of(object, {"group_size", "q_group_size"}).value_or(0);
    const bool has_zero = is_gptq || object.find("zero_point").boolean() != false;
    if (has_zero) found.bits_of_zero = static_cast<int>(*number_of(object, {"bits", "w_bit"}));
    found.has_order = is_gptq;
    if (object.find("lm_head").boolean() == true) return std::nullopt;
    found.excluded.emplace_back("lm_head");
    return found;
}

/// 8-bit floating point with a scale for each block of a matrix, or for the matrix.
std::optional<Quantization> float8(const JsonValue& object) {
    Quantization found{.dtype = "float8_e4m3fn"};
    if (const JsonValue block = object.find("weight_block_size"); block.size() == 2) {
        std::vector<Integer> sizes;
        for (const JsonValue size : block.items()) sizes.push_back(size.integer().value_or(0));
        if (sizes[0] < 1 || sizes[1] < 1) return std::nullopt;
        found.rows = sizes[0];
        found.group = sizes[1];
        found.bits_of_scale = object.find("scale_fmt").is("ue8m0") ? 0 : 32;
        if (found.bits_of_scale == 0) return std::nullopt;  // its scales are stored in several ways
    } else {
        found.scalars = 1;
    }
    if (object.find("activation_scheme").is("static")) ++found.scalars;
    found.excluded.emplace_back("lm_head");
    return found;
}

/// compressed-tensors and modelopt: one group of layers, with its bits and its strategy.
std::optional<Quantization> of_config_group(const JsonValue& object) {
    const JsonValue groups = object.find("config_groups");
    if (groups.size() != 1) return std::nullopt;
    const JsonValue group = *groups.items().begin(), weights = group.find("weights");
    for (const JsonValue target : group.find("targets").items()) {
        if (!target.is("Linear")) return std::nullopt;
    }
    const std::optional<Integer> bits = number_of(weights, {"num_bits"});
    const bool is_float = weights.find("type").is("float");
    const std::optional<Integer> size = number_of(weights, {"group_size"});
    const bool is_static = group.find("input_activations").find("dynamic").boolean() == false;
    Quantization found;
    if (is_float && bits == Integer{4} && size == Integer{16}) {
        found.dtype = "nvfp4";  // with a scale of 8 bits for 16
        found.scalars = 1 + (is_static ? 1 : 0);
    } else if (is_float && bits == Integer{8} && !size) {
        found.dtype = "float8_e4m3fn";
        const bool is_of_rows = weights.find("strategy").is("channel");
        found.bits_of_scale = is_of_rows ? kBitsOfScale : 0;
        found.scalars = (is_of_rows ? 0 : 1) + (is_static ? 1 : 0);
    } else if (!is_float && bits && integer_type(bits)) {
        found.dtype = *integer_type(bits);
        found.group = size.value_or(0);
        found.bits_of_scale = kBitsOfScale;
        found.has_shape = object.find("format").is("pack-quantized");
        if (weights.find("symmetric").boolean() == false) found.bits_of_zero = static_cast<int>(*bits);
    } else {
        return std::nullopt;
    }
    return found;
}

/// MLX: an offset beside each scale, of tables, too.
std::optional<Quantization> of_mlx(const JsonValue& object) {
    const std::optional<std::string> type = integer_type(number_of(object, {"bits"}));
    const std::optional<Integer> group = number_of(object, {"group_size"});
    for (const JsonValue value : object.items()) {
        if (value.kind() == JsonValue::Kind::Object) return std::nullopt;  // layers of their own bits
    }
    if (!type || !group) return std::nullopt;
    return Quantization{.dtype = *type,
                        .group = *group,
                        .bits_of_scale = kBitsOfScale,
                        .bits_of_zero = kBitsOfScale,
                        .of_tables = true};
}

/// bitsandbytes: blocks of 64, whose scales may be quantised by 256 once more; 8 bits with a scale for each
/// row.
Quantization of_bitsandbytes(const JsonValue& object) {
    Quantization found{.layer = "Linear8bitLt", .dtype = "int8", .bits_of_scale = 32, .of_experts = false};
    if (object.find("load_in_4bit").boolean() == true) {
        const bool is_nested = object.find("bnb_4bit_use_double_quant").boolean() == true;
        found.layer = "Linear4bit";
        found.dtype = "int4";
        found.group = 64;
        found.bits_of_scale = is_nested ? 8 : 32;
        found.nested = is_nested ? 256 : 0;
        found.scalars = is_nested ? 16 + 256 + 1 : 16;  // what codes mean, and an offset
    }
    found.excluded.emplace_back("lm_head");
    return found;
}

std::optional<Quantization> of_method(const JsonValue& object) {
    const std::string method = object.find("quant_method").string();
    if (object.find("load_in_4bit").boolean() == true || object.find("load_in_8bit").boolean() == true)
        return of_bitsandbytes(object);
    if (method == "awq" || method == "gptq") return groupwise(object, method == "gptq");
    if (method == "fp8") return float8(object);
    if (method == "mxfp4") return Quantization{.dtype = "mxfp4", .of_layers = false};
    if (method == "compressed-tensors" || method == "modelopt") return of_config_group(object);
    if (!method.empty()) return std::nullopt;
    return object.find("config_groups").is_missing() ? of_mlx(object) : of_config_group(object);
}

}  // namespace

std::optional<Quantization> read_quantization(const JsonValue& config) {
    const JsonValue object = config.find("quantization_config");
    std::optional<Quantization> found = of_method(object);
    if (!found) return std::nullopt;
    for (const std::string_view key :
         {"modules_to_not_convert", "ignore", "exclude_modules", "llm_int8_skip_modules"}) {
        if (!take_excluded(object.find(key), &*found)) return std::nullopt;
    }
    // Which layers of a vision tower are quantised differs from program to program, unless a list says it.
    const bool has_list = found->excluded.size() > 1;
    if (!config.find("vision_config").is_missing() && !has_list && found->of_layers) return std::nullopt;
    for (const JsonValue& part : {config, config.find("text_config")}) {
        const std::optional<Integer> layers = part.find("num_hidden_layers").integer();
        if (layers && found->layers == 0) found->layers = *layers;
    }
    return found;
}

}  // namespace paramscope::open
