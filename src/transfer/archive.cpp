#include "transfer/archive.h"

#include <algorithm>
#include <set>

namespace paramscope::transfer {
namespace {

/// How a formula is written; kKnownFormula plus its number for one that was written before.
enum FormulaKind : std::uint8_t { kFault, kConstant, kTerms, kKnownFormula };

/// A text with the lifetime of the program.
std::string_view kept(std::string_view words) {
    static std::set<std::string, std::less<>> all;
    const auto found = all.find(words);
    return found != all.end() ? *found : *all.emplace(words).first;
}

/// A template with the lifetime of the program: the one of this program for an id that it was read with
/// before.
const MessageTemplate& kept_template(std::string_view id, std::string_view english) {
    static std::map<std::string_view, MessageTemplate> all;
    const std::string_view name = kept(id);
    return all.try_emplace(name, MessageTemplate{name, kept(english)}).first->second;
}

}  // namespace

void Writer::number(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_ += static_cast<char>(static_cast<unsigned char>(value) | 0x80);
    bytes_ += static_cast<char>(value);
}

void Writer::text(std::string_view words) {
    const auto found = texts_.find(words);
    if (found != texts_.end()) return put(found->second + 1);
    put(std::size_t{0});
    put(words);
    texts_.emplace(words, texts_.size());
}

bool Writer::is_known(const std::unordered_map<const void*, std::size_t>& numbers, const void* object) {
    const auto found = object == nullptr ? numbers.end() : numbers.find(object);
    if (found != numbers.end()) {
        put(found->second + kFirst);
    } else {
        put(object == nullptr ? kNothing : kFollows);
    }
    return found != numbers.end() || object == nullptr;
}

void Writer::put(Integer value) {
    const UnsignedInteger size = magnitude(value);
    put(value < 0);
    number(static_cast<std::uint64_t>(size));
    number(static_cast<std::uint64_t>(size >> 64));
}

void Writer::put(std::string_view words) {
    put(words.size());
    bytes_ += words;
}

void Writer::put(const Rational& value) {
    (*this)(value.numerator(), value.denominator());
}

void Writer::put(const Polynomial& value) {
    if (value.is_faulted()) return (*this)(kFault, value.fault());
    if (const std::optional<Rational> constant = value.constant()) return (*this)(kConstant, *constant);
    const std::span<const Term> terms = value.terms();
    const auto found = formulas_.find(terms.data());
    if (found != formulas_.end()) return put(found->second + kKnownFormula);
    (*this)(kTerms, terms.size());
    for (const Term& term : terms) put(term);
    formulas_.emplace(terms.data(), formulas_.size());
}

void Writer::put(const Term& term) {
    (*this)(term.coefficient, term.monomial.size());
    for (const Power& power : term.monomial) {
        put(power.atom);
        put(power.exponent);
    }
}

void Writer::put(const Atom& atom) {
    put(atom.is_symbol());
    if (atom.is_symbol()) return text(atom.symbol());
    (*this)(atom.function(), atom.arguments().size());
    for (const Polynomial& argument : atom.arguments()) put(argument);
}

void Writer::put(const Message& message) {
    const MessageTemplate* const source = message.source();
    put(source != nullptr);
    if (source == nullptr) return put(message.english());
    text(source->id);
    text(source->english);
    put(message.arguments().size());
    for (const MessageArgument& argument : message.arguments()) {
        text(argument.name);
        (*this)(argument.text, argument.message != nullptr);
        if (argument.message != nullptr) put(*argument.message);
    }
}

void Writer::put(const Work& work) {
    put(work.tallies().size());
    for (const Work::Tally& tally : work.tallies()) (*this)(tally.operation, tally.times);
}

void Reader::fail() {
    has_failed_ = true;
    rest_ = {};
}

std::uint64_t Reader::number() {
    std::uint64_t value = 0;
    for (int shift = 0; shift < 64; shift += 7) {
        if (rest_.empty()) break;
        const auto byte = static_cast<unsigned char>(rest_.front());
        rest_.remove_prefix(1);
        value |= std::uint64_t{byte & 0x7fU} << shift;
        if (byte < 0x80) return value;
    }
    fail();
    return 0;
}

std::size_t Reader::length() {
    const std::uint64_t wanted = number();
    if (wanted <= rest_.size()) return static_cast<std::size_t>(wanted);
    fail();
    return 0;
}

std::string_view Reader::text() {
    const std::size_t known = size();
    if (known == 0) get(texts_.emplace_back());
    if (known > texts_.size()) fail();
    return has_failed_ ? std::string_view()
                       : std::string_view(known == 0 ? texts_.back() : texts_[known - 1]);
}

void Reader::literal(std::string_view& words) {
    words = kept(text());
}

void Reader::get(Integer& value) {
    bool is_negative = false;
    get(is_negative);
    const std::uint64_t low = number();
    const std::uint64_t high = number();
    const std::optional<Integer> read = integer_of(UnsignedInteger{high} << 64 | low, is_negative);
    value = read.value_or(0);
    if (!read) fail();
}

void Reader::get(std::string& words) {
    words = rest_.substr(0, length());  // length() fails before a text ends too early
    rest_.remove_prefix(words.size());
}

void Reader::get(RareText& words) {
    std::string text;
    get(text);
    words = std::move(text);
}

void Reader::get(ShortText& words) {
    std::string text;
    get(text);
    words = text;
}

void Reader::get(Rational& value) {
    Integer numerator = 0, denominator = 1;
    (*this)(numerator, denominator);
    const std::optional<Rational> read = has_failed_ ? std::nullopt : Rational::make(numerator, denominator);
    value = read.value_or(Rational());
    if (!read) fail();
}

void Reader::get(Polynomial& value) {
    value = {};
    const std::size_t kind = size();
    if (kind == kFault) {
        Fault fault = Fault::None;
        get(fault);
        value = Polynomial::faulted(fault);
    } else if (kind == kConstant) {
        Rational constant;
        get(constant);
        value = constant;
    } else if (kind != kTerms) {
        if (kind - kKnownFormula >= formulas_.size()) return fail();
        value = formulas_[kind - kKnownFormula];
    } else {
        if (++depth_ > kDeepest) fail();
        std::vector<Term> terms(length());
        for (Term& read : terms) read = term();
        --depth_;
        if (!has_failed_) value = Polynomial::from_canonical(std::move(terms));
        formulas_.push_back(value);
    }
}

Term Reader::term() {
    Term read;
    get(read.coefficient);
    std::vector<Power> powers;
    for (std::size_t left = length(); left > 0 && !has_failed_; --left) {
        Power power{atom()};
        get(power.exponent);
        powers.push_back(std::move(power));
    }
    read.monomial = Monomial(std::move(powers));
    return read;
}

Atom Reader::atom() {
    bool is_symbol = false;
    get(is_symbol);
    if (is_symbol || has_failed_) return Atom(has_failed_ ? "" : text());
    Function function = Function::Floor;
    std::vector<Polynomial> arguments;
    (*this)(function, arguments);
    if (arguments.empty()) fail();
    if (has_failed_) return Atom("");
    return Atom(function, std::move(arguments));
}

void Reader::get(Message& message) {
    message = {};
    bool has_template = false;
    get(has_template);
    if (!has_template) {
        std::string words;
        get(words);
        message = Message(std::move(words));
        return;
    }
    const std::string_view id = text();
    const std::string_view english = text();
    MessageArguments arguments;
    if (++depth_ > kDeepest) fail();
    for (std::size_t left = length(); left > 0 && !has_failed_; --left) {
        std::string_view name;
        literal(name);
        std::string words;
        bool is_message = false;
        (*this)(words, is_message);
        Message inner;
        if (is_message) get(inner);
        arguments.push_back(is_message ? MessageArgument(name, std::move(inner))
                                       : MessageArgument(name, std::move(words)));
    }
    --depth_;
    if (!has_failed_) message = Message(kept_template(id, english), std::move(arguments));
}

void Reader::get(Work& work) {
    work = {};
    for (std::size_t left = length(); left > 0 && !has_failed_; --left) {
        Work::Tally tally;
        (*this)(tally.operation, tally.times);
        work.add(tally.operation, tally.times);
    }
}

void Reader::get(OptionalInteger& value) {
    std::optional<Integer> read;
    get(read);
    value = read;
}

}  // namespace paramscope::transfer
