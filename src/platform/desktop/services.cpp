// Implements the desktop's services: clipboard, files, links.
#include <imgui.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "adjust/adjust.h"
#include "count/count.h"
#include "platform/desktop/desktop.h"
#include "platform/inbox.h"
#include "platform/platform.h"

namespace paramscope::platform {
namespace {

namespace fs = std::filesystem;

constexpr bool kApple =
#ifdef __APPLE__
    true;
#else
    false;
#endif

/// True for a web address that is safe between single quotes in a shell command.
bool is_plain_address(std::string_view url) {
    const bool known =
        url.starts_with("https://") || url.starts_with("http://") || url.starts_with("mailto:");
    return known && url.find_first_of("'\\\n") == std::string_view::npos;
}

}  // namespace

File read_file(const fs::path& path) {
    File file;
    file.name = path.filename().string();
    std::error_code error;
    const std::uintmax_t size = fs::file_size(path, error);
    std::ifstream stream(path, std::ios::binary);
    file.readable = !error && stream.is_open();
    if (!file.readable) return file;
    file.size = size;
    file.bytes.resize(static_cast<std::size_t>(std::min<std::uintmax_t>(size, kFileLimit)));
    stream.read(file.bytes.data(), static_cast<std::streamsize>(file.bytes.size()));
    file.readable = static_cast<std::size_t>(stream.gcount()) == file.bytes.size();
    return file;
}

Preferences preferences() {
    const char* wanted = std::getenv("PARAMSCOPE_APPEARANCE");
    const std::string_view words = wanted != nullptr ? wanted : "";
    const auto asks = [words](std::string_view word) { return words.find(word) != std::string_view::npos; };
    return {asks("dark"), asks("contrast"), asks("still")};
}

/// Does nothing: the appearance is that of the environment.
void ask_dark(std::optional<bool>) {}

void ask_language(std::string_view) {}

std::string translation(std::string_view key, bool is_title) {
    return is_title ? std::string(key) : "";
}

bool has_languages() {
    return false;
}

std::optional<std::string> remembered(std::string_view) {
    return std::nullopt;
}

void remember(std::string_view, std::string_view) {}

bool uses_command_key() {
    return kApple;
}

void copy_text(std::string_view text) {
    ImGui::SetClipboardText(std::string(text).c_str());
}

/// Does nothing: a file picker needs a GUI toolkit; files are dropped on the window.
void pick_file(std::string_view) {}

void paste_model() {
    if (const char* text = ImGui::GetClipboardText()) inbox().pasted_text = text;
}

std::span<const std::string_view> samples() {
    return {};
}

void open_sample(std::string_view) {}

void open_text(std::string_view text) {
    inbox().pasted_text = text;
    request_frame();
}

void ask_known_names() {}

/// No names are known: a text that was pasted comes back.
void open_known(std::string_view text, KnownAsker asker) {
    if (asker == KnownAsker::Editor) return;
    File file;
    file.bytes = text;
    file.size = text.size();
    file.is_other = asker == KnownAsker::Comparison;
    inbox().files.push_back(std::move(file));
    request_frame();
}

void read_as(std::string_view) {}

bool can_read_source() {
    return false;
}

void read_source(std::string_view, std::string_view, std::string_view) {}

/// The answer is there at once: the interface waits.
void make_adjustable(std::string_view text, std::string_view input) {
    CountOptions options;
    if (Result<std::vector<Dims>> shapes = parse_input_shapes(input)) options.inputs = std::move(*shapes);
    Adjustable adjustable = paramscope::make_adjustable(text, options, in_english, MissingInput::Stated);
    if (adjustable.variables.empty()) adjustable.text.clear();
    inbox().adjustable = {{"text", std::move(adjustable.text)},
                          {"input", adjustable.states_input ? "" : std::string(input)},
                          {"remark", adjustable.remark.english()}};
    request_frame();
}

void stop_adjusting() {
    inbox().adjustable.reset();
}

bool draws_caret(ImU32) {
    return false;
}

bool can_count() {
    return false;
}

void add_counted_text(std::string_view, std::size_t, std::size_t) {}

void count(std::string_view) {}

void stop_counting() {}

CountPhase count_phase() {
    return CountPhase::Starting;
}

std::optional<std::string> take_counted_block() {
    return std::nullopt;
}

void save_file(std::string_view name, std::string_view bytes, std::string_view) {
    std::ofstream stream(fs::path(name).filename(), std::ios::binary);
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

void open_link(std::string_view url) {
    if (!is_plain_address(url)) return;
    const std::string command = std::string(kApple ? "open" : "xdg-open") + " '" + std::string(url) + "' &";
    if (std::system(command.c_str()) != 0) copy_text(url);
}

std::string site_page(SitePage) {
    return "";
}

/// Does nothing: a desktop window has no address and no sharing.
void add_state_text(std::string_view, std::size_t, std::size_t) {}

void save_state(const Fields&, StateChange) {}

void share(Share) {}

bool has_details() {
    return true;
}

bool is_embedded() {
    return false;
}

void request_height(float) {}

void explain(std::string_view sentence) {
    std::fprintf(stderr, "paramscope: %.*s\n", static_cast<int>(sentence.size()), sentence.data());
}

void publish_state(std::string_view) {}

void publish_report(std::string_view) {}
void offer_code(std::string_view) {}

}  // namespace paramscope::platform
