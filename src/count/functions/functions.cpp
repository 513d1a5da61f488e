#include "count/functions/functions.h"

#include <algorithm>
#include <unordered_map>

#include "count/functions/einsum.h"
#include "count/functions/feature_maps.h"
#include "count/functions/joining.h"
#include "count/functions/messages.h"
#include "count/functions/products.h"
#include "count/functions/reshaping.h"
#include "count/functions/values.h"
#include "count/functions/weighted.h"
#include "layers/catalogue/catalogue.h"
#include "layers/families/elementwise.h"

namespace paramscope {
namespace {

using namespace flow;

Result<Signal> keep_shape(FlowCall& call) {
    return call.inputs.front();
}

constexpr FlowFunction kFunctions[] = {
    {"relu", 1, keep_shape, false, elementwise::kCompare},
    {"relu6", 1, keep_shape, false, elementwise::kClamp},
    {"gelu", 1, keep_shape, false, elementwise::kGelu},
    {"silu", 1, keep_shape, false, elementwise::kSilu},
    {"mish", 1, keep_shape, false, elementwise::kMish},
    {"elu", 1, keep_shape, false, elementwise::kExponentialUnit},
    {"leaky_relu", 1, keep_shape, false, elementwise::kScaledCompare},
    {"prelu", 1, keep_shape, false, elementwise::kScaledCompare},
    {"rrelu", 1, keep_shape, false, elementwise::kScaledCompare},
    {"hardswish", 1, keep_shape, false, elementwise::kHardSwish},
    {"hardsigmoid", 1, keep_shape, false, elementwise::kHardGate},
    {"sigmoid", 1, keep_shape, false, elementwise::kSigmoid},
    {"tanh", 1, keep_shape, false, elementwise::kTanh},
    {"softplus", 1, keep_shape, false, elementwise::kSoftplus},
    {"softmax", 1, keep_shape, false, elementwise::kSoftmax},
    {"log_softmax", 1, keep_shape, false, elementwise::kSoftmax},
    {"erf", 1, keep_shape, false, elementwise::kExp},
    {"expm1", 1, keep_shape, false, elementwise::kExp},
    {"reciprocal", 1, keep_shape, false, elementwise::kMultiply},
    {"logsigmoid", 1, keep_shape, false, elementwise::kSigmoid},
    {"softmin", 1, keep_shape, false, elementwise::kSoftmax},
    {"tanhshrink", 1, keep_shape, false, elementwise::kTanh},
    {"softsign", 1, keep_shape, false, elementwise::kCompare},
    {"threshold", 1, keep_shape, false, elementwise::kCompare},
    {"hardshrink", 1, keep_shape, false, elementwise::kCompare},
    {"softshrink", 1, keep_shape, false, elementwise::kCompare},
    {"nan_to_num", 1, keep_shape},
    {"float32", 1, keep_shape},
    {"like_weights", 1, keep_shape},
    {"float16", 1, keep_shape},
    {"indices", 1, keep_shape},
    {"scatter", 2, keep_shape},
    {"index_add", 2, keep_shape},
    {"made", 1, resize},
    {"contiguous", 1, keep_shape},
    {"put", 2, keep_shape},
    {"scaled", 1, keep_shape},
    {"shifted", 1, keep_shape},
    {"inplace", 1, keep_shape},
    {"sort", 1, keep_shape},
    {"cummax", 1, keep_shape},
    {"detach", 1, keep_shape},
    {"compare", 1, keep_shape},
    {"dropout", 1, keep_shape},
    {"normalize", 1, keep_shape, false, elementwise::kNormalize},
    {"exp", 1, keep_shape, false, elementwise::kExp},
    {"sqrt", 1, keep_shape, false, elementwise::kSqrt},
    {"rsqrt", 1, keep_shape, false, elementwise::kSqrt},
    {"abs", 1, keep_shape, false, elementwise::kCompare},
    {"roll", 1, keep_shape},
    {"log", 1, keep_shape, false, elementwise::kExp},
    {"log1p", 1, keep_shape, false, elementwise::kExp},
    {"sin", 1, keep_shape, false, elementwise::kExp},
    {"cos", 1, keep_shape, false, elementwise::kExp},
    {"pow", 1, keep_shape, false, elementwise::kMultiply},
    {"clamp", 1, keep_shape, false, elementwise::kClamp},
    {"masked_fill", 1, keep_shape, false, elementwise::kCompare},
    {"where", 1, broadcast_all},
    {"maximum", 2, broadcast_all},
    {"minimum", 2, broadcast_all},
    {"lerp", 2, broadcast_all},
    {"addcmul", 3, broadcast_all},
    {"addcdiv", 3, broadcast_all},
    {"logaddexp", 2, broadcast_all},
    {"residual", 2, residual},
    {"state", 1, kept_state},
    {"cache", 1, kept_tokens},
    {"channel_shuffle", 1, keep_shape},
    {"cat", 1, cat, true},
    {"concat", 1, cat, true},
    {"stack", 1, stack, true},
    {"pick", 1, pick, true},
    {"expand", 2, expand},
    {"select", 1, select},
    {"slice", 1, slice},
    {"unflatten", 2, unflatten},
    {"lookup", 2, lookup},
    {"interpolate", 2, interpolate},
    {"window_partition", 1, window_partition},
    {"window_reverse", 2, window_reverse},
    {"space_to_depth", 1, space_to_depth},
    {"pad_to", 1, pad_to},
    {"chunk", 1, chunk},
    {"flatten", 1, flatten},
    {"reshape", 1, reshape},
    {"resize", 1, resize},
    {"pad", 1, resize},
    {"reflection_pad", 1, resize},
    {"repeat", 1, resize},
    {"take", 1, resize},
    {"gather", 1, resize},
    {"topk", 1, resize},
    {"tensor", 0, make_tensor},
    {"view", 1, reshape},
    {"permute", 1, permute},
    {"transpose", 1, transpose},
    {"unsqueeze", 1, unsqueeze},
    {"squeeze", 1, squeeze},
    {"mean", 1, reduce},
    {"sum", 1, reduce},
    {"amax", 1, reduce},
    {"max", 1, reduce},
    {"argmax", 1, reduce},
    {"any", 1, reduce},
    {"var", 1, reduce},
    {"std", 1, reduce},
    {"vector_norm", 1, reduce},
    {"logsumexp", 1, reduce},
    {"prod", 1, reduce},
    {"loss", 1, reduce},
    {"matmul", 2, matmul},
    {"einsum", 1, einsum},
    {"F.linear", 2, linear},
    {"F.conv1d", 2, convolution<1>},
    {"F.conv2d", 2, convolution<2>},
    {"F.conv3d", 2, convolution<3>},
    {"F.conv_transpose1d", 2, transposed_convolution<1>},
    {"F.conv_transpose2d", 2, transposed_convolution<2>},
    {"F.conv_transpose3d", 2, transposed_convolution<3>},
    {"F.embedding", 2, embedding},
    {"F.layer_norm", 1, normalization, false, elementwise::kNormalize},
    {"F.batch_norm", 1, normalization, false, elementwise::kNormalize},
    {"F.group_norm", 1, normalization, false, elementwise::kNormalize},
    {"F.instance_norm", 1, normalization, false, elementwise::kNormalize},
    {"F.rms_norm", 1, normalization, false, elementwise::kNormalize},
    {"attention", 3, attention},
};

}  // namespace

const Value* FlowCall::find(std::string_view name, std::size_t position) const {
    for (const ForwardExpression::Keyword& keyword : keywords) {
        if (keyword.name == name) return &keyword.value;
    }
    return position < literals.size() ? &literals[position] : nullptr;
}

Result<Integer> FlowCall::integer(std::string_view name, std::size_t position, Integer fallback) const {
    const Value* value = find(name, position);
    if (!value) return fallback;
    const Result<std::vector<Integer>> numbers = integers(*value, environment);
    if (!numbers) return numbers.error();
    if (numbers->size() != 1) return flow_error(message("literal.one_integer", {{"name", name}}));
    return numbers->front();
}

Result<std::size_t> FlowCall::axis(std::string_view name, std::size_t position, Integer fallback) const {
    const Result<Integer> number = integer(name, position, fallback);
    if (!number) return number.error();
    return index_of(*number, input().size());
}

bool FlowCall::equal(const Polynomial& a, const Polynomial& b) const {
    return environment.equal(a, b);
}

bool FlowCall::expect_equal(const Polynomial& a, const Polynomial& b) const {
    if (equal(a, b)) return true;
    refuse(Unmet::Kind::Equal, a, b);
    return false;
}

void FlowCall::refuse(Unmet::Kind kind, const Polynomial& actual, const Polynomial& expected) const {
    if (Requirements* const requirements = environment.requirements())
        requirements->refuse(kind, actual, expected);
}

bool FlowCall::equal(const Dims& a, const Dims& b) const {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                      [&](const Polynomial& x, const Polynomial& y) { return equal(x, y); });
}

const FlowFunction* find_flow_function(std::string_view name) {
    static const auto by_name = [] {
        std::unordered_map<std::string_view, const FlowFunction*> index;
        for (const FlowFunction& each : kFunctions) index.emplace(each.name, &each);
        return index;
    }();
    auto found = by_name.find(name);
    if (found == by_name.end()) found = by_name.find(function_name(name));
    return found == by_name.end() ? nullptr : found->second;
}

bool calls_all_children(std::string_view name) {
    return name == "sequence" || name == "outputs" || name == "dense";
}

bool calls_list(std::string_view name) {
    return name == "each" || name == "alternate" || name == "branches" || name == "route";
}

std::string_view function_name(std::string_view name) {
    constexpr std::string_view kPrefix = "F.";
    return name.starts_with(kPrefix) ? name.substr(kPrefix.size()) : name;
}

bool is_flow_function(std::string_view name) {
    if (find_flow_function(name) != nullptr) return true;
    name = function_name(name);
    if (name == "keep" || name == "after" || name == "unknown" || calls_list(name) ||
        calls_all_children(name))
        return true;
    const FoundLayer layer = find_layer(name);
    return layer.rule && !layer.rule->tensors;
}

}  // namespace paramscope
