#include "app/search/recent.h"

#include <utility>

#include "formats/support/numbers.h"

namespace paramscope::app {
namespace {

constexpr std::size_t kMostModels = 8;
constexpr std::size_t kMostTexts = 16u << 20;  // bytes

std::size_t text_bytes(const std::vector<LeftModel>& models) {
    std::size_t bytes = 0;
    for (const LeftModel& each : models) bytes += each.document.text->size();
    return bytes;
}

bool is_same_model(const Document& a, const Document& b) {
    return a.name == b.name && *a.text == *b.text;
}

}  // namespace

void Recent::follow(const Workspace& workspace) {
    const Versions& now = workspace.versions();
    if (now.model != seen_.model) leave(workspace);
    if (now.document != seen_.document) present_.document = workspace.document();
    if (now.report != seen_.report) {
        const NodeReport* const root = workspace.report().root();
        const std::optional<Integer> total = root != nullptr ? root->facts->parameters.value : std::nullopt;
        present_.parameters = total ? short_count(*total) : "";
    }
    seen_ = now;
}

/// Puts the model that was present before the others, and takes out the one that is now.
void Recent::leave(const Workspace& workspace) {
    if (seen_.model != 0) models_.insert(models_.begin(), std::exchange(present_, {}));
    std::erase_if(models_,
                  [&](const LeftModel& left) { return is_same_model(left.document, workspace.document()); });
    while (models_.size() > kMostModels || text_bytes(models_) > kMostTexts) models_.pop_back();
}

}  // namespace paramscope::app
