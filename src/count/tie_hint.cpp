#include "count/tie_hint.h"

#include <algorithm>
#include <vector>

#include "algebra/print.h"
#include "count/messages.h"

namespace paramscope {
namespace {

constexpr std::size_t kMostSources = 100;  // embeddings compared with later weights

/// The weight matrix of an embedding or a linear layer, nullptr for other modules.
const TensorReport* find_weight(const NodeReport& node) {
    if (node.family != "embedding" && node.family != "linear") return nullptr;
    for (const TensorReport& tensor : node.tensors) {
        if (tensor.name == "weight" && tensor.shape.size() == 2) return &tensor;
    }
    return nullptr;
}

}  // namespace

void note_possible_ties(const Model& model, Report* report) {
    if (!model.variables.empty()) return;
    std::vector<const NodeReport*> sources;  // the first embedding of each shape
    const NodeReport *last = nullptr, *last_source = nullptr;
    const auto note = [&](const NodeReport& tied, const NodeReport& source) {
        const TensorReport& weight = *find_weight(tied);
        if (!weight.count || !weight.tied_to.empty()) return;
        const std::string path = report->path(tied);
        report->diagnostics.push_back(
            {Severity::Note,
             message("tie.possible", {{"tied", path},
                                      {"source", report->path(source)},
                                      {"count", with_thousands(*weight.count)}}),
             tied.span, path});
    };
    for (const NodeReport& node : report->nodes) {
        const TensorReport* weight = find_weight(node);
        if (weight == nullptr) continue;
        const auto found = std::find_if(sources.begin(), sources.end(), [&](const NodeReport* source) {
            return find_weight(*source)->shape == weight->shape;
        });
        const bool is_embedding = node.family == "embedding";
        if (found == sources.end()) {
            if (is_embedding && sources.size() < kMostSources) sources.push_back(&node);
        } else if (is_embedding && (*found)->name == "shared") {
            note(node, **found);  // transformers' name for the embedding that encoder and decoder share
        } else {
            last = &node;  // the output layer
            last_source = *found;
        }
    }
    if (last != nullptr) note(*last, *last_source);
}

}  // namespace paramscope
