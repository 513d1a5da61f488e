// Remembers what was found for modules that count the same.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "count/report/report.h"

namespace paramscope {

/// Holds a value for the facts that rows share, as long as no others take its place: nearly always while they
/// are near each other. The rows outlive it.
template <typename Value>
class FactsMemo {
  public:
    /// The value of these facts; `find()` gives it where it is not known.
    template <typename Find>
    const Value& of(const ModuleFacts& facts, const Find& find) {
        auto& [known, value] =
            values_[reinterpret_cast<std::uintptr_t>(&facts) / alignof(ModuleFacts) % kPlaces];
        if (std::exchange(known, &facts) != &facts) value = find();
        return value;
    }

  private:
    static constexpr std::size_t kPlaces = 1021;  // prime: facts lie at regular places
    std::array<std::pair<const ModuleFacts*, Value>, kPlaces> values_{};
};

}  // namespace paramscope
