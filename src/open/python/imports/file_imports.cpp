// Imports the files beside the one that is read: modules, packages, relative and absolute.
#include <algorithm>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/imports/imports.h"
#include "open/python/libraries/library_table.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/syntax/source_files.h"

namespace paramscope::open::python {
namespace {

/// Folders above the main file in which absolute imports are looked for, beyond those of its path.
constexpr std::string_view kFoldersAbove[] = {"..", "../..", "../../..", "../../../..", "../../../../.."};

/// "models/layers" of "models.layers".
std::string path_of(std::string_view dotted) {
    std::string path(dotted);
    std::replace(path.begin(), path.end(), '.', '/');
    return path;
}

/// The folder that so many dots before a relative import mean in a file of `folder`.
std::string folder_above(std::string_view folder, std::size_t dots) {
    std::string above(folder);
    for (std::size_t i = 1; i < dots; ++i) above = join_path(above, "..");
    return above;
}

std::size_t count_dots(std::string_view text) {
    return std::min(text.find_first_not_of(". "), text.size());
}

/// True when a top-level statement of the text binds the name: a class, a function, an assignment.
bool defines(const Node& root, std::string_view name) {
    return any_of(root.children, [&](const Node* statement) {
        const Node* definition = statement;
        if (statement->kind == Kind::DecoratedDefinition) definition = statement->child(Field::Definition);
        if (statement->kind == Kind::ExpressionStatement && !statement->children.empty())
            definition = statement->children[0];
        if (definition == nullptr) return false;
        const Node* target =
            definition->child(definition->kind == Kind::Assignment ? Field::Left : Field::Name);
        return target != nullptr && target->text == name;
    });
}

}  // namespace

/// What the evaluator was doing when a file is imported: put aside while its statements run.
class Aside {
  public:
    Aside(Evaluator& evaluator, Scope* scope) : evaluator_(evaluator) {
        frames_.scope = scope;
        swap();
    }
    ~Aside() { swap(); }
    Aside(const Aside&) = delete;
    Aside& operator=(const Aside&) = delete;

  private:
    void swap() {
        std::swap(frames_, evaluator_.frames);
        std::swap(named_below_, evaluator_.decisions.named_below);
    }

    Evaluator& evaluator_;
    Frames frames_;
    const Node* named_below_ = nullptr;
};

/// The names of a file that was imported; its statements run the first time.
static Scope* file_scope(Evaluator& e, const SourceFile& file) {
    const auto found = e.imports.file_scopes.find(&file);
    if (found != e.imports.file_scopes.end()) return found->second;
    auto* scope = e.make<Scope>();
    scope->globals = scope;
    e.imports.file_scopes.emplace(&file, scope);
    e.imports.running.insert(scope);
    const Node* before = e.frames.here;
    {
        const Aside aside(e, scope);
        e.frames.here = before;
        bind_name(e, "__file__", e.text(std::string(file.shown_path())));
        bind_name(e, "__name__", e.text(module_name(file.path())));
        for (const Node* statement : file.tree().root().children) {
            if (statement->kind != Kind::Token) run_top_level(e, *statement);
            if (e.is_stopped()) break;
        }
    }
    e.imports.running.erase(scope);
    return scope;
}

/// The library whose own folder it is: "transformers"; "" for other folders. An installed library holds no
/// other one.
static std::string_view library_in(Evaluator& e, const std::string& folder) {
    const auto found = e.imports.library_folders.find(folder);
    if (found != e.imports.library_folders.end()) return found->second;
    const std::size_t end_of_package = folder.find('/', kPackageFolder.size() + 1);
    if (is_in_package(folder) && end_of_package != std::string::npos &&
        !library_in(e, folder.substr(0, end_of_package)).empty())
        return "";
    const auto has_file = [&](std::string_view file) {
        return e.imports.files->has(join_path(folder, file));
    };
    const std::string_view library = library_in_folder(has_file);
    if (!library.empty()) {
        // Of several the first by name: that of installed packages.
        const auto [known, is_new] = e.imports.libraries.emplace(library, folder);
        if (!is_new && folder < known->second) known->second = folder;
    }
    return e.imports.library_folders[folder] = library;
}

/// Finds our text for a module in a library's own folder; nullptr where the file itself is read.
static NamespaceObject* stand_in_at(Evaluator& e, const std::string& path) {
    for (std::string folder = path;; folder = folder_of(folder)) {
        const std::string_view library = library_in(e, folder);
        if (!library.empty()) {
            std::string dotted(path.substr(std::min(folder.size(), path.size())));
            std::replace(dotted.begin(), dotted.end(), '/', '.');
            dotted = concat(library, dotted.starts_with('.') || dotted.empty() ? "" : ".", dotted);
            if (dotted == library && is_library(concat(library, ".__init__"))) dotted += ".__init__";
            const Library* row = find_library(dotted);
            if (row == nullptr || row->is_substitute) return nullptr;
            const Value module = import_module(e, dotted);
            return module.is(Type::Namespace) ? &module.as<NamespaceObject>() : nullptr;
        }
        if (folder.empty() || folder == "/" || folder.ends_with("..")) return nullptr;
    }
}

/// The module of a path without ending: a package, a file, or the main file; nullptr for none.
NamespaceObject* module_at(Evaluator& e, const std::string& path) {
    if (e.imports.files == nullptr || path.empty()) return nullptr;
    const auto found = e.imports.file_modules.find(path);
    if (found != e.imports.file_modules.end()) return found->second;
    if (NamespaceObject* ours = stand_in_at(e, path)) return e.imports.file_modules[path] = ours;
    for (const std::string_view ending : {"/__init__.py", ".py"}) {
        const std::string name = path + std::string(ending);
        const bool is_main = name == e.imports.files->main_path();
        const SourceFile* file = is_main ? nullptr : e.imports.files->find(name);
        if (!is_main && file == nullptr) continue;
        NamespaceObject* module = folder_module(e, path);
        module->file = file;
        module->scope = is_main ? e.globals : nullptr;
        module->is_package = ending != ".py";
        return module;
    }
    return nullptr;
}

/// The package of a folder without a file of its own.
NamespaceObject* folder_module(Evaluator& e, const std::string& path) {
    NamespaceObject*& module = e.imports.file_modules[path];
    if (module != nullptr) return module;
    module = e.make<NamespaceObject>();
    module->name = path;
    module->is_file = true;
    module->is_package = true;
    return module;
}

/// The folders in which absolute imports of a file look: those of the main file and above it, its own, that
/// of packages, which is the first for the files of a package.
static std::vector<std::string> import_roots(Evaluator& e, const Node& statement) {
    std::vector<std::string> roots;
    const std::string& path = e.imports.files->path_at(statement.span.begin);
    if (is_in_package(path)) roots.emplace_back(kPackageFolder);
    for (std::string folder(folder_of(e.imports.files->main_path()));; folder = folder_of(folder)) {
        roots.push_back(folder);
        if (folder.empty() || folder == "/") break;
    }
    for (const std::string_view above : kFoldersAbove) roots.emplace_back(above);
    if (!is_in_package(path)) {
        roots.emplace_back(folder_of(path));
        roots.emplace_back(kPackageFolder);
    }
    return roots;
}

/// True when an import of a package's text binds the name to what is in a file: `from .tiny import tiny`.
static bool imports_from_file(Evaluator& e, const Node& statement, const std::string& folder,
                              std::string_view name) {
    const Node* from = statement.child(Field::ModuleName);
    if (statement.kind != Kind::ImportFromStatement || from == nullptr) return false;
    const std::string_view file = from->text.substr(count_dots(from->text));
    if (file.empty()) return false;
    if (statement.child(Kind::WildcardImport) != nullptr) {
        const SourceFile* source = e.imports.files->find(join_path(folder, path_of(file)) + ".py");
        return source != nullptr && source->text().find(name) != std::string::npos &&
               defines(source->tree().root(), name);
    }
    return any_of(statement.all(Field::Name), [&](const Node* each) {
        const Node* alias = each->child(Field::Alias);
        return (alias != nullptr ? alias->text : each->text) == name;
    });
}

/// True when a package's own text binds the name, which then hides a file of that name.
static bool package_binds(Evaluator& e, const NamespaceObject& package, std::string_view name) {
    if (package.file == nullptr) return false;
    const Node& root = package.file->tree().root();
    return defines(root, name) || any_of(root.children, [&](const Node* statement) {
               return imports_from_file(e, *statement, package.name, name);
           });
}

/// A file of a package, unless the package binds its name to something else.
static NamespaceObject* part_of_package(Evaluator& e, const NamespaceObject& package, std::string_view name) {
    if (!package.is_package || package_binds(e, package, name)) return nullptr;
    return module_at(e, join_path(package.name, name));
}

NamespaceObject* library_in_place(Evaluator& e, std::string_view name) {
    const std::string_view top = name.substr(0, name.find('.'));
    const auto found = e.imports.libraries.find(top);
    if (found == e.imports.libraries.end()) return nullptr;
    return module_at(e, join_path(found->second, path_of(name.substr(top.size()))));
}

/// The module that an absolute import names; nullptr when no file of that name is there.
NamespaceObject* import_file(Evaluator& e, std::string_view dotted) {
    if (e.imports.files == nullptr || e.frames.here == nullptr) return nullptr;
    if (NamespaceObject* module = library_in_place(e, dotted)) return module;
    for (const std::string& root : import_roots(e, *e.frames.here)) {
        if (NamespaceObject* module = module_at(e, join_path(root, path_of(dotted)))) return module;
    }
    return nullptr;
}

/// True for a statement that may bind names which its text does not show at once.
static bool may_bind(const Node* statement) {
    constexpr Kind kBlocks[] = {Kind::IfStatement,  Kind::ForStatement,  Kind::WhileStatement,
                                Kind::TryStatement, Kind::WithStatement, Kind::MatchStatement};
    return contains(kBlocks, statement->kind);
}

/// True when a package has a file of that name, or may bind it; of a file that is no package it is not asked.
static bool offers(Evaluator& e, const NamespaceObject& module, std::string_view name) {
    return !module.is_package || module.file == nullptr || package_binds(e, module, name) ||
           part_of_package(e, module, name) != nullptr ||
           any_of(module.file->tree().root().children, may_bind);
}

/// Of packages of one name in several folders, the first that has what is imported from it.
NamespaceObject* import_file_with(Evaluator& e, std::string_view dotted,
                                  const std::vector<std::string_view>& names) {
    if (NamespaceObject* module = library_in_place(e, dotted)) return module;
    for (const std::string& root : import_roots(e, *e.frames.here)) {
        NamespaceObject* module = module_at(e, join_path(root, path_of(dotted)));
        const bool has_all = module != nullptr &&
                             all_of(names, [&](std::string_view name) { return offers(e, *module, name); });
        if (has_all) return module;
    }
    return import_file(e, dotted);
}

/// The folder of `from models import layers` when models is no package, but holds a file of one of the names.
NamespaceObject* import_folder(Evaluator& e, std::string_view dotted,
                               const std::vector<std::string_view>& names) {
    for (const std::string_view name : names) {
        NamespaceObject* part = import_file(e, concat(dotted, ".", name));
        if (part != nullptr) return folder_module(e, std::string(folder_of(part->name)));
    }
    return nullptr;
}

/// Of files that were given without their folders: the one that `from models.layers import Block` means, by
/// its name and by what it defines.
NamespaceObject* import_flat_file(Evaluator& e, std::string_view dotted,
                                  const std::vector<std::string_view>& names) {
    if (e.imports.files == nullptr || !e.imports.files->are_given() || names.empty()) return nullptr;
    const std::size_t dot = dotted.rfind('.');
    if (dot == std::string_view::npos) return nullptr;
    const std::string path = join_path(folder_of(e.imports.files->main_path()), dotted.substr(dot + 1));
    const SourceFile* file = e.imports.files->find(path + ".py");
    if (file == nullptr) return nullptr;
    const bool has_all =
        all_of(names, [&](std::string_view name) { return defines(file->tree().root(), name); });
    if (!has_all) return nullptr;
    e.remark(Severity::Warning,
             message("python.flat_file", {{"name", dotted}, {"file", file->shown_path()}}));
    return module_at(e, path);
}

/// The module that `from ..layers import x` names, or why there is none.
Value import_relative(Evaluator& e, const Node& from, const std::vector<std::string_view>& names) {
    const std::size_t dots = count_dots(from.text);
    const std::string_view rest = from.text.substr(dots);
    const std::string folder =
        folder_above(e.imports.files != nullptr ? folder_of(e.imports.files->path_at(from.span.begin))
                                                : std::string_view(),
                     dots);
    const std::string path = join_path(folder, path_of(rest));
    NamespaceObject* module = rest.empty() ? nullptr : module_at(e, path);
    if (module == nullptr && e.imports.files != nullptr) {
        // A folder: each name is a file in it, or the package's own.
        const bool has_part = any_of(
            names, [&](std::string_view name) { return module_at(e, join_path(path, name)) != nullptr; });
        NamespaceObject* package = module_at(e, path);
        const bool is_here = path.empty() && e.imports.files->find("__init__.py") != nullptr;
        if (has_part || package != nullptr || is_here) {
            module = package != nullptr ? package : folder_module(e, path);
            if (is_here && module->file == nullptr) module->file = e.imports.files->find("__init__.py");
        }
    }
    if (module != nullptr) return Value::of(Type::Namespace, module);
    std::string missing;
    for (const std::string_view name : names) {
        if (rest.empty()) missing += concat(missing.empty() ? "" : ", ", join_path(path, name), ".py");
    }
    if (missing.empty()) missing = concat(path.empty() ? "__init__" : path, ".py");
    const bool is_here = e.imports.files != nullptr && e.imports.files->has(missing);
    const Message reason = is_here ? message("python.file_left_out", {{"file", missing}})
                                   : message("python.missing_file", {{"file", missing}});
    if (e.frames.tries == 0) e.remark(Severity::Note, reason);
    return e.unknown(reason);
}

/// The statement, or the last one below it, that imports a name from a file of the package; nullptr for none.
/// What stands in where a library is missing comes before it.
static const Node* import_below(Evaluator& e, const Node& statement, const std::string& package,
                                std::string_view name) {
    std::vector<const Node*> left = {&statement};
    while (!left.empty()) {
        const Node& node = *left.back();
        left.pop_back();
        if (imports_from_file(e, node, package, name)) return &node;
        left.insert(left.end(), node.children.begin(), node.children.end());
    }
    return nullptr;
}

/// The file that a package reads only when the name is asked for: its text imports it for tools that check
/// types, below `if TYPE_CHECKING:`.
static NamespaceObject* part_read_late(Evaluator& e, const NamespaceObject& package, std::string_view name) {
    if (!package.is_package || package.file == nullptr) return nullptr;
    for (const Node* statement : package.file->tree().root().children) {
        const Node* condition =
            statement->kind == Kind::IfStatement ? statement->child(Field::Condition) : nullptr;
        const Node* body = statement->child(Field::Consequence);
        if (condition == nullptr || body == nullptr || !condition->text.starts_with("TYPE_CHECKING"))
            continue;
        for (const Node* each : body->children) {
            const Node* import = import_below(e, *each, package.name, name);
            if (import == nullptr) continue;
            const std::string_view from = import->child(Field::ModuleName)->text;
            return module_at(e, join_path(package.name, path_of(from.substr(count_dots(from)))));
        }
    }
    return nullptr;
}

/// A name of a file or package.
Value file_member(Evaluator& e, NamespaceObject& module, std::string_view name) {
    if (NamespaceObject* part = part_of_package(e, module, name)) return Value::of(Type::Namespace, part);
    if (module.scope == nullptr) {
        if (const std::optional<Value> imported = name_of_package(e, module, name)) return *imported;
    }
    run_file(e, module);
    if (e.is_interrupted()) return Value::none();
    if (module.scope != nullptr) {
        const auto found = module.scope->names.find(name);
        if (found != module.scope->names.end()) return found->second;
        NamespaceObject* part = module.is_package ? module_at(e, join_path(module.name, name)) : nullptr;
        if (part != nullptr) return Value::of(Type::Namespace, part);
        if (const std::optional<Value> late = name_of_package(e, module, name)) return *late;
        if (e.is_interrupted()) return Value::none();
        if (const std::optional<Value> star = from_late_stars(e, *module.scope, name)) return *star;
        if (NamespaceObject* late = part_read_late(e, module, name)) return namespace_member(e, *late, name);
        if (e.imports.running.contains(module.scope))
            return e.raise("ImportError",
                           concat("cannot import name '", name, "' from partially initialized module '",
                                  module.name, "' (most likely due to a circular import)"));
    }
    const std::string file(module.file != nullptr ? module.file->shown_path() : module.name);
    return e.unknown(message("python.not_in_file", {{"name", name}, {"file", file}}));
}

/// The texts of `__all__`; none where a file has no such list.
static std::vector<Value> listed_names(const Scope& scope) {
    const auto all = scope.names.find("__all__");
    const bool is_list =
        all != scope.names.end() && (all->second.is(Type::List) || all->second.is(Type::Tuple));
    std::vector<Value> names = is_list ? all->second.items() : std::vector<Value>();
    std::erase_if(names, [](const Value& name) { return !name.is(Type::Str); });
    return names;
}

std::vector<std::pair<std::string_view, Value>> public_names(const Scope& scope) {
    std::vector<std::pair<std::string_view, Value>> names;
    if (!scope.names.contains("__all__")) {
        std::copy_if(scope.names.begin(), scope.names.end(), std::back_inserter(names),
                     [](const auto& each) { return !each.first.starts_with('_'); });
        return names;
    }
    for (const Value& name : listed_names(scope)) {
        const auto found = scope.names.find(name.str());
        if (found != scope.names.end()) names.emplace_back(found->first, found->second);
    }
    return names;
}

void run_file(Evaluator& e, NamespaceObject& module) {
    if (module.scope == nullptr && module.file != nullptr) module.scope = file_scope(e, *module.file);
}

/// What it costs to bind one of the names that `from file import *` imports, measured in steps.
constexpr std::size_t kStepsOfImportedName = 16;

/// Binds what `from file import *` imports.
void bind_all(Evaluator& e, NamespaceObject& module) {
    if (put_off(e, module) || put_off_package(e, module)) return;
    run_file(e, module);
    if (module.scope == nullptr || e.is_interrupted()) return;
    run_put_off(e, module);
    share_late_stars(e, *module.scope, *e.frames.scope);
    const auto names = public_names(*module.scope);
    if (!e.step(kStepsOfImportedName * names.size())) return;
    for (const auto& [name, value] : names) bind_name(e, name, value);
    if (!module.is_package) return;
    // Names of `__all__` that are files of the package.
    for (const Value& name : listed_names(*module.scope)) {
        if (module.scope->names.contains(name.str()) || e.is_interrupted()) continue;
        bind_name(e, name.str(), file_member(e, module, name.str()));
    }
}

std::string place_text(const Evaluator& e, std::uint32_t place) {
    if (const SourceFile* file = e.imports.files != nullptr ? e.imports.files->file_at(place) : nullptr)
        return concat(file->shown_path(), ", line ", file->tree().line_of(place));
    return concat("line ", e.tree.line_of(place));
}

bool is_of_source(const Evaluator& e, const Node& node) {
    if (node.span.begin >= kFirstFilePlace) return true;
    return e.tree.holds(node);
}

}  // namespace paramscope::open::python
