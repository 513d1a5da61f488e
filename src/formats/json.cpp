// Writes the report for programs (docs/report.md). Field names are a contract: add to them, never rename.
#include <vector>

#include "base/concat.h"
#include "count/cost/memory.h"
#include "formats/position_scan.h"
#include "formats/sections.h"
#include "formats/support/cells.h"
#include "formats/support/json_stream.h"
#include "formats/writers.h"

namespace paramscope {
namespace {

std::optional<std::string> none_if_empty(std::string_view text) {
    return text.empty() ? std::nullopt : std::optional(std::string(text));
}

std::string_view to_text(VariableReport::Origin origin) {
    constexpr std::string_view kNames[] = {"assigned", "overridden", "assumed"};
    return kNames[static_cast<std::size_t>(origin)];
}

/// The members that totals and nodes have in common.
void write_numbers(JsonStream& json, const ModuleFacts& facts) {
    json.member("parameters", facts.parameters.value);
    json.member("active", facts.active().value);
    json.member("stored", facts.stored().value);
    json.member("trainable", facts.trainable());
    json.member("frozen", facts.frozen());
    json.member("buffers", facts.buffers.value);
    json.member("macs", facts.macs.value);
    json.member("flops", facts.flops.value);
    json.member("parameters_complete", facts.parameters.is_complete());
    json.member("active_complete", facts.active().is_complete());
    json.member("flops_complete", facts.flops.is_complete());
    json.member("parameters_basis", to_string(facts.parameters.basis));
    json.member("flops_basis", to_string(facts.flops.basis));
}

void write_definition(JsonStream& json, const VariableReport& variable) {
    json.member("name", variable.name);
    json.member("formula", variable.formula);
    json.member("origin", to_text(variable.origin));
    json.member("comment", none_if_empty(variable.comment));
}

void write_tensor(JsonStream& json, const TensorReport& tensor, const SymbolValues& values) {
    json.member("name", tensor.name);
    json.member("role", tensor.role == Role::Parameter ? "parameter" : "buffer");
    json.member("shape", sizes_of(tensor.shape, values));
    json.member("elements", tensor.count);
    json.member("dtype", tensor.dtype);
    json.member("trainable", tensor.trainable);
    json.member("tied_to", none_if_empty(tensor.tied_to));
    json.member("hidden", tensor.hidden);
    json.member("inferred", tensor.inferred);
    json.member("may_be_buffer", tensor.may_be_buffer);
}

/// The members `code`, `arguments` and `message` of an object: the sentence for programs and for people.
void write_message(JsonStream& json, const Message& message) {
    json.member("code", none_if_empty(message.id()));
    json.object("arguments", [&] {
        for (const MessageArgument& argument : message.arguments()) {
            if (argument.message) {
                json.object(argument.name, [&] { write_message(json, *argument.message); });
            } else {
                json.member(argument.name, argument.text);
            }
        }
    });
    json.member("message", message.english());
}

void write_activations(JsonStream& json, const Quantity& bytes) {
    json.member("activations", bytes.is_unknown() ? OptionalInteger() : bytes.value);
    json.member("activations_complete", bytes.is_complete());
}

void write_node(JsonStream& json, const Report& report, const NodeReport& node, const SymbolValues& values,
                const std::vector<Quantity>& all_activations, std::span<const Integer> memory) {
    const auto index = static_cast<std::size_t>(&node - report.nodes.data());
    json.member("path", report.path(node));
    json.member("name", node.name);
    json.member("type", node.type);
    json.member("family", node.facts->family);
    json.member("depth", Integer{node.depth});
    json.member("repeat", node.facts->repeat().value);
    json.member("instances", report.instances(index));
    write_numbers(json, *node.facts);
    json.member("output", node.facts->output_sizes);
    json.member("status", to_string(node.facts->status));
    json.member("formula", known_formula(node.facts->parameters));
    json.member("flops_formula", known_formula(node.facts->flops));
    const Quantity& activations = all_activations[index];
    write_activations(json, activations);
    json.member("activations_formula", known_formula(activations));
    if (!memory.empty()) json.member("memory", memory[index]);
    json.objects("tensors", node.facts->tensors.list(),
                 [&](const TensorReport& tensor) { write_tensor(json, tensor, values); });
    json.objects("notes", node.facts->notes, [&](const Message& note) { write_message(json, note); });
}

/// `in`: the text that the place is in, "" where there is only one.
void write_diagnostic(JsonStream& json, const Diagnostic& diagnostic, PositionScan& positions,
                      std::string_view in = "") {
    const bool is_placed = has_place(diagnostic);
    const Position position = positions.at(diagnostic.span.begin);
    json.object([&] {
        json.member("severity", to_string(diagnostic.severity));
        json.member("line", is_placed ? std::optional<Integer>(position.line) : std::nullopt);
        json.member("column", is_placed ? std::optional<Integer>(position.column) : std::nullopt);
        if (!in.empty()) json.member("in", in);
        json.member("path", diagnostic.path);
        write_message(json, diagnostic.message);
    });
}

/// Diagnostics of the opened file and those of its model text, each with places in its own text.
void write_report_diagnostics(JsonStream& json, const Diagnostics& diagnostics, const WriteOptions& options) {
    PositionScan in_file(options.file_text), in_text(options.source_text);
    const bool are_two = options.file_diagnostics > 0;
    json.array("diagnostics", diagnostics, [&](const Diagnostic& diagnostic) {
        const auto index = static_cast<std::size_t>(&diagnostic - diagnostics.data());
        const bool is_of_file = index < options.file_diagnostics;
        write_diagnostic(json, diagnostic, is_of_file ? in_file : in_text,
                         !are_two     ? ""
                         : is_of_file ? "file"
                                      : "model-text");
    });
}

void write_variables(JsonStream& json, const Report& report) {
    json.object("variables", [&] {
        for (const VariableReport& variable : report.variables) json.member(variable.name, variable.value);
    });
    json.objects("definitions", report.variables,
                 [&](const VariableReport& variable) { write_definition(json, variable); });
}

void write_bounds(JsonStream& json, std::string_view name, const std::optional<Bounds>& bounds) {
    json.member(concat(name, "_min"), bounds ? std::optional(bounds->least) : std::nullopt);
    json.member(concat(name, "_max"), bounds ? std::optional(bounds->most) : std::nullopt);
}

void write_totals(JsonStream& json, const Report& report, const Quantity* activations) {
    Quantity nothing;
    nothing.basis = Basis::Partial;
    if (activations == nullptr) activations = &nothing;
    ModuleFacts none;
    none.parameters = none.buffers = none.macs = none.flops = nothing;
    const ModuleFacts& total = report.root() != nullptr ? *report.root()->facts : none;
    json.object("totals", [&] {
        write_numbers(json, total);
        json.member("parameters_min", report.parameters_min);
        json.member("parameters_max", report.parameters_max);
        write_bounds(json, "macs", report.macs_bounds);
        write_bounds(json, "flops", report.flops_bounds);
        json.member("bytes", report.bytes);
        write_activations(json, *activations);
    });
    json.objects("possible_ties", report.possible_ties, [&](const PossibleTie& tie) {
        json.member("tied", tie.tied);
        json.member("source", tie.source);
        json.member("elements", tie.elements);
    });
    json.objects("possible_buffers", report.possible_buffers, [&](const PossibleBuffer& buffer) {
        json.member("tensor", buffer.tensor);
        json.member("elements", buffer.elements);
    });
    json.object("formula", [&] {
        json.member("parameters", known_formula(total.parameters));
        json.member("active", known_formula(total.active()));
        json.member("stored", known_formula(total.stored()));
        json.member("buffers", known_formula(total.buffers));
        json.member("macs", known_formula(total.macs));
        json.member("flops", known_formula(total.flops));
        json.member("activations", known_formula(*activations));
    });
}

/// The bytes of activations of the rows that are shown, by index; none for an empty report.
std::vector<Quantity> activations_of(const Report& report, const WriteOptions& options) {
    if (report.nodes.empty()) return {};
    if (options.depth > 0) return activation_bytes(report, 0);
    return {options.activations != nullptr ? *options.activations : activation_total(report)};
}

}  // namespace

std::string write_json_diagnostics(const Diagnostics& diagnostics, std::string_view source_text) {
    JsonStream json(1);
    PositionScan positions(source_text);
    json.array(diagnostics,
               [&](const Diagnostic& diagnostic) { write_diagnostic(json, diagnostic, positions); });
    return json.take();
}

std::string write_json_report(const Report& report, const WriteOptions& options) {
    const SymbolValues values = values_of(report);
    JsonStream json(2);
    json.object([&] {
        json.member("format", "paramscope-report");
        json.member("version", Integer{1});
        json.member("source", report.source);
        json.member("convention", report.convention);
        json.member("dtype", report.model != nullptr ? std::optional(report.model->dtype) : std::nullopt);
        write_variables(json, report);
        json.array("inputs", report.inputs, [&](const Dims& input) { json.value(sizes_of(input, values)); });
        json.member("mode", to_string(report.mode));
        json.member("causal", report.causal);
        const std::vector<Quantity> activations = activations_of(report, options);
        write_totals(json, report, activations.empty() ? nullptr : &activations.front());
        for (const ReportSection* section : options.sections) section->json(json, report);
        json.objects("nodes", shown_nodes(report, options), [&](const NodeReport* node) {
            write_node(json, report, *node, values, activations, options.row_memory);
            options.pass_on(json.text());
        });
        if (report.model != nullptr) json.member("notes", report.model->notes);
        write_report_diagnostics(
            json, options.diagnostics != nullptr ? *options.diagnostics : report.diagnostics, options);
    });
    return json.take() + "\n";
}

}  // namespace paramscope
