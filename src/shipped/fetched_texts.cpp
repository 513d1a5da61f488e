#include "shipped/fetched_texts.h"

#include <algorithm>
#include <deque>
#include <vector>

#include "base/shipped_texts.h"

namespace paramscope {
namespace {

struct FetchedTexts {
    std::deque<std::string> packs;  ///< `texts` points into these
    std::vector<ShippedText> texts;
};

FetchedTexts& fetched() {
    static FetchedTexts instance;
    return instance;
}

std::string_view take_field(std::string_view* pack) {
    const std::string_view field = pack->substr(0, pack->find('\0'));
    pack->remove_prefix(std::min(field.size() + 1, pack->size()));
    return field;
}

}  // namespace

void add_fetched_texts(std::string pack) {
    std::string_view rest = fetched().packs.emplace_back(std::move(pack));
    while (!rest.empty()) {
        ShippedText& text = fetched().texts.emplace_back();
        text.group = take_field(&rest);
        text.name = take_field(&rest);
        text.text = take_field(&rest);
    }
}

std::span<const ShippedText> shipped_texts() {
    return fetched().texts;
}

}  // namespace paramscope
