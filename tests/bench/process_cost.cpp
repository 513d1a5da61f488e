// Runs a program and tells what it cost, for benchmarks of whole programs. It is small, so that the peak
// memory of the program is not that of the one which starts it: a process inherits the peak of its parent.
//   paramscope_process_cost PROGRAM ARGUMENT...
// Writes {"seconds": processor time of all threads, "peak": bytes} to file descriptor 3; exits as the program
// does.
#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>

#include <cstdio>
#include <cstring>

extern char** environ;

namespace {

constexpr int kAnswer = 3;
constexpr int kNotStarted = 127;  ///< as shells have it

double seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) / 1e6;
}

/// Linux counts kilobytes, macOS bytes.
long long peak_bytes(const rusage& usage) {
#ifdef __APPLE__
    return usage.ru_maxrss;
#else
    return 1024LL * usage.ru_maxrss;
#endif
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 2) return kNotStarted;
    fcntl(kAnswer, F_SETFD, FD_CLOEXEC);
    pid_t child = 0;
    if (const int error = posix_spawnp(&child, argv[1], nullptr, nullptr, argv + 1, environ)) {
        std::fprintf(stderr, "%s: %s\n", argv[1], std::strerror(error));
        return kNotStarted;
    }
    int status = 0;
    rusage usage{};
    if (wait4(child, &status, 0, &usage) != child) return kNotStarted;
    dprintf(kAnswer, "{\"seconds\": %.6f, \"peak\": %lld}\n",
            seconds(usage.ru_utime) + seconds(usage.ru_stime), peak_bytes(usage));
    return WIFEXITED(status) ? WEXITSTATUS(status) : kNotStarted;
}
