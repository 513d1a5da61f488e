#include "algebra/print.h"
#include "count/compare/cause_words.h"
#include "formats/comparison/comparison_parts.h"
#include "formats/support/json_stream.h"

namespace paramscope {
namespace {

void write_side(JsonStream& json, const char* name, const ComparedModel& side, std::size_t tensors,
                const std::string& prefix) {
    const NodeReport* root = side.report->root();
    json.object(name, [&] {
        json.member("source", side.name);
        json.member("format", side.report->source);
        json.member("tensors", Integer(tensors));
        json.member("parameters", root ? root->facts->parameters.value : std::nullopt);
        json.member("parameters_complete", root && root->facts->parameters.is_complete());
        json.member("prefix", prefix);
    });
}

void write_tensor(JsonStream& json, const char* name, const NamedTensor* tensor) {
    if (tensor == nullptr) return json.null(name);
    json.object(name, [&] {
        json.member("path", tensor->path);
        json.member("shape", tensor->shape);
        json.member("dtype", tensor->dtype);
        json.member("role", tensor->role == Role::Buffer ? "buffer" : "parameter");
        json.member("shares", tensor->shares);
    });
}

void write_module(JsonStream& json, const char* name, const Report& report, std::uint32_t node) {
    if (node == kNoNode) return json.null(name);
    const NodeReport& row = report.nodes[node];
    json.object(name, [&] {
        json.member("path", report.path(row));
        json.member("type", row.type);
        json.member("repeat", row.facts->repeat().value);
        json.member("parameters", row.facts->parameters.value);
        json.member("flops", row.facts->flops.value);
    });
}

/// Formulas of both sides by measure; only those that have one.
void write_formulas(JsonStream& json, const char* name, const std::array<Polynomial, 3>& formulas) {
    json.object(name, [&] {
        for (std::size_t i = 0; i < formulas.size(); ++i) {
            if (formulas[i].is_zero() || formulas[i].is_faulted()) continue;
            json.member(to_string(static_cast<CauseMeasure>(i)), print(formulas[i], Notation::Plain));
        }
    });
}

void write_cause(JsonStream& json, const Report& left, const Report& right, const Cause& cause) {
    json.member("kind", to_string(cause.kind));
    json.member("title", title_of(cause).english());
    json.member("place", cause.place);
    json.member("modules", cause.modules);
    for (std::size_t i = 0; i < kCauseMeasures; ++i)
        json.member(to_string(static_cast<CauseMeasure>(i)), cause.amounts[i]);
    write_formulas(json, "left_formulas", cause.left_formulas);
    write_formulas(json, "right_formulas", cause.right_formulas);
    const std::vector<VariableChange> changes =
        changed_variables(left, right, cause, CauseMeasure::Flops);
    json.objects("variables", changes, [&](const VariableChange& variable) {
        json.member("name", variable.name);
        json.member("before", to_string(variable.before));
        json.member("after", to_string(variable.after));
    });
}

}  // namespace

std::string comparison_json(const Comparison& comparison, const TextLayout*) {
    const Report &left = *comparison.left.report, &right = *comparison.right.report;
    const TensorComparison& tensors = comparison.tensors;
    JsonStream json(2);
    json.object([&] {
        json.member("format", "paramscope-comparison");
        json.member("version", Integer(1));
        write_side(json, "left", comparison.left, tensors.left.size(), tensors.left_prefix);
        write_side(json, "right", comparison.right, tensors.right.size(), tensors.right_prefix);
        json.member("complete", tensors.is_complete);
        json.member("same", Integer(tensors.same));
        json.objects("differences", tensors.differences, [&](const TensorDifference& difference) {
            json.member("kind", to_string(difference.kind));
            write_tensor(json, "left", difference.left);
            write_tensor(json, "right", difference.right);
        });
        json.objects("causes", comparison.causes,
                     [&](const Cause& cause) { write_cause(json, left, right, cause); });
        json.objects("module_differences", comparison.modules, [&](const ModuleDifference& difference) {
            json.member("kind", to_string(difference.kind));
            write_module(json, "left", left, difference.left);
            write_module(json, "right", right, difference.right);
        });
    });
    return json.take() + "\n";
}

}  // namespace paramscope
