// Imports libraries: a known one is a table of functions (libraries/*.cpp), Python text of our own
// (libraries/*/*.py), or both. Any other library is an unknown value.
#include <algorithm>
#include <cmath>

#include "base/concat.h"
#include "layers/catalogue/catalogue.h"
#include "open/keras/layer_types.h"
#include "open/python/imports/imports.h"
#include "open/python/libraries/libraries.h"
#include "open/python/libraries/library_table.h"
#include "open/python/libraries/library_trees.h"
#include "open/python/modules/modules.h"
#include "open/python/state/interpreter.h"
#include "open/python/syntax/source_files.h"
#include "open/python/values/behaviour.h"
#include "open/python/values/number_types.h"
#include "open/python/values/operations.h"

namespace paramscope::open::python {

static bool refuse_import(Evaluator& e, const Value& value, std::string_view name);
static void bind_top(Evaluator& e, std::string_view dotted, const Value& module);
static std::optional<Value> import_from_project(Evaluator& e, std::string_view relative,
                                                const std::vector<std::string_view>& names);
static Value imported(Evaluator& e, const Value& module, std::string_view name);
static std::optional<Value> nn_class(Evaluator& e, std::string_view name);
static std::optional<Value> library_value(Evaluator& e, std::string_view library, std::string_view name);
static std::optional<Value> computed_member(Evaluator& e, const Scope& scope, std::string_view name);
static Scope* library_scope(Evaluator& e, std::string_view name) {
    const auto found = e.imports.library_scopes.find(name);
    if (found != e.imports.library_scopes.end()) return found->second;
    const Node* root = library_tree(name);
    if (root == nullptr) return nullptr;
    auto* scope = e.make<Scope>();
    scope->globals = scope;
    const std::string& kept_name = e.imports.library_scopes.emplace(std::string(name), scope).first->first;
    Scope* before = std::exchange(e.frames.scope, scope);
    const std::string_view outer = std::exchange(e.imports.library, kept_name);
    const Flow flow = std::exchange(e.control.flow, Flow::Next);
    execute_block(e, *root);
    if (!e.is_interrupted()) e.control.flow = flow;
    e.frames.scope = before;
    e.imports.library = outer;
    return scope;
}

/// Frameworks whose modules are named and not read.
constexpr std::string_view kOtherFrameworks[] = {"flax", "equinox", "haiku", "mindspore", "paddle"};

Value import_module(Evaluator& e, std::string_view name) {
    const bool is_top = name.find('.') == std::string_view::npos;
    NamespaceObject* own = is_top ? library_in_place(e, name) : nullptr;
    if (own != nullptr) return Value::of(Type::Namespace, own);
    const auto found = e.imports.namespaces.find(name);
    if (found != e.imports.namespaces.end()) return Value::of(Type::Namespace, found->second);
    const Library* library = find_library(name);
    const bool has_text = library != nullptr && !library->text.empty();
    if (name.starts_with("torch.nn.modules.") && !has_text) return import_module(e, "torch.nn.modules");
    if (library != nullptr && library->is_substitute) {
        if (NamespaceObject* file = import_file(e, name)) return Value::of(Type::Namespace, file);
    }
    if (library == nullptr) {
        // A part of a known library without a table of its own: `torch.amp`.
        const std::string_view top = name.substr(0, name.find('.'));
        const bool is_framework = std::find(std::begin(kOtherFrameworks), std::end(kOtherFrameworks), top) !=
                                  std::end(kOtherFrameworks);
        if (is_framework) e.imports.other_framework = top;
        if (NamespaceObject* file = top != "torch" ? import_file(e, name) : nullptr)
            return Value::of(Type::Namespace, file);
        if (top == "torch" && top != name) return e.opaque(name);
        return e.unknown(message("python.unknown_import", {{"name", name}}));
    }
    auto* object = e.make<NamespaceObject>();
    object->name = name;
    e.imports.namespaces.emplace(object->name, object);
    if (const std::size_t dot = name.rfind('.'); dot != std::string_view::npos) {
        const Value parent = import_module(e, name.substr(0, dot));
        if (parent.is(Type::Namespace))
            parent.as<NamespaceObject>().names.emplace(std::string(name.substr(dot + 1)),
                                                       Value::of(Type::Namespace, object));
    }
    return Value::of(Type::Namespace, object);
}

namespace {

template <std::size_t kCount>
bool is_among(const std::string_view (&names)[kCount], std::string_view name) {
    return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

/// Classes of torch.nn that are no layers of the catalogue.
constexpr std::string_view kModuleClasses[] = {"Module",    "Sequential",    "ModuleList",   "ModuleDict",
                                               "Parameter", "ParameterList", "ParameterDict"};

/// Functions of torch that compute tensors whose shapes are not known.
constexpr std::string_view kComputed[] = {"einsum",
                                          "matmul",
                                          "bmm",
                                          "mean",
                                          "sum",
                                          "norm",
                                          "where",
                                          "split",
                                          "chunk",
                                          "randint",
                                          "randperm",
                                          "bernoulli",
                                          "multinomial",
                                          "topk",
                                          "sort",
                                          "from_numpy",
                                          "nonzero",
                                          "max",
                                          "min",
                                          "argmax",
                                          "meshgrid",
                                          "polar",
                                          "repeat_interleave"};

/// The constants of math, which numpy and torch have too.
std::optional<Value> find_constant(std::string_view name) {
    if (name == "pi") return Value::of(M_PI);
    if (name == "e") return Value::of(M_E);
    if (name == "inf") return Value::of(HUGE_VAL);
    if (name == "nan") return Value::of(std::nan(""));
    return std::nullopt;
}

bool is_nn(std::string_view module) {
    return module == "torch.nn" || module == "torch.nn.modules" || module == "torch.nn.parameter";
}

}  // namespace

/// Why a library gives nothing under a name, which may be one of its layers written wrongly.
static Message unknown_member(const NamespaceObject& module, std::string_view name) {
    const std::string_view similar = is_nn(module.name) ? similar_layer(name) : "";
    if (similar.empty() || similar == name)
        return message("python.unknown_member", {{"name", name}, {"module", module.name}});
    return message("python.unknown_member_similar",
                   {{"module", module.name}, {"name", name}, {"similar", similar}});
}

Value namespace_member(Evaluator& e, NamespaceObject& module, std::string_view name) {
    const auto found = module.names.find(name);
    if (found != module.names.end()) return found->second;
    if (module.is_file) return file_member(e, module, name);
    const std::string full = concat(module.name, ".", name);
    if (is_library(full)) return import_module(e, full);
    const Library* library = find_library(module.name);
    if (library == nullptr) return e.unknown(unknown_member(module, name));
    std::optional<Value> member;
    if (module.name == "torch" && find_number_type(full) != kUnknownType) member = e.opaque(full);
    for (const BuiltinRow& row : library->functions) {
        if (row.name == name) member = e.builtin(row.name, row.function);
    }
    if (!member && is_nn(module.name)) member = nn_class(e, name);
    if (!member && !library->text.empty()) {
        if (const Scope* scope = library_scope(e, library->text)) {
            const auto of_text = scope->names.find(name);
            if (of_text != scope->names.end()) member = of_text->second;
            if (!member) member = computed_member(e, *scope, name);
        }
    }
    if (!member && library->text == "keras") member = keras_layer(e, name);
    if (!member) member = library_value(e, module.name, name);
    const bool computes = module.name == "torch" || library->rest == Rest::Tensors;
    if (!member && computes) {
        const bool is_known =
            is_torch_function(name) || library->rest == Rest::Tensors || is_among(kComputed, name);
        const bool is_einops = module.name == "einops";
        if (is_known)
            member = e.builtin("torch function", call_torch_function,
                               e.text(is_einops ? full : std::string(name)));
    }
    if (!member && library->rest == Rest::Opaque) member = e.opaque(full);
    if (!member && library->rest == Rest::Observe) member = e.opaque(concat(kObserver, full));
    if (!member && library->rest == Rest::Initialize) member = e.builtin("init", pass_through);
    if (!member) return e.unknown(unknown_member(module, name));
    module.names.emplace(std::string(name), *member);
    return *member;
}

const Scope* complete_names(Evaluator& e, NamespaceObject& module) {
    if (module.is_file) {
        run_file(e, module);
        if (module.scope != nullptr && !e.is_interrupted()) run_put_off(e, module);
        return module.scope;
    }
    const Library* library = find_library(module.name);
    const Scope* scope =
        library != nullptr && !library->text.empty() ? library_scope(e, library->text) : nullptr;
    return scope != nullptr && scope->names.contains("__all__") ? scope : nullptr;
}

/// What the function __getattr__ of a module gives for a name that it does not bind (PEP 562); nullopt where
/// there is none, it raises, or that is unknown.
static std::optional<Value> computed_member(Evaluator& e, const Scope& scope, std::string_view name) {
    const auto found = scope.names.find("__getattr__");
    if (found == scope.names.end()) return std::nullopt;
    const Value member = call(e, found->second, std::vector<Value>{e.text(std::string(name))});
    if (e.control.flow == Flow::Raise) {
        e.catch_exception();
        return std::nullopt;
    }
    return member.is_unknown() ? std::nullopt : std::optional(member);
}

/// A class of torch.nn that is no layer.
static std::optional<Value> nn_class(Evaluator& e, std::string_view name) {
    if (is_among(kModuleClasses, name)) return Value::of(Type::Class, find_class(e, name));
    if (name == "DataParallel") return e.builtin("DataParallel", pass_through);
    return std::nullopt;
}

/// A layer, a class or a constant of a library.
static std::optional<Value> library_value(Evaluator& e, std::string_view library, std::string_view name) {
    if (is_nn(library)) {
        if (ClassObject* cls = layer_class(e, name)) return Value::of(Type::Class, cls);
        if (ClassObject* cls = layer_base(e, name)) return Value::of(Type::Class, cls);
    }
    if (library == "torch" && name == "Tensor") return Value::of(Type::Class, find_class(e, "Tensor"));
    if (library == "torch.jit" && name == "ScriptModule") return Value::of(Type::Class, e.known.module);
    if (library == "math" || library == "numpy" || library == "torch") return find_constant(name);
    if (name == "OrderedDict" && (library == "collections" || library == "typing"))
        return Value::of(Type::Class, e.known.ordered_dict);
    if (library == "typing" && name == "NamedTuple") return Value::of(Type::Class, e.known.named_tuple);
    if (library == "typing" && name == "TYPE_CHECKING") return Value::of(false);
    return std::nullopt;
}

void import_statement(Evaluator& e, const Node& node) {
    for (const Node* each : node.all(Field::Name)) {
        const Node* alias = each->child(Field::Alias);
        const Node* path = alias != nullptr ? each->child(Field::Name) : each;
        if (path == nullptr) continue;
        const Value value = import_module(e, path->text);
        if (value.is_unknown() && refuse_import(e, value, path->text)) return;
        if (alias != nullptr) {
            bind_name(e, alias->text, value);
        } else {
            bind_top(e, path->text, value);
        }
    }
}

/// Binds the `models` of `import models.layers`.
static void bind_top(Evaluator& e, std::string_view dotted, const Value& module) {
    const std::string_view top = dotted.substr(0, dotted.find('.'));
    const bool is_file = module.is(Type::Namespace) && module.as<NamespaceObject>().is_file;
    if (top == dotted) {
        bind_name(e, top, module);
    } else if (is_file) {
        std::string path = module.as<NamespaceObject>().name;
        for (auto i = std::count(dotted.begin(), dotted.end(), '.'); i > 0; --i) path = folder_of(path);
        NamespaceObject* package = module_at(e, path);
        bind_name(e, top, Value::of(Type::Namespace, package != nullptr ? package : folder_module(e, path)));
    } else {
        bind_name(e, top, import_module(e, top));
    }
}

/// Without a library, `try: import x` goes on with its except clause, unless that one raises; any other
/// import is unknown.
static bool refuse_import(Evaluator& e, const Value& value, std::string_view name) {
    if (e.frames.tries > 0) {
        const bool is_of_package =
            e.imports.files != nullptr && is_in_package(e.imports.files->path_at(e.place().begin));
        if (!is_of_package && e.imports.library.empty())
            e.remark(Severity::Note, message("python.import_failed", {{"name", name}}));
        e.raise("ModuleNotFoundError", concat("No module named '", name, "'"));
        return true;
    }
    (void)value;
    return false;
}

/// The module that names are imported from, or why there is none.
static Value import_source(Evaluator& e, const Node& from, const std::vector<std::string_view>& names) {
    if (from.kind == Kind::RelativeImport) {
        const Value file = import_relative(e, from, names);
        return file.is_unknown() ? import_from_project(e, from.text, names).value_or(file) : file;
    }
    const Value module = import_module(e, from.text);
    const bool is_file = module.is(Type::Namespace) && module.as<NamespaceObject>().is_file;
    if (is_file) return Value::of(Type::Namespace, import_file_with(e, from.text, names));
    if (!module.is_unknown()) return module;
    NamespaceObject* folder = import_folder(e, from.text, names);
    if (folder == nullptr) folder = import_flat_file(e, from.text, names);
    return folder != nullptr ? Value::of(Type::Namespace, folder) : module;
}

/// True when the library has the name by its table or its text.
static bool has_member(Evaluator& e, const Library& library, std::string_view name) {
    for (const BuiltinRow& row : library.functions) {
        if (row.name == name) return true;
    }
    if (library.text.empty()) return library.rest == Rest::Opaque;
    const Scope* scope = library_scope(e, library.text);
    if (scope == nullptr || scope->names.contains(name)) return scope != nullptr;
    return computed_member(e, *scope, name).has_value();
}

/// Notes once which project's file this text is taken to be.
static void note_project(Evaluator& e, std::string_view relative, std::string_view library) {
    const std::string_view project = library.substr(0, library.find('.'));
    if (!e.imports.noted_projects.emplace(project).second) return;
    e.remark(Severity::Note, message("python.taken_for", {{"name", relative}, {"library", library}}));
}

/// The library whose file this text is, by what it imports from its own project; nullopt for other texts.
static std::optional<Value> import_from_project(Evaluator& e, std::string_view relative,
                                                const std::vector<std::string_view>& names) {
    const std::size_t begin = std::min(relative.find_first_not_of('.'), relative.size());
    for (const std::string& library : libraries_with_part(relative.substr(begin))) {
        const bool has_all =
            !names.empty() && std::all_of(names.begin(), names.end(), [&](std::string_view name) {
                return has_member(e, *find_library(library), name);
            });
        if (has_all) {
            note_project(e, relative, library);
            return import_module(e, library);
        }
    }
    return std::nullopt;
}

/// True for a class or function of this text that has the name already: several files were copied into one.
static bool is_defined_above(Evaluator& e, std::string_view name, std::string_view bound) {
    const auto found = e.frames.scope->names.find(name);
    return name == bound && found != e.frames.scope->names.end() &&
           (found->second.is(Type::Class) || found->second.is(Type::Function));
}

void import_from_statement(Evaluator& e, const Node& node) {
    const Node* from = node.child(Field::ModuleName);
    if (from == nullptr) return;
    std::vector<std::pair<std::string_view, std::string_view>> imports;  // names, and what they are bound to
    std::vector<std::string_view> names;
    for (const Node* each : node.all(Field::Name)) {
        const Node* alias = each->child(Field::Alias);
        const Node* name = alias != nullptr ? each->child(Field::Name) : each;
        if (name == nullptr) continue;
        names.push_back(name->text);
        imports.emplace_back(name->text, alias != nullptr ? alias->text : name->text);
    }
    const Value module = import_source(e, *from, names);
    if (e.is_interrupted() || (module.is_unknown() && refuse_import(e, module, from->text))) return;
    for (const auto& [name, bound] : imports) {
        if (module.is_unknown() && is_defined_above(e, name, bound)) continue;
        const Value value = imported(e, module, name);
        if (e.is_interrupted()) return;
        bind_name(e, bound, value);
    }
    if (node.child(Kind::WildcardImport) == nullptr) return;
    const bool is_file = module.is(Type::Namespace) && module.as<NamespaceObject>().is_file;
    if (is_file) return bind_all(e, module.as<NamespaceObject>());
    e.imports.wildcards.push_back(module);
}

/// The value of a name of an imported module.
static Value imported(Evaluator& e, const Value& module, std::string_view name) {
    if (module.is(Type::Namespace)) {
        const Value member = namespace_member(e, module.as<NamespaceObject>(), name);
        const bool is_missing =
            member.is_unknown() && e.frames.tries > 0 && module.as<NamespaceObject>().is_file;
        return is_missing ? e.raise("ImportError", concat("cannot import name '", name, "'")) : member;
    }
    if (module.is(Type::Opaque)) return e.opaque(concat(module.as<OpaqueObject>().name, ".", name));
    if (!module.is_unknown() || !is_copied_helper(name)) return module;
    e.uncertainty.has_assumptions = true;
    e.remark(Severity::Warning, message("python.copied_helper", {{"name", name}}));
    const Value timm = import_module(e, "timm.layers");
    return namespace_member(e, timm.as<NamespaceObject>(), name);
}

Value import_name(Evaluator& e, const Node& module, std::string_view name) {
    const Value source = import_source(e, module, {name});
    return e.is_interrupted() ? Value::none() : imported(e, source, name);
}

/// A name that `from module import *` of a known library brings.
std::optional<Value> from_wildcards(Evaluator& e, std::string_view name) {
    for (auto module = e.imports.wildcards.rbegin(); module != e.imports.wildcards.rend(); ++module) {
        if (!module->is(Type::Namespace)) continue;
        const Value value = namespace_member(e, module->as<NamespaceObject>(), name);
        if (!value.is_unknown() && !value.is(Type::Opaque)) return value;
    }
    return std::nullopt;
}

namespace {

/// importlib.util.find_spec(name): a library is there if it is known here or its files are at hand.
Value find_spec(Evaluator& e, const Value&, Arguments& a) {
    const Value* name = a.get(0, "name");
    if (name == nullptr || !name->is(Type::Str)) return not_evaluated(e, "find_spec");
    if (find_library(name->str()) != nullptr || import_file(e, name->str()) != nullptr) return *name;
    if (e.frames.here != nullptr && !is_of_source(e, *e.frames.here)) return Value::none();
    e.remark(Severity::Note, message("python.import_failed", {{"name", name->str()}}));
    return Value::none();
}

/// importlib.import_module(name).
Value import_by_name(Evaluator& e, const Value&, Arguments& a) {
    const Value *name = a.get(0, "name"), *package = a.get(1, "package");
    if (name == nullptr || !name->is(Type::Str))
        return name != nullptr && name->is_unknown() ? *name : not_evaluated(e, "import_module");
    const bool is_relative = name->str().starts_with('.');
    if (is_relative && (package == nullptr || !package->is(Type::Str) || name->str().starts_with("..")))
        return not_evaluated(e, "import_module");
    const Value module = import_module(e, is_relative ? concat(package->str(), name->str()) : name->str());
    if (module.is_unknown() && e.frames.tries > 0)
        return e.raise("ModuleNotFoundError", concat("No module named '", name->str(), "'"));
    return module;
}

constexpr BuiltinRow kImportlibFunctionsRows[] = {{"find_spec", find_spec},
                                                  {"import_module", import_by_name}};

}  // namespace

const std::span<const BuiltinRow> kImportlibFunctions = kImportlibFunctionsRows;

// What our text of Keras defines, once the code imports Keras.

std::optional<Value> keras_name(Evaluator& e, std::string_view name) {
    const auto scope = e.imports.library_scopes.find("keras");
    if (scope == e.imports.library_scopes.end()) return std::nullopt;
    const auto found = scope->second->names.find(name);
    return found == scope->second->names.end() ? std::nullopt : std::optional<Value>(found->second);
}

ClassObject* keras_class(Evaluator& e, std::string_view name) {
    const std::optional<Value> found = keras_name(e, name);
    return found && found->is(Type::Class) ? &found->cls() : nullptr;
}

std::optional<Value> keras_layer(Evaluator& e, std::string_view name) {
    ClassObject* layer = keras_class(e, "Layer");
    if (layer == nullptr || keras::find_layer_type(name) == nullptr) return std::nullopt;
    const auto found = e.imports.keras_layers.find(name);
    if (found != e.imports.keras_layers.end()) return Value::of(Type::Class, found->second);
    ClassObject* cls = add_class(e, std::string(name), {layer});
    e.imports.keras_layers.emplace(name, cls);
    return Value::of(Type::Class, cls);
}

namespace {

std::optional<Value> namespace_attribute(Evaluator& e, const Value& value, std::string_view name) {
    if (name == "__dict__") return value;
    if (name == "__name__") return e.text(module_name(value.as<NamespaceObject>().name));
    return namespace_member(e, value.as<NamespaceObject>(), name);
}

/// module.__dict__['name'], and vars(module)['name'].
Value namespace_item(Evaluator& e, const Value& value, const Value& key) {
    if (key.is(Type::Str)) return attribute(e, value, key.str());
    return key.is_unknown() ? key : e.raise("KeyError", represent(e, key));
}

/// `name in dir(module)`.
Truth has_name(Evaluator& e, const Value& value, const Value& key) {
    const std::optional<Value> found =
        key.is(Type::Str) ? namespace_attribute(e, value, key.str()) : std::nullopt;
    return found && !found->is_unknown() ? Truth::True : found ? Truth::Unknown : Truth::False;
}

/// The names of a module are more than are known here.
std::optional<std::vector<Value>> namespace_items(Evaluator& e, const Value& value, Value* reason,
                                                  const Polynomial**) {
    *reason = e.unknown(message("python.unknown_member",
                                {{"name", "__dict__"}, {"module", value.as<NamespaceObject>().name}}));
    return std::nullopt;
}

void set_namespace_attribute(Evaluator&, const Value& object, std::string_view name, const Value& value) {
    object.as<NamespaceObject>().names.insert_or_assign(std::string(name), value);
}

}  // namespace

const Behaviour kNamespaceBehaviour = {
    .name = "module",
    .items = namespace_items,
    .item = namespace_item,
    .contains = has_name,
    .attribute = namespace_attribute,
    .set_attribute = set_namespace_attribute,
};

}  // namespace paramscope::open::python
