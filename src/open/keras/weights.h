// The tensors of a file beside those that its config makes: which are whose, and where they disagree.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "open/checkpoint/contents.h"
#include "open/keras/sizes.h"
#include "open/support/module_tree.h"

namespace paramscope::open::keras {

class Weights {
  public:
    /// Of a file, or of none: then nothing is claimed and nothing compared.
    explicit Weights(const TensorSet* file);

    /// The layer `name` has weights of these shapes, by the config.
    void expect(const std::string& name, const std::vector<Sizes>& shapes);
    /// Tensors that stand in the file under the name of a layer that the config alone does not tell, as lines
    /// of model text; nobody else's from then on.
    std::vector<std::string> claim(const std::string& name, const std::string& class_name);

    /// Compares what is left once all layers are known: tells of tensors that the file lacks. Where none is
    /// lacking, those that no layer has become a part of the tree.
    void settle(CheckpointContents& contents, ModuleTree& tree);

  private:
    struct Expected {
        std::string layer;
        Sizes shape;
    };

    bool take(const Sizes& shape);

    const TensorSet* file_;
    std::vector<bool> is_taken_;
    std::vector<Expected> expected_;
    std::size_t next_ = 0;                ///< where the last tensor was found
    std::size_t claims_ = 0, steps_ = 0;  ///< what was spent on searches
};

}  // namespace paramscope::open::keras
