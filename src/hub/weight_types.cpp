#include "hub/weight_types.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <vector>

#include "algebra/integer.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "count/compare/compare_tensors.h"
#include "model/dtype.h"

namespace paramscope::hub {
namespace {

constexpr std::size_t kMostInstances = 200'000;  ///< of all modules of the config

using Prefixes = std::vector<std::string>;  ///< paths of a module's instances, each with a dot behind it

/// How the elements of a tensor are stored.
struct Storage {
    std::string dtype;
    int packed_in = 0;

    friend bool operator==(const Storage&, const Storage&) = default;
    friend bool operator<(const Storage& a, const Storage& b) {
        return std::tie(a.dtype, a.packed_in) < std::tie(b.dtype, b.packed_in);
    }
};

bool is_computed_with(std::string_view dtype) {
    return dtype == "float32" || dtype == "float16" || dtype == "bfloat16" || dtype == "float64";
}

/// Elements of a tensor; 0 where its shape is unknown or they exceed 128 bits.
Integer elements_of(const NamedTensor& tensor) {
    if (!tensor.shape) return 0;
    Integer count = 1;
    for (const Integer size : *tensor.shape) {
        const std::optional<Integer> next = checked_multiply(count, size);
        if (!next) return 0;
        count = *next;
    }
    return count;
}

/// The tensors of the weights, by their paths in the config.
class Weights {
  public:
    explicit Weights(const TensorComparison& all) {
        for (const NamedTensor& tensor : all.right) {
            const std::string_view path = tensor.path;
            const bool has_prefix = path.starts_with(all.right_prefix);
            entries_.push_back(
                {concat(all.left_prefix, has_prefix ? path.substr(all.right_prefix.size()) : path), &tensor});
        }
        sort(entries_, [](const Entry& a, const Entry& b) { return a.path < b.path; });
    }

    struct Entry {
        std::string path;
        const NamedTensor* tensor = nullptr;
        bool is_used = false;
    };

    /// The tensor of that path; nullptr for none.
    Entry* find(std::string_view path) {
        const auto found = begin_of(path);
        return found != entries_.end() && found->path == path ? &*found : nullptr;
    }

    /// Calls `visit` for each tensor whose path begins with `prefix`.
    template <typename Visit>
    void below(std::string_view prefix, Visit visit) {
        for (auto entry = begin_of(prefix); entry != entries_.end() && entry->path.starts_with(prefix);
             ++entry)
            visit(*entry);
    }

    /// The type of most elements that a model computes with; "" for none.
    std::string computed_with() const {
        std::map<std::string, double> elements;
        for (const Entry& entry : entries_) {
            const Storage storage = storage_of(*entry.tensor);
            if (is_computed_with(storage.dtype))
                elements[storage.dtype] += static_cast<double>(elements_of(*entry.tensor));
        }
        const auto most = std::max_element(elements.begin(), elements.end(),
                                           [](const auto& a, const auto& b) { return a.second < b.second; });
        return most == elements.end() ? "" : most->first;
    }

    /// A tensor of a file without a type has 32 bits.
    static Storage storage_of(const NamedTensor& tensor) {
        return {tensor.dtype.empty() ? "float32" : tensor.dtype, tensor.packed_in};
    }

  private:
    std::vector<Entry>::iterator begin_of(std::string_view path) {
        return std::lower_bound(
            entries_.begin(), entries_.end(), path,
            [](const Entry& entry, std::string_view wanted) { return entry.path < wanted; });
    }

    std::vector<Entry> entries_;
};

/// What is stored of a module and the modules below it that the config has elsewhere or in another form.
struct Pool {
    Integer parameters = 0;
    std::map<Storage, Integer> of_parameters, beside;  ///< elements

    friend bool operator==(const Pool&, const Pool&) = default;
};

class Typer {
  public:
    Typer(const Report& config, const TensorComparison& all) : config_(config), weights_(all) {
        for (const NamedTensor& tensor : all.left) own_.try_emplace(tensor.path, &tensor);
        model_dtype_ = weights_.computed_with();
        if (model_dtype_.empty()) model_dtype_ = config.model->dtype;
    }

    std::optional<Model> run() {
        if (!visit(0, {""})) return std::nullopt;
        Model model = *config_.model;
        model.dtype = model_dtype_;
        add_lines(model.root, config_.model->root);
        return model;
    }

  private:
    /// Finds the types of a module's tensors; false where its instances differ.
    bool visit(std::uint32_t index, const Prefixes& prefixes) {
        const NodeReport& node = config_.nodes[index];
        instances_ += prefixes.size();
        if (instances_ > kMostInstances) return false;
        std::vector<Tensor> lines;
        std::vector<Tensor> unmatched;
        for (const TensorReport& tensor : node.facts->tensors.list()) {
            if (!tensor.tied_to.empty() || tensor.role == Role::Buffer) continue;
            const std::optional<Storage> storage = storage_of(tensor, prefixes);
            if (has_failed_) return false;
            if (!storage) {
                unmatched.push_back(line(tensor, {}));
            } else if (*storage != Storage{model_dtype_, 0}) {
                lines.push_back(line(tensor, *storage));
            }
        }
        if (!add_beside(prefixes, lines)) return false;
        for (const std::uint32_t child : config_.children(index)) {
            if (!visit(child, prefixes_of(child, prefixes))) return false;
        }
        if (!unmatched.empty() && !add_pooled(prefixes, std::move(unmatched), lines)) return false;
        if (!lines.empty()) lines_[node.module] = std::move(lines);
        return true;
    }

    /// The paths of a child's instances.
    Prefixes prefixes_of(std::uint32_t index, const Prefixes& parents) const {
        const NodeReport& node = config_.nodes[index];
        const std::string_view first = first_name(node.name);
        const Integer repeat = node.facts->repeat().value.value_or(1);
        const std::optional<Integer> number = parse_integer(first);
        Prefixes prefixes;
        const bool is_list = repeat > 1 && number && repeat <= Integer{kMostInstances};
        for (const std::string& parent : parents) {
            if (!is_list) prefixes.push_back(concat(parent, first, "."));
            for (Integer i = 0; is_list && i < repeat && prefixes.size() <= kMostInstances; ++i)
                prefixes.push_back(concat(parent, to_string(*number + i), "."));
        }
        return prefixes;
    }

    /// How a tensor is stored in all instances of its module; nullopt where the weights do not have it.
    std::optional<Storage> storage_of(const TensorReport& tensor, const Prefixes& prefixes) {
        std::optional<Storage> storage;
        std::vector<Weights::Entry*> found;
        for (const std::string& prefix : prefixes) {
            const std::string path = concat(prefix, tensor.name.view());
            const auto own = own_.find(path);
            Weights::Entry* entry = weights_.find(path);
            const bool is_same = entry != nullptr && own != own_.end() &&
                                 entry->tensor->shape == own->second->shape &&
                                 entry->tensor->role == Role::Parameter;
            if (!is_same) return std::nullopt;
            const Storage stored = Weights::storage_of(*entry->tensor);
            has_failed_ |= storage && *storage != stored;
            storage = stored;
            found.push_back(entry);
        }
        for (Weights::Entry* entry : found) entry->is_used = true;
        return storage;
    }

    /// Adds what is stored beside a module's own packed weights; false where its instances differ.
    bool add_beside(const Prefixes& prefixes, std::vector<Tensor>& lines) {
        std::optional<std::vector<Tensor>> first;
        for (const std::string& prefix : prefixes) {
            std::vector<Tensor> beside;
            weights_.below(prefix, [&](Weights::Entry& entry) {
                const std::string_view name = std::string_view(entry.path).substr(prefix.size());
                if (!is_beside(entry) || name.find('.') != std::string_view::npos) return;
                entry.is_used = true;
                beside.push_back(beside_line(name, *entry.tensor));
            });
            if (!first) first = beside;
            if (!are_alike(*first, beside)) return false;
        }
        for (Tensor& tensor : *first) lines.push_back(std::move(tensor));
        return true;
    }

    static bool is_beside(const Weights::Entry& entry) {
        return !entry.is_used && entry.tensor->role == Role::Buffer && entry.tensor->packed_in != 0;
    }

    static bool are_alike(const std::vector<Tensor>& a, const std::vector<Tensor>& b) {
        return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Tensor& one, const Tensor& other) {
            return one.name == other.name && one.dtype == other.dtype && one.packed_in == other.packed_in &&
                   one.shape == other.shape;
        });
    }

    /// Gives tensors that the weights have in other forms below the module (experts in one tensor or one by
    /// one) the one type that those have; false where instances differ or the elements are not as many.
    bool add_pooled(const Prefixes& prefixes, std::vector<Tensor> unmatched, std::vector<Tensor>& lines) {
        std::optional<Pool> pool;
        for (const std::string& prefix : prefixes) {
            Pool found = pool_below(prefix);
            if (pool && !(*pool == found)) return false;
            pool = std::move(found);
        }
        Integer wanted = 0;
        for (const Tensor& tensor : unmatched) {
            const auto own = own_.find(concat(prefixes.front(), tensor.name.view()));
            if (own == own_.end()) return false;
            wanted += elements_of(*own->second);
        }
        if (pool->of_parameters.size() != 1 || pool->parameters != wanted) return false;
        const Storage& storage = pool->of_parameters.begin()->first;
        for (Tensor& tensor : unmatched) {
            if (storage == Storage{model_dtype_, 0}) continue;
            set_storage(tensor, storage);
            lines.push_back(std::move(tensor));
        }
        std::size_t number = 0;
        for (const auto& [of, elements] : pool->beside) {
            Tensor tensor;
            tensor.name = concat("packing_", ++number);
            tensor.role = Role::Buffer;
            tensor.shape.emplace_back(elements);
            set_storage(tensor, of);
            lines.push_back(std::move(tensor));
        }
        return true;
    }

    Pool pool_below(const std::string& prefix) {
        Pool pool;
        weights_.below(prefix, [&](Weights::Entry& entry) {
            if (entry.is_used) return;
            const Integer elements = elements_of(*entry.tensor);
            const Storage storage = Weights::storage_of(*entry.tensor);
            if (is_beside(entry)) {
                pool.beside[storage] += elements;
            } else if (entry.tensor->role == Role::Parameter) {
                pool.parameters += elements;
                pool.of_parameters[storage] += elements;
            }
            entry.is_used = true;
        });
        return pool;
    }

    Tensor line(const TensorReport& of, const Storage& storage) const {
        Tensor tensor;
        tensor.name = of.name;
        tensor.role = of.role;
        tensor.may_be_buffer = of.may_be_buffer;
        tensor.trainable = of.trainable;
        tensor.shape = of.shape;
        set_storage(tensor, storage);
        return tensor;
    }

    Tensor beside_line(std::string_view name, const NamedTensor& of) const {
        Tensor tensor;
        tensor.name = std::string(name);
        tensor.role = Role::Buffer;
        for (const Integer size : *of.shape) tensor.shape.emplace_back(size);
        set_storage(tensor, Weights::storage_of(of));
        return tensor;
    }

    void set_storage(Tensor& tensor, const Storage& storage) const {
        tensor.dtype = storage.dtype == model_dtype_ ? "" : storage.dtype;
        tensor.packed_in = storage.packed_in;
        const bool is_whole = storage.packed_in != 0 || is_integer_dtype(storage.dtype);
        if (is_whole && tensor.role == Role::Parameter) tensor.trainable = false;
    }

    /// Adds the lines to a copy of a module and to those below it, in place of what the config supposes
    /// beside packed weights.
    void add_lines(Module& module, const Module& original) const {
        const auto is_supposed = [](const Tensor& tensor) {
            return tensor.role == Role::Buffer && tensor.packed_in != 0;
        };
        if (any_of(module.tensors, is_supposed)) std::erase_if(module.tensors.edit(), is_supposed);
        if (const auto found = lines_.find(&original); found != lines_.end()) {
            for (const Tensor& line : found->second) set_tensor(module, line);
        }
        for (std::size_t i = 0; i < module.children.size(); ++i)
            add_lines(module.children[i], original.children[i]);
    }

    const Report& config_;
    Weights weights_;
    std::unordered_map<std::string_view, const NamedTensor*> own_;  ///< of the config, by path
    std::string model_dtype_;
    std::unordered_map<const Module*, std::vector<Tensor>> lines_;
    std::size_t instances_ = 0;
    bool has_failed_ = false;  ///< a tensor has different types in instances of its module
};

}  // namespace

void set_tensor(Module& module, const Tensor& tensor) {
    if (Tensor* written = find_by(module.tensors.edit(), &Tensor::name, tensor.name)) {
        *written = tensor;
    } else {
        module.tensors.push_back(tensor);
    }
}

std::optional<Model> with_types_of_weights(const Report& config, const Report& weights) {
    const bool can_be_read = config.model && config.root() != nullptr && weights.root() != nullptr;
    if (!can_be_read) return std::nullopt;
    const TensorComparison all = compare_tensors(config, weights);
    return all.is_complete ? Typer(config, all).run() : std::nullopt;
}

}  // namespace paramscope::hub
