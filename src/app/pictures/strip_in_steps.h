// Makes the depth strip of the present report, of a large one a part in each frame.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "app/panel/context.h"
#include "count/cost/strip.h"

namespace paramscope::app {

class StripInSteps {
  public:
    /// Makes a strip of `most` layers or fewer. True when it is made; otherwise a frame is requested.
    bool make(Context& context, std::size_t most);
    /// True when make() has something to do.
    bool is_outdated(const Context& context, std::size_t most) const;
    /// The strip that was made last.
    const Strip& strip() const { return strip_; }

  private:
    /// What a strip is made for.
    struct Made {
        std::uint64_t revision = 0;  ///< of the report
        std::size_t most = 0;
        std::optional<Device> device;
        MemoryOptions options;  ///< of the least times

        bool operator==(const Made& other) const;
    };

    static Made wanted(const Context& context, std::size_t most);
    void begin(const Context& context, std::size_t most);

    Strip strip_;
    Made made_;                          ///< what `strip_` was made for
    std::unique_ptr<StripMaker> maker_;  ///< of the next strip, until it is made
    Made making_;                        ///< what that is made for
};

}  // namespace paramscope::app
