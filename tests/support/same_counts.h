// Compares what counting a handed-over model and what counting its text say.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>

#include "count/count.h"
#include "formats/support/write.h"
#include "open/open.h"

namespace paramscope::testing_support {

/// The report as JSON without places: those of a Model are not those in its text.
inline std::string without_places(Report report) {
    Diagnostics kept;
    for (Diagnostic& each : report.diagnostics) {
        each.span = {};
        if (std::find(kept.begin(), kept.end(), each) == kept.end()) kept.push_back(std::move(each));
    }
    report.diagnostics = std::move(kept);
    return find_report_writer("json")(report, {});
}

/// Expects that a model counts as its text does.
inline void expect_counts_as_text(const open::Opened& opened) {
    if (opened.model.model() == nullptr) return;
    EXPECT_EQ(without_places(count(opened.model.model(), {})), without_places(count_text(opened.text())))
        << opened.text();
}

}  // namespace paramscope::testing_support
