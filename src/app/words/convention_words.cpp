#include "app/words/convention_words.h"

#include <optional>
#include <utility>
#include <vector>

#include "app/words/words.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "formats/support/numbers.h"

namespace paramscope::app {
namespace {

using Kind = ConventionPart::Kind;

/// The layers whose products an operation is.
Word word_of_products(Operation operation) {
    switch (operation) {
        case Operation::Convolution:
            return "of_convolutions";
        case Operation::AttentionScore:
        case Operation::AttentionValue:
            return "of_attention";
        case Operation::Matmul:
            return "of_products";
        case Operation::Recurrent:
            return "of_recurrent";
        case Operation::Bilinear:
            return "of_bilinear";
        case Operation::OutputMac:
            return "of_outputs";
        default:
            return "of_linear";
    }
}

/// Products that count alike, or another part.
struct SummandInWords {
    ConventionPart part;
    Integer each_other = 0;  ///< as in PartDifference
    std::vector<Word> products;
};

/// Joins the products that count alike.
std::vector<SummandInWords> joined(const std::vector<PartDifference>& parts) {
    std::vector<SummandInWords> summands;
    for (const PartDifference& each : parts) {
        const bool is_product = each.part.kind == Kind::Products;
        SummandInWords* known = find_where(summands, [&](const SummandInWords& other) {
            return is_product && other.part.kind == Kind::Products && other.part.each == each.part.each &&
                   other.each_other == each.each_other;
        });
        if (known == nullptr) {
            known = &summands.emplace_back(SummandInWords{each.part, each.each_other, {}});
        } else {
            known->part.amount += each.part.amount;
        }
        const Word product = word_of_products(each.part.operation);
        if (is_product && !contains(known->products, product)) known->products.push_back(product);
    }
    return summands;
}

/// "convolutions, linear layers and attention".
std::string listed(const std::vector<Word>& words) {
    std::string text;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string_view next = word(words[i]);
        const bool is_last = i + 1 == words.size();
        text = i == 0    ? std::string(next)
               : is_last ? word("list_and", {{"most", text}, {"last", next}})
                         : word("list_more", {{"most", text}, {"next", next}});
    }
    return text;
}

std::string name_of(const SummandInWords& summand) {
    const ConventionPart& part = summand.part;
    if (part.kind == Kind::Biases) return std::string(word("op_bias_add"));
    if (part.kind == Kind::Products)
        return word("multiply_accumulates_of", {{"kinds", listed(summand.products)}});
    if (part.family == "functions") return std::string(word("in_functions"));
    return word("in_layers", {{"family", family_word(part.family)}});
}

/// A number as a summand behind others, with its sign.
std::string as_summand(std::string_view number) {
    const bool is_less = number.starts_with('-');
    return concat(is_less ? " − " : " + ", number.substr(is_less ? 1 : 0));
}

std::string named_total(const ConventionFigure& figure, std::string_view total) {
    return concat(figure.convention->name, " ", sign_of(figure.total.basis), total);
}

}  // namespace

std::string total_in_short(const ConventionFigure& figure) {
    if (!figure.total.value) return std::string(word("unknown"));
    return concat(sign_of(figure.total.basis), short_work(*figure.total.value, ""));
}

std::string sum_in_words(const ConventionFigure& figure) {
    std::vector<PartDifference> parts;
    for (const ConventionPart& part : figure.parts) parts.push_back({part, 0});
    const std::vector<SummandInWords> summands = joined(parts);
    std::vector<Summand> values;
    for (const SummandInWords& each : summands)
        values.push_back({each.part.amount / each.part.each, each.part.each});
    const std::vector<std::string> texts = short_sum(values);
    std::string sum;
    for (std::size_t i = 0; i < summands.size(); ++i) {
        const Integer each = summands[i].part.each;
        const std::string number = each > 1 ? concat(to_string(each), " × ", texts[i]) : texts[i];
        sum += concat(i > 0 ? as_summand(number) : number, " ", name_of(summands[i]));
    }
    return concat(sum, sum.empty() ? "" : " = ", sign_of(figure.total.basis), texts.back());
}

std::string difference_in_words(const ConventionFigure& first, const ConventionFigure& second) {
    if (*first.total.value < *second.total.value) return difference_in_words(second, first);
    const std::vector<SummandInWords> summands = joined(difference_of(first, second));
    if (summands.empty())
        return word("conventions_alike",
                    {{"first", first.convention->name}, {"second", second.convention->name}});
    std::vector<Summand> values = {{*second.total.value}};
    for (const SummandInWords& each : summands) values.push_back({each.part.amount});
    const std::vector<std::string> texts = short_sum(values);
    std::string sum = concat(named_total(first, texts.back()), " = ", named_total(second, texts.front()));
    for (std::size_t i = 0; i < summands.size(); ++i) {
        sum += concat(as_summand(texts[i + 1]), " ", name_of(summands[i]));
        const Integer each = summands[i].part.each, other = summands[i].each_other;
        if (each > 0 && other > 0 && each != other)
            sum += word("counted_times", {{"times", to_string(each)}, {"other", to_string(other)}});
    }
    return sum;
}

}  // namespace paramscope::app
