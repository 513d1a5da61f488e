// Lines and columns of many places in one text.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/diagnostic.h"
#include "base/source.h"

namespace paramscope {

/// Whether a diagnostic belongs to a place of the text. An error always does, if only to its start; a remark
/// about the whole has the empty span there.
inline bool has_place(const Diagnostic& diagnostic) {
    return diagnostic.span != Span{} || diagnostic.severity == Severity::Error;
}

/// As position_at(), but a place behind the one asked for before is reached from there: diagnostics come
/// mostly in the order of the text, and a long text may have thousands of them.
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
