#include "app/inspector/fit_words.h"

#include "app/ui/theme.h"
#include "app/words/words.h"
#include "base/concat.h"
#include "formats/support/numbers.h"

namespace paramscope::app {

std::string_view fits_word(const Fit& fit) {
    constexpr Word kWords[] = {"device_fits", "device_too_small", "device_not_known"};
    if (fit.known == KnownParts::Weights) return word("device_weights_fit");
    if (fit.known == KnownParts::AllElse) return word("device_all_else_fits");
    return word(kWords[static_cast<std::size_t>(fit.fits)]);
}

ImU32 fits_colour(Fits fits) {
    const ImU32 colours[] = {palette().success, palette().error, palette().warning};
    return colours[static_cast<std::size_t>(fits)];
}

std::string sizes_text(const Fit& fit, std::size_t most) {
    std::string words;
    for (const LargestSize& size : fit.largest) {
        if (most == 0) break;
        if (!size.value || *size.value == 0) continue;
        --most;
        words += words.empty() ? "" : " · ";
        words += size.is_more ? word("device_any_size", {{"size", size.name}})
                              : concat(size.name, " ≤ ", with_thousands(*size.value));
    }
    return words;
}

float gigabytes_of(const Fit& fit) {
    return static_cast<float>(static_cast<double>(fit.room) / 1e9);
}

std::string size_text(const Quantity& bytes) {
    if (bytes.is_unknown()) return std::string(word("unknown"));
    return concat(sign_of(bytes.basis), short_bytes(*bytes.value));
}

}  // namespace paramscope::app
