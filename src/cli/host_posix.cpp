#include "cli/host.h"

#ifndef __EMSCRIPTEN__

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>

namespace paramscope::cli {

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? "" : value;
}

bool is_terminal(int stream) {
    return isatty(stream) == 1;
}

int terminal_columns(int stream) {
    winsize size = {};
    return ioctl(stream, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

}  // namespace paramscope::cli

#endif
