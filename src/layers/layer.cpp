#include "layers/layer.h"

namespace paramscope {
namespace {

Tensor tensor(std::string_view name, Role role, Dims shape) {
    Tensor made;
    made.name = name;
    made.role = role;
    made.shape = std::move(shape);
    return made;
}

}  // namespace

bool hides_bias(const Module& module) {
    bool is_other_library = false;
    for (const Argument& argument : module.arguments.pattern()) {
        if (argument.name == "bias" || argument.name == "has_bias") return false;
        const bool is_plain_dtype = argument.name == "dtype" && argument.value.kind == Value::Kind::Word;
        is_other_library |= is_plain_dtype || argument.name == "data_format" || argument.name == "weight";
    }
    return is_other_library;
}

Tensor parameter(std::string_view name, Dims shape) {
    return tensor(name, Role::Parameter, std::move(shape));
}

Tensor buffer(std::string_view name, Dims shape) {
    return tensor(name, Role::Buffer, std::move(shape));
}

Signal unknown_output(const LayerCall&) {
    return Signal::unknown();
}

}  // namespace paramscope
