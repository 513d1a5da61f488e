#include "open/checkpoint/pickled_tensors.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <tuple>
#include <unordered_set>
#include <utility>

#include "algebra/integer.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "open/checkpoint/messages.h"
#include "open/checkpoint/numpy.h"
#include "open/checkpoint/support/pickled_states.h"

namespace paramscope::open {
namespace {

using Kind = Pickle::Kind;
using Ref = Pickle::Ref;

constexpr unsigned kDeepestPickle = 100;
constexpr std::size_t kMostSteps = 4'000'000;
constexpr std::size_t kMostListedCalls = 20;
constexpr std::size_t kLongestPickledPath = 1000;
constexpr std::uint16_t kMostUses = 1000;  ///< of one object: dicts that share dicts have 2^depth paths

/// A function of PyTorch that creates a tensor, and the positions of its arguments; -1 for none.
struct Rebuild {
    std::string_view name;
    int storage, offset, size, stride, dtype;
};
constexpr std::array<Rebuild, 6> kRebuilds = {{
    {"torch._utils._rebuild_tensor", 0, 1, 2, 3, -1},
    {"torch._utils._rebuild_tensor_v2", 0, 1, 2, 3, -1},
    {"torch._utils._rebuild_tensor_v3", 0, 1, 2, 3, 6},
    {"torch._utils._rebuild_qtensor", 0, 1, 2, 3, -1},
    {"torch._utils._rebuild_meta_tensor_no_storage", -1, -1, 1, 2, 0},
    {"torch._utils._rebuild_wrapper_subclass", -1, -1, 2, 3, 1},
}};

/// Functions that return the tensor of their first argument.
constexpr auto kWrappers = word_table<5>(
    "torch._utils._rebuild_parameter torch._utils._rebuild_parameter_with_state "
    "torch._utils._rebuild_device_tensor_from_numpy torch._utils._rebuild_device_tensor_from_cpu_tensor "
    "torch._utils._rebuild_xla_tensor");

constexpr std::string_view kRebuildFromType = "torch._tensor._rebuild_from_type_v2";
constexpr std::string_view kRebuildSparse = "torch._utils._rebuild_sparse_tensor";

/// Calls whose results hold no tensors of their own, so that no report is needed.
constexpr auto kPassiveCalls = word_table<20>(
    "collections.OrderedDict collections.defaultdict collections.Counter collections.deque torch.Size "
    "torch.device torch.serialization._get_layout torch.jit._pickle.build_intlist "
    "torch.jit._pickle.build_tensorlist torch.jit._pickle.restore_type_tag numpy.dtype "
    "numpy.core.multiarray.scalar numpy._core.multiarray.scalar _codecs.encode builtins.set "
    "__builtin__.set builtins.frozenset builtins.bytearray builtins.complex copy_reg._reconstructor");

/// Python modules that run code, or reach files, processes or the network. No checkpoint needs them.
constexpr auto kUnsafeModules = word_table<22>(
    "os posix nt subprocess sys builtins __builtin__ runpy socket shutil commands pty importlib ctypes "
    "code pickle urllib requests webbrowser platform asyncio timeit");

constexpr auto kStorageTypes = meaning_table<16>(
    "FloatStorage=float32 DoubleStorage=float64 HalfStorage=float16 BFloat16Storage=bfloat16 "
    "LongStorage=int64 IntStorage=int32 ShortStorage=int16 CharStorage=int8 ByteStorage=uint8 "
    "BoolStorage=bool ComplexFloatStorage=complex64 ComplexDoubleStorage=complex128 QInt8Storage=int8 "
    "QUInt8Storage=uint8 QInt32Storage=int32 QUInt4x2Storage=uint4");

bool is_numpy_reconstruct(std::string_view callee) {
    return callee.starts_with("numpy.") && callee.ends_with("multiarray._reconstruct");
}

class TensorFinder {
  public:
    TensorFinder(const Pickle& pickle, std::uint64_t byte, CheckpointContents& contents,
                 const std::function<void(const Storage&)>& on_storage)
        : pickle_(pickle),
          byte_(byte),
          contents_(contents),
          on_storage_(on_storage),
          uses_(pickle.size()),
          is_open_(pickle.size()) {}

    void run() {
        contents_.tensors().is_state_dict = true;
        std::string path;
        visit(pickle_.root(), path, 0);
        report_left_out();
        report_apart();
        report_calls();
    }

  private:
    void visit(Ref ref, std::string& path, unsigned depth) {
        if (ref == Pickle::kNothing || contents_.is_full()) return;
        const Kind kind = pickle_.at(ref).kind;
        if (kind != Kind::Dict && kind != Kind::List && kind != Kind::Tuple && kind != Kind::Call) return;
        if (is_open_[ref]) return;  // an object that contains itself
        if (uses_[ref] == kMostUses) {
            is_shared_too_often_ |= holds_tensors_.contains(ref);
        } else if (++steps_ > kMostSteps || depth > kDeepestPickle || path.size() > kLongestPickledPath) {
            is_too_deep_ = true;
        } else {
            ++uses_[ref];
            const std::size_t tensors = contents_.tensors().tensors.size();
            is_open_[ref] = true;
            visit_container(ref, kind, path, depth);
            is_open_[ref] = false;
            if (contents_.tensors().tensors.size() > tensors) holds_tensors_.insert(ref);
        }
    }

    void visit_container(Ref ref, Kind kind, std::string& path, unsigned depth) {
        if (kind == Kind::Dict) return visit_mapping(ref, path, depth);
        if (kind == Kind::Call) return visit_call(ref, path, depth);
        visit_sequence(ref, path, depth);
    }

    void report_left_out() {
        if (is_shared_too_often_)
            contents_.add_warning(message("pickle.shared_too_often", {{"most", std::size_t{kMostUses}}}));
        if (is_too_deep_) {
            contents_.add_missing(message("pickle.too_deep", {{"levels", std::size_t{kDeepestPickle}},
                                                              {"length", kLongestPickledPath},
                                                              {"objects", kMostSteps}}));
        }
    }

    /// Names the tensors that are none of the model's.
    void report_apart() {
        const auto named = [](const Apart& apart) -> MessageArguments {
            return {{"count", apart.tensors}, {"example", sanitize_text(apart.example)}};
        };
        if (attributes_.tensors > 0) contents_.add_note(message("pickle.attributes", named(attributes_)));
        if (training_.tensors > 0) contents_.add_note(message("pickle.training", named(training_)));
    }

    /// Visits a value under `key`. The dicts in which torch.nn.Module keeps its parts add nothing to the
    /// path.
    void visit_below(Ref ref, std::string_view key, std::string& path, unsigned depth) {
        const std::size_t length = path.size();
        const bool is_unnamed = key.empty() || is_part_of_module(key);
        const bool was_buffer = is_buffer_, was_parameter = is_parameter_;
        if (key == "_buffers") is_buffer_ = true;
        if (key == "_parameters") is_parameter_ = true;
        if (!is_unnamed) {
            if (!path.empty()) path += '.';
            path += key;
        }
        visit(ref, path, depth + 1);
        path.resize(length);
        is_buffer_ = was_buffer;
        is_parameter_ = was_parameter;
    }

    void visit_mapping(Ref ref, std::string& path, unsigned depth) {
        const std::vector<Ref>& items = pickle_.items(ref);
        const bool is_module = states_.is_of_module(ref);
        const bool is_training = depth == 0 && states_.is_of_training(ref);
        for (std::size_t i = 0; i + 1 < items.size(); i += 2) {
            const std::string_view key = pickle_.text(items[i]);
            Apart* const was_apart = apart_;
            if (is_module && !is_part_of_module(key)) apart_ = &attributes_;
            if (is_training && !states_.may_be_of_model(key, items[i + 1])) apart_ = &training_;
            if (pickle_.is(items[i], Kind::Text)) {
                visit_below(items[i + 1], key, path, depth);
            } else if (const auto number = pickle_.integer(items[i])) {
                visit_below(items[i + 1], std::to_string(*number), path, depth);
            }
            apart_ = was_apart;
        }
    }

    void visit_sequence(Ref ref, std::string& path, unsigned depth) {
        const std::vector<Ref>& items = pickle_.items(ref);
        for (std::size_t i = 0; i < items.size(); ++i) {
            const Kind kind = pickle_.at(items[i]).kind;
            if (kind == Kind::Integer || kind == Kind::Opaque) continue;
            visit_below(items[i], std::to_string(i), path, depth);
        }
    }

    void visit_call(Ref ref, std::string& path, unsigned depth) {
        const Pickle::Value& call = pickle_.at(ref);
        const std::string_view callee = pickle_.text(call.second);
        if (add_tensor(ref, path, 0)) return;
        if (callee == "collections.OrderedDict") visit_pairs(call.arguments, path, depth);
        if (call.is_mapping) visit_mapping(ref, path, depth);
        if (!call.is_mapping) visit_sequence(ref, path, depth);
        // An object's state: a dict of attributes, or a tuple of that dict and the slots.
        visit_state(call.state, path, depth);
    }

    /// OrderedDict([(key, value), ...]), as protocol 0 writes it.
    void visit_pairs(Ref arguments, std::string& path, unsigned depth) {
        for (const Ref pair : pickle_.items(pickle_.item(arguments, 0))) {
            const Ref key = pickle_.item(pair, 0);
            if (pickle_.is(key, Kind::Text))
                visit_below(pickle_.item(pair, 1), pickle_.text(key), path, depth);
        }
    }

    void visit_state(Ref state, std::string& path, unsigned depth) {
        if (pickle_.is(state, Kind::Tuple)) {
            for (const Ref part : pickle_.items(state)) visit_below(part, "", path, depth);
        } else if (pickle_.is(state, Kind::Dict)) {
            visit_below(state, "", path, depth);
        }
    }

    /// Adds the tensor that a call creates; false when it creates none.
    bool add_tensor(Ref ref, const std::string& path, unsigned depth) {
        if (!pickle_.is(ref, Kind::Call) || depth > kDeepestPickle) return false;
        const Pickle::Value& call = pickle_.at(ref);
        const std::string_view callee = pickle_.text(call.second);
        if (contains(kWrappers, callee)) return add_tensor(pickle_.item(call.arguments, 0), path, depth + 1);
        if (callee == kRebuildFromType) {
            return add_rebuilt(pickle_.text(pickle_.item(call.arguments, 0)), pickle_.item(call.arguments, 2),
                               path);
        }
        return add_rebuilt(callee, call.arguments, path) || add_sparse(callee, call.arguments, path) ||
               add_array(callee, call.state, path);
    }

    std::optional<std::vector<std::uint64_t>> sizes(Ref ref) const {
        if (pickle_.is(ref, Kind::Call))
            ref = pickle_.item(pickle_.at(ref).arguments, 0);  // torch.Size((2, 3))
        if (!pickle_.is(ref, Kind::Tuple) && !pickle_.is(ref, Kind::List)) return std::nullopt;
        std::vector<std::uint64_t> result;
        for (const Ref item : pickle_.items(ref)) {
            const std::optional<std::int64_t> size = pickle_.integer(item);
            if (!size || *size < 0) return std::nullopt;
            result.push_back(static_cast<std::uint64_t>(*size));
        }
        return result;
    }

    Ref argument(Ref arguments, int index) const {
        return index < 0 ? Pickle::kNothing : pickle_.item(arguments, static_cast<std::size_t>(index));
    }

    bool add_rebuilt(std::string_view callee, Ref arguments, const std::string& path) {
        const auto* rebuild = find_by(kRebuilds, &Rebuild::name, callee);
        if (rebuild == nullptr) return false;
        const auto shape = sizes(argument(arguments, rebuild->size));
        if (!shape) {
            contents_.add_error(message("pytorch.tensor_without_shape", {{"tensor", sanitize_text(path)}}),
                                byte_);
            return true;
        }
        std::string_view dtype = pickle_.text(argument(arguments, rebuild->dtype));
        dtype.remove_prefix(dtype.rfind('.') + 1);
        const std::optional<Storage> storage = storage_of(argument(arguments, rebuild->storage));
        if (dtype.empty() && storage) dtype = storage->dtype;
        add(path, *shape, dtype);
        if (!storage || apart_ != nullptr) return true;
        const auto stride = sizes(argument(arguments, rebuild->stride));
        const std::int64_t offset = pickle_.integer(argument(arguments, rebuild->offset)).value_or(0);
        check_view(path, *shape, stride.value_or(std::vector<std::uint64_t>()), offset, *storage);
        tie_equal_views(path, std::tuple(std::string(storage->key), offset, *shape));
        return true;
    }

    /// ('storage', torch.FloatStorage, '0', 'cpu', 1024)
    std::optional<Storage> storage_of(Ref ref) const {
        if (!pickle_.is(ref, Kind::Persistent)) return std::nullopt;
        const Ref id = pickle_.at(ref).arguments;
        const std::optional<std::int64_t> elements = pickle_.integer(pickle_.item(id, 4));
        if (pickle_.text(pickle_.item(id, 0)) != "storage" || !elements || *elements < 0) return std::nullopt;
        std::string_view type = pickle_.text(pickle_.item(id, 1));
        type.remove_prefix(type.rfind('.') + 1);
        return Storage{pickle_.text(pickle_.item(id, 2)), meaning_of(kStorageTypes, type),
                       static_cast<std::uint64_t>(*elements)};
    }

    /// Checks that the last element of a view lies in its storage.
    void check_view(std::string_view path, const std::vector<std::uint64_t>& shape,
                    const std::vector<std::uint64_t>& stride, std::int64_t offset, const Storage& storage) {
        if (reported_storages_.insert(std::string(storage.key)).second) on_storage_(storage);
        if (element_count(shape).value_or(0) == 0) return;
        Integer last = offset;
        for (std::size_t i = 0; i < std::min(shape.size(), stride.size()); ++i) {
            last += Integer{shape[i] - 1} * stride[i];
        }
        if (stride.size() == shape.size() && last >= 0 && last < Integer{storage.elements}) return;
        contents_.add_data_error(message("pytorch.outside_storage", {{"tensor", sanitize_text(path)}}),
                                 byte_);
    }

    bool add_sparse(std::string_view callee, Ref arguments, const std::string& path) {
        if (callee != kRebuildSparse) return false;
        const Ref parts = pickle_.item(arguments, 1);
        const auto shape = sizes(pickle_.item(parts, 2));
        if (shape) add(path, *shape, "");
        return shape.has_value();
    }

    /// numpy: _reconstruct(ndarray, (0,), b'b') with the state (version, shape, dtype, is_fortran, bytes).
    bool add_array(std::string_view callee, Ref state, const std::string& path) {
        if (!is_numpy_reconstruct(callee)) return false;
        const auto shape = sizes(pickle_.item(state, 1));
        const Ref type = pickle_.item(state, 2);
        if (!shape || !pickle_.is(type, Kind::Call)) return false;
        const std::string_view code = pickle_.text(pickle_.item(pickle_.at(type).arguments, 0));
        if (code == "O" || code == "O8") return true;  // Python objects: no numbers
        add(path, *shape, numpy_dtype(code));
        return true;
    }

    void add(const std::string& path, const std::vector<std::uint64_t>& shape, std::string_view dtype) {
        if (apart_ != nullptr) {
            if (apart_->tensors++ == 0) apart_->example = path;
            return;
        }
        NamedTensor tensor{path.empty() ? "tensor" : path, shape, std::string(dtype)};
        tensor.buffer = is_buffer_ || is_index_dtype(dtype);
        tensor.is_parameter = is_parameter_;
        contents_.add(std::move(tensor), byte_);
    }

    using View = std::tuple<std::string, std::int64_t, std::vector<std::uint64_t>>;

    void tie_equal_views(const std::string& path, View view) {
        const auto [first, is_new] = views_.try_emplace(std::move(view), path);
        if (!is_new && first->second != path) contents_.add_shared_storage(path, first->second);
    }

    /// Reports calls of unknown functions, also of those whose result is not used.
    void report_calls() {
        std::set<std::string_view> custom, unsafe;
        for (Ref ref = 0; ref < pickle_.size(); ++ref) {
            if (!pickle_.is(ref, Kind::Call)) continue;
            const std::string_view callee = pickle_.text(pickle_.at(ref).second);
            if (callee.empty() || is_known(callee)) continue;
            const bool is_unsafe = contains(kUnsafeModules, callee.substr(0, callee.find('.')));
            std::set<std::string_view>& named = is_unsafe ? unsafe : custom;
            if (named.size() < kMostListedCalls) named.insert(callee);
        }
        if (!unsafe.empty())
            contents_.add_warning(message("pickle.unsafe_calls", {{"names", join_names(unsafe)}}));
        if (!custom.empty())
            contents_.add_note(message("pickle.custom_calls", {{"names", join_names(custom)}}));
    }

    static bool is_known(std::string_view callee) {
        const bool rebuilds = contains_by(kRebuilds, &Rebuild::name, callee);
        return rebuilds || contains(kPassiveCalls, callee) || contains(kWrappers, callee) ||
               callee == kRebuildFromType || callee == kRebuildSparse || is_numpy_reconstruct(callee) ||
               callee.starts_with("torch.nn.") || callee.starts_with("__torch__.");
    }

    static std::string join_names(const std::set<std::string_view>& names) {
        std::string list;
        for (const std::string_view name : names)
            list += concat(list.empty() ? "" : ", ", sanitize_text(name));
        return list;
    }

    /// Tensors that are left out.
    struct Apart {
        std::size_t tensors = 0;
        std::string example;  ///< the name of the first
    };

    const Pickle& pickle_;
    PickledStates states_{pickle_};
    std::uint64_t byte_;
    CheckpointContents& contents_;
    const std::function<void(const Storage&)>& on_storage_;
    std::size_t steps_ = 0;
    std::vector<std::uint16_t> uses_;  ///< visits of each value
    std::vector<bool> is_open_;        ///< values whose visit has not ended
    std::unordered_set<Ref> holds_tensors_;
    bool is_shared_too_often_ = false;  ///< tensors of an object were left out under further names
    bool is_too_deep_ = false;
    bool is_buffer_ = false;     ///< below `_buffers` of a module
    bool is_parameter_ = false;  ///< below its `_parameters`
    Apart attributes_;           ///< of modules, which are no parameters and no buffers
    Apart training_;             ///< beside the state of a model
    Apart* apart_ = nullptr;     ///< what the visited tensors are; nullptr: of the model
    std::set<std::string> reported_storages_;
    std::map<View, std::string> views_;
};

}  // namespace

void add_pickled_tensors(const Pickle& pickle, std::uint64_t byte, CheckpointContents& contents,
                         const std::function<void(const Storage&)>& on_storage) {
    TensorFinder(pickle, byte, contents, on_storage).run();
}

}  // namespace paramscope::open
