#include "count/report/subject.h"

namespace paramscope {

const Quantity& quantity_of(const NodeReport& node, Subject subject) {
    switch (subject) {
        case Subject::Parameters:
            return node.facts->parameters;
        case Subject::Macs:
            return node.facts->macs;
        case Subject::Flops:
            return node.facts->flops;
    }
    return node.facts->parameters;
}

}  // namespace paramscope
