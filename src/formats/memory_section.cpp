#include "base/concat.h"
#include "base/ranges.h"
#include "count/cost/memory_fit.h"
#include "count/cost/time_line.h"
#include "count/cost/verdict.h"
#include "formats/sections.h"
#include "formats/support/cells.h"
#include "formats/support/json_stream.h"
#include "formats/support/table.h"
#include "formats/verdict_sentence.h"

namespace paramscope {
namespace {

using Align = AlignedTable::Align;

std::string share_text(Integer part, Integer whole) {
    return whole == 0 ? "" : percent(static_cast<double>(part) / static_cast<double>(whole));
}

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
    if (options.engine != nullptr) title += concat(" by ", options.engine->label);
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
    if (options.has_kernels_of_cpu) title += ", kernels of a CPU";
    if (options.accumulates) title += ", accumulated gradients";
    if (options.drops_output) title += ", without its output";
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

std::string plan_text(const Report& report, const MemoryPlan& plan, const ShortNames& names,
                      const TextLayout* layout) {
    AlignedTable table;
    table.add_column("", Align::Left);
    table.add_column("", Align::Left, AlignedTable::Fit::Wrap);
    for (const MemoryPart& part : plan.parts)
        table.add_row({concat("  ", part.label), bytes_text(part.bytes, names)});
    table.add_row({"  total", bytes_text(plan.total, names)});
    std::string text =
        concat(heading_line(concat("memory for ", plan_title(plan)), layout), table.text(layout));
    if (const auto unknown = unknown_of(report, plan); !unknown.empty())
        text += concat("  at least: it is not known what these keep and make: ", join(unknown, ", "), "\n");
    if (plan.host) text += concat("  the host has ", bytes_text(*plan.host, names), " for each device\n");
    if (plan.whole_cache)
        text += concat("  layers keep the keys and values in their windows; engines that keep all need ",
                       bytes_text(*plan.whole_cache, names), " for them\n");
    return text;
}

/// "activations 2.82 MB, working 1.20 MB".
std::string parts_text(const TimeLine& line, const AliveRow& row) {
    std::string text;
    for (std::size_t part = 0; part < line.parts.size(); ++part) {
        if (row.bytes[part] == 0) continue;
        text += concat(text.empty() ? "" : ", ", line.parts[part], " ", short_bytes(row.bytes[part]));
    }
    return text;
}

/// Whose tensors are there at the peak of the pass.
std::string alive_text(const Report& report, const MemoryPlan& plan, const TextLayout* layout) {
    const TimeLine line = time_line_of(report, plan, kPassStages);
    if (line.alive.empty()) return "";
    const Moment& peak = line.moments[line.peak];
    AlignedTable table;
    table.add_column("", Align::Left);
    table.add_column("", Align::Right);
    table.add_column("", Align::Right);
    table.add_column("", Align::Left, AlignedTable::Fit::Wrap);
    for (const AliveRow& row : line.alive)
        table.add_row({concat("  ", path_with_repeats(report, row.module), row.is_own ? " itself" : ""),
                       short_bytes(row.total), share_text(row.total, peak.total), parts_text(line, row)});
    const std::string_view pass = peak.stage == PassStage::Backward ? "backward" : "forward";
    const std::string heading =
        concat("at the peak, in the ", pass, " pass of ", path_with_repeats(report, peak.module));
    return concat(heading_line(heading, layout), table.text(layout), "\n");
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
        table.add_row(row);
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
    json.member("basis", to_string(bytes.basis));
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

void write_setting(JsonStream& json, std::string_view name, const MemorySetting& setting,
                   const MemoryOptions& options) {
    using Kind = MemorySetting::Kind;
    const std::string text = setting.text(options);
    if (setting.kind == Kind::Flag)
        json.member(name, text == "1");
    else if (setting.kind == Kind::Number)
        json.member(name, parse_integer(text).value_or(0));
    else
        json.member(name, text.empty() && setting.kind == Kind::Choice ? std::nullopt : std::optional(text));
}

/// The options of a plan, types as they are made of options and text.
void write_options(JsonStream& json, const Report& report, const MemoryPlan& plan) {
    const MemoryOptions& options = plan.options;
    const std::optional<std::string> weights = plan.weights_dtype;
    json.member("weights_dtype", plan.weights_dtype.empty() ? std::nullopt : weights);
    json.member("dtype", plan.dtype);
    json.member("cache_dtype", cache_dtype(report, options));
    for (const MemorySetting& setting : memory_settings()) {
        const bool is_of_inference = setting.name == "optimizer" && !options.is_training;
        if (is_of_inference) json.member("optimizer", std::optional<std::string>());
        if (is_of_inference || setting.kind == MemorySetting::Kind::Type) continue;
        const bool is_stage = setting.name == "zero", is_devices = setting.name == "gpus";
        write_setting(json,
                      is_stage     ? "zero_stage"
                      : is_devices ? "devices"
                                   : setting.name,
                      setting, options);
    }
}

/// The index of the first moment of a stage; null where there is none.
void write_begin(JsonStream& json, std::string_view name, const TimeLine& line, PassStage stage) {
    const Moment* const first = find_by(line.moments, &Moment::stage, stage);
    if (first == nullptr) return json.null(name);
    json.member(name, Integer{first - line.moments.data()});
}

void write_moments(JsonStream& json, const Report& report, const MemoryPlan& plan) {
    const TimeLine line = time_line_of(report, plan, kMostWrittenMoments);
    if (line.moments.empty()) {
        json.null("time_line");
        return json.null("alive_at_peak");
    }
    json.object("time_line", [&] {
        json.array("parts", line.parts, [&](std::string_view part) { json.value(part); });
        write_begin(json, "backward", line, PassStage::Backward);
        write_begin(json, "step", line, PassStage::Step);
        json.member("peak", Integer{line.peak});
        json.objects("moments", line.moments, [&](const Moment& moment) {
            json.member("path", report.path(moment.module));
            json.member("bytes", moment.bytes);
        });
    });
    json.object("alive_at_peak", [&] {
        json.objects("rows", line.alive, [&](const AliveRow& row) {
            json.member("path", report.path(row.module));
            json.member("own", row.is_own);
            json.member("bytes", row.total);
            json.member("tensors", Integer{row.tensors});
            json.object("parts", [&] {
                for (std::size_t part = 0; part < line.parts.size(); ++part)
                    if (row.bytes[part] != 0) json.member(line.parts[part], row.bytes[part]);
            });
        });
        json.member("others", line.others);
    });
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
        json.member("room", verdict.fit.room);
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
        write_options(json, report, plan);
        json.objects("parts", plan.parts, [&](const MemoryPart& part) {
            json.member("name", part.name);
            write_bytes(json, part.bytes);
        });
        json.object("total", [&] { write_bytes(json, plan.total); });
        json.member("kept", plan.kept);
        json.objects("kept_by", plan.kept_by, [&](const KeptBy& each) {
            json.member("operation", each.operation);
            json.member("bytes", each.bytes);
        });
        json.array("unknown", unknown_of(report, plan), [&](std::string_view what) { json.value(what); });
        write_bytes_or_null(json, "host", plan.host);
        write_bytes_or_null(json, "whole_cache", plan.whole_cache);
        write_moments(json, report, plan);
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

ReportSection memory_section(const MemoryPlan& plan, const Device* chosen) {
    return {[&plan, chosen](const Report& report, const TextLayout* layout) {
                return concat(plan_text(report, plan, short_names(report), layout), "\n",
                              alive_text(report, plan, layout), fits_text(report, plan, chosen, layout));
            },
            [&plan, chosen](JsonStream& json, const Report& report) {
                write_items(json, report);
                write_plan(json, report, plan, chosen);
            }};
}

}  // namespace paramscope
