#include "open/python/syntax/source_files.h"

#include <algorithm>
#include <vector>

#include "base/concat.h"
#include "open/python/syntax/tokens.h"
#include "open/support/bytes.h"

namespace paramscope::open::python {
namespace {

bool holds(ByteSource& file, const std::string& text) {
    return file.size() == text.size() && file.read(0, text.size()) == text;
}

}  // namespace

bool SourceFiles::are_given() const {
    return !main_.companions().names.empty();
}

const SourceFile* SourceFiles::find(std::string_view path) {
    const auto found = found_.find(path);
    if (found != found_.end()) return found->second;
    const std::string name(path);
    const SourceFile* file = read(name);
    found_.emplace(name, file);
    return file;
}

std::string_view SourceFile::shown_path() const {
    const std::string_view path = path_;
    return is_in_package(path) ? path.substr(kPackageFolder.size() + 1) : path;
}

const SyntaxTree& SourceFile::tree() const {
    if (tree_ == nullptr) tree_ = std::make_unique<SyntaxTree>(text_, begin_);
    return *tree_;
}

bool is_in_package(std::string_view path) {
    return path.starts_with(kPackageFolder);
}

std::unique_ptr<ByteSource> SourceFiles::open(std::string_view path) const {
    if (!is_in_package(path)) return main_.sibling(path);
    PackageFiles* packages = main_.packages();
    return packages != nullptr ? packages->open(path.substr(kPackageFolder.size() + 1)) : nullptr;
}

bool SourceFiles::has(std::string_view path) const {
    return open(path) != nullptr;
}

std::vector<std::string> SourceFiles::names_in_package(std::string_view folder) const {
    PackageFiles* packages = main_.packages();
    if (packages == nullptr || !is_in_package(folder)) return {};
    return packages->names_in(folder.substr(std::min(folder.size(), kPackageFolder.size() + 1)));
}

std::optional<std::string> FileRoom::read(ByteSource& file, std::string_view path) {
    std::optional<std::string> text;
    const bool is_full = files_ >= kMostSourceFiles || file.size() > kLargestSourceFiles - bytes_;
    if (!is_full) text = file.read(0, static_cast<std::size_t>(file.size()));
    const std::size_t tokens = text ? count_tokens(*text) : 0;
    const bool is_long = tokens > std::min(kMostTokens, kMostTokensOfFiles - tokens_);
    if (left_out_.empty() && (is_full || is_long)) left_out_ = path;
    if (!text || is_long) return std::nullopt;
    ++files_;
    bytes_ += text->size();
    tokens_ += tokens;
    return text;
}

const SourceFile* SourceFiles::inner_file(std::string_view path) {
    const std::size_t folder_end = path.starts_with("../") ? path.find('/', 3) : std::string_view::npos;
    return folder_end == std::string_view::npos ? nullptr : find(path.substr(folder_end + 1));
}

const SourceFile* SourceFiles::read(const std::string& path) {
    const std::unique_ptr<ByteSource> source = open(path);
    if (source == nullptr) return nullptr;
    const SourceFile* same = inner_file(path);
    if (same != nullptr && holds(*source, same->text())) return same;
    std::optional<std::string> text = room_.read(*source, path);
    if (!text) return nullptr;
    const std::size_t begin = kFirstFilePlace + size_ + files_.size() + 1;
    size_ += text->size();
    return &files_.emplace_back(path, std::move(*text), static_cast<std::uint32_t>(begin));
}

const SourceFile* SourceFiles::file_at(std::uint32_t place) const {
    if (place < kFirstFilePlace) return nullptr;
    const SourceFile* holder = nullptr;
    for (const SourceFile& file : files_) {
        if (file.begin() <= place) holder = &file;
    }
    return holder;
}

const std::string& SourceFiles::path_at(std::uint32_t place) const {
    const SourceFile* file = file_at(place);
    return file != nullptr ? file->path() : main_path_;
}

std::string module_name(std::string_view path) {
    if (is_in_package(path)) path.remove_prefix(kPackageFolder.size() + 1);
    while (path.starts_with("../")) path.remove_prefix(3);
    for (const std::string_view ending : {".py", "/__init__"}) {
        if (path.ends_with(ending)) path.remove_suffix(ending.size());
    }
    std::string name(path);
    std::replace(name.begin(), name.end(), '/', '.');
    return name;
}

std::string_view folder_of(std::string_view path) {
    const std::size_t slash = path.rfind('/');
    return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

std::string join_path(std::string_view folder, std::string_view path) {
    std::vector<std::string_view> parts;
    const std::string whole = concat(folder, "/", path);
    const bool is_absolute = folder.starts_with('/');
    for (std::size_t begin = 0; begin <= whole.size();) {
        const std::size_t end = std::min(whole.find('/', begin), whole.size());
        const std::string_view part = std::string_view(whole).substr(begin, end - begin);
        begin = end + 1;
        if (part.empty() || part == ".") continue;
        if (part == ".." && !parts.empty() && parts.back() != "..") {
            parts.pop_back();
        } else {
            parts.push_back(part);
        }
    }
    std::string joined = is_absolute ? "/" : "";
    for (const std::string_view part : parts)
        joined += concat(joined.empty() || joined == "/" ? "" : "/", part);
    return joined;
}

}  // namespace paramscope::open::python
