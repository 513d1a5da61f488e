#include "open/checkpoint/checkpoint.h"

#include "base/ranges.h"
#include "open/checkpoint/gguf.h"
#include "open/checkpoint/keras_weights.h"
#include "open/checkpoint/numpy.h"
#include "open/checkpoint/pytorch.h"
#include "open/checkpoint/safetensors.h"
#include "open/formats.h"

namespace paramscope::open {
namespace {

struct CheckpointFormat {
    bool (*detects)(const Beginning& beginning);
    CheckpointReader read;
};
constexpr CheckpointFormat kFormats[] = {
    {is_gguf, read_gguf},
    {is_npy, read_npy},
    {is_npz, read_npz},
    {is_hdf5, read_keras_weights},
    {is_keras_archive, read_keras_archive},
    {is_pytorch, read_pytorch_archive},
    {is_pickle, read_pickles},
    {is_safetensors, read_safetensors},
};

}  // namespace

bool read_checkpoint(ByteSource& file, std::string_view name, CheckpointContents& contents) {
    const auto length = static_cast<std::size_t>(std::min<std::uint64_t>(file.size(), kBeginning));
    const std::optional<std::string> bytes = file.read(0, length);
    if (!bytes) return false;
    const Beginning beginning{name, *bytes, file.size()};
    const auto* found =
        find_where(kFormats, [&](const CheckpointFormat& format) { return format.detects(beginning); });
    if (found == nullptr) return false;
    found->read(file, name, contents);
    return true;
}

}  // namespace paramscope::open
