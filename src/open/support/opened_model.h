// A model as a reader hands it over, with its text on demand.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "model/basis.h"
#include "model/model.h"

namespace paramscope::open {

/// The model of a file: a Model, or model text where a reader writes text. The text of a Model is written
/// when it is asked for; reading that text gives an equal model, with places.
class OpenedModel {
  public:
    OpenedModel() = default;
    OpenedModel(std::string text) : text_(std::move(text)) {}  // implicit, as those below
    /// A model whose text would not read as the same model, because of its names or its size, becomes text.
    OpenedModel(Model model);

    bool is_empty() const { return !model_ && text_.empty(); }
    /// Model text; "" when nothing could be read.
    const std::string& text() const;
    /// null for what is known as text only. Its places are not those in the text, but {0, 0} is still none.
    std::shared_ptr<const Model> model() const { return model_; }

    /// States how far to trust the totals: the worst of `basis` and what the model says.
    void state_basis(Basis basis);

  private:
    std::shared_ptr<Model> model_;
    mutable std::string text_;
};

/// The place of what is written somewhere in a text that is not written yet.
inline constexpr Span kUnwritten{0, 1};

}  // namespace paramscope::open
