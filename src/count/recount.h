// Counts one model again and again with other options, as somebody does who moves a slider.
#pragma once

#include <memory>
#include <optional>

#include "count/count.h"

namespace paramscope {

/// Moving a slider changes numbers and hardly ever formulas. From the third count of a model on, the rows of
/// the count before are kept and their formulas evaluated again, if the options differ only in values of
/// hyper-parameters and all ValueChecks of that count have the same outcome. Otherwise the model is counted
/// afresh.
class Recount {
  public:
    /// The longest report that is kept for the next count.
    static constexpr std::size_t kMostKeptRows = 100'000;

    /// As paramscope::count(). `reader_diagnostics` belong to the model.
    Report count(const std::shared_ptr<const Model>& model, const CountOptions& options,
                 const Diagnostics& reader_diagnostics);

  private:
    std::optional<Report> with_values(const CountOptions& options) const;
    Report counted_and_kept(const CountOptions& options, const Diagnostics& reader_diagnostics);

    std::shared_ptr<const Model> model_;
    CountOptions options_;
    ValueChecks checks_;
    std::optional<Report> last_;  ///< where values alone may differ in the next one
};

}  // namespace paramscope
