#include "adjust/structure.h"

#include <map>
#include <set>
#include <string>
#include <tuple>
#include <utility>

#include "base/ranges.h"
#include "count/library/block_rules.h"
#include "layers/catalogue/catalogue.h"

namespace paramscope::adjust {
namespace {

bool holds_only_modules(const Module& module) {
    return is_list_type(module.type) || module.type == "Sequential";
}

void require_equal_kinds(const SizedModel& sized, std::uint32_t module, SizeKind a, SizeKind b,
                         Equations* equations) {
    const auto first = sized.find(module, a), second = sized.find(module, b);
    if (first && second && equations->value(*first) == equations->value(*second))
        equations->require_equal(*first, *second);
}

/// The nearest module above that is of a class, and so has its sizes from a constructor of its own.
std::uint32_t class_around(const SizedModel& sized, std::uint32_t module) {
    do {
        module = sized.modules[module].parent;
    } while (module != 0 && holds_only_modules(*sized.modules[module].module));
    return module;
}

/// A place of a size in the modules of one class.
using Place = std::tuple<std::string, std::string, std::string_view, std::uint32_t, std::int64_t>;

void require_equal_in_classes(const SizedModel& sized, Equations* equations) {
    std::map<Place, std::uint32_t> first_at;
    for (std::uint32_t i = 0; i < sized.sizes.size(); ++i) {
        const Size& size = sized.sizes[i];
        if (size.kind == SizeKind::Repeats) continue;
        const std::uint32_t around = class_around(sized, size.module);
        if (around == 0) continue;
        Place place(sized.modules[around].module->type.str(), sized.path(size.module, around), size.parameter,
                    i - sized.modules[size.module].first_size, size.value);
        const auto [first, is_new] = first_at.emplace(std::move(place), i);
        if (!is_new) equations->require_equal(first->second, i);
    }
}

/// True when two modules have the same types, names and numbers all the way down.
bool are_alike(const SizedModel& sized, std::uint32_t a, std::uint32_t b) {
    const TextModule &first = sized.modules[a], &second = sized.modules[b];
    if (first.end - a != second.end - b) return false;
    for (std::uint32_t i = a, k = b; i < first.end; ++i, ++k) {
        const TextModule &x = sized.modules[i], &y = sized.modules[k];
        const bool is_same = x.module->type == y.module->type &&
                             (i == a || x.module->name == y.module->name) &&
                             x.last_size - x.first_size == y.last_size - y.first_size;
        if (!is_same) return false;
        for (std::uint32_t n = 0; n < x.last_size - x.first_size; ++n) {
            const Size &p = sized.sizes[x.first_size + n], &q = sized.sizes[y.first_size + n];
            if (p.value != q.value || p.parameter != q.parameter) return false;
        }
    }
    return true;
}

void require_equal_neighbours(const SizedModel& sized, Equations* equations) {
    for (std::uint32_t list = 0; list < sized.modules.size(); ++list) {
        if (!holds_only_modules(*sized.modules[list].module)) continue;
        std::uint32_t before = 0;
        for (std::uint32_t child = list + 1; child < sized.modules[list].end;
             child = sized.modules[child].end) {
            const bool is_composite = !sized.modules[child].module->children.empty();
            if (before != 0 && is_composite && are_alike(sized, before, child)) {
                const std::uint32_t begin = sized.modules[before].first_size;
                const std::uint32_t end = sized.modules[child].first_size;
                const std::uint32_t count = sized.modules[sized.modules[child].end - 1].last_size - end;
                for (std::uint32_t i = 0; i < count; ++i) {
                    if (sized.sizes[end + i].kind != SizeKind::Repeats)
                        equations->require_equal(begin + i, end + i);
                }
            }
            before = child;
        }
    }
}

/// Limit for the projections beside a normalization: attention has a few.
constexpr std::size_t kMostBeside = 64;

/// The projections beside a module, by what they give.
std::vector<std::uint32_t> outputs_beside(const SizedModel& sized, std::uint32_t module) {
    std::vector<std::uint32_t> outputs;
    const std::uint32_t parent = sized.modules[module].parent;
    for (std::uint32_t i = parent + 1; i < sized.modules[parent].end && outputs.size() < kMostBeside;
         i = sized.modules[i].end)
        if (const auto out = sized.find(i, SizeKind::Output)) outputs.push_back(*out);
    return outputs;
}

}  // namespace

bool may_be_part_of(std::int64_t features, std::int64_t number) {
    constexpr std::int64_t few = 4;  // those of an input or an output, which are no part of others
    return features > 0 && (features == number || (features >= few && number % features == 0));
}

void add_layer_rules(const SizedModel& sized, Equations* equations) {
    std::map<std::int64_t, std::uint32_t> rank_of_adapters;
    for (std::uint32_t i = 0; i < sized.modules.size(); ++i) {
        const TextModule& text = sized.modules[i];
        const Module& parent = *sized.modules[text.parent].module;
        if (parent.type == "MultiheadAttention" && text.module->name == "out_proj")
            require_equal_kinds(sized, i, SizeKind::Input, SizeKind::Output, equations);
        const auto rank = sized.find(i, SizeKind::Output);
        const bool is_down = text.module->name == "lora_A" || parent.name == "lora_A";
        if (rank && is_down) {
            const auto [first, is_new] = rank_of_adapters.emplace(equations->value(*rank), *rank);
            if (!is_new) equations->require_equal(first->second, *rank);
        }
        if (!sized.find(i, SizeKind::Groups)) continue;
        require_equal_kinds(sized, i, SizeKind::Input, SizeKind::Groups, equations);
        require_equal_kinds(sized, i, SizeKind::Input, SizeKind::Output, equations);
    }
}

void add_equal_modules(const SizedModel& sized, Equations* equations) {
    require_equal_in_classes(sized, equations);
    require_equal_neighbours(sized, equations);
}

void add_square_attention(const SizedModel& sized, const Requirements& requirements, Equations* equations) {
    const std::set<std::uint32_t> widths = equations->free_sizes(requirements.queries);
    for (std::uint32_t i = 0; i < sized.modules.size(); ++i) {
        const auto in = sized.find(i, SizeKind::Input), out = sized.find(i, SizeKind::Output);
        if (!in || !out) continue;
        for (const auto& [inner, outer] : {std::pair(*out, *in), std::pair(*in, *out)}) {
            const auto width = equations->base_of(inner);
            if (width && widths.contains(*width) && equations->value(*width) == equations->value(outer))
                equations->require_equal(*width, outer);
        }
    }
}

void add_head_norms(const SizedModel& sized, ProbeResult* probe, Equations* equations) {
    std::set<std::uint32_t> widths = equations->free_sizes(probe->requirements.queries);
    for (const auto& [query, key] : probe->requirements.multiple)
        widths.merge(equations->free_sizes({&key, 1}));
    for (std::uint32_t i = 0; i < sized.modules.size(); ++i) {
        const auto norm = sized.find(i, SizeKind::Kept);
        if (!norm || probe->is_called[i]) continue;
        const std::int64_t features = equations->value(*norm);
        for (const std::uint32_t output : outputs_beside(sized, i)) {
            const auto width = equations->base_of(output);
            if (!width || !widths.contains(*width) || equations->value(output) % features != 0) continue;
            probe->is_called[i] = true;
            if (equations->value(output) == features) {
                equations->require_equal(*norm, output);
            } else {
                probe->requirements.multiple.emplace_back(symbol_of(output), features);
            }
        }
        if (probe->is_called[i] && equations->base_of(*norm) == norm) equations->fix(*norm);
    }
}

void fix_unsolved_multiples(const Requirements& requirements, Equations* equations) {
    const auto is_simple = [&](const Polynomial& formula) {
        const Polynomial resolved = equations->resolve(formula);
        return resolved.is_constant() || (resolved.terms().size() == 1 && sizes_in(resolved).size() == 1);
    };
    for (const auto& [whole, part] : requirements.multiple) {
        if (is_simple(whole) && is_simple(part)) continue;
        equations->fix_all(whole);
        equations->fix_all(part);
    }
    for (const auto& [whole, place] : requirements.cut) {
        const Polynomial resolved = equations->resolve(place);
        const auto sizes = sizes_in(resolved);
        if (sizes.empty() && resolved.is_zero()) continue;
        const bool is_proportional =
            is_simple(whole) && is_simple(place) && sizes == sizes_in(equations->resolve(whole));
        if (is_proportional) continue;
        equations->fix_all(whole);
        equations->fix_all(place);
    }
}

void add_square_layers(const SizedModel& sized, const Requirements& requirements, Equations* equations) {
    const std::set<std::uint32_t> widths = equations->free_sizes(requirements.queries);
    std::set<std::pair<std::uint32_t, std::uint32_t>> steps;  // what layers lead from and to
    for (std::uint32_t i = 0; i < sized.modules.size(); ++i) {
        const auto in = sized.find(i, SizeKind::Input), out = sized.find(i, SizeKind::Output);
        const auto from = in ? equations->base_of(*in) : std::nullopt,
                   to = out ? equations->base_of(*out) : std::nullopt;
        if (from && to) steps.emplace(*from, *to);
    }
    for (std::uint32_t i = 0; i < sized.modules.size(); ++i) {
        const auto in = sized.find(i, SizeKind::Input), out = sized.find(i, SizeKind::Output);
        if (!in || !out || equations->value(*in) != equations->value(*out) || equations->are_equal(*in, *out))
            continue;
        if (find_layer(*sized.modules[i].module).family() != "linear") continue;
        const auto width = equations->base_of(*in), given = equations->base_of(*out);
        const bool is_square = width && given && widths.contains(*width) && !steps.contains({*given, *width});
        if (is_square) equations->require_equal(*in, *out);
    }
}

void fix_of_uncalled(const SizedModel& sized, const ProbeResult& probe, Equations* equations) {
    if (!probe.output && probe.pieces.empty()) return;
    std::set<std::uint32_t> called;  // the free sizes that called modules have
    const auto for_each_size = [&](bool is_called, const auto& visit) {
        for (std::uint32_t i = 0; i < sized.sizes.size(); ++i) {
            const Size& size = sized.sizes[i];
            if (size.kind != SizeKind::Repeats && probe.is_called[size.module] == is_called) visit(i, size);
        }
    };
    for_each_size(true, [&](std::uint32_t i, const Size&) {
        for (const std::uint32_t base : sizes_in(equations->size_formula(i))) called.insert(base);
    });
    std::set<std::int64_t> read;
    for_each_size(false, [&](std::uint32_t i, const Size& size) {
        const bool reads = size.kind == SizeKind::Input || size.kind == SizeKind::Kept;
        const auto bases = sizes_in(equations->size_formula(i));
        const bool is_known =
            !bases.empty() && all_of(bases, [&](std::uint32_t base) { return called.contains(base); });
        if (reads && !is_known) read.insert(size.value);
    });
    const bool may_be_any = read.size() > kMostNumbers;
    for_each_size(true, [&](std::uint32_t i, const Size& size) {
        const bool may_be_read =
            may_be_any || any_of(read, [&](std::int64_t value) { return may_be_part_of(size.value, value); });
        if (may_be_read && size.kind != SizeKind::Rows) equations->fix(i);
    });
}

}  // namespace paramscope::adjust
