// A module's constructor arguments, bound to the signature of its type.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "algebra/polynomial.h"
#include "base/diagnostic.h"
#include "layers/values.h"
#include "model/model.h"

namespace paramscope {

/// A constructor's parameters in order. An Argument without a name is a required parameter, named by its
/// word; one with a name is optional, and its value is the default.
using Signature = SharedList<Argument>;

/// Reads a signature such as "in_features, out_features, bias=True". Asserts that it is well formed.
Signature parse_signature(std::string_view text);

/// The name of a signature's parameter.
std::string_view parameter_name(const Argument& parameter);
/// True when a call must give the parameter.
bool is_required(const Argument& parameter);

/// The arguments of one module, bound to its type's signature.
///
/// Rules ask for arguments by name and get polynomials over the model's hyper-parameters. A problem (a
/// missing argument, a word instead of a number, a failed check) is recorded as a diagnostic and a harmless
/// value is returned, so that rules read like formulas. Once failed() is true, results of the rule must be
/// discarded.
class Arguments {
  public:
    /// Binds the arguments of `module`; a missing required one is recorded as an error here. Ignores unknown
    /// keywords (custom types print more than they take), and positional arguments where the signature is
    /// empty. A bare word that is the name of a flag sets that flag: PyTorch 0.4 printed `ReLU(inplace)`.
    /// `values` gives the values of hyper-parameters. `module`, `values` and `diagnostics` must
    /// outlive the result; `diagnostics` may be null.
    Arguments(Signature signature, const Module& module, const Values& values, Diagnostics* diagnostics);

    /// A copy in which each given number is a symbol with its parameter's name, to show a rule's general
    /// formula: weight = out_features·in_features.
    Arguments symbolic() const;
    /// The number behind a symbol of symbolic(): `kernel_size_h` is the first entry of kernel_size. Nullopt
    /// for other symbols.
    std::optional<Polynomial> value_of_symbol(std::string_view symbol) const;

    /// True when the argument is given or has a default, and is not None.
    bool has(std::string_view name) const;
    /// True or False; False when the argument is missing.
    bool flag(std::string_view name) const;
    /// One number. A tuple of one counts as its number.
    Polynomial number(std::string_view name) const;
    /// `count` numbers: one that holds for all, or a tuple of exactly that many (or of one).
    Dims numbers(std::string_view name, std::size_t count) const;
    /// As number() and numbers(), but records an error for a value that is known and not a whole number of
    /// `least` or more.
    Polynomial size(std::string_view name, int least = 0) const;
    Dims sizes(std::string_view name, std::size_t count, int least = 0) const;
    /// The entries of a tuple; one number is a list of one. A None entry (AdaptiveAvgPool2d((None, 7)))
    /// becomes the symbol kNone, a named entry (Unflatten's `(('C', 2), ('H', 4))`) its number.
    Dims list(std::string_view name) const;
    /// A bare word or a string, "" for anything else.
    std::string_view word(std::string_view name) const;
    /// The bound value itself, nullptr when missing.
    const Value* find(std::string_view name) const;

    /// The value of a formula at the current hyper-parameters; nullopt when it is not known.
    std::optional<Rational> value(const Polynomial& formula) const;
    /// As value(), and nullopt when it is not a whole number.
    std::optional<Integer> integer(const Polynomial& formula) const;
    /// True when both are the same formula or have the same value.
    bool equal(const Polynomial& a, const Polynomial& b) const;
    /// What the value is to somebody who needs a size of `least` or more.
    SizeKind size_kind(const Polynomial& size, int least) const;
    /// False when both are known whole numbers and the first is no multiple of the second.
    bool may_be_multiple(const Polynomial& whole, const Polynomial& part) const;

    /// A formula for a message: "64", or "4*d = 2048" when it is not a constant.
    std::string show(const Polynomial& formula) const;

    /// Records an error at an argument, or at the module when the argument is not written. Repeated messages
    /// are dropped.
    void fail(std::string_view name, Message message) const;
    /// True when the argument is not None. Otherwise warns that print() does not show it, which leaves the
    /// module uncounted.
    bool expect_shown(std::string_view name) const;
    /// As expect_shown(), and also warns when the argument is 0: lazy layers print that before their first
    /// run.
    bool expect_initialized(std::string_view name) const;
    /// False when `numerator` is known not to be a multiple of `divisor`. Records nothing.
    bool is_divisible(std::string_view numerator, std::string_view divisor) const;
    /// Records an error unless is_divisible().
    void require_divisible(std::string_view numerator, std::string_view divisor) const;
    /// Records further problems in `diagnostics`, which may be null; returns where they went before.
    Diagnostics* record_in(Diagnostics* diagnostics) { return std::exchange(diagnostics_, diagnostics); }
    /// True when a problem was recorded: results of the rule must be discarded.
    bool failed() const { return failed_; }

    const Module& module() const { return *module_; }

  private:
    struct Bound {
        const Value* value = nullptr;  ///< null when neither given nor defaulted
        bool is_given = false;
    };

    /// True for a formula whose value nobody knows here: one with a symbol made by symbolic(), which is no
    /// hyper-parameter even where one has the same name, or one that could not be computed.
    bool is_unknown(const Polynomial& formula) const {
        return formula.is_faulted() || (is_symbolic_ && !formula.is_constant());
    }
    void bind_given();
    void bind(std::size_t position, const Value& value);
    void bind_defaults();
    /// The place of a parameter in the signature; `likely` is looked at first.
    std::optional<std::size_t> position(std::string_view name, std::size_t likely = 0) const;
    std::optional<std::size_t> flag_named_by(const Value& value) const;

    /// `symbol` replaces the number in symbolic() arguments.
    Polynomial to_number(std::string_view name, const Value& value, std::string_view symbol) const;
    bool is_number_known(std::string_view name, const Value& value, const Polynomial& number) const;
    void check_size(std::string_view name, const Polynomial& size, int least) const;
    void fail_at(const Span& span, Message message) const;
    void record(Severity severity, const Span& span, Message message) const;

    Signature signature_;
    const Module* module_;
    SharedList<Argument> given_;  ///< the arguments of the module
    const Values* values_;
    Diagnostics* diagnostics_;
    SmallList<Bound, 8> bound_;  ///< by signature position
    bool is_symbolic_ = false;
    mutable bool failed_ = false;
    mutable std::vector<Message> reported_;  ///< messages recorded so far
};

/// The symbol for None inside a list of sizes.
inline constexpr std::string_view kNone = "None";

}  // namespace paramscope
