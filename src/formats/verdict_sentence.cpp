#include "formats/verdict_sentence.h"

#include "base/concat.h"
#include "formats/support/numbers.h"

namespace paramscope {
namespace {

std::string_view answer_of(const Verdict& verdict, const MemoryPlan& plan) {
    if (verdict.fit.fits == Fits::Yes) return "fits: ";
    if (verdict.fit.fits == Fits::No) return "does not fit: ";
    return is_close(verdict, plan)            ? "close, may or may not fit: about "
           : plan.total.basis == Basis::Range ? "not known: at most "
                                              : "not known: at least ";
}

}  // namespace

std::string gigabytes(Integer bytes) {
    return rounded(static_cast<double>(bytes) / 1e9, 1);
}

std::string sentence_of(const Verdict& verdict, const MemoryPlan& plan) {
    std::string text(answer_of(verdict, plan));
    text += concat(verdict.bytes ? gigabytes(*verdict.bytes) : "?", " of ", gigabytes(verdict.fit.room),
                   " GB", verdict.count > 1 ? " each" : "");
    std::string_view before = " at ";
    for (const auto& [name, value] : verdict.sizes) {
        text += concat(before, name, " ", with_thousands(value));
        before = ", ";
    }
    before = "; largest ";
    for (const LargestSize& size : verdict.fit.largest) {
        if (!size.value || size.is_more) continue;
        text += concat(before, size.name, " ", with_thousands(*size.value));
        before = ", largest ";
    }
    return text;
}

}  // namespace paramscope
