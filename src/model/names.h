// Recognises the starts of lines in a module tree: `(name):` and `Type(`.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/source.h"

namespace paramscope {

/// Bytes of a name, a type or a count; the reader keeps the beginning of longer ones.
inline constexpr std::uint32_t kLongestName = 1000;

/// `(name):` before a child.
struct ChildName {
    std::string_view name;
    std::uint32_t end = 0;  ///< after the colon
};

/// The child name at `offset`, which is the offset of a `(`: any text on one line up to the closing `)` (see
/// find_closing), then `:`.
std::optional<ChildName> match_child_name(std::string_view text, std::uint32_t offset);
/// The same for a name of any length that ends before `limit`.
std::optional<ChildName> match_child_name(std::string_view text, std::uint32_t offset, std::uint32_t limit);

/// The mark behind the type of a class that source code defines: `LayerNorm<source>`. Rules for a type of
/// that name do not apply to it.
inline constexpr std::string_view kSourceMark = "<source>";

/// `type` without that mark: the name of the class.
constexpr std::string_view class_name(std::string_view type) {
    if (type.ends_with(kSourceMark)) type.remove_suffix(kSourceMark.size());
    return type;
}

/// `Type(`.
struct TypeName {
    Span span;                  ///< of the name
    std::uint32_t opening = 0;  ///< offset of the parenthesis
};

/// The type name at `offset`: letters, digits, dots, `::`, dashes, groups in `<>` or `[]`; then an opening
/// parenthesis on the same line, perhaps after blanks.
std::optional<TypeName> match_type(std::string_view text, std::uint32_t offset);

/// The end of `Parameter containing: [` or `Tensor containing: [` at `offset`.
std::optional<std::uint32_t> match_printed_tensor(std::string_view text, std::uint32_t offset);

/// True when a line with a child starts at `offset` (blanks skipped): `(name): ` followed by a module or a
/// tensor, unlike prose such as `(note): see below`.
bool starts_child_line(std::string_view text, std::uint32_t offset);

/// True for the name of a function of expressions: `max(a, b)` is a number, not a module.
bool is_expression_function(std::string_view name);

/// `count x Type(` or `Type(`. The count may look like a type: `max(a, b) x Type(`.
struct RepeatedType {
    Span count;  ///< empty when there is none
    TypeName type;
};
std::optional<RepeatedType> match_repeated_type(std::string_view text, std::uint32_t offset);
/// `Type(` with a type of more than kLongestName bytes.
std::optional<RepeatedType> match_long_type(std::string_view text, std::uint32_t offset);

/// True for text that seems to call a class: `x = Foo(3)`.
bool may_call_class(std::string_view text);

/// The brackets that a text opens less those that it closes.
int open_brackets(std::string_view text);

}  // namespace paramscope
