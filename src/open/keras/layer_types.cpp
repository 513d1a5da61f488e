#include "open/keras/layer_types.h"

#include <algorithm>

#include "base/characters.h"
#include "base/concat.h"

namespace paramscope::open::keras {
namespace {

// Names that may be cut off find the first row that fits, so common ones come first.
constexpr LayerType kTypes[] = {
    {"InputLayer", Rule::Input, ""},
    {"Dense", Rule::Dense, "Linear"},
    {"Conv1D", Rule::Convolution, "Conv1d"},
    {"Convolution1D", Rule::Convolution, "Conv1d"},
    {"Conv2D", Rule::Convolution, "Conv2d"},
    {"Convolution2D", Rule::Convolution, "Conv2d"},
    {"Conv3D", Rule::Convolution, "Conv3d"},
    {"Conv1DTranspose", Rule::Transposed, "ConvTranspose1d"},
    {"Conv2DTranspose", Rule::Transposed, "ConvTranspose2d"},
    {"Conv3DTranspose", Rule::Transposed, "ConvTranspose3d"},
    {"DepthwiseConv1D", Rule::Depthwise, "Conv1d"},
    {"DepthwiseConv2D", Rule::Depthwise, "Conv2d"},
    {"SeparableConv1D", Rule::Separable, "Conv1d"},
    {"SeparableConv2D", Rule::Separable, "Conv2d"},
    {"BatchNormalization", Rule::BatchNorm, "BatchNorm"},
    {"SyncBatchNormalization", Rule::BatchNorm, "BatchNorm"},
    {"LayerNormalization", Rule::LayerNorm, "LayerNorm"},
    {"RMSNormalization", Rule::LayerNorm, "RMSNorm"},
    {"GroupNormalization", Rule::GroupNorm, "GroupNorm"},
    {"UnitNormalization", Rule::Elementwise, "normalize(x)"},
    {"Normalization", Rule::Statistics, ""},
    {"Embedding", Rule::Embedding, "Embedding"},
    {"LSTM", Rule::Recurrent, "LSTM"},
    {"CuDNNLSTM", Rule::Recurrent, "LSTM"},
    {"GRU", Rule::Recurrent, "GRU"},
    {"CuDNNGRU", Rule::Recurrent, "GRU"},
    {"SimpleRNN", Rule::Recurrent, "RNN"},
    {"Bidirectional", Rule::Bidirectional, ""},
    {"TimeDistributed", Rule::TimeDistributed, ""},
    {"MultiHeadAttention", Rule::MultiHeadAttention, ""},
    {"GroupedQueryAttention", Rule::MultiHeadAttention, ""},
    {"GroupQueryAttention", Rule::MultiHeadAttention, ""},
    {"Attention", Rule::DotAttention, ""},
    {"Flatten", Rule::Flatten, "Flatten()"},
    {"Reshape", Rule::Reshape, ""},
    {"Permute", Rule::Permute, ""},
    {"RepeatVector", Rule::RepeatVector, ""},
    {"Dropout", Rule::Elementwise, "Dropout()"},
    {"SpatialDropout1D", Rule::Elementwise, "Dropout()"},
    {"SpatialDropout2D", Rule::Elementwise, "Dropout()"},
    {"SpatialDropout3D", Rule::Elementwise, "Dropout()"},
    {"GaussianDropout", Rule::Elementwise, "Dropout()"},
    {"GaussianNoise", Rule::Elementwise, "Dropout()"},
    {"AlphaDropout", Rule::Elementwise, "Dropout()"},
    {"Activation", Rule::Activation, ""},
    {"ReLU", Rule::Elementwise, "ReLU()"},
    {"LeakyReLU", Rule::Elementwise, "LeakyReLU()"},
    {"ELU", Rule::Elementwise, "ELU()"},
    {"ThresholdedReLU", Rule::Elementwise, "ReLU()"},
    {"Softmax", Rule::Elementwise, "Softmax(dim=-1)"},
    {"PReLU", Rule::SlopedActivation, ""},
    {"MaxPooling1D", Rule::Pool, "MaxPool1d"},
    {"MaxPooling2D", Rule::Pool, "MaxPool2d"},
    {"MaxPooling3D", Rule::Pool, "MaxPool3d"},
    {"AveragePooling1D", Rule::Pool, "AvgPool1d"},
    {"AveragePooling2D", Rule::Pool, "AvgPool2d"},
    {"AveragePooling3D", Rule::Pool, "AvgPool3d"},
    {"GlobalMaxPooling1D", Rule::GlobalPool, "AdaptiveMaxPool1d"},
    {"GlobalMaxPooling2D", Rule::GlobalPool, "AdaptiveMaxPool2d"},
    {"GlobalMaxPooling3D", Rule::GlobalPool, "AdaptiveMaxPool3d"},
    {"GlobalAveragePooling1D", Rule::GlobalPool, "AdaptiveAvgPool1d"},
    {"GlobalAveragePooling2D", Rule::GlobalPool, "AdaptiveAvgPool2d"},
    {"GlobalAveragePooling3D", Rule::GlobalPool, "AdaptiveAvgPool3d"},
    {"UpSampling1D", Rule::Upsampling, ""},
    {"UpSampling2D", Rule::Upsampling, ""},
    {"UpSampling3D", Rule::Upsampling, ""},
    {"ZeroPadding1D", Rule::Padding, ""},
    {"ZeroPadding2D", Rule::Padding, ""},
    {"ZeroPadding3D", Rule::Padding, ""},
    {"Cropping1D", Rule::Cropping, ""},
    {"Cropping2D", Rule::Cropping, ""},
    {"Cropping3D", Rule::Cropping, ""},
    {"Resizing", Rule::Resizing, ""},
    {"RandomCrop", Rule::Resizing, ""},
    {"CenterCrop", Rule::Resizing, ""},
    {"Concatenate", Rule::Concatenate, ""},
    {"Add", Rule::Merge, " + "},
    {"Subtract", Rule::Merge, " - "},
    {"Multiply", Rule::Merge, " * "},
    {"Average", Rule::Merge, " + "},
    {"Maximum", Rule::Merge, " + "},
    {"Minimum", Rule::Merge, " + "},
    {"Rescaling", Rule::Elementwise, "x * 1"},
    {"Identity", Rule::Elementwise, "Identity()"},
    {"Masking", Rule::Elementwise, "Identity()"},
    {"ActivityRegularization", Rule::Elementwise, "Identity()"},
    {"RandomFlip", Rule::Elementwise, "Identity()"},
    {"RandomRotation", Rule::Elementwise, "Identity()"},
    {"RandomZoom", Rule::Elementwise, "Identity()"},
    {"RandomTranslation", Rule::Elementwise, "Identity()"},
    {"RandomContrast", Rule::Elementwise, "Identity()"},
    {"RandomBrightness", Rule::Elementwise, "Identity()"},
    {"Lambda", Rule::Weightless, ""},
    {"TFOpLambda", Rule::Weightless, ""},
    {"SlicingOpLambda", Rule::Weightless, ""},
    {"Dot", Rule::Weightless, ""},
    {"TextVectorization", Rule::Weightless, ""},
    {"StringLookup", Rule::Weightless, ""},
    {"IntegerLookup", Rule::Weightless, ""},
    {"CategoryEncoding", Rule::Weightless, ""},
    {"Discretization", Rule::Weightless, ""},
    {"Hashing", Rule::Weightless, ""},
};

}  // namespace

const LayerType* find_layer_type(std::string_view name, bool is_cut) {
    const auto is_type = [&](const LayerType& type) { return type.name == name; };
    const auto may_be = [&](const LayerType& type) { return type.name.starts_with(name); };
    const LayerType* found = std::find_if(std::begin(kTypes), std::end(kTypes), is_type);
    if (found == std::end(kTypes) && is_cut)
        found = std::find_if(std::begin(kTypes), std::end(kTypes), may_be);
    return found == std::end(kTypes) ? nullptr : found;
}

std::size_t dimensions_of(std::string_view name) {
    for (std::size_t i = 1; i < name.size(); ++i) {
        const char digit = name[i - 1];
        if (name[i] == 'D' && digit >= '1' && digit <= '3') return static_cast<std::size_t>(digit - '0');
    }
    return 0;
}

std::string marked_type(std::string_view type, std::string_view maker) {
    constexpr std::size_t kLongest = 100;  // the reader of model text takes no longer type names
    std::string name;
    for (const char c : type.substr(0, kLongest)) {
        const bool is_plain = static_cast<unsigned char>(c) < 0x80 && (is_name_part(c) || c == '.');
        if (is_plain) name.push_back(c);
    }
    if (name.empty() || !is_name_start(name[0])) name = concat("Layer", name);
    return concat(name, '<', maker, '>');
}

}  // namespace paramscope::open::keras
