#include "cli/host.h"

#ifdef __EMSCRIPTEN__

#include <array>

// Emscripten's C library knows neither node's environment nor its terminal: web/cli/host.js asks node.
extern "C" {
/// The bytes of an argument as UTF-8; -1 behind the last.
int paramscope_argument_size(int index);
void paramscope_argument(int index, char* value);
/// Writes a variable of the environment as UTF-8, ended by a zero, cut to `size` bytes.
void paramscope_environment(const char* name, char* value, int size);
int paramscope_is_terminal(int stream);
int paramscope_terminal_columns(int stream);
}

namespace paramscope::cli {

std::vector<std::string> node_arguments() {
    std::vector<std::string> arguments;
    for (int i = 0, size = 0; (size = paramscope_argument_size(i)) >= 0; ++i) {
        std::string& argument = arguments.emplace_back(static_cast<std::size_t>(size), '\0');
        paramscope_argument(i, argument.data());
    }
    return arguments;
}

std::string environment(const char* name) {
    std::array<char, 4096> value = {};
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
