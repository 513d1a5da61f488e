// Takes a name of an installed package from the file that its `__init__.py` imports it from, and runs no
// other file. Runs the rest of `__init__.py` only for a name that none of its imports binds: timm's has a
// hundred `from .resnet import *`, each of which registers models, and code asks for one of them.
#include <algorithm>
#include <utility>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/imports/imports.h"
#include "open/python/state/evaluator.h"
#include "open/python/state/interpreter.h"
#include "open/python/syntax/source_files.h"

namespace paramscope::open::python {

/// Where a package's text takes a name from.
struct PackageImport {
    /// Of `from module import name as ...`; nullptr where the text binds the name otherwise.
    const Node* module = nullptr;
    std::string_view name;
    /// Of `name = 'a text'`: the text or number.
    const Node* literal = nullptr;
};

/// What a package's text imports.
struct PackageText {
    std::map<std::string_view, PackageImport> names;
    std::vector<NamespaceObject*> put_off;  ///< files of which it imports all names, and that did not run yet
    std::vector<NamespaceObject*> ran;      ///< of these files, those that ran
    bool has_calls = false;  ///< its statements call functions, which may register what it imports
};

namespace {

/// Kinds whose blocks run in the scope around.
constexpr Kind kTransparent[] = {Kind::IfStatement,   Kind::ElifClause,   Kind::ElseClause,
                                 Kind::TryStatement,  Kind::ExceptClause, Kind::FinallyClause,
                                 Kind::WithStatement, Kind::Block};

constexpr Kind kLiterals[] = {Kind::Integer, Kind::Float, Kind::String};

/// Reads what statements bind by imports, and by what else.
class PackageReader {
  public:
    PackageReader(Evaluator& evaluator, PackageText& text) : evaluator_(evaluator), text_(text) {}

    void read(const Node& block, bool is_top) {
        for (const Node* statement : block.children) {
            if (statement->kind == Kind::ImportFromStatement) {
                read_import(*statement, is_top);
            } else if (contains(kTransparent, statement->kind)) {
                read(*statement, false);
            } else {
                text_.has_calls = text_.has_calls || (is_top && is_call(*statement));
                read_definition(*statement);
            }
        }
    }

  private:
    static bool is_call(const Node& statement) {
        return statement.kind == Kind::ExpressionStatement && !statement.children.empty() &&
               statement.children[0]->kind == Kind::Call;
    }

    void read_import(const Node& statement, bool is_top) {
        const Node* module = statement.child(Field::ModuleName);
        if (module == nullptr) return;
        if (is_top && statement.child(Kind::WildcardImport) != nullptr) put_off(*module);
        for (const Node* each : statement.all(Field::Name)) {
            const Node* alias = each->child(Field::Alias);
            const Node* name = alias != nullptr ? each->child(Field::Name) : each;
            if (name != nullptr) bind(alias != nullptr ? alias->text : name->text, {module, name->text});
        }
    }

    void put_off(const Node& module) {
        const Value file =
            module.kind == Kind::RelativeImport ? import_relative(evaluator_, module, {}) : Value();
        if (file.is(Type::Namespace)) text_.put_off.push_back(&file.as<NamespaceObject>());
    }

    void read_definition(const Node& statement) {
        const Node* inner = &statement;
        if (statement.kind == Kind::DecoratedDefinition) inner = statement.child(Field::Definition);
        if (statement.kind == Kind::ExpressionStatement && !statement.children.empty())
            inner = statement.children[0];
        if (inner == nullptr) return;
        const Node* target = inner->child(inner->kind == Kind::Assignment ? Field::Left : Field::Name);
        const Node* value = inner->child(Field::Right);
        const bool is_literal = value != nullptr && contains(kLiterals, value->kind);
        if (target != nullptr) bind(target->text, {nullptr, {}, is_literal ? value : nullptr});
    }

    /// A name that is bound in two ways is not known without running the text.
    void bind(std::string_view name, const PackageImport& import) {
        const auto [found, is_new] = text_.names.emplace(name, import);
        const PackageImport& before = found->second;
        const bool is_same = before.module != nullptr && import.module != nullptr &&
                             before.module->text == import.module->text && before.name == import.name;
        if (!is_new && !is_same) found->second = {};
    }

    Evaluator& evaluator_;
    PackageText& text_;
};

/// True when the text has the word, not as a part of a longer one.
bool has_word_of_code(std::string_view text, std::string_view word) {
    for (std::size_t at = text.find(word); at != std::string_view::npos; at = text.find(word, at + 1)) {
        const std::size_t end = at + word.size();
        const bool begins = at == 0 || !is_name_part(text[at - 1]);
        if (begins && (end == text.size() || !is_name_part(text[end]))) return true;
    }
    return false;
}

/// True when a line of the text begins with what binds the word: `def word`, `class word`, `word =`.
bool begins_binding(std::string_view text, std::string_view word) {
    constexpr std::string_view kBeginnings[] = {"\ndef ", "\nclass ", "\n"};
    return any_of(kBeginnings, [&](std::string_view before) {
        const std::string beginning = concat(before, word);
        const std::size_t at = text.find(beginning);
        const std::size_t end = at + beginning.size();
        return at != std::string_view::npos && (end == text.size() || !is_name_part(text[end]));
    });
}

/// True when the text gives names of other files as its own.
bool imports_all(std::string_view text, std::string_view) {
    return text.find("import *") != std::string_view::npos;
}

/// True while a file of a package runs: what it does not find yet, no other file has to give.
bool is_running_file(const Evaluator& e) {
    return any_of(e.imports.running, [&](const Scope* scope) { return scope != e.globals; });
}

/// Takes the files out of those that are put off for which `is_asked` holds, in order.
template <class IsAsked>
std::vector<NamespaceObject*> take_files(std::vector<NamespaceObject*>& files, IsAsked is_asked) {
    std::vector<NamespaceObject*> taken;
    std::copy_if(files.begin(), files.end(), std::back_inserter(taken), is_asked);
    std::erase_if(files, [&](NamespaceObject* file) { return contains(taken, file); });
    return taken;
}

/// Runs the files that bind the word, where none does those that mention it, else those that import all names
/// of others; gives them.
std::vector<NamespaceObject*> run_mentions(Evaluator& e, PackageText& text, std::string_view word) {
    constexpr bool (*kTests[])(std::string_view, std::string_view) = {begins_binding, has_word_of_code,
                                                                      imports_all};
    std::vector<NamespaceObject*> asked;
    for (const auto test : kTests) {
        if (!asked.empty()) break;
        asked = take_files(text.put_off, [&](const NamespaceObject* file) {
            return file->file != nullptr && test(file->file->text(), word);
        });
    }
    for (NamespaceObject* file : asked) {
        run_file(e, *file);
        text.ran.push_back(file);
    }
    return asked;
}

/// What the text of an installed package imports; nullptr for all else.
PackageText* package_text(Evaluator& e, const NamespaceObject& package) {
    if (!package.is_package || package.file == nullptr || !is_in_package(package.name)) return nullptr;
    auto& text = e.imports.package_texts[&package];
    if (text != nullptr) return text.get();
    text = std::make_shared<PackageText>();
    PackageReader(e, *text).read(package.file->tree().root(), true);
    return text.get();
}

/// Gives a package the names of a file of which it imports all.
void bind_late(NamespaceObject& package, NamespaceObject& file) {
    if (package.scope == nullptr || file.scope == nullptr) return;
    for (const auto& [name, value] : public_names(*file.scope)) package.scope->names.emplace(name, value);
}

/// Gives a package the names of files of which it imports all; the value of one of the names.
std::optional<Value> name_of_files(NamespaceObject& package, const std::vector<NamespaceObject*>& files,
                                   std::string_view wanted) {
    std::optional<Value> found;
    for (NamespaceObject* file : files) {
        bind_late(package, *file);
        if (file->scope == nullptr) continue;
        for (const auto& [name, value] : public_names(*file->scope)) {
            if (name == wanted) found = value;
        }
    }
    return found;
}

}  // namespace

std::optional<Value> name_of_package(Evaluator& e, NamespaceObject& package, std::string_view name) {
    PackageText* text = package_text(e, package);
    if (text == nullptr) return std::nullopt;
    if (package.scope == nullptr) {
        const auto found = text->names.find(name);
        if (found != text->names.end()) {
            // A name that leads back here, by `from . import name`, is none while it is looked for.
            if (found->second.literal != nullptr) return evaluate(e, *found->second.literal);
            const PackageImport import = std::exchange(found->second, {});
            if (import.module == nullptr) return std::nullopt;
            const Value value = import_name(e, *import.module, import.name);
            found->second = import;
            return value;
        }
    }
    if (const std::optional<Value> found = name_of_files(package, text->ran, name)) return found;
    while (!e.is_interrupted()) {
        const std::vector<NamespaceObject*> files = run_mentions(e, *text, name);
        if (files.empty()) break;
        if (const std::optional<Value> found = name_of_files(package, files, name)) return found;
    }
    return std::nullopt;
}

bool put_off(Evaluator& e, NamespaceObject& module) {
    const std::string& path = e.imports.files->path_at(e.place().begin);
    if (module.scope != nullptr || !is_in_package(path) || !path.ends_with("/__init__.py")) return false;
    const bool is_beginning =
        all_of(e.frames.scope->names, [](const auto& each) { return each.first.starts_with("__"); });
    NamespaceObject* package = module_at(e, std::string(folder_of(path)));
    PackageText* text = package != nullptr ? package_text(e, *package) : nullptr;
    return is_beginning && text != nullptr && contains(text->put_off, &module);
}

void run_put_off(Evaluator& e, NamespaceObject& package) {
    PackageText* text = package_text(e, package);
    if (text == nullptr) return;
    for (NamespaceObject* file : take_files(text->put_off, [](NamespaceObject*) { return true; })) {
        if (e.is_interrupted()) return;
        run_file(e, *file);
        bind_late(package, *file);
    }
}

bool run_registers(Evaluator& e, const SourceFile& file) {
    if (is_running_file(e) || !is_in_package(file.path())) return false;
    const std::string top = file.path().substr(0, file.path().find('/', kPackageFolder.size() + 1) + 1);
    std::vector<NamespaceObject*> registers;
    for (auto& [package, text] : e.imports.package_texts) {
        if (text->has_calls && package->scope == nullptr && package->name.starts_with(top))
            registers.push_back(e.imports.file_modules.at(package->name));
    }
    for (NamespaceObject* package : registers) run_file(e, *package);
    return !registers.empty();
}

bool import_mentions(Evaluator& e, const SourceFile& file, std::string_view word) {
    if (word.empty() || is_running_file(e)) return false;
    bool has_run = false;
    for (auto& [package, text] : e.imports.package_texts) {
        if (file.path().starts_with(package->name + "/"))
            has_run = !run_mentions(e, *text, word).empty() || has_run;
    }
    return has_run;
}

}  // namespace paramscope::open::python
