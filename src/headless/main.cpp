// Runs the interface without a screen: reads commands from standard input, one a line, and answers each with
// a line.
#include <iostream>
#include <string>

#include "headless/session.h"

int main() {
    std::ios::sync_with_stdio(false);
    for (std::string command; std::getline(std::cin, command);) {
        std::cout << paramscope::headless::carry_out(command) << std::endl;
    }
    return 0;
}
