#include "base/short_text.h"

#include <cstring>
#include <new>

#include "base/pool.h"

namespace paramscope {

ShortText::ShortText(std::string_view text) {
    if (text.empty()) return;
    if (text.size() <= kMostInside) {
        word_ = text.size() << 1 | 1;
        std::memcpy(reinterpret_cast<char*>(&word_) + 1, text.data(), text.size());
        return;
    }
    Long* const made = new (take_memory(sizeof(Long) + text.size())) Long;
    made->size = text.size();
    std::memcpy(made + 1, text.data(), text.size());
    word_ = reinterpret_cast<std::uintptr_t>(made);
}

void ShortText::release() {
    give_memory_back(shared(), sizeof(Long) + shared()->size);
}

}  // namespace paramscope
