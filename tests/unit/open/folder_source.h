// Files in memory, as a reader of source code finds them beside one another.
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "open/open.h"

namespace paramscope::open {

using Files = std::map<std::string, std::string, std::less<>>;

/// A file in memory among others.
class FolderSource final : public ByteSource {
  public:
    /// `are_given`: the files were given together, as several that are dropped.
    FolderSource(const Files& files, std::string name, bool are_given)
        : files_(files), name_(std::move(name)), are_given_(are_given) {}

    std::uint64_t size() const override { return text().size(); }

    std::unique_ptr<ByteSource> sibling(std::string_view name) override {
        if (!files_.contains(name)) return nullptr;
        return std::make_unique<FolderSource>(files_, std::string(name), false);
    }

    Companions companions() const override {
        Companions companions;
        if (!are_given_) return companions;
        companions.names.push_back(name_);
        for (const auto& [name, text] : files_) {
            if (name != name_) companions.names.push_back(name);
        }
        return companions;
    }

  private:
    const std::string& text() const { return files_.find(name_)->second; }

    bool fetch(std::uint64_t offset, std::span<char> buffer) override {
        std::copy_n(text().data() + offset, buffer.size(), buffer.data());
        return true;
    }

    const Files& files_;
    std::string name_;
    bool are_given_;
};

/// Packages in memory, which note the files that are opened.
class MemoryPackages final : public PackageFiles {
  public:
    explicit MemoryPackages(std::map<std::string, std::string, std::less<>> files)
        : files_(std::move(files)) {}

    std::unique_ptr<ByteSource> open(std::string_view path) override {
        const auto found = files_.find(path);
        if (found == files_.end()) return nullptr;
        opened.insert(found->first);
        return std::make_unique<MemorySource>(found->second);
    }

    std::vector<std::string> names_in(std::string_view folder) override {
        std::vector<std::string> names;
        for (const auto& [path, text] : files_) {
            if (path.size() > folder.size() && path.starts_with(folder) && path[folder.size()] == '/')
                names.push_back(path.substr(folder.size() + 1));
        }
        return names;
    }

    std::set<std::string> opened;

  private:
    std::map<std::string, std::string, std::less<>> files_;
};

}  // namespace paramscope::open
