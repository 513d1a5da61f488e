// Puts the builtin functions and classes together.
#include <algorithm>

#include "base/ranges.h"
#include "open/python/builtins/builtins.h"
#include "open/python/imports/imports.h"
#include "open/python/state/interpreter.h"

namespace paramscope::open::python {
namespace {

Value not_known(Evaluator& e, const Value&, Arguments&) {
    return e.unknown(message("python.unknown_call", {{"type", "function"}}));
}

/// open(path): a file of a package that its code reads as text; no other file is here.
Value open_file(Evaluator& e, const Value&, Arguments& a) {
    const Value *path = a.get(0, "file"), *mode = a.get(1, "mode");
    const bool is_read =
        mode == nullptr || (mode->is(Type::Str) && (mode->str() == "r" || mode->str() == "rt"));
    if (path == nullptr || !is_read) return e.unknown(message("python.no_file_here"));
    const Value name = path->is(Type::Instance) ? call_method(e, *path, "__fspath__") : *path;
    if (e.is_interrupted()) return Value::none();
    NamespaceObject& environment = import_module(e, "_environment").as<NamespaceObject>();
    const Value text = call(e, namespace_member(e, environment, "package_text"), std::vector<Value>{name});
    if (!text.is(Type::Str)) return e.unknown(message("python.no_file_here"));
    NamespaceObject& files = import_module(e, "_package_files").as<NamespaceObject>();
    return call(e, namespace_member(e, files, "TextFile"), std::vector<Value>{text});
}

/// exec(code): it may bind any name, and is taken to change none.
Value run_code(Evaluator& e, const Value&, Arguments&) {
    e.uncertainty.has_assumptions = true;
    e.remark(Severity::Warning, message("python.exec"));
    return Value::none();
}

constexpr std::string_view kRefused[] = {"input", "hash", "exit", "quit"};

struct Exception {
    std::string_view name, base;
};
constexpr Exception kExceptions[] = {
    {"BaseException", "object"},
    {"Exception", "BaseException"},
    {"KeyboardInterrupt", "BaseException"},
    {"SystemExit", "BaseException"},
    {"StopIteration", "Exception"},
    {"ArithmeticError", "Exception"},
    {"OverflowError", "ArithmeticError"},
    {"ZeroDivisionError", "ArithmeticError"},
    {"AssertionError", "Exception"},
    {"AttributeError", "Exception"},
    {"ImportError", "Exception"},
    {"ModuleNotFoundError", "ImportError"},
    {"LookupError", "Exception"},
    {"IndexError", "LookupError"},
    {"KeyError", "LookupError"},
    {"NameError", "Exception"},
    {"UnboundLocalError", "NameError"},
    {"OSError", "Exception"},
    {"FileNotFoundError", "OSError"},
    {"RuntimeError", "Exception"},
    {"NotImplementedError", "RuntimeError"},
    {"RecursionError", "RuntimeError"},
    {"TypeError", "Exception"},
    {"ValueError", "Exception"},
    {"Warning", "Exception"},
    {"UserWarning", "Warning"},
    {"DeprecationWarning", "Warning"},
    {"FutureWarning", "Warning"},
    {"RuntimeWarning", "Warning"},
};

}  // namespace

Value not_evaluated(Evaluator& e, std::string_view name) {
    return e.unknown(message("python.unknown_method", {{"name", name}}));
}

void add_builtins(Evaluator& e) {
    for (const std::span<const BuiltinRow> rows :
         {kObjectFunctions, kNumberFunctions, kIterationFunctions, kTextFunctions}) {
        for (const BuiltinRow& row : rows)
            e.builtins->names.emplace(row.name, e.builtin(row.name, row.function));
    }
    for (const std::string_view name : kRefused) e.builtins->names.emplace(name, e.builtin(name, not_known));
    e.builtins->names.emplace("open", e.builtin("open", open_file));
    e.builtins->names.emplace("exec", e.builtin("exec", run_code));
    for (const auto& [name, cls] : e.definitions.builtin_classes) {
        constexpr std::string_view kNotBuiltin[] = {
            "Module",     "Sequential",    "ModuleList",    "ModuleDict", "Parameter",
            "Buffer",     "ParameterList", "ParameterDict", "Tensor",     "function",
            "NamedTuple", "OrderedDict",   "defaultdict",   "module",     "NoneType"};
        if (!contains(kNotBuiltin, name)) e.builtins->names.emplace(cls->name, Value::of(Type::Class, cls));
    }
    e.builtins->names.emplace("__name__", e.text("__main__"));
    e.builtins->names.emplace("__file__", e.text("model.py"));
    e.builtins->names.emplace("NotImplemented", e.opaque("NotImplemented"));
    e.builtins->names.emplace("Ellipsis", Value{.type = Type::Ellipsis, .integer = 0});
}

void add_builtin_classes(Evaluator& e) {
    const auto add = [&](std::string_view name, ClassObject* base, BuiltinFunction maker = nullptr,
                         Type makes = Type::Instance) {
        ClassObject* cls = add_class(e, std::string(name),
                                     base != nullptr ? std::vector{base} : std::vector<ClassObject*>{});
        cls->construct = maker;
        cls->makes = makes;
        e.definitions.builtin_classes.emplace(cls->name, cls);
        return cls;
    };
    e.known.object = add("object", nullptr, nullptr);
    ClassObject* integer = add("int", e.known.object, make_int, Type::Int);
    add("bool", integer, make_bool, Type::Bool);
    add("float", e.known.object, make_float, Type::Float);
    add("str", e.known.object, make_str, Type::Str);
    e.known.tuple = add("tuple", e.known.object, make_tuple, Type::Tuple);
    add("list", e.known.object, make_list, Type::List);
    ClassObject* dict = add("dict", e.known.object, make_dict, Type::Dict);
    add("set", e.known.object, make_set, Type::Set);
    add("frozenset", e.known.object, make_set, Type::Set);
    add("range", e.known.object, make_range, Type::Range);
    add("slice", e.known.object, make_slice, Type::Slice);
    add("function", e.known.object, nullptr, Type::Function);
    add("NoneType", e.known.object, nullptr, Type::None);
    add("module", e.known.object, nullptr, Type::Namespace);
    add("type", e.known.object, type_function, Type::Class);
    e.known.ordered_dict = add("OrderedDict", dict, make_dict, Type::Dict);
    e.known.named_tuple = add("NamedTuple", e.known.object);

    for (const Exception& each : kExceptions) add(each.name, find_class(e, each.base))->is_exception = true;
    e.known.exception = find_class(e, "Exception");
    e.definitions.builtin_classes.emplace("IOError", find_class(e, "OSError"));
}

}  // namespace paramscope::open::python
