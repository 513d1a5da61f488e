// The table of devices: what the sheets of their makers say.
#include <string>
#include <string_view>
#include <vector>

#include "count/devices/devices.h"

namespace paramscope {
namespace {

/// A row of the table: gigabytes as the device is sold, bandwidth in GB/s, rates in TFLOP/s.
struct DeviceRow {
    std::string_view name;
    int gigabytes;
    MemoryKind kind;
    double bandwidth;
    double float32, tf32, float16, bfloat16, float8, int8;
    std::string_view source;
};

constexpr MemoryKind Chips = MemoryKind::Chips, Checked = MemoryKind::Checked, Unified = MemoryKind::Unified;

constexpr std::string_view kGa102 =
    "NVIDIA, Ampere GA102 GPU Architecture, version 2.0, 2021: float16 accumulated in float16";
constexpr std::string_view kAda =
    "NVIDIA, Ada GPU Architecture, version 1.1, 2023: float16 and float8 accumulated in float16";
constexpr std::string_view kGeForce30 =
    "NVIDIA, GeForce RTX 30 specifications, 2022: cores and boost clock, rates to each other as in Ampere "
    "GA102";
constexpr std::string_view kGeForce40 =
    "NVIDIA, GeForce RTX 40 specifications, 2024: half of the AI TOPS for float8, a quarter for float16, "
    "accumulated in float16";
constexpr std::string_view kGeForce50 =
    "NVIDIA, GeForce RTX 50 specifications, 2025: a quarter of the AI TOPS for float8, an eighth for "
    "float16, accumulated in float16";
constexpr std::string_view kBlackwell =
    "NVIDIA, RTX Blackwell GPU Architecture, 2025: float16 and float8 accumulated in float16";
constexpr std::string_view kHopper =
    "NVIDIA, H100 Tensor Core GPU data sheet, 2023 (half of the rates with sparsity)";
constexpr std::string_view kTpu = "Google, Cloud TPU documentation, 2025";
constexpr std::string_view kApple = "Apple, technical specifications: the largest memory; no rates";
constexpr std::string_view kInstinct = "AMD, Instinct MI200 series data sheet, 2022";

// clang-format off
constexpr DeviceRow kRows[] = {
//   name                      GB             GB/s float32    tf32  float16 bfloat16  float8    int8
    {"RTX 4060",                  8, Chips,      272,    15.1,    15.1,    60.5,    30.3,     121,     121, kGeForce40},
    {"RTX 3070",                  8, Chips,      448,    20.3,    20.3,    81.3,    40.6,       0,   162.6, kGa102},
    {"RTX 3080 10GB",            10, Chips,      760,    29.8,    29.8,     119,    59.5,       0,     238, kGa102},
    {"RTX 2080 Ti",              11, Chips,      616,    14.2,       0,   113.8,       0,       0,   227.7,
     "NVIDIA, Turing GPU Architecture, 2018: Founders Edition, float16 accumulated in float16"},
    {"GTX 1080 Ti",              11, Chips,      484,    11.3,       0,       0,       0,       0,       0,
     "NVIDIA, GeForce GTX 1080 Ti specifications, 2017: cores and boost clock"},
    {"RTX 3060 12GB",            12, Chips,      360,    12.8,    12.8,      51,    25.5,       0,     102, kGeForce30},
    {"RTX 4070",                 12, Chips,      504,    29.1,    29.1,   116.5,    58.3,     233,     233, kGeForce40},
    {"RTX 5070",                 12, Chips,      672,    30.9,    30.9,   123.5,    61.8,     247,     247, kGeForce50},
    {"RTX 3080 12GB",            12, Chips,      912,    30.6,    30.6,   122.6,    61.3,       0,   245.1, kGeForce30},
    {"RTX 3080 Ti",              12, Chips,      912,    34.1,    34.1,   136.4,    68.2,       0,   272.8, kGeForce30},
    {"RTX 4070 Super",           12, Chips,      504,    35.5,    35.5,     142,      71,     284,     284, kGeForce40},
    {"RTX 4070 Ti",              12, Chips,      504,    40.1,    40.1,   160.3,    80.1,   320.5,   320.5, kGeForce40},
    {"Arc B580",                 12, Chips,      456,       0,       0,       0,       0,       0,     233,
     "Intel, Arc B580 specifications, 2024"},
    {"M1",                       16, Unified,   68.3,       0,       0,       0,       0,       0,       0, kApple},
    {"RTX 4080",                 16, Chips,      717,    48.7,    48.7,   194.9,    97.5,   389.9,   389.9, kAda},
    {"RTX 5080",                 16, Chips,      960,    56.3,    56.3,   225.1,   112.6,   450.2,   450.2, kBlackwell},
    {"T4",                       16, Checked,    320,     8.1,       0,      65,       0,       0,     130,
     "NVIDIA, T4 Tensor Core GPU data sheet, March 2019"},
    {"RTX 4060 Ti 16GB",         16, Chips,      288,    22.1,    22.1,    88.3,    44.1,   176.5,   176.5, kGeForce40},
    {"RTX 5060 Ti 16GB",         16, Chips,      448,    23.7,    23.7,    94.9,    47.4,   189.8,   189.8, kGeForce50},
    {"P100 16GB",                16, Chips,      732,    10.6,       0,    21.2,       0,       0,       0,
     "NVIDIA, Tesla P100 data sheet, 2016: SXM2"},
    {"V100 16GB",                16, Chips,      900,    15.7,       0,     125,       0,       0,       0,
     "NVIDIA, V100 Tensor Core GPU data sheet, January 2020: SXM2"},
    {"RTX 4070 Ti Super",        16, Chips,      672,    44.1,    44.1,   176.5,    88.3,     353,     353, kGeForce40},
    {"RTX 4080 Super",           16, Chips,      736,    52.3,    52.3,     209,   104.5,     418,     418, kGeForce40},
    {"RTX 4090 Laptop",          16, Chips,      576,    42.9,    42.9,   171.5,    85.8,     343,     343, kGeForce40},
    {"RTX 5070 Ti",              16, Chips,      896,    43.9,    43.9,   175.8,    87.9,   351.5,   351.5, kGeForce50},
    {"Arc A770",                 16, Chips,      560,       0,       0,       0,       0,       0,     262,
     "Intel, Arc A770 specifications, 2022"},
    {"TPU v5e",                  16, Chips,      819,       0,       0,       0,     197,       0,     393, kTpu},
    {"RTX 3090",                 24, Chips,      936,    35.6,    35.6,     142,      71,       0,     284, kGa102},
    {"RTX 4090",                 24, Chips,     1008,    82.6,    82.6,   330.3,   165.2,   660.6,   660.6, kAda},
    {"A10",                      24, Checked,    600,    31.2,    62.5,     125,     125,       0,     250,
     "NVIDIA, A10 Tensor Core GPU data sheet, March 2021"},
    {"L4",                       24, Checked,    300,    30.3,      60,     121,     121,   242.5,   242.5,
     "NVIDIA, L4 Tensor Core GPU data sheet, March 2023 (half of the rates with sparsity)"},
    {"M2",                       24, Unified,    100,       0,       0,       0,       0,       0,       0, kApple},
    {"A30",                      24, Chips,      933,    10.3,      82,     165,     165,       0,     330,
     "NVIDIA, A30 Tensor Core GPU data sheet, 2021"},
    {"RTX 3090 Ti",              24, Chips,     1008,      40,      40,     160,      80,       0,     320, kAda},
    {"RTX 5090 Laptop",          24, Chips,      896,      57,      57,     228,     114,     456,     456, kGeForce50},
    {"RX 7900 XTX",              24, Chips,      960,    61.4,       0,   122.8,       0,       0,       0,
     "AMD, Radeon RX 7900 XTX specifications, 2022"},
    {"M3",                       24, Unified,    100,       0,       0,       0,       0,       0,       0, kApple},
    {"M4",                       32, Unified,    120,       0,       0,       0,       0,       0,       0, kApple},
    {"RTX 5090",                 32, Chips,     1792,   104.8,   104.8,     419,   209.5,     838,     838, kBlackwell},
    {"V100 32GB",                32, Chips,      900,    15.7,       0,     125,       0,       0,       0,
     "NVIDIA, V100 Tensor Core GPU data sheet, January 2020: SXM2"},
    {"TPU v4",                   32, Chips,     1228,       0,       0,       0,     275,       0,     275, kTpu},
    {"TPU v6e",                  32, Chips,     1638,       0,       0,       0,     918,       0,    1836, kTpu},
    {"M1 Pro",                   32, Unified,    200,       0,       0,       0,       0,       0,       0, kApple},
    {"M2 Pro",                   32, Unified,    200,       0,       0,       0,       0,       0,       0, kApple},
    {"M3 Pro",                   36, Unified,    150,       0,       0,       0,       0,       0,       0, kApple},
    {"A100 40GB",                40, Chips,     1555,    19.5,     156,     312,     312,       0,     624,
     "NVIDIA, A100 Tensor Core GPU Architecture, version 1.0, 2020: SXM4"},
    {"RTX A6000",                48, Chips,      768,    38.7,    77.4,   154.8,   154.8,       0,   309.7,
     "NVIDIA, Ampere GA102 GPU Architecture, version 2.0, 2021"},
    {"RTX 6000 Ada",             48, Chips,      960,    91.1,   182.1,   364.2,   364.2,   728.5,   728.5,
     "NVIDIA, RTX 6000 Ada Generation data sheet, 2022 (half of the rates with sparsity)"},
    {"L40S",                     48, Checked,    864,    91.6,     183,   362.1,   362.1,     733,     733,
     "NVIDIA, L40S data sheet, 2023"},
    {"A40",                      48, Checked,    696,    37.4,    74.8,   149.7,   149.7,       0,   299.3,
     "NVIDIA, A40 data sheet, 2021"},
    {"Radeon Pro W7900",         48, Chips,      864,    61.3,       0,   122.6,       0,       0,       0,
     "AMD, Radeon PRO W7900 specifications, 2023"},
    {"MI210",                    64, Chips,     1638,    45.3,       0,     181,     181,       0,     181, kInstinct},
    {"MI250X",                   64, Chips,     1638,    47.9,       0,   191.5,   191.5,       0,   191.5,
     "AMD, Instinct MI200 series data sheet, 2022: one of its two dies, which programs see as two devices"},
    {"M1 Max",                   64, Unified,    400,       0,       0,       0,       0,       0,       0, kApple},
    {"M4 Pro",                   64, Unified,    273,       0,       0,       0,       0,       0,       0, kApple},
    {"A100 80GB",                80, Chips,     2039,    19.5,     156,     312,     312,       0,     624,
     "NVIDIA, A100 Tensor Core GPU data sheet, June 2021"},
    {"H100",                     80, Chips,     3350,      67,   494.7,   989.5,   989.5,    1979,    1979, kHopper},
    {"H100 PCIe",                80, Chips,     2000,      51,     378,   756.5,   756.5,    1513,    1513, kHopper},
    {"H100 NVL",                 94, Chips,     3900,      60,   417.5,   835.5,   835.5,  1670.5,  1670.5, kHopper},
    {"TPU v5p",                  95, Chips,     2765,       0,       0,       0,     459,       0,     918, kTpu},
    {"RTX PRO 6000 Blackwell",   96, Chips,     1792,     126,   251.9,   503.8,   503.8,  1007.6,  1007.6,
     "NVIDIA, RTX Blackwell PRO GPU Architecture, 2025: Workstation Edition"},
    {"Gaudi 2",                  96, Chips,     2450,       0,       0,       0,     432,     865,       0,
     "Intel, Gaudi 2 white paper, 2022"},
    {"M2 Max",                   96, Unified,    400,       0,       0,       0,       0,       0,       0, kApple},
    {"M4 Max",                  128, Unified,    546,       0,       0,       0,       0,       0,       0, kApple},
    {"Gaudi 3",                 128, Chips,     3700,       0,       0,       0,    1835,    1835,       0,
     "Intel, Gaudi 3 AI Accelerator white paper, 2024"},
    {"Max 1550",                128, Chips,     3277,    52.4,     419,     839,     839,       0,    1678,
     "Intel, Data Center GPU Max Series technical overview, 2023"},
    {"M1 Ultra",                128, Unified,    800,       0,       0,       0,       0,       0,       0, kApple},
    {"M3 Max",                  128, Unified,    400,       0,       0,       0,       0,       0,       0, kApple},
    {"H200",                    141, Chips,     4800,      67,   494.7,   989.5,   989.5,    1979,    1979,
     "NVIDIA, H200 Tensor Core GPU data sheet, 2024 (half of the rates with sparsity)"},
    {"B200",                    180, Chips,     8000,       0,    1125,    2250,    2250,    4500,    4500,
     "NVIDIA, HGX B200 specifications, 2025: one of eight GPUs (half of the rates with sparsity)"},
    {"MI300X",                  192, Chips,     5300,   163.4,   653.7,  1307.4,  1307.4,  2614.9,  2614.9,
     "AMD, Instinct MI300X Accelerator data sheet, 2023"},
    {"M2 Ultra",                192, Unified,    800,       0,       0,       0,       0,       0,       0, kApple},
    {"MI325X",                  256, Chips,     6000,   163.4,   653.7,  1307.4,  1307.4,  2614.9,  2614.9,
     "AMD, Instinct MI325X Accelerator data sheet, 2024"},
    {"MI355X",                  288, Chips,     8000,   157.3,       0,  2516.6,  2516.6,  5033.2,  5033.2,
     "AMD, Instinct MI355X GPU data sheet, 2025"},
    {"M3 Ultra",                512, Unified,    819,       0,       0,       0,       0,       0,       0, kApple},
};
// clang-format on

Device device_of(const DeviceRow& row) {
    constexpr double kGiga = 1e9, kTera = 1e12;
    constexpr Integer kBytesOfChips = Integer{1} << 30;
    return {std::string(row.name),
            row.gigabytes * kBytesOfChips,
            row.kind,
            row.bandwidth * kGiga,
            row.float32 * kTera,
            row.tf32 * kTera,
            row.float16 * kTera,
            row.bfloat16 * kTera,
            row.float8 * kTera,
            row.int8 * kTera,
            row.source};
}

}  // namespace

std::span<const Device> devices() {
    static const std::vector<Device> all = [] {
        std::vector<Device> found;
        for (const DeviceRow& row : kRows) found.push_back(device_of(row));
        return found;
    }();
    return all;
}

}  // namespace paramscope
