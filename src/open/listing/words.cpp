#include "open/listing/words.h"

#include <string>

#include "base/characters.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "open/support/safetensors_types.h"
#include "open/tensors/packing.h"

namespace paramscope::open {
namespace {

constexpr auto kTypes = meaning_table<61>(
    "uint64=uint64 uint32=uint32 uint16=uint16 u64=uint64 u32=uint32 u16=uint16 "
    "float8_e8m0fnu=float8_e8m0fnu float8_e4m3fnuz=float8_e4m3fnuz float8_e5m2fnuz=float8_e5m2fnuz "
    "ShortTensor=int16 f8_e4m3=float8_e4m3fn f8_e5m2=float8_e5m2 float64=float64 float32=float32 "
    "float16=float16 bfloat16=bfloat16 int64=int64 int32=int32 int16=int16 int8=int8 uint8=uint8 "
    "bool=bool float=float32 double=float64 half=float16 long=int64 f64=float64 f32=float32 f16=float16 "
    "bf16=bfloat16 i64=int64 i32=int32 i16=int16 i8=int8 u8=uint8 c64=complex64 fp32=float32 fp16=float16 "
    "float8_e4m3fn=float8_e4m3fn float8_e5m2=float8_e5m2 complex64=complex64 complex128=complex128 "
    "FloatTensor=float32 HalfTensor=float16 LongTensor=int64 DoubleTensor=float64 BFloat16Tensor=bfloat16 "
    "IntTensor=int32 CharTensor=int8 ByteTensor=uint8 BoolTensor=bool q4_0=q4_0 q4_1=q4_1 q5_0=q5_0 "
    "q5_1=q5_1 q8_0=q8_0 q2_K=q2_k q3_K=q3_k q4_K=q4_k q5_K=q5_k q6_K=q6_k");

// Words that listings print beside names, in lower case.
constexpr auto kListingWords = word_table<42>(
    "name names layer layers param params parameter parameters tensor tensors size shape dtype type torch "
    "is has with of values value key keys data_offsets containing requires_grad device cpu cuda true "
    "false none buffer numel x k state_dict odict_keys ordereddict dict the in");

// What PyTorch, TensorFlow, JAX and quantizers call the tensors of a layer.
constexpr auto kTensorWords = word_table<26>(
    "weight bias kernel gamma beta scale scales weights biases embedding embeddings running_mean "
    "running_var num_batches_tracked qweight qzeros g_idx moving_mean moving_variance inv_freq "
    "position_ids cls_token pos_embed weight_g weight_v logit_scale");

// A name of several words joined by `_` is a tensor's if the last is one of these: "in_proj_weight". Others
// also end names of settings: "img_scale".
constexpr auto kLastWords = word_table<5>("weight bias kernel embedding embeddings");

// Of recurrent layers: weight_ih_l0_reverse.
constexpr auto kRecurrentTensors = word_table<5>("weight_ih_l weight_hh_l weight_hr_l bias_ih_l bias_hh_l");

// Words that end a path in code, in logs and in names of files.
constexpr auto kAttributes = word_table<20>(
    "shape size dtype device grad data T py json txt log yaml yml csv pt pth safetensors bin onnx ndim");

/// Bytes of the separator at `at`, 0 when a word is there. Table borders and wide spaces take several bytes
/// of UTF-8.
std::size_t gap_at(std::string_view text, std::size_t at) {
    constexpr std::string_view separators = "'\"`|,()[]{}=<>;*";
    const char c = text[at];
    if (is_space(c) || separators.find(c) != std::string_view::npos) return 1;
    const std::string_view rest = text.substr(at);
    for (const std::string_view start : {"\xE2\x94", "\xE2\x95", "\xE2\x80"}) {
        if (rest.size() >= 3 && rest.starts_with(start)) return 3;
    }
    return rest.starts_with("\u00a0") ? 2 : 0;
}

/// Strips what Python's logging writes before a message: `INFO:root:`.
std::string_view strip_log_level(std::string_view word) {
    for (const std::string_view level : {"DEBUG:", "INFO:", "WARNING:", "ERROR:", "CRITICAL:"}) {
        const std::size_t end =
            word.starts_with(level) ? word.find(':', level.size()) : std::string_view::npos;
        if (end != std::string_view::npos) return word.substr(end + 1);
    }
    return word;
}

/// Strips the bullets and signs that lists print around names, and TensorFlow's `:0`.
std::string_view strip_list_marks(std::string_view word) {
    word = strip_log_level(word);
    while (!word.empty() && std::string_view("#-+>:.*").find(word.front()) != std::string_view::npos)
        word.remove_prefix(1);
    while (!word.empty() && std::string_view("-+>:.").find(word.back()) != std::string_view::npos)
        word.remove_suffix(1);
    const std::size_t colon = word.rfind(':');  // `kernel:0`
    if (colon != std::string_view::npos && is_digits(word.substr(colon + 1))) word = word.substr(0, colon);
    return word;
}

bool has_letter(std::string_view word) {
    return any_of(word, [](char c) { return is_name_start(c); });
}

std::string_view last_part(std::string_view name) {
    return name.substr(name.find_last_of("./") + 1);
}

bool is_tensor_word(std::string_view word) {
    const auto is_word = [&](std::string_view known) { return known == word; };
    const auto starts = [&](std::string_view known) { return word.starts_with(known); };
    return any_of(kTensorWords, is_word) || any_of(kRecurrentTensors, starts) || names_packed_part(word);
}

bool is_listing_word(std::string_view word) {
    const std::string small = lowercase(word);
    return contains(kListingWords, small) || small.starts_with("cuda:") || !element_type(word).empty();
}

/// Calls `visit(word, is_quoted)` for each word.
template <typename Visit>
void for_each_word(std::string_view text, Visit visit) {
    for (std::size_t at = 0; at < text.size();) {
        if (const std::size_t gap = gap_at(text, at)) {
            at += gap;
            continue;
        }
        const std::size_t begin = at;
        while (at < text.size() && gap_at(text, at) == 0) ++at;
        const auto is_quote = [&](std::size_t place) {
            return place < text.size() && (text[place] == '\'' || text[place] == '"');
        };
        visit(strip_list_marks(text.substr(begin, at - begin)),
              begin > 0 && is_quote(begin - 1) && is_quote(at));
    }
}

}  // namespace

std::string_view element_type(std::string_view word) {
    const std::size_t dot = word.rfind('.');
    if (dot != std::string_view::npos && word.starts_with("torch.")) word.remove_prefix(dot + 1);
    const std::string_view type = meaning_of(kTypes, word);
    return type.empty() ? safetensors_dtype(word) : type;
}

std::string_view find_element_type(std::string_view text) {
    std::string_view found;
    for_each_word(text, [&](std::string_view word, bool) {
        if (found.empty()) found = element_type(word);
    });
    return found;
}

std::optional<std::string_view> find_tensor_name(std::string_view text) {
    std::string_view quoted, path, last;
    for_each_word(text, [&](std::string_view word, bool is_quoted) {
        if (!has_letter(word) || is_listing_word(word)) return;
        last = word;
        if (is_quoted) quoted = word;
        if (path.empty() && is_path(word)) path = word;
    });
    const std::string_view best = !quoted.empty() ? quoted : !path.empty() ? path : last;
    return best.empty() ? std::nullopt : std::optional(best);
}

bool has_one_name(std::string_view line) {
    int names = 0;
    for_each_word(line,
                  [&](std::string_view word, bool) { names += has_letter(word) && !is_listing_word(word); });
    return names == 1;
}

std::vector<std::string_view> find_tensor_paths(std::string_view text) {
    std::vector<std::string_view> paths;
    for_each_word(text, [&](std::string_view word, bool) {
        if (is_path(word) && names_tensor(word)) paths.push_back(word);
    });
    return paths;
}

/// One part of it must start like a name, unlike those of `9.4k`.
bool is_path(std::string_view name) {
    if (name.find_first_of("./") == std::string_view::npos) return false;
    for (std::size_t at = 0; at < name.size(); ++at) {
        const bool starts = at == 0 || name[at - 1] == '.' || name[at - 1] == '/';
        if (starts && is_name_start(name[at])) return true;
    }
    return false;
}

bool names_tensor(std::string_view name) {
    const std::string_view word = last_part(name);
    const std::string_view end = word.substr(word.rfind('_') + 1);
    return is_tensor_word(word) || contains(kLastWords, end);
}

bool is_attribute_or_file(std::string_view name) {
    return is_path(name) && contains(kAttributes, last_part(name));
}

}  // namespace paramscope::open
