// Imports the files beside the one that is read: modules, packages, relative and absolute.
#include <algorithm>

#include "base/concat.h"
#include "open/python/imports/source_files.h"
#include "open/python/run/evaluator.h"

namespace paramscope::open::python {
namespace {

/// Folders above the main file in which absolute imports are looked for, beyond those of its path.
constexpr std::string_view kFoldersAbove[] = {"..", "../..", "../../.."};

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
    return std::any_of(root.children.begin(), root.children.end(), [&](const Node* statement) {
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
class Evaluator::Aside {
  public:
    Aside(Evaluator& evaluator, Scope* scope) : evaluator_(evaluator) {
        swap();
        evaluator.scope_ = scope;
    }
    ~Aside() { swap(); }

  private:
    void swap() {
        std::swap(scope_, evaluator_.scope_);
        std::swap(here_, evaluator_.here_);
        std::swap(named_below_, evaluator_.named_below_);
        std::swap(tries_, evaluator_.tries_);
        std::swap(functions_, evaluator_.functions_);
        std::swap(selves_, evaluator_.selves_);
        std::swap(yields_, evaluator_.yields_);
        std::swap(handled_, evaluator_.handled_);
        std::swap(growths_, evaluator_.growths_);
    }

    Evaluator& evaluator_;
    Scope* scope_ = nullptr;
    const Node* here_ = nullptr;
    const Node* named_below_ = nullptr;
    int tries_ = 0;
    std::vector<FunctionObject*> functions_;
    std::vector<Value> selves_;
    std::vector<std::vector<Value>*> yields_;
    std::vector<Value> handled_;
    std::vector<std::map<Object*, Growth>> growths_;
};

/// The names of a file that was imported; its statements run the first time.
Scope* Evaluator::file_scope(const SourceFile& file) {
    const auto found = file_scopes_.find(&file);
    if (found != file_scopes_.end()) return found->second;
    auto* scope = make<Scope>();
    scope->globals = scope;
    file_scopes_.emplace(&file, scope);
    running_.insert(scope);
    const Node* before = here_;
    {
        const Aside aside(*this, scope);
        here_ = before;
        bind("__name__", text(std::string(file.path)));
        for (const Node* statement : file.tree->root().children) {
            if (statement->kind != Kind::Token) run_top_level(*statement);
            if (is_stopped()) break;
        }
    }
    running_.erase(scope);
    return scope;
}

/// The module of a path without ending: a package, a file, or the main file; nullptr for none.
NamespaceObject* Evaluator::module_at(const std::string& path) {
    if (files_ == nullptr || path.empty()) return nullptr;
    const auto found = file_modules_.find(path);
    if (found != file_modules_.end()) return found->second;
    for (const std::string_view ending : {"/__init__.py", ".py"}) {
        const std::string name = path + std::string(ending);
        const bool is_main = name == files_->main_path();
        const SourceFile* file = is_main ? nullptr : files_->find(name);
        if (!is_main && file == nullptr) continue;
        NamespaceObject* module = folder_module(path);
        module->file = file;
        module->scope = is_main ? globals_ : nullptr;
        module->is_package = ending != ".py";
        return module;
    }
    return nullptr;
}

/// The package of a folder without a file of its own.
NamespaceObject* Evaluator::folder_module(const std::string& path) {
    NamespaceObject*& module = file_modules_[path];
    if (module != nullptr) return module;
    module = make<NamespaceObject>();
    module->name = path;
    module->is_file = true;
    module->is_package = true;
    return module;
}

/// The folders in which absolute imports of a file look: those of the main file and above it, its own.
std::vector<std::string> Evaluator::import_roots(const Node& statement) const {
    std::vector<std::string> roots;
    for (std::string folder(folder_of(files_->main_path()));; folder = folder_of(folder)) {
        roots.push_back(folder);
        if (folder.empty() || folder == "/") break;
    }
    for (const std::string_view above : kFoldersAbove) roots.emplace_back(above);
    roots.emplace_back(folder_of(files_->path_at(statement.span.begin)));
    return roots;
}

/// The module that an absolute import names; nullptr when no file of that name is there.
NamespaceObject* Evaluator::import_file(std::string_view dotted) {
    if (files_ == nullptr || here_ == nullptr) return nullptr;
    for (const std::string& root : import_roots(*here_)) {
        if (NamespaceObject* module = module_at(join_path(root, path_of(dotted)))) return module;
    }
    return nullptr;
}

/// The folder of `from models import layers` when models is no package, but holds a file of one of the names.
NamespaceObject* Evaluator::import_folder(std::string_view dotted,
                                          const std::vector<std::string_view>& names) {
    for (const std::string_view name : names) {
        NamespaceObject* part = import_file(concat(dotted, ".", name));
        if (part != nullptr) return folder_module(std::string(folder_of(part->name)));
    }
    return nullptr;
}

/// Of files that were given without their folders: the one that `from models.layers import Block` means, by
/// its name and by what it defines.
NamespaceObject* Evaluator::import_flat_file(std::string_view dotted,
                                             const std::vector<std::string_view>& names) {
    if (files_ == nullptr || !files_->are_given() || names.empty()) return nullptr;
    const std::size_t dot = dotted.rfind('.');
    if (dot == std::string_view::npos) return nullptr;
    const std::string path = join_path(folder_of(files_->main_path()), dotted.substr(dot + 1));
    const SourceFile* file = files_->find(path + ".py");
    if (file == nullptr) return nullptr;
    const bool has_all = std::all_of(
        names.begin(), names.end(), [&](std::string_view name) { return defines(file->tree->root(), name); });
    if (!has_all) return nullptr;
    remark(Severity::Warning, message("python.flat_file", {{"name", dotted}, {"file", file->path}}));
    return module_at(path);
}

/// The module that `from ..layers import x` names, or why there is none.
Value Evaluator::import_relative(const Node& from, const std::vector<std::string_view>& names) {
    const std::size_t dots = count_dots(from.text);
    const std::string_view rest = from.text.substr(dots);
    const std::string folder = folder_above(
        files_ != nullptr ? folder_of(files_->path_at(from.span.begin)) : std::string_view(), dots);
    const std::string path = join_path(folder, path_of(rest));
    NamespaceObject* module = rest.empty() ? nullptr : module_at(path);
    if (module == nullptr && files_ != nullptr) {
        // A folder: each name is a file in it, or the package's own.
        const bool has_part = std::any_of(names.begin(), names.end(), [&](std::string_view name) {
            return module_at(join_path(path, name)) != nullptr;
        });
        NamespaceObject* package = module_at(path);
        const bool is_here = path.empty() && files_->find("__init__.py") != nullptr;
        if (has_part || package != nullptr || is_here) {
            module = package != nullptr ? package : folder_module(path);
            if (is_here && module->file == nullptr) module->file = files_->find("__init__.py");
        }
    }
    if (module != nullptr) return Value::of(Type::Namespace, module);
    std::string missing;
    for (const std::string_view name : names) {
        if (rest.empty()) missing += concat(missing.empty() ? "" : ", ", join_path(path, name), ".py");
    }
    if (missing.empty()) missing = concat(path.empty() ? "__init__" : path, ".py");
    const Message reason = message("python.missing_file", {{"file", missing}});
    if (tries_ == 0) remark(Severity::Note, reason);
    return unknown(reason);
}

/// A name of a file or package.
Value Evaluator::file_member(NamespaceObject& module, std::string_view name) {
    if (module.is_package) {
        if (NamespaceObject* part = module_at(join_path(module.name, name)))
            return Value::of(Type::Namespace, part);
    }
    if (module.scope == nullptr && module.file != nullptr) module.scope = file_scope(*module.file);
    if (is_interrupted()) return Value::none();
    if (module.scope != nullptr) {
        const auto found = module.scope->names.find(name);
        if (found != module.scope->names.end()) return found->second;
        if (running_.contains(module.scope))
            return raise("ImportError",
                         concat("cannot import name '", name, "' from partially initialized module '",
                                module.name, "' (most likely due to a circular import)"));
    }
    const std::string file = module.file != nullptr ? module.file->path : module.name;
    return unknown(message("python.not_in_file", {{"name", name}, {"file", file}}));
}

/// Binds what `from file import *` imports.
void Evaluator::bind_all(NamespaceObject& module) {
    if (module.scope == nullptr && module.file != nullptr) module.scope = file_scope(*module.file);
    if (module.scope == nullptr || is_interrupted()) return;
    const auto all = module.scope->names.find("__all__");
    if (all != module.scope->names.end() && (all->second.is(Type::List) || all->second.is(Type::Tuple))) {
        for (const Value& name : all->second.items()) {
            if (!name.is(Type::Str) || is_interrupted()) continue;
            bind(name.str(), file_member(module, name.str()));
        }
        return;
    }
    const std::unordered_map<std::string_view, Value> names = module.scope->names;
    for (const auto& [name, value] : names) {
        if (!name.starts_with('_')) bind(name, value);
    }
}

}  // namespace paramscope::open::python
