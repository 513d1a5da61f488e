// Python snippets give what CPython prints, or are refused: never another answer (make_snippets.py).
#include <gtest/gtest.h>

#include "base/concat.h"
#include "golden/support.h"
#include "open/python/build/build.h"

namespace paramscope::golden {
namespace THIS_FILE {

/// The exception that ended a statement, "" for none; its name comes first in the sentence.
std::string exception_of(const Diagnostics& diagnostics) {
    for (const Diagnostic& each : diagnostics) {
        if (each.message.id() != "python.left_out") continue;
        const std::string text = each.message.arguments().front().message->english();
        return text.substr(0, text.find(':'));
    }
    return "";
}

bool is_refused(const std::string& printed, const Diagnostics& diagnostics) {
    return printed.find("<unknown>") != std::string::npos || printed.find("...") != std::string::npos ||
           has_errors(diagnostics);
}

/// A template with its holes @0, @1, ... filled.
std::string fill(std::string code, const rapidjson::Value& holes) {
    for (rapidjson::SizeType i = holes.Size(); i-- > 0;) {
        const std::string name = concat("@", i), hole = holes[i].GetString();
        for (std::size_t at = code.find(name); at != std::string::npos; at = code.find(name, at + hole.size()))
            code.replace(at, name.size(), hole);
    }
    return code;
}

TEST(Snippets, GiveWhatCPythonPrints) {
    const rapidjson::Document golden = load_golden("snippets.json");
    ASSERT_TRUE(golden.IsObject());
    const rapidjson::Value &templates = golden["templates"], &rows = golden["rows"];
    EXPECT_GE(rows.Size(), 3000u);
    std::size_t equal = 0;
    for (const rapidjson::Value& row : rows.GetArray()) {
        const std::string code = fill(templates[row[0].GetUint()].GetString(), row[1]),
                          expected = row[2].GetString(), error = row.Size() > 3 ? row[3].GetString() : "";
        Diagnostics diagnostics;
        const std::string printed = open::python::run(code, &diagnostics);
        const std::string exception = exception_of(diagnostics);
        // CPython ends at the first exception; here the next statement runs.
        const bool is_equal = error.empty() ? printed == expected && exception.empty()
                                            : printed.starts_with(expected) && exception == error;
        equal += is_equal;
        EXPECT_TRUE(is_equal || is_refused(printed, diagnostics))
            << code << "\nCPython: " << expected << error << "\nhere: " << printed << exception;
    }
    EXPECT_GE(equal * 100, rows.Size() * 98u);
}

}  // namespace
}  // namespace paramscope::golden
