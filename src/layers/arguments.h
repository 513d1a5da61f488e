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

/// The arguments of one module under its type's signature.
///
/// Rules ask for arguments by name and get polynomials over the model's hyper-parameters. Whatever is wrong
/// (a missing argument, a word where a number is needed, a check a rule makes) is recorded as a diagnostic and
/// a harmless value is returned, so rules read as formulas; `failed()` tells that the result is worthless.
class Arguments {
  public:
    /// Binds what `module` was given. Unknown keywords are ignored (custom types print more than they take).
    /// `signature` and `module` must outlive the result; `values` knows the hyper-parameters.
    Arguments(const Signature& signature, const Module& module, const SymbolValues& values,
              Diagnostics* diagnostics);

    /// The same arguments with each given number replaced by a symbol named after its parameter, for showing a
    /// rule's general formula: weight = out_features·in_features.
    Arguments named() const;

    /// True when the argument was given, or has a default, other than None.
    bool has(std::string_view name) const;
    /// True or False; a missing argument is False.
    bool flag(std::string_view name) const;
    /// One number. A tuple of one counts as its number.
    Polynomial number(std::string_view name) const;
    /// `count` numbers: one for all, or a tuple of exactly that many.
    Dims numbers(std::string_view name, std::size_t count) const;
    /// A tuple as it is; one number is a list of one. None entries (AdaptiveAvgPool2d((None, 7))) come back as
    /// the symbol kNone.
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

    /// Records an error at an argument (or at the module, when it was not written).
    void fail(std::string_view name, std::string message) const;
    /// Checks a rule's precondition: `numerator` must be a multiple of `divisor`.
    void require_divisible(std::string_view numerator, std::string_view divisor) const;
    bool failed() const { return failed_; }

    const Module& module() const { return *module_; }

  private:
    Polynomial to_number(std::string_view name, const Value& value, std::string_view shown_as) const;
    const Argument* parameter(std::string_view name) const;

    const Signature* signature_;
    const Module* module_;
    const SymbolValues* values_;
    Diagnostics* diagnostics_;
    std::vector<const Value*> bound_;  ///< by signature position; null when neither given nor defaulted
    std::vector<bool> given_;
    bool named_ = false;
    mutable bool failed_ = false;
};

/// Stands for None inside a list of sizes.
inline constexpr std::string_view kNone = "None";

}  // namespace paramscope
