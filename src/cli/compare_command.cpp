#include "cli/compare_command.h"

#include <map>

#include "base/concat.h"
#include "cli/count_command.h"
#include "cli/messages.h"
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

/// What of a tensor a difference is about.
std::string side_text(const PlacedTensor* tensor, Kind kind) {
    if (tensor == nullptr) return "-";
    if (kind == Kind::Type) return tensor->dtype;
    if (kind == Kind::Role) return tensor->role == Role::Buffer ? "buffer" : "parameter";
    if (kind == Kind::Sharing) return tensor->shares.empty() ? "its own" : concat("shares ", tensor->shares);
    return shape_text(*tensor);
}

const std::string& path_of(const TensorDifference& difference) {
    return difference.left ? difference.left->path : difference.right->path;
}

/// `layers.7.mlp` as `layers.*.mlp`: what is the same in all layers is told once.
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

/// Differences that are one but for the numbers of modules.
struct Group {
    const TensorDifference* first;
    std::size_t count = 0;
};

std::vector<Group> groups_of(const TensorComparison& comparison) {
    std::vector<Group> groups;
    std::map<std::string, std::size_t> places;
    for (const TensorDifference& difference : comparison.differences) {
        const std::string key = concat(to_string(difference.kind), "\n", without_numbers(path_of(difference)),
                                       "\n", side_text(difference.left, difference.kind), "\n",
                                       side_text(difference.right, difference.kind));
        const auto [place, is_new] = places.try_emplace(key, groups.size());
        if (is_new) groups.push_back({&difference});
        ++groups[place->second].count;
    }
    return groups;
}

std::string quantity_text(const Quantity& quantity) {
    if (!quantity.value) return "unknown";
    return concat(quantity.complete ? "" : "at least ", to_string(*quantity.value));
}

std::string side_line(const Side& side, std::size_t tensors) {
    const NodeReport* root = side.report.root();
    return concat(side.source, " (", side.report.source, "): ", tensors, " tensors, ",
                  root ? quantity_text(root->parameters) : "unknown", " parameters\n");
}

std::string prefix_line(const Side& side, const std::string& prefix) {
    return prefix.empty() ? ""
                          : concat("'", prefix, "' before the names of ", side.source, " is passed over\n");
}

/// Parts that print() hides are in no list of tensors.
std::string incomplete_line(const Side& side) {
    const NodeReport* root = side.report.root();
    if (root && root->parameters.complete) return "";
    return concat(side.source, " may have tensors that its text does not show\n");
}

std::string comparison_text(const Side& left, const Side& right, const TensorComparison& comparison) {
    std::string text =
        concat(side_line(left, comparison.left.size()), side_line(right, comparison.right.size()),
               prefix_line(left, comparison.left_prefix), prefix_line(right, comparison.right_prefix),
               incomplete_line(left), incomplete_line(right),
               comparison.is_complete ? "" : "only the first 500,000 tensors are compared\n");
    const std::size_t count = comparison.differences.size();
    text += count == 0 ? concat("\nall ", comparison.same, " tensors are the same\n")
                       : concat("\n", comparison.same, comparison.same == 1 ? " tensor is" : " tensors are",
                                " the same, ", count, count == 1 ? " difference\n\n" : " differences\n\n");
    if (count == 0) return text;
    AlignedTable table;
    for (const char* heading : {"difference", "tensor"}) table.add_column(heading, AlignedTable::Align::Left);
    table.add_column("times", AlignedTable::Align::Right);
    for (const Side* side : {&left, &right}) table.add_column(side->source, AlignedTable::Align::Left);
    for (const Group& group : groups_of(comparison)) {
        const TensorDifference& first = *group.first;
        table.add_row({std::string(to_string(first.kind)), path_of(first),
                       group.count > 1 ? std::to_string(group.count) : "", side_text(first.left, first.kind),
                       side_text(first.right, first.kind)});
    }
    return text + table.text();
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

/// Reads and counts one side; nullopt when it cannot be, which has then been said.
std::optional<Side> read_side(std::string_view source, const CountOptions& options) {
    const std::string name = shown_source(source);
    const Result<open::Opened> opened = open_source(source);
    if (!opened) {
        print_error(name, opened.error().message.english());
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
