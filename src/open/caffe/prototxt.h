// The text form of protocol buffers, in which Caffe describes networks: `layer { name: "conv1" … }`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "algebra/integer.h"

namespace paramscope::open::caffe {

/// Most fields of a file, deepest message, and the largest number that a field is taken for.
inline constexpr std::size_t kMostFields = 500'000;
inline constexpr unsigned kDeepestMessage = 32;
inline constexpr Integer kLargestNumber = 1'000'000'000;

struct Field;

/// The fields of a message in their order; a name may be repeated.
struct Fields {
    std::vector<Field> all;

    /// The last message of that name; an empty one where there is none.
    const Fields& message(std::string_view name) const;
    /// The text of the last field of that name, without quotes; "" where there is none.
    std::string_view text(std::string_view name) const;
    /// The whole number of the last field of that name; `otherwise` where there is none.
    Integer number(std::string_view name, Integer otherwise) const;
    bool flag(std::string_view name, bool otherwise) const;
    std::vector<std::string_view> texts(std::string_view name) const;
    std::vector<Integer> numbers(std::string_view name) const;
    bool has(std::string_view name) const;
};

struct Field {
    std::string_view name, value;  ///< the value is empty where the field is a message
    Fields message;
};

/// Reads a text as far as it is one.
Fields read_prototxt(std::string_view text);

}  // namespace paramscope::open::caffe
