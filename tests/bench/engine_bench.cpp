// How long the engine takes: reading, counting, counting again after a slider moved, large and repeated trees.
// README.md quotes these as ratios to ParseFlat/1000, the reading of a thousand printed lines in the same run.
#include <benchmark/benchmark.h>

#include <memory>
#include <string>

#include "count/count.h"
#include "model/read.h"
#include "presets/presets.h"

namespace paramscope {
namespace {

std::string flat_tree(std::int64_t modules) {
    std::string text = "input = (1, 64)\nSequential(\n";
    for (std::int64_t i = 0; i < modules; ++i) {
        text += "  (" + std::to_string(i) + "): Linear(in_features=64, out_features=64, bias=True)\n";
    }
    return text + ")\n";
}

std::shared_ptr<const Model> read(std::string_view text) {
    Diagnostics diagnostics;
    return std::make_shared<Model>(read_model_text(text, &diagnostics));
}

std::string_view llama() { return find_preset("llama-2-7b")->text; }

void ParseFlat(benchmark::State& state) {
    const std::string text = flat_tree(state.range(0));
    for (auto _ : state) benchmark::DoNotOptimize(read(text));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(ParseFlat)->Arg(1000)->Arg(100000)->Unit(benchmark::kMicrosecond);

void CountFlat(benchmark::State& state) {
    const auto model = read(flat_tree(state.range(0)));
    for (auto _ : state) benchmark::DoNotOptimize(count(model, {}));
    state.SetItemsProcessed(state.iterations() * state.range(0));
}
BENCHMARK(CountFlat)->Arg(1000)->Arg(100000)->Unit(benchmark::kMicrosecond);

void ParseAndCountLlama(benchmark::State& state) {
    for (auto _ : state) benchmark::DoNotOptimize(count_text(llama()));
}
BENCHMARK(ParseAndCountLlama)->Unit(benchmark::kMicrosecond);

void RecountLlama(benchmark::State& state) {
    const auto model = read(llama());
    Integer layers = 0;
    for (auto _ : state) {
        CountOptions options;
        options.overrides = {{"L", Polynomial(++layers % 64 + 1)}};
        benchmark::DoNotOptimize(count(model, options));
    }
}
BENCHMARK(RecountLlama)->Unit(benchmark::kMicrosecond);

void CountRepeat(benchmark::State& state) {
    const std::string text = "input = (1, 64)\nSequential(\n  (0-*): " + std::to_string(state.range(0)) +
                             " x Linear(64, 64)\n)\n";
    for (auto _ : state) benchmark::DoNotOptimize(count_text(text));
}
BENCHMARK(CountRepeat)->Arg(1)->Arg(1000000)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace paramscope
