// What dicts of a pickle are: the state of a module, of a model, of a whole training.
#pragma once

#include <string_view>
#include <unordered_map>

#include "open/checkpoint/support/pickle.h"

namespace paramscope::open {

/// True for the dicts in which torch.nn.Module keeps its tensors and children; its other attributes are none
/// of either.
bool is_part_of_module(std::string_view key);

/// Tells dicts of one pickle apart, each in the time that its keys take.
class PickledStates {
  public:
    explicit PickledStates(const Pickle& pickle) : pickle_(pickle) {}

    /// True for the attributes of a torch.nn.Module.
    bool is_of_module(Pickle::Ref mapping) const;
    /// True for a dict that has the state of a model as one of its values: what torch.save() is given during
    /// a training, {"model": model.state_dict(), "epoch": 3, "loss": loss}.
    bool is_of_training(Pickle::Ref mapping);
    /// False for a value of such a dict that is no state, but a tensor, or a collection of some: a loss, a
    /// generator's state, hyper-parameters. Averages and optimizers are told by their names later.
    bool may_be_of_model(std::string_view key, Pickle::Ref value);

  private:
    /// How much a value is like what state_dict() gives, or a module: Certain with a name of several parts,
    /// Possible with the names of a layer's tensors alone, which dicts of other libraries have, too.
    enum class Likeness : char { None, Possible, Certain };

    Likeness likeness(Pickle::Ref ref);
    Likeness look(Pickle::Ref ref) const;
    bool has_key(Pickle::Ref mapping, std::string_view key) const;

    const Pickle& pickle_;
    std::unordered_map<Pickle::Ref, Likeness> likeness_;  ///< of the values that were looked at
};

}  // namespace paramscope::open
