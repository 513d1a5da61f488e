// A module's constructor arguments, bound to the signature of its type.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "algebra/polynomial.h"
#include "base/diagnostic.h"
#include "model/model.h"

namespace paramscope {

/// A constructor's parameters in order: a Word argument is required, a `name=value` one has that default. It
/// is what read_modules makes of `Type(in_features, out_features, bias=True)`.
using Signature = std::vector<Argument>;

/// Reads a signature such as "in_features, out_features, bias=True". The text is ours, so it must be valid.
Signature parse_signature(std::string_view text);

/// The name of a signature's parameter, and whether a call must give it.
std::string_view parameter_name(const Argument& parameter);
bool is_required(const Argument& parameter);

/// The arguments of one module under its type's signature.
///
/// Rules ask for arguments by name and get polynomials over the model's hyper-parameters. Whatever is wrong
/// (a missing argument, a word where a number is needed, a check a rule makes) is recorded as a diagnostic
/// and a harmless value is returned, so rules read as formulas; `failed()` tells that the result is
/// worthless.
class Arguments {
  public:
    /// Binds what `module` was given; a required argument that is missing is an error already here. Unknown
    /// keywords are ignored (custom types print more than they take), as is everything positional where the
    /// signature is empty. A bare word that names a flag sets it, as PyTorch 0.4 printed `ReLU(inplace)`.
    /// `signature`, `module`, `values` (which knows the hyper-parameters) and `diagnostics` must outlive the
    /// result; `diagnostics` may be null.
    Arguments(const Signature& signature, const Module& module, const SymbolValues& values,
              Diagnostics* diagnostics);

    /// The same arguments with each given number replaced by a symbol named after its parameter, for showing
    /// a rule's general formula: weight = out_features·in_features.
    Arguments named() const;
    /// What a symbol of named() stands for (`kernel_size_h` for the first entry of kernel_size); nullopt for
    /// a symbol that is none.
    std::optional<Polynomial> meaning(std::string_view symbol) const;

    /// True when the argument was given, or has a default, other than None.
    bool has(std::string_view name) const;
    /// True or False; a missing argument is False.
    bool flag(std::string_view name) const;
    /// One number. A tuple of one counts as its number.
    Polynomial number(std::string_view name) const;
    /// `count` numbers: one for all, or a tuple of exactly that many (or of one).
    Dims numbers(std::string_view name, std::size_t count) const;
    /// As number and numbers, for whole numbers of `least` or more; anything else that is known is an error.
    Polynomial size(std::string_view name, int least = 0) const;
    Dims sizes(std::string_view name, std::size_t count, int least = 0) const;
    /// A tuple as it is; one number is a list of one. None entries (AdaptiveAvgPool2d((None, 7))) come back
    /// as the symbol kNone, named entries (Unflatten's `(('C', 2), ('H', 4))`) as their numbers.
    Dims list(std::string_view name) const;
    /// A bare word or a string, "" for anything else.
    std::string_view word(std::string_view name) const;
    /// The bound value itself, nullptr when missing.
    const Value* find(std::string_view name) const;

    /// The value of a formula at the present hyper-parameters; nullopt when it cannot be known.
    std::optional<Rational> value(const Polynomial& formula) const;
    /// The value where it is known to be a whole number.
    std::optional<Integer> integer(const Polynomial& formula) const;
    /// True when both are the same formula, or have the same value.
    bool equal(const Polynomial& a, const Polynomial& b) const;

    /// A formula for a message: "64", or "4*d = 2048" where it is not a number by itself.
    std::string show(const Polynomial& formula) const;

    /// Records an error at an argument (or at the module, when it was not written); the same one only once.
    void fail(std::string_view name, Message message) const;
    /// True when the argument is not None. Otherwise records as a warning that print() does not show it, so
    /// that nothing can be known of the module.
    bool is_shown(std::string_view name) const;
    /// The same for lazy layers, which print 0 before their first run.
    bool is_shown_and_set(std::string_view name) const;
    /// Checks a rule's precondition: `numerator` must be a multiple of `divisor`. `why` ends the sentence.
    void require_divisible(std::string_view numerator, std::string_view divisor,
                           std::string_view why = {}) const;
    /// True when a problem was found: what the rules gave is then worthless.
    bool failed() const { return failed_; }

    const Module& module() const { return *module_; }

  private:
    void bind_given();
    void bind(std::size_t position, const Value& value);
    void bind_defaults();
    std::optional<std::size_t> position(std::string_view name) const;
    std::optional<std::size_t> flag_named_by(const Value& value) const;

    /// `shown_as` is the symbol that stands for it when named.
    Polynomial to_number(std::string_view name, const Value& value, std::string_view shown_as) const;
    bool is_number_known(std::string_view name, const Value& value, const Polynomial& number) const;
    void check_size(std::string_view name, const Polynomial& size, int least) const;
    void fail_at(const Span& span, Message message) const;
    void record(Severity severity, const Span& span, Message message) const;

    const Signature* signature_;
    const Module* module_;
    const SymbolValues* values_;
    Diagnostics* diagnostics_;
    std::vector<const Value*> bound_;  ///< by signature position; null when neither given nor defaulted
    std::vector<bool> given_;
    bool named_ = false;
    mutable bool failed_ = false;
    mutable std::vector<Message> told_;  ///< messages recorded so far
};

/// Stands for None inside a list of sizes.
inline constexpr std::string_view kNone = "None";

}  // namespace paramscope
