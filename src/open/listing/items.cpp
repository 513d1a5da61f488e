#include "open/listing/items.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/source.h"
#include "base/text_parts.h"
#include "model/names.h"
#include "open/listing/brackets.h"
#include "open/listing/element_counts.h"
#include "open/listing/omissions.h"
#include "open/listing/shapes.h"
#include "open/listing/words.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kEntryBytes = 200;  ///< of a header of safetensors behind a shape
constexpr int kMostLinesBack = 6;           ///< searched for the name before a shape
constexpr std::size_t kLeastCertain = 4;    ///< one name in so many must tell that it is a tensor's

void record(Occurrences& occurrences, std::string_view text, std::string_view part) {
    const std::uint32_t begin = offset_in(text, part);
    if (occurrences.count++ == 0)
        occurrences.first = {begin, begin + static_cast<std::uint32_t>(part.size())};
}

/// True for an argument of a call that ends on the name's line, `bias=True)`, or on a later one.
bool is_argument(std::string_view line, std::string_view name, bool is_above) {
    const std::string_view rest =
        line.substr(static_cast<std::size_t>(name.data() - line.data()) + name.size());
    return rest.starts_with('=') && (is_above || open_brackets(rest) < 0);
}

/// True for a shape that is printed behind what has it, which is not `name`: `true, x.shape: `.
bool ends_with_attribute(std::string_view line, std::string_view name) {
    std::string_view words = trim(line);
    while (!words.empty() && (words.back() == ':' || words.back() == '=' || words.back() == ' '))
        words.remove_suffix(1);
    const std::string_view last = words.substr(words.find_last_of(" \t,") + 1);
    return is_attribute_or_file(last) && last.data() + last.size() != name.data() + name.size();
}

/// True where a shape would be the place of a tensor's data: `"data_offsets":`.
bool is_place_in_file(std::string_view before) {
    before = trim(before);
    while (!before.empty() && std::string_view("\"': =").find(before.back()) != std::string_view::npos)
        before.remove_suffix(1);
    return before.ends_with("data_offsets");
}

/// True where the place of a tensor's data is beside its shape, as in a header of safetensors: all keys of
/// such objects are names.
bool has_place_in_file(std::string_view before, std::string_view after) {
    return holds(before, "data_offsets") || holds(after.substr(0, after.find('}')), "data_offsets");
}

/// True for a key at the end of a line: `{'fc': {'bias':`.
bool is_last_key(std::string_view line, std::string_view name) {
    std::string_view rest =
        trim(line.substr(static_cast<std::size_t>(name.data() - line.data()) + name.size()));
    if (!rest.empty() && (rest.front() == '\'' || rest.front() == '"')) rest.remove_prefix(1);
    return rest == ":";
}

/// True for a word of a sentence behind a call: `ReLU()loading weights`.
bool is_behind_call(std::string_view line, std::string_view name) {
    const std::string_view before = line.substr(0, static_cast<std::size_t>(name.data() - line.data()));
    return !is_path(name) && may_call_class(before) && open_brackets(before) == 0;
}

/// Finds the name before a shape, on its line or on one of the lines above, where other words make it a
/// sentence.
std::optional<std::string_view> name_before(std::string_view before) {
    for (int lines = 0; lines < kMostLinesBack && !before.empty(); ++lines) {
        const std::size_t start = before.find_last_of("\r\n");
        const bool is_last = start == std::string_view::npos;
        const std::string_view line = is_last ? before : before.substr(start + 1);
        if (const auto name = find_tensor_name(line)) {
            const bool is_sentence =
                lines > 0 && !is_path(*name) && !has_one_name(line) && !is_last_key(line, *name);
            if (lines == 0 && ends_with_attribute(line, *name)) return std::nullopt;
            if (is_sentence || is_argument(line, *name, lines > 0) || is_behind_call(line, *name))
                return std::nullopt;
            return name;
        }
        if (is_last) break;
        before = before.substr(0, start);
    }
    return std::nullopt;
}

/// Finds the name after a shape (`[64, 3] conv1.weight`), if it is certain to be one and has no shape behind
/// it.
std::optional<std::string_view> name_after(std::string_view rest, bool has_groups) {
    const auto name = find_tensor_name(rest);
    return name && names_tensor(*name) && !is_behind_call(rest, *name) && !next_shape(rest, 0, has_groups)
               ? name
               : std::nullopt;
}

/// True for lines of llama.cpp's log, which print four dimensions in reverse order:
///   llama_model_loader: - tensor 0: token_embd.weight q4_K [ 4096, 32000, 1, 1 ]
bool is_llama_cpp_log(std::string_view before) {
    const std::size_t start = before.find_last_of("\r\n");
    const std::string_view line = start == std::string_view::npos ? before : before.substr(start + 1);
    return line.find("llama_model_loader:") != std::string_view::npos;
}

void reverse_dimensions(std::vector<std::uint64_t>& sizes) {
    while (sizes.size() > 1 && sizes.back() == 1) sizes.pop_back();
    std::reverse(sizes.begin(), sizes.end());
}

/// False for blank lines, for rules of a table and for lines that only open a dict.
bool has_words(std::string_view line) {
    line = trim(line);
    if (line.ends_with('{') || line.ends_with("([") || line.ends_with(": [")) return false;
    return any_of(line, [](char c) { return is_digit(c) || (is_name_start(c) && c != '_' && c > 0); });
}

/// `text` with one `0` for each number, one space for each gap and `T` for dtypes: equal for lines that one
/// statement printed.
std::string form_of(std::string_view text) {
    std::string form;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        while (at < text.size() && (is_name_part(text[at]) || text[at] == '.')) ++at;
        const std::string_view word = text.substr(begin, at - begin);
        if (word.empty()) {
            const char c = text[at++];
            if (!is_space(c)) form.push_back(c);
            if (is_space(c) && !form.empty() && form.back() != ' ') form.push_back(' ');
        } else if (is_digit(word[0])) {
            form.push_back('0');
        } else if (!element_type(word).empty()) {
            form.push_back('T');
        } else {
            form.append(word);
        }
    }
    while (!form.empty() && form.back() == ' ') form.pop_back();
    return form;
}

/// A shape with what may be its name.
struct Candidate {
    ListedTensor tensor;
    std::string_view own_name;
    std::string path;  ///< with the keys around it
    std::string form;  ///< of the text before the name and between name and shape
    bool is_explicit = false;
    bool is_certain = false;
};

constexpr std::string_view kUnnamedParameter = "Parameter containing:";

/// Finds the shapes of a text and the names beside them.
class CandidateReader {
  public:
    explicit CandidateReader(std::string_view text)
        : text_(text), has_groups_(groups_thousands(text)), brackets_(text) {}

    std::vector<Candidate> read(Listing& listing) {
        std::size_t cursor = 0;
        while (const std::optional<PrintedShape> shape = next_shape(text_, cursor, has_groups_)) {
            record_broken(cursor, shape->begin, listing);
            brackets_.advance_to(shape->begin);
            const bool is_array = shape->is_array || brackets_.is_inside_array();
            const bool is_in_module = brackets_.is_inside_call() || brackets_.is_inside("Param") ||
                                      brackets_.is_inside("VariableState");
            if (is_array && is_in_module) {
                add_array(*shape, listing);
            } else if (!brackets_.is_inside_call()) {
                add(*shape, cursor, listing);
            }
            cursor = shape->end;
        }
        record_broken(cursor, text_.size(), listing);
        return std::move(candidates_);
    }

  private:
    /// Records what is left of tensors between two shapes: broken shapes, dots behind the first on its line.
    void record_broken(std::size_t from, std::size_t end, Listing& listing) {
        const std::size_t limit = line_end(text_, static_cast<std::uint32_t>(from));
        const std::string_view line = text_.substr(from, std::min(limit, end) - from);
        const std::size_t dots = std::min(line.find("..."), line.find("…"));
        if (from > 0 && dots != std::string_view::npos) record(listing.elisions, text_, line.substr(dots, 3));
        while (const auto broken = find_broken_shape(text_, from, end)) {
            record(listing.without_shape, text_, *broken);
            from = offset_in(text_, *broken) + broken->size();
        }
    }

    void add(const PrintedShape& shape, std::size_t from, Listing& listing) {
        const std::string_view before = text_.substr(from, shape.begin - from);
        if (is_place_in_file(before)) return;
        const auto end = static_cast<std::uint32_t>(shape.end);
        const std::string_view after = text_.substr(end, line_end(text_, end) - end);
        const bool is_first_of_line = from == 0 || before.find_first_of("\r\n") != std::string_view::npos;
        auto name = name_before(before);
        if (!name && is_first_of_line) name = name_after(after, has_groups_);
        if (!name && trim(before).ends_with(kUnnamedParameter)) return add_unnamed(shape);
        if (!name) {
            const std::string_view written = text_.substr(shape.begin, shape.end - shape.begin);
            const bool is_joined = written.find("torch.Size") + 1 > 1;  // `biastorch.Size([4])`
            const std::string_view words = trim(before);
            const bool is_value =
                words.ends_with("':") || words.ends_with("\":");  // of a key that was torn apart
            if (is_value || (shape.is_explicit && (is_joined || !is_second_shape(before))))
                record(listing.without_name, text_, written);
            return;
        }
        Candidate& candidate = candidates_.emplace_back();
        candidate.own_name = *name;
        candidate.path = brackets_.path_of(*name);
        candidate.is_explicit = shape.is_explicit;
        const std::uint32_t at = offset_in(text_, *name);
        if (at < shape.begin)
            candidate.is_certain =
                has_place_in_file(text_.substr(at, shape.begin - at), text_.substr(end, kEntryBytes));
        candidate.form = at < shape.begin ? concat(form_of(line_before(before, at)), '|',
                                                   form_between(at + name->size(), shape))
                                          : std::string("after|");
        ListedTensor& tensor = candidate.tensor;
        tensor.sizes = shape.sizes;
        if (tensor.sizes && is_llama_cpp_log(before)) reverse_dimensions(*tensor.sizes);
        tensor.span = {std::min(at, static_cast<std::uint32_t>(shape.begin)),
                       std::max(at + static_cast<std::uint32_t>(name->size()), end)};
        if (at < shape.begin)
            tensor.type = find_element_type(text_.substr(at, shape.begin - at).substr(name->size()));
        if (tensor.type.empty()) tensor.type = find_element_type(after.substr(0, after.find_first_of("([")));
    }

    /// An array in a printed module of JAX (equinox, flax's nnx), which is named by the keys around it.
    /// States of random numbers are left out.
    void add_array(const PrintedShape& shape, Listing& listing) {
        const std::string_view variable = brackets_.inside_of("VariableState");
        const auto is_of_type = [&](std::string_view type) {
            return brackets_.is_inside(type) ||
                   variable.find(concat("type=", type)) != std::string_view::npos;
        };
        std::string path = brackets_.path_of_array(shape.begin);
        if (path.empty() || is_of_type("Rng")) return;
        Candidate& candidate = candidates_.emplace_back();
        candidate.path = std::move(path);
        candidate.is_certain = true;
        candidate.tensor.sizes = shape.sizes;
        candidate.tensor.is_buffer = is_of_type("BatchStat") || is_of_type("Cache");
        candidate.tensor.span = {static_cast<std::uint32_t>(shape.begin),
                                 static_cast<std::uint32_t>(shape.end)};
        const auto begin = static_cast<std::uint32_t>(shape.begin);
        candidate.tensor.type = find_element_type(text_.substr(begin, line_end(text_, begin) - begin));
        listing.is_module_tree = true;
    }

    /// `Parameter containing:` without a name before it.
    void add_unnamed(const PrintedShape& shape) {
        Candidate& candidate = candidates_.emplace_back();
        candidate.path = concat("parameter_", ++unnamed_);
        candidate.is_certain = true;
        candidate.tensor.sizes = shape.sizes;
        candidate.tensor.span = {static_cast<std::uint32_t>(shape.begin),
                                 static_cast<std::uint32_t>(shape.end)};
    }

    /// True for a shape on the line of an earlier one, which had the name: `w (3, 4) torch.Size([12])`, or a
    /// tensor's size and then its values.
    bool is_second_shape(std::string_view before) const {
        return !candidates_.empty() && before.find_first_of("\r\n") == std::string_view::npos &&
               before.data() == text_.data() + candidates_.back().tensor.span.end;
    }

    /// The text before the name on its line, without the brackets and commas around items of a list.
    std::string_view line_before(std::string_view before, std::uint32_t name) const {
        std::string_view rest = before.substr(0, name - offset_in(text_, before));
        rest = rest.substr(rest.find_last_of("\r\n") + 1);
        if (const std::size_t dict = rest.find_last_of("[{(");
            dict != std::string_view::npos && dict + 2 >= rest.size())
            rest = rest.substr(dict);
        return rest.substr(std::min(rest.find_first_not_of("[{(,;'\")}] "), rest.size()));
    }

    std::string form_between(std::size_t name_end, const PrintedShape& shape) const {
        std::string_view between = text_.substr(name_end, shape.begin - name_end);
        if (between.starts_with(":0")) between.remove_prefix(2);  // of TensorFlow's names
        const std::string_view start = text_.substr(shape.begin, shape.end - shape.begin);
        return concat(form_of(between), '|', start.substr(0, start.find_first_of("([") + 1));
    }

    std::string_view text_;
    bool has_groups_;  ///< blanks separate thousands
    OpenBrackets brackets_;
    std::vector<Candidate> candidates_;
    std::size_t unnamed_ = 0;
};

/// The bare words for tensors among the names.
std::set<std::string_view> tensor_words(const std::vector<Candidate>& candidates) {
    std::set<std::string_view> words;
    for (const Candidate& candidate : candidates) {
        if (names_tensor(candidate.own_name)) words.insert(candidate.own_name);
    }
    return words;
}

/// The outermost key of the dicts around a candidate, "" outside of dicts.
std::string_view root_key(const Candidate& candidate) {
    const std::string_view path = candidate.path;
    return path == candidate.own_name ? std::string_view() : path.substr(0, path.find('.'));
}

/// True when other words are before the name on its line.
bool has_words_before(const Candidate& candidate) {
    const std::string_view before = std::string_view(candidate.form).substr(0, candidate.form.find('|'));
    return any_of(before, is_letter);
}

/// Decides which candidates are tensors; returns the number of those whose own names tell.
std::size_t select_tensors(std::vector<Candidate>& candidates) {
    // `kernel: (3, 3)` may be a setting; beside it, or in a dict of its own, a bias is none.
    const std::set<std::string_view> words = tensor_words(candidates);
    const bool has_bias = words.contains("bias");
    const bool are_names = words.size() > 1 && (has_bias || words.contains("weight"));
    std::set<std::string_view> forms, roots;
    for (Candidate& candidate : candidates) {
        if (candidate.is_certain || !names_tensor(candidate.own_name)) continue;
        candidate.is_certain = candidate.is_explicit || is_path(candidate.own_name) || are_names ||
                               (has_bias && !root_key(candidate).empty());
        if (!candidate.is_certain) continue;
        forms.insert(candidate.form);
        roots.insert(root_key(candidate));
    }
    roots.erase("");
    std::size_t certain = 0;
    for (Candidate& candidate : candidates) {
        certain += candidate.is_certain;
        const bool is_in_root = roots.contains(root_key(candidate)) && !has_words_before(candidate);
        const bool is_beside = forms.contains(candidate.form) || is_in_root;
        candidate.is_certain |= is_beside && !is_attribute_or_file(candidate.own_name);
    }
    return certain;
}

class ListingReader {
  public:
    explicit ListingReader(std::string_view text) : text_(text) {}

    Listing read() {
        std::vector<Candidate> candidates = CandidateReader(text_).read(listing_);
        const std::size_t certain = select_tensors(candidates);
        const auto is_certain = [](const Candidate& candidate) { return candidate.is_certain; };
        const auto kept = count_if(candidates, is_certain);
        if (certain * kLeastCertain >= kept) keep(candidates);
        if (candidates.empty() || kept == 0) {
            listing_.tensors = read_element_counts(text_);
            listing_.is_element_counts = !listing_.tensors.empty();
            for (const ListedTensor& tensor : listing_.tensors) names_.insert(tensor.name);
        }
        classify_lines();
        find_unmatched_bracket();
        drop_repeated();
        return std::move(listing_);
    }

  private:
    void keep(std::vector<Candidate>& candidates) {
        const bool by_place = needs_places(candidates);
        std::set<std::string_view> middles;  // of tensors
        for (const Candidate& candidate : candidates) {
            if (candidate.is_certain) middles.insert(middle_of(candidate));
        }
        for (Candidate& candidate : candidates) {
            if (candidate.is_certain) {
                names_.emplace(candidate.own_name);
                const bool is_own = !by_place && !candidate.own_name.empty();
                candidate.tensor.name = is_own ? std::string(candidate.own_name) : std::move(candidate.path);
                listing_.tensors.push_back(std::move(candidate.tensor));
            } else if ((candidate.is_explicit || has_middle(middles, candidate)) &&
                       !is_attribute_or_file(candidate.own_name)) {
                record(listing_.without_name, text_, candidate.own_name);
            }
        }
    }

    /// The form of the text between name and shape: `' shape=|(`.
    static std::string_view middle_of(const Candidate& candidate) {
        return std::string_view(candidate.form)
            .substr(std::min(candidate.form.find('|'), candidate.form.size()));
    }

    /// True for the words between name and shape that tensors of the text have too.
    static bool has_middle(const std::set<std::string_view>& middles, const Candidate& candidate) {
        const std::string_view middle = middle_of(candidate);
        return any_of(middle, is_letter) && middles.contains(middle);
    }

    /// True when names are those of nested dicts: some are no paths, or repeat.
    static bool needs_places(const std::vector<Candidate>& candidates) {
        std::set<std::string_view> names;
        for (const Candidate& candidate : candidates) {
            if (!candidate.is_certain) continue;
            if (!is_path(candidate.own_name) || !names.insert(candidate.own_name).second) return true;
        }
        return false;
    }

    void classify_lines() {
        const bool has_prompts = text_.find(">>>") != std::string_view::npos;
        auto tensor = listing_.tensors.begin();
        for (std::uint32_t at = 0; at < text_.size(); at = next_line(text_, at)) {
            const std::uint32_t end = line_end(text_, at);
            while (tensor != listing_.tensors.end() && tensor->span.end <= at) ++tensor;
            const std::string_view line = text_.substr(at, end - at);
            const bool is_tensor = tensor != listing_.tensors.end() && tensor->span.begin < end;
            if (has_words(line)) ++listing_.lines;
            listing_.tensor_lines += is_tensor;
            if (!is_tensor && (omits_lines(line, has_prompts) || has_rounded_count(line)))
                record(listing_.elisions, text_, trim(line));
            if (!is_tensor && ends_in_path(line) && is_name_cut_off(tensor, next_line(text_, at)))
                record(listing_.without_shape, text_, trim(line));
            for (const std::string_view path : find_tensor_paths(line)) {
                if (!names_.contains(path)) record(listing_.without_shape, text_, path);
            }
        }
    }

    /// True for a path alone on its line, whose last word may go on on the next one.
    static bool ends_in_path(std::string_view line) {
        const auto name = has_one_name(line) ? find_tensor_name(line) : std::nullopt;
        return name && is_path(*name) && trim(line).ends_with(*name);
    }

    /// True when the next tensor begins the line at `at` and has no path.
    bool is_name_cut_off(std::vector<ListedTensor>::const_iterator tensor, std::uint32_t at) const {
        return tensor != listing_.tensors.end() && tensor->span.begin == at &&
               !is_path(text_.substr(at, text_.find_first_of(" \t", at) - at));
    }

    /// A bracket without its partner lost it together with a name or a shape, or is left of such a part.
    void find_unmatched_bracket() {
        std::vector<std::uint32_t> open;
        for (std::uint32_t at = 0; at < text_.size() && listing_.unmatched.count == 0; ++at) {
            const char c = text_[at];
            if (is_opening(c)) open.push_back(at);
            if (!is_closing(c) || is_list_number(at)) continue;
            const bool is_matched = !open.empty() && closing_of(text_[open.back()]) == c;
            if (!is_matched) record(listing_.unmatched, text_, text_.substr(at, 1));
            if (is_matched) open.pop_back();
        }
        if (listing_.unmatched.count == 0 && !open.empty())
            record(listing_.unmatched, text_, text_.substr(open.back(), 1));
    }

    static char closing_of(char opening) { return opening == '(' ? ')' : opening == '[' ? ']' : '}'; }

    /// True for the bracket of `1) conv1.weight`.
    bool is_list_number(std::uint32_t bracket) const {
        const std::uint32_t start = line_start(text_, bracket);
        return text_[bracket] == ')' && is_digits(trim(text_.substr(start, bracket - start)));
    }

    /// Keeps the first tensor of each name.
    void drop_repeated() {
        std::map<std::string, std::optional<std::vector<std::uint64_t>>, std::less<>> sizes;
        std::erase_if(listing_.tensors, [&](const ListedTensor& tensor) {
            const auto [first, is_new] = sizes.try_emplace(tensor.name, tensor.sizes);
            if (is_new) return false;
            const std::string_view place = slice(text_, tensor.span);
            const bool is_same = first->second == tensor.sizes && is_path(tensor.name);
            record(is_same ? listing_.repeated : listing_.contradicting, text_, place);
            return true;
        });
    }

    std::string_view text_;
    Listing listing_;
    std::set<std::string, std::less<>> names_;  ///< of the tensors, as the text writes them
};

}  // namespace

Listing read_listing(std::string_view text) {
    return ListingReader(text).read();
}

}  // namespace paramscope::open
