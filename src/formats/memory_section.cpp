#include <algorithm>
#include <cstdio>

#include "base/concat.h"
#include "count/report/memory_fit.h"
#include "count/report/roofline.h"
#include "formats/cells.h"
#include "formats/json_stream.h"
#include "formats/sections.h"
#include "formats/table.h"

namespace paramscope {
namespace {

using Align = AlignedTable::Align;

constexpr std::size_t kSlowestListed = 5;
constexpr std::string_view kPasses[] = {"forward", "training step", "decode"};  // by Mode

std::string bytes_text(const Quantity& bytes) {
    std::string size = exact_in_words(bytes);
    if (!bytes.is_unknown()) size += " bytes";
    if (bytes.value.value_or(0) >= 1000) size += " = " + short_bytes(*bytes.value);
    return size + equals_formula(bytes);
}

std::string_view label_of(Optimizer optimizer) {
    return optimizers()[static_cast<std::size_t>(optimizer)].label;
}

// ---- text ----

/// "training with Adam, weights in float16, ZeRO 3 over 8 devices".
std::string plan_title(const MemoryPlan& plan) {
    const MemoryOptions& options = plan.options;
    std::string title =
        options.is_training ? concat("training with ", label_of(options.optimizer)) : "inference";
    if (plan.weights_dtype != plan.dtype)
        title += concat(", weights in ", plan.weights_dtype.empty() ? "several types" : plan.weights_dtype);
    title += concat(", ", plan.dtype);
    if (options.lora_rank > 0) title += concat(", LoRA of rank ", to_string(options.lora_rank));
    if (options.recomputes) title += ", recomputation of blocks";
    if (options.zero_stage > 0) title += concat(", ZeRO ", std::to_string(options.zero_stage));
    if (options.devices > 1) title += concat(", one of ", to_string(options.devices), " devices");
    if (options.tensor_parallel > 1)
        title += concat(", ", to_string(options.tensor_parallel), " in tensor parallel");
    return title;
}

std::string plan_text(const MemoryPlan& plan) {
    AlignedTable table;
    table.add_column("", Align::Left);
    table.add_column("", Align::Left);
    for (const MemoryPart& part : plan.parts)
        table.add_row({concat("  ", part.label), bytes_text(part.bytes)});
    table.add_row({"  total", bytes_text(plan.total)});
    return concat("memory for ", plan_title(plan), "\n", table.text());
}

std::string largest_text(const LargestSize& size) {
    if (!size.value) return "?";
    if (size.is_more) return "any";
    return *size.value == 0 ? "-" : with_thousands(*size.value);
}

std::string fits_text(const Report& report, const MemoryPlan& plan) {
    const std::vector<std::string> names = adjustable_sizes(report);
    AlignedTable table;
    table.add_column("  device", Align::Left);
    table.add_column("memory", Align::Right);
    table.add_column("fits", Align::Left);
    for (const std::string& name : names) table.add_column("most " + name, Align::Right);
    for (const Fit& fit : fit_devices(report, plan)) {
        std::vector<std::string> row = {concat("  ", fit.device->name),
                                        concat(std::to_string(fit.device->gigabytes), " GB"),
                                        std::string(to_string(fit.fits))};
        for (const LargestSize& size : fit.largest) row.push_back(largest_text(size));
        table.add_row(std::move(row));
    }
    std::string text = "devices\n" + table.text();
    if (names.empty()) text += "  no size of the input has a name that could be larger or smaller\n";
    if (plan.total.basis == Basis::Partial)
        text += "  the total is a lower bound: smaller sizes may be the largest\n";
    if (plan.total.basis == Basis::Approximate)
        text += "  the total is an estimate, and so are these sizes\n";
    return text;
}

/// The rooflines that a question asks for.
std::vector<Roofline> rooflines(const MemoryQuestion& question) {
    std::vector<Roofline> lines;
    if (question.device == nullptr) return lines;
    const auto add = [&](const Report* report, Mode mode) {
        if (report != nullptr)
            lines.push_back(roofline_of(*report, mode, *question.device, question.options));
    };
    add(question.forward, Mode::Forward);
    add(question.decode, Mode::Decode);
    if (question.options.is_training) add(question.forward, Mode::Training);
    return lines;
}

std::string device_title(const Device& device, const Roofline& line) {
    const std::string rate =
        line.peak ? short_work(static_cast<Integer>(*line.peak), "FLOP/s") : std::string("unknown FLOP/s");
    return concat("least times on ", device.name, ": ", rate, " of ", line.dtype, ", ",
                  short_bytes(static_cast<Integer>(device.bandwidth)), "/s\n");
}

std::string passes_text(const std::vector<Roofline>& lines) {
    AlignedTable table;
    for (const std::string_view heading :
         {"  pass", "any program", "bound by", "layer by layer", "of it bound by compute"})
        table.add_column(std::string(heading),
                         heading == "  pass" || heading == "bound by" ? Align::Left : Align::Right);
    table.add_column("FLOPs per byte", Align::Right);
    for (const Roofline& line : lines) {
        const std::string sign(sign_of(worst(line.flops.basis, line.bytes.basis)));
        table.add_row({concat("  ", kPasses[static_cast<std::size_t>(line.mode)]),
                       sign + short_seconds(line.seconds), std::string(to_string(line.bound)),
                       sign + short_seconds(line.layer_seconds), percent(line.layers_bound_by_compute),
                       rounded(line.intensity(), 1)});
    }
    return table.text();
}

/// How many of a row the model holds; "" for one.
std::string instances_text(const Report& report, std::uint32_t node) {
    const std::optional<Integer> above = report.instances(node);
    const OptionalInteger own = report.nodes[node].facts->repeat().value;
    const std::optional<Integer> all = above && own ? checked_multiply(*above, *own) : std::nullopt;
    return !all ? "?" : *all == 1 ? "" : to_string(*all);
}

/// The layers of a pass that take longest, all instances together.
void add_slowest(AlignedTable& table, const Report& report, const Roofline& line) {
    std::vector<LayerTime> layers = line.layers;
    const std::size_t shown = std::min(layers.size(), kSlowestListed);
    std::partial_sort(layers.begin(), layers.begin() + static_cast<std::ptrdiff_t>(shown), layers.end(),
                      [](const LayerTime& a, const LayerTime& b) { return a.seconds > b.seconds; });
    for (std::size_t i = 0; i < shown; ++i) {
        const NodeReport& row = report.nodes[layers[i].node];
        table.add_row({concat("  ", kPasses[static_cast<std::size_t>(line.mode)]), report.path_or_type(row),
                       instances_text(report, layers[i].node), short_seconds(layers[i].seconds),
                       percent(layers[i].seconds / line.layer_seconds),
                       std::string(to_string(layers[i].bound))});
    }
    if (line.update_seconds > 0)
        table.add_row({concat("  ", kPasses[static_cast<std::size_t>(line.mode)]), "(optimizer)", "",
                       short_seconds(line.update_seconds), percent(line.update_seconds / line.layer_seconds),
                       "memory"});
}

std::string roofline_text(const Report& report, const MemoryQuestion& question) {
    const std::vector<Roofline> lines = rooflines(question);
    if (lines.empty()) return "";
    AlignedTable slowest;
    for (const std::string_view heading : {"  slowest layers", "", "times", "time", "share", "bound by"})
        slowest.add_column(std::string(heading),
                           heading.starts_with("time") || heading == "share" ? Align::Right : Align::Left);
    for (const Roofline& line : lines) add_slowest(slowest, report, line);
    return concat("\n", device_title(*question.device, lines.front()), passes_text(lines), "\n",
                  slowest.text());
}

// ---- JSON ----

void write_bytes(JsonStream& json, const Quantity& bytes) {
    json.member("bytes", bytes.value);
    json.member("complete", bytes.is_complete());
    json.member("formula", known_formula(bytes));
}

void write_items(JsonStream& json, const Report& report) {
    json.key("memory");
    json.object([&] {
        for (const MemoryItem& item : memory_of(report)) {
            json.key(item.name);
            json.object([&] { write_bytes(json, item.bytes); });
        }
    });
}

void write_fit(JsonStream& json, const Fit& fit) {
    json.object([&] {
        json.member("device", fit.device->name);
        json.member("memory", fit.device->memory());
        json.member("fits", to_string(fit.fits));
        json.key("largest");
        json.object([&] {
            for (const LargestSize& size : fit.largest) json.member(size.name, size.value);
        });
    });
}

void write_options(JsonStream& json, const MemoryPlan& plan) {
    const MemoryOptions& options = plan.options;
    json.member("purpose", options.is_training ? "training" : "inference");
    json.member("optimizer",
                options.is_training
                    ? std::optional(optimizers()[static_cast<std::size_t>(options.optimizer)].name)
                    : std::nullopt);
    json.member("weights_dtype",
                plan.weights_dtype.empty() ? std::nullopt : std::optional(plan.weights_dtype));
    json.member("dtype", plan.dtype);
    json.member("recompute", options.recomputes);
    json.member("lora_rank", options.lora_rank);
    json.member("zero_stage", Integer{options.zero_stage});
    json.member("devices", options.devices);
    json.member("tensor_parallel", options.tensor_parallel);
}

void write_plan(JsonStream& json, const Report& report, const MemoryPlan& plan) {
    json.key("memory_plan");
    json.object([&] {
        write_options(json, plan);
        json.key("parts");
        json.array([&] {
            for (const MemoryPart& part : plan.parts) {
                json.object([&] {
                    json.member("name", part.name);
                    write_bytes(json, part.bytes);
                });
            }
        });
        json.key("total");
        json.object([&] { write_bytes(json, plan.total); });
        json.key("fits");
        json.array([&] {
            for (const Fit& fit : fit_devices(report, plan)) write_fit(json, fit);
        });
    });
}

/// Six digits of a finite number.
void write_real(JsonStream& json, std::string_view name, double value) {
    char text[32];
    const int length = std::snprintf(text, sizeof text, "%.6g", value);
    json.key(name);
    json.raw({text, static_cast<std::size_t>(length)});
}

void write_pass(JsonStream& json, const Report& report, const Roofline& line) {
    json.object([&] {
        json.member("mode", to_string(line.mode));
        write_real(json, "seconds", line.seconds);
        json.member("bound", to_string(line.bound));
        write_real(json, "layer_seconds", line.layer_seconds);
        write_real(json, "update_seconds", line.update_seconds);
        json.member("complete", line.flops.is_complete() && line.bytes.is_complete());
        json.member("flops", line.flops.value);
        json.member("bytes", line.bytes.value);
        json.member("least_bytes", line.least_bytes.value);
        json.member("flops_formula", known_formula(line.flops));
        json.member("bytes_formula", known_formula(line.bytes));
        json.member("least_bytes_formula", known_formula(line.least_bytes));
        json.key("layers");
        json.array([&] {
            for (const LayerTime& layer : line.layers) {
                json.object([&] {
                    json.member("path", report.path(layer.node));
                    write_real(json, "flops", layer.flops);
                    write_real(json, "bytes", layer.bytes);
                    write_real(json, "seconds", layer.seconds);
                    json.member("bound", to_string(layer.bound));
                });
            }
        });
    });
}

void write_rooflines(JsonStream& json, const Report& report, const MemoryQuestion& question) {
    const std::vector<Roofline> lines = rooflines(question);
    if (lines.empty()) return;
    const Device& device = *question.device;
    json.key("roofline");
    json.object([&] {
        json.member("device", device.name);
        json.member("source", device.source);
        json.member("dtype", lines.front().dtype);
        json.member("peak", lines.front().peak ? std::optional(static_cast<Integer>(*lines.front().peak))
                                               : std::nullopt);
        json.member("bandwidth", static_cast<Integer>(device.bandwidth));
        json.key("passes");
        json.array([&] {
            for (const Roofline& line : lines) write_pass(json, report, line);
        });
    });
}

}  // namespace

ReportSection memory_section(const MemoryQuestion& question) {
    return {[question](const Report& report) {
                const MemoryPlan plan = plan_memory(report, question.options);
                return concat(plan_text(plan), "\n", fits_text(report, plan),
                              roofline_text(report, question));
            },
            [question](JsonStream& json, const Report& report) {
                write_items(json, report);
                write_plan(json, report, plan_memory(report, question.options));
                write_rooflines(json, report, question);
            }};
}

}  // namespace paramscope
