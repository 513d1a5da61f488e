// What the page offers beside drawing and input: clipboard, files, links, the address bar.
#include <utility>

#include "platform/inbox.h"
#include "platform/platform.h"
#include "platform/web/bridge.h"

namespace paramscope::platform {

Appearance appearance() {
    return host_prefers_dark() ? Appearance::Dark : Appearance::Light;
}

bool uses_command_key() {
    return host_is_apple();
}

void pick_file(std::string_view accept) {
    host_pick_file(accept.data(), accept.size());
}

void save_file(std::string_view name, std::string_view bytes, std::string_view mime_type) {
    host_save_file(name.data(), name.size(), bytes.data(), bytes.size(), mime_type.data(), mime_type.size());
}

void open_link(std::string_view url) {
    host_open_link(url.data(), url.size());
}

std::string address_fragment() {
    host_read_fragment();
    return incoming();
}

void set_address_fragment(std::string_view fragment) {
    host_write_fragment(fragment.data(), fragment.size());
}

void publish_state(std::string_view json) {
    host_publish_state(json.data(), json.size());
}

}  // namespace paramscope::platform

using namespace paramscope::platform;

extern "C" {

/// A file arrived: incoming() holds its name, then its bytes.
EMSCRIPTEN_KEEPALIVE void host_file(std::size_t name_length, double size, bool readable) {
    File file;
    file.name = incoming().substr(0, name_length);
    file.bytes = std::exchange(incoming(), {});
    file.bytes.erase(0, name_length);
    file.size = static_cast<std::uint64_t>(size);
    file.readable = readable;
    inbox().files.push_back(std::move(file));
    touch();
}

EMSCRIPTEN_KEEPALIVE void host_files_hovering(bool hovering) {
    if (std::exchange(inbox().files_hovering, hovering) != hovering) touch();
}

EMSCRIPTEN_KEEPALIVE void host_address_changed() {
    inbox().address_change = incoming();
    touch();
}
}
