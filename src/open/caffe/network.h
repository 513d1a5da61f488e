// A network of Caffe as a graph: each layer makes modules and steps of the forward line.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "open/caffe/prototxt.h"
#include "open/support/graph_builder.h"

namespace paramscope::open::caffe {

/// Builds a model from the layers of a prototxt, as a test runs it.
class Network {
  public:
    /// Adds an input, of sizes with the batch first. What has another number of rows than the first input,
    /// such as regions of its picture, keeps that number.
    void add_input(std::string_view name, const std::vector<Integer>& sizes);
    /// Adds the layer; its work is unknown where its type or what it takes in is. What only a loss takes in
    /// stays a result of the network.
    void add(const Fields& layer);
    bool has_inputs() const { return !input_shapes_.empty(); }
    /// The model, whose results are what no layer takes in.
    Model model(std::string_view name) const;

    // For the rules of layers.

    const Fields& layer() const { return *layer_; }
    const std::vector<std::string>& inputs() const { return values_; }
    /// The first input, and its shape.
    const std::string& input() const { return values_.front(); }
    Dims shape(std::size_t which = 0) const { return graph_.shape_of(values_[which]).dims; }
    /// The size of a dimension of the input, 0 where it is not known.
    Integer size(std::size_t dimension, std::size_t which = 0) const;
    /// Adds a module of this layer, or finds the one whose weights it shares; returns its path.
    std::string add_module(std::string head);
    std::string add_tensor(std::string_view name, std::string text);
    /// Adds a step, whose result is the layer's.
    void step(std::string_view expression) { values_.front() = graph_.add_step(expression); }
    /// Adds a further result of the layer.
    void add_result(std::string_view expression) { results_.push_back(graph_.add_step(expression)); }

  private:
    std::string path() const;
    void take_tops();
    void add_unknown();

    GraphBuilder graph_;
    std::vector<std::string> input_shapes_;
    Integer batch_ = 0;  ///< of the first input
    const Fields* layer_ = nullptr;
    std::vector<std::string> values_, results_;
    std::map<std::string, std::string, std::less<>> tops_;    ///< a blob's value
    std::vector<std::string> order_;                          ///< blobs as they were first made
    std::set<std::string, std::less<>> taken_;                ///< blobs that a layer takes in
    std::map<std::string, std::string, std::less<>> shared_;  ///< modules by the names of their weights
};

/// True for data, losses and measures: layers without weights that no other layer needs, or that are inputs.
bool has_no_result(const Fields& layer);

/// Adds what a layer of a known type describes; false for any other type.
bool add_layer(Network& network);

}  // namespace paramscope::open::caffe
