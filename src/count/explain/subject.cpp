#include "count/explain/subject.h"

#include "count/cost/memory.h"

namespace paramscope {

const Quantity& quantity_of(const NodeReport& row, Subject subject) {
    if (subject == Subject::Macs) return row.facts->macs;
    return subject == Subject::Flops ? row.facts->flops : row.facts->parameters;
}

SubjectNumbers::SubjectNumbers(const Report& report, Subject subject, std::size_t top)
    : report_(report), subject_(subject), top_(top) {
    if (subject == Subject::Activations) computed_ = activation_bytes(report, top);
}

const Quantity& SubjectNumbers::of(std::size_t node) const {
    return subject_ == Subject::Activations ? computed_[node - top_]
                                            : quantity_of(report_.nodes[node], subject_);
}

}  // namespace paramscope
