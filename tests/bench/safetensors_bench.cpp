// How fast a safetensors file is read, in bytes of its header a second: its header, the whole way to the
// numbers, and beside them RapidJSON alone, which reads that header.
#include <benchmark/benchmark.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/rapidjson.h>
#include <rapidjson/reader.h>

#include <string>

#include "bench/safetensors.h"
#include "count/count.h"
#include "open/checkpoint/checkpoint.h"
#include "open/open.h"

namespace paramscope::bench {
namespace {

/// Counts the bytes of headers, and tells how many tensors one has.
void report_size(benchmark::State& state, const std::string& header) {
    state.counters["tensors"] = kTensors;
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(header.size()));
}

void BM_Safetensors(benchmark::State& state) {
    const std::string header = safetensors_header(), file = safetensors_file(header);
    for (auto _ : state) {
        open::MemorySource source(file);
        open::CheckpointContents contents;
        open::read_checkpoint(source, "", contents);
        benchmark::DoNotOptimize(contents);
    }
    report_size(state, header);
}
BENCHMARK(BM_Safetensors)->Unit(benchmark::kMillisecond);

/// The header, the tree of its tensors as a model, and the count of that.
void BM_SafetensorsWhole(benchmark::State& state) {
    const std::string header = safetensors_header(), file = safetensors_file(header);
    for (auto _ : state) {
        open::MemorySource source(file);
        benchmark::DoNotOptimize(count(open::open_model(source, "").model.model(), {}));
    }
    report_size(state, header);
}
BENCHMARK(BM_SafetensorsWhole)->Unit(benchmark::kMillisecond);

void BM_SafetensorsRapidJson(benchmark::State& state) {
    const std::string header = safetensors_header();
    for (auto _ : state) {
        rapidjson::MemoryStream stream(header.data(), header.size());
        rapidjson::BaseReaderHandler<> nobody;
        rapidjson::Reader reader;
        benchmark::DoNotOptimize(reader.Parse<rapidjson::kParseIterativeFlag>(stream, nobody).IsError());
    }
    report_size(state, header);
    state.SetLabel("RapidJSON " RAPIDJSON_VERSION_STRING);
}
BENCHMARK(BM_SafetensorsRapidJson)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace paramscope::bench
