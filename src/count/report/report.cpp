#include "count/report/report.h"

namespace paramscope {

std::string_view to_string(Status status) {
    switch (status) {
        case Status::Counted: return "counted";
        case Status::Zero: return "zero";
        case Status::Unknown: return "unknown";
    }
    return "unknown";
}

std::string_view to_string(Mode mode) {
    constexpr std::string_view names[] = {"forward", "training", "decode"};
    return names[static_cast<std::size_t>(mode)];
}

SymbolValues values_of(const Report& report) {
    return [&report](std::string_view name) -> std::optional<Rational> {
        for (const VariableReport& variable : report.variables) {
            if (variable.name == name) return variable.value;
        }
        return std::nullopt;
    };
}

}  // namespace paramscope
