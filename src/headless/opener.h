// Reads files and makes models adjustable, as the readers' program of a page does (bindings/open_main.cpp).
#pragma once

#include <map>
#include <string>
#include <vector>

namespace paramscope::headless {

/// A request to the readers: what web/open/files.js holds.
struct OpenRequest {
    std::vector<std::pair<std::string, std::string>> files;  ///< name and bytes; the first is the one to open
    std::string format;                                      ///< "" to detect it
    std::string build;
    std::string input;
    bool is_main = false;
};

/// The parts of an answer by name: "text", "source", "diagnostics" ...
using Answers = std::map<std::string, std::string>;

/// Opens the first file.
Answers open(OpenRequest request);

/// Makes the model text in the first file adjustable.
Answers adjust(OpenRequest request);

}  // namespace paramscope::headless
