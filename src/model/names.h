// Recognises the two shapes every line of a module tree starts with: `(name):` and `Type(`.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/source.h"

namespace paramscope {

/// `(name):` before a child.
struct ChildName {
    std::string_view name;
    std::uint32_t end = 0;  ///< behind the colon
};

/// The child name at `offset`, which stands at a `(`: any text on one line up to the `)` that closes it as in
/// values (see find_closing), then `:`.
std::optional<ChildName> match_child_name(std::string_view text, std::uint32_t offset);

/// `Type(`.
struct TypeName {
    Span span;                  ///< of the name
    std::uint32_t opening = 0;  ///< of the parenthesis
};

/// The type name at `offset`: letters, digits, dots, `::`, dashes, groups in `<>` or `[]`; then, perhaps
/// after blanks, an opening parenthesis on the same line.
std::optional<TypeName> match_type(std::string_view text, std::uint32_t offset);

/// `Parameter containing: [`, `Tensor containing: [`: where the text behind the bracket starts.
std::optional<std::uint32_t> match_printed_tensor(std::string_view text, std::uint32_t offset);

/// Whether a line with a child starts at `offset` (blanks skipped): `(name): ` and something that reads as a
/// module or tensor. Told apart from prose that happens to start with `(note): `.
bool starts_child_line(std::string_view text, std::uint32_t offset);

/// Whether `name` is a function of expressions: `max(a, b)` is a number, not a call.
bool is_expression_function(std::string_view name);

/// `count x Type(`, or `Type(`. A count may start like a type: `max(a, b) x Type(`.
struct RepeatedType {
    Span count;  ///< empty when there is none
    TypeName type;
};
std::optional<RepeatedType> match_repeated_type(std::string_view text, std::uint32_t offset);

}  // namespace paramscope
