// The modules that a quantised config excludes, by their names.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/integer.h"

namespace paramscope::open {

enum class Excluded { No, Yes, Unknown };

/// Names as configs have them: whole paths or parts of them ("lm_head", "model.layers.3.mlp.gate"), * for
/// anything. One of several layers is told by its number.
class ExcludedModules {
  public:
    /// `layers`: of the model, where it is known.
    ExcludedModules(const std::vector<std::string>& names, Integer layers);

    /// Whether a module is excluded; its path may have layers in ranges ("0-5", "0-*"). Unknown where some
    /// layers of a range are, and others are not.
    Excluded meet(std::string_view path);
    /// False where a name is that of no module that was met, so that it may mean something else.
    bool have_all_been_met() const;

  private:
    struct Name {
        std::set<Integer> layers;  ///< that it is about; empty: all
        bool is_met = false;
    };

    std::map<std::string, Name> names_;  ///< by the name with # for its first number
    Integer layers_;
    bool has_too_many_ = false;
};

}  // namespace paramscope::open
