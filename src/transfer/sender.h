// Sends the answer of a count in blocks of bytes, each small enough to be read within a frame.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "transfer/archive.h"
#include "transfer/counter.h"

namespace paramscope::transfer {

/// Settings as bytes, and back; bytes that make no sense are Settings{}.
std::string to_bytes(const Settings& settings);
Settings settings_of(std::string_view bytes);

class Sender {
  public:
    static constexpr std::size_t kBlock = 1 << 17;  ///< bytes from which on a block ends

    explicit Sender(Counted counted);

    /// True when all blocks have been taken.
    bool is_done() const { return has_begun_ && next_ == counted_.report.nodes.size(); }
    /// The next block: first what belongs to the whole model, then rows in order.
    std::string next_block();

  private:
    /// The numbers of a row's module and facts.
    struct Numbers {
        std::uint32_t module = 0;
        std::uint32_t facts = 0;
    };

    void list_written(const Module& module);
    void number_rows();
    bool is_written(const Module* module) const;
    bool can_share_module(const NodeReport& row, const NodeReport& other) const;
    void write_head();
    void write_row(std::size_t index);

    Counted counted_;
    std::map<const Module*, const Module*> written_;  ///< the end of each list of modules in the text
    std::vector<Numbers> numbers_;                    ///< of each row
    std::size_t written_modules_ = 0;
    Numbers sent_;  ///< how many have been sent
    Writer writer_;
    bool has_begun_ = false;
    std::size_t next_ = 0;  ///< the first row that was not sent
};

}  // namespace paramscope::transfer
