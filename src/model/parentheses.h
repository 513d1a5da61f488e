// Tells where a parenthesis is missing or one too many, with the help of the indentation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/reporter.h"

namespace paramscope {

/// Follows the closing parentheses of modules. The first one whose line is not indented as its module's line
/// is where reading and indentation part: a later mismatch is told there.
class ParenthesisCheck {
  public:
    ParenthesisCheck(std::string_view text, Reporter& reporter) : text_(text), reporter_(reporter) {}

    /// A module that starts at `begin`, with its parenthesis at `opening`, is closed at `closing`.
    void close(const std::string& type, std::uint32_t begin, std::uint32_t opening, std::uint32_t closing);

    /// Reports that the parenthesis at `opening` is never closed; of a module when `type` is not empty.
    void report_unclosed(std::uint32_t opening, const std::string& type);

    /// Reports a closing parenthesis, or a child, that stands outside the model.
    void report_surplus(Span span);

    /// Whether anything was reported; only the first mismatch is.
    bool reported() const { return reported_; }

  private:
    struct Misfit {
        std::uint32_t opening = 0;
        std::uint32_t closing = 0;
        std::string type;
    };

    std::string_view text_;
    Reporter& reporter_;
    std::optional<Misfit> misfit_;
    bool reported_ = false;
};

/// Blanks before the first character of the line that holds `offset`; nullopt when something else than
/// `offset` comes first on that line.
std::optional<std::uint32_t> indentation(std::string_view text, std::uint32_t offset);

}  // namespace paramscope
