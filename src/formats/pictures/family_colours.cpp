#include "formats/pictures/family_colours.h"

#include "base/ranges.h"
#include "count/report/parts.h"

namespace paramscope {
namespace {

/// 0xRRGGBB as an opaque Colour.
constexpr Colour rgb(Colour value) {
    return 0xFF000000 | (value & 0xFF) << 16 | (value & 0xFF00) | value >> 16;
}

struct FamilyColour {
    std::string_view family;
    Colour light, dark;
};

// Based on the qualitative palette of Okabe and Ito, which is distinguishable with every common colour
// blindness; darkened to a contrast of 3 with light grounds, lightened for dark ones.
constexpr FamilyColour kFamilyColours[] = {
    {"convolution", rgb(0x0072B2), rgb(0x4BA3D9)},    {"linear", rgb(0xD58000), rgb(0xF0A830)},
    {"attention", rgb(0xC24300), rgb(0xEE7A3A)},      {"embedding", rgb(0x00896A), rgb(0x2FBF95)},
    {"normalization", rgb(0x45A3DE), rgb(0x8AD0F7)},  {"recurrent", rgb(0xB8609A), rgb(0xDB90BD)},
    {"pooling", rgb(0xA08A00), rgb(0xE3D34A)},        {kAttentionPart, rgb(0xD58000), rgb(0xF0A830)},
    {kFeedForwardPart, rgb(0x3B72CC), rgb(0x6F9FEE)}, {kEmbeddingPart, rgb(0x00896A), rgb(0x2FBF95)},
    {kOutputPart, rgb(0x8A5BC8), rgb(0xB08CE8)},      {kNormalizationPart, rgb(0x45A3DE), rgb(0x8AD0F7)},
    {kRecurrentPart, rgb(0xB8609A), rgb(0xDB90BD)},   {kConvolutionPart, rgb(0xA08A00), rgb(0xE3D34A)},
};

}  // namespace

Colour colour_of_family(std::string_view family, bool is_dark) {
    const auto* colour = find_by(kFamilyColours, &FamilyColour::family, family);
    return colour == nullptr ? 0 : is_dark ? colour->dark : colour->light;
}

Colour colour_of_module(const Report& report, std::uint32_t node, const PictureStyle& style) {
    const std::string_view part =
        style.parts != nullptr ? style.parts->of(node) : report.nodes[node].facts->family;
    return colour_of_family(part, style.is_dark);
}

}  // namespace paramscope
