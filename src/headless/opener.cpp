#include "headless/opener.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <utility>

#include "bindings/opener_host.h"
#include "shipped/fetched_texts.h"

extern "C" {
void open_file();
void adjust_file();
}

namespace paramscope {

/// The program has all shipped texts inside (shipped/embedded_texts.cpp).
void add_fetched_texts(std::string) {}

namespace headless {
namespace {

OpenRequest& request() {
    static OpenRequest instance;
    return instance;
}

Answers& answers() {
    static Answers instance;
    return instance;
}

Answers answered_by(void (*reader)(), OpenRequest asked) {
    request() = std::move(asked);
    answers().clear();
    reader();
    return std::exchange(answers(), {});
}

std::size_t copy(std::string_view text, char* buffer, std::size_t capacity) {
    const std::size_t length = std::min(text.size(), capacity);
    std::memcpy(buffer, text.data(), length);
    return length;
}

}  // namespace

Answers open(OpenRequest asked) {
    return answered_by(open_file, std::move(asked));
}

Answers adjust(OpenRequest asked) {
    return answered_by(adjust_file, std::move(asked));
}

}  // namespace headless
}  // namespace paramscope

using paramscope::headless::answers;
using paramscope::headless::copy;
using paramscope::headless::request;

extern "C" {

std::size_t opener_name(char* buffer, std::size_t capacity) {
    return copy(request().files.at(0).first, buffer, capacity);
}

std::size_t opener_format(char* buffer, std::size_t capacity) {
    return copy(request().format, buffer, capacity);
}

std::size_t opener_build(char* buffer, std::size_t capacity) {
    return copy(request().build, buffer, capacity);
}

std::size_t opener_input(char* buffer, std::size_t capacity) {
    return copy(request().input, buffer, capacity);
}

std::size_t opener_companions(char* buffer, std::size_t capacity) {
    std::string names;
    if (request().files.size() > 1) {
        for (const auto& [name, bytes] : request().files) names += (names.empty() ? "" : "\n") + name;
    }
    return copy(names, buffer, capacity);
}

bool opener_is_main() {
    return request().is_main;
}

double opener_size(unsigned file) {
    return static_cast<double>(request().files[file].second.size());
}

bool opener_read(unsigned file, double offset, char* buffer, std::size_t length) {
    std::memcpy(buffer, request().files[file].second.data() + static_cast<std::size_t>(offset), length);
    return true;
}

int opener_find(const char* name, std::size_t length) {
    const auto& files = request().files;
    const auto found = std::find_if(
        files.begin(), files.end(),
        [wanted = std::string_view(name, length)](const auto& file) { return file.first == wanted; });
    return found != files.end() ? static_cast<int>(found - files.begin()) : -1;
}

int opener_find_in_packages(const char*, std::size_t) {
    return -1;
}

void opener_answer(const char* kind, const char* text, std::size_t length) {
    answers()[kind] = std::string(text, length);
}

void opener_out_of_memory() {
    std::abort();
}
}
