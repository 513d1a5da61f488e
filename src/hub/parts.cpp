#include "hub/parts.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "hub/rename.h"
#include "hub/weight_types.h"

namespace paramscope::hub {
namespace {

/// Writes the tensors of a module and of those below it that have the type of their model, which another one
/// takes in.
void state_type(Module& module, const Report& report, std::uint32_t index, const std::string& dtype) {
    std::vector<Tensor>::size_type child = 0;
    for (const TensorReport& own : report.nodes[index].facts->tensors.list()) {
        Tensor tensor;
        tensor.name = own.name;
        tensor.role = own.role;
        tensor.may_be_buffer = own.may_be_buffer;
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

/// A name as one of a hyper-parameter: letters, digits and `_`.
std::string as_symbol(std::string name) {
    for (char& c : name) {
        if (c == '.' || c == '-') c = '_';
    }
    return name;
}

class Joining {
  public:
    Joining(std::string_view type, std::span<const ModelPart> parts) : parts_(parts) {
        whole_.root.type = std::string(type);
        whole_.dtype = parts.front().report.model->dtype;
        whole_.basis = Basis::Exact;
        whole_.has_no_more_ties = true;
        has_namesakes_ =
            count_if(parts, [](const ModelPart& part) { return !part.report.model->variables.empty(); }) > 1;
    }

    Model run() {
        for (const ModelPart& part : parts_) add(part);
        if (!calls_.empty()) set_forward();
        return std::move(whole_);
    }

  private:
    void add(const ModelPart& part) {
        Model model = *part.report.model;
        if (model.dtype != whole_.dtype) state_type(model.root, part.report, 0, model.dtype);
        if (has_namesakes_) rename_symbols(model, new_names(part.name, model));
        whole_.variables.insert(whole_.variables.end(), model.variables.begin(), model.variables.end());
        for (const Tie& tie : model.ties)
            whole_.ties.push_back(
                {concat(part.name, ".", tie.tied), concat(part.name, ".", tie.source), {}, tie.is_possible});
        for (const Freeze& freeze : model.frozen)
            whole_.frozen.push_back({concat(part.name, ".", freeze.path), {}});
        whole_.has_no_more_ties =
            whole_.has_no_more_ties && (model.has_no_more_ties || lists_all_tensors(model));
        whole_.is_traced = whole_.is_traced || model.is_traced;
        whole_.estimated = whole_.estimated | model.estimated;
        whole_.basis = worst(*whole_.basis, part.report.root()->facts->parameters.basis);
        add_call(part.name, model.inputs);
        model.root.name = part.name;
        whole_.root.children.push_back(std::move(model.root));
    }

    static NewNames new_names(const std::string& part, const Model& model) {
        NewNames names;
        for (const Variable& variable : model.variables)
            names.emplace(variable.name, concat(as_symbol(part), "_", variable.name));
        return names;
    }

    void add_call(const std::string& part, const std::vector<Input>& inputs) {
        const bool can_be_called = is_name(part) || is_digits(part);
        if (inputs.empty() || !can_be_called) {
            unknown_.push_back(part);
            return;
        }
        ForwardExpression call;
        call.kind = ForwardExpression::Kind::Call;
        call.name = part;
        for (const Input& input : inputs) {
            whole_.inputs.push_back({input.shape, {}});
            names_.push_back(concat("x", whole_.inputs.size()));
            call.operands.emplace_back().name = names_.back();
        }
        calls_.push_back(std::move(call));
    }

    void set_forward() {
        Forward forward;
        forward.inputs = names_;
        forward.result.kind = ForwardExpression::Kind::Call;
        forward.result.name = unknown_.empty() ? "after" : "unknown";
        forward.result.operands = std::move(calls_);
        if (!unknown_.empty()) {
            const std::string names = join(unknown_, ", ", [](const auto& each) { return each; });
            const std::string reason = concat("how data flows through ", names, " is not known");
            forward.result.keywords.push_back({"reason", Value::of_string(reason), {}});
        }
        forward.text = to_string(forward);
        whole_.root.forward = std::move(forward);
    }

    std::span<const ModelPart> parts_;
    Model whole_;
    bool has_namesakes_ = false;  ///< more than one part has hyper-parameters
    std::vector<std::string> names_;
    std::vector<ForwardExpression> calls_;
    std::vector<std::string> unknown_;  ///< parts whose work is
};

}  // namespace

Model join_parts(std::string_view type, std::span<const ModelPart> parts) {
    return Joining(type, parts).run();
}

std::string_view name_of_main(std::string_view type) {
    if (type == "SentenceTransformer") return "0";
    return type == "PeftModel" ? kBaseOfAdapters : "";
}

}  // namespace paramscope::hub
