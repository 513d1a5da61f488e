// Compares the weights that a Keras config describes with the tensors of the file beside it.
#pragma once

#include <string>
#include <vector>

#include "open/checkpoint/support/contents.h"
#include "open/keras/sizes.h"
#include "open/support/module_tree.h"

namespace paramscope::open::keras {

class WeightMatcher {
  public:
    /// `file` may be nullptr: then nothing is claimed or compared.
    explicit WeightMatcher(const TensorSet* file);

    /// Records that the config gives `layer` weights of these shapes.
    void expect(const std::string& layer, const std::vector<Sizes>& shapes);
    /// Takes the file's tensors under the name of a layer whose weights are not in the config; returns
    /// them as lines of model text. No other layer gets them.
    std::vector<std::string> claim(const std::string& layer, const std::string& class_name);

    /// Compares what was expected with the tensors that are left, once all layers are known. Missing weights
    /// are warnings. When none is missing, left-over tensors are added to `tree`.
    void finish(CheckpointContents& contents, ModuleTree& tree);

  private:
    struct Expected {
        std::string layer;
        Sizes shape;
    };

    bool take(const Sizes& shape);

    const TensorSet* file_;
    std::vector<bool> is_taken_;  ///< for each tensor of the file
    std::vector<Expected> expected_;
    std::size_t last_found_ = 0;  ///< index of the tensor that was found last
    std::size_t claims_ = 0;      ///< calls of claim(), which are limited
    std::size_t steps_ = 0;       ///< comparisons of shapes, which are limited
};

}  // namespace paramscope::open::keras
