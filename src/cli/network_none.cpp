#include "cli/network.h"

#ifndef __EMSCRIPTEN__

#include "cli/messages.h"

namespace paramscope::cli {

FetchedModel fetch_model(std::string_view address) {
    FetchedModel fetched;
    fetched.problem = message("remote.no_network", {{"address", address}});
    fetched.is_unreachable = true;
    return fetched;
}

}  // namespace paramscope::cli

#endif
