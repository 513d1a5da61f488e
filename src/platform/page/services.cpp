// Implements the page's services: clipboard, files, links, the address bar.
#include <algorithm>
#include <utility>

#include "platform/inbox.h"
#include "platform/page/bridge.h"
#include "platform/page/exports.h"
#include "platform/platform.h"

namespace paramscope::platform {
namespace {

/// The state whose fields are being received.
Fields& arriving_fields() {
    static Fields instance;
    return instance;
}

/// The lines of a text.
std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        lines.emplace_back(line);
        text.remove_prefix(std::min(line.size() + 1, text.size()));
    }
    return lines;
}

/// The file that is being received.
File& arriving_file() {
    static File instance;
    return instance;
}

}  // namespace

Preferences preferences() {
    const int preferences = host_preferences();
    return {(preferences & 1) != 0, (preferences & 2) != 0, (preferences & 4) != 0, (preferences & 8) != 0};
}

void ask_dark(std::optional<bool> dark) {
    host_ask_dark(dark ? *dark : -1);
}

bool uses_command_key() {
    return host_is_apple();
}

void ask_language(std::string_view tag) {
    host_ask_language(tag.data(), tag.size());
}

std::string translation(std::string_view key, bool is_title) {
    host_translation(key.data(), key.size(), is_title);
    return incoming();
}

bool has_languages() {
    return true;
}

std::optional<std::string> remembered(std::string_view name) {
    if (!host_remembered(name.data(), name.size())) return std::nullopt;
    return incoming();
}

void remember(std::string_view name, std::string_view value) {
    host_remember(name.data(), name.size(), value.data(), value.size());
}

void pick_file(std::string_view accept) {
    host_pick_file(accept.data(), accept.size());
}

void paste_model() {
    host_paste_model();
}

std::span<const std::string_view> samples() {
    static constexpr std::string_view kSamples[] = {"model.py"};  // of web/open/samples.js
    return kSamples;
}

void open_sample(std::string_view name) {
    host_open_sample(name.data(), name.size());
}

void open_text(std::string_view text) {
    host_open_text(text.data(), text.size());
}

void ask_known_names() {
    host_ask_known_names();
}

void open_known(std::string_view text, KnownAsker asker) {
    host_open_known(text.data(), text.size(), static_cast<int>(asker));
}

void read_as(std::string_view format) {
    host_read_as(format.data(), format.size());
}

bool can_read_source() {
    return true;
}

void read_source(std::string_view source, std::string_view build, std::string_view input) {
    host_read_source(source.data(), source.size(), build.data(), build.size(), input.data(), input.size());
}

void make_adjustable(std::string_view text, std::string_view input) {
    host_make_adjustable(text.data(), text.size(), input.data(), input.size());
}

void stop_adjusting() {
    host_stop_adjusting();
    inbox().adjustable.reset();
}

bool can_count() {
    return host_can_count();
}

void add_counted_text(std::string_view part, std::size_t at, std::size_t size) {
    host_add_counted_text(part.data(), part.size(), at, size);
}

void count(std::string_view settings) {
    host_count(settings.data(), settings.size());
}

void stop_counting() {
    host_stop_counting();
}

CountPhase count_phase() {
    return static_cast<CountPhase>(host_count_phase());
}

std::optional<std::string> take_counted_block() {
    if (!host_take_counted_block()) return std::nullopt;
    return std::exchange(incoming(), {});
}

void save_file(std::string_view name, std::string_view bytes, std::string_view mime_type) {
    host_save_file(name.data(), name.size(), bytes.data(), bytes.size(), mime_type.data(), mime_type.size());
}

void expect_image() {
    host_expect_image();
}

void open_link(std::string_view url) {
    host_open_link(url.data(), url.size());
}

std::string site_page(SitePage page) {
    host_site_page(static_cast<int>(page));
    return incoming();
}

void add_state_text(std::string_view part, std::size_t at, std::size_t size) {
    host_add_state_text(part.data(), part.size(), at, size);
}

void save_state(const Fields& state, StateChange change) {
    inbox().link_length.reset();
    for (const auto& [name, value] : state)
        host_state_field(name.data(), name.size(), value.data(), value.size());
    host_save_state(static_cast<int>(change));
}

void share(Share what) {
    host_share(static_cast<int>(what));
}

bool has_details() {
    return host_has_details();
}

bool is_embedded() {
    return host_is_embedded();
}

void request_height(float height) {
    host_request_height(height);
}

void explain(std::string_view sentence) {
    host_explain(sentence.data(), sentence.size());
}

void offer_code(std::string_view type) {
    host_offer_code(type.data(), type.size());
}

void publish_state(std::string_view json) {
    host_publish_state(json.data(), json.size());
}

void publish_report(std::string_view json) {
    host_publish_report(json.data(), json.size());
}

}  // namespace paramscope::platform

using namespace paramscope::platform;

extern "C" {

/// Receives the name of the file that comes next: incoming() holds it.
PARAMSCOPE_EXPORT void host_file_name() {
    arriving_file().name = std::exchange(incoming(), {});
}

/// Receives a part of its bytes, of which there are `all`: incoming() holds it.
PARAMSCOPE_EXPORT void host_file_part(std::size_t all) {
    arriving_file().bytes.reserve(all);
    arriving_file().bytes += incoming();
}

/// Ends a file: all parts have arrived. It may be the one to compare the model before it with.
PARAMSCOPE_EXPORT void host_file(double size, bool readable, bool is_other) {
    File file = std::exchange(arriving_file(), {});
    incoming() = {};
    file.size = static_cast<std::uint64_t>(size);
    file.readable = readable;
    file.is_other = is_other;
    inbox().files.push_back(std::move(file));
    touch();
}

/// Receives the formats that the file which comes next can be read as: incoming() holds a name in each line.
PARAMSCOPE_EXPORT void host_readings() {
    inbox().readings = lines_of(incoming());
}

/// Receives the names of the well-known models: incoming() holds a name in each line.
PARAMSCOPE_EXPORT void host_known_names() {
    inbox().known_names = lines_of(incoming());
    touch();
}

PARAMSCOPE_EXPORT void host_files_hovering(bool hovering) {
    if (std::exchange(inbox().files_hovering, hovering) != hovering) touch();
}

/// The page has loaded the translations of the language whose tag incoming() holds.
PARAMSCOPE_EXPORT void host_language() {
    inbox().language = incoming();
    touch();
}

/// Receives one field of a state or of a reading: incoming() holds its name, then its value.
PARAMSCOPE_EXPORT void host_arriving_field(std::size_t name_length) {
    std::string name = incoming().substr(0, name_length);
    arriving_fields().emplace_back(std::move(name), incoming().substr(name_length));
}

/// Ends the reading of source code: all fields have arrived.
PARAMSCOPE_EXPORT void host_source_reading() {
    inbox().source_reading = std::exchange(arriving_fields(), {});
    touch();
}

/// Ends the answer to make_adjustable(): all fields have arrived.
PARAMSCOPE_EXPORT void host_adjustable() {
    inbox().adjustable = std::exchange(arriving_fields(), {});
    touch();
}

/// Ends a state: all fields have arrived.
PARAMSCOPE_EXPORT void host_state_arrived() {
    inbox().state = std::exchange(arriving_fields(), {});
    touch();
}

PARAMSCOPE_EXPORT void host_link_length(std::size_t length) {
    inbox().link_length = length;
    touch();
}
}
