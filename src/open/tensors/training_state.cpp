#include "open/tensors/training_state.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "base/ranges.h"
#include "base/text_parts.h"
#include "open/tensors/last_parts.h"
#include "open/tensors/messages.h"

namespace paramscope::open {
namespace {

// Tensors that torch.optim and the optimizers of TensorFlow keep for each parameter.
constexpr std::array<std::string_view, 15> kOptimizerTensors = {
    "exp_avg", "exp_avg_sq", "max_exp_avg_sq", "exp_avg_sq_row", "exp_avg_sq_col",
    "exp_inf", "square_avg", "grad_avg",       "acc_delta",      "momentum_buffer",
    "Adam",    "Adam_1",     "Momentum",       "adam_m",         "adam_v"};

/// Parts of a name in which the whole state of an optimizer, or a copy of the model, is found.
constexpr int kOuterParts = 2;

/// True when `is_meant` holds for a word of `part`; `last_optimizer_state` has three words.
bool any_word(std::string_view part, bool (*is_meant)(std::string_view word)) {
    while (!part.empty()) {
        if (is_meant(take_until(part, '_'))) return true;
    }
    return false;
}

/// True for a part of a name that holds the whole state of an optimizer.
bool is_optimizer_part(std::string_view part) {
    return part == "opt_state" || any_word(part, [](std::string_view word) {
               return word.starts_with("optim") || word.starts_with("Optim");
           });
}

bool is_average_part(std::string_view part) {
    return any_word(part,
                    [](std::string_view word) { return word == "ema" || word == "EMA" || word == "shadow"; });
}

enum class Role : char { Weight, OptimizerState, Average };

/// True for the last part of a name that an optimizer's tensor may have.
bool may_be_of_optimizer(std::string_view last) {
    return last == "step" || contains(kOptimizerTensors, last);
}

constexpr std::string_view kSeparators = "./";

/// The outer parts of a name, each with the separator after it, and the role that they tell.
struct OuterParts {
    std::string_view text;
    Role role = Role::Weight;
};

OuterParts outer_parts(std::string_view name) {
    OuterParts outer;
    std::string_view rest = name;
    for (int i = 0; i < kOuterParts && outer.role != Role::OptimizerState; ++i) {
        const std::size_t end = rest.find_first_of(kSeparators);
        if (end == std::string_view::npos) return {{}, outer.role};
        const std::string_view part = rest.substr(0, end);
        if (is_average_part(part)) outer.role = Role::Average;
        if (is_optimizer_part(part)) outer.role = Role::OptimizerState;
        rest.remove_prefix(end + 1);
    }
    outer.text = name.substr(0, name.size() - rest.size());
    return outer;
}

/// The roles of a set's tensors.
class Roles {
  public:
    explicit Roles(const TensorSet& set) : tensors_(set.tensors) {
        roles_.reserve(tensors_.size());
        for (const NamedTensor& tensor : tensors_) roles_.push_back(role_of(tensor));
    }

    Role operator[](std::size_t tensor) const { return roles_[tensor]; }
    std::size_t count(Role role) const {
        return static_cast<std::size_t>(std::count(roles_.begin(), roles_.end(), role));
    }
    /// Name of the first tensor of a role.
    std::string_view example(Role role) const {
        const auto first = std::find(roles_.begin(), roles_.end(), role);
        return tensors_[static_cast<std::size_t>(first - roles_.begin())].name;
    }
    /// True when every average repeats the shape of a weight, and at least half of the weights are repeated.
    bool averages_repeat_weights() const {
        if (count(Role::Average) == 0) return false;
        const Shapes averages = shapes_of(Role::Average), weights = shapes_of(Role::Weight);
        return !averages.empty() && averages.size() * 2 >= weights.size() &&
               std::includes(weights.begin(), weights.end(), averages.begin(), averages.end());
    }

  private:
    using Shapes = std::vector<Shape>;

    Role role_of(const NamedTensor& tensor) {
        const std::string_view name = tensor.name, last = last_part(name);
        if (outer_.text.empty() || !name.starts_with(outer_.text)) outer_ = outer_parts(name);
        const bool is_state = may_be_of_optimizer_(last) && (last != "step" || tensor.shape.empty());
        return is_state || outer_.role == Role::OptimizerState ? Role::OptimizerState : outer_.role;
    }

    /// Sorted shapes; scalars and indices, such as the decay of an average, are left out.
    Shapes shapes_of(Role role) const {
        Shapes shapes;
        for (std::size_t i = 0; i < roles_.size(); ++i) {
            const NamedTensor& tensor = tensors_[i];
            if (roles_[i] == role && !tensor.shape.empty() && !is_index_dtype(tensor.dtype))
                shapes.push_back(tensor.shape);
        }
        sort(shapes);
        return shapes;
    }

    const std::vector<NamedTensor>& tensors_;
    std::vector<Role> roles_;
    OuterParts outer_;  ///< of the last name: neighbours have them in common
    LastPartTest may_be_of_optimizer_{may_be_of_optimizer};
};

}  // namespace

Diagnostics mark_training_state(TensorSet& set) {
    const Roles roles(set);
    const bool has_copy = roles.averages_repeat_weights();
    for (std::size_t i = 0; i < set.tensors.size(); ++i) {
        if (roles[i] == Role::OptimizerState || (roles[i] == Role::Average && has_copy))
            set.tensors[i].buffer = true;
    }
    Diagnostics notes;
    const auto add = [&](Severity severity, Message words) { notes.push_back({severity, std::move(words)}); };
    const auto named = [&](Role role) -> MessageArguments {
        return {{"count", roles.count(role)}, {"example", roles.example(role)}};
    };
    const std::size_t of_optimizer = roles.count(Role::OptimizerState);
    if (of_optimizer > 0 && of_optimizer == set.tensors.size()) {
        add(Severity::Warning, message("tensors.no_weights"));
    } else if (of_optimizer > 0) {
        add(Severity::Note, message("tensors.optimizer_state", named(Role::OptimizerState)));
    }
    if (has_copy) add(Severity::Note, message("tensors.averages", named(Role::Average)));
    return notes;
}

}  // namespace paramscope::open
