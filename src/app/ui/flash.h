// Shows which numbers have changed: a tint behind them that fades.
#pragma once

#include <imgui.h>

#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace paramscope::app {

class Flashes {
  public:
    /// Nothing flashes when another model is shown.
    void follow(std::uint64_t model);
    /// The tint of a number that is `value` (or a hash of it) now; transparent unless it has just changed
    /// while it was shown. With reduced motion nothing is tinted.
    ImU32 tint(ImGuiID number, std::uint64_t value);
    /// Draws the tint over ImGui's last item, which says `words`.
    void tint_last_item(std::string_view number, std::string_view words);

  private:
    struct Seen {
        std::uint64_t value = 0;
        int frame = 0;           ///< in which it was shown last
        double changed_at = -1;  ///< time; negative: never
    };

    std::unordered_map<ImGuiID, Seen> seen_;
    std::uint64_t model_ = 0;
};

}  // namespace paramscope::app
