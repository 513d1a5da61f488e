// What texts of libraries ask the evaluator for: the environment, an ordinary one, of which a note says once
// what was assumed, and the arguments of constructors.
#include "base/concat.h"
#include "base/ranges.h"
#include "open/python/libraries/guesses.h"
#include "open/python/libraries/libraries.h"
#include "open/python/state/interpreter.h"
#include "open/python/syntax/source_files.h"

namespace paramscope::open::python {
namespace {

/// Says once that an ordinary environment is assumed.
Value note(Evaluator& e, const Value&, Arguments&) {
    const Message sentence = message("python.ordinary_environment");
    const bool is_noted =
        any_of(e.findings.remarks, [&](const Remark& each) { return each.message == sentence; });
    if (!is_noted) e.remark(Severity::Note, sentence);
    return Value::none();
}

/// True inside a `try` whose handlers go on.
Value is_tried(Evaluator& e, const Value&, Arguments&) {
    return Value::of(e.frames.tries > 0);
}

/// What an environment variable of that name holds, which no default replaces.
Value unset(Evaluator& e, const Value&, Arguments& a) {
    const bool has_name = !a.positional.empty() && a.positional[0].is(Type::Str);
    const Value value = e.unknown(
        message("python.variable_not_set", {{"name", has_name ? a.positional[0].str() : std::string()}}));
    value.as<Unknown>().is_data = true;
    return value;
}

/// What a required option of a command line would hold.
Value option(Evaluator& e, const Value&, Arguments& a) {
    const bool has_name = !a.positional.empty() && a.positional[0].is(Type::Str);
    return e.unknown(
        message("python.option_required", {{"name", has_name ? a.positional[0].str() : std::string()}}));
}

/// What a file holds that is not read.
Value unread(Evaluator& e, const Value&, Arguments& a) {
    if (!a.positional.empty() && a.positional[0].is_unknown()) return a.positional[0];
    return e.unknown(message("python.no_file_here"));
}

/// What a library has under a name that is not known here: unknown_member("resnest50d", "timm").
Value unknown_member(Evaluator& e, const Value&, Arguments& a) {
    const bool has_names =
        a.positional.size() == 2 && a.positional[0].is(Type::Str) && a.positional[1].is(Type::Str);
    if (!has_names) return not_evaluated(e, "unknown_member");
    return e.unknown(message("python.unknown_member",
                             {{"name", a.positional[0].str()}, {"module", a.positional[1].str()}}));
}

// Files of installed packages that their code reads: tables of models, as JSON or YAML.

/// The path by which a file of a package is found, of what its code calls it; "" for other paths.
std::string path_in_package(const Value& path) {
    if (!path.is(Type::Str) || path.str().empty() || path.str().starts_with('/')) return "";
    const std::string joined = join_path(kPackageFolder, path.str());
    return joined.starts_with(concat(kPackageFolder, "/")) ? joined : "";
}

/// package_names(folder): the names of what a folder of a package holds; an empty list for other folders.
Value package_names(Evaluator& e, const Value&, Arguments& a) {
    const std::string path = a.positional.empty() ? "" : path_in_package(a.positional[0]);
    std::vector<Value> names;
    if (path.empty() || e.imports.files == nullptr) return e.list({});
    for (std::string& name : e.imports.files->names_in_package(path)) {
        if (!e.step()) return Value::none();
        names.push_back(e.text(std::move(name)));
    }
    return e.list(std::move(names));
}

/// package_text(path): what a file of a package holds; None for other files.
Value package_text_of(Evaluator& e, const Value&, Arguments& a) {
    const std::string path = a.positional.empty() ? "" : path_in_package(a.positional[0]);
    const SourceFile* file =
        path.empty() || e.imports.files == nullptr ? nullptr : e.imports.files->find(path);
    return file != nullptr ? e.text(file->text()) : Value::none();
}

// Fields of a config that the text does not have.

/// The value that a name suggests, as Python writes it; None for "...".
Value value_of(Evaluator& e, std::string_view text) {
    if (text == "...") return Value::none();
    if (text == "True" || text == "False") return Value::of(text == "True");
    if (text.front() == '\'') return e.text(std::string(text.substr(1, text.size() - 2)));
    const std::string number(text);
    const bool is_whole = number.find_first_of(".e") == std::string::npos;
    return is_whole ? Value::of(std::stoi(number)) : Value::of(std::stod(number));
}

/// What a field that is read has, by its path: guessed_field(".model.d_model"). None where its name tells
/// nothing.
Value guessed_field(Evaluator& e, const Value&, Arguments& a) {
    const bool has_path = a.positional.size() == 1 && a.positional[0].is(Type::Str);
    if (!has_path || !e.has_room(1)) return not_evaluated(e, "guessed_field");
    const std::string& path = a.positional[0].str();
    std::vector<std::string>& fields = e.findings.read_fields;
    if (!contains(fields, path)) fields.push_back(path);
    std::string_view name = path;
    if (name.ends_with(']')) name.remove_suffix(1);
    return value_of(e, guess_value(name.substr(name.find_last_of(".[") + 1)));
}

// Constructors.

void add(const Value& dict, const Value& name, const Value& value) {
    if (const auto key = key_of(name)) dict.as<Dict>().set(*key, name, value);
}

/// The arguments of the constructor that runs, by name.
Value arguments_of_constructor(Evaluator& e) {
    const Value found = e.dict();
    const std::vector<Parameter> parameters = parameters_of(*e.frames.functions.back());
    for (std::size_t i = 1; i < parameters.size(); ++i) {
        const auto value = e.frames.scope->names.find(parameters[i].name);
        if (value == e.frames.scope->names.end() || parameters[i].is_rest) continue;
        if (!parameters[i].is_named_rest) {
            add(found, e.text(std::string(parameters[i].name)), value->second);
        } else if (value->second.is(Type::Dict)) {
            for (const Dict::Entry& entry : value->second.as<Dict>().entries) {
                if (!entry.is_removed) add(found, entry.key, entry.value);
            }
        }
    }
    return found;
}

/// Lightning's self.save_hyperparameters(*names, ignore=None): keeps the arguments of the constructor.
Value save_hyperparameters(Evaluator& e, const Value& self, Arguments& a) {
    const bool is_running = !e.frames.functions.empty() && e.frames.functions.back()->name == "__init__";
    const Value arguments = is_running ? arguments_of_constructor(e) : e.dict();
    const Value* ignored = a.find("ignore");
    return call_method(e, self, "_keep_hyperparameters",
                       {arguments, e.tuple(a.positional), ignored != nullptr ? *ignored : Value::none()});
}

/// The arguments of a call by name, with the defaults: bound_arguments(function, args, kwargs).
Value bound_arguments(Evaluator& e, const Value&, Arguments& a) {
    const bool is_known = a.positional.size() == 3 && a.positional[0].is(Type::Function) &&
                          a.positional[1].is(Type::Tuple) && a.positional[2].is(Type::Dict);
    if (!is_known) return not_evaluated(e, "register_to_config");
    const Value found = e.dict();
    std::size_t at = 0;
    const std::vector<Value>& positional = a.positional[1].items();
    std::vector<Parameter> parameters = parameters_of(a.positional[0].as<FunctionObject>());
    if (!parameters.empty()) parameters.erase(parameters.begin());
    for (const Parameter& each : parameters) {
        if (each.is_rest || each.is_named_rest) continue;
        const Value name = e.text(std::string(each.name));
        if (at < positional.size())
            add(found, name, positional[at++]);
        else if (each.default_value != nullptr)
            add(found, name, *each.default_value);
    }
    for (const Dict::Entry& entry : a.positional[2].as<Dict>().entries) {
        if (!entry.is_removed) add(found, entry.key, entry.value);
    }
    return found;
}

constexpr BuiltinRow kEnvironmentFunctionsRows[] = {{"note", note},
                                                    {"is_tried", is_tried},
                                                    {"unset", unset},
                                                    {"unread", unread},
                                                    {"option", option},
                                                    {"unknown_member", unknown_member},
                                                    {"package_names", package_names},
                                                    {"package_text", package_text_of},
                                                    {"guessed_field", guessed_field}};
constexpr BuiltinRow kConstructorFunctionsRows[] = {{"save_hyperparameters", save_hyperparameters},
                                                    {"bound_arguments", bound_arguments}};

}  // namespace

const std::span<const BuiltinRow> kEnvironmentFunctions = kEnvironmentFunctionsRows;
const std::span<const BuiltinRow> kConstructorFunctions = kConstructorFunctionsRows;

}  // namespace paramscope::open::python
