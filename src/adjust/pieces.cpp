// Joins the pieces of a model whose forward pass is unknown. The order of the text is nearly always that of
// the calls: a piece that reads as many features as the one before it gives reads those. Where sizes have
// another explanation they stay numbers: a wrong join would give models that PyTorch refuses.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <vector>

#include "adjust/structure.h"
#include "base/ranges.h"

namespace paramscope::adjust {
namespace {

/// Parts of one output that are used apart, as queries, keys and values, or outputs that are put side by
/// side.
constexpr std::int64_t kMostParts = 4;
/// Limit for the different numbers of features of which sums are formed; with more, every number may be one.
constexpr std::size_t kMostSources = 32;
/// Limit for the pieces that are joined; beyond it every size of theirs stays a number.
constexpr std::size_t kMostPieces = 2'000;

/// What one piece reads and gives.
struct Link {
    std::optional<Polynomial> reads, gives;
    std::int64_t read = 0, given = 0;  ///< their numbers, 0 for none
    bool is_map = false, keeps = false;
    std::optional<std::size_t> before;  ///< the last piece before it that gives features of its own
    bool is_in_order = false;           ///< it reads as many as that one gives
};

/// All places of one number of features.
struct FeatureUses {
    std::vector<std::size_t> readers, givers;
    bool is_kept_by_layer = false;  ///< a layer reads and gives as many
};

class PieceJoiner {
  public:
    PieceJoiner(const ProbeResult& probe, Equations* equations) : probe_(probe), equations_(*equations) {}

    void run() {
        collect();
        if (links_.empty()) return;
        const auto explain_reader = [this](std::size_t reader) { explain(reader); };
        for (const auto& [number, value] : values_)
            if (value.givers.empty())
                std::for_each(value.readers.begin(), value.readers.end(), explain_reader);
        for (const auto& [number, value] : values_)
            if (!value.givers.empty()) join(number, value);
    }

  private:
    std::int64_t number_of(const Polynomial& features) const {
        const SymbolValues values = [&](std::string_view name) -> std::optional<Rational> {
            const auto size = size_of_symbol(name);
            return size ? std::optional(Rational(equations_.value(*size))) : std::nullopt;
        };
        const Result<Rational> number = evaluate(features, values);
        return number && number->is_integer() ? static_cast<std::int64_t>(number->numerator()) : 0;
    }

    void collect() {
        std::optional<std::size_t> before;
        for (const Piece& piece : probe_.pieces) {
            Link link{piece.reads, piece.gives, 0, 0, piece.is_map, piece.keeps, before, false};
            if (piece.reads) link.read = number_of(*piece.reads);
            if (piece.gives) link.given = number_of(*piece.gives);
            link.is_in_order = before && links_[*before].given == link.read;
            const std::size_t index = links_.size();
            links_.push_back(std::move(link));
            if (piece.reads) values_[links_.back().read].readers.push_back(index);
            if (!piece.gives || piece.keeps) continue;
            values_[links_.back().given].givers.push_back(index);
            if (links_.back().read == links_.back().given)
                values_[links_.back().given].is_kept_by_layer = true;
            before = index;
        }
        last_ = before;
        for (const Link& link : links_) {
            const std::int64_t number = link.before || link.read == 0 ? link.given : link.read;
            if (number > 0) sources_.insert(number);
            if (link.given > 0) sources_.insert(link.given);
        }
    }

    /// Joins the places of one number, as far as they have one explanation.
    void join(std::int64_t number, const FeatureUses& value) {
        if (value.readers.empty()) {
            for (const std::size_t giver : value.givers) join_unread(giver);
        } else if (is_input_and_output(value)) {
            return;
        } else if (is_chain(value)) {
            for (const std::size_t reader : value.readers)
                if (links_[reader].before) join_with(*links_[reader].before, reader);
        } else if (may_be_parts(number, value)) {
            for (const std::size_t reader : value.readers) fix_explanations(reader);
            for (const std::size_t giver : value.givers) equations_.fix_all(*links_[giver].gives);
        } else {
            join_all(value);
        }
    }

    /// True for a number of features that only the input and the output of the model have.
    bool is_input_and_output(const FeatureUses& value) const {
        const bool is_read_from_input =
            none_of(value.readers, [&](std::size_t reader) { return links_[reader].before.has_value(); });
        return is_read_from_input && value.givers.size() == 1 && value.givers.front() == last_;
    }

    /// True where each piece reads what is right before it, and nothing else has as many features.
    bool is_chain(const FeatureUses& value) const {
        std::set<std::size_t> read;
        for (const std::size_t reader : value.readers) {
            const Link& link = links_[reader];
            if (!link.before) continue;
            if (!link.is_in_order) return false;
            if (!link.keeps && !read.insert(*link.before).second) return false;  // two read it
        }
        const bool all_are_read = all_of(value.givers, [&](std::size_t giver) {
            return giver == last_ || read.contains(giver) || flattened_.contains(giver);
        });
        return !value.is_kept_by_layer && all_are_read;
    }

    /// True where a reader out of order may read several outputs side by side.
    bool may_be_parts(std::int64_t number, const FeatureUses& value) const {
        const bool is_out_of_order = any_of(value.readers, [&](std::size_t reader) {
            return links_[reader].before && !links_[reader].is_in_order && !links_[reader].keeps;
        });
        return is_out_of_order && any_of(sources_, [&](std::int64_t part) {
                   return part < number && may_be_sum(number - part, kMostParts - 1);
               });
    }

    /// True where so many features may be those of up to `parts` outputs, or inputs, side by side.
    bool may_be_sum(std::int64_t number, std::int64_t parts) const {
        if (number == 0) return true;
        if (parts == 0) return false;
        if (sources_.size() > kMostSources) return true;
        return any_of(sources_, [&](std::int64_t part) {
            return part <= number && may_be_sum(number - part, parts - 1);
        });
    }

    void join_with(std::size_t giver, std::size_t reader) {
        equations_.require_equal(*links_[giver].gives, *links_[reader].reads);
    }

    void join_all(const FeatureUses& value) {
        const Polynomial& first = *links_[value.givers.front()].gives;
        for (const std::size_t giver : value.givers) equations_.require_equal(first, *links_[giver].gives);
        for (const std::size_t reader : value.readers) equations_.require_equal(first, *links_[reader].reads);
    }

    /// An output that nothing of as many features reads: that of the model, or three parts of it.
    void join_unread(std::size_t giver) {
        const bool is_output = giver == last_ && !may_be_read_in_sum(links_[giver].given);
        if (is_output || flattened_.contains(giver) || join_parts(giver)) return;
        equations_.fix_all(*links_[giver].gives);
        for (const auto& [number, value] : values_) {
            if (number < 1 || number >= links_[giver].given || links_[giver].given % number != 0) continue;
            for (const std::size_t reader : value.readers) equations_.fix_all(*links_[reader].reads);
        }
    }

    /// True where a piece that is first, or out of order, may read so many features side by side with others.
    bool may_be_read_in_sum(std::int64_t number) const {
        return any_of(links_, [&](const Link& link) {
            const bool is_out_of_order = link.reads && !link.keeps && !link.is_in_order;
            return is_out_of_order && link.read > number && may_be_sum(link.read - number, kMostParts - 1);
        });
    }

    /// Queries, keys and values of one projection: it gives three times what it reads, as the next layer
    /// does.
    bool join_parts(std::size_t giver) {
        const Link& link = links_[giver];
        const auto next =
            std::find_if(links_.begin() + static_cast<std::ptrdiff_t>(giver) + 1, links_.end(),
                         [](const Link& candidate) { return candidate.reads && !candidate.keeps; });
        const bool is_projection = link.reads && !link.is_map && link.given == 3 * link.read &&
                                   next != links_.end() && next->read == link.read;
        if (is_projection) equations_.require_equal(*link.gives, Polynomial(3) * *link.reads);
        return is_projection;
    }

    /// A number of features that no piece gives.
    void explain(std::size_t reader) {
        const Link& link = links_[reader];
        const bool is_input = !link.before;
        if (!is_input && !join_flattened(reader)) fix_explanations(reader);
    }

    /// A square map whose positions become features: 64 channels of 12 by 12 are 9216.
    bool join_flattened(std::size_t reader) {
        const Link &giver = links_[*links_[reader].before], &link = links_[reader];
        if (!giver.is_map || link.is_map || giver.given < 1 || link.read % giver.given != 0) return false;
        const std::int64_t positions = link.read / giver.given;
        const auto side = static_cast<std::int64_t>(std::llround(std::sqrt(static_cast<double>(positions))));
        if (side * side != positions) return false;
        equations_.require_equal(*link.reads, Polynomial(positions) * *giver.gives);
        flattened_.insert(*link.before);
        return true;
    }

    /// Fixes what a piece reads, and all that may be a part of it, or of which it may be a part.
    void fix_explanations(std::size_t reader) {
        const std::int64_t number = links_[reader].read;
        equations_.fix_all(*links_[reader].reads);
        for (const auto& [other, value] : values_) {
            if (other < 1 || number < 1 || value.givers.empty()) continue;
            const bool may_be_flat = may_be_part_of(other, number);
            const bool may_be_part = other <= number && may_be_sum(number - other, kMostParts - 1);
            const bool may_be_split = other > number && other % number == 0;
            if (!may_be_flat && !may_be_part && !may_be_split) continue;
            for (const std::size_t giver : value.givers) equations_.fix_all(*links_[giver].gives);
        }
    }

    const ProbeResult& probe_;
    Equations& equations_;
    std::vector<Link> links_;
    std::map<std::int64_t, FeatureUses> values_;
    std::set<std::int64_t> sources_;   ///< numbers of features that pieces give, or that the model reads
    std::optional<std::size_t> last_;  ///< the last piece that gives features of its own
    std::set<std::size_t> flattened_;  ///< pieces whose maps a linear layer reads as features
};

void add_numbers(const paramscope::Value& value, std::set<std::int64_t>* numbers) {
    for (const paramscope::Value& item : value.items) add_numbers(item, numbers);
    if (value.kind == paramscope::Value::Kind::Number) numbers->insert(value.number.whole().value_or(0));
}

}  // namespace

void join_pieces(const SizedModel& sized, const ProbeResult& probe, Equations* equations) {
    if (probe.pieces.size() <= kMostPieces) return PieceJoiner(probe, equations).run();
    for (std::uint32_t i = 0; i < sized.sizes.size(); ++i) equations->fix(i);
}

void fix_of_unknown_modules(const SizedModel& sized, const ProbeResult& probe, Equations* equations) {
    std::set<std::int64_t> numbers;
    for (const std::uint32_t module : probe.unknown_modules) {
        const TextModule& unknown = sized.modules[module];
        for (const Argument& argument : unknown.module->arguments.list())
            add_numbers(argument.value, &numbers);
        for (const Tensor& tensor : unknown.module->tensors)
            for (const Polynomial& size : tensor.shape) numbers.insert(size.whole().value_or(0));
        for (std::uint32_t i = unknown.first_size; i < unknown.last_size; ++i) {
            numbers.insert(sized.sizes[i].value);
            equations->fix(i);
        }
    }
    for (std::uint32_t i = 0; i < sized.sizes.size() && !numbers.empty(); ++i) {
        const Size& size = sized.sizes[i];
        const bool is_feature =
            size.kind != SizeKind::Rows && size.kind != SizeKind::Repeats && size.value > 1;
        const bool is_among =
            is_feature && (numbers.size() > kMostNumbers || any_of(numbers, [&](std::int64_t number) {
                               return number > 1 && may_be_part_of(size.value, number);
                           }));
        if (is_among) equations->fix(i);
    }
}

}  // namespace paramscope::adjust
