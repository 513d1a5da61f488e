#include "base/concat.h"
#include "base/ranges.h"
#include "count/cost/memory_fit.h"
#include "formats/sections.h"
#include "formats/support/cells.h"
#include "formats/support/json_stream.h"
#include "formats/support/table.h"
#include "formats/verdict_sentence.h"

namespace paramscope {
namespace {

using Align = AlignedTable::Align;

std::string bytes_text(const Quantity& bytes, const ShortNames& names) {
    std::string size = exact_in_words(bytes);
    if (!bytes.is_unknown()) size += " bytes";
    if (bytes.value.value_or(0) >= 1000) size += " = " + short_bytes(*bytes.value);
    return size + equals_formula(bytes, names);
}

/// "training with Adam, weights in float16, ZeRO 3 over 8 devices".
std::string plan_title(const MemoryPlan& plan) {
    const MemoryOptions& options = plan.options;
    std::string title =
        options.is_training ? concat("training with ", state_of(options.optimizer).label) : "inference";
    if (plan.weights_dtype != plan.dtype)
        title += concat(", weights in ", plan.weights_dtype.empty() ? "several types" : plan.weights_dtype);
    title += concat(", ", plan.dtype);
    if (!options.cache_dtype.empty()) title += concat(", keys and values in ", options.cache_dtype);
    if (options.generates) title += ", scores of the last token";
    const AdapterOptions& adapters = options.adapters;
    if (adapters.rank > 0) title += concat(", LoRA of rank ", to_string(adapters.rank));
    if (!adapters.modules.empty()) title += concat(" at ", adapters.modules);
    if (!adapters.saved.empty()) title += concat(" and copies of ", adapters.saved);
    if (!options.autocast.empty()) title += concat(", autocast to ", options.autocast);
    if (options.loss == Loss::CrossEntropy) title += ", cross-entropy";
    if (options.loss == Loss::FusedCrossEntropy) title += ", fused cross-entropy";
    if (options.attention == AttentionKernel::Eager) title += ", eager attention";
    if (options.accumulates) title += ", accumulated gradients";
    if (options.recomputes) title += ", recomputation of blocks";
    if (options.recomputes_attention) title += ", recomputation of attention";
    if (options.offload == Offload::Optimizer) title += ", optimizer on the host";
    if (options.offload == Offload::Parameters) title += ", parameters and optimizer on the host";
    if (options.zero_stage > 0) title += concat(", ZeRO ", std::to_string(options.zero_stage));
    if (options.devices > 1) title += concat(", one of ", to_string(options.devices), " devices");
    if (options.tensor_parallel > 1)
        title += concat(", ", to_string(options.tensor_parallel), " in tensor parallel");
    if (options.pipeline_parallel > 1)
        title += concat(", a pipeline of ", to_string(options.pipeline_parallel));
    if (options.expert_parallel > 1) title += concat(", experts among ", to_string(options.expert_parallel));
    return title;
}

std::string plan_text(const MemoryPlan& plan, const ShortNames& names, const TextLayout* layout) {
    AlignedTable table;
    table.add_column("", Align::Left);
    table.add_column("", Align::Left, AlignedTable::Fit::Wrap);
    for (const MemoryPart& part : plan.parts)
        table.add_row({concat("  ", part.label), bytes_text(part.bytes, names)});
    table.add_row({"  total", bytes_text(plan.total, names)});
    std::string text =
        concat(heading_line(concat("memory for ", plan_title(plan)), layout), table.text(layout));
    if (plan.host) text += concat("  the host has ", bytes_text(*plan.host, names), " for each device\n");
    if (plan.whole_cache)
        text += concat("  layers keep the keys and values in their windows; engines that keep all need ",
                       bytes_text(*plan.whole_cache, names), " for them\n");
    return text;
}

std::string largest_text(const LargestSize& size) {
    if (!size.value) return "?";
    if (size.is_more) return "any";
    return *size.value == 0 ? "-" : with_thousands(*size.value);
}

std::string_view fits_words(const Fit& fit) {
    if (fit.known == KnownParts::Weights) return "weights fit; activations unknown";
    return fit.known == KnownParts::AllElse ? "all else fits; activations unknown" : to_string(fit.fits);
}

std::string in_gigabytes(Integer bytes) {
    return gigabytes(bytes) + " GB";
}

std::string fits_text(const Report& report, const MemoryPlan& plan, const Device* chosen,
                      const TextLayout* layout) {
    const std::vector<std::string> names = adjustable_sizes(report);
    AlignedTable table;
    table.add_column("  device", Align::Left);
    table.add_column("usable", Align::Right);
    table.add_column("reserve", Align::Right);
    table.add_column("fits", Align::Left);
    for (const std::string& name : names) table.add_column("most " + name, Align::Right);
    for (const Fit& fit : fit_devices(report, plan, telling_devices(plan, chosen))) {
        const Integer reserve = fit.device.reserve();
        std::vector<std::string> row = {concat("  ", fit.device.name), in_gigabytes(fit.device.usable()),
                                        reserve == 0 ? "-" : in_gigabytes(reserve),
                                        std::string(fits_words(fit))};
        for (const LargestSize& size : fit.largest) row.push_back(largest_text(size));
        table.add_row(std::move(row));
    }
    std::string text = heading_line("devices", layout) + table.text(layout);
    text += "  --list-devices lists all; --device NAME adds one\n";
    if (names.empty())
        text +=
            "  no size of the input has a name, so none is varied: name one, as in input = (batch, 128)\n";
    if (plan.total.basis == Basis::Range)
        text += "  the total is an upper bound: the largest sizes that fit may be larger\n";
    if (plan.total.basis == Basis::Partial)
        text += "  the total is a lower bound: the largest sizes that fit may be smaller\n";
    if (plan.total.basis == Basis::Approximate)
        text += "  the total is an estimate, and so are these sizes\n";
    return text;
}

void write_bytes(JsonStream& json, const Quantity& bytes) {
    json.member("bytes", bytes.value);
    json.member("complete", bytes.is_complete() && bytes.basis != Basis::Range);
    json.member("formula", known_formula(bytes));
}

void write_bytes_or_null(JsonStream& json, std::string_view name, const std::optional<Quantity>& bytes) {
    if (!bytes) return json.null(name);
    json.object(name, [&] { write_bytes(json, *bytes); });
}

void write_items(JsonStream& json, const Report& report) {
    json.object("memory", [&] {
        for (const MemoryItem& item : memory_of(report))
            json.object(item.name, [&] { write_bytes(json, item.bytes); });
    });
}

void write_options(JsonStream& json, const MemoryPlan& plan) {
    const MemoryOptions& options = plan.options;
    json.member("purpose", options.is_training ? "training" : "inference");
    json.member("optimizer",
                options.is_training ? std::optional(state_of(options.optimizer).name) : std::nullopt);
    json.member("weights_dtype",
                plan.weights_dtype.empty() ? std::nullopt : std::optional(plan.weights_dtype));
    json.member("dtype", plan.dtype);
    json.member("cache_dtype", options.cache_dtype.empty() ? plan.dtype : options.cache_dtype);
    json.member("generate", options.generates);
    json.member("recompute", options.recomputes);
    json.member("accumulate", options.accumulates);
    json.member("loss", find_by(losses(), &NamedLoss::value, options.loss)->name);
    json.member("autocast", options.autocast.empty() ? std::nullopt : std::optional(options.autocast));
    json.member("attention", find_by(attention_kernels(), &NamedKernel::value, options.attention)->name);
    json.member("recompute_attention", options.recomputes_attention);
    json.member("lora_rank", options.adapters.rank);
    json.member("lora_modules", std::string_view(options.adapters.modules));
    json.member("modules_to_save", std::string_view(options.adapters.saved));
    json.member("offload", find_by(offloads(), &NamedOffload::value, options.offload)->name);
    json.member("zero_stage", Integer{options.zero_stage});
    json.member("devices", options.devices);
    json.member("tensor_parallel", options.tensor_parallel);
    json.member("pipeline_parallel", options.pipeline_parallel);
    json.member("expert_parallel", options.expert_parallel);
}

/// The answer for a device that was asked for.
void write_verdict(JsonStream& json, const Report& report, const MemoryPlan& plan, const Device* chosen) {
    if (chosen == nullptr) return json.null("verdict");
    const Verdict verdict = judge_plan(report, plan, *chosen);
    json.object("verdict", [&] {
        json.member("sentence", sentence_of(verdict, plan));
        json.member("fits", to_string(verdict.fit.fits));
        json.member("device", chosen->name);
        json.member("devices", verdict.count);
        json.member("bytes", verdict.bytes);
        json.member("room", chosen->room());
        json.object("sizes", [&] {
            for (const auto& [name, value] : verdict.sizes) json.member(name, value);
        });
        json.object("largest", [&] {
            for (const LargestSize& size : verdict.fit.largest) json.member(size.name, size.value);
        });
    });
}

void write_plan(JsonStream& json, const Report& report, const MemoryPlan& plan, const Device* chosen) {
    json.object("memory_plan", [&] {
        write_options(json, plan);
        json.objects("parts", plan.parts, [&](const MemoryPart& part) {
            json.member("name", part.name);
            write_bytes(json, part.bytes);
        });
        json.object("total", [&] { write_bytes(json, plan.total); });
        json.member("kept", plan.kept);
        write_bytes_or_null(json, "host", plan.host);
        write_bytes_or_null(json, "whole_cache", plan.whole_cache);
        write_verdict(json, report, plan, chosen);
        std::vector<Device> all(devices().begin(), devices().end());
        if (chosen != nullptr && !contains(all, *chosen)) all.push_back(*chosen);
        json.objects("fits", fit_devices(report, plan, all), [&](const Fit& fit) {
            json.member("device", fit.device.name);
            json.member("memory", fit.device.memory);
            json.member("usable", fit.device.usable());
            json.member("reserve", fit.device.reserve());
            json.member("fits", to_string(fit.fits));
            json.object("largest", [&] {
                for (const LargestSize& size : fit.largest) json.member(size.name, size.value);
            });
        });
    });
}

}  // namespace

ReportSection memory_section(const MemoryOptions& options, const Device* chosen) {
    return {[options, chosen](const Report& report, const TextLayout* layout) {
                const MemoryPlan plan = plan_memory(report, options);
                return concat(plan_text(plan, short_names(report), layout), "\n",
                              fits_text(report, plan, chosen, layout));
            },
            [options, chosen](JsonStream& json, const Report& report) {
                write_items(json, report);
                write_plan(json, report, plan_memory(report, options), chosen);
            }};
}

}  // namespace paramscope
