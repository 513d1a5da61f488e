#include "count/passes/adapters.h"

#include <algorithm>

#include "base/ranges.h"
#include "count/passes/activations.h"

namespace paramscope {
namespace {

/// "q_proj,v_proj" as its names.
std::vector<std::string_view> names_in(std::string_view text) {
    std::vector<std::string_view> names;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find(','), text.size());
        if (end > 0) names.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return names;
}

/// True where a path is a name, or ends with it after a dot.
bool ends_with_name(std::string_view path, std::string_view name) {
    return path.ends_with(name) && (path.size() == name.size() || path[path.size() - name.size() - 1] == '.');
}

/// Finds modules by the names of options.
class NamedModules {
  public:
    NamedModules(const Report& report, const AdapterOptions& options)
        : report_(report), scores_(scores_of_words(report)), saved_(names_in(options.saved)) {
        if (options.modules != kAllDenseLayers) modules_ = names_in(options.modules);
    }

    bool is_saved(const NodeReport& row) const {
        return !saved_.empty() && is_one_of(saved_, report_.path(row));
    }

    bool has_adapter(const NodeReport& row) const {
        if (!weight_matrix(row)) return false;
        return modules_.empty() ? &row != scores_ : is_one_of(modules_, report_.path(row));
    }

    std::string unknown() const {
        for (const std::string_view name : modules_)
            if (!has_any(name, [](const NodeReport& row) { return weight_matrix(row).has_value(); }))
                return std::string(name);
        for (const std::string_view name : saved_)
            if (!has_any(name, [](const NodeReport&) { return true; })) return std::string(name);
        return "";
    }

  private:
    static bool is_one_of(const std::vector<std::string_view>& names, std::string_view path) {
        return any_of(names, [&](std::string_view name) { return ends_with_name(path, name); });
    }

    template <class Test>
    bool has_any(std::string_view name, Test test) const {
        return any_of(report_.nodes, [&](const NodeReport& row) {
            return test(row) && ends_with_name(report_.path(row), name);
        });
    }

    const Report& report_;
    const NodeReport* const scores_;
    std::vector<std::string_view> modules_, saved_;
};

}  // namespace

std::optional<TensorReport> weight_matrix(const NodeReport& row) {
    if (row.facts->family != "linear") return std::nullopt;
    return row.facts->tensors.find([](const TensorReport& tensor) {
        return tensor.shape.size() == 2 && (tensor.name == "weight" || tensor.name == "qweight");
    });
}

std::vector<Trains> trained_modules(const Report& report, const AdapterOptions& options) {
    if (options.rank == 0) return std::vector<Trains>(report.nodes.size(), Trains::All);
    const NamedModules named(report, options);
    std::vector<Trains> trained(report.nodes.size(), Trains::None);
    for (std::size_t i = 0; i < trained.size(); ++i) {
        const NodeReport& row = report.nodes[i];
        const bool is_in_copy = i != 0 && trained[row.parent] == Trains::Copy;
        trained[i] = is_in_copy || named.is_saved(row) ? Trains::Copy
                     : named.has_adapter(row)          ? Trains::Adapter
                                                       : Trains::None;
    }
    return trained;
}

std::string unknown_module(const Report& report, const AdapterOptions& options) {
    return NamedModules(report, options).unknown();
}

}  // namespace paramscope
