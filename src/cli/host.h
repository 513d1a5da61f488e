// What the program asks the system it runs on; host_posix.cpp and host_node.cpp answer.
#pragma once

#include <string>
#include <vector>

namespace paramscope::cli {

#ifdef __EMSCRIPTEN__
/// The arguments that node was given behind the script.
std::vector<std::string> node_arguments();
#endif

/// A variable of the environment; "" where it is not set.
std::string environment(const char* name);

/// True if a stream (1: output, 2: errors) is a terminal.
bool is_terminal(int stream);

/// The columns of the terminal that a stream is; 0 where it does not say.
int terminal_columns(int stream);

}  // namespace paramscope::cli
