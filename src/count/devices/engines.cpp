#include "count/devices/engines.h"

#include <algorithm>

namespace paramscope {
namespace {

constexpr Engine kEngines[] = {
    {"vllm", "vLLM", 92, 8192, 16, false, false, "", "",
     "docs.vllm.ai, CacheConfig and SchedulerConfig, 2026: gpu_memory_utilization 0.92 (0.9 before), blocks "
     "of 16, 8,192 "
     "tokens a step on 80 GB"},
    {"sglang", "SGLang", 87, 8192, 1, false, false, "", "",
     "SGLang, server arguments, 2025: mem_fraction_static 0.87 for one H100, chunked_prefill_size 8,192"},
    {"llama.cpp", "llama.cpp", 100, 512, 256, true, true, "float32", "float16",
     "llama.cpp, llama-kv-cache.cpp and common.h, 2025: n_ubatch 512, cells in 256s, windows and n_ubatch "
     "more"},
    {"mlx", "MLX", 100, 2048, 256, false, false, "", "",
     "mlx-lm, generate.py and cache.py, 2025: prefill_step_size 2,048, steps of 256"},
};

/// The name of a size that is one; "" for any other.
std::string name_of(const Polynomial& size) {
    std::vector<std::string> names = symbols(size);
    return names.size() == 1 && size == Polynomial::symbol(names.front()) ? std::move(names.front())
                                                                          : std::string();
}

Polynomial whole_cells(const Polynomial& tokens, Integer cells) {
    return floor_divide(tokens + Polynomial(cells - 1), Polynomial(cells)) * cells;
}

}  // namespace

std::span<const Engine> engines() {
    return kEngines;
}

Integer room_of(const Device& device, const Engine* engine) {
    if (engine == nullptr) return device.room();
    return std::max<Integer>(device.usable() * engine->percent / 100 - device.reserve(), 0);
}

EngineSizes::EngineSizes(const Report& report, const Engine* engine) : engine_(engine) {
    if (engine == nullptr || report.inputs.empty() || report.inputs.front().size() < 2) return;
    batch_ = name_of(report.inputs.front()[0]);
    tokens_ = name_of(report.inputs.front()[1]);
}

std::optional<Polynomial> EngineSizes::of_pass(std::string_view name) const {
    if (batch_.empty() || tokens_.empty()) return std::nullopt;
    if (name == batch_) return Polynomial(1);
    if (name != tokens_) return std::nullopt;
    return min(Polynomial::symbol(batch_) * Polynomial::symbol(tokens_), Polynomial(engine_->tokens_at_once));
}

Polynomial EngineSizes::in_cells(const Polynomial& cache) const {
    if (tokens_.empty() || engine_->cells == 1) return cache;
    return substitute(cache, [this](std::string_view name) -> std::optional<Polynomial> {
        if (name == tokens_) return whole_cells(Polynomial::symbol(tokens_), engine_->cells);
        if (!engine_->pads_windows || name != "sliding_window") return std::nullopt;
        return whole_cells(Polynomial::symbol(name) + Polynomial(engine_->tokens_at_once), engine_->cells);
    });
}

}  // namespace paramscope
