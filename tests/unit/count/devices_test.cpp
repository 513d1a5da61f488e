// Devices: their names, the numbers of others, and what drivers leave of their memory.
#include "count/devices/devices.h"

#include <gtest/gtest.h>

namespace paramscope {
namespace THIS_FILE {

TEST(Devices, AreSortedByMemoryAndHaveSources) {
    Integer before = 0;
    for (const Device& device : devices()) {
        EXPECT_GE(device.memory, before) << device.name;
        before = device.memory;
        EXPECT_GT(device.bandwidth, 0) << device.name;
        EXPECT_FALSE(device.source.empty()) << device.name;
        EXPECT_EQ(find_device(device.name), &device);
    }
}

TEST(Devices, HaveARateForEachTypeOrNone) {
    const Device& device = *find_device("RTX 3090");
    EXPECT_EQ(device.peak("torch.float32"), 35.6e12);
    EXPECT_EQ(device.peak("bf16"), 71e12);
    EXPECT_EQ(device.peak("float8_e4m3fn"), std::nullopt);
    EXPECT_EQ(device.peak("int4"), std::nullopt);
    EXPECT_EQ(find_device("M2 Ultra")->peak("float16"), std::nullopt);
}

TEST(Devices, AreReadAsPeopleWriteThem) {
    const struct {
        const char* text;
        const char* name;  ///< nullptr: refused
        Integer count, gigabytes;
    } cases[] = {
        {"A100 80GB", "A100 80GB", 1, 80},
        {"a100-80gb", "A100 80GB", 1, 80},
        {"NVIDIA GeForce RTX 3090", "RTX 3090", 1, 24},
        {"RTX 3090 24GB", "RTX 3090", 1, 24},
        {"2x RTX 3090", "RTX 3090", 2, 24},
        {"8 x H100", "H100", 8, 80},
        {"4×T4", "T4", 4, 16},
        {"M4 Max", "M4 Max", 1, 128},
        {"Apple M4 Max 64GB", "M4 Max 64GB", 1, 64},
        {"M4 Max 256GB", nullptr, 0, 0},  // no such machine
        {"RTX 3090 48GB", nullptr, 0, 0},
        {"A100", nullptr, 0, 0},  // of 40 or of 80 GB
        {"", nullptr, 0, 0},
        {"0x H100", nullptr, 0, 0},
        {"99999999999x H100", nullptr, 0, 0},
        {"abacus", nullptr, 0, 0},
    };
    for (const auto& c : cases) {
        SCOPED_TRACE(c.text);
        const Result<Devices> found = read_devices(c.text);
        EXPECT_EQ(static_cast<bool>(found), c.name != nullptr);
        if (!found || c.name == nullptr) continue;
        EXPECT_EQ(found->device.name, c.name);
        EXPECT_EQ(found->count, c.count);
        EXPECT_EQ(found->device.memory, c.gigabytes << 30);
    }
}

TEST(Devices, OfOnesOwnAreNumbers) {
    const struct {
        const char* text;
        Integer memory;  ///< 0: refused
        double bandwidth, float16, bfloat16, float32;
    } cases[] = {
        {"memory=24GB, bandwidth=936GB/s, float16=142, float32=35.6", 24'000'000'000, 936e9, 142e12, 142e12,
         35.6e12},
        {"24GB,936GB/s,142,35.6", 24'000'000'000, 936e9, 142e12, 142e12, 35.6e12},
        {"memory=16GiB,bandwidth=1.8TB/s", Integer{16} << 30, 1.8e12, 0, 0, 0},
        {"bandwidth=1TB/s,memory=8GB,float16=10T,bfloat16=5 TFLOP/s", 8'000'000'000, 1e12, 10e12, 5e12, 0},
        {"4x memory=24GB,bandwidth=936GB/s", 24'000'000'000, 936e9, 0, 0, 0},
        {"memory=24GB", 0, 0, 0, 0, 0},
        {"memory=24,bandwidth=936GB/s,colour=3", 0, 0, 0, 0, 0},
        {"memory=much,bandwidth=936GB/s", 0, 0, 0, 0, 0},
        {"memory=24GB,bandwidth=936GB/s,float16=-3", 0, 0, 0, 0, 0},
        {"memory=24GB,bandwidth=936GB/s,float16=nan", 0, 0, 0, 0, 0},
        {"24GB,936GB/s,142,35.6,7", 0, 0, 0, 0, 0},
        {",", 0, 0, 0, 0, 0},
    };
    for (const auto& c : cases) {
        SCOPED_TRACE(c.text);
        const Result<Devices> found = read_devices(c.text);
        EXPECT_EQ(static_cast<bool>(found), c.memory != 0);
        if (!found || c.memory == 0) continue;
        const Device& device = found->device;
        EXPECT_EQ(device.memory, c.memory);
        EXPECT_EQ(device.room(), c.memory);  // nothing is taken off what somebody says
        EXPECT_EQ(device.bandwidth, c.bandwidth);
        EXPECT_EQ(device.peak("float16").value_or(0), c.float16);
        EXPECT_EQ(device.peak("bfloat16").value_or(0), c.bfloat16);
        EXPECT_EQ(device.peak("float32").value_or(0), c.float32);
    }
}

// What programs reported of real devices: "GPU 0 has a total capacity of 23.52 GiB",
// "recommendedMaxWorkingSetSize".
TEST(Devices, AreNotSaidToHaveMoreMemoryThanProgramsSee) {
    const struct {
        const char* device;
        double gibibytes;
        const char* source;
    } cases[] = {
        {"T4", 14.57, "github.com/QwenLM/Qwen3-VL/issues/1046"},
        {"T4", 14.75, "github.com/hpcaitech/Open-Sora/issues/697"},
        {"RTX 3070", 7.78, "github.com/akshitac8/OW-DETR/issues/46"},
        {"RTX 4060", 7.75, "github.com/ESRSchao/EdgeRegNet/issues/2"},
        {"RTX 3080 10GB", 9.78, "github.com/zai-org/CogVideo/issues/34"},
        {"RTX 2080 Ti", 10.76, "github.com/JDAI-CV/image-captioning/issues/11"},
        {"RTX 4070 Ti", 11.70, "github.com/Kwai-Kolors/Kolors/issues/11"},
        {"RTX 5060 Ti 16GB", 15816.0 / 1024, "github.com/Luce-Org/lucebox/issues/407"},
        {"RTX 4090", 23.52, "github.com/Soul-AILab/SoulX-FlashTalk/issues/5"},
        {"RTX 4090", 23.61, "github.com/pinokiofactory/flux-webui/issues/11"},
        {"RTX 5090", 31.36, "github.com/TrajectoryCrafter/TrajectoryCrafter/issues/20"},
        {"L40S", 44.42, "github.com/stepfun-ai/Step-Video-T2V/issues/8"},
        {"H100", 79.11, "github.com/vllm-project/vllm/issues/27508"},
        {"M1", 10922.67 / 1024, "github.com/abetlen/llama-cpp-python/issues/687"},
        {"M2 Max 32GB", 21845.34 / 1024, "github.com/ollama/ollama/issues/434"},
        {"M2 Max", 73728.0 / 1024, "github.com/ggml-org/llama.cpp/issues/3213"},
    };
    for (const auto& c : cases) {
        const Result<Devices> found = read_devices(c.device);
        ASSERT_TRUE(found) << c.device;
        const double usable = static_cast<double>(found->device.usable()) / 1073741824.0;
        EXPECT_LE(usable, c.gibibytes) << c.source;
        EXPECT_GE(usable, 0.96 * c.gibibytes) << c.source;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope
