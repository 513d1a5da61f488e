#include "cli/python/packages.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <system_error>

#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"

namespace paramscope::cli {
namespace {

using Path = std::filesystem::path;

/// Python files of a package in which torch is looked for, in its folder and those below it, and their first
/// bytes.
constexpr int kMostSearched = 400;
constexpr int kDeepestSearched = 2;
constexpr std::size_t kSearchedBytes = 16u << 10;

void add_paths(std::string_view paths, std::vector<Path>& folders) {
    while (!paths.empty()) {
        const std::string_view path = take_until(paths, ':');
        if (!path.empty()) folders.emplace_back(path);
    }
}

/// Names of what a folder holds, in order.
std::vector<Path> entries_of(const Path& folder) {
    std::error_code error;
    std::vector<Path> entries;
    for (std::filesystem::directory_iterator entry(folder, error), end; !error && entry != end;
         entry.increment(error))
        entries.push_back(entry->path());
    sort(entries);
    return entries;
}

/// Adds `lib/python3.12/site-packages` of an environment, of each of its Pythons.
void add_environment(const Path& folder, std::vector<Path>& folders) {
    if (folder.empty()) return;
    for (const Path& python : entries_of(folder / "lib")) {
        if (!python.filename().string().starts_with("python3")) continue;
        for (const std::string_view packages : {"site-packages", "dist-packages"})
            folders.push_back(python / packages);
    }
}

/// The folders in which a Python that is started here looks for packages; those of PARAMSCOPE_PYTHON_PATH
/// where it is set, ":" for none.
std::vector<Path> usual_folders(const Machine& machine) {
    std::vector<Path> folders;
    if (const std::string own = machine.environment("PARAMSCOPE_PYTHON_PATH"); !own.empty()) {
        add_paths(own, folders);
        return folders;
    }
    add_paths(machine.environment("PYTHONPATH"), folders);
    add_environment(machine.environment("VIRTUAL_ENV"), folders);
    add_environment(machine.environment("CONDA_PREFIX"), folders);
    if (const std::string home = machine.environment("HOME"); !home.empty())
        add_environment(Path(home) / ".local", folders);
    add_environment("/usr/local", folders);
    folders.emplace_back("/usr/lib/python3/dist-packages");
    return folders;
}

bool is_file(const Path& path) {
    std::error_code error;
    return std::filesystem::is_regular_file(path, error);
}

std::unique_ptr<open::ByteSource> open_if_file(const Machine& machine, const Path& path) {
    return is_file(path) ? machine.open(path.string()) : nullptr;
}

/// True when a line near the beginning of a file imports torch or a library of its family.
bool imports_torch(const Machine& machine, const Path& path) {
    const std::unique_ptr<open::ByteSource> file = open_if_file(machine, path);
    if (file == nullptr) return false;
    const std::size_t length = std::min<std::uint64_t>(file->size(), kSearchedBytes);
    const std::string text = "\n" + file->read(0, length).value_or("");
    return text.find("\nimport torch") != std::string::npos || text.find("\nfrom torch") != std::string::npos;
}

/// True when a file in the folder, or some folders below it, imports torch; looks at `left` files at most.
bool has_code_of_torch(const Machine& machine, const Path& folder, int depth, int& left) {
    std::vector<Path> below;
    for (const Path& entry : entries_of(folder)) {
        if (entry.extension() != ".py") {
            below.push_back(entry);
        } else if (left-- <= 0 || imports_torch(machine, entry)) {
            return left >= 0;
        }
    }
    std::error_code error;
    return depth < kDeepestSearched && any_of(below, [&](const Path& entry) {
               return std::filesystem::is_directory(entry, error) &&
                      has_code_of_torch(machine, entry, depth + 1, left);
           });
}

/// Packages in folders of a disk. One whose code does not import torch makes no models and is left alone, as
/// whatever is written for speed in another language.
class InstalledPackages final : public open::PackageFiles {
  public:
    InstalledPackages(std::vector<Path> folders, const Machine& machine)
        : folders_(std::move(folders)), machine_(machine) {}

    std::unique_ptr<open::ByteSource> open(std::string_view path) override {
        std::string_view name = path.substr(0, path.find('/'));
        if (name.ends_with(".py")) name.remove_suffix(3);
        const auto found = folder_of_package_.try_emplace(std::string(name));
        if (found.second) found.first->second = find_folder(name);
        const std::optional<Path>& folder = found.first->second;
        return folder ? open_if_file(machine_, *folder / path) : nullptr;
    }

    std::vector<std::string> names_in(std::string_view path) override {
        const auto found = folder_of_package_.find(path.substr(0, path.find('/')));
        std::vector<std::string> names;
        if (found == folder_of_package_.end() || !found->second) return names;
        for (const Path& entry : entries_of(*found->second / path))
            names.push_back(entry.filename().string());
        return names;
    }

  private:
    std::optional<Path> find_folder(std::string_view name) const {
        for (const Path& folder : folders_) {
            const Path package = folder / name, module = folder / concat(name, ".py");
            int left = kMostSearched;
            if (is_file(package / "__init__.py"))
                return has_code_of_torch(machine_, package, 0, left) ? std::optional(folder) : std::nullopt;
            if (is_file(module))
                return imports_torch(machine_, module) ? std::optional(folder) : std::nullopt;
        }
        return std::nullopt;
    }

    std::vector<Path> folders_;
    Machine machine_;
    std::map<std::string, std::optional<Path>, std::less<>> folder_of_package_;
};

}  // namespace

std::shared_ptr<open::PackageFiles> installed_packages(const std::vector<std::string_view>& python_path,
                                                       const Machine& machine) {
    std::vector<Path> folders;
    for (const std::string_view paths : python_path) add_paths(paths, folders);
    if (python_path.empty()) folders = usual_folders(machine);
    return std::make_shared<InstalledPackages>(std::move(folders), machine);
}

}  // namespace paramscope::cli
