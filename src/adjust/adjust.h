// Makes a printed model adjustable: replaces the numbers that are one size by a hyper-parameter, so that
// changing its value resizes all layers that have it.
//
// sizes finds the numbers that are sizes; flow_probe counts the model with a symbol for each and notes which
// must be equal; structure, pieces and stages add what the flow leaves open; equations solves all of it;
// roles names what is free; trial counts the model at other values and drops what does not fit; rewrite puts
// names into the text. See docs/adjustable.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/integer.h"
#include "base/message.h"
#include "count/report/options.h"

namespace paramscope {

/// A hyper-parameter that was found.
struct FoundVariable {
    std::string name;                ///< "d_model"
    Integer value = 0;               ///< in the text
    Message role;                    ///< "width of the residual stream"
    std::size_t places = 0;          ///< numbers of the text that it is in
    Integer step = 1;                ///< its values are multiples of this
    std::optional<Integer> divides;  ///< its values divide this, the value of another at present
    Integer least = 1;
};

/// A model text with hyper-parameters in the place of numbers.
struct Adjustable {
    std::string text;  ///< as it was where nothing was found
    std::vector<FoundVariable> variables;
    Message remark;             ///< why nothing was found, empty otherwise
    bool states_input = false;  ///< the inputs of the options are a line of the text
};

/// Gives the sentence of a message, for the comments in a text.
using Say = std::function<std::string(const Message&)>;

/// The sentence in English.
std::string in_english(const Message& message);

/// The input of a text that states none. Stated: that of the options, or a suggested one, becomes a line of
/// the text, with names for its sizes.
enum class MissingInput : std::uint8_t { Unstated, Stated };

/// Writes the sizes of `text`, a model text, as hyper-parameters. Its numbers at the present values stay the
/// same, comments and layout are kept, and a text whose modules are written with hyper-parameters is left as
/// it is. `options` give inputs.
Adjustable make_adjustable(std::string_view text, const CountOptions& options = {},
                           const Say& say = in_english, MissingInput missing = MissingInput::Unstated);

namespace adjust {
/// The line that defines a hyper-parameter: "d_model = 768  # width of the residual stream; multiples of 96".
std::string definition(const FoundVariable& variable, const Say& say);
}  // namespace adjust

/// Puts the value of a hyper-parameter back in its places and removes its definition. The text as it is where
/// the name is defined by no number.
std::string dissolve(std::string_view text, std::string_view name);

}  // namespace paramscope
