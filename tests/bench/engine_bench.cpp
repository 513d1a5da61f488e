// How long the engine takes to read and count model texts: those of the files that are named as arguments,
// and LLaMA-2 7B when a slider moves. `npm run bench` makes such files and shows the times in a table.
//   paramscope_bench [--benchmark_filter=REGEX ...] [FILE ...]
#include <benchmark/benchmark.h>

#include <deque>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "count/cost/memory_plan.h"
#include "count/recount.h"
#include "model/read/read.h"
#include "presets/presets.h"

namespace paramscope {
namespace {

std::shared_ptr<const Model> read(std::string_view text) {
    Diagnostics diagnostics;
    return std::make_shared<Model>(read_model_text(text, &diagnostics));
}

void read_text(benchmark::State& state, const std::string& text) {
    for (auto _ : state) benchmark::DoNotOptimize(read(text));
}

void count_model(benchmark::State& state, const std::string& text) {
    const auto model = read(text);
    for (auto _ : state) benchmark::DoNotOptimize(count(model, {}));
}

/// Fails for a text of which a part is left out: it would be measured too fast.
void read_and_count(benchmark::State& state, const std::string& text) {
    bool is_whole = true;
    for (auto _ : state) {
        const Report report = count_text(text);
        is_whole = report.root() != nullptr && report.root()->facts->parameters.is_complete() &&
                   !has_errors(report.diagnostics);
    }
    if (!is_whole) state.SkipWithError("the text is not counted as a whole");
}

/// Counts LLaMA-2 7B with another number of layers each time, as the page does.
void BM_MoveSliderLlama(benchmark::State& state) {
    const auto model = read(find_preset("llama-2-7b")->text);
    Integer layers = 0;
    Recount recount;
    for (auto _ : state) {
        CountOptions options;
        options.overrides = {{"L", Polynomial(++layers % 64 + 1)}};
        benchmark::DoNotOptimize(recount.count(model, options, {}));
    }
}
BENCHMARK(BM_MoveSliderLlama)->Unit(benchmark::kMicrosecond);

/// Plans the memory of LLaMA-2 7B with another number of tokens each time, to run it (0) and to train it (1).
void BM_MoveSliderMemoryLlama(benchmark::State& state) {
    const auto model = read(find_preset("llama-2-7b")->text);
    MemoryOptions memory;
    memory.is_training = state.range(0) == 1;
    std::vector<Report> reports;
    for (const int tokens : {1024, 2048, 4096}) {
        CountOptions options;
        options.overrides = {{"tokens", Polynomial(tokens)}};
        reports.push_back(count(model, options));
    }
    std::size_t next = 0;
    for (auto _ : state) benchmark::DoNotOptimize(plan_memory(reports[++next % reports.size()], memory));
}
BENCHMARK(BM_MoveSliderMemoryLlama)->Arg(0)->Arg(1)->Unit(benchmark::kMicrosecond);

/// The whole file, in no more memory than it takes; nullopt when it cannot be read.
std::optional<std::string> contents(const std::filesystem::path& path) {
    std::error_code error;
    const auto size = std::filesystem::file_size(path, error);
    if (error) return std::nullopt;
    std::string text(size, '\0');
    std::ifstream file(path, std::ios::binary);
    if (!file.read(text.data(), static_cast<std::streamsize>(size))) return std::nullopt;
    return text;
}

/// Adds read/NAME, count/NAME and read_and_count/NAME. `text` must outlive their runs.
void register_text(const std::string& name, const std::string& text) {
    const auto add = [&](const char* step, void (*run)(benchmark::State&, const std::string&)) {
        const auto benchmark = [&text, run](benchmark::State& state) { run(state, text); };
        benchmark::RegisterBenchmark((step + name).c_str(), benchmark)->Unit(benchmark::kMicrosecond);
    };
    add("read/", read_text);
    add("count/", count_model);
    add("read_and_count/", read_and_count);
}

}  // namespace
}  // namespace paramscope

/// A text is named by its file, without the extension.
int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    std::deque<std::string> texts;
    for (int i = 1; i < argc; ++i) {
        const std::filesystem::path path = argv[i];
        auto text = paramscope::contents(path);
        if (!text) {
            std::cerr << path << " cannot be read\n";
            return 1;
        }
        paramscope::register_text(path.stem().string(), texts.emplace_back(*std::move(text)));
    }
    benchmark::RunSpecifiedBenchmarks();
}
