// The models that were opened in this visit before the present one.
#pragma once

#include <cstdint>
#include <vector>

#include "app/document/state.h"

namespace paramscope::app {

/// True where both are the same model with the same settings of its numbers.
bool is_same_model(const Document& a, const Document& b);

class RecentModels {
  public:
    /// Notes the present model; call it in every frame.
    void note(const Workspace& workspace);
    /// The last first; none is the present one.
    const std::vector<Document>& models() const { return models_; }

  private:
    static constexpr std::size_t kMostRecent = 5;

    std::vector<Document> models_;
    Document present_;
    std::uint64_t model_ = 0, document_ = 0;  ///< versions of `present_`
};

}  // namespace paramscope::app
