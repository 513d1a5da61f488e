#include "layers/layer.h"

namespace paramscope {
namespace {

Tensor tensor(std::string name, Role role, Dims shape) {
    Tensor made;
    made.name = std::move(name);
    made.role = role;
    made.shape = std::move(shape);
    return made;
}

}  // namespace

Tensor parameter(std::string name, Dims shape) {
    return tensor(std::move(name), Role::Parameter, std::move(shape));
}

Tensor buffer(std::string name, Dims shape) {
    return tensor(std::move(name), Role::Buffer, std::move(shape));
}

Signal unknown_output(const LayerCall&) {
    return Signal::unknown();
}

}  // namespace paramscope
