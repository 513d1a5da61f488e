// What an evaluation keeps besides values, one struct for each concern.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/diagnostic.h"
#include "open/python/state/value.h"

namespace paramscope::open::python {

struct EarlyCall;    // early_calls.cpp
struct PackageText;  // put_off.cpp
class SourceFiles;   // source_files.h
class TextEffects;   // effects.h

/// One problem of the source: a statement that was left out, an exception.
struct Remark {
    Severity severity = Severity::Note;
    Message message;
    Span span;
};

/// A call of a module that the text makes outside of forward passes.
struct ModuleCall {
    InstanceObject* module;
    Arguments arguments;
};

/// A call at the top of the text that makes modules and gives none: `main()`.
struct MakingCall {
    const Node* node;
    std::size_t first_module;  ///< of those that it makes, in Findings::modules
    bool is_sure;              ///< it ran to its end, or what is left changes no module
};

/// A statement of the text that builds a module of a class, and raises.
struct FailedBuild {
    const ClassObject* cls;
    std::string_view call;
    std::string exception;
    Span span;  ///< where it is raised
};

/// What the text made and did, in order.
struct Findings {
    std::vector<InstanceObject*> modules;  ///< added by Evaluator::note_module
    std::vector<ModuleCall> calls;
    std::vector<MakingCall> making_calls;
    /// Modules that an unknown function got, and names of the text that held them until its result took their
    /// place: `net = wrap(net)`.
    std::vector<std::pair<std::string, InstanceObject*>> replaced_modules;
    std::vector<FailedBuild> failed_builds;
    std::vector<Remark> remarks;
    std::string output;
    /// Of a config that stands for one which the text does not have, the fields that were read, in order:
    /// ".d_model", "[width]", ".model.width".
    std::vector<std::string> read_fields;
};

/// The classes of Python and torch.nn that the evaluator treats specially.
struct KnownClasses {
    ClassObject *object = nullptr, *module = nullptr, *parameter = nullptr, *exception = nullptr,
                *module_list = nullptr, *module_dict = nullptr, *sequential = nullptr,
                *parameter_list = nullptr, *parameter_dict = nullptr, *ordered_dict = nullptr,
                *tuple = nullptr, *named_tuple = nullptr;
};

/// All classes and functions by name or definition.
struct Definitions {
    std::vector<ClassObject*> classes;  ///< of the text, in order
    std::map<std::string, ClassObject*, std::less<>> builtin_classes;
    std::map<std::string, ClassObject*, std::less<>> layer_classes;
    std::map<const Node*, std::unique_ptr<FunctionInfo>> functions;
};

/// Files and libraries that were imported.
struct Imports {
    SourceFiles* files = nullptr;
    std::map<std::string, NamespaceObject*, std::less<>> file_modules;  ///< by path without ending
    /// Folders that were asked for a library of which we have texts: its name, "" for none.
    std::map<std::string, std::string_view, std::less<>> library_folders;
    std::map<std::string_view, std::string, std::less<>> libraries;  ///< the folders of those that are here
    std::map<const SourceFile*, Scope*> file_scopes;
    std::set<const Scope*> running;  ///< of files whose statements run
    std::map<std::string, NamespaceObject*, std::less<>> namespaces;
    std::map<std::string, Scope*, std::less<>> library_scopes;
    std::string_view library;      ///< whose text runs
    std::vector<Value> wildcards;  ///< modules of `from module import *`
    /// Packages of which a file of a package imports all names: they are looked for when they are asked for.
    std::map<const Scope*, std::vector<NamespaceObject*>> late_stars;
    std::map<const NamespaceObject*, std::shared_ptr<PackageText>> package_texts;  ///< of installed packages
    std::set<std::string, std::less<>> noted_projects;
    std::map<std::string, ClassObject*, std::less<>> keras_layers;
    std::string other_framework;  ///< that the code imports besides PyTorch and Keras, "" for none
};

/// What may be otherwise than it was evaluated.
struct Uncertainty {
    /// Something that is not here was taken to be what its name suggests, or a statement was given up that
    /// may have changed anything.
    bool has_assumptions = false;
    bool has_other_types = false;     ///< a model was converted to numbers of another type
    std::size_t doubtful_steps = 0;   ///< that gave an unknown value, and may raise
    std::size_t undecided_exits = 0;  ///< branches that may leave a loop, of conditions that are not known
    int unfinished_statements = 0;
    std::set<const Node*> forgotten;  ///< bodies of functions, while what they may change is made unknown
    std::shared_ptr<TextEffects> text_effects;  ///< made when a statement is not run to its end
    /// Attributes that statements which were not run to their end may assign, of the modules made so far
    /// then.
    std::map<std::string, std::size_t, std::less<>> attributes;
    /// Where a statement outside of functions reads them; nothing while none runs.
    std::optional<std::map<std::string, Span, std::less<>>> reads;
};

/// Calls of modules while a model is built.
struct EarlyCalls {
    std::size_t module_changes = 0;  ///< of attributes and parts of modules, so far
    std::map<const InstanceObject*, std::shared_ptr<EarlyCall>> last;
    std::optional<bool> may_repeat;
    std::size_t steps = 0;
};

}  // namespace paramscope::open::python
