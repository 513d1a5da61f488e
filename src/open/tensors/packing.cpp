#include "open/tensors/packing.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "model/dtype.h"
#include "open/tensors/last_parts.h"
#include "open/tensors/messages.h"

namespace paramscope::open {
namespace {

/// Endings of tensors whose values state the shape of the weight that they are named after.
constexpr std::array<std::string_view, 3> kStatedShapes = {"_shape", ".quant_state.bitsandbytes__nf4",
                                                           ".quant_state.bitsandbytes__fp4"};

/// Elements of a weight are stored with at most so many bits where they are packed.
constexpr std::uint64_t kWidestElement = 8;

std::uint64_t elements_of(const Shape& shape) {
    return element_count(shape.sizes()).value_or(std::numeric_limits<std::uint64_t>::max());
}

bool is_word_type(std::string_view dtype) {
    return dtype == "int32" || dtype == "uint32";
}

bool is_byte_type(std::string_view dtype) {
    return dtype == "int8" || dtype == "uint8";
}

bool is_float8(std::string_view dtype) {
    return dtype.starts_with("float8");
}

/// Bits of a stored number; of a type that is not given, `usual`.
int bits_in(const NamedTensor& tensor, int usual) {
    const std::optional<Rational> bits = tensor.dtype.empty() ? std::nullopt : bits_of(tensor.dtype);
    return bits && bits->denominator() == 1 ? static_cast<int>(bits->numerator()) : usual;
}

/// A weight before packing.
struct Unpacked {
    Shape shape;
    ShortText dtype;         ///< of its elements
    int packed_in = 0;       ///< as Tensor has it
    bool is_certain = true;  ///< false: it may have more elements
    std::string name = {};
};

/// The tensors of a set by their names.
class NameMap {
  public:
    explicit NameMap(const TensorSet& set) : set_(set), bits_(set.stated_bits) {
        places_.reserve(set.tensors.size());
        for (std::uint32_t i = 0; i < set.tensors.size(); ++i) places_.try_emplace(set.tensors[i].name, i);
        for (const auto& [name, shape] : set.stated_shapes) stated_.try_emplace(name, &shape);
    }

    std::optional<std::uint32_t> find(std::string_view name) const {
        const auto found = places_.find(name);
        return found == places_.end() ? std::nullopt : std::optional(found->second);
    }

    const NamedTensor* tensor(std::string_view name) const {
        const auto place = find(name);
        return place ? &set_.tensors[*place] : nullptr;
    }

    /// The shape that the values of a tensor state; nullptr for others.
    const Shape* stated_shape(std::string_view name) const {
        const auto found = stated_.find(name);
        return found == stated_.end() ? nullptr : found->second;
    }

    /// The bits that a config states of a module's weight, 0 where it does not. `module` ends with a dot.
    std::uint64_t stated_bits(std::string_view module) const {
        const auto own = bits_.of_modules.find(module.substr(0, module.size() - !module.empty()));
        const int bits = own != bits_.of_modules.end() ? own->second : bits_.of_all;
        return bits >= 1 && static_cast<std::uint64_t>(bits) <= kWidestElement
                   ? static_cast<std::uint64_t>(bits)
                   : 0;
    }

  private:
    const TensorSet& set_;
    const StatedBits& bits_;
    std::unordered_map<std::string_view, std::uint32_t> places_;
    std::unordered_map<std::string_view, const Shape*> stated_;
};

/// A tensor that may be a packed weight, and what is beside it.
class Candidate {
  public:
    /// `weight` is the name without the ending of packed tensors: "fc.weight" for "fc.weight_packed".
    Candidate(const NameMap& names, const NamedTensor& tensor, std::string_view weight)
        : packed(tensor), names_(names), weight_(weight) {
        const std::string_view name = tensor.name;
        module_ = name.substr(0, name.size() - last_part(name).size());
    }

    /// A tensor whose name goes on behind the weight's: `_scale` finds "fc.weight_scale".
    const NamedTensor* behind(std::string_view ending) const { return other(concat(weight_, ending)); }
    /// Another tensor of the same module: `scales` finds "fc.scales".
    const NamedTensor* beside(std::string_view name) const { return other(concat(module_, name)); }
    /// The shape of the weight that values in the file state.
    const Shape* stated_shape() const {
        for (const std::string_view ending : kStatedShapes) {
            if (const Shape* stated = names_.stated_shape(concat(weight_, ending))) return stated;
        }
        return nullptr;
    }

    /// The bits of an element that a config states, 0 where none does.
    std::uint64_t stated_bits() const { return names_.stated_bits(module_); }

    const NamedTensor& packed;

  private:
    const NamedTensor* other(const std::string& name) const {
        const NamedTensor* found = names_.tensor(name);
        return found == &packed ? nullptr : found;
    }

    const NameMap& names_;
    std::string weight_;
    std::string_view module_;
};

/// The shape with `dimension` as many times as long; nullopt where that is no number.
std::optional<Shape> scaled(Shape shape, std::size_t dimension, std::uint64_t times,
                            std::uint64_t divisor = 1) {
    std::uint64_t& size = shape.begin()[dimension];
    if (__builtin_mul_overflow(size, times, &size) || size % divisor != 0) return std::nullopt;
    size /= divisor;
    return shape;
}

/// A weight of which only the bits of an element are known.
std::optional<Unpacked> packed_weight(std::optional<Shape> shape, std::uint64_t bits, int packed_in,
                                      std::string_view kind = "int") {
    if (!shape) return std::nullopt;
    return Unpacked{std::move(*shape), concat(kind, bits, kind == "float" ? "_e2m1" : ""), packed_in};
}

/// A weight whose shapes leave its bits open. Where a config states them, its elements are known, else it has
/// at least as many as numbers of 8 bits. It has one dimension: the others are not known.
std::optional<Unpacked> uncertain(const Candidate& candidate, int usual_bits) {
    const int word = bits_in(candidate.packed, usual_bits);
    const Shape flat = {elements_of(candidate.packed.shape)};
    if (const std::uint64_t bits = word > 8 ? candidate.stated_bits() : 0; bits > 0) {
        auto shape = scaled(flat, 0, static_cast<std::uint64_t>(word), bits);
        if (shape) return Unpacked{std::move(*shape), concat("int", bits), word};
    }
    const auto times = static_cast<std::uint64_t>(std::max(1, word / 8));
    const auto shape = scaled(flat, 0, times);
    if (!shape) return Unpacked{candidate.packed.shape, candidate.packed.dtype, 0, false};
    return Unpacked{*shape, concat("int", static_cast<std::uint64_t>(word) / times), word, false};
}

/// GPTQ: qweight (in·bits/32, out), qzeros (groups, out·bits/32), scales (groups, out), g_idx (in). AWQ:
/// qweight (in, out·bits/32). EETQ: bytes (in, out).
std::optional<Unpacked> groupwise(const Candidate& candidate) {
    constexpr std::uint64_t word = 32;
    const NamedTensor& packed = candidate.packed;
    const NamedTensor *scales = candidate.beside("scales"), *zeros = candidate.beside("qzeros"),
                      *inputs = candidate.beside("g_idx");
    const std::size_t rank = packed.shape.size();
    if (is_byte_type(packed.dtype) && rank == 2)
        return Unpacked{{packed.shape[1], packed.shape[0]}, packed.dtype, 8};
    if (scales == nullptr || rank == 0 || scales->shape.size() != rank) return uncertain(candidate, word);
    const std::uint64_t zero_words = zeros != nullptr ? elements_of(zeros->shape) : 0;
    const std::uint64_t count = elements_of(scales->shape);
    const std::uint64_t in = inputs != nullptr && rank == 2 ? elements_of(inputs->shape) : 0;
    const std::uint64_t rows = rank > 1 ? packed.shape[rank - 2] : 0;
    std::uint64_t bits = zero_words > 0 && count > 0 && count <= zero_words * word && zero_words < (1u << 30)
                             ? (zero_words * word % count == 0 ? zero_words * word / count : 0)
                             : 0;
    if (zero_words == 0 && in > 0 && rows < (1u << 30) && rows * word % in == 0) bits = rows * word / in;
    if (bits == 0 || bits > kWidestElement) return uncertain(candidate, word);
    const bool is_of_inputs = rank == 1 || packed.shape.back() == scales->shape.back();
    const auto shape = scaled(packed.shape, is_of_inputs && rank > 1 ? rank - 2 : rank - 1, word, bits);
    const bool is_sound =
        shape &&
        (rank == 1 || (shape->back() == scales->shape.back() && (in == 0 || (*shape)[rank - 2] == in)));
    if (!is_sound) return uncertain(candidate, word);
    Shape weight = *shape;
    if (rank > 1) std::swap(weight.end()[-1], weight.end()[-2]);
    return packed_weight(weight, bits, word);
}

/// True for two shapes that differ in their last size only.
bool differ_in_last(const Shape& a, const Shape& b) {
    return a.size() == b.size() && !a.empty() && std::equal(a.begin(), a.end() - 1, b.begin());
}

/// How many numbers of `packed` one scale is for; 0 where that is no number.
std::uint64_t numbers_of_scale(const NamedTensor& packed, const NamedTensor& scales) {
    if (!differ_in_last(packed.shape, scales.shape)) return 0;
    const std::uint64_t count = scales.shape.back();
    return count > 0 && packed.shape.back() % count == 0 ? packed.shape.back() / count : 0;
}

/// MLX: weight (out, in·bits/32), scales and biases (out, in/group). One ratio may come from several pairs of
/// bits and group.
std::optional<Unpacked> mlx(const Candidate& candidate) {
    constexpr std::uint64_t word = 32;
    struct Mode {
        std::uint64_t bits, group;
    };
    constexpr std::array<std::uint64_t, 6> kBits = {2, 3, 4, 5, 6, 8};
    constexpr std::array<std::uint64_t, 3> kGroups = {32, 64, 128};
    // mxfp4, nvfp4 and mxfp8 have no biases.
    constexpr std::array<Mode, 3> kFloatModes = {{{4, 32}, {4, 16}, {8, 32}}};
    const NamedTensor& packed = candidate.packed;
    const NamedTensor *scales = candidate.beside("scales"), *biases = candidate.beside("biases");
    const bool may_be_words = packed.dtype.empty() || is_word_type(packed.dtype);
    if (scales == nullptr || !may_be_words) return std::nullopt;
    const std::uint64_t ratio = numbers_of_scale(packed, *scales);
    if (ratio == 0 || (biases != nullptr && biases->shape != scales->shape)) return std::nullopt;
    if (biases == nullptr && packed.dtype.empty()) return Unpacked{packed.shape, "", 0, false};
    if (const std::uint64_t stated = candidate.stated_bits(); stated > 0 && ratio * word % stated == 0)
        return packed_weight(scaled(packed.shape, packed.shape.size() - 1, word, stated), stated, word);
    std::uint64_t found = 0, bits = 0;
    const auto add = [&](const Mode& mode) {
        if (mode.bits * mode.group != ratio * word) return;
        ++found;
        bits = std::max(bits, mode.bits);
    };
    if (biases == nullptr) std::for_each(kFloatModes.begin(), kFloatModes.end(), add);
    for (const std::uint64_t each : kBits) {
        for (const std::uint64_t group : kGroups) {
            if (biases != nullptr) add({each, group});
        }
    }
    if (found == 0) return packed.dtype.empty() ? std::nullopt : uncertain(candidate, word);
    if (found > 1) return uncertain(candidate, word);
    return packed_weight(scaled(packed.shape, packed.shape.size() - 1, word, bits), bits, word);
}

/// Bytes of two elements each, as the shape of their scales tells: NVFP4 has one of 8 bits for 16 elements,
/// MXFP4 one for 32, and integers packed along the rows have half as many rows as scales.
std::optional<Unpacked> two_in_a_byte(const NamedTensor& packed, const NamedTensor& scale) {
    const std::uint64_t ratio = numbers_of_scale(packed, scale);
    const bool is_exponent = scale.dtype == "float8_e8m0fnu" || scale.dtype == "uint8";
    const bool is_of_8_bits = scale.dtype.starts_with("float8_e4m3") || packed.dtype.empty();
    const bool is_nvfp4 = ratio == 8 && is_of_8_bits;
    if (is_nvfp4 || (ratio == 16 && is_exponent))
        return packed_weight(scaled(packed.shape, packed.shape.size() - 1, 2), 4, 8, "float");
    const bool is_of_rows = packed.shape.size() == 2 && scale.shape.size() == 2 &&
                            scale.shape[0] == 2 * packed.shape[0] && packed.dtype == "uint8";
    return is_of_rows ? packed_weight(scaled(packed.shape, 0, 2), 4, 8) : std::nullopt;
}

/// compressed-tensors: words (out, in·bits/32) with packed zero points (out·bits/32, groups) or the shape as
/// values, or bytes of two elements.
std::optional<Unpacked> packed_words(const Candidate& candidate) {
    constexpr std::uint64_t word = 32;
    const NamedTensor& packed = candidate.packed;
    const NamedTensor *scale = candidate.behind("_scale"), *zeros = candidate.behind("_zero_point");
    const bool is_of_bytes = is_byte_type(packed.dtype) || candidate.behind("_global_scale") != nullptr;
    if (is_of_bytes) {
        auto weight = scale != nullptr ? two_in_a_byte(packed, *scale) : std::nullopt;
        return weight ? weight : uncertain(candidate, 8);
    }
    if (packed.shape.size() != 2) return uncertain(candidate, word);
    const std::uint64_t rows = packed.shape[0], words = packed.shape[1];
    const Shape* stated = candidate.stated_shape();
    for (std::uint64_t bits = 1; bits <= kWidestElement; ++bits) {
        const bool is_stated = stated != nullptr && stated->size() == 2 && (*stated)[0] == rows &&
                               (*stated)[1] < std::numeric_limits<std::uint32_t>::max() && (*stated)[1] > 0 &&
                               ((*stated)[1] * bits + word - 1) / word == words;
        if (is_stated) return packed_weight(*stated, bits, (*stated)[1] * bits % word == 0 ? word : 0);
        const bool is_of_zeros = zeros != nullptr && zeros->shape.size() == 2 && rows > 0 &&
                                 rows < (1u << 30) && zeros->shape[0] * word == rows * bits;
        if (is_of_zeros) return packed_weight(scaled(packed.shape, 1, word, bits), bits, word);
    }
    if (const std::uint64_t bits = candidate.stated_bits(); bits > 0) {
        if (auto shape = scaled(packed.shape, 1, word, bits))
            return packed_weight(std::move(shape), bits, word);
    }
    return uncertain(candidate, word);
}

/// MXFP4: blocks (…, groups, 16) of two elements in each byte, and one scale for each block.
std::optional<Unpacked> blocks(const Candidate& candidate) {
    const NamedTensor& packed = candidate.packed;
    const NamedTensor* scales = candidate.behind("_scales");
    if (scales == nullptr || packed.shape.empty()) return std::nullopt;
    const std::uint64_t bytes = elements_of(packed.shape), count = elements_of(scales->shape);
    if (count == 0 || bytes % count != 0 || bytes / count != 16) return uncertain(candidate, 8);
    Shape shape = packed.shape;
    if (shape.size() > 1 && shape.back() == 16) {
        const std::uint64_t of_block = shape.back();
        shape = Shape(shape.sizes().first(shape.size() - 1));
        return packed_weight(scaled(shape, shape.size() - 1, 2 * of_block), 4, 8, "float");
    }
    return packed_weight(scaled(shape, shape.size() - 1, 2), 4, 8, "float");
}

/// bitsandbytes: numbers of any type that hold elements of 4 bits, in one column.
std::optional<Unpacked> four_bits(const Candidate& candidate) {
    const NamedTensor& packed = candidate.packed;
    const int word = bits_in(packed, 8);
    auto flat = scaled({elements_of(packed.shape)}, 0, static_cast<std::uint64_t>(word), 4);
    if (!flat) return std::nullopt;
    const Shape* stated = candidate.stated_shape();
    const bool is_stated = stated != nullptr && elements_of(*stated) == flat->front();
    return packed_weight(is_stated ? *stated : *flat, 4, word);
}

/// A weight beside a scale in a text without types. Only the scales of FP8 are called so that nothing else
/// is.
std::optional<Unpacked> bytes_of_unknown_type(const Candidate& candidate, const NamedTensor& scale) {
    const NamedTensor& packed = candidate.packed;
    const bool has_second =
        candidate.behind("_scale_2") != nullptr || candidate.behind("_global_scale") != nullptr;
    if (has_second) {
        if (auto weight = two_in_a_byte(packed, scale)) return weight;
    }
    return Unpacked{packed.shape, "", 0, scale.name.ends_with("_inv") || scale.name.ends_with("SCB")};
}

/// Weights of 8 bits, and bytes that hold several elements.
std::optional<Unpacked> bytes(const Candidate& candidate) {
    const NamedTensor& packed = candidate.packed;
    const NamedTensor* scale = nullptr;
    for (const std::string_view ending :
         {"_scale", "_scale_inv", "_weight_scale", "_weight_scale_inv", "._scale"}) {
        if (scale == nullptr) scale = candidate.behind(ending);
    }
    for (const std::string_view name : {"scale", "scale_weight"}) {
        if (scale == nullptr && !packed.dtype.empty()) scale = candidate.beside(name);
    }
    if (scale == nullptr) scale = candidate.beside("SCB");
    if (scale == nullptr || packed.shape.empty()) return std::nullopt;
    if (is_float8(packed.dtype) || packed.dtype == "float4_e2m1") return Unpacked{packed.shape, packed.dtype};
    if (packed.dtype.empty()) return bytes_of_unknown_type(candidate, *scale);
    if (!is_byte_type(packed.dtype)) return std::nullopt;
    if (auto weight = two_in_a_byte(packed, *scale)) return weight;
    return packed.dtype == "uint8" ? uncertain(candidate, 8) : Unpacked{packed.shape, packed.dtype};
}

/// EXL3: tiles of 16 × 16 elements, trellis (in/16, out/16, 16·bits) of 16 bits, with signs of inputs and
/// outputs.
std::optional<Unpacked> tiles(const Candidate& candidate) {
    constexpr std::uint64_t side = 16;
    const NamedTensor& packed = candidate.packed;
    const NamedTensor *inputs = candidate.beside("suh"), *outputs = candidate.beside("svh");
    if (packed.shape.size() != 3) return uncertain(candidate, 16);
    const auto in = scaled({packed.shape[0]}, 0, side), out = scaled({packed.shape[1]}, 0, side);
    const std::uint64_t bits = packed.shape[2] / side;
    const bool is_sound = in && out && packed.shape[2] % side == 0 && bits >= 1 && bits <= kWidestElement &&
                          inputs != nullptr && inputs->shape == *in && outputs != nullptr &&
                          outputs->shape == *out;
    if (!is_sound) return uncertain(candidate, 16);
    return packed_weight(Shape{out->front(), in->front()}, bits, side);
}

/// AQLM: codes (out/rows, in/columns, books), codebooks (books, codes, rows, columns).
std::optional<Unpacked> codes(const Candidate& candidate) {
    const NamedTensor& packed = candidate.packed;
    const NamedTensor* books = candidate.beside("codebooks");
    const bool is_sound = books != nullptr && packed.shape.size() == 3 && books->shape.size() == 4 &&
                          books->shape[0] == packed.shape[2];
    if (!is_sound) return std::nullopt;
    const auto out = scaled({packed.shape[0]}, 0, books->shape[2]),
               in = scaled({packed.shape[1]}, 0, books->shape[3]);
    if (!in || !out) return std::nullopt;
    const auto word = static_cast<std::uint64_t>(bits_in(packed, 8));
    const std::uint64_t of_code = elements_of({books->shape[2], books->shape[3]});
    const std::uint64_t bits =
        of_code > 0 && packed.shape[2] < (1u << 20) ? word * packed.shape[2] / of_code : 0;
    const bool is_whole = bits >= 1 && bits <= kWidestElement && bits * of_code == word * packed.shape[2];
    const Shape weight{out->front(), in->front()};
    if (!is_whole) return Unpacked{weight, packed.dtype, 0};
    return packed_weight(weight, bits, static_cast<int>(word));
}

/// Formats whose shapes do not tell the bits.
std::optional<Unpacked> any(const Candidate& candidate) {
    return uncertain(candidate, 8);
}

/// A way in which a weight is stored: how the names end, and what the weight is.
struct PackedForm {
    std::string_view ending;                 ///< of the packed tensor's name; "" for any
    std::string_view of_weight;              ///< what the weight's name has in its place
    std::array<std::string_view, 2> needed;  ///< a part of the packing that tells the form; `+` goes on
                                             ///< behind the weight's name, others are in its module
    std::optional<Unpacked> (*unpack)(const Candidate& candidate);
};

// The first form that fits a tensor is taken.
constexpr std::array<PackedForm, 15> kForms = {{
    {"qweight", "weight", {"scales", "weight_scales"}, groupwise},
    {"_packed", "", {"+_scale"}, packed_words},
    {"_blocks", "", {"+_scales"}, blocks},
    {"trellis", "weight", {"suh", "svh"}, tiles},
    {"codes", "weight", {"codebooks"}, codes},
    {"W_q", "weight", {"scale"}, any},
    {"q_weight", "weight", {"q_scale"}, any},
    {"Qidxs", "weight", {"SU", "SV"}, any},
    {"._data", "", {"+._scale"}, bytes},
    {"", "", {"+.absmax"}, four_bits},
    {"weight", "weight", {"scales"}, mlx},
    {"", "", {"+_scale", "+_scale_inv"}, bytes},
    {"", "", {"+_weight_scale", "+_weight_scale_inv"}, bytes},
    {"weight", "weight", {"scale", "scale_weight"}, bytes},
    {"weight", "weight", {"SCB"}, bytes},
}};

// What is stored beside a packed weight; `+` goes on behind its name, others are in its module.
constexpr auto kParts = word_table<60>(
    "+_scale +_scale_inv +_scale_2 +_global_scale +_zero_point +_shape +_g_idx +_weight_scale "
    "+_input_scale +_weight_scale_inv +_weight_scale_2 +_scales +_format +.absmax +.quant_map "
    "+.nested_absmax +.nested_quant_map +.quant_state.bitsandbytes__nf4 +.quant_state.bitsandbytes__fp4 "
    "+._scale +._zeropoint +._shift qzeros scales g_idx biases input_scale output_scale "
    "input_global_scale input_zero_point input_scale_inv pre_quant_scale SCB scale zero scale_weight "
    "scale_input weight_scales suh svh su sv SU SV mcg mul1 codebooks codebook q_invperm q_scale "
    "q_scale_max q_groups q_group_map q_perm perm comfy_quant activation_scale act_scale "
    "output_global_scale k_scale");

// Scales of activations, which modules around a quantised weight have.
constexpr std::array<std::string_view, 6> kActivationScales = {"k_scale",  "v_scale",           "q_scale",
                                                               "kv_scale", "prob_output_scale", "scaled_fp8"};

bool fits_form(const PackedForm& form, const Candidate& candidate) {
    return any_of(form.needed, [&](std::string_view part) {
        if (part.empty()) return false;
        return (part.starts_with('+') ? candidate.behind(part.substr(1)) : candidate.beside(part)) != nullptr;
    });
}

/// True for a type in which a weight of any name is packed or has scales beside it. A listing may give no
/// types.
bool may_be_packed(std::string_view dtype) {
    return dtype.empty() || is_byte_type(dtype) || is_word_type(dtype) || is_float8(dtype) ||
           dtype == "float4_e2m1";
}

/// The name of a module with the separator behind it: "fc." of "fc.weight".
std::string_view module_of(std::string_view name) {
    return name.substr(0, name.size() - last_part(name).size());
}

class Unpacker {
  public:
    explicit Unpacker(TensorSet& set) : set_(set), names_(set) {}

    Diagnostics run() {
        for (std::uint32_t i = 0; i < set_.tensors.size(); ++i) find_form(i);
        if (found_.empty()) return {};
        std::vector<std::uint32_t> parts;
        for (std::uint32_t i = 0; i < set_.tensors.size(); ++i) {
            if (is_part(set_.tensors[i].name)) parts.push_back(i);
        }
        for (const std::uint32_t part : parts) mark(set_.tensors[part]);
        for (Found& found : found_) replace(found);
        return diagnostics();
    }

  private:
    struct Found {
        std::uint32_t tensor;
        Unpacked weight;
    };

    void find_form(std::uint32_t index) {
        const NamedTensor& tensor = set_.tensors[index];
        const std::string_view name = tensor.name;
        const bool may_have_any_name = may_be_packed(tensor.dtype) && !tensor.buffer;
        for (const PackedForm& form : kForms) {
            if (!name.ends_with(form.ending)) continue;
            if (form.ending.empty() && !may_have_any_name && form.unpack != four_bits) continue;
            std::string weight = concat(name.substr(0, name.size() - form.ending.size()), form.of_weight);
            const Candidate candidate(names_, tensor, weight);
            std::optional<Unpacked> unpacked =
                fits_form(form, candidate) ? form.unpack(candidate) : std::nullopt;
            if (!unpacked) continue;
            modules_.insert(module_of(name));
            unpacked->name = weights_.insert(weight).second && (weight == name || !names_.find(weight))
                                 ? std::move(weight)
                                 : std::string(name);
            found_.push_back({index, std::move(*unpacked)});
            return;
        }
    }

    /// True for a tensor that is stored beside a packed weight.
    bool is_part(std::string_view name) const {
        const std::string_view module = module_of(name), last = name.substr(module.size());
        const auto is_last = [&](std::string_view part) { return part == last; };
        if (any_of(kActivationScales, is_last)) return true;
        return any_of(kParts, [&](std::string_view part) {
            if (!part.starts_with('+')) return part == last && modules_.contains(module);
            part.remove_prefix(1);
            return name.ends_with(part) &&
                   weights_.contains(std::string(name.substr(0, name.size() - part.size())));
        });
    }

    static void mark(NamedTensor& tensor) {
        // bitsandbytes' `weight.absmax` is no tensor of a module `weight`.
        std::string name = tensor.name.str();
        if (const std::size_t weight = name.rfind(".weight."); weight != std::string::npos) {
            std::replace(name.begin() + static_cast<std::ptrdiff_t>(weight) + 1, name.end(), '.', '_');
            tensor.name = name;
        }
        if (tensor.buffer && !is_index_dtype(tensor.dtype)) return;
        tensor.buffer = true;
        tensor.packed_in = bits_in(tensor, 32);
    }

    /// Gives a weight its name and shape before packing.
    void replace(Found& found) {
        NamedTensor& tensor = set_.tensors[found.tensor];
        Unpacked& weight = found.weight;
        std::size_t& kind = !weight.is_certain ? uncertain_ : weight.packed_in != 0 ? packed_ : eight_bit_;
        if (kind++ == 0) (weight.is_certain ? first_ : first_uncertain_) = tensor.name.view();
        tensor = {weight.name, std::move(weight.shape), std::move(weight.dtype), false, weight.packed_in};
    }

    Diagnostics diagnostics() const {
        Diagnostics found;
        if (packed_ > 0)
            found.push_back(
                {Severity::Note, message("tensors.packed", {{"count", packed_}, {"example", first_}})});
        if (uncertain_ > 0)
            found.push_back(
                {Severity::Warning,
                 message("tensors.packing_unknown", {{"count", uncertain_}, {"example", first_uncertain_}})});
        return found;
    }

    TensorSet& set_;
    const NameMap names_;
    std::vector<Found> found_;
    std::unordered_set<std::string_view> modules_;  ///< that have a packed weight
    std::unordered_set<std::string> weights_;       ///< names before packing
    std::size_t packed_ = 0, eight_bit_ = 0, uncertain_ = 0;
    std::string first_, first_uncertain_;
};

/// True for the last part of a name where a part of a packing that tells a form may end in the same way.
bool may_tell_form(std::string_view last) {
    return any_of(kForms, [&](const PackedForm& form) {
        return any_of(form.needed, [&](std::string_view part) {
            part.remove_prefix(part.find_last_of("+.") + 1);
            return !part.empty() && last.ends_with(part);
        });
    });
}

}  // namespace

bool names_packed_part(std::string_view name) {
    const std::string_view last = last_part(name);
    return any_of(kParts, [&](std::string_view part) {
        if (!part.starts_with('+')) return false;
        part.remove_prefix(1);
        return part.starts_with('.') ? part.substr(part.rfind('.') + 1) == last
                                     : last.starts_with("weight") && last.substr(6) == part;
    });
}

bool may_have_packed_weights(const TensorSet& set) {
    LastPartTest tells_form(may_tell_form);
    return any_of(set.tensors, [&](const NamedTensor& tensor) { return tells_form(last_part(tensor.name)); });
}

Diagnostics unpack_weights(TensorSet& set) {
    return may_have_packed_weights(set) ? Unpacker(set).run() : Diagnostics();
}

}  // namespace paramscope::open
