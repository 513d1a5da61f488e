#include "open/python/build/main_file.h"

#include <set>
#include <tuple>

#include "base/characters.h"
#include "base/ranges.h"
#include "open/python/syntax/syntax.h"

namespace paramscope::open::python {
namespace {

/// Classes of libraries from which modules derive, besides those of `nn`.
constexpr std::string_view kModuleBases[] = {"Module", "LightningModule", "PreTrainedModel", "Model",
                                             "Layer"};

/// What a file is usually called that holds the model.
constexpr std::string_view kUsualNames[] = {"model", "net", "network", "models", "main"};

struct Class {
    std::string name;
    std::vector<std::string> bases;  ///< "nn.Module"
};

/// The classes and names of one file.
struct Outline {
    std::vector<Class> classes;                ///< at its top
    std::set<std::string> modules;             ///< those of them that derive from a module
    std::set<std::string, std::less<>> names;  ///< that it mentions
};

std::string_view last_part(std::string_view dotted) {
    return dotted.substr(dotted.rfind('.') + 1);
}

void add_names(const Node& node, std::set<std::string, std::less<>>& names) {
    if (node.kind == Kind::Identifier) names.emplace(node.text);
    for (const Node* child : node.children) add_names(*child, names);
}

Class read_class(const Node& definition) {
    Class cls;
    if (const Node* name = definition.child(Field::Name)) cls.name = name->text;
    if (const Node* bases = definition.child(Field::Superclasses)) {
        for (const Node* base : bases->children) {
            if (base->kind == Kind::Identifier || base->kind == Kind::Attribute)
                cls.bases.emplace_back(base->text);
        }
    }
    return cls;
}

Outline outline_of(const std::string& text) {
    const SyntaxTree tree(text);
    Outline outline;
    for (const Node* statement : tree.root().children) {
        const Node* definition =
            statement->kind == Kind::DecoratedDefinition ? statement->child(Field::Definition) : statement;
        if (definition != nullptr && definition->kind == Kind::ClassDefinition)
            outline.classes.push_back(read_class(*definition));
    }
    add_names(tree.root(), outline.names);
    return outline;
}

bool is_module_base(std::string_view base, const std::set<std::string>& known) {
    const std::string_view last = last_part(base);
    const bool is_usual = contains(kModuleBases, last);
    return is_usual || base.starts_with("nn.") || base.starts_with("torch.nn.") ||
           known.contains(std::string(last));
}

/// Finds the classes of all files that derive from modules, also through each other.
void find_modules(std::vector<Outline>& outlines) {
    std::set<std::string> known;
    for (std::size_t before = 1; before != known.size();) {
        before = known.size();
        for (Outline& outline : outlines) {
            for (const Class& cls : outline.classes) {
                const bool is_module =
                    any_of(cls.bases, [&](const std::string& base) { return is_module_base(base, known); });
                if (is_module) outline.modules.insert(cls.name), known.insert(cls.name);
            }
        }
        if (known.empty()) return;
    }
}

/// True when a class derived from a module is mentioned by no other file that has such classes.
bool has_unused_module(const std::vector<Outline>& outlines, const Outline& file) {
    return any_of(file.modules, [&](const std::string& name) {
        return none_of(outlines, [&](const Outline& other) {
            return &other != &file && !other.modules.empty() && other.names.contains(name);
        });
    });
}

/// How many classes of other files it mentions.
std::size_t count_used(const std::vector<Outline>& outlines, const Outline& file) {
    std::size_t count = 0;
    for (const Outline& other : outlines) {
        if (&other == &file) continue;
        count += static_cast<std::size_t>(
            count_if(other.modules, [&](const std::string& name) { return file.names.contains(name); }));
    }
    return count;
}

bool has_usual_name(std::string_view path) {
    std::string_view name = path.substr(path.rfind('/') + 1);
    name = name.substr(0, name.rfind('.'));
    return contains(kUsualNames, lowercase(name));
}

/// The class or function that an expression calls: "Net" of "Net(3)".
std::string_view called_name(std::string_view expression) {
    std::size_t end = 0;
    while (end < expression.size() && is_name_part(expression[end])) ++end;
    return expression.substr(0, end);
}

}  // namespace

std::size_t choose_main_file(const std::vector<CodeFile>& files, std::string_view expression) {
    std::vector<Outline> outlines;
    for (const CodeFile& file : files) outlines.push_back(outline_of(file.text));
    find_modules(outlines);
    const std::string_view wanted = called_name(expression);
    std::size_t best = 0;
    std::tuple<bool, bool, bool, std::size_t, bool> most;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const Outline& file = outlines[i];
        const bool is_wanted = any_of(file.classes, [&](const Class& cls) { return cls.name == wanted; });
        const auto rank = std::tuple(is_wanted, has_unused_module(outlines, file), !file.modules.empty(),
                                     count_used(outlines, file), has_usual_name(files[i].path));
        if (i > 0 && rank <= most) continue;
        most = rank;
        best = i;
    }
    return best;
}

}  // namespace paramscope::open::python
