#include "cli/host.h"

#ifdef __EMSCRIPTEN__

#include <array>

// Emscripten's C library knows neither node's environment nor its terminal: web/cli/host.js asks node.
extern "C" {
/// Writes a variable of the environment as UTF-8, ended by a zero, cut to `size` bytes.
void paramscope_environment(const char* name, char* value, int size);
int paramscope_is_terminal(int stream);
int paramscope_terminal_columns(int stream);
}

namespace paramscope::cli {

std::string environment(const char* name) {
    std::array<char, 256> value = {};
    paramscope_environment(name, value.data(), static_cast<int>(value.size()));
    return value.data();
}

bool is_terminal(int stream) {
    return paramscope_is_terminal(stream) != 0;
}

int terminal_columns(int stream) {
    return paramscope_terminal_columns(stream);
}

}  // namespace paramscope::cli

#endif
