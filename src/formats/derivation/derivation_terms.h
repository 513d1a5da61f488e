// Parts of a derivation's lines: formulas, the numbers put in, results, in a markup and a language.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "count/explain/explain.h"
#include "count/report/report.h"
#include "formats/derivation/derivation_markup.h"
#include "formats/derivation/derivation_words.h"

namespace paramscope {

/// A name of the text, cut to 400 bytes.
std::string_view clipped(std::string_view name);

/// Refers to the report and the markup.
class DerivationTerms {
  public:
    DerivationTerms(const Report& report, Language language, const DerivationMarkup& out)
        : report_(report), language_(language), values_(values_of(report)), out_(out) {}

    Language language() const { return language_; }
    std::string words(Phrase which, std::initializer_list<std::string_view> pieces = {}) const;

    /// One side of an equation; "" where the formula is too wide to read.
    std::string side(const Polynomial& formula, const SymbolTexts& shown = nullptr) const;
    /// As side() for a short formula; sums of layers with floors in them explain less than their numbers.
    std::string plain_side(const Polynomial& formula) const;
    /// `12·d² = 12·512² = 3,145,728`, over the model's hyper-parameters.
    std::string written_out(const Polynomial& formula, const std::optional<Integer>& result) const;
    /// The same over the symbols of a line.
    std::string written_out(const ExplainedLine& line) const;
    /// As written_out(), the number alone for sums of layers with floors in them.
    std::string short_sum(const Polynomial& formula) const;
    std::string amount(const std::optional<Integer>& value) const;
    /// The text of a number, after "at least", "at most" or "about" where its basis wants it.
    std::string bounded(Basis basis, std::string text) const;
    /// A quantity with its formula, bounded by its basis; "unknown" when the whole is.
    std::string quantity(const Quantity& number, bool with_numbers) const;
    std::optional<Integer> value_of(const Polynomial& formula) const;
    /// `(batch, tokens) = (1, 128)`.
    std::string shape(const Dims& dims) const;
    /// `4 × `.
    std::string factor(std::size_t count) const;
    /// `6 × 3,152,384`.
    std::string repeats_side(const NodeReport& row, const std::optional<Integer>& one) const;
    /// "Approximately 12·d² = 3,145,728, off by 0.21%"; "" where the formula has no other terms.
    std::string approximation(const Polynomial& exact, const std::optional<Integer>& value) const;
    /// A layer in its own terms, with the numbers put in, and the result; `one` is the formula of one repeat.
    std::string layer_line(Subject subject, std::uint32_t node, const Polynomial& one) const;

  private:
    std::string written_out(const Polynomial& formula, const SymbolValues& numbers,
                            const std::optional<Integer>& result) const;
    std::string activations_line(std::uint32_t node, const Polynomial& one) const;
    std::string shape_side(const Dims& dims) const;
    std::string tensors_line(std::uint32_t node, const Polynomial& one) const;
    std::string weights_at_positions(std::uint32_t node, const Polynomial& one) const;

    const Report& report_;
    Language language_;
    SymbolValues values_;
    const DerivationMarkup& out_;
};

}  // namespace paramscope
