// Lists the fields of each type that crosses between worker and page, once for writing and reading.
#pragma once

#include "transfer/archive.h"

namespace paramscope::transfer {

void fields(auto& archive, Is<Span> auto& span) {
    archive(span.begin, span.end);
}

void fields(auto& archive, Is<Diagnostic> auto& diagnostic) {
    archive(diagnostic.severity, diagnostic.message, diagnostic.span, diagnostic.path);
}

void fields(auto& archive, Is<Quantity> auto& quantity) {
    archive(quantity.formula, quantity.value, quantity.basis);
}

void fields(auto& archive, Is<Signal> auto& signal) {
    archive(signal.kind, signal.dims, signal.items);
}

void fields(auto& archive, Is<Value> auto& value) {
    archive(value.kind, value.number, value.text, value.boolean, value.is_list, value.items, value.arguments,
            value.span);
}

void fields(auto& archive, Is<Argument> auto& argument) {
    archive.text(argument.name);
    archive(argument.value, argument.own_line, argument.span);
}

void fields(auto& archive, Is<TensorReport> auto& tensor) {
    archive.text(tensor.name);
    archive(tensor.role, tensor.shape, tensor.elements, tensor.count, tensor.trainable, tensor.dtype,
            tensor.tied_to, tensor.hidden, tensor.inferred, tensor.packed_in, tensor.may_be_buffer);
}

void fields(auto& archive, Is<ModuleFacts::Unusual> auto& unusual) {
    archive(unusual.repeat, unusual.active, unusual.stored, unusual.trainable, unusual.frozen, unusual.share);
}

void fields(auto& archive, Is<ModuleFacts> auto& facts) {
    archive.literal(facts.family);
    archive(facts.parameters, facts.buffers, facts.macs, facts.flops, facts.work, facts.unusual,
            facts.elements_known, facts.repeats_followed, facts.calls, facts.tensors, facts.input,
            facts.output, facts.output_sizes, facts.status, facts.notes);
}

void fields(auto& archive, Is<VariableReport> auto& variable) {
    archive(variable.name, variable.formula, variable.value, variable.origin, variable.comment,
            variable.span);
}

void fields(auto& archive, Is<PossibleTie> auto& tie) {
    archive(tie.tied, tie.source, tie.elements, tie.is_by_default, tie.with_bias);
}

void fields(auto& archive, Is<PossibleBuffer> auto& buffer) {
    archive(buffer.tensor, buffer.elements);
}

void fields(auto& archive, Is<Bounds> auto& bounds) {
    archive(bounds.least, bounds.most);
}

/// What a report says of the whole model; its rows are sent one by one (sender.h).
void fields(auto& archive, Is<Report> auto& report) {
    archive(report.source, report.variables, report.inputs, report.given_inputs, report.cached, report.bytes,
            report.possible_ties, report.possible_buffers, report.parameters_min, report.parameters_max,
            report.macs_bounds, report.flops_bounds, report.bits, report.trainable, report.convention,
            report.mode, report.causal, report.diagnostics);
}

void fields(auto& archive, Is<Estimated> auto& estimated) {
    archive(estimated.parameters, estimated.products, estimated.elements, estimated.cache);
}

/// What is shown of a whole model.
void fields(auto& archive, Is<Model> auto& model) {
    archive(model.is_traced, model.estimated, model.has_no_more_ties, model.dtype, model.basis, model.notes);
}

/// What is shown of the modules that rows share: each row has a name, and children are rows of their own.
void fields(auto& archive, Is<Module> auto& module) {
    archive.text(module.type);
    archive(module.arguments, module.type_span);
}

}  // namespace paramscope::transfer
