// Imports libraries: a known one is a table of functions (libraries/*.cpp), Python text of our own
// (libraries/*.py), or both. Any other library is an unknown value.
#include <algorithm>
#include <cmath>

#include "base/concat.h"
#include "base/shipped_texts.h"
#include "layers/catalogue.h"
#include "open/python/libraries/libraries.h"

namespace paramscope {
extern const std::span<const ShippedText> kPythonLibraryTexts;
}

namespace paramscope::open::python {
namespace {

Value unknown_tensor(Evaluator& e, const Value&, Arguments&) {
    return e.tensor_of_unknown_shape(e.unknown(message("python.unknown_forward")));
}

/// What a library gives for a name that its table lacks.
enum class Rest {
    Unknown,     ///< a value that may be anything
    Opaque,      ///< a value without any effect on a model
    Initialize,  ///< a function that changes values of tensors only
    Tensors,     ///< a function that computes a tensor
};

struct Library {
    std::string_view name;
    std::span<const BuiltinRow> functions;
    Rest rest = Rest::Unknown;
    std::string_view text = "";  ///< the library of ours that has more names
};

const Library kLibraries[] = {
    {"torch", kTorchFunctions, Rest::Opaque},
    {"torch.nn", {}, Rest::Unknown, "torch_nn"},
    {"torch.nn.modules", {}, Rest::Unknown, "torch_nn"},
    {"torch.nn.parameter", {}},
    {"torch.nn.init", {}, Rest::Initialize},
    {"torch.nn.functional", {}, Rest::Tensors},
    {"torch.nn.utils", kTorchUtilsFunctions},
    {"torch.nn.parallel", {}, Rest::Opaque},
    {"torch.utils", {}, Rest::Opaque},
    {"torch.utils.checkpoint", {}, Rest::Opaque},
    {"torch.utils.data", {}, Rest::Opaque},
    {"torch.cuda", kCudaFunctions, Rest::Opaque},
    {"torch.backends", {}, Rest::Opaque},
    {"torch.jit", kJitFunctions, Rest::Opaque},
    {"torch.autograd", {}, Rest::Opaque},
    {"torch.optim", {}, Rest::Opaque},
    {"torch.distributed", {}, Rest::Opaque},
    {"torch.fft", {}, Rest::Tensors},
    {"torch.linalg", {}, Rest::Tensors},
    {"math", kMathFunctions},
    {"numpy", kNumpyFunctions, Rest::Unknown, "numpy_arrays"},
    {"copy", kCopyFunctions},
    {"functools", kFunctoolsFunctions},
    {"dataclasses", kDataclassesFunctions},
    {"collections", kCollectionsFunctions},
    {"collections.abc", {}, Rest::Opaque},
    {"itertools", kItertoolsFunctions},
    {"typing", kTypingFunctions, Rest::Opaque},
    {"typing_extensions", kTypingFunctions, Rest::Opaque},
    {"abc", kAbcFunctions, Rest::Opaque},
    {"warnings", kWarningsFunctions, Rest::Opaque},
    {"logging", {}, Rest::Opaque},
    {"time", {}, Rest::Opaque},
    {"einops", {}, Rest::Tensors},
    {"einops.layers", {}},
    {"einops.layers.torch", {}, Rest::Unknown, "einops_layers_torch"},
    {"timm", {}},
    {"timm.layers", {}, Rest::Unknown, "timm_layers"},
    {"timm.models", {}},
    {"timm.models.layers", {}, Rest::Unknown, "timm_layers"},
};

const Library* find_library(std::string_view name) {
    const auto* found = std::find_if(std::begin(kLibraries), std::end(kLibraries),
                                     [&](const Library& each) { return each.name == name; });
    return found == std::end(kLibraries) ? nullptr : found;
}

}  // namespace

Scope* Evaluator::library_scope(std::string_view name) {
    const auto found = library_scopes_.find(name);
    if (found != library_scopes_.end()) return found->second;
    for (const ShippedText& text : kPythonLibraryTexts) {
        if (text.name != name) continue;
        auto* scope = make<Scope>();
        scope->globals = scope;
        library_scopes_.emplace(std::string(name), scope);
        libraries_.push_back(std::make_unique<SyntaxTree>(text.text));
        Scope* before = std::exchange(scope_, scope);
        const Flow flow = std::exchange(flow_, Flow::Next);
        execute_block(libraries_.back()->root());
        if (!is_interrupted()) flow_ = flow;
        scope_ = before;
        return scope;
    }
    return nullptr;
}

Value Evaluator::import_module(std::string_view name) {
    const auto found = namespaces_.find(name);
    if (found != namespaces_.end()) return Value::of(Type::Namespace, found->second);
    if (find_library(name) == nullptr) {
        // A part of a known library without a table of its own: `torch.amp`.
        const std::string_view top = name.substr(0, name.find('.'));
        if (top == "torch" && top != name) return opaque(name);
        return unknown(message("python.unknown_import", {{"name", name}}));
    }
    auto* object = make<NamespaceObject>();
    object->name = name;
    namespaces_.emplace(object->name, object);
    if (const std::size_t dot = name.rfind('.'); dot != std::string_view::npos) {
        const Value parent = import_module(name.substr(0, dot));
        if (parent.is(Type::Namespace))
            parent.as<NamespaceObject>().names.emplace(std::string(name.substr(dot + 1)),
                                                       Value::of(Type::Namespace, object));
    }
    return Value::of(Type::Namespace, object);
}

Value Evaluator::namespace_member(NamespaceObject& module, std::string_view name) {
    const auto found = module.names.find(name);
    if (found != module.names.end()) return found->second;
    const auto keep_member = [&](const Value& value) {
        module.names.emplace(std::string(name), value);
        return value;
    };
    const std::string full = concat(module.name, ".", name);
    if (find_library(full) != nullptr) return import_module(full);
    const Library* library = find_library(module.name);
    if (library == nullptr)
        return unknown(message("python.unknown_member", {{"name", name}, {"module", module.name}}));
    for (const BuiltinRow& row : library->functions) {
        if (row.name == name) return keep_member(builtin(row.name, row.function));
    }
    const bool is_nn =
        module.name == "torch.nn" || module.name == "torch.nn.modules" || module.name == "torch.nn.parameter";
    if (is_nn) {
        constexpr std::string_view kClasses[] = {"Module",    "Sequential",    "ModuleList",   "ModuleDict",
                                                 "Parameter", "ParameterList", "ParameterDict"};
        if (std::find(std::begin(kClasses), std::end(kClasses), name) != std::end(kClasses))
            return keep_member(Value::of(Type::Class, find_class(name)));
        if (name == "DataParallel") return keep_member(builtin("DataParallel", pass_through));
    }
    if (!library->text.empty()) {
        if (Scope* scope = library_scope(library->text)) {
            const auto member = scope->names.find(name);
            if (member != scope->names.end()) return keep_member(member->second);
        }
    }
    if (is_nn) {
        if (ClassObject* cls = layer_class(name)) return keep_member(Value::of(Type::Class, cls));
    }
    if (module.name == "torch") {
        if (name == "Tensor") return keep_member(Value::of(Type::Class, find_class("Tensor")));
        if (const BuiltinFunction function = find_torch_function(name))
            return keep_member(builtin("torch function", function));
        if (name == "pi") return Value::of(M_PI);
        if (name == "inf") return Value::of(HUGE_VAL);
        if (name == "__version__")
            return unknown(message("python.unknown_member", {{"name", name}, {"module", "torch"}}));
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
                                                  "repeat_interleave",
                                                  "hann_window"};
        if (std::find(std::begin(kComputed), std::end(kComputed), name) != std::end(kComputed))
            return keep_member(builtin("torch function", unknown_tensor));
    }
    if (module.name == "math" || module.name == "numpy") {
        if (name == "pi") return Value::of(M_PI);
        if (name == "e") return Value::of(M_E);
        if (name == "inf") return Value::of(HUGE_VAL);
        if (name == "nan") return Value::of(std::nan(""));
    }
    if ((module.name == "collections" || module.name == "typing") && name == "OrderedDict")
        return Value::of(Type::Class, known.ordered_dict);
    if (module.name == "typing" && name == "NamedTuple") return Value::of(Type::Class, known.named_tuple);
    if (module.name == "typing" && name == "TYPE_CHECKING") return Value::of(false);
    switch (library->rest) {
        case Rest::Opaque:
            return keep_member(opaque(full));
        case Rest::Initialize:
            return keep_member(builtin("init", pass_through));
        case Rest::Tensors: {
            if (const BuiltinFunction function = find_torch_function(name))
                return keep_member(builtin("torch function", function));
            return keep_member(builtin("torch function", unknown_tensor));
        }
        case Rest::Unknown:
            break;
    }
    return unknown(message("python.unknown_member", {{"name", name}, {"module", module.name}}));
}

void Evaluator::import_statement(const Node& node) {
    for (const Node* each : node.all(Field::Name)) {
        const Node* alias = each->child(Field::Alias);
        const Node* path = alias != nullptr ? each->child(Field::Name) : each;
        if (path == nullptr) continue;
        const Value value = import_module(path->text);
        if (value.is_unknown() && refuse_import(value, path->text)) return;
        if (alias != nullptr) {
            bind(alias->text, value);
        } else {
            const std::string_view top = path->text.substr(0, path->text.find('.'));
            bind(top, top == path->text ? value : import_module(top));
        }
    }
}

/// Without a library, `try: import x` goes on with its except clause; any other import is unknown.
bool Evaluator::refuse_import(const Value& value, std::string_view name) {
    if (tries_ > 0) {
        remark(Severity::Note, message("python.import_failed", {{"name", name}}));
        raise("ModuleNotFoundError", concat("No module named '", name, "'"));
        return true;
    }
    (void)value;
    return false;
}

void Evaluator::import_from_statement(const Node& node) {
    const Node* from = node.child(Field::ModuleName);
    if (from == nullptr) return;
    const Value module = from->kind == Kind::RelativeImport
                             ? unknown(message("python.unknown_import", {{"name", from->text}}))
                             : import_module(from->text);
    if (module.is_unknown() && refuse_import(module, from->text)) return;
    for (const Node* each : node.all(Field::Name)) {
        const Node* alias = each->child(Field::Alias);
        const Node* name = alias != nullptr ? each->child(Field::Name) : each;
        if (name == nullptr) continue;
        const Value value =
            module.is(Type::Namespace) ? namespace_member(module.as<NamespaceObject>(), name->text)
            : module.is(Type::Opaque)  ? opaque(concat(module.as<OpaqueObject>().name, ".", name->text))
                                       : module;
        if (is_interrupted()) return;
        bind(alias != nullptr ? alias->text : name->text, value);
    }
    if (node.child(Kind::WildcardImport) == nullptr) return;
    if (module.is(Type::Namespace)) {
        for (const std::string_view name :
             {"Module", "Sequential", "ModuleList", "Parameter", "Linear", "Conv2d", "ReLU", "BatchNorm2d",
              "Dropout", "MaxPool2d", "Embedding", "LayerNorm"})
            if (module.as<NamespaceObject>().name == "torch.nn")
                bind(name, namespace_member(module.as<NamespaceObject>(), name));
    }
}

}  // namespace paramscope::open::python
