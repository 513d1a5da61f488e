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

/// A model that was fetched; its files are read over the network as far as readers ask.
struct FetchedModel {
    std::unique_ptr<open::ByteSource> config, weights;  ///< null for what the model does not have
    std::string weights_name;
    struct Module {
        std::string name;  ///< of its folder: "2_Dense"
        std::unique_ptr<open::ByteSource> weights;
        std::string weights_name;
    };
    std::vector<Module> modules;           ///< further ones, which a sentence transformer keeps in folders
    std::string without_code;             ///< which of the model's own code was left out, and why
    std::string without_weights;           ///< why weights beside a config could not be fetched
    Message problem;                       ///< why nothing was fetched; empty on success
    bool is_unreachable = false;           ///< the problem is that the host did not answer
    std::function<std::string()> summary;  ///< how much was fetched so far, from where
};

/// Fetches what tells the model at an address.
FetchedModel fetch_model(std::string_view address);

}  // namespace paramscope::cli
