// Layers that drop elements, channels or branches in training only; counted as the identity.
#include "layers/families/families.h"

namespace paramscope {

std::span<const LayerRule> dropout_layers() {
    static constexpr LayerRule rules[] = {
        {"Dropout", "p=0.5, inplace=False"},
        {"Dropout1d", "p=0.5, inplace=False"},
        {"Dropout2d", "p=0.5, inplace=False"},
        {"Dropout3d", "p=0.5, inplace=False"},
        {"AlphaDropout", "p=0.5, inplace=False"},
        {"FeatureAlphaDropout", "p=0.5, inplace=False"},
        {"StochasticDepth", "p, mode"},  // torchvision
        {"DropBlock2d", ""},             // torchvision, timm
        {"DropBlock3d", ""},
        {"*DropPath", ""},  // timm, Hugging Face
        {"*Dropout", ""},
    };
    return rules;
}

}  // namespace paramscope
