#include "cli/files.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>

#include "base/concat.h"
#include "model/read.h"

namespace paramscope::cli {
namespace {

struct CloseFile {
    void operator()(std::FILE* file) const {
        if (file != stdin) std::fclose(file);
    }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

Error system_error(std::string_view what) {
    return {ErrorCode::Domain, concat(what, ": ", std::strerror(errno)), {}};
}

File open_file(std::string_view path) {
    return File(path == "-" ? stdin : std::fopen(std::string(path).c_str(), "rb"));
}

}  // namespace

Result<std::string> read_text(std::string_view path) {
    errno = 0;
    const File file = open_file(path);
    if (file == nullptr) return system_error("cannot be opened");
    std::string text;
    std::array<char, 1 << 16> block;
    while (const std::size_t length = std::fread(block.data(), 1, block.size(), file.get())) {
        text.append(block.data(), length);
        if (text.size() > kLargestText) {
            return Error{ErrorCode::TooComplex,
                         concat("is larger than ", kLargestText >> 20, " MiB, the most that is read"),
                         {}};
        }
    }
    if (std::ferror(file.get()) != 0) return system_error("cannot be read");
    return text;
}

bool write_output(std::string_view text) {
    return std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
}

void write_error(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
}

}  // namespace paramscope::cli
