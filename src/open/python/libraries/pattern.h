// Regular expressions as Python's `re` writes them, over ASCII.
#pragma once

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace paramscope::open::python {

/// The flags of `re` that change what a pattern matches.
struct PatternFlags {
    bool ignore_case = false, multiline = false, dot_all = false, verbose = false;
};

/// Where a match begins and ends in a text: of all of it, then of each group. {-1, -1} for a group that takes
/// no part.
using PatternSpans = std::vector<std::pair<int, int>>;

/// Where a match has to be.
enum class PatternPlace {
    Anywhere,
    Here,   ///< begins at the position
    Whole,  ///< begins at the position and ends with the text
};

/// What a search gives: a match, none, or that it takes too many steps to tell.
struct PatternMatch {
    PatternSpans spans;  ///< empty without a match
    bool is_too_long = false;
};

/// A pattern, ready to be looked for.
class Pattern {
  public:
    /// Reads a pattern; nullopt for one that is wrong, has a back-reference, a look-behind, a condition or a
    /// character that is not ASCII, repeats what may be empty, or is too large.
    static std::optional<Pattern> parse(std::string_view text, PatternFlags flags);

    /// The number of groups, without the whole.
    int groups() const { return groups_; }
    /// The names of groups, with their numbers.
    const std::vector<std::pair<std::string, int>>& names() const { return names_; }

    /// Looks for the first match of an ASCII text from a position on. An empty match at `from` does not count
    /// when `must_advance` is set. Takes no more than `*steps`, which it counts down.
    PatternMatch find(std::string_view text, std::size_t from, PatternPlace place, bool must_advance,
                      std::size_t* steps) const;

  private:
    friend class PatternReader;
    friend class PatternSearch;

    using Characters = std::bitset<128>;
    enum class Op : std::uint8_t {
        One,         ///< a character of a set
        Split,       ///< goes on behind, and if that fails at `offset`
        SplitLater,  ///< goes on at `offset`, and if that fails behind
        Jump,        ///< goes on at `offset`
        Save,        ///< keeps the position in slot `offset`
        Look,        ///< the code up to `offset` has to match from here
        LookNot,     ///< must not match
        LineBegin,
        LineEnd,
        TextBegin,
        TextEnd,
        AlmostTextEnd,  ///< at the end, or before a line break there
        WordEdge,
        NoWordEdge,
        Match,
    };
    struct Step {
        Op op;
        int offset = 0;  ///< of jumps: relative to this step
        Characters characters = {};
    };
    using Code = std::vector<Step>;

    Code code_;
    int groups_ = 0;
    std::vector<std::pair<std::string, int>> names_;
};

}  // namespace paramscope::open::python
