#include "formats/pictures/family_colours.h"

#include "base/ranges.h"
#include "count/report/parts.h"

namespace paramscope {
namespace {

struct FamilyColour {
    std::string_view family;
    Colour light, dark;
};

// Based on the qualitative palette of Okabe and Ito, which is distinguishable with every common colour
// blindness; darkened to a contrast of 3 with light grounds, lightened for dark ones.
constexpr FamilyColour kFamilyColours[] = {
    {"convolution", opaque(0x0072B2), opaque(0x4BA3D9)},
    {"linear", opaque(0xD58000), opaque(0xF0A830)},
    {"attention", opaque(0xC24300), opaque(0xEE7A3A)},
    {"embedding", opaque(0x00896A), opaque(0x2FBF95)},
    {"normalization", opaque(0x45A3DE), opaque(0x8AD0F7)},
    {"recurrent", opaque(0xB8609A), opaque(0xDB90BD)},
    {"pooling", opaque(0xA08A00), opaque(0xE3D34A)},
    {kAttentionPart, opaque(0xD58000), opaque(0xF0A830)},
    {kFeedForwardPart, opaque(0x3B72CC), opaque(0x6F9FEE)},
    {kEmbeddingPart, opaque(0x00896A), opaque(0x2FBF95)},
    {kOutputPart, opaque(0x8A5BC8), opaque(0xB08CE8)},
    {kNormalizationPart, opaque(0x45A3DE), opaque(0x8AD0F7)},
    {kRecurrentPart, opaque(0xB8609A), opaque(0xDB90BD)},
    {kConvolutionPart, opaque(0xA08A00), opaque(0xE3D34A)},
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
