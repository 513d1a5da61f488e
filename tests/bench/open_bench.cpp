// How fast files are read, in bytes of their headers a second. Graphs and configs are measured to the model
// text that they become. safetensors_bench.cpp measures safetensors beside parsers of JSON.
#include <benchmark/benchmark.h>

#include <string>

#include "bench/tensor_names.h"
#include "open/checkpoint/checkpoint.h"
#include "open/open.h"
#include "unit/open/checkpoint/make.h"
#include "unit/open/onnx/make.h"

namespace paramscope::open {
namespace {

using bench::kTensors, bench::tensor_name;

std::string gguf() {
    static std::vector<std::string> names;
    for (std::size_t i = names.size(); i < kTensors; ++i) names.push_back(tensor_name(i));
    std::vector<make::GgufTensor> tensors;
    for (std::size_t i = 0; i < kTensors; ++i) tensors.push_back({names[i], {32}, 0, 128 * i});
    return make::gguf(3, {}, tensors, 128 * kTensors);
}

std::string pytorch() {
    std::string items = "}(";
    for (std::size_t i = 0; i < kTensors / 10; ++i)
        items += make::text(tensor_name(i)) + make::tensor("0", 12, 3, 4);
    return make::pytorch(items + "u");
}

std::string npz() {
    std::vector<make::Member> members;
    for (std::size_t i = 0; i < kTensors / 10; ++i)
        members.push_back({tensor_name(i) + ".npy", make::npy("<f4", "(2, 4)", 32)});
    return make::zip(members);
}

/// A group of many datasets.
std::string hdf5() {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < kTensors / 10; ++i) names.push_back(tensor_name(i));
    return make::hdf5(names);
}

/// Convolutions one after the other.
std::string onnx() {
    namespace made = onnx::made;
    std::string graph = made::input("v0", {0, 8, 16, 16});
    const std::size_t layers = kTensors / 10;
    for (std::size_t i = 0; i < layers; ++i) {
        const std::string weight = tensor_name(i), from = "v" + std::to_string(i),
                          to = "v" + std::to_string(i + 1);
        graph += made::weight(made::tensor(weight, {8, 8, 3, 3})) +
                 made::node("Conv", {from, weight}, {to}, made::integers("pads", {1, 1, 1, 1}));
    }
    return made::model(graph + made::output("v" + std::to_string(layers)));
}

std::string keras() {
    std::string config =
        R"({"class_name": "Sequential", "config": {"name": "net", "layers": [)"
        R"({"class_name": "InputLayer", "config": {"batch_shape": [null, 64], "name": "in"}})";
    for (std::size_t i = 0; i < kTensors / 10; ++i)
        config +=
            R"(, {"module": "keras.layers", "class_name": "Dense", "config": {"name": "dense_)" +
            std::to_string(i) +
            R"(", "trainable": true, "units": 64, "activation": "relu", "use_bias": true, "kernel_initializer": )"
            R"({"class_name": "GlorotUniform", "config": {"seed": null}}, "bias_initializer": {"class_name": "Zeros"}}})";
    return config + "]}}";
}

void read(benchmark::State& state, const std::string& bytes, std::size_t header) {
    for (auto _ : state) {
        MemorySource source(bytes);
        CheckpointContents contents;
        read_checkpoint(source, "", contents);
        benchmark::DoNotOptimize(contents);
    }
    state.SetBytesProcessed(state.iterations() * static_cast<std::int64_t>(header));
}

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

void BM_Npz(benchmark::State& state) {
    const std::string bytes = npz();
    read(state, bytes, bytes.size());
}
BENCHMARK(BM_Npz)->Unit(benchmark::kMillisecond);

void BM_Npy(benchmark::State& state) {
    const std::string bytes = make::npy("<f4", "(2, 4)", 32);
    read(state, bytes, bytes.size() - 32);
}
BENCHMARK(BM_Npy)->Unit(benchmark::kMicrosecond);

void BM_Hdf5(benchmark::State& state) {
    const std::string bytes = hdf5();
    read(state, bytes, bytes.size());
}
BENCHMARK(BM_Hdf5)->Unit(benchmark::kMillisecond);

void open_whole(benchmark::State& state, const std::string& bytes, std::size_t header) {
    for (auto _ : state) {
        MemorySource source(bytes);
        benchmark::DoNotOptimize(open_model(source, ""));
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * header));
}

/// To the model.
void BM_GgufOpened(benchmark::State& state) {
    const std::string bytes = gguf();
    open_whole(state, bytes, bytes.size() - 128 * kTensors);
}
BENCHMARK(BM_GgufOpened)->Unit(benchmark::kMillisecond);

void BM_Onnx(benchmark::State& state) {
    const std::string bytes = onnx();
    open_whole(state, bytes, bytes.size());
}
BENCHMARK(BM_Onnx)->Unit(benchmark::kMillisecond);

void BM_KerasConfig(benchmark::State& state) {
    const std::string bytes = keras();
    open_whole(state, bytes, bytes.size());
}
BENCHMARK(BM_KerasConfig)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace paramscope::open
