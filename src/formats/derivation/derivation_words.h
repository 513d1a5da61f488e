// The sentences of a derivation between its formulas, in each language.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>

#include "formats/support/write.h"
#include "layers/work.h"

namespace paramscope {

enum class Phrase : std::uint8_t {
    Title,
    Given,
    Input,
    Assumed,
    SetByHand,
    Parameters,
    Macs,
    Flops,
    Activations,
    ActivationsAreKept,
    Convention,
    Step,
    SeeStep,
    Each,
    Repeated,
    Colon,
    Own,
    Sum,
    One,
    Approximation,
    AndMore,
    AtLeast,
    AtMost,
    About,
    Unknown,
    Tied,
    NoSteps,
    Trainable,
    Buffers,
    Size,
    Total,
    NotKnown,
    Notes,
    AboutThisModel,
};
inline constexpr std::size_t kPhrases = 34;

/// The phrase with each `@` in it replaced by the next of `pieces`.
std::string phrase(Language language, Phrase phrase, std::initializer_list<std::string_view> pieces = {});

/// The name of one of the kMatrixKinds operations.
std::string_view matrix_work(Language language, Operation operation);

}  // namespace paramscope
