#include <algorithm>
#include <cstdio>

#include "base/concat.h"
#include "count/cost/roofline.h"
#include "formats/sections.h"
#include "formats/support/cells.h"
#include "formats/support/json_stream.h"
#include "formats/support/table.h"

namespace paramscope {
namespace {

using Align = AlignedTable::Align;

constexpr std::size_t kSlowestListed = 5;
constexpr std::string_view kPasses[] = {"forward", "training step", "decode"};  // by Mode

std::string device_title(const Device& device, const Roofline& line, const TextLayout* layout) {
    const std::string rate =
        line.peak ? short_work(static_cast<Integer>(*line.peak), "FLOP/s") : std::string("unknown FLOP/s");
    const std::string of_convolutions =
        line.convolution_peak
            ? concat(" (of convolutions ", short_work(static_cast<Integer>(*line.convolution_peak), "FLOP/s"),
                     " of TF32)")
            : "";
    return heading_line(
        concat("least times on ", device.name, " of the products as written: ", rate, " of ", line.dtype,
               of_convolutions, ", ", short_bytes(static_cast<Integer>(device.bandwidth)), "/s"),
        layout);
}

std::string passes_text(const std::vector<Roofline>& lines, const TextLayout* layout) {
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
    return table.text(layout);
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

std::string roofline_text(const Report& report, const RooflineQuestion& question, const TextLayout* layout) {
    const std::vector<Roofline> lines = rooflines_of(question);
    if (lines.empty()) return "";
    AlignedTable slowest;
    for (const std::string_view heading : {"  slowest layers", "", "times", "time", "share", "bound by"})
        slowest.add_column(std::string(heading),
                           heading.starts_with("time") || heading == "share" ? Align::Right : Align::Left,
                           heading.empty() ? AlignedTable::Fit::Shorten : AlignedTable::Fit::Keep);
    for (const Roofline& line : lines) add_slowest(slowest, report, line);
    return concat(device_title(*question.device, lines.front(), layout), passes_text(lines, layout), "\n",
                  slowest.text(layout));
}

/// Six digits of a finite number.
void write_real(JsonStream& json, std::string_view name, double value) {
    char text[32];
    const int length = std::snprintf(text, sizeof text, "%.6g", value);
    json.key(name);
    json.raw({text, static_cast<std::size_t>(length)});
}

void write_pass(JsonStream& json, const Report& report, const Roofline& line) {
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
    json.objects("layers", line.layers, [&](const LayerTime& layer) {
        json.member("path", report.path(layer.node));
        write_real(json, "flops", layer.flops);
        write_real(json, "bytes", layer.bytes);
        write_real(json, "seconds", layer.seconds);
        json.member("bound", to_string(layer.bound));
    });
}

void write_rooflines(JsonStream& json, const Report& report, const RooflineQuestion& question) {
    const std::vector<Roofline> lines = rooflines_of(question);
    if (lines.empty()) return;
    const Device& device = *question.device;
    json.object("roofline", [&] {
        json.member("device", device.name);
        json.member("source", device.source);
        json.member("dtype", lines.front().dtype);
        const auto rate = [](const std::optional<double>& peak) {
            return peak ? std::optional(static_cast<Integer>(*peak)) : std::nullopt;
        };
        json.member("peak", rate(lines.front().peak));
        json.member("convolution_peak", rate(lines.front().convolution_peak));
        json.member("bandwidth", static_cast<Integer>(device.bandwidth));
        json.objects("passes", lines, [&](const Roofline& line) { write_pass(json, report, line); });
    });
}

}  // namespace

std::vector<Roofline> rooflines_of(const RooflineQuestion& question) {
    std::vector<Roofline> lines;
    const auto add = [&](const Report* report, Mode mode) {
        if (report != nullptr)
            lines.push_back(roofline_of(*report, mode, *question.device, question.options));
    };
    add(question.forward, Mode::Forward);
    add(question.decode, Mode::Decode);
    add(question.training, Mode::Training);
    return lines;
}

ReportSection roofline_section(const RooflineQuestion& question) {
    return {[question](const Report& report, const TextLayout* layout) {
                return roofline_text(report, question, layout);
            },
            [question](JsonStream& json, const Report& report) { write_rooflines(json, report, question); }};
}

}  // namespace paramscope
