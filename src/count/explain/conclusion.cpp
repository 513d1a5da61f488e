#include "count/explain/conclusion.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <string>
#include <string_view>

#include "algebra/print.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "count/messages.h"

namespace paramscope {
namespace {

using ConclusionId = MessageId<kCountMessages>;

constexpr auto kParameters = static_cast<std::size_t>(Track::Parameters);
constexpr double kLeastShare = 0.3;  // of all parameters, for a place to be named
constexpr double kLeastPart = 0.4;   // of a layer, for a part to be named
constexpr double kAsGoodAs = 0.02;   // how far a fraction in words may be from the share

std::string in_percent(double share) {
    return concat(std::to_string(std::lround(share * 100)), " %");
}

std::string in_digits(double count) {
    return with_thousands(static_cast<Integer>(std::llround(count)));
}

/// "two thirds", where the share is near enough to such a fraction; else "58 %".
Message in_words(double share) {
    struct Fraction {
        double value;
        ConclusionId words;
    };
    static constexpr Fraction kFractions[] = {{1.0 / 2, "conclusion.half"},
                                              {2.0 / 3, "conclusion.two_thirds"},
                                              {3.0 / 4, "conclusion.three_quarters"}};
    for (const Fraction& each : kFractions)
        if (std::abs(share - each.value) < kAsGoodAs) return message(each.words, {});
    return in_percent(share);
}

struct Sum {
    double copies = 0, cost = 0;
};

Sum sum_of(const ModelMap& map, std::size_t first, std::size_t end) {
    Sum sum;
    for (std::size_t i = first; i < end; ++i) {
        sum.copies += map.columns[i].copies;
        sum.cost += map.columns[i].copies * map.columns[i].costs[kParameters];
    }
    return sum;
}

std::optional<ConclusionId> name_of_part(std::string_view part) {
    if (part == kAttentionPart) return ConclusionId("conclusion.attention");
    if (part == kFeedForwardPart) return ConclusionId("conclusion.feed_forward");
    if (part == kRecurrentPart) return ConclusionId("conclusion.recurrent");
    return std::nullopt;
}

bool are_equal(const Report& report, const ModelMap& map, const MapGroup& group) {
    const MapColumn& first = map.columns[group.first];
    return all_of(std::span(map.columns).subspan(group.first, group.end - group.first),
                  [&](const auto& column) {
                      return report.nodes[column.node].type == report.nodes[first.node].type &&
                             column.costs[kParameters] == first.costs[kParameters];
                  });
}

Message of_equal_layers(const MapColumn& column, double count, double share) {
    const MapShare* largest = nullptr;
    for (const MapShare& each : column.shares)
        if (largest == nullptr || each.costs[kParameters] > largest->costs[kParameters]) largest = &each;
    const double part = largest->costs[kParameters] / column.costs[kParameters];
    const std::optional<ConclusionId> name = name_of_part(largest->part);
    const std::string copies = in_digits(count);
    if (!name || part < kLeastPart)
        return message("conclusion.equal_layers", {{"share", in_percent(share)}, {"count", copies}});
    return message("conclusion.layers_and_part", {{"share", in_percent(share)},
                                                  {"count", copies},
                                                  {"fraction", in_words(part)},
                                                  {"part", message(*name, {})}});
}

}  // namespace

std::optional<Message> conclusion_of(const Report& report, const ModelMap& map) {
    const NodeReport* root = report.root();
    const double total = map.total[kParameters];
    if (root == nullptr || total <= 0 || !root->facts->parameters.is_complete()) return std::nullopt;
    const auto cost = [&](const MapGroup& group) { return sum_of(map, group.first, group.end).cost; };
    const auto& largest = *std::max_element(map.groups.begin(), map.groups.end(),
                                            [&](const auto& a, const auto& b) { return cost(a) < cost(b); });
    const Sum sum = sum_of(map, largest.first, largest.end);
    const double share = sum.cost / total;
    if (share < kLeastShare || map.columns.size() < 2) return std::nullopt;
    if (sum.copies > 1 && are_equal(report, map, largest))
        return of_equal_layers(map.columns[largest.first], sum.copies, share);
    const bool is_one = largest.end - largest.first == 1;
    const std::uint32_t place = is_one ? map.columns[largest.first].node : largest.node;
    return message(is_one ? ConclusionId("conclusion.one_layer") : ConclusionId("conclusion.module"),
                   {{"share", in_percent(share)}, {"path", report.path_or_type(report.nodes[place])}});
}

}  // namespace paramscope
