#include "count/passes/reductions.h"

#include <algorithm>
#include <bit>

namespace paramscope {
namespace {

/// Of an H100.
constexpr std::int64_t kProcessors = 132, kThreadsOfAProcessor = 2048;
/// Of Reduce.cuh.
constexpr std::int64_t kThreadsOfAGroup = 512, kWarp = 32, kColumnsAtOnce = 4, kFewestRows = 16,
                       kRowsOfAThread = 256, kBytesOfASum = 4;

std::int64_t quotient_up(std::int64_t a, std::int64_t b) {
    return (a + b - 1) / b;
}

/// The largest power of two that is at most `value`, and at most `most`, which is one.
std::int64_t power_within(std::int64_t value, std::int64_t most) {
    return std::min(most, static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(value))));
}

}  // namespace

std::int64_t bytes_to_sum_rows(std::int64_t rows, std::int64_t columns) {
    if (rows <= 0 || columns <= 0) return 0;
    std::int64_t at_once = kColumnsAtOnce;  // columns that a thread sums
    while (columns % at_once != 0) at_once /= 2;
    const std::int64_t threads = kThreadsOfAGroup / at_once, vectors = columns / at_once;
    const std::int64_t widest = power_within(vectors, threads);
    const std::int64_t height = std::min(power_within(rows, threads), threads / std::min(widest, kWarp));
    const std::int64_t width = std::min(widest, threads / height);
    if (rows < height * kFewestRows && rows < kRowsOfAThread) return 0;  // a thread sums all of its columns
    const std::int64_t of_a_thread = quotient_up(rows, height), groups = quotient_up(vectors, width);
    const std::int64_t most_groups = kProcessors * (kThreadsOfAProcessor / (width * height));
    if (of_a_thread < kRowsOfAThread || groups > most_groups) return 0;
    const std::int64_t enough =
        std::min(quotient_up(most_groups, groups), quotient_up(of_a_thread, kFewestRows));
    const std::int64_t parts = std::max(enough, quotient_up(of_a_thread, kRowsOfAThread));
    return parts > 1 ? kBytesOfASum * columns * parts * width * at_once : 0;
}

}  // namespace paramscope
