// The JavaScript around the readers' program (web/open/imports.js): its files, its request and its answer.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "open/support/bytes.h"

// Implemented by web/open/imports.js. Files are numbers; 0 is the file to open.
extern "C" {
/// Copies the name of the file to open into `buffer`, as much as fits; returns its length in bytes.
std::size_t opener_name(char* buffer, std::size_t capacity);
/// Copies the name of the format to read the file as, "" to detect it; returns its length in bytes.
std::size_t opener_format(char* buffer, std::size_t capacity);
/// Copies what to build of source code, "" for what the code suggests; returns its length in bytes.
std::size_t opener_build(char* buffer, std::size_t capacity);
/// Copies the shapes that the forward pass of source code gets, as parse_input_shapes() reads them, "" for
/// those that the code suggests; returns their length in bytes.
std::size_t opener_input(char* buffer, std::size_t capacity);
/// Copies the names of the files that were given together, the file to open first, one a line; returns their
/// length in bytes. "" for one file.
std::size_t opener_companions(char* buffer, std::size_t capacity);
/// True when the file to open is the one to read; else one of its companions may be.
bool opener_is_main();
double opener_size(unsigned file);
bool opener_read(unsigned file, double offset, char* buffer, std::size_t length);
/// Returns the number of the file with that name, -1 when there is none.
int opener_find(const char* name, std::size_t length);
/// Returns the number of the file of a package, "transformers/activations.py", -1 when there is none.
int opener_find_in_packages(const char* path, std::size_t length);
void opener_answer(const char* kind, const char* text, std::size_t length);
/// Throws a RangeError. Without exceptions, std::bad_alloc would be a plain abort(), as of a defect.
void opener_out_of_memory();
}

namespace paramscope::bindings {

/// The text that `get` copies.
inline std::string text_from(std::size_t (*get)(char* buffer, std::size_t capacity)) {
    constexpr std::size_t kLongest = 1u << 17;
    std::string text(kLongest, '\0');
    text.resize(get(text.data(), text.size()));
    return text;
}

/// A file that JavaScript holds.
class HostSource final : public open::ByteSource {
  public:
    explicit HostSource(unsigned file) : file_(file), size_(static_cast<std::uint64_t>(opener_size(file))) {}

    std::uint64_t size() const override { return size_; }

    open::Companions companions() const override {
        if (file_ != 0) return {};
        open::Companions companions;
        const std::string names = text_from(opener_companions);
        for (std::size_t begin = 0; begin < names.size();) {
            const std::size_t end = std::min(names.find('\n', begin), names.size());
            companions.names.push_back(names.substr(begin, end - begin));
            begin = end + 1;
        }
        companions.is_main = opener_is_main();
        return companions;
    }

    std::unique_ptr<ByteSource> sibling(std::string_view name) override {
        const int file = opener_find(name.data(), name.size());
        if (file < 0) return nullptr;
        return std::make_unique<HostSource>(static_cast<unsigned>(file));
    }

  private:
    bool fetch(std::uint64_t offset, std::span<char> buffer) override {
        return opener_read(file_, static_cast<double>(offset), buffer.data(), buffer.size());
    }

    unsigned file_;
    std::uint64_t size_;
};

/// The files of packages that JavaScript holds: it notes those that are asked for and not here yet.
class HostPackages final : public open::PackageFiles {
  public:
    std::unique_ptr<open::ByteSource> open(std::string_view path) override {
        const int file = opener_find_in_packages(path.data(), path.size());
        if (file < 0) return nullptr;
        return std::make_unique<HostSource>(static_cast<unsigned>(file));
    }
};

/// All of a file; "" when it is not there.
inline std::string whole_file(int file) {
    if (file < 0) return "";
    HostSource source(static_cast<unsigned>(file));
    return source.read(0, static_cast<std::size_t>(source.size())).value_or("");
}

inline std::string whole_file(std::string_view name) {
    return whole_file(opener_find(name.data(), name.size()));
}

/// Hands over a part of the answer: its name and its text.
inline void answer(const char* kind, std::string_view text) {
    opener_answer(kind, text.data(), text.size());
}

}  // namespace paramscope::bindings
