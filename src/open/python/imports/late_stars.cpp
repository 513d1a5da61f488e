// Puts off `from package import *` in a file of an installed package: the package's names come from its files
// when they are asked for, as those of `from package import name` do. Run at once, the package would often
// lead back to the file that imports it, for its files are not run in the order in which Python runs them.
#include "open/python/imports/imports.h"
#include "open/python/syntax/source_files.h"

namespace paramscope::open::python {

bool put_off_package(Evaluator& e, NamespaceObject& module) {
    const std::string& path = e.imports.files->path_at(e.place().begin);
    const bool is_part = is_in_package(path) && !path.ends_with("/__init__.py");
    const bool has_run = module.scope != nullptr && !e.imports.running.contains(module.scope);
    if (!is_part || has_run || !module.is_package || !is_in_package(module.name)) return false;
    e.imports.late_stars[e.frames.scope].push_back(&module);
    return true;
}

void share_late_stars(Evaluator& e, const Scope& from, const Scope& to) {
    const auto found = e.imports.late_stars.find(&from);
    if (found == e.imports.late_stars.end()) return;
    const std::vector<NamespaceObject*> packages = found->second;
    std::vector<NamespaceObject*>& shared = e.imports.late_stars[&to];
    shared.insert(shared.end(), packages.begin(), packages.end());
}

std::optional<Value> from_late_stars(Evaluator& e, const Scope& scope, std::string_view name) {
    const auto found = e.imports.late_stars.find(&scope);
    if (found == e.imports.late_stars.end() || name.starts_with('_')) return std::nullopt;
    const std::vector<NamespaceObject*> packages = found->second;
    for (auto package = packages.rbegin(); package != packages.rend(); ++package) {
        const Value value = namespace_member(e, **package, name);
        if (e.is_interrupted()) return std::nullopt;
        if (!value.is_unknown()) return value;
    }
    return std::nullopt;
}

}  // namespace paramscope::open::python
