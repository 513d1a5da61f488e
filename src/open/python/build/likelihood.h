// Which of several classes or models of a text a person means.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "open/python/build/candidates.h"

namespace paramscope::open::python {

/// What a module is for, by the name of its class; the greater is the likelier model.
enum class ClassRole : std::uint8_t {
    Loss,           ///< losses, metrics, and the heads of weights that only losses have
    Discriminator,  ///< judges what another model makes
    Model,
};

ClassRole role_of(std::string_view class_name);

/// The classes in an order whose last one is the likeliest: what a statement calls, models before others, no
/// part of another, what is named outside of classes, what is named like the file, what uses most classes,
/// the last.
std::vector<Candidate> in_order_of_likelihood(const Evaluator& e, const Node& root,
                                              const std::vector<Candidate>& classes);

}  // namespace paramscope::open::python
