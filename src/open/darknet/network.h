// A darknet network as a graph: each section makes modules and steps of the forward line.
#pragma once

#include <string>
#include <vector>

#include "open/darknet/sections.h"
#include "open/support/graph_builder.h"

namespace paramscope::open::darknet {

/// The sizes of the input, without the batch: of a map, or one number; none where [net] gives none.
std::vector<Integer> input_sizes(const Section& net);

/// Builds a model from the sections of a cfg, whose input has sizes.
class Network {
  public:
    explicit Network(const Section& net);

    /// Adds the layer that a section describes. Its work is unknown where the section's type or a layer that
    /// it names is.
    void add(const Section& section);
    /// The model, whose results are what detection layers get, or else the last layer's output.
    Model model() const;

    // For the rules of sections.

    const Section& section() const { return *section_; }
    /// What goes into the layer, and its shape: (batch, channels, height, width) or (batch, features).
    const std::string& input() const { return value_; }
    Dims shape() const { return graph_.shape_of(value_).dims; }
    /// The size of a dimension of the input, 0 where it is not known.
    Integer size(std::size_t dimension) const;
    /// The output of the layer that `from` names: by its number, or negative, so many layers before.
    std::optional<std::string> output_of(Integer from) const;
    /// The number of the layer that `from` names.
    std::size_t number_of(Integer from) const;
    std::size_t number() const { return outputs_.size(); }

    /// Adds a module of this layer, "Conv2d(3, 16"; returns its path.
    std::string add_module(std::string_view name, std::string head);
    std::string add_tensor(std::string_view name, std::string text);
    /// Adds a step, whose result goes into the next one.
    void step(std::string_view expression) { value_ = graph_.add_step(expression); }
    void step(std::string_view expression, Dims shape);
    /// A step whose result does not go into the next one; returns its name.
    std::string aside(std::string_view expression) { return graph_.add_step(expression); }
    /// The function that the section's `activation` names.
    void activate();
    /// The input is a result of the network.
    void add_result() { results_.push_back(value_); }
    /// Goes on with another value than the one before.
    void take(std::string value) { value_ = std::move(value); }
    /// The modules of a convolution, which another may share.
    struct Shared {
        std::string convolution, normalization;
    };
    Shared& shared(std::size_t number) { return shared_[number]; }

  private:
    std::string path_of(std::string_view name) const;

    GraphBuilder graph_;
    std::string input_shape_;
    const Section* section_ = nullptr;
    std::string value_;
    std::vector<std::string> outputs_, results_;
    std::map<std::size_t, Shared> shared_;
};

/// Adds what a section of a known type describes; false for any other type.
bool add_layer(Network& network);

}  // namespace paramscope::open::darknet
