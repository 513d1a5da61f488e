#include "count/tie_hint.h"

#include <algorithm>
#include <vector>

#include "algebra/print.h"
#include "base/concat.h"

namespace paramscope {
namespace {

constexpr std::size_t kMostSources = 100;  ///< embeddings that others may share

/// The weight of an embedding or a linear layer, nullptr for other modules.
const TensorReport* table_of(const NodeReport& node) {
    if (node.family != "embedding" && node.family != "linear") return nullptr;
    for (const TensorReport& tensor : node.tensors) {
        if (tensor.name == "weight" && tensor.shape.size() == 2) return &tensor;
    }
    return nullptr;
}

std::string tie_line(std::string_view tied, std::string_view source) {
    return concat("`tie: ", tied, ".weight = ", source, ".weight`");
}

}  // namespace

void note_possible_ties(const Model& model, Report* report) {
    if (!model.variables.empty()) return;    // no plain print
    std::vector<const NodeReport*> sources;  // the first embedding of each shape
    const NodeReport *last = nullptr, *last_source = nullptr;
    const auto note = [&](const NodeReport& alike, const NodeReport& source) {
        const TensorReport& table = *table_of(alike);
        if (!table.count || !table.tied_to.empty()) return;
        const std::string alike_path = report->path(alike), source_path = report->path(source);
        report->diagnostics.push_back(
            {Severity::Note,
             concat("print() does not tell whether ", alike_path, " and ", source_path,
                    ", whose weights are of one shape, share one: if they do, ",
                    tie_line(alike_path, source_path), " takes ", with_thousands(*table.count),
                    " parameters off"),
             alike.span, alike_path});
    };
    for (const NodeReport& node : report->nodes) {
        const TensorReport* table = table_of(node);
        if (table == nullptr) continue;
        const auto found = std::find_if(sources.begin(), sources.end(), [&](const NodeReport* source) {
            return table_of(*source)->shape == table->shape;
        });
        const bool is_embedding = node.family == "embedding";
        if (found == sources.end()) {
            if (is_embedding && sources.size() < kMostSources) sources.push_back(&node);
        } else if (is_embedding && (*found)->name == "shared") {
            note(node,
                 **found);  // transformers' name for a table that encoder and decoder have as their own too
        } else {
            last = &node;  // the output layer
            last_source = *found;
        }
    }
    if (last != nullptr) note(*last, *last_source);
}

}  // namespace paramscope
