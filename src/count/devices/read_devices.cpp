// Reads which devices somebody has: names of the table, several of one, or the numbers of another.
#include <string>

#include "base/characters.h"
#include "base/ranges.h"
#include "count/devices/amount.h"
#include "count/devices/devices.h"
#include "count/messages.h"

namespace paramscope {
namespace {

/// A number of a device of one's own.
struct Figure {
    std::string_view name;
    double Device::*rate;  ///< nullptr for bytes
};
/// The first four are those of a list without names.
constexpr Figure kFigures[] = {
    {"memory", nullptr},           {"bandwidth", &Device::bandwidth}, {"float16", &Device::float16},
    {"float32", &Device::float32}, {"bfloat16", &Device::bfloat16},   {"tf32", &Device::tf32},
    {"float8", &Device::float8},   {"int8", &Device::int8},
};
constexpr std::size_t kUnnamed = 4;

Error no_devices(Message why) {
    return {ErrorCode::Syntax, std::move(why), {}};
}

/// Removes the part up to the next comma, and that.
std::string_view take_part(std::string_view* rest) {
    const std::size_t end = std::min(rest->find(','), rest->size());
    const std::string_view part = trim(rest->substr(0, end));
    rest->remove_prefix(std::min(end + 1, rest->size()));
    return part;
}

/// "24GB"; "936GB/s", for a rate of bytes.
std::optional<Integer> read_byte_figure(std::string_view text, bool is_rate) {
    if (is_rate && (text.ends_with("/s") || text.ends_with("ps"))) text.remove_suffix(2);
    const std::optional<Integer> bytes = read_bytes(text);
    return bytes && *bytes > 0 ? bytes : std::nullopt;
}

/// "35.6", "35.6T" and "35.6 TFLOP/s".
std::optional<double> read_rate(std::string_view text) {
    std::string plain = lowercase(trim(text));
    for (const std::string_view unit : {"tflop/s", "tflops", "tops", "t"}) {
        if (!plain.ends_with(unit)) continue;
        plain.resize(plain.size() - unit.size());
        break;
    }
    const std::optional<Integer> rate = read_count(plain + "t");
    constexpr double kMost = 1e21;
    const auto number = static_cast<double>(rate.value_or(0));
    return number > 0 && number < kMost ? std::optional(number) : std::nullopt;
}

class OwnDeviceReader {
  public:
    explicit OwnDeviceReader(std::string_view text) : rest_(text) { own_.name = text; }

    Result<Device> read() {
        while (!rest_.empty()) {
            const std::string_view part = take_part(&rest_);
            const std::size_t equals = part.find('=');
            const bool is_named = equals != std::string_view::npos;
            const Figure* figure = is_named ? find_by(kFigures, &Figure::name, trim(part.substr(0, equals)))
                                   : next_ < kUnnamed ? &kFigures[next_++]
                                                      : nullptr;
            if (figure == nullptr || !take(*figure, trim(is_named ? part.substr(equals + 1) : part)))
                return no_devices(message("device.figure", {{"part", part}}));
        }
        if (own_.memory == 0 || !(own_.bandwidth > 0)) return no_devices(message("device.lacks_figures"));
        if (!(own_.bfloat16 > 0)) own_.bfloat16 = own_.float16;
        return own_;
    }

  private:
    bool take(const Figure& figure, std::string_view value) {
        if (figure.rate == nullptr) {
            const std::optional<Integer> bytes = read_byte_figure(value, false);
            own_.memory = bytes.value_or(0);
            return bytes.has_value();
        }
        const bool is_bandwidth = figure.rate == &Device::bandwidth;
        const std::optional<Integer> bytes = is_bandwidth ? read_byte_figure(value, true) : std::nullopt;
        const std::optional<double> rate = is_bandwidth ? std::nullopt : read_rate(value);
        own_.*figure.rate = bytes ? static_cast<double>(*bytes) : rate.value_or(0);
        return bytes || rate;
    }

    std::string_view rest_;
    std::size_t next_ = 0;  ///< of the figures without names
    Device own_{{}, 0, MemoryKind::Given, 0, 0, 0, 0, 0, 0, 0, "as given"};
};

/// "M4 Max 64GB": a device with less of its memory than there may be, where the processor shares it.
std::optional<Device> with_other_memory(std::string_view name) {
    const std::size_t last = name.find_last_of(" -_");
    if (last == std::string_view::npos) return std::nullopt;
    const Device* device = find_device(name.substr(0, last));
    const std::optional<Integer> bytes = read_bytes(name.substr(last + 1));
    if (device == nullptr || !bytes) return std::nullopt;
    Device found = *device;
    const Integer memory = *bytes / 1'000'000'000 << 30;  // its GB are 2^30
    const bool may_be_less = device->kind == MemoryKind::Unified && memory > 0 && memory < device->memory;
    if (may_be_less) {
        found.memory = memory;
        found.name = std::string(device->name) + " " + to_string(memory >> 30) + "GB";
    }
    return found.memory == memory ? std::optional(std::move(found)) : std::nullopt;
}

Result<Device> read_device(std::string_view text) {
    if (const Device* device = find_device(text); device != nullptr) return *device;
    if (text.find_first_of("=,") != std::string_view::npos) return OwnDeviceReader(text).read();
    if (std::optional<Device> device = with_other_memory(text)) return *std::move(device);
    return no_devices(message("device.unknown", {{"name", text}}));
}

/// Removes "8x ", "8 × " before a device; nullopt where no number and sign is there.
std::optional<Integer> take_count(std::string_view* text) {
    const std::size_t digits = text->find_first_not_of("0123456789");
    if (digits == 0 || digits == std::string_view::npos) return std::nullopt;
    std::string_view rest = trim(text->substr(digits));
    std::size_t sign = 0;
    for (const std::string_view each : {"x", "X", "×", "*"}) {
        if (rest.starts_with(each)) sign = each.size();
    }
    if (sign == 0) return std::nullopt;
    const std::optional<Integer> count = parse_integer(text->substr(0, digits));
    *text = trim(rest.substr(sign));
    return count.value_or(kMostDevices + 1);
}

}  // namespace

Result<Devices> read_devices(std::string_view text) {
    std::string_view rest = trim(text);
    const Integer count = take_count(&rest).value_or(1);
    if (count < 1 || count > kMostDevices)
        return no_devices(message("device.count", {{"most", to_string(kMostDevices)}}));
    Result<Device> device = read_device(rest);
    if (!device) return device.error();
    return Devices{count, *std::move(device)};
}

}  // namespace paramscope
