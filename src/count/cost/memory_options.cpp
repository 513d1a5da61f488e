#include "count/cost/memory_options.h"

#include "count/cost/memory.h"
#include "count/devices/devices.h"
#include "model/dtype.h"

namespace paramscope {
namespace {

constexpr int kFewestBitsOfActivations = 16;

}  // namespace

Integer devices_of_a_model(const MemoryOptions& options) {
    return options.tensor_parallel * options.pipeline_parallel * options.expert_parallel;
}

MemoryConflict conflict_of(const MemoryOptions& options) {
    const bool is_of_training = options.recomputes || options.recomputes_attention || options.accumulates ||
                                options.drops_output || options.loss != Loss::Mean;
    if (is_of_training && !options.is_training) return MemoryConflict::OfTraining;
    const AdapterOptions& adapters = options.adapters;
    const bool names_modules = !adapters.modules.empty() || !adapters.saved.empty();
    if (adapters.rank == 0 && names_modules) return MemoryConflict::NoRank;
    if (options.is_training && is_serving(options)) return MemoryConflict::OfServing;
    return is_divided(options) && options.devices <= kMostDevices ? MemoryConflict::None
                                                                  : MemoryConflict::Devices;
}

std::span<const NamedKernel> attention_kernels() {
    static constexpr NamedKernel kKernels[] = {{AttentionKernel::Fused, "fused"},
                                               {AttentionKernel::Eager, "eager"}};
    return kKernels;
}

std::span<const NamedProcessor> processors() {
    static constexpr NamedProcessor kProcessors[] = {{false, "gpu"}, {true, "cpu"}};
    return kProcessors;
}

std::span<const NamedLoss> losses() {
    static constexpr NamedLoss kLosses[] = {{Loss::Mean, "mean"},
                                            {Loss::CrossEntropy, "cross_entropy"},
                                            {Loss::FusedCrossEntropy, "fused_cross_entropy"}};
    return kLosses;
}

std::span<const NamedOffload> offloads() {
    static constexpr NamedOffload kOffloads[] = {
        {Offload::None, "none"}, {Offload::Optimizer, "optimizer"}, {Offload::Parameters, "parameters"}};
    return kOffloads;
}

std::span<const AutocastType> autocast_types() {
    static constexpr AutocastType kTypes[] = {{"bfloat16"}, {"float16"}};
    return kTypes;
}

bool is_of_dense_layers(std::string_view dtype) {
    return dtype == "nf4";
}

std::string cache_dtype(const Report& report, const MemoryOptions& options) {
    if (!options.cache_dtype.empty()) return options.cache_dtype;
    const bool is_of_engine = options.engine != nullptr && !options.engine->cache_dtype.empty();
    return is_of_engine ? std::string(options.engine->cache_dtype) : dtype_beside_weights(report, options);
}

std::string dtype_beside_weights(const Report& report, const MemoryOptions& options) {
    if (!options.values_dtype.empty()) return options.values_dtype;
    if (options.engine != nullptr && !options.engine->values_dtype.empty())
        return std::string(options.engine->values_dtype);
    const std::optional<Rational> bits = bits_of(options.weights_dtype);
    const bool is_wide = bits && *bits >= Rational(kFewestBitsOfActivations);
    return is_wide ? options.weights_dtype : model_dtype(report);
}

}  // namespace paramscope
