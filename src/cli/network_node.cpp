#include "cli/network.h"

#ifdef __EMSCRIPTEN__

#include <cstddef>
#include <cstdint>

#include "base/concat.h"
#include "base/ranges.h"

// Implemented by web/cli/network.js. Models and files are numbers.
extern "C" {
int remote_open(const char* address, std::size_t length);
/// Copies a text of a model into `buffer`, as much as fits; returns its length in bytes.
std::size_t remote_text(int model, const char* name, char* buffer, std::size_t capacity);
/// The first file of a kind, "config", "weights", "part0.config" or "part0.weights"; -1 for none.
int remote_file(int model, const char* kind);
/// The file of that name beside another one; -1 for none.
int remote_find(int file, const char* name, std::size_t length);
double remote_size(int file);
bool remote_read(int file, double offset, char* buffer, std::size_t length);
}

namespace paramscope::cli {
namespace {

std::string text_of(int model, const char* name) {
    constexpr std::size_t kLongest = 1u << 14;
    std::string text(kLongest, '\0');
    text.resize(remote_text(model, name, text.data(), text.size()));
    return text;
}

/// A file on a server.
class RemoteSource final : public open::ByteSource {
  public:
    explicit RemoteSource(int file) : file_(file) {}

    std::uint64_t size() const override { return static_cast<std::uint64_t>(remote_size(file_)); }

    std::unique_ptr<ByteSource> sibling(std::string_view name) override {
        return open(remote_find(file_, name.data(), name.size()));
    }

    static std::unique_ptr<ByteSource> open(int file) {
        return file < 0 ? nullptr : std::make_unique<RemoteSource>(file);
    }

  private:
    bool fetch(std::uint64_t offset, std::span<char> buffer) override {
        return remote_read(file_, static_cast<double>(offset), buffer.data(), buffer.size());
    }

    int file_;
};

/// Takes the files of the kinds that begin with `prefix`.
void take_files(int model, const std::string& prefix, FetchedFiles& files) {
    const auto open = [&](const char* kind) {
        return RemoteSource::open(remote_file(model, concat(prefix, kind).c_str()));
    };
    const auto text = [&](const char* name) { return text_of(model, concat(prefix, name).c_str()); };
    files.config = open("config");
    files.weights = open("weights");
    if (files.weights) files.weights_name = text("weights");
    files.without_code = text("withoutCode");
    files.without_weights = text("withoutWeights");
}

}  // namespace

FetchedModel fetch_model(std::string_view address) {
    const int model = remote_open(address.data(), address.size());
    FetchedModel fetched;
    fetched.problem = Message(text_of(model, "problem"));
    if (!fetched.problem.empty()) {
        const std::string code = text_of(model, "code");
        constexpr std::string_view kNoAnswer[] = {"hub.unreachable", "hub.broken_off", "hub.slow",
                                                  "hub.server_failed"};
        fetched.is_unreachable = contains(kNoAnswer, code);
        return fetched;
    }
    take_files(model, "", fetched);
    for (std::size_t i = 0;; ++i) {
        const std::string prefix = concat("part", i, ".");
        FetchedModel::Part part;
        part.name = text_of(model, concat(prefix, "name").c_str());
        if (part.name.empty()) break;
        take_files(model, prefix, part);
        fetched.parts.push_back(std::move(part));
    }
    fetched.whole = text_of(model, "whole");
    fetched.without_base = text_of(model, "withoutBase");
    fetched.summary = [model] { return text_of(model, "summary"); };
    return fetched;
}

}  // namespace paramscope::cli

#endif
