#include "formats/device_times.h"

#include "count/cost/cache.h"

namespace paramscope {

DeviceTimes::DeviceTimes(const Report& report, const Device& device, const MemoryOptions& memory,
                         const std::function<Report(Mode)>& count_in)
    : report_(report), question_{memory, &device, &report, nullptr, nullptr} {
    if (report.mode == Mode::Decode) {
        question_.forward = &other_pass_.emplace(count_in(Mode::Forward));
        question_.decode = &report;
    } else if (!cache_elements(report).all.is_zero()) {
        question_.decode = &other_pass_.emplace(count_in(Mode::Decode));
    }
    if (!memory.is_training) return;
    question_.training = report.mode == Mode::Training ? &report : &training_.emplace(count_in(Mode::Training));
}

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
