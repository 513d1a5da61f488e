// Finds the Python packages that source code imports, where Python would. No Python runs.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "open/support/bytes.h"

namespace paramscope::cli {

/// The machine that packages lie on.
struct Machine {
    std::string (*environment)(const char* name);  ///< a variable of the environment; "" where it is not set
    std::unique_ptr<open::ByteSource> (*open)(const std::string& path);  ///< a regular file
};

/// The packages of the folders that --python-path names, several of one text apart by colons; of the usual
/// ones where it is not given.
std::shared_ptr<open::PackageFiles> installed_packages(const std::vector<std::string_view>& python_path,
                                                       const Machine& machine);

}  // namespace paramscope::cli
