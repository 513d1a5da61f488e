// Puts the blocks of a sender together again.
#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <string_view>
#include <vector>

#include "transfer/archive.h"
#include "transfer/counter.h"

namespace paramscope::transfer {

struct Row;

class Receiver {
  public:
    static constexpr std::size_t kMostRows = 1 << 23;

    /// Reads the next block.
    void take(std::string_view block);

    /// True after a block that cannot be read; later blocks are ignored.
    bool has_failed() const { return reader_.has_failed(); }
    bool is_done() const { return has_begun_ && !has_failed() && rows_ == expected_; }
    /// The rows that have arrived, of how many; 0 before the first block.
    std::size_t rows() const { return rows_; }
    std::size_t expected() const { return expected_; }

    /// The answer, once it is done. It is the sender's but for its modules, which rows that print the same
    /// share: those of the text are all children of the model's root, those of rules are in `expanded`,
    /// without names, children, tensors and forward lines.
    Counted answer();

  private:
    void read_head();
    void read_row();
    bool places(const NodeReport& node) const;
    const Module* module(const Row& row);
    Module* make_module(bool is_written);

    /// What rows point at, beside the modules of the text.
    struct Kept {
        std::deque<Module> modules;
        std::vector<ShortText> names;
    };

    Reader reader_;
    Counted counted_;
    std::shared_ptr<Model> model_ = std::make_shared<Model>();
    std::shared_ptr<Kept> kept_ = std::make_shared<Kept>();
    std::vector<const Module*> modules_;           ///< by number
    std::vector<SharedValue<ModuleFacts>> facts_;  ///< by number
    bool has_begun_ = false;
    std::size_t rows_ = 0;
    std::size_t expected_ = 0;
};

}  // namespace paramscope::transfer
