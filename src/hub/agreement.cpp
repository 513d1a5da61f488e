#include "hub/agreement.h"

#include <string>
#include <utility>

#include "algebra/print.h"
#include "base/ranges.h"
#include "count/compare/compare_tensors.h"
#include "formats/support/numbers.h"
#include "hub/messages.h"

namespace paramscope::hub {
namespace {

/// The path of the first tensor that differs.
std::string first_difference(const TensorComparison& comparison) {
    const TensorDifference& first = comparison.differences.front();
    return (first.left ? first.left : first.right)->path;
}

/// True where weights may have so many parameters: they do not tell all buffers.
bool agrees(Integer made, const Report& weights) {
    const Integer most = *weights.root()->facts->parameters.value;
    const bool is_open = !weights.possible_buffers.empty() && weights.parameters_min;
    return made == most || (is_open && *weights.parameters_min <= made && made <= most);
}

/// True where the models differ in nothing but what is stored beside packed weights.
bool is_of_packing(const TensorComparison& comparison) {
    const auto is_beside = [](const NamedTensor* tensor) {
        return tensor == nullptr || (tensor->role == Role::Buffer && tensor->packed_in != 0);
    };
    return all_of(comparison.differences, [&](const TensorDifference& each) {
        return is_beside(each.left) && is_beside(each.right);
    });
}

}  // namespace

Agreement compare_with_weights(const Report& config, const Report& weights) {
    const NodeReport* of_config = config.root();
    const NodeReport* of_weights = weights.root();
    if (of_weights == nullptr || of_weights->facts->parameters.is_unknown())
        return {false, {Severity::Warning, message("agreement.unknown")}};
    const Quantity& stored = of_weights->facts->parameters;
    if (of_config == nullptr || of_config->facts->parameters.is_unknown())
        return {
            false,
            {Severity::Warning, message("agreement.config_unknown", {{"weights", exact_in_words(stored)}})}};
    const Quantity& made = of_config->facts->parameters;
    const TensorComparison comparison = compare_tensors(config, weights);
    const bool is_same_total =
        agrees(*made.value, weights) && made.is_complete() && stored.is_complete() && comparison.is_complete;
    if (is_same_total && comparison.differences.empty()) {
        return {
            true,
            {Severity::Note, message("agreement.same", {{"tensors", with_thousands(Integer(comparison.same))},
                                                        {"parameters", exact_in_words(made)}})}};
    }
    if (comparison.differences.empty()) return {false, {Severity::Warning, message("agreement.unknown")}};
    MessageArguments arguments = {{"differences", with_thousands(Integer(comparison.differences.size()))},
                                  {"first", first_difference(comparison)}};
    if (is_same_total) {
        arguments.emplace_back("parameters", exact_in_words(made));
        if (is_of_packing(comparison) && config.bytes == weights.bytes) {
            arguments.emplace_back("bytes", short_bytes(weights.bytes.value_or(0)));
            return {false, {Severity::Note, message("agreement.same_packed", std::move(arguments))}};
        }
        return {false, {Severity::Note, message("agreement.same_total", std::move(arguments))}};
    }
    arguments.emplace_back("config", exact_in_words(made));
    arguments.emplace_back("weights", exact_in_words(stored));
    arguments.emplace_back("same", with_thousands(Integer(comparison.same)));
    return {false, {Severity::Warning, message("agreement.differs", std::move(arguments))}};
}

}  // namespace paramscope::hub
