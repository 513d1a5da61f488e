#include "app/inspector/device_field.h"

#include "app/ui/theme.h"
#include "app/ui/widgets.h"
#include "app/words/words.h"
#include "base/concat.h"
#include "count/devices/devices.h"

namespace paramscope::app {
namespace {

/// "2x RTX 3090".
std::string text_of(const Document& document) {
    const Integer count = document.memory.devices;
    const std::string& name = device_of(document).name;
    return count == 1 ? name : concat(to_string(count), "x ", name);
}

/// False where parts of the model do not divide among so many devices.
bool take(const Devices& devices, Context& context) {
    MemoryOptions options = context.workspace.document().memory;
    options.devices = devices.count;
    if (!is_divided(options)) return false;
    context.workspace.set_memory(options);
    context.workspace.set_device(devices.device);
    return true;
}

}  // namespace

void DeviceField::draw(Context& context) {
    caption(word("own_device"));
    std::string shown = field_.shown("##device", text_of(context.workspace.document()));
    if (field_.draw("##device", word("own_device"), &shown, -FLT_MIN, !problem_.empty())) {
        const Result<Devices> found = read_devices(shown);
        problem_ = found ? std::string() : translate_message(found.error().message);
        if (found && !take(*found, context)) problem_ = word("mem_not_divided");
    }
    tooltip(word("own_device_hint"));
    if (!problem_.empty()) wrapped_text(problem_, palette().error, Type::Small);
}

}  // namespace paramscope::app
