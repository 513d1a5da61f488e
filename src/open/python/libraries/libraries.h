// The functions of the libraries that source code imports, as tables.
#pragma once
#include <span>

#include "open/python/builtins/builtins.h"

namespace paramscope::open::python {

extern const std::span<const BuiltinRow> kMathFunctions, kCopyFunctions, kFunctoolsFunctions,
    kDataclassesFunctions, kCollectionsFunctions, kItertoolsFunctions, kAbcFunctions, kTypingFunctions,
    kWarningsFunctions, kInspectFunctions, kPatternFunctions, kTorchFunctions, kTorchUtilsFunctions,
    kAutogradFunctions, kDeviceFunctions, kExportFunctions, kJitFunctions, kEnvironmentFunctions,
    kImportlibFunctions, kConstructorFunctions, kCheckingFunctions, kAutocastFunctions, kCompileFunctions,
    kTransformersFunctions, kJsonFunctions;

/// Begins the names of opaque values that leave models as they are.
inline constexpr std::string_view kObserver = "observer.";

/// Gives the first argument, or as a decorator with arguments itself: what changes nothing.
Value pass_through(Evaluator& e, const Value& self, Arguments& a);
/// The name of what no_grad() gives: what is bound in its block has no gradient.
inline constexpr std::string_view kNoGradients = "no_grad";

/// Gives a decorator that changes nothing, as `@no_grad()`.
Value make_pass_through(Evaluator& e, const Value& self, Arguments& a);
/// Gives None.
Value nothing(Evaluator& e, const Value& self, Arguments& a);

}  // namespace paramscope::open::python
