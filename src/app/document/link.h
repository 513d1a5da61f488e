// A document as the fields of a link, and back. No drawing here.
//
//     text          the model text
//     preset        instead of it, the name of a shipped model whose own text it is
//     name          the title, where it is not the preset's
//     set:VARIABLE  a hyper-parameter set by hand, an expression without variables
//     input         input shapes as typed
//     convention    how operations are weighed, where it is not the usual way
//     mode          "training" or "decode", where it is not one forward pass
//     causal        "1" where attention looks back only
//     selection     path of the chosen module
//     depth         levels of modules that are open, where a person chose it
//     open:PATH     "1" for a module opened by hand, "0" for one closed
#pragma once

#include <optional>
#include <string>

#include "app/document/state.h"
#include "platform/fields.h"

namespace paramscope::app {

/// More modules opened or closed by hand than these are not remembered in a link.
inline constexpr std::size_t kMostOpened = 2000;

platform::Fields to_fields(const Document& document);

/// What fields from outside come to.
struct LinkedDocument {
    std::optional<Document> document;  ///< nullopt when they name no model that exists
    std::string problem;               ///< one sentence when something in them had to be left out; else empty
};

LinkedDocument from_fields(const platform::Fields& fields);

}  // namespace paramscope::app
