// Result: a value or an Error. The engine is built without exceptions.
#pragma once

#include <cassert>
#include <utility>
#include <variant>

#include "base/message.h"
#include "base/source.h"

namespace paramscope {

enum class ErrorCode {
    Syntax,         ///< the text does not follow the grammar
    UnknownSymbol,  ///< a name that is not defined
    Overflow,       ///< a number does not fit 128 bits
    TooComplex,     ///< nested too deep, too many terms, or too large an input
    Domain,         ///< division by zero, a fraction where a whole number is needed, and the like
    Cycle,          ///< a definition that depends on itself
};

/// Why there is no value.
struct Error {
    ErrorCode code = ErrorCode::Syntax;  ///< for programs
    Message message;                     ///< for people
    Span span;                           ///< in the text that was read
};

/// Holds either a T or an Error. Test with `if (result)`, then `*result` or `result.error()`.
template <typename T>
class [[nodiscard]] Result {
  public:
    Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
    Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

    explicit operator bool() const { return state_.index() == 0; }

    T& operator*() { return *checked(std::get_if<0>(&state_)); }
    const T& operator*() const { return *checked(std::get_if<0>(&state_)); }
    T* operator->() { return checked(std::get_if<0>(&state_)); }
    const T* operator->() const { return checked(std::get_if<0>(&state_)); }

    Error& error() { return *checked(std::get_if<1>(&state_)); }
    const Error& error() const { return *checked(std::get_if<1>(&state_)); }

  private:
    template <typename P>
    static P* checked(P* pointer) {
        assert(pointer != nullptr && "the Result was read without testing whether it has a value");
        return pointer;
    }

    std::variant<T, Error> state_;
};

}  // namespace paramscope
