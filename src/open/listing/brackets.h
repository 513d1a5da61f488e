// Follows the brackets of a printed text: the calls and the keys of nested dicts that enclose a place.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace paramscope::open {

/// The brackets that are open at a place which moves forward through a text.
class OpenBrackets {
  public:
    explicit OpenBrackets(std::string_view text) : text_(text) {}

    /// Moves to `offset`, which is not before the last one.
    void advance_to(std::size_t offset);

    /// True inside `name(...)`, unless the call only holds a listing, as `OrderedDict(...)` does.
    bool is_inside_call() const;

    /// True inside `Array(...)` or another description of one array of JAX.
    bool is_inside_array() const;

    /// The keys that enclose an array of JAX in a printed tree of modules,
    /// `Net(layers=[Linear(weight=f32[8,2])])`: "layers.0.weight". `offset` is where the array begins.
    std::string path_of_array(std::size_t offset) const;

    /// The text from the innermost `name(...)` with that name to the current place; "" outside of one.
    std::string_view inside_of(std::string_view name) const;

    /// True inside `name(...)` for a name that begins with `start`.
    bool is_inside(std::string_view start) const;

    /// The keys that enclose `name`, a view into the text, and the name itself: "params.Dense_0.kernel". An
    /// item of a list has its index as key.
    std::string path_of(std::string_view name) const;

  private:
    struct Bracket {
        char opening = '(';
        std::string_view word;  ///< the name that is called, or the key; "" when there is none
        std::string_view key;   ///< before a call: `key=name(`
        std::size_t offset = 0;
        std::size_t commas = 0;  ///< directly inside it, so far
    };

    void open(std::size_t offset);
    void close(char closing);

    std::string_view text_;
    std::size_t at_ = 0;
    std::vector<Bracket> brackets_;
};

}  // namespace paramscope::open
