// Models on the network, by name or address: what tells them is fetched, ranges of their files.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/result.h"
#include "cli/network.h"
#include "open/open.h"

namespace paramscope::cli {

/// True for `hf:org/name`, for addresses, `https://…`, and for `org/name` where there is no such folder.
bool is_remote(std::string_view source);

/// Opens a model by its name or address. Its config is compared with the headers of its weights; a diagnostic
/// states what came of it, and another one how much was fetched. A program without a network knows the models
/// of open/config/known/known_configs.h. Of source code, `expression` and `inputs` are those of open_model().
Result<open::Opened> open_remote(std::string_view source, const open::ModelFormat* format,
                                 std::string_view expression = {}, std::span<const Dims> inputs = {});

/// Opens the files of a model, which were found: its config is compared with its weights, and parts are
/// joined.
open::Opened open_fetched(const FetchedModel& fetched, const open::ModelFormat* format = nullptr,
                          std::string_view expression = {}, std::span<const Dims> inputs = {});

/// A file on a server.
struct RemoteFile {
    std::unique_ptr<open::ByteSource> bytes;
    std::string name;
};

/// Opens the file at an address, or the one that `hf:org/name/path` names; the name of a whole model is an
/// error.
Result<RemoteFile> open_remote_file(std::string_view source);

}  // namespace paramscope::cli
