// What the count's tests share.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "algebra/print.h"
#include "count/count.h"
#include "unit/describe.h"

namespace paramscope::testing_support {

/// A number as text, "?" when unknown.
inline std::string shown(const std::optional<Integer>& value) { return value ? to_string(*value) : "?"; }

/// The row of a dotted path; the test fails when there is none.
inline const NodeReport& row(const Report& report, std::string_view path) {
    if (const std::optional<std::uint32_t> node = report.find(path)) return report.nodes[*node];
    ADD_FAILURE() << "no node '" << path << "'";
    static const NodeReport none;
    return none;
}

/// The first message of a severity, "" when there is none.
inline std::string first_message(const Report& report, Severity severity) {
    for (const Diagnostic& diagnostic : report.diagnostics) {
        if (diagnostic.severity == severity) return diagnostic.message.english();
    }
    return "";
}

/// The id and values of the first message of a severity, "" when there is none.
inline std::string described_first(const Report& report, Severity severity) {
    for (const Diagnostic& diagnostic : report.diagnostics) {
        if (diagnostic.severity == severity) return describe(diagnostic.message);
    }
    return "";
}

inline std::string formula(const Quantity& quantity) { return print(quantity.formula, Notation::Plain); }

}  // namespace paramscope::testing_support
