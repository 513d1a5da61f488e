// Cells and phrases of the writers for people: formulas, types, shapes, titles.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "count/explain/named_formula.h"
#include "count/report/report.h"
#include "formats/support/numbers.h"
#include "formats/support/write.h"

namespace paramscope {

/// The nodes no deeper than `options.depth`.
std::vector<const NodeReport*> shown_nodes(const Report& report, const WriteOptions& options);

/// The formula where one is known; nullopt, not 0, for an unknown quantity.
std::optional<Polynomial> known_formula(const Quantity& quantity);

/// ` = 12·d² + 13·d` for running text, in short names; "" where the formula is only the number.
std::string equals_formula(const Quantity& quantity, const ShortNames& names);

/// The formula of a module's parameters over the hyper-parameters, that of a layer in its own sizes where the
/// first is the number; "" where both say no more than the number.
std::string parameter_formula(const Report& report, const NodeReport& node);

/// `6 x EncoderLayer`, or just the type.
std::string repeated_type(const NodeReport& node);

/// `(1, 3, 224, 224)`; "" where the output is no single tensor of known size.
std::string output_shape(const NodeReport& node);

/// `(batch, tokens) = (1, 128)`: the inputs with their sizes, between semicolons.
std::string input_text(const Report& report);

/// True when any work was counted, so that shapes and work are worth a column.
bool has_work(const Report& report);

/// The first note of the model text is its title; "" when there is none.
std::string_view title_of(const Report& report);

/// A heading above lines of the text report, without control characters and as a layout has it, if there is
/// one.
std::string heading_line(std::string_view heading, const TextLayout* layout);

/// The sizes of a shape in numbers, nullopt for one that is not known.
std::vector<std::optional<Rational>> sizes_of(const Dims& shape, const SymbolValues& values);

}  // namespace paramscope
