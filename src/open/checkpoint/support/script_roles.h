// Tells parameters from buffers by the code in a TorchScript archive.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "open/tensors/tensors.h"

namespace paramscope::open {

/// The names of tensors that the classes of an archive declare.
class ScriptRoles {
  public:
    /// Reads the `__parameters__` and `__buffers__` of the classes in a file of code.
    void add(std::string_view code);

    /// Marks the tensors whose names leave open what they are. A name that classes have in both stays open,
    /// and so do all where the code lists no buffers, as before PyTorch 1.5. Plain attributes count as
    /// buffers: they are no parameters.
    void mark(std::vector<NamedTensor>& tensors) const;

  private:
    std::set<std::string> parameters_, buffers_;
    bool lists_buffers_ = false;
};

/// True for a tensor whose name does not tell whether it is a buffer.
bool has_open_role(const NamedTensor& tensor);

}  // namespace paramscope::open
