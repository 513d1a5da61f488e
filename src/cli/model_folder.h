// Models in folders on a disk, as libraries save them.
#pragma once

#include <string_view>

#include "cli/network.h"

namespace paramscope::cli {

/// True for a folder that holds a saved model, a pipeline of several, or adapters for another one.
bool is_model_folder(std::string_view path);

/// The files of the model in a folder, as fetch_model() gives those of a repository.
FetchedModel open_model_folder(std::string_view path);

}  // namespace paramscope::cli
