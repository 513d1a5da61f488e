#include "app/pictures/share_picture.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "app/ui/screen_ink.h"
#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "formats/support/numbers.h"

namespace paramscope::app {
namespace {

float line() {
    return unit(6);
}

double share_of(const std::vector<FamilyShare>& shares, std::string_view family) {
    for (const FamilyShare& share : shares) {
        if (share.family == family) return share.share;
    }
    return 0;
}

}  // namespace

bool SharePicture::update(Context& context, Measure measure, bool all) {
    if (std::exchange(revision_, context.workspace.revision()) != context.workspace.revision()) {
        std::fill(std::begin(is_known_), std::end(is_known_), false);
        families_.clear();
    }
    if (!all) return find(context, static_cast<std::size_t>(measure));
    for (std::size_t each = 0; each < kMeasures; ++each) {
        if (!find(context, each)) return false;
    }
    return true;
}

bool SharePicture::find(Context& context, std::size_t measure) {
    if (is_known_[measure]) return true;
    const Report& report = context.workspace.report();
    if (!weigh_in_steps(context, static_cast<Measure>(measure)) || !context.steps.may(report)) return false;
    is_known_[measure] = true;
    shares_[measure] = family_shares(*context.weights.parts(context.workspace),
                                     *context.weights.of(context.workspace, static_cast<Measure>(measure)));
    for (const FamilyShare& share : shares_[measure]) {
        const bool known = contains(families_, share.family);
        if (!known) families_.push_back(share.family);
    }
    return true;
}

float SharePicture::height() const {
    return line() * (static_cast<float>(families_.size()) + 1.5f) + kMeasures * unit(10);
}

std::string SharePicture::in_words(Measure measure) const {
    return join(of(measure), ", ", [](const FamilyShare& share) {
        return concat(family_word(share.family), " ", percent(share.share));
    });
}

void SharePicture::write(Ink& ink, float width) const {
    const WithType type(Type::Small);
    float names = 0;
    for (const Word each : kMeasureWords) names = std::max(names, text_width(word(each)));
    names += unit(3);
    float y = unit(1);
    for (int measure = 0; measure < kMeasures; ++measure, y += unit(10)) {
        ink.words({0, y + unit(4)}, word(kMeasureWords[measure]), palette().text, Anchor::Start);
        float x = names;
        for (const FamilyShare& share : shares_[measure]) {
            const float length = (width - names) * static_cast<float>(share.share);
            const Box box{x, y, std::max(length - 1, 0.5f), unit(8)};
            const std::string words = percent(share.share);
            ink.box(box, family_colour(share.family), concat(family_word(share.family), " ", words));
            if (text_width(words) + unit(2) < length) {
                ink.words({x + length * 0.5f, y + unit(4)}, words, readable_on(family_colour(share.family)),
                          Anchor::Middle);
            }
            x += length;
        }
        if (shares_[measure].empty())
            ink.words({names, y + unit(4)}, word("unknown"), palette().muted, Anchor::Start);
    }
    // The legend is a table, which includes the shares too narrow for a label.
    y += line() * 0.5f;
    const float column = std::min((width - unit(30)) / kMeasures, unit(28));
    const auto edge = [&](int measure) {
        return width - column * static_cast<float>(kMeasures - 1 - measure);
    };
    for (int measure = 0; measure < kMeasures; ++measure) {
        ink.words({edge(measure), y}, word(kMeasureWords[measure]), palette().muted, Anchor::End);
    }
    for (const std::string_view family : families_) {
        y += line();
        ink.box({0, y - unit(1.25f), unit(2.5f), unit(2.5f)}, family_colour(family));
        ink.words({unit(4.5f), y}, family_word(family), palette().text, Anchor::Start);
        for (int measure = 0; measure < kMeasures; ++measure) {
            const double share = share_of(shares_[measure], family);
            ink.words({edge(measure), y}, share > 0 ? percent(share) : "–",
                      share > 0 ? palette().text : palette().faint, Anchor::End);
        }
    }
}

}  // namespace paramscope::app
