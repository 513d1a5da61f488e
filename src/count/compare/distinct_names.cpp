#include "count/compare/distinct_names.h"

#include "base/concat.h"
#include "base/ranges.h"

namespace paramscope {
namespace {

constexpr std::size_t kFewestNames = 2;

/// Returns the last `count` names of a path, the whole path if it has fewer.
std::string_view last_names(std::string_view path, std::size_t count) {
    std::size_t begin = path.size();
    for (; count > 0 && begin != std::string_view::npos && begin > 0; --count)
        begin = path.rfind('.', begin - 1);
    return begin == std::string_view::npos || begin == 0 ? path : path.substr(begin + 1);
}

/// Tests whether the last names of `path` are `names`.
bool has_end(std::string_view path, std::string_view names) {
    return path.ends_with(names) &&
           (path.size() == names.size() || path[path.size() - names.size() - 1] == '.');
}

}  // namespace

std::string_view last_name(const NodeReport& node) {
    const std::string_view name = first_name(node.name);
    return name.substr(name.rfind('.') + 1);
}

std::string elided_path(std::string_view path) {
    if (last_names(path, 3).size() == path.size()) return std::string(path);
    return concat(path.substr(0, path.find('.')), "…", last_names(path, 2));
}

std::vector<std::string> distinct_names(const Report& report, std::span<const std::uint32_t> nodes) {
    std::vector<std::string> paths;
    for (const std::uint32_t node : nodes) paths.push_back(report.path_or_type(report.nodes[node]));
    std::vector<std::string> names;
    for (const std::string& path : paths) {
        std::string_view end = last_names(path, kFewestNames);
        const auto has_this_end = [&](const std::string& other) { return has_end(other, end); };
        for (std::size_t count = kFewestNames + 1;
             end.size() < path.size() && count_if(paths, has_this_end) > 1; ++count)
            end = last_names(path, count);
        names.push_back(elided_path(end));
    }
    return names;
}

}  // namespace paramscope
