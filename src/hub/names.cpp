#include "hub/names.h"

#include "base/characters.h"
#include "base/ranges.h"

namespace paramscope::hub {
namespace {

constexpr std::string_view kFileEndings[] = {
    ".bin",  ".caffemodel", ".cfg",         ".ckpt",  ".csv",   ".diff", ".gguf",     ".h5",
    ".hdf5", ".html",       ".json",        ".ipynb", ".keras", ".log",  ".md",       ".npy",
    ".npz",  ".onnx",       ".out",         ".patch", ".pbtxt", ".pkl",  ".prototxt", ".pt",
    ".pth",  ".py",         ".safetensors", ".toml",  ".txt",   ".yaml", ".yml"};

bool is_word(std::string_view text) {
    const auto is_part = [](char c) {
        return is_letter(c) || is_digit(c) || c == '_' || c == '-' || c == '.';
    };
    return !text.empty() && (is_letter(text.front()) || is_digit(text.front())) && all_of(text, is_part);
}

}  // namespace

bool looks_like_repository(std::string_view source) {
    const std::size_t slash = source.find('/');
    if (slash == std::string_view::npos) return false;
    const std::string_view name = source.substr(slash + 1);
    return is_word(source.substr(0, slash)) && looks_like_name(name.substr(0, name.find_first_of("@:")));
}

bool looks_like_name(std::string_view source) {
    return is_word(source) &&
           none_of(kFileEndings, [&](std::string_view ending) { return source.ends_with(ending); });
}

}  // namespace paramscope::hub
