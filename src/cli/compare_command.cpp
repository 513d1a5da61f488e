#include "cli/compare_command.h"

#include <map>

#include "base/concat.h"
#include "cli/count_command.h"
#include "cli/messages.h"
#include "cli/print.h"
#include "cli/source.h"
#include "count/report/compare_tensors.h"
#include "formats/json_stream.h"
#include "formats/table.h"
#include "formats/unicode.h"

namespace paramscope::cli {
namespace {

using Kind = TensorDifference::Kind;

/// One of the two models.
struct Side {
    std::string source;
    Report report;
};

std::string shape_text(const PlacedTensor& tensor) {
    if (!tensor.shape) return "?";
    std::string text = "(";
    for (const Integer size : *tensor.shape) text += concat(text.size() > 1 ? ", " : "", to_string(size));
    return text + ")";
}

/// The property of a tensor that a difference of `kind` compares.
std::string property_text(const PlacedTensor* tensor, Kind kind) {
    if (tensor == nullptr) return "-";
    if (kind == Kind::Type) return tensor->dtype;
    if (kind == Kind::Role) return tensor->role == Role::Buffer ? "buffer" : "parameter";
    if (kind == Kind::Sharing) return tensor->shares.empty() ? "its own" : concat("shares ", tensor->shares);
    return shape_text(*tensor);
}

const std::string& path_of(const TensorDifference& difference) {
    return difference.left ? difference.left->path : difference.right->path;
}

/// `layers.7.mlp` as `layers.*.mlp`, to group differences that all layers have.
std::string without_numbers(std::string_view path) {
    std::string text;
    while (!path.empty()) {
        const std::size_t dot = std::min(path.find('.'), path.size());
        const std::string_view part = path.substr(0, dot);
        const bool is_number =
            !part.empty() && part.find_first_not_of("0123456789") == std::string_view::npos;
        text += concat(text.empty() ? "" : ".", is_number ? "*" : part);
        path.remove_prefix(std::min(dot + 1, path.size()));
    }
    return text;
}

/// Differences that are equal except for the numbers in their paths.
struct Group {
    const TensorDifference* first;
    std::size_t count = 0;
};

std::vector<Group> groups_of(const TensorComparison& comparison) {
    std::vector<Group> groups;
    std::map<std::string, std::size_t> positions;
    for (const TensorDifference& difference : comparison.differences) {
        const std::string key = concat(to_string(difference.kind), "\n", without_numbers(path_of(difference)),
                                       "\n", property_text(difference.left, difference.kind), "\n",
                                       property_text(difference.right, difference.kind));
        const auto [position, is_new] = positions.try_emplace(key, groups.size());
        if (is_new) groups.push_back({&difference});
        ++groups[position->second].count;
    }
    return groups;
}

Message parameters_of(const Side& side) {
    const NodeReport* root = side.report.root();
    if (!root || !root->parameters.value) return message("compare.unknown");
    std::string value = to_string(*root->parameters.value);
    return root->parameters.complete ? Message(std::move(value))
                                     : message("compare.at_least", {{"value", value}});
}

void add_line(std::string& text, const Message& line) {
    text.append(line.english()).append("\n");
}

void add_side(std::string& text, const Side& side, std::size_t tensors) {
    add_line(text, message("compare.side", {{"source", side.source},
                                            {"format", side.report.source},
                                            {"tensors", tensors},
                                            {"parameters", parameters_of(side)}}));
}

void add_prefix(std::string& text, const Side& side, const std::string& prefix) {
    if (prefix.empty()) return;
    add_line(text, message("compare.prefix", {{"source", side.source}, {"prefix", prefix}}));
}

/// Adds a line when print() may hide tensors of a model.
void add_completeness(std::string& text, const Side& side) {
    const NodeReport* root = side.report.root();
    if (root && root->parameters.complete) return;
    add_line(text, message("compare.may_be_incomplete", {{"source", side.source}}));
}

Message summary(const TensorComparison& comparison) {
    const std::size_t count = comparison.differences.size();
    if (count == 0) return message("compare.all_same", {{"count", comparison.same}});
    return message("compare.summary",
                   {{"same", comparison.same == 1 ? message("compare.one_same")
                                                  : message("compare.same", {{"count", comparison.same}})},
                    {"differences", count == 1 ? message("compare.one_difference")
                                               : message("compare.differences", {{"count", count}})}});
}

std::string difference_table(const Side& left, const Side& right, const TensorComparison& comparison) {
    AlignedTable table;
    for (const char* heading : {"difference", "tensor"}) table.add_column(heading, AlignedTable::Align::Left);
    table.add_column("times", AlignedTable::Align::Right);
    for (const Side* side : {&left, &right}) table.add_column(side->source, AlignedTable::Align::Left);
    for (const Group& group : groups_of(comparison)) {
        const TensorDifference& first = *group.first;
        table.add_row({std::string(to_string(first.kind)), path_of(first),
                       group.count > 1 ? std::to_string(group.count) : "",
                       property_text(first.left, first.kind), property_text(first.right, first.kind)});
    }
    return table.text();
}

std::string comparison_text(const Side& left, const Side& right, const TensorComparison& comparison) {
    std::string text;
    add_side(text, left, comparison.left.size());
    add_side(text, right, comparison.right.size());
    add_prefix(text, left, comparison.left_prefix);
    add_prefix(text, right, comparison.right_prefix);
    add_completeness(text, left);
    add_completeness(text, right);
    if (!comparison.is_complete) add_line(text, message("compare.limit"));
    text += "\n";
    add_line(text, summary(comparison));
    if (!comparison.differences.empty()) text.append("\n").append(difference_table(left, right, comparison));
    return text;
}

void write_side(JsonStream& json, const char* name, const Side& side, std::size_t tensors,
                const std::string& prefix) {
    const NodeReport* root = side.report.root();
    json.key(name);
    json.object([&] {
        json.member("source", side.source);
        json.member("format", side.report.source);
        json.member("tensors", Integer(tensors));
        json.member("parameters", root ? root->parameters.value : std::nullopt);
        json.member("parameters_complete", root && root->parameters.complete);
        json.member("prefix", prefix);
    });
}

void write_tensor(JsonStream& json, const char* name, const PlacedTensor* tensor) {
    json.key(name);
    if (tensor == nullptr) return json.null();
    json.object([&] {
        json.member("path", tensor->path);
        json.member("shape", tensor->shape);
        json.member("dtype", tensor->dtype);
        json.member("role", tensor->role == Role::Buffer ? "buffer" : "parameter");
        json.member("shares", tensor->shares);
    });
}

std::string comparison_json(const Side& left, const Side& right, const TensorComparison& comparison) {
    JsonStream json(2);
    json.object([&] {
        json.member("format", "paramscope-comparison");
        json.member("version", Integer(1));
        write_side(json, "left", left, comparison.left.size(), comparison.left_prefix);
        write_side(json, "right", right, comparison.right.size(), comparison.right_prefix);
        json.member("complete", comparison.is_complete);
        json.member("same", Integer(comparison.same));
        json.key("differences");
        json.array([&] {
            for (const TensorDifference& difference : comparison.differences) {
                json.object([&] {
                    json.member("kind", to_string(difference.kind));
                    write_tensor(json, "left", difference.left);
                    write_tensor(json, "right", difference.right);
                });
            }
        });
    });
    return json.take() + "\n";
}

/// Reads and counts one side. Prints its errors; nullopt when there are any.
std::optional<Side> read_side(std::string_view source, const CountOptions& options) {
    const std::string name = shown_source(source);
    const Result<open::Opened> opened = open_source(source);
    if (!opened) {
        print_error(name, opened.error().message);
        return std::nullopt;
    }
    Side side{name, count_opened(*opened, source, options)};
    return has_errors(side.report.diagnostics) ? std::nullopt : std::optional(std::move(side));
}

}  // namespace

int compare_command(const CommandLine& line) {
    const std::optional<CountOptions> options = read_count_options(line);
    if (!options) return kWrongInput;
    const std::optional<Side> left = read_side(line.source, *options),
                              right = read_side(line.other, *options);
    if (!left || !right) return kWrongInput;
    const TensorComparison comparison = compare_tensors(left->report, right->report);
    const std::string text = line.format == "json" ? comparison_json(*left, *right, comparison)
                                                   : printable(comparison_text(*left, *right, comparison));
    const int written = print_output(text);
    return written == kCounted && !comparison.differences.empty() ? kDifferent : written;
}

}  // namespace paramscope::cli
