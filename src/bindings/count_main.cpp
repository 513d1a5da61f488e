// The interface's program in a worker: counts a text for the page (web/count/worker.js). Its main() does not
// run.
#include <emscripten/emscripten.h>

#include <optional>
#include <string>

#include "shipped/fetched_texts.h"
#include "transfer/counter.h"
#include "transfer/sender.h"

namespace paramscope::bindings {
namespace {

/// What the worker's calls share.
struct Work {
    std::string room;  ///< bytes of the worker's script for the next call
    transfer::Counter counter;
    std::optional<transfer::Sender> sender;
    std::string block;  ///< bytes for the worker's script
};

Work& work() {
    static Work instance;
    return instance;
}

}  // namespace
}  // namespace paramscope::bindings

using namespace paramscope::bindings;

extern "C" {

/// Makes room for bytes of the next call.
EMSCRIPTEN_KEEPALIVE char* count_make_room(std::size_t size) {
    work().room.resize(size);
    return work().room.data();
}

/// Takes the texts that are shipped beside the program.
EMSCRIPTEN_KEEPALIVE void count_take_texts() {
    paramscope::add_fetched_texts(std::exchange(work().room, {}));
}

/// Reads a text.
EMSCRIPTEN_KEEPALIVE void count_read() {
    work().sender.reset();
    work().counter.read(std::exchange(work().room, {}));
}

/// Counts it with the settings in the room.
EMSCRIPTEN_KEEPALIVE void count_count() {
    work().sender.reset();
    work().sender.emplace(work().counter.count(paramscope::transfer::settings_of(work().room)));
}

/// Makes the next block of the answer; returns its size, 0 after the last one.
EMSCRIPTEN_KEEPALIVE std::size_t count_next_block() {
    std::optional<paramscope::transfer::Sender>& sender = work().sender;
    work().block = sender && !sender->is_done() ? sender->next_block() : std::string();
    if (work().block.empty()) sender.reset();
    return work().block.size();
}

EMSCRIPTEN_KEEPALIVE const char* count_block() {
    return work().block.data();
}
}
