// Opens source code of tests, and says what it builds.
#pragma once

#include <string>
#include <string_view>

#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {

struct BuiltCode {
    Opened opened;
    std::string
        text;  ///< "Net() 9 exact": what is built, its parameters where they are known, and their basis
};

/// Opens `code` as model.py; `build`: what of it.
inline BuiltCode build_code(const std::string& code, std::string_view build = "") {
    MemorySource file(code);
    BuiltCode built{open_model(file, "model.py", find_model_format(kSourceFormat), build), ""};
    const Report report = count_text(built.opened.text(), {});
    built.text = built.opened.built;
    if (report.root() == nullptr || !report.root()->facts->parameters.value) return built;
    const Quantity& parameters = report.root()->facts->parameters;
    built.text += " " + to_string(*parameters.value) + " " + std::string(to_string(parameters.basis));
    return built;
}

}  // namespace paramscope::open
