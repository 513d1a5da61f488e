#include <bit>
#include <set>

#include "open/tensors/tensors.h"

namespace paramscope::open {
namespace {

using Tensors = std::vector<NamedTensor>;

/// Only names that were chosen for their hashes are this far from their places.
constexpr std::uint32_t kFarthestSlot = 256;

/// The same as find_repeated_names() for any names.
std::vector<bool> compare_names(const Tensors& tensors) {
    std::set<std::string_view> names;
    std::vector<bool> is_repeated(tensors.size());
    for (std::size_t i = 0; i < tensors.size(); ++i) is_repeated[i] = !names.insert(tensors[i].name).second;
    return is_repeated;
}

/// A table of hashes, in which each name has the first free slot at or after the place of its hash.
class NameTable {
  public:
    explicit NameTable(const Tensors& tensors)
        : tensors_(tensors), slots_(std::bit_ceil(tensors.size() + tensors.size() / 4 + 1)) {}

    /// Adds a tensor; false when its name is there already, or too far from its place to tell.
    bool add(std::uint32_t tensor) {
        const std::string_view name = tensors_[tensor].name;
        const auto hash = static_cast<std::uint32_t>(std::hash<std::string_view>()(name));
        for (std::uint32_t step = 0; step < kFarthestSlot; ++step) {
            Slot& slot = slots_[(hash + step) & (slots_.size() - 1)];
            if (slot.number == 0) {
                slot = {hash, tensor + 1};
                return true;
            }
            if (slot.hash == hash && tensors_[slot.number - 1].name == name) return false;
        }
        return false;
    }

  private:
    struct Slot {
        std::uint32_t hash = 0;
        std::uint32_t number = 0;  ///< of the tensor, from 1; 0 for a free slot
    };
    const Tensors& tensors_;
    std::vector<Slot> slots_;
};

}  // namespace

std::vector<bool> find_repeated_names(const Tensors& tensors) {
    NameTable table(tensors);
    for (std::uint32_t i = 0; i < tensors.size(); ++i) {
        if (!table.add(i)) return compare_names(tensors);
    }
    return {};
}

}  // namespace paramscope::open
