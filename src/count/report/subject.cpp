#include "count/report/subject.h"

#include "count/report/memory.h"

namespace paramscope {

SubjectNumbers::SubjectNumbers(const Report& report, Subject subject, std::size_t top)
    : report_(report), subject_(subject), top_(top) {
    if (subject == Subject::Activations) computed_ = activation_bytes(report, top);
}

const Quantity& SubjectNumbers::of(std::size_t node) const {
    const ModuleFacts& facts = *report_.nodes[node].facts;
    switch (subject_) {
        case Subject::Parameters:
            break;
        case Subject::Macs:
            return facts.macs;
        case Subject::Flops:
            return facts.flops;
        case Subject::Activations:
            return computed_[node - top_];
    }
    return facts.parameters;
}

}  // namespace paramscope
