// The limits of one evaluation (docs/limits.md), and its use of steps, items, characters and objects.
#pragma once

#include <cstddef>
#include <limits>

namespace paramscope::open::python {

inline constexpr std::size_t kMostSteps = 12'000'000;        // evaluated nodes and items
inline constexpr std::size_t kMostStatementSteps = 200'000;  // evaluated in one statement of a file
inline constexpr std::size_t kMostObjects = 400'000;         // values that are objects
inline constexpr std::size_t kMostItems = 6'000'000;  // items of all containers, made one after the other
inline constexpr std::size_t kItemsOfEntry = 4;       // what an entry of a dict or set weighs
inline constexpr std::size_t kMostCharacters = 32u << 20;  // of all strings, made one after the other
inline constexpr int kDeepestEvaluation = 400;             // nested calls, statements and expressions
inline constexpr std::size_t kMostOutput = 1u << 16;       // characters that print() writes

/// No bound of steps.
inline constexpr std::size_t kNoBound = std::numeric_limits<std::size_t>::max();

/// What an evaluation has used.
struct Budget {
    std::size_t steps = 0;
    std::size_t most_steps = kMostSteps;
    std::size_t last_step = kNoBound;  ///< of the statement that runs
    bool is_given_up = false;          ///< that statement alone takes too many steps
    std::size_t items = 0;
    std::size_t characters = 0;
    int depth = 0;
    std::size_t most_objects = kMostObjects;
};

}  // namespace paramscope::open::python
