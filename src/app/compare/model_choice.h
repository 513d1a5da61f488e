// The choice of the model to compare with.
#pragma once

#include <optional>
#include <span>

#include "app/search/recent.h"

namespace paramscope::app {

/// What was chosen: a model, or to swap the two. A file that is opened or pasted comes as Context::other.
struct ModelChoice {
    std::optional<Document> model;
    bool swaps = false;
};

/// Draws the models as buttons, when there is none to compare with yet.
ModelChoice draw_model_chooser(const Document& present, std::span<const LeftModel> recent);

/// Draws a button with the name of the chosen one, `width` at most, which opens a menu of all.
ModelChoice draw_model_menu(const Document& present, const Document& chosen,
                            std::span<const LeftModel> recent, float width);

}  // namespace paramscope::app
