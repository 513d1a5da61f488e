#include "adjust/roles.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "adjust/messages.h"
#include "base/characters.h"
#include "base/concat.h"
#include "base/ranges.h"
#include "base/text_parts.h"
#include "layers/catalogue/catalogue.h"

namespace paramscope::adjust {
namespace {

/// Limit for hyper-parameters of one role: where more widths are free, nobody would turn each.
constexpr std::size_t kMostOfRole = 8;

/// What is known of a class of sizes.
struct Class {
    std::vector<std::uint32_t> members;  ///< sizes that are it, or multiples or sums of it
    bool is_called = false;
    bool is_read = false, is_given = false;
    bool is_output = false;     ///< of the whole model
    bool is_map = false;        ///< a convolution gives it
    bool is_embedding = false;  ///< an Embedding gives it
    bool is_recurrent = false;
    bool is_query = false, is_key = false;
    bool is_input = false;                     ///< of the whole model
    bool is_square = false;                    ///< a linear layer reads and gives it
    bool is_normalized = false;                ///< by a normalization of transformers
    std::set<std::uint32_t> made_from, makes;  ///< other classes that layers lead from and to
    std::optional<std::uint32_t> rows, repeats;
};

using Classes = std::map<std::uint32_t, Class>;

class ClassFinder {
  public:
    ClassFinder(const SizedModel& sized, const ProbeResult& probe, Equations* equations)
        : sized_(sized), probe_(probe), equations_(*equations) {}

    Classes run() {
        for (std::uint32_t i = 0; i < sized_.modules.size(); ++i) visit(i);
        mark(probe_.requirements.queries, &Class::is_query);
        std::vector<Polynomial> keys;
        for (const Requirements::Pair& pair : probe_.requirements.multiple) keys.push_back(pair.second);
        mark(keys, &Class::is_key);
        mark_output();
        std::vector<Polynomial> inputs;
        for (const Dims& shape : probe_.inputs)
            for (const Polynomial& size : shape) inputs.push_back(size);
        mark(inputs, &Class::is_input);
        for (auto& [base, found] : classes_) found.is_query = found.is_query || is_residual_width(found);
        return std::move(classes_);
    }

  private:
    /// True for a width that square layers keep and blocks normalize, as those around attention do.
    static bool is_residual_width(const Class& found) { return found.is_square && found.is_normalized; }

    void visit(std::uint32_t module) {
        const TextModule& text = sized_.modules[module];
        const FoundLayer layer = find_layer(*text.module);
        for (std::uint32_t i = text.first_size; i < text.last_size; ++i) {
            const Size& size = sized_.sizes[i];
            for (const std::uint32_t base : sizes_in(equations_.size_formula(i))) {
                Class& found = classes_[base];
                found.members.push_back(i);
                found.is_called = found.is_called || probe_.is_called[module];
                found.is_read = found.is_read || size.kind == SizeKind::Input;
                const bool is_given = size.kind == SizeKind::Output;
                found.is_given = found.is_given || is_given;
                found.is_map = found.is_map || (is_given && layer.family() == "convolution");
                found.is_embedding = found.is_embedding || (is_given && layer.family() == "embedding");
                found.is_recurrent = found.is_recurrent || (is_given && layer.family() == "recurrent");
                if (size.kind == SizeKind::Rows) found.rows = i;
                if (size.kind == SizeKind::Repeats) found.repeats = i;
                found.is_normalized = found.is_normalized || is_layer_normalization(text.module->type);
                const bool is_attention = text.module->type == "MultiheadAttention" ||
                                          sized_.modules[text.parent].module->type == "MultiheadAttention";
                found.is_query = found.is_query || is_attention;
            }
        }
        const auto in = base_of(module, SizeKind::Input), out = base_of(module, SizeKind::Output);
        if (!in || !out) return;
        if (*in == *out) {
            const bool is_linear = layer.family() == "linear";
            classes_[*in].is_square = classes_[*in].is_square || is_linear;
            return;
        }
        classes_[*out].made_from.insert(*in);
        classes_[*in].makes.insert(*out);
    }

    std::optional<std::uint32_t> base_of(std::uint32_t module, SizeKind kind) {
        const auto size = sized_.find(module, kind);
        return size ? equations_.base_of(*size) : std::nullopt;
    }

    void mark(const std::vector<Polynomial>& formulas, bool Class::*flag) {
        for (const std::uint32_t base : equations_.free_sizes(formulas))
            if (const auto found = classes_.find(base); found != classes_.end()) found->second.*flag = true;
    }

    void mark_output() {
        std::vector<Polynomial> features;
        if (probe_.output) {
            for (const Polynomial& size : *probe_.output) features.push_back(size);
        } else {
            const auto last = std::find_if(probe_.pieces.rbegin(), probe_.pieces.rend(),
                                           [](const Piece& piece) { return !piece.keeps && piece.gives; });
            if (last != probe_.pieces.rend()) features.push_back(*last->gives);
        }
        mark(features, &Class::is_output);
    }

    const SizedModel& sized_;
    const ProbeResult& probe_;
    Equations& equations_;
    Classes classes_;
};

/// The role of a class as the id of its sentence without "adjust.", which is its name; "" for none that is
/// certain.
class RoleFinder {
  public:
    RoleFinder(const SizedModel& sized, const Classes& classes) : sized_(sized), classes_(classes) {}

    std::string_view role_of(std::uint32_t base) const {
        const Class& found = classes_.at(base);
        if (found.repeats) return found.members.size() > 1 ? "experts" : "depth";
        if (!found.is_called) return "";
        if (found.rows) return role_of_rows(found);
        if (!found.is_given && !found.is_read) return "";
        if (!found.is_given && !found.is_input) return "";
        if (!found.is_given) return is_map_reader(found) ? "in_channels" : "in_features";
        if (found.is_given && !found.is_read) {
            if (found.is_key) return "kv_width";
            if (found.is_query) return "attention_width";
            if (found.is_embedding) return "embedding_dim";
            if (found.is_recurrent) return "hidden_size";
            return found.is_output ? "classes" : "";
        }
        return role_of_width(base, found);
    }

  private:
    std::string_view name_of_module(std::uint32_t size) const {
        return sized_.modules[sized_.sizes[size].module].module->name;
    }

    std::string_view role_of_rows(const Class& found) const {
        const std::string name(name_of_module(*found.rows));
        if (!embeds_places(name)) return "vocab";
        if (contains_any(name, {"rel", "time", "query"}) || !is_beside_words(*found.rows)) return "";
        return contains_any(name, {"type", "segment"}) ? "token_types" : "positions";
    }

    static bool embeds_places(std::string_view name) {
        return contains_any(name, {"pos", "wpe", "type", "segment", "rel", "time", "query"});
    }

    /// True for an embedding beside that of words.
    bool is_beside_words(std::uint32_t rows) const {
        const std::uint32_t module = sized_.sizes[rows].module;
        const std::uint32_t parent = sized_.modules[module].parent;
        for (std::uint32_t i = parent + 1; i < sized_.modules[parent].end; i = sized_.modules[i].end) {
            if (sized_.find(i, SizeKind::Rows) && !embeds_places(sized_.modules[i].module->name)) return true;
        }
        return false;
    }

    bool is_map_reader(const Class& found) const {
        return sized_.sizes[found.members.front()].parameter == "in_channels";
    }

    std::string_view role_of_width(std::uint32_t base, const Class& found) const {
        if (is_in_adapters(found)) return "lora_rank";
        const Class* around = around_of(base, found);
        if (found.is_query && around == nullptr) return is_trunk_of_stages(base) ? "width" : "d_model";
        if (found.is_query) return "attention_width";
        if (found.is_key) return "kv_width";
        if (found.is_recurrent) return "hidden_size";
        if (found.is_map) return is_trunk_of_stages(base) ? "width" : "channels";
        if (around != nullptr) return around->is_map && !around->is_query ? "hidden" : "d_ff";
        return found.is_embedding ? "embedding_dim" : "hidden";
    }

    bool is_in_adapters(const Class& found) const {
        return all_of(found.members,
                      [&](std::uint32_t member) { return is_adapter(sized_, sized_.sizes[member].module); });
    }

    /// The class that a hidden layer is between: made from it and making it.
    const Class* around_of(std::uint32_t base, const Class& found) const {
        for (const std::uint32_t other : found.made_from) {
            if (!found.makes.contains(other)) continue;
            const Class& around = classes_.at(other);
            const bool is_hidden =
                !found.is_embedding && !has_kept(found) && around.members.size() >= found.members.size();
            if (is_hidden && other != base) return &around;
        }
        return nullptr;
    }

    bool has_kept(const Class& found) const {
        return any_of(found.members,
                      [&](std::uint32_t member) { return sized_.sizes[member].kind == SizeKind::Kept; });
    }

    /// True for a class that has other stages as its multiples.
    bool is_trunk_of_stages(std::uint32_t base) const {
        const Class& found = classes_.at(base);
        std::set<std::int64_t> values;
        for (const std::uint32_t member : found.members) {
            const Size& size = sized_.sizes[member];
            const bool is_map = size.parameter == "out_channels" || size.kind == SizeKind::Kept;
            if (is_map) values.insert(size.value);
        }
        return values.size() > 1 && found.is_map;
    }

    const SizedModel& sized_;
    const Classes& classes_;
};

Message sentence_of(std::string_view role) {
    static constexpr AdjustMessageId sentences[] = {
        "adjust.attention_width", "adjust.channels",    "adjust.classes",       "adjust.d_ff",
        "adjust.d_model",         "adjust.depth",       "adjust.embedding_dim", "adjust.experts",
        "adjust.hidden",          "adjust.hidden_size", "adjust.in_channels",   "adjust.in_features",
        "adjust.kv_width",        "adjust.lora_rank",   "adjust.positions",     "adjust.token_types",
        "adjust.vocab",           "adjust.width"};
    const std::string id = concat("adjust.", role);
    return message(*find_where(sentences, [&](AdjustMessageId each) { return (*each).id == id; }));
}

using Words = std::set<std::string, std::less<>>;

void add_words(std::string_view text, Words* words) {
    std::size_t begin = 0;
    while (begin < text.size()) {
        std::size_t end = begin;
        while (end < text.size() && is_name_part(text[end])) ++end;
        if (end > begin) words->emplace(text.substr(begin, end - begin));
        begin = end + 1;
    }
}

void add_words(const Value& value, Words* words) {
    if (value.kind != Value::Kind::Number) add_words(value.text, words);
    for (const Value& item : value.items) add_words(item, words);
    for (const Argument& argument : value.arguments) add_words(argument.value, words);
}

void add_words(const Module& module, Words* words) {
    for (const Argument& argument : module.arguments.pattern()) add_words(argument.value, words);
    if (module.forward) add_words(module.forward->text, words);
    for (const Module& child : module.children) add_words(child, words);
}

void add_words(const Dims& shape, Words* words) {
    for (const Polynomial& size : shape)
        for (std::string& name : symbols(size)) words->insert(std::move(name));
}

/// The words of a model that have a meaning where a hyper-parameter may be.
Words words_of(const Model& model) {
    Words words;
    for (const Variable& variable : model.variables) words.insert(variable.name);
    for (const Input& input : model.inputs) add_words(input.shape, &words);
    add_words(model.root, &words);
    return words;
}

/// Gives names that are unique and no words of the text.
class Namer {
  public:
    Namer(const SizedModel& sized, const Classes& classes, const std::vector<Dims>& inputs)
        : sized_(sized), classes_(classes), taken_(words_of(sized.model)) {
        for (const Dims& shape : inputs) add_words(shape, &taken_);
    }

    /// `all` share one role.
    void name(std::string_view role, std::vector<NamedSize*> all) {
        if (all.size() == 1) {
            all.front()->name = unique(std::string(role));
            return;
        }
        for (std::size_t i = 0; i < all.size(); ++i) {
            const std::string part = part_of(*all[i]);
            all[i]->name = part.empty() ? unique(concat(role, "_", i + 1)) : unique(concat(part, "_", role));
        }
    }

  private:
    /// "encoder" or "decoder", the part of the model that all places are in; "" for none.
    std::string part_of(const NamedSize& named) const {
        std::string part;
        for (const std::uint32_t member : classes_.at(named.size).members) {
            const std::string path = sized_.path(sized_.sizes[member].module);
            const std::string_view found = contains_any(path, {"encoder"})   ? "encoder"
                                           : contains_any(path, {"decoder"}) ? "decoder"
                                                                             : "";
            if (found.empty() || (!part.empty() && part != found)) return "";
            part = found;
        }
        return part;
    }

    std::string unique(const std::string& wished) {
        std::string name = wished;
        for (std::size_t i = 2; !taken_.insert(name).second; ++i) name = concat(wished, "_", i);
        return name;
    }

    const SizedModel& sized_;
    const Classes& classes_;
    Words taken_;
};

/// The modules beside a repeated one in its list; nullopt where it is in no list, or another child is
/// repeated too.
std::optional<std::uint32_t> other_modules(const SizedModel& sized, std::uint32_t module) {
    const std::uint32_t list = sized.modules[module].parent;
    std::uint32_t others = 0;
    for (std::uint32_t child = list + 1; child < sized.modules[list].end; child = sized.modules[child].end) {
        if (child == module) continue;
        if (sized.find(child, SizeKind::Repeats)) return std::nullopt;
        ++others;
    }
    return others;
}

/// True for a module with a normalization of transformers inside.
bool is_transformer_block(const SizedModel& sized, std::uint32_t module) {
    for (std::uint32_t i = module; i < sized.modules[module].end; ++i)
        if (is_layer_normalization(sized.modules[i].module->type)) return true;
    return false;
}

/// Numbers that a repeated module may have to agree with.
struct Counts {
    std::map<std::int64_t, std::size_t>
        of_others;  ///< how many modules that are no blocks are repeated so often
    std::set<std::int64_t> features;

    explicit Counts(const SizedModel& sized) {
        for (const Size& size : sized.sizes) {
            if (size.kind != SizeKind::Repeats) {
                features.insert(size.value);
            } else if (!is_transformer_block(sized, size.module)) {
                ++of_others[size.value];
            }
        }
    }

    /// True where modules of another kind are repeated as often: each may belong to one of these.
    bool has_partners(const SizedModel& sized, std::uint32_t module, std::int64_t repeats) const {
        const auto others = of_others.find(repeats);
        const std::size_t itself = is_transformer_block(sized, module) ? 0 : 1;
        return others != of_others.end() && others->second > itself;
    }
};

/// True where a repeated module may be there any number of times: its flow is known, or it is a block that
/// gives what it reads.
bool may_repeat(const SizedModel& sized, const ProbeResult& probe, const Counts& counts, std::uint32_t module,
                std::int64_t repeats) {
    if (counts.has_partners(sized, module, repeats)) return false;
    const bool has_known_flow = probe.output || any_of(probe.pieces, [&](const Piece& piece) {
                                    return piece.module < module && module < sized.modules[piece.module].end;
                                });
    if (has_known_flow) return probe.is_called[module];
    std::optional<Polynomial> reads, gives;
    for (const Piece& piece : probe.pieces) {
        if (piece.module < module || piece.module >= sized.modules[module].end) continue;
        if (!reads) reads = piece.reads;
        if (piece.gives) gives = piece.gives;
    }
    if (!reads || !gives || !is_transformer_block(sized, module)) return false;
    const auto value = [&](const Polynomial& features) {
        const auto sizes = sizes_in(features);
        return sizes.size() == 1 ? sized.sizes[sizes.front()].value : 0;
    };
    return value(*reads) == value(*gives) && value(*reads) != 0 && !counts.features.contains(repeats);
}

}  // namespace

std::vector<NamedSize> name_sizes(const SizedModel& sized, const ProbeResult& probe,
                                  const std::vector<Dims>& inputs, Equations* equations) {
    const Classes classes = ClassFinder(sized, probe, equations).run();
    const RoleFinder finder(sized, classes);
    const Counts counts(sized);
    std::map<std::string_view, std::vector<std::uint32_t>> by_role;
    for (const auto& [base, found] : classes) {
        std::string_view role = finder.role_of(base);
        if (role == "depth" &&
            !may_repeat(sized, probe, counts, sized.sizes[base].module, sized.sizes[base].value))
            role = "";
        if (role.empty()) {
            equations->fix(base);
        } else {
            by_role[role].push_back(base);
        }
    }
    std::vector<NamedSize> named;
    for (auto& [role, bases] : by_role) {
        if (bases.size() > kMostOfRole) {
            for (const std::uint32_t base : bases) equations->fix(base);
            continue;
        }
        for (const std::uint32_t base : bases)
            named.push_back({base, std::string(role), sentence_of(role), 0});
    }
    sort(named, [](const NamedSize& a, const NamedSize& b) { return a.size < b.size; });
    std::map<std::string, std::vector<NamedSize*>> of_role;
    for (NamedSize& one : named) of_role[one.name].push_back(&one);
    Namer namer(sized, classes, inputs);
    for (auto& [role, all] : of_role) namer.name(role, all);
    for (NamedSize& one : named) {
        if (sized.sizes[one.size].kind != SizeKind::Repeats || classes.at(one.size).members.size() > 1)
            continue;
        one.other_repeats = other_modules(sized, sized.sizes[one.size].module).value_or(0);
    }
    return named;
}

}  // namespace paramscope::adjust
