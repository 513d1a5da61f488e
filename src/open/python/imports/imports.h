// Imports libraries, and the files beside the one that is read.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "open/python/state/evaluator.h"

namespace paramscope::open::python {

NamespaceObject* module_at(Evaluator& e, const std::string& path);
NamespaceObject* folder_module(Evaluator& e, const std::string& path);
NamespaceObject* import_file(Evaluator& e, std::string_view dotted);
/// The package or module, "transformers.activations", of a library whose own folder was found; nullptr for
/// another.
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

/// Runs the statements of a file that was imported, the first time.
void run_file(Evaluator& e, NamespaceObject& module);
/// What `from file import *` gives of the names of a file that ran.
std::vector<std::pair<std::string_view, Value>> public_names(const Scope& scope);

// Installed packages (put_off.cpp).

/// A name that the text of a package imports from one of its files, which alone is run; nullopt for another.
std::optional<Value> name_of_package(Evaluator& e, NamespaceObject& package, std::string_view name);
/// True for a file of which a package imports all names, as name_of_package() finds them later.
bool put_off(Evaluator& e, NamespaceObject& module);
/// True for a package of which a file of a package imports all names, as from_late_stars() finds them.
bool put_off_package(Evaluator& e, NamespaceObject& module);
/// Gives a scope what another one imports late.
void share_late_stars(Evaluator& e, const Scope& from, const Scope& to);
/// A name of the packages of which the file with that scope imports all names; nullopt for another.
std::optional<Value> from_late_stars(Evaluator& e, const Scope& scope, std::string_view name);
/// Runs all files whose import a package has put off.
void run_put_off(Evaluator& e, NamespaceObject& package);
/// The value of `name` in `from module import name`.
Value import_name(Evaluator& e, const Node& module, std::string_view name);

Value import_module(Evaluator& e, std::string_view name);
Value namespace_member(Evaluator& e, NamespaceObject& module, std::string_view name);
std::optional<Value> from_wildcards(Evaluator& e, std::string_view name);
/// All names of a module: of a file, which runs, or of a text of ours that lists them; nullptr for another,
/// which has more than are known here.
const Scope* complete_names(Evaluator& e, NamespaceObject& module);
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
