// What pictures say in a file, in each language of running text.
#pragma once

#include <array>
#include <iterator>

#include "base/message.h"
#include "count/cost/memory_plan.h"
#include "formats/pictures/diagram/diagram.h"
#include "formats/pictures/strip_picture.h"
#include "formats/support/write.h"

namespace paramscope {

/// The texts of a roofline; "@" is replaced by a value.
struct RooflineWords {
    std::array<std::string_view, 3> passes;  ///< by Mode
    std::string_view heading;  ///< device, pass, rate, type of the numbers, bandwidth, time, part of it
    std::string_view unknown_rate, none;
    std::string_view without_products, optimizer, separator;
    std::string_view across;
};

/// The texts of a time line of memory; "@" is replaced by a value.
struct TimeLineWords {
    struct Part {
        std::string_view part, name;
    };

    std::array<std::string_view, 3> stages;  ///< by PassStage
    std::string_view inference, training;    ///< type of the numbers; optimizer, type
    std::string_view peak;                   ///< bytes, module
    std::string_view separator, unknown;
    std::array<Part, std::size(kMemoryParts)> parts;

    /// The name of a MemoryPart.
    std::string_view of(std::string_view part) const;
};

/// The texts of badges and cards; "@" is replaced by a value.
struct NumberWords {
    std::string_view parameters, flops, memory;  ///< labels of a badge
    std::string_view total;                      ///< beside a card's number
    std::string_view name;                       ///< of a card: title, number
    std::string_view weights, work, input;
};

/// Names the tracks of a strip.
void speak(Language language, StripStyle* style);
DiagramWords diagram_words(Language language);
const RooflineWords& roofline_words(Language language);
const TimeLineWords& time_line_words(Language language);
const NumberWords& number_words(Language language);
/// The words for what each of several copies has, with the hole {cost}; and the name of a part as Parts names
/// it.
std::string_view each_words(Language language);
std::string part_word(Language language, std::string_view part);
/// A sentence of count/explain/conclusion.h.
std::string picture_sentence(Language language, const Message& message);

}  // namespace paramscope
