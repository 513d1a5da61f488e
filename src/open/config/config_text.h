// A config that a text holds: what print(model.config) shows, a log with a config in it, a dict of Python,
// the arguments of a class, YAML, settings of programs that train.
#pragma once

#include <string>
#include <string_view>

#include "base/message.h"

namespace paramscope::open {

/// A config as JSON, "" where there is none, and a note on where it is from.
struct FoundConfig {
    std::string json;
    Message note;
};

/// The first config in a text, or the one of the model that it names. A config is an object that names a
/// `model_type` or `architectures`, or has keys of a tool's own configs (is_config_object()).
FoundConfig find_config(std::string_view text);

}  // namespace paramscope::open
