#include "hub/further_modules.h"

#include <utility>

#include "base/concat.h"
#include "hub/weight_types.h"

namespace paramscope::hub {
namespace {

constexpr std::string_view kMain = "0";

/// Writes the tensors of a module and of those below it that have the type of their model, which another one
/// takes in.
void state_type(Module& module, const Report& report, std::uint32_t index, const std::string& dtype) {
    std::vector<Tensor>::size_type child = 0;
    for (const TensorReport& own : report.nodes[index].facts->tensors.list()) {
        Tensor tensor;
        tensor.name = own.name;
        tensor.role = own.role;
        tensor.trainable = own.trainable;
        tensor.packed_in = own.packed_in;
        tensor.shape = own.shape;
        tensor.dtype = own.dtype.empty() ? RareText(dtype) : own.dtype;
        set_tensor(module, tensor);
    }
    for (const std::uint32_t below : report.children(index)) {
        if (child < module.children.size()) state_type(module.children[child++], report, below, dtype);
    }
}

std::string below_main(const std::string& path) {
    return concat(kMain, ".", path);
}

}  // namespace

Model with_further_modules(const Report& main, std::span<const FurtherModule> modules) {
    Model whole = *main.model;
    Module first = std::exchange(whole.root, {});
    first.name = std::string(kMain);
    whole.root.type = "SentenceTransformer";
    whole.root.children.push_back(std::move(first));
    for (Tie& tie : whole.ties) tie = {below_main(tie.tied), below_main(tie.source), tie.span};
    for (Freeze& freeze : whole.frozen) freeze.path = below_main(freeze.path);
    Basis basis = main.root()->facts->parameters.basis;
    for (const FurtherModule& each : modules) {
        Module module = each.report.model->root;
        if (each.report.model->dtype != whole.dtype)
            state_type(module, each.report, 0, each.report.model->dtype);
        module.name = each.name;
        basis = worst(basis, each.report.root()->facts->parameters.basis);
        whole.root.children.push_back(std::move(module));
    }
    whole.basis = basis;
    return whole;
}

}  // namespace paramscope::hub
