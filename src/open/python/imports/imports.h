// Imports libraries, and the files beside the one that is read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

NamespaceObject* module_at(Evaluator& e, const std::string& path);
NamespaceObject* folder_module(Evaluator& e, const std::string& path);
NamespaceObject* import_file(Evaluator& e, std::string_view dotted);
/// The package of a library whose own folder was found; nullptr for another one.
NamespaceObject* library_in_place(Evaluator& e, std::string_view name);
NamespaceObject* import_file_with(Evaluator& e, std::string_view dotted,
                                  const std::vector<std::string_view>& names);
NamespaceObject* import_folder(Evaluator& e, std::string_view dotted,
                               const std::vector<std::string_view>& names);
NamespaceObject* import_flat_file(Evaluator& e, std::string_view dotted,
                                  const std::vector<std::string_view>& names);
Value import_relative(Evaluator& e, const Node& from, const std::vector<std::string_view>& names);
Value file_member(Evaluator& e, NamespaceObject& module, std::string_view name);
void bind_all(Evaluator& e, NamespaceObject& module);

Value import_module(Evaluator& e, std::string_view name);
Value namespace_member(Evaluator& e, NamespaceObject& module, std::string_view name);
std::optional<Value> from_wildcards(Evaluator& e, std::string_view name);
void import_statement(Evaluator& e, const Node& node);
void import_from_statement(Evaluator& e, const Node& node);

/// "line 12" or, in an imported file, "models/layers.py, line 3".
std::string place_text(const Evaluator& e, std::uint32_t place);
/// True for a node of the text or of a file beside it; false for one of our own texts of libraries.
bool is_of_source(const Evaluator& e, const Node& node);

/// What our text of Keras defines; nothing unless the code imports Keras.
std::optional<Value> keras_name(Evaluator& e, std::string_view name);
ClassObject* keras_class(Evaluator& e, std::string_view name);
/// A layer of Keras of which our text has only the name: a class made for it.
std::optional<Value> keras_layer(Evaluator& e, std::string_view name);

}  // namespace paramscope::open::python
