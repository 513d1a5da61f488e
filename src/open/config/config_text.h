// A config that a text holds: what print(model.config) shows, a log with a config in it, a dict of Python,
// the arguments of a class, lines of YAML.
#pragma once

#include <string>
#include <string_view>

namespace paramscope::open {

/// The first config in a text, as JSON; "" where there is none. A config is an object that names a
/// `model_type` or `architectures`, or has keys of a tool's own configs (is_config_object()).
std::string find_config(std::string_view text);

}  // namespace paramscope::open
