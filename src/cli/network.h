// What fetches models for the command line: node, or nothing in a native program.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.h"
#include "open/support/bytes.h"

namespace paramscope::cli {

/// What tells one model; its files are read over the network as far as readers ask.
struct FetchedFiles {
    std::unique_ptr<open::ByteSource> config, weights;  ///< null for what the model does not have
    std::string weights_name;
    std::string without_code;     ///< which of the model's own code was left out, and why
    std::string without_weights;  ///< why weights beside a config could not be fetched
};

/// A model that was fetched.
struct FetchedModel : FetchedFiles {
    struct Part : FetchedFiles {
        std::string name;  ///< of its folder: "unet", "2_Dense"
    };
    std::vector<Part> parts;  ///< components of a pipeline, or what belongs to the model beside its own files
    std::string whole;        ///< the type of the whole, where there are parts: "StableDiffusionPipeline"
    std::string without_base;              ///< why the model that adapters are for is missing
    Message problem;                       ///< why nothing was fetched; empty on success
    bool is_unreachable = false;           ///< the problem is that the host did not answer
    std::function<std::string()> summary;  ///< how much was fetched so far, from where
};

/// Fetches what tells the model at an address.
FetchedModel fetch_model(std::string_view address);

}  // namespace paramscope::cli
