#include "count/cost/devices.h"

#include <string>

#include "base/characters.h"
#include "base/ranges.h"

namespace paramscope {
namespace {

constexpr double kGiga = 1e9, kTera = 1e12;

/// Takes bandwidth in GB/s and rates in TFLOP/s.
constexpr Device device(std::string_view name, std::int16_t gigabytes, double gigabytes_a_second,
                        double float32, double tf32, double float16, double bfloat16, double float8,
                        double int8, std::string_view source) {
    return {name,         gigabytes,       gigabytes_a_second * kGiga, float32 * kTera,
            tf32 * kTera, float16 * kTera, bfloat16 * kTera,           float8 * kTera,
            int8 * kTera, source};
}

constexpr std::string_view kAmpere = "NVIDIA, A100 Tensor Core GPU data sheet, June 2021";
constexpr std::string_view kHopper =
    "NVIDIA, H100 Tensor Core GPU data sheet, 2023 (half of the rates with sparsity)";

// clang-format off
//      name            GB   GB/s  float32    tf32  float16 bfloat16  float8    int8
constexpr Device kDevices[] = {
    device("T4",        16,   320,    8.1,       0,     65,      0,      0,    130,
           "NVIDIA, T4 Tensor Core GPU data sheet, March 2019"),
    device("A10",       24,   600,   31.2,    62.5,    125,    125,      0,    250,
           "NVIDIA, A10 Tensor Core GPU data sheet, March 2021"),
    device("L4",        24,   300,   30.3,      60,    121,    121,  242.5,  242.5,
           "NVIDIA, L4 Tensor Core GPU data sheet, March 2023 (half of the rates with sparsity)"),
    device("RTX 3090",  24,   936,   35.6,    35.6,    142,     71,      0,    284,
           "NVIDIA, Ampere GA102 GPU Architecture, version 2.0, 2021: float16 accumulated in float16"),
    device("RTX 4090",  24,  1008,   82.6,    82.6,  330.3,  165.2,  660.6,  660.6,
           "NVIDIA, Ada GPU Architecture, version 1.1, 2023: float16 and float8 accumulated in float16"),
    device("V100 32GB", 32,   900,   15.7,       0,    125,      0,      0,      0,
           "NVIDIA, V100 Tensor Core GPU data sheet, January 2020: SXM2"),
    device("A100 40GB", 40,  1555,   19.5,     156,    312,    312,      0,    624,
           "NVIDIA, A100 Tensor Core GPU Architecture, version 1.0, 2020: SXM4"),
    device("A40",       48,   696,   37.4,    74.8,  149.7,  149.7,      0,  299.3,
           "NVIDIA, A40 data sheet, 2021"),
    device("A100 80GB", 80,  2039,   19.5,     156,    312,    312,      0,    624, kAmpere),
    device("H100",      80,  3350,     67,   494.7,  989.5,  989.5,   1979,   1979, kHopper),
    device("H200",     141,  4800,     67,   494.7,  989.5,  989.5,   1979,   1979,
           "NVIDIA, H200 Tensor Core GPU data sheet, 2024 (half of the rates with sparsity)"),
    device("B200",     180,  8000,      0,    1125,   2250,   2250,   4500,   4500,
           "NVIDIA, HGX B200 specifications, 2025: one of eight GPUs (half of the rates with sparsity)"),
    device("M2 Ultra", 192,   800,      0,       0,      0,      0,      0,      0,
           "Apple, \"Apple introduces M2 Ultra\", June 2023: up to 192 GB; no rates"),
    device("MI300X",   192,  5300,  163.4,   653.7, 1307.4, 1307.4, 2614.9, 2614.9,
           "AMD, Instinct MI300X Accelerator data sheet, 2023"),
};
// clang-format on

std::string plain_name(std::string_view name) {
    std::string plain = lowercase(name);
    std::erase_if(plain, [](char c) { return c == ' ' || c == '-' || c == '_'; });
    return plain;
}

}  // namespace

std::optional<double> Device::peak(std::string_view dtype) const {
    dtype.remove_prefix(dtype.rfind('.') + 1);
    const std::string type = lowercase(dtype);
    double rate = 0;
    if (type == "float32" || type == "float" || type == "fp32") rate = float32;
    if (type == "tf32") rate = tf32;
    if (type == "float16" || type == "half" || type == "fp16") rate = float16;
    if (type == "bfloat16" || type == "bf16") rate = bfloat16;
    if (type.starts_with("float8")) rate = float8;
    if (type == "int8" || type == "uint8") rate = int8;
    return rate > 0 ? std::optional(rate) : std::nullopt;
}

std::span<const Device> devices() {
    return kDevices;
}

const Device* find_device(std::string_view name) {
    const std::string plain = plain_name(name);
    return find_where(kDevices, [&](const Device& each) { return plain_name(each.name) == plain; });
}

}  // namespace paramscope
