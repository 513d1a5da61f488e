#include "app/compare/recent_models.h"

namespace paramscope::app {

bool is_same_model(const Document& a, const Document& b) {
    return *a.text == *b.text && a.build == b.build && a.overrides == b.overrides && a.input == b.input;
}

void RecentModels::note(const Workspace& workspace) {
    const Versions& versions = workspace.versions();
    if (document_ == versions.document) return;
    if (model_ != versions.model && !present_.text->empty()) {
        models_.insert(models_.begin(), present_);
        if (models_.size() > kMostRecent) models_.pop_back();
    }
    present_ = workspace.document();
    model_ = versions.model;
    document_ = versions.document;
    std::erase_if(models_, [&](const Document& known) { return *known.text == *present_.text; });
}

}  // namespace paramscope::app
