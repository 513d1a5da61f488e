#include "formats/pictures/map_legend.h"

#include "base/concat.h"
#include "base/ranges.h"
#include "formats/pictures/family_colours.h"
#include "formats/support/numbers.h"

namespace paramscope {
namespace {

constexpr double kLeastNamed = 0.0005;  // of the model

}  // namespace

std::vector<PartShare> part_shares(const ModelMap& map, std::size_t track) {
    std::vector<PartShare> shares;
    if (map.total[track] <= 0) return shares;
    for (const MapColumn& column : map.columns) {
        for (const MapShare& share : column.shares) {
            PartShare* known = find_by(shares, &PartShare::part, share.part);
            if (known == nullptr) known = &shares.emplace_back(PartShare{share.part, 0});
            known->share += share.costs[track] * column.copies / map.total[track];
        }
    }
    stable_sort(shares, [](const PartShare& a, const PartShare& b) { return a.share > b.share; });
    return shares;
}

void draw_map_legend(const ModelMap& map, const MapStyle& style, float middle,
                     const std::function<std::string(std::string_view)>& word_of, Ink& ink) {
    const float swatch = style.text_size * 0.8f, gap = style.text_size * 0.5f;
    float x = 0;
    for (const PartShare& each : part_shares(map, style.track)) {
        const std::string words = concat(word_of(each.part), " ", percent(each.share));
        const float width = swatch + gap + style.text_width(words, style.text_size);
        if (each.share < kLeastNamed || x + width > style.width) break;
        const Colour colour = colour_of_family(each.part, style.is_dark);
        ink.box({x, middle - swatch / 2, swatch, swatch}, colour == 0 ? style.muted : colour);
        ink.words({x + swatch + gap, middle}, words, style.muted, Anchor::Start);
        x += width + style.text_size * 1.5f;
    }
}

}  // namespace paramscope
