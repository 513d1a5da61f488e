// Finds the place of a missing or surplus parenthesis by the indentation.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "model/model.h"
#include "model/reporter.h"

namespace paramscope {

/// Compares the indentation of each closing parenthesis with that of its module. When parentheses turn out
/// not to match, the first pair with different indentation is the likely place, and the error is reported
/// there.
class ParenthesisCheck {
  public:
    ParenthesisCheck(std::string_view text, Reporter& reporter) : text_(text), reporter_(reporter) {}

    /// Records that the module at `begin`, with its parenthesis at `opening`, is closed at `closing`.
    void close(std::string_view type, std::uint32_t begin, std::uint32_t opening, std::uint32_t closing);

    /// Reports that the parenthesis at `opening` is never closed. `type` is that of its module, "" when it
    /// belongs to none.
    void report_unclosed(std::uint32_t opening, std::string_view type);

    /// Reports a closing parenthesis or a child outside the model.
    void report_surplus(Span span);

    /// Warns that modules are nested in another way than their indentation shows.
    void report_misplaced();

    /// True when a pair of parentheses has different indentation.
    bool has_mismatch() const { return mismatch_.has_value(); }

    /// True when a pair of parentheses of a module inside `root` has different indentation.
    bool has_mismatch_inside(const Module& root) const;

    /// True when a mismatch was reported; only the first one is.
    bool has_reported() const { return has_reported_; }

  private:
    /// A pair of parentheses with different indentation.
    struct Mismatch {
        std::uint32_t opening = 0;
        std::uint32_t closing = 0;
        std::string type;
    };

    std::string_view text_;
    Reporter& reporter_;
    std::optional<Mismatch> mismatch_;  ///< the first one
    bool has_reported_ = false;
};

/// True when two children of one module begin lines of different indentation.
bool has_uneven_children(std::string_view text, const Module& module);

/// The indentation of the line that holds `offset`; nullopt when anything but blanks is before `offset` on
/// that line.
std::optional<std::uint32_t> indentation(std::string_view text, std::uint32_t offset);

}  // namespace paramscope
