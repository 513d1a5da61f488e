#include "formats/device_times.h"

namespace paramscope {

DeviceTimes::DeviceTimes(const Report& report, const Device& device, const MemoryOptions& memory,
                         const std::function<Report(Mode)>& count_in)
    : report_(report),
      passes_(report, count_in),
      question_{memory, &device, passes_.forward(), passes_.decode(),
                memory.is_training ? passes_.training() : nullptr} {}

void DeviceTimes::add_to(WriteOptions* options, std::string_view format) {
    if (format == "roofline") {
        rooflines_ = rooflines_of(question_);
        options->rooflines = rooflines_;
    } else if (format == "strip") {
        least_times_ = roofline_of(report_, report_.mode, *question_.device, question_.options);
        options->least_times = &least_times_;
    }
}

}  // namespace paramscope
