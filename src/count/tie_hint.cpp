#include "count/tie_hint.h"

#include "algebra/print.h"
#include "base/concat.h"

namespace paramscope {
namespace {

/// The weight of an embedding or a linear layer, nullptr for other modules.
const TensorReport* table_of(const NodeReport& node) {
    if (node.family != "embedding" && node.family != "linear") return nullptr;
    for (const TensorReport& tensor : node.tensors) {
        if (tensor.name == "weight" && tensor.shape.size() == 2) return &tensor;
    }
    return nullptr;
}

std::string tie_line(const NodeReport& tied, const NodeReport& source) {
    return concat("`tie: ", tied.path, ".weight = ", source.path, ".weight`");
}

}  // namespace

void note_possible_ties(const Model& model, Report* report) {
    const bool is_plain_print = model.ties.empty() && model.variables.empty();
    if (!is_plain_print) return;
    const NodeReport* source = nullptr;
    const NodeReport* alike = nullptr;
    for (const NodeReport& node : report->nodes) {
        const TensorReport* table = table_of(node);
        if (table == nullptr) continue;
        if (source == nullptr) {
            if (node.family == "embedding") source = &node;
        } else if (table->shape == table_of(*source)->shape) {
            alike = &node;  // the last one: the output layer
        }
    }
    if (alike == nullptr || !table_of(*alike)->count) return;
    report->diagnostics.push_back(
        {Severity::Note,
         concat("print() does not tell whether ", alike->path, " and ", source->path,
                ", whose weights are of one shape, share one: if they do, ", tie_line(*alike, *source),
                " takes ", with_thousands(*table_of(*alike)->count), " parameters off"),
         alike->span, alike->path});
}

}  // namespace paramscope
