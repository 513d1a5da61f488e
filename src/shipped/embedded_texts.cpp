// Shipped texts that are compiled into a native program; fetched_texts.cpp is for the page.
#include "base/shipped_texts.h"

namespace paramscope {

// Generated from the files (see src/CMakeLists.txt).
extern const std::span<const ShippedText> kEmbeddedTexts;

std::span<const ShippedText> shipped_texts() {
    return kEmbeddedTexts;
}

}  // namespace paramscope
