#include "count/report.h"

namespace paramscope {

std::string_view to_string(Status status) {
    switch (status) {
        case Status::Counted: return "counted";
        case Status::Zero: return "zero";
        case Status::Unknown: return "unknown";
    }
    return "unknown";
}

}  // namespace paramscope
