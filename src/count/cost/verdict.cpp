#include "count/cost/verdict.h"

#include <span>

#include "algebra/print.h"
#include "base/concat.h"

namespace paramscope {
namespace {

/// "21.3": gigabytes of 10^9 bytes with a digit after the point.
std::string gigabytes_text(Integer bytes) {
    constexpr Integer kTenth = 100'000'000;
    const Integer tenths = (bytes + kTenth / 2) / kTenth;
    return concat(to_string(tenths / 10), ".", to_string(tenths % 10));
}

std::string grouped_text(Integer value) {
    std::string text = to_string(value);
    for (std::size_t end = text.size(); end > 3; end -= 3) text.insert(end - 3, ",");
    return text;
}

std::string_view answer_of(const Verdict& verdict, const MemoryPlan& plan) {
    if (verdict.fit.fits == Fits::Yes) return "fits: ";
    if (verdict.fit.fits == Fits::No) return "does not fit: ";
    const bool is_close = plan.total.basis == Basis::Approximate && verdict.bytes;
    return is_close                           ? "close, may or may not fit: about "
           : plan.total.basis == Basis::Range ? "not known: at most "
                                              : "not known: at least ";
}

}  // namespace

Verdict judge_plan(const Report& report, const MemoryPlan& plan, const Device& device) {
    Verdict verdict{
        fit_devices(report, plan, std::span(&device, 1)).front(), plan.total.value, plan.options.devices, {}};
    const SymbolValues values = values_of(report);
    for (const std::string& name : adjustable_sizes(report)) {
        const std::optional<Rational> value = values(name);
        if (value && value->is_integer()) verdict.sizes.emplace_back(name, value->numerator());
    }
    return verdict;
}

std::string sentence_of(const Verdict& verdict, const MemoryPlan& plan) {
    std::string text(answer_of(verdict, plan));
    text += concat(verdict.bytes ? gigabytes_text(*verdict.bytes) : "?", " of ",
                   gigabytes_text(verdict.fit.room), " GB", verdict.count > 1 ? " each" : "");
    std::string_view before = " at ";
    for (const auto& [name, value] : verdict.sizes) {
        text += concat(before, name, " ", grouped_text(value));
        before = ", ";
    }
    before = "; largest ";
    for (const LargestSize& size : verdict.fit.largest) {
        if (!size.value || size.is_more) continue;
        text += concat(before, size.name, " ", grouped_text(*size.value));
        before = ", largest ";
    }
    return text;
}

}  // namespace paramscope
