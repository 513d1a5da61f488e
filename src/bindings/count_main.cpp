// The interface's program in a worker: counts a text for the page (web/count/worker.js). Its main() does not
// run.
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/export.h"
#include "bindings/headline.h"
#include "shipped/fetched_texts.h"
#include "transfer/counter.h"
#include "transfer/sender.h"

namespace paramscope::bindings {
namespace {

/// What the worker's calls share.
struct Work {
    std::unique_ptr<char[]> room;  ///< bytes of the worker's script for the next call; not set to zero
    std::size_t size = 0;          ///< of the room
    transfer::Counter counter;
    std::optional<transfer::Sender> sender;
    std::string block;  ///< bytes for the worker's script
};

Work& work() {
    static Work instance;
    return instance;
}

std::string_view sent() {
    return {work().room.get(), work().size};
}

}  // namespace
}  // namespace paramscope::bindings

using namespace paramscope::bindings;

extern "C" {

/// Makes room for bytes of the next call; what is in a room of the same size stays.
PARAMSCOPE_EXPORT char* count_make_room(std::size_t size) {
    if (work().size != size) {
        work().room.reset();
        work().room.reset(new char[size]);
        work().size = size;
    }
    return work().room.get();
}

/// Takes the texts that are shipped beside the program.
PARAMSCOPE_EXPORT void count_take_texts() {
    paramscope::add_fetched_texts(std::string(sent()));
}

/// Reads a text.
PARAMSCOPE_EXPORT void count_read() {
    work().sender.reset();
    work().counter.read(sent());
    work().room.reset();
    work().size = 0;
}

/// Counts it with the settings in the room.
PARAMSCOPE_EXPORT void count_count() {
    work().sender.reset();
    work().sender.emplace(work().counter.count(paramscope::transfer::settings_of(sent())));
}

/// Makes the next block of the answer; returns its size, 0 after the last one.
PARAMSCOPE_EXPORT std::size_t count_next_block() {
    std::optional<paramscope::transfer::Sender>& sender = work().sender;
    work().block = sender && !sender->is_done() ? sender->next_block() : std::string();
    if (work().block.empty()) sender.reset();
    return work().block.size();
}

/// Counts the text with the interface's first settings and makes a block of its headline(); returns the size
/// of the block.
PARAMSCOPE_EXPORT std::size_t count_headline(bool is_chinese) {
    work().block = headline(count_first(work().counter), is_chinese);
    return work().block.size();
}

PARAMSCOPE_EXPORT const char* count_block() {
    return work().block.data();
}
}
