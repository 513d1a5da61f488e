// A report's numbers and shapes as the writers for people show them.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "count/report/report.h"
#include "formats/write.h"

namespace paramscope {

/// The nodes that are shown: those no deeper than the options say.
std::vector<const NodeReport*> shown_nodes(const Report& report, const WriteOptions& options);

/// `1,234`; `≥ 1,234` when a part is unknown; `?` when all of it is.
std::string amount(const Quantity& quantity);

/// `1,234`, or `?`.
std::string amount(const std::optional<Integer>& value);

/// The formula where one is known; a quantity of which nothing is known has none, not 0.
std::optional<Polynomial> known_formula(const Quantity& quantity);

/// `1,234`, `at least 1,234` or `unknown`, for running text.
std::string amount_in_words(const Quantity& quantity);

/// ` = 12·d² + 13·d` where the formula says more than the number does, for running text.
std::string equals_formula(const Quantity& quantity);

/// `12.3%` of the whole; "" where either is unknown or the whole is nothing.
std::string share(const Quantity& part, const Quantity& whole);

/// `6 x EncoderLayer`, or just the type.
std::string repeated_type(const NodeReport& node);

/// `(1, 3, 224, 224)`; "" where the output is no single tensor of known size.
std::string output_shape(const NodeReport& node);

/// True when any work was counted, so that shapes and work are worth a column.
bool has_work(const Report& report);

/// `12.55 GiB`: a size in bytes with a binary prefix.
std::string binary_size(Integer bytes);

/// The first note of the model text is its title; "" when there is none.
std::string_view title_of(const Report& report);

/// The sizes of a shape in numbers, nullopt for one that is not known.
std::vector<std::optional<Rational>> sizes_of(const Dims& shape, const SymbolValues& values);

}  // namespace paramscope
