#include "cli/network.h"

#ifdef __EMSCRIPTEN__

#include <cstddef>
#include <cstdint>

#include "base/ranges.h"

// Implemented by web/cli/network.js. Models and files are numbers.
extern "C" {
int remote_open(const char* address, std::size_t length);
/// Copies a text of a model into `buffer`, as much as fits; returns its length in bytes.
std::size_t remote_text(int model, const char* name, char* buffer, std::size_t capacity);
/// The first file of a kind, "config", "weights" or "module0"; -1 for none.
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
    fetched.config = RemoteSource::open(remote_file(model, "config"));
    fetched.weights = RemoteSource::open(remote_file(model, "weights"));
    if (fetched.weights) fetched.weights_name = text_of(model, "weights");
    for (std::size_t i = 0;; ++i) {
        const std::string kind = "module" + std::to_string(i);
        std::unique_ptr<open::ByteSource> weights = RemoteSource::open(remote_file(model, kind.c_str()));
        if (weights == nullptr) break;
        fetched.modules.push_back(
            {text_of(model, kind.c_str()), std::move(weights), text_of(model, (kind + "Weights").c_str())});
    }
    fetched.without_code = text_of(model, "withoutCode");
    fetched.without_weights = text_of(model, "withoutWeights");
    fetched.summary = [model] { return text_of(model, "summary"); };
    return fetched;
}

}  // namespace paramscope::cli

#endif
