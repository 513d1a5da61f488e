// simdjson alone, on the JSON of a safetensors file: beside safetensors_bench.cpp.
#include <benchmark/benchmark.h>
#include <simdjson.h>

#include <string>

#include "bench/safetensors.h"

namespace paramscope::bench {
namespace {

std::string version() {
    const int parts[] = {simdjson::SIMDJSON_VERSION_MAJOR, simdjson::SIMDJSON_VERSION_MINOR,
                         simdjson::SIMDJSON_VERSION_REVISION};
    return std::to_string(parts[0]) + "." + std::to_string(parts[1]) + "." + std::to_string(parts[2]);
}

/// The whole document is parsed and checked; nobody takes values from it. The parser keeps its memory from
/// one file to the next, as simdjson recommends.
void BM_SafetensorsSimdjson(benchmark::State& state) {
    const simdjson::padded_string header(safetensors_header());
    simdjson::dom::parser parser;
    for (auto _ : state) {
        simdjson::dom::element document;
        if (parser.parse(header).get(document)) state.SkipWithError("simdjson cannot parse the header");
        benchmark::DoNotOptimize(document);
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(header.size()));
    state.SetLabel("simdjson " + version());
}
BENCHMARK(BM_SafetensorsSimdjson)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace paramscope::bench
