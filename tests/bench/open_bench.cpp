// How fast headers of checkpoints are read, in bytes a second; for safetensors beside RapidJSON alone, which
// is the limit.
#include <benchmark/benchmark.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <string>

#include "open/checkpoint/checkpoint.h"
#include "unit/open/checkpoint/make.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kTensors = 100'000;

std::string name(std::size_t i) {
    return "model.layers." + std::to_string(i / 8) + ".mlp.experts." + std::to_string(i % 8) + ".weight";
}

std::string safetensors() {
    std::string header = "{\"__metadata__\":{\"format\":\"pt\"}";
    for (std::size_t i = 0; i < kTensors; ++i) {
        header += ",\"" + name(i) + "\":{\"dtype\":\"U8\",\"shape\":[2,4],\"data_offsets\":[" +
                  std::to_string(8 * i) + "," + std::to_string(8 * i + 8) + "]}";
    }
    return make::safetensors(header + "}", 8 * kTensors);
}

std::string gguf() {
    static std::vector<std::string> names;
    for (std::size_t i = names.size(); i < kTensors; ++i) names.push_back(name(i));
    std::vector<make::GgufTensor> tensors;
    for (std::size_t i = 0; i < kTensors; ++i) tensors.push_back({names[i], {32}, 0, 128 * i});
    return make::gguf(3, {}, tensors, 128 * kTensors);
}

std::string pytorch() {
    std::string items = "}(";
    for (std::size_t i = 0; i < kTensors / 10; ++i)
        items += make::text(name(i)) + make::tensor("0", 12, 3, 4);
    return make::pytorch(items + "u");
}

void read(benchmark::State& state, const std::string& bytes, std::size_t header) {
    for (auto _ : state) {
        MemorySource source(bytes);
        Contents contents;
        read_checkpoint(source, "", contents);
        benchmark::DoNotOptimize(contents);
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * header));
}

void BM_Safetensors(benchmark::State& state) {
    const std::string bytes = safetensors();
    read(state, bytes, bytes.size() - 8 * kTensors);
}
BENCHMARK(BM_Safetensors)->Unit(benchmark::kMillisecond);

void BM_SafetensorsJsonAlone(benchmark::State& state) {
    const std::string bytes = safetensors();
    const std::size_t header = bytes.size() - 8 - 8 * kTensors;
    for (auto _ : state) {
        rapidjson::MemoryStream stream(bytes.data() + 8, header);
        rapidjson::BaseReaderHandler<> nobody;
        rapidjson::Reader reader;
        benchmark::DoNotOptimize(reader.Parse<rapidjson::kParseIterativeFlag>(stream, nobody).IsError());
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * header));
}
BENCHMARK(BM_SafetensorsJsonAlone)->Unit(benchmark::kMillisecond);

void BM_Gguf(benchmark::State& state) {
    const std::string bytes = gguf();
    read(state, bytes, bytes.size() - 128 * kTensors);
}
BENCHMARK(BM_Gguf)->Unit(benchmark::kMillisecond);

void BM_PyTorch(benchmark::State& state) {
    const std::string bytes = pytorch();
    read(state, bytes, bytes.size());
}
BENCHMARK(BM_PyTorch)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace paramscope::open
