// Writes the model text with the hyper-parameters and inputs that were counted.
#include "algebra/print.h"
#include "base/ranges.h"
#include "formats/writers.h"
#include "model/write.h"

namespace paramscope {
namespace {

/// Writes an overridden value into the text.
void override_variable(Model& model, const VariableReport& set) {
    Variable* found = find_by(model.variables, &Variable::name, set.name);
    if (found == nullptr) {
        found = &model.variables.emplace_back();
        found->name = set.name;
    }
    found->value = set.formula;
    found->text = print(set.formula, Notation::Plain);
}

}  // namespace

std::string write_model_report(const Report& report, const WriteOptions& options) {
    if (options.model == nullptr && report.model == nullptr) return "";
    Model model = options.model != nullptr ? *options.model : *report.model;
    for (const VariableReport& variable : report.variables) {
        if (variable.origin == VariableReport::Origin::Overridden) override_variable(model, variable);
    }
    model.inputs.clear();
    for (const Dims& shape : report.inputs) model.inputs.push_back({shape, Span{}});
    return write_model_text(model);
}

}  // namespace paramscope
