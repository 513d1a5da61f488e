// Collects the tensors that a safetensors header lists, whoever reads its JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "open/checkpoint/data_ranges.h"
#include "open/checkpoint/support/contents.h"

namespace paramscope::open {

/// What a header states of one tensor. The texts need to live only until it is added.
struct TensorEntry {
    std::string_view name, type;
    Shape shape;
    std::uint64_t begin = 0, end = 0;  ///< its data_offsets
    std::uint64_t byte = 0;            ///< position of its name in the file, for errors
};

class TensorEntries {
  public:
    static constexpr std::size_t kMostNumbers = 256;  ///< of a list that is looked at

    /// `header` is the number of its bytes.
    TensorEntries(std::size_t header, CheckpointContents& contents);

    void add(TensorEntry&& entry);
    /// Adds an error: the entry at `byte` lacks something.
    void add_incomplete(std::string_view name, std::uint64_t byte);
    /// Adds a line of `__metadata__`.
    void add_metadata(std::string_view key, std::string_view value);

    bool is_full() const { return contents_.is_full(); }
    std::vector<DataRange>& ranges() { return ranges_; }
    /// Those of short lists, in which the shape of a packed weight may be stated.
    const std::vector<DataRange>& short_lists() const { return short_lists_; }

  private:
    static constexpr std::size_t kLongestNote = 200;

    void check_size(const TensorEntry& entry);

    CheckpointContents& contents_;
    std::vector<DataRange> ranges_, short_lists_;
    ShortText type_, dtype_;  ///< the last type, as stored and as model text spells it
    bool is_index_ = false;   ///< of the last type
    ElementBytes sizes_;
};

}  // namespace paramscope::open
