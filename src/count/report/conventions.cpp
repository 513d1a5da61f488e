#include "count/report/conventions.h"

#include "base/ranges.h"
#include "base/text_parts.h"

namespace paramscope {
namespace {

using enum Operation;

constexpr Weight kTwiceMatrix[] = {{Convolution, 2},    {Linear, 2}, {AttentionScore, 2},
                                   {AttentionValue, 2}, {Matmul, 2}, {Recurrent, 2}};
constexpr Weight kMatrix[] = {{Convolution},    {Linear}, {AttentionScore},
                              {AttentionValue}, {Matmul}, {Recurrent}};
constexpr Weight kMatrixAndBias[] = {{Convolution}, {Linear},    {AttentionScore}, {AttentionValue},
                                     {Matmul},      {Recurrent}, {Bilinear},       {BiasAdd}};
constexpr Weight kOutputMacs[] = {{OutputMac}};
constexpr Weight kOutputMacsAndBias[] = {{OutputMac}, {BiasAdd}};
constexpr Weight kOnce[] = {{Element}};
constexpr Weight kOnceAndAffine[] = {{Element}, {Affine}};
constexpr Weight kTwiceAndAffine[] = {{Element, 2}, {Affine, 2}};
constexpr Weight kFourAndAffine[] = {{Element, 4}, {Affine}};
constexpr Weight kPooled[] = {{Pooled}};
constexpr Weight kPoolInput[] = {{PoolInput}};
constexpr std::span<const Weight> kNothing;

// ---- torchinfo: parameters times positions, of leaf modules ----

constexpr Weight kSampleWeights[] = {{SampleWeight}};
constexpr Weight kTorchinfo[] = {{Convolution}, {Linear}, {Recurrent}, {BiasAdd}, {SampleWeight}};
constexpr Exception kTorchinfoExceptions[] = {
    {"ConvTranspose1d ConvTranspose2d ConvTranspose3d", kOutputMacsAndBias},
    {"RNNCell GRUCell LSTMCell", kOutputMacs},  // torchinfo mistakes their features for time steps
    {"functions", kSampleWeights},
    {"attention", kNothing},
};

// ---- fvcore: one flop per multiply-accumulate ----

constexpr Weight kUpsampled[] = {{Element, 4}};
constexpr Exception kFvcoreExceptions[] = {
    {"=fused", kNothing},
    {"*RMSNorm *FrozenBatchNorm2d LocalResponseNorm CrossMapLRN2d *L2Norm *UnweightedRMSNorm", kNothing},
    {"BatchNorm1d BatchNorm2d BatchNorm3d SyncBatchNorm BatchNormAct2d", kOnceAndAffine},
    {"normalization", kFourAndAffine},
    {"AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d", kPoolInput},
    {"UpsamplingBilinear2d =bilinear", kUpsampled},
    {"UpsamplingNearest2d =nearest", kOnce},
};

// ---- ptflops: its hooks on modules, and its other backend on ATen operations ----

// The hooks count a layer, and the patched functions count the call inside that layer again.
constexpr Weight kTwice[] = {{Element, 2}};
constexpr Weight kTwicePoolInput[] = {{PoolInput, 2}};
constexpr Weight kPtflopsFunctions[] = {{Convolution}, {Linear},  {AttentionScore}, {AttentionValue},
                                        {Matmul},      {Element}, {PoolInput}};
constexpr Weight kPtflopsAttention[] = {{Linear}, {AttentionScore}, {AttentionValue}, {BiasAdd}, {Element}};
constexpr Weight kRnnStates[] = {{Recurrent}, {BiasAdd}, {State}};
constexpr Weight kGruStates[] = {{Recurrent}, {BiasAdd}, {State, 7}};
constexpr Weight kLstmStates[] = {{Recurrent}, {BiasAdd}, {State, 10}};
constexpr Exception kPtflopsExceptions[] = {
    {"=fused", kNothing},
    {"*RMSNorm *FrozenBatchNorm2d LocalResponseNorm CrossMapLRN2d *L2Norm *UnweightedRMSNorm", kNothing},
    {"normalization", kOnceAndAffine},
    {"ReLU PReLU ELU GELU", kTwice},
    {"LeakyReLU ReLU6 SiLU Softmax GELUActivation SiLUActivation", kOnce},
    {"pooling", kTwicePoolInput},
    {"resizing", kOnce},
    {"attention", kPtflopsAttention},
    {"RNN RNNCell", kRnnStates},
    {"GRU GRUCell", kGruStates},
    {"LSTM LSTMCell", kLstmStates},
    {"functions", kPtflopsFunctions},
};
constexpr Weight kAten[] = {{Convolution}, {Linear}, {Matmul}, {BiasAdd}};

// ---- thop: hooks on the modules it knows ----

constexpr Weight kThop[] = {{Convolution}, {Linear}};
constexpr Weight kThopSoftmax[] = {{Element, 3}, {Row, -1}};
constexpr Weight kThopPool[] = {{PoolInput}, {Pooled}};
constexpr Weight kThopLinear[] = {{Element, 5}};
constexpr Weight kThopBilinear[] = {{Element, 11}};
constexpr Weight kThopTrilinear[] = {{Element, 31}};
constexpr Weight kThopBicubic[] = {{Element, 259}};
constexpr Weight kThopLstm[] = {{Recurrent}, {BiasAdd}, {State, 8}};
constexpr Exception kThopExceptions[] = {
    {"*RMSNorm *FrozenBatchNorm2d LocalResponseNorm CrossMapLRN2d *L2Norm *UnweightedRMSNorm GroupNorm "
     "attention",
     kNothing},
    {"ConvTranspose1d ConvTranspose2d ConvTranspose3d", kOutputMacs},
    {"normalization", kTwiceAndAffine},
    {"PReLU", kOnce},
    {"AvgPool1d AvgPool2d AvgPool3d", kPooled},
    {"AdaptiveAvgPool1d AdaptiveAvgPool2d AdaptiveAvgPool3d", kThopPool},
    {"Softmax", kThopSoftmax},
    {"=linear", kThopLinear},
    {"UpsamplingBilinear2d =bilinear", kThopBilinear},
    {"=trilinear", kThopTrilinear},
    {"=bicubic", kThopBicubic},
    {"RNN RNNCell", kRnnStates},
    {"GRU GRUCell", kGruStates},
    {"LSTM LSTMCell", kThopLstm},
    {"functions", kNothing},
};

// ---- DeepSpeed, calflops: functionals and a few tensor methods ----

constexpr Weight kTwiceAndBias[] = {{Convolution, 2}, {BiasAdd}};
constexpr Weight kDeepspeedRnn[] = {{Recurrent, 2}, {BiasAdd}, {State, -1}};
constexpr Weight kDeepspeedGru[] = {{Recurrent, 2}, {BiasAdd}, {State}};
constexpr Weight kDeepspeedLstm[] = {{Recurrent, 2}, {BiasAdd}, {State, 2}};
constexpr Weight kDeepspeedFunctions[] = {{Convolution, 2},    {Linear, 2}, {AttentionScore, 2},
                                          {AttentionValue, 2}, {Matmul, 2}, {Element},
                                          {PoolInput}};
constexpr Exception kDeepspeedExceptions[] = {
    {"*RMSNorm *FrozenBatchNorm2d LocalResponseNorm CrossMapLRN2d *L2Norm *UnweightedRMSNorm", kNothing},
    {"BatchNorm1d BatchNorm2d BatchNorm3d SyncBatchNorm InstanceNorm1d InstanceNorm2d InstanceNorm3d",
     kOnceAndAffine},
    {"normalization", kFourAndAffine},
    {"ReLU PReLU ELU LeakyReLU ReLU6 GELU SiLU Softmax GELUActivation SiLUActivation", kOnce},
    {"pooling", kPoolInput},
    {"resizing", kOnce},
    {"convolution", kTwiceAndBias},
    {"RNN RNNCell", kDeepspeedRnn},
    {"GRU GRUCell", kDeepspeedGru},
    {"LSTM LSTMCell", kDeepspeedLstm},
    {"functions", kDeepspeedFunctions},
};

// ---- onnx-tool: each operation costs as many MACs as it takes instructions ----

constexpr Weight kOnnx[] = {
    {Convolution}, {Linear}, {AttentionScore}, {AttentionValue}, {Matmul},  {Recurrent}, {Bilinear},
    {BiasAdd},     {Add},    {Multiply},       {Divide, 4},      {Exp, 32}, {Sqrt, 24},  {Compare}};
constexpr Weight kOnnxBatchNorm[] = {{Element, 31}};
constexpr Weight kOnnxLayerNorm[] = {{Element, 7}, {Row, 29}};
constexpr Weight kOnnxSoftmax[] = {{Element, 36}};
constexpr Weight kOnnxSilu[] = {{Element, 33}};
constexpr Weight kOnnxGelu[] = {{Element, 34}};
constexpr Weight kOnnxTanh[] = {{Element, 38}};
constexpr Exception kOnnxExceptions[] = {
    {"ConvTranspose1d ConvTranspose2d ConvTranspose3d", kOutputMacsAndBias},
    {"BatchNorm1d BatchNorm2d BatchNorm3d SyncBatchNorm", kOnnxBatchNorm},
    {"normalization", kOnnxLayerNorm},
    {"Softmax", kOnnxSoftmax},
    {"SiLU SiLUActivation", kOnnxSilu},
    {"GELU GELUActivation", kOnnxGelu},
    {"Tanh", kOnnxTanh},
    {"pooling", kPoolInput},
};

constexpr Convention kConventions[] = {
    {"flops",
     "2 FLOPs for each multiply-accumulate of matrix work, as torch.utils.flop_counter counts",
     kTwiceMatrix,
     {},
     false},
    {"macs", "multiply-accumulates of matrix work, each counted once", kMatrix, {}, false},
    {"torchinfo", "torchinfo's mult-adds: weights and biases times positions, nothing inside attention",
     kTorchinfo, kTorchinfoExceptions},
    {"fvcore", "fvcore's flops: multiply-accumulates, and normalization by elements", kMatrix,
     kFvcoreExceptions},
    {"ptflops", "ptflops' MACs: multiply-accumulates, biases, and one for each element of most other layers",
     kMatrixAndBias, kPtflopsExceptions},
    {"ptflops-aten",
     "ptflops' MACs by its aten backend: matrix products and biases, no fused attention",
     kAten,
     {}},
    {"thop",
     "thop's MACs: multiply-accumulates without biases, and normalization; only layers that it has a rule "
     "for",
     kThop, kThopExceptions},
    {"deepspeed",
     "the FLOPs of DeepSpeed's profiler and of calflops: 2 for each multiply-accumulate, 1 for each element",
     kTwiceMatrix, kDeepspeedExceptions},
    {"torch",
     "torch.utils.flop_counter: 2 FLOPs for each multiply-accumulate of matrix work",
     kTwiceMatrix,
     {}},
    {"onnx-tool", "onnx-tool's MACs: every operation, divisions and exponentials by their instructions",
     kOnnx, kOnnxExceptions},
};

/// True when a word of Exception::layers matches the module.
bool matches_word(std::string_view word, const OwnWork& own) {
    if (word.front() == '=') return word.substr(1) == own.variant;
    if (!own.layer.rule) return word == "functions";
    if (word.front() == '*') return own.type.ends_with(word.substr(1));
    return word == own.type || word == own.layer.family();
}

bool matches(std::string_view words, const OwnWork& own) {
    while (!words.empty()) {
        if (matches_word(take_until(words, ' '), own)) return true;
    }
    return false;
}

/// How often an operation occurs in LayerRule::per_element.
int times_per_element(const OwnWork& own, Operation operation) {
    struct Count {
        Operation operation;
        decltype(&ElementOperations::add) times;
    };
    using Each = ElementOperations;
    static constexpr Count kCounts[] = {{Add, &Each::add},       {Multiply, &Each::multiply},
                                        {Divide, &Each::divide}, {Exp, &Each::exp},
                                        {Sqrt, &Each::sqrt},     {Compare, &Each::compare}};
    if (!own.layer.rule) return 0;  // functions of forward lines are tallied by their operations
    const Count* count = find_by(kCounts, &Count::operation, operation);
    return count == nullptr ? 0 : own.layer.rule->per_element.*count->times;
}

}  // namespace

std::span<const Convention> conventions() {
    return kConventions;
}

const Convention* find_convention(std::string_view name) {
    return find_by(kConventions, &Convention::name, name);
}

OwnWork::OwnWork(const Work& done, const Module* module, std::string_view type_name, const FoundLayer& found)
    : work(done), type(type_name), layer(found) {
    if (!layer.rule) {
        if (type.find("Sdpa") != std::string_view::npos || type.find("FlashAtt") != std::string_view::npos)
            variant = "fused";
        return;
    }
    if (type != "Upsample" || !module) return;
    variant = "nearest";
    for (const Argument& argument : module->arguments.pattern()) {
        if (argument.name != "mode") continue;
        variant = {};
        for (const std::string_view mode : {"nearest", "linear", "bilinear", "trilinear", "bicubic"}) {
            if (argument.value.text == mode) variant = mode;
        }
    }
}

OwnWork own_work(const NodeReport& node) {
    const FoundLayer layer = node.module ? find_layer(*node.module) : FoundLayer{};
    return {node.facts->work, node.module, node.type,
            layer.family() == node.facts->family ? layer : FoundLayer{}};
}

int matrix_passes(Mode mode) {
    return mode == Mode::Training ? 3 : 1;
}

std::span<const Weight> weights_for(const Convention& convention, const OwnWork& own) {
    for (const Exception& exception : convention.exceptions) {
        if (matches(exception.layers, own)) return exception.weights;
    }
    return convention.weights;
}

Polynomial times_of(const OwnWork& own, Operation operation) {
    Polynomial times = own.work.times(operation);
    if (const int each = times_per_element(own, operation)) times += own.work.times(Element) * each;
    return times;
}

Polynomial weigh(const OwnWork& own, const Convention& convention, bool causal, int matrix_passes) {
    Polynomial total;
    if (own.work.tallies().empty()) return total;
    for (const Weight& weight : weights_for(convention, own)) {
        Polynomial times = times_of(own, weight.operation);
        if (times.is_zero()) continue;
        if (causal && weight.operation == AttentionScore) times -= own.work.times(Masked);
        total += times * (is_matrix(weight.operation) ? weight.times * matrix_passes : weight.times);
    }
    if (matrix_passes > 1) total -= own.work.times(NoGradient) * matrix_weight(own, convention);
    return total;
}

int matrix_weight(const OwnWork& own, const Convention& convention) {
    for (const Weight& weight : weights_for(convention, own)) {
        if (is_matrix(weight.operation) && !own.work.times(weight.operation).is_zero()) return weight.times;
    }
    return 0;
}

bool weighs_elements(const Convention& convention) {
    const auto has_other = [](std::span<const Weight> weights) {
        return any_of(weights, [](const Weight& weight) { return !is_matrix(weight.operation); });
    };
    return has_other(convention.weights) ||
           any_of(convention.exceptions, [&](const Exception& each) { return has_other(each.weights); });
}

bool weighs_elements(const Convention& convention, const OwnWork& own) {
    const std::span<const Weight> weights = weights_for(convention, own);
    return any_of(weights, [&](const Weight& weight) {
        switch (weight.operation) {
            case Element:
                return own.layer.creates_output() && !own.layer.is_pooling();
            case PoolInput:
            case Pooled:
                return own.layer.is_pooling();
            case SampleWeight:
                return own.layer.rule && own.layer.rule->tensors && !own.layer.rule->has_work;
            default:
                return times_per_element(own, weight.operation) != 0;
        }
    });
}

}  // namespace paramscope
