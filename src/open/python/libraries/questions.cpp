#include "open/python/libraries/questions.h"

#include <optional>

#include "base/ranges.h"
#include "base/text_parts.h"

namespace paramscope::open::python {
namespace {

constexpr std::string_view kModelNames[] = {"model", "net", "module", "func", "mod"};
constexpr std::string_view kTensorNames[] = {"inputs", "input_data", "example_inputs", "args",
                                             "input",  "x",          "dummy_input",    "input_to_model"};
constexpr std::string_view kSizeNames[] = {"input_size", "input_shape", "input_res", "input_shapes"};
/// Libraries that add a batch to the sizes themselves.
constexpr std::string_view kAddBatch[] = {"torchsummary.", "ptflops.", "torchstat.", "torchscan."};

bool is_sequence(const Value& value) {
    return value.is(Type::Tuple) || value.is(Type::List);
}

bool is_model(const Value& value) {
    return value.is(Type::Instance) && value.instance().module != nullptr;
}

/// The tensors that a value is or holds; none for other values.
std::vector<Value> tensors_in(const Value& value) {
    if (value.is(Type::Tensor)) return {value};
    const bool are_tensors =
        is_sequence(value) && all_of(value.items(), [](const Value& each) { return each.is(Type::Tensor); });
    return are_tensors ? value.items() : std::vector<Value>();
}

/// A tensor of these sizes; nullopt for other values.
std::optional<Value> tensor_of(Evaluator& e, const Value& sizes, bool adds_batch, bool is_floating) {
    const bool are_sizes = is_sequence(sizes) && !sizes.items().empty() &&
                           all_of(sizes.items(), [](const Value& each) { return each.is(Type::Int); });
    if (!are_sizes) return std::nullopt;
    auto* tensor = e.make<TensorObject>();
    tensor->is_floating = is_floating;
    if (adds_batch) tensor->shape.push_back(Value::of(1));
    for (const Value& each : sizes.items()) tensor->shape.push_back(each);
    return Value::of(Type::Tensor, tensor);
}

/// Tensors of the sizes that a value states: one, or a list of several; none for other values.
std::vector<Value> tensors_of(Evaluator& e, const Value& sizes, bool adds_batch, bool is_floating) {
    if (const auto one = tensor_of(e, sizes, adds_batch, is_floating)) return {*one};
    std::vector<Value> tensors;
    if (!is_sequence(sizes)) return tensors;
    for (const Value& each : sizes.items()) {
        const auto tensor = tensor_of(e, each, adds_batch, is_floating);
        if (!tensor) return {};
        tensors.push_back(*tensor);
    }
    return tensors;
}

/// True where `dtypes=[torch.long]` or the like says that sizes are those of tokens.
bool has_whole_numbers(const Arguments& arguments) {
    const Value* types = arguments.find("dtypes");
    if (types == nullptr || !is_sequence(*types) || types->items().empty()) return false;
    const Value& first = types->items().front();
    return first.is(Type::Opaque) && contains_any(first.as<OpaqueObject>().name, {"long", "int"});
}

template <class Names>
const Value* find_named(const Arguments& arguments, const Names& names) {
    for (const std::string_view name : names) {
        if (const Value* found = arguments.find(name)) return found;
    }
    return nullptr;
}

}  // namespace

void note_question(Evaluator& e, std::string_view function, const Arguments& arguments) {
    if (e.tracer != nullptr) return;
    const std::vector<Value>& given = arguments.positional;
    const bool is_first = !given.empty() && is_model(given.front());
    const Value* model = is_first ? &given.front() : find_named(arguments, kModelNames);
    if (model == nullptr || !is_model(*model)) return;
    const Value* second = is_first && given.size() > 1 ? &given[1] : nullptr;
    const Value* inputs = find_named(arguments, kTensorNames);
    const Value* sizes = find_named(arguments, kSizeNames);
    const bool adds_batch =
        any_of(kAddBatch, [&](std::string_view each) { return paramscope::holds(function, each); });
    Arguments call;
    for (const Value* each : {inputs, second}) {
        if (each != nullptr && call.positional.empty()) call.positional = tensors_in(*each);
    }
    for (const Value* each : {sizes, second}) {
        if (each != nullptr && call.positional.empty())
            call.positional = tensors_of(e, *each, adds_batch, !has_whole_numbers(arguments));
    }
    if (!call.positional.empty()) e.findings.calls.push_back({&model->instance(), std::move(call)});
}

}  // namespace paramscope::open::python
