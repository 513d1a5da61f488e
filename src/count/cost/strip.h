// The depth strip: the layers of a model in order of execution, each with what it costs.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "count/cost/roofline.h"
#include "count/report/report.h"

namespace paramscope {

/// The tracks of a strip: bytes are those of activations that training keeps, seconds the least time on a
/// device.
enum class Track : std::uint8_t { Parameters, Flops, Bytes, Seconds };
inline constexpr std::size_t kStripTracks = 4;

/// What a layer has itself, without its children and for one of its instances, by track. Unknown numbers are
/// 0.
using LayerCosts = std::array<double, kStripTracks>;

/// A range of layers, `first` to the one before `end`.
struct LayerRange {
    std::uint32_t node = 0;  ///< the module that holds them
    std::size_t first = 0, end = 0;
};

struct StripLayer {
    std::uint32_t node = 0;
    LayerCosts costs{};
};

struct Strip {
    /// In order of their first calls; layers that no input reaches follow the sibling before them. Of more
    /// than a picture has room for, neighbours share a bar: the costs are the highest of theirs.
    std::vector<StripLayer> layers;
    std::vector<LayerRange>
        repeats;  ///< modules that the model has several times: their layers are shown once
    std::vector<LayerRange> stages;  ///< the parts of the model, in order
    LayerCosts highest{};            ///< of all layers
    std::optional<Device> device;    ///< that the least times are on; none: there is no such track

    /// How many of the tracks there are: the last ones are left out where nothing is known of them.
    std::size_t tracks() const;
};

/// Makes a strip some rows at a time: that of a million rows takes longer than a frame of a page has. The
/// report outlives it and stays as it is.
class StripMaker {
  public:
    /// A strip of `most` layers or fewer; with the least times of a roofline of that report.
    StripMaker(const Report& report, std::size_t most, const Roofline* line = nullptr);
    ~StripMaker();

    /// Goes on: looks at that many rows, at each of the report twice in all. True when the strip is made.
    bool advance(std::size_t rows);
    /// The strip, once it is made.
    Strip take();

  private:
    class Work;
    std::unique_ptr<Work> work_;
};

/// The strip of a report, with `most` layers or fewer; with the least times of a roofline of that report.
Strip strip_of(const Report& report, std::size_t most, const Roofline* line = nullptr);

/// The index of the layer that shows a module: its own or the first below it; nullopt where it has none.
std::optional<std::size_t> layer_of(const Strip& strip, const Report& report, std::uint32_t node);

}  // namespace paramscope
