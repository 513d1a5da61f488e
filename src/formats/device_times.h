// What the formats show of a device: the section of least times, rooflines of passes, the track of the strip.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "formats/sections.h"
#include "formats/support/write.h"

namespace paramscope {

class DeviceTimes {
  public:
    /// `report` lives as long as this; `count_in` counts its model in another mode, for the passes that it is
    /// not of. A model that keeps no keys and values does not decode.
    DeviceTimes(const Report& report, const Device& device, const MemoryOptions& memory,
                const std::function<Report(Mode)>& count_in);
    DeviceTimes(const DeviceTimes&) = delete;
    DeviceTimes& operator=(const DeviceTimes&) = delete;

    /// The least times of passes and layers as a part of text and JSON, which refers to this.
    ReportSection section() const { return roofline_section(question_); }
    /// Adds the rooflines that a format draws to its options, which refer to this.
    void add_to(WriteOptions* options, std::string_view format);

  private:
    const Report& report_;
    std::optional<Report> other_pass_, training_;
    RooflineQuestion question_;
    std::vector<Roofline> rooflines_;
    Roofline least_times_;
};

}  // namespace paramscope
