// Puts the builtin functions and classes together.
#include <algorithm>

#include "open/python/builtins/builtins.h"

namespace paramscope::open::python {
namespace {

Value not_known(Evaluator& e, const Value&, Arguments&) {
    return e.unknown(message("python.unknown_call", {{"type", "function"}}));
}

constexpr std::string_view kRefused[] = {"open", "input", "eval", "exec", "dir", "hash", "exit", "quit"};

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

BuiltinFunction find_row(std::span<const BuiltinRow> rows, std::string_view name) {
    const auto found =
        std::find_if(rows.begin(), rows.end(), [&](const BuiltinRow& row) { return row.name == name; });
    return found == rows.end() ? nullptr : found->function;
}

}  // namespace

Value not_evaluated(Evaluator& e, std::string_view name) {
    return e.unknown(message("python.unknown_method", {{"name", name}}));
}

BuiltinFunction find_method(const Value& value, std::string_view name) {
    switch (value.type) {
        case Type::List:
            return find_row(kListMethods, name);
        case Type::Tuple:
            return find_row(kTupleMethods, name);
        case Type::Dict:
            return find_row(kDictMethods, name);
        case Type::Set:
            return find_row(kSetMethods, name);
        case Type::Str:
            return find_row(kTextMethods, name);
        case Type::Float:
            return find_row(kFloatMethods, name);
        case Type::Int:
        case Type::Bool:
            return find_row(kIntMethods, name);
        default:
            return nullptr;
    }
}

void Evaluator::add_builtins() {
    for (const std::span<const BuiltinRow> rows :
         {kObjectFunctions, kNumberFunctions, kIterationFunctions, kTextFunctions}) {
        for (const BuiltinRow& row : rows)
            builtins_->names.emplace(row.name, builtin(row.name, row.function));
    }
    for (const std::string_view name : kRefused) builtins_->names.emplace(name, builtin(name, not_known));
    for (const auto& [name, cls] : builtin_classes_) {
        constexpr std::string_view kNotBuiltin[] = {
            "Module",     "Sequential",    "ModuleList",    "ModuleDict", "Parameter",
            "Buffer",     "ParameterList", "ParameterDict", "Tensor",     "function",
            "NamedTuple", "OrderedDict",   "defaultdict",   "module",     "NoneType"};
        if (std::find(std::begin(kNotBuiltin), std::end(kNotBuiltin), name) == std::end(kNotBuiltin))
            builtins_->names.emplace(cls->name, Value::of(Type::Class, cls));
    }
    builtins_->names.emplace("type", builtin("type", type_function));
    builtins_->names.emplace("__name__", text("__main__"));
    builtins_->names.emplace("__file__", text("model.py"));
    builtins_->names.emplace("NotImplemented", opaque("NotImplemented"));
    builtins_->names.emplace("Ellipsis", Value{.type = Type::Ellipsis, .integer = 0});
}

void Evaluator::add_builtin_classes() {
    const auto add = [&](std::string_view name, ClassObject* base, BuiltinFunction maker = nullptr,
                         Type makes = Type::Instance) {
        ClassObject* cls =
            add_class(std::string(name), base != nullptr ? std::vector{base} : std::vector<ClassObject*>{});
        cls->construct = maker;
        cls->makes = makes;
        builtin_classes_.emplace(cls->name, cls);
        return cls;
    };
    known.object = add("object", nullptr, nullptr);
    ClassObject* integer = add("int", known.object, make_int, Type::Int);
    add("bool", integer, make_bool, Type::Bool);
    add("float", known.object, make_float, Type::Float);
    add("str", known.object, make_str, Type::Str);
    known.tuple = add("tuple", known.object, make_tuple, Type::Tuple);
    add("list", known.object, make_list, Type::List);
    ClassObject* dict = add("dict", known.object, make_dict, Type::Dict);
    add("set", known.object, make_set, Type::Set);
    add("frozenset", known.object, make_set, Type::Set);
    add("range", known.object, make_range, Type::Range);
    add("slice", known.object, make_slice, Type::Slice);
    add("function", known.object, nullptr, Type::Function);
    add("NoneType", known.object, nullptr, Type::None);
    add("module", known.object, nullptr, Type::Namespace);
    known.ordered_dict = add("OrderedDict", dict, make_dict, Type::Dict);
    known.named_tuple = add("NamedTuple", known.object);

    for (const Exception& each : kExceptions) add(each.name, find_class(each.base))->is_exception = true;
    known.exception = find_class("Exception");
    builtin_classes_.emplace("IOError", find_class("OSError"));
    add_module_classes();
}

}  // namespace paramscope::open::python
