// Lines and columns of many places in one text.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/diagnostic.h"
#include "base/source.h"

namespace paramscope {

/// True when a diagnostic has a place in the text. An error always has one, if only its start; a remark about the whole has the
/// empty span.
inline bool has_place(const Diagnostic& diagnostic) {
    return diagnostic.span != Span{} || diagnostic.severity == Severity::Error;
}

/// As position_at(), but continues from the previous offset: diagnostics come mostly in the order of the text, and a long text
/// may have thousands.
class PositionScan {
  public:
    explicit PositionScan(std::string_view text) : text_(text) {}

    Position at(std::uint32_t offset);

  private:
    std::string_view text_;
    std::uint32_t offset_ = 0;
    Position position_;
};

}  // namespace paramscope
