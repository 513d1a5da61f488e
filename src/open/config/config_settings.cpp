#include "open/config/config_settings.h"

#include "base/concat.h"
#include "base/ranges.h"
#include "open/config/windows.h"

namespace paramscope::open {
namespace {

/// The bits that a method stores of most weights; 0 where the config does not say.
Integer stored_bits(const JsonValue& quantization) {
    for (const std::string_view key : {"bits", "num_bits", "w_bit", "nbits"}) {
        const std::optional<Integer> bits = quantization.find(key).integer();
        if (bits && *bits > 0 && *bits <= 16) return *bits;
    }
    if (is_of_bitsandbytes(quantization)) return quantization.find("load_in_4bit").boolean() == true ? 4 : 8;
    const std::string method = quantization.find("quant_method").string();
    if (method.find("fp8") != std::string::npos) return 8;
    return method == "mxfp4" ? 4 : 0;
}

}  // namespace

std::string dtype_line(const JsonValue& config) {
    for (const std::string_view key : {"torch_dtype", "dtype"}) {
        for (const JsonValue& value : {config.find(key), config.find("text_config").find(key)}) {
            std::string type = value.string();
            if (type.starts_with("torch.")) type.erase(0, 6);
            constexpr std::string_view known[] = {"float64", "float32", "float16", "bfloat16",
                                                  "float8_e4m3fn"};
            if (contains(known, type)) return concat("dtype = ", type, '\n');
        }
    }
    // Loaders of quantized weights compute in 16 bits.
    const bool is_quantized = config.find("quantization_config").kind() == JsonValue::Kind::Object;
    return is_quantized
               ? "dtype = bfloat16  # the config does not say: quantized weights are computed in 16 bits\n"
               : "";
}

bool is_of_bitsandbytes(const JsonValue& quantization) {
    return quantization.find("load_in_4bit").boolean() == true ||
           quantization.find("load_in_8bit").boolean() == true;
}

std::string stored_bits_line(const JsonValue& config) {
    const JsonValue quantization = config.find("quantization_config");
    if (quantization.kind() != JsonValue::Kind::Object) return {};
    return concat("stored_bits = ", to_string(stored_bits(quantization)),
                  "  # of most weights in the files; 0: not known\n");
}

std::string settings_beside_code(const JsonValue& config) {
    std::string windows;
    for (const JsonValue& part : {config, config.find("text_config")}) {
        ConfigKeys keys;
        const Architecture* known = architectures().find(part.find("model_type").string());
        if (windows.empty()) windows = window_settings(keys, {known, part, ""});
    }
    return concat(dtype_line(config), windows, stored_bits_line(config));
}

}  // namespace paramscope::open
