// Converts a document to the fields of a link, and back. Independent of ImGui.
//
//     text          the model text, or source code
//     build         what to build of source code, when it was chosen
//     preset        replaces `text`: the name of a shipped model whose text is unchanged
//     name          the title, unless it is the preset's
//     set:VARIABLE  a hyper-parameter set by hand, an expression without variables
//     input         input shapes as typed
//     convention    the counting convention, unless it is the default
//     mode          "training" or "decode", unless it is a forward pass
//     causal        "1" for causal attention
//     memory:NAME   a switch of the tab Memory: see memory_fields.h
//     device        the device for least times, when one was chosen
//     selection     path of the selected module
//     depth         levels of expanded modules, when chosen by the user
//     open:PATH     "1" for a module expanded by hand, "0" for a collapsed one
#pragma once

#include <optional>
#include <string>

#include "app/document/state.h"
#include "platform/fields.h"

namespace paramscope::app {

/// Most modules expanded or collapsed by hand that a link stores.
inline constexpr std::size_t kMostOpened = 2000;

/// Fields of a document; without the text of a model that is not shipped where the receiver has it.
platform::Fields to_fields(const Document& document, bool with_text = true);

/// The result of reading fields.
struct LinkedDocument {
    std::optional<Document> document;  ///< nullopt when they name no existing model
    std::string problem;               ///< one sentence when a field was ignored; else empty
};

LinkedDocument from_fields(const platform::Fields& fields);

}  // namespace paramscope::app
