#include "open/caffe/network.h"

#include <algorithm>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"

namespace paramscope::open::caffe {
namespace {

constexpr std::size_t kLongestName = 100;

/// A name of Caffe as a path of modules: "inception_3a/1x1" is inception_3a._1x1.
std::string path_of(std::string_view name) {
    std::string path;
    for (const char c : name.substr(0, kLongestName)) {
        const bool begins = path.empty() || path.back() == '.';
        if (c == '/' && !begins)
            path += '.';
        else if (begins && !is_name_start(c))
            path += concat('_', is_name_part(c) ? std::string(1, c) : "");
        else
            path += is_name_part(c) ? c : '_';
    }
    if (path.ends_with('.')) path.pop_back();
    return path.empty() ? "layer" : path;
}

}  // namespace

void Network::add_input(std::string_view name, const std::vector<Integer>& sizes) {
    if (sizes.empty()) return;
    if (input_shapes_.empty()) batch_ = sizes.front();
    Dims shape = {sizes.front() == batch_ ? Polynomial::symbol("batch") : Polynomial(sizes.front())};
    for (std::size_t i = 1; i < sizes.size(); ++i) shape.push_back(Polynomial(sizes[i]));
    input_shapes_.push_back(to_string(shape));
    const std::string blob(name);
    tops_[blob] = graph_.add_input(Signal::tensor(std::move(shape)));
    order_.push_back(blob);
}

void Network::add(const Fields& layer) {
    if (has_no_result(layer)) return;
    layer_ = &layer;
    values_.clear();
    results_.clear();
    bool are_known = true;
    for (const std::string_view bottom : layer.texts("bottom")) {
        const auto found = tops_.find(bottom);
        are_known &= found != tops_.end();
        if (found != tops_.end()) values_.push_back(found->second);
        taken_.emplace(bottom);
    }
    if (!are_known || values_.empty() || !add_layer(*this)) add_unknown();
    if (!values_.empty()) take_tops();
}

/// Adds the layer as a module of no known type; with nothing that goes into it, it is not called.
void Network::add_unknown() {
    const std::string_view type = layer_->text("type").substr(0, 40);
    const bool is_word = !type.empty() && is_name_start(type.front()) && all_of(type, is_name_part);
    const std::string module = add_module(concat(is_word ? type : "Unnamed", "Layer("));
    if (!values_.empty()) step(concat(module, '(', join(values_), ')'));
}

/// Binds the layer's tops to its results.
void Network::take_tops() {
    if (results_.empty()) results_.push_back(values_.front());
    std::size_t place = 0;
    for (const std::string_view top : layer_->texts("top")) {
        const std::string blob(top);
        if (!tops_.contains(blob)) order_.push_back(blob);
        if (!contains(layer_->texts("bottom"), top)) taken_.erase(blob);
        tops_[blob] = results_[std::min(place++, results_.size() - 1)];
    }
}

Model Network::model(std::string_view name) const {
    std::vector<std::string> results;
    for (const std::string& blob : order_) {
        const std::string& value = tops_.at(blob);
        const bool is_made = value.starts_with('v') && !contains(results, value);
        if (is_made && !taken_.contains(blob)) results.push_back(value);
    }
    std::string type = path_of(name);
    std::replace(type.begin(), type.end(), '.', '_');
    return graph_.model(name.empty() ? "Caffe" : type, input_shapes_, results);
}

Integer Network::size(std::size_t dimension, std::size_t which) const {
    const Dims dims = shape(which);
    return dimension < dims.size() ? dims[dimension].whole().value_or(0) : 0;
}

std::string Network::path() const {
    return path_of(layer_->text("name"));
}

std::string Network::add_module(std::string head) {
    const std::string_view weights = layer_->message("param").text("name");
    const std::string key = weights.empty() ? std::string() : concat(weights, ' ', head);
    if (const auto found = shared_.find(key); !key.empty() && found != shared_.end()) return found->second;
    const std::string added = graph_.tree.add_module(path(), std::move(head));
    if (!key.empty()) shared_[key] = added;
    return added;
}

std::string Network::add_tensor(std::string_view name, std::string text) {
    return graph_.tree.add_tensor(concat(path(), '.', name), std::move(text));
}

}  // namespace paramscope::open::caffe
