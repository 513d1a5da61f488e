// Keys of a config that make its total an estimate: those that the templates do not read, and heads that do
// not divide a width.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "open/config/config_keys.h"

namespace paramscope::open {

/// An object of a config that templates have read, with their architectures: parts of one object may have
/// several.
struct ReadObject {
    JsonValue object;
    std::vector<const Architecture*> architectures;
};

/// Adds what a template has read.
void add_read(std::vector<ReadObject>& read, const ConfigScope& scope);

/// The keys of the objects that no architecture reads, that are not known to leave the model as it is, and
/// whose value is not the only one that the template knows. A key that is null, false, zero or empty asks for
/// nothing.
std::vector<JsonValue> unread_keys(const std::vector<ReadObject>& read);

/// True for an unread key that names what has weights of its own: experts, further layers, an object with
/// sizes.
bool adds_parameters(const JsonValue& unread);

/// A width, depth or vocabulary that a config states by a name of other types, while its own is not stated.
struct ForeignSize {
    JsonValue value;
    std::string_view name;  ///< by which the type reads it
};

/// The first such size among the unread keys of an object.
std::optional<ForeignSize> foreign_size(const ReadObject& whole, const std::vector<JsonValue>& unread);

/// The number of heads of an object that does not divide its width, and that states no width of a head:
/// classes round it in different ways, and most of them do not run. Missing where there is none.
JsonValue uneven_heads(const std::vector<ReadObject>& read);

}  // namespace paramscope::open
