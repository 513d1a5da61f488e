// Lays out tables for the terminal that the program writes to.
#pragma once

#include <string>
#include <string_view>

#include "cli/terminal.h"
#include "formats/support/table.h"

namespace paramscope::cli {

/// Fits tables into the width of a terminal and paints them. Where a table is too wide, columns that it can
/// do without are left out, which a line below it says; then words continue on further lines and names lose
/// their middle. Numbers are never cut: a table that is too wide even so is wider than the terminal.
class TerminalLayout final : public TextLayout {
  public:
    explicit TerminalLayout(const Terminal& terminal) : terminal_(terminal) {}

    std::string table(const AlignedTable& table) const override;
    std::string heading(std::string_view line) const override;
    /// `text`, which has no control characters, in the colour of what it says.
    std::string painted(std::string_view text, AlignedTable::Sense sense) const;
    std::string emphasized(std::string_view text) const;

  private:
    std::size_t available() const;

    Terminal terminal_;
};

}  // namespace paramscope::cli
