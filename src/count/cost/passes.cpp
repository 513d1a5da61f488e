#include "count/cost/passes.h"

#include "count/cost/activations.h"

namespace paramscope {

PassReports::PassReports(const Report& report, const std::function<Report(Mode)>& count_in)
    : report_(report), count_in_(count_in) {
    if (report.mode == Mode::Decode) {
        forward_ = count_in(Mode::Forward);
    } else if (!count_activations(report).cache.is_zero()) {
        decode_ = count_in(Mode::Decode);
    }
}

const Report* PassReports::decode() const {
    if (decode_) return &*decode_;
    return report_.mode == Mode::Decode ? &report_ : nullptr;
}

const Report* PassReports::training() const {
    if (report_.mode == Mode::Training) return &report_;
    if (!training_) training_ = count_in_(Mode::Training);
    return &*training_;
}

}  // namespace paramscope
