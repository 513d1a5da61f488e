#include "cli/compare_command.h"

#include <algorithm>
#include <cstdint>

#include "algebra/print.h"
#include "base/concat.h"
#include "cli/count_command.h"
#include "cli/messages.h"
#include "cli/print.h"
#include "cli/source.h"
#include "count/report/cause_words.h"
#include "count/report/causes.h"
#include "count/report/compare_modules.h"
#include "count/report/compare_tensors.h"
#include "count/report/difference_rows.h"
#include "formats/escape.h"
#include "formats/json_stream.h"
#include "formats/numbers.h"
#include "formats/table.h"
#include "formats/unicode.h"
#include "formats/waterfall.h"

namespace paramscope::cli {
namespace {

constexpr std::size_t kMostModuleRows = 100;

/// One of the two models.
struct Side {
    std::string source;
    Report report;
};

/// Both comparisons of two models.
struct Comparison {
    TensorComparison tensors;
    std::vector<ModuleDifference> modules;
    std::vector<Cause> causes;
};

/// The index of the module that a prefix of tensor names ("model.") belongs to.
std::uint32_t find_part(const Report& report, std::string_view prefix) {
    if (prefix.ends_with('.')) prefix.remove_suffix(1);
    return report.find(prefix).value_or(0);
}

Comparison compare(const Report& left, const Report& right) {
    Comparison comparison{compare_tensors(left, right), {}, {}};
    const std::uint32_t left_root = find_part(left, comparison.tensors.left_prefix);
    const std::uint32_t right_root = find_part(right, comparison.tensors.right_prefix);
    const std::vector<ModulePair> pairs = compare_modules(left, right, left_root, right_root);
    comparison.modules = module_differences(left, right, pairs);
    comparison.causes = find_causes(left, right, pairs);
    return comparison;
}

std::string table_text(const std::vector<DifferenceRow>& rows, std::string_view path_heading,
                       const Side& left, const Side& right, std::size_t most) {
    AlignedTable table;
    table.add_column("difference", AlignedTable::Align::Left);
    table.add_column(path_heading, AlignedTable::Align::Left);
    table.add_column("times", AlignedTable::Align::Right);
    for (const Side* side : {&left, &right}) table.add_column(side->source, AlignedTable::Align::Left);
    const std::size_t shown = std::min(rows.size(), most);
    for (std::size_t i = 0; i < shown; ++i) {
        const DifferenceRow& row = rows[i];
        table.add_row({std::string(row.kind), row.path, row.count > 1 ? std::to_string(row.count) : "",
                       row.left, row.right});
    }
    if (shown == rows.size()) return table.text();
    return concat(table.text(), message("compare.more_rows", {{"count", rows.size() - shown}}).english(),
                  "\n");
}

// ---- modules ----

std::string amount_text(const Quantity& quantity) {
    if (!quantity.value) return message("compare.unknown").english();
    std::string value = to_string(*quantity.value);
    return quantity.is_complete() ? value
                                  : message("compare.at_least", {{"value", std::move(value)}}).english();
}

/// The property of a module that a difference of `kind` compares.
std::string module_text(const Report& report, std::uint32_t node, ModuleDifference::Kind kind) {
    using Kind = ModuleDifference::Kind;
    if (node == kNoNode) return "-";
    const NodeReport& row = report.nodes[node];
    if (kind == Kind::Parameters) return amount_text(row.facts->parameters);
    if (kind == Kind::Flops) return amount_text(row.facts->flops);
    if (kind == Kind::Repeat) return row.facts->repeat().value ? to_string(*row.facts->repeat().value) : "?";
    return std::string(row.type);
}

std::vector<DifferenceRow> module_rows(const Side& left, const Side& right,
                                       const std::vector<ModuleDifference>& differences) {
    std::vector<DifferenceRow> rows;
    for (const ModuleDifference& difference : differences) {
        const bool has_left = difference.left != kNoNode;
        std::string path = has_left ? left.report.path(difference.left) : right.report.path(difference.right);
        rows.push_back({to_string(difference.kind), path.empty() ? "(root)" : std::move(path),
                        module_text(left.report, difference.left, difference.kind),
                        module_text(right.report, difference.right, difference.kind)});
    }
    return grouped(std::move(rows));
}

// ---- text ----

Message parameters_of(const Side& side) {
    const NodeReport* root = side.report.root();
    return root ? Message(amount_text(root->facts->parameters)) : message("compare.unknown");
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
    if (root && root->facts->parameters.is_complete()) return;
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

Message module_summary(const std::vector<ModuleDifference>& differences) {
    const std::size_t count = differences.size();
    return count == 1 ? message("compare.one_module_difference")
                      : message("compare.module_differences", {{"count", count}});
}

std::string with_sign(Integer amount) {
    return concat(amount > 0 ? "+" : "", with_thousands(amount));
}

/// The causes of the difference in one measure, with the totals around them, as rows of text: amount, cause,
/// where, formula.
std::vector<std::vector<std::string>> cause_rows(const Report& left, const Report& right,
                                                 const std::vector<Cause>& causes, CauseMeasure measure) {
    const LargestCauses largest = largest_causes(causes, measure);
    if (largest.causes.empty()) return {};
    std::vector<std::vector<std::string>> rows = {{exact(total_of(left, measure)), "A", "", ""}};
    for (const Cause* cause : largest.causes) {
        rows.push_back({with_sign(cause->amount(measure)), title_of(*cause).english(),
                        place_of(*cause).english(), formula_of(left, right, *cause, measure)});
    }
    if (largest.smaller > 0)
        rows.push_back({with_sign(largest.smaller_amount), title_of_smaller(largest).english(), "", ""});
    rows.push_back({exact(total_of(right, measure)), "B", "", ""});
    return rows;
}

constexpr std::string_view kCauseHeadings[] = {"cause", "where", "formula"};

void add_causes(std::string& text, const Report& left, const Report& right,
                const std::vector<Cause>& causes) {
    for (std::size_t i = 0; i < kCauseMeasures; ++i) {
        const auto measure = static_cast<CauseMeasure>(i);
        std::vector<std::vector<std::string>> rows = cause_rows(left, right, causes, measure);
        if (rows.empty()) continue;
        AlignedTable table;
        table.add_column(to_string(measure), AlignedTable::Align::Right);
        for (const std::string_view heading : kCauseHeadings)
            table.add_column(heading, AlignedTable::Align::Left);
        for (std::vector<std::string>& row : rows) table.add_row(std::move(row));
        text.append("\n").append(table.text());
    }
}

std::string comparison_markdown(const Side& left, const Side& right, const std::vector<Cause>& causes) {
    std::string text =
        concat("# A: ", markdown_escaped(left.source), " — B: ", markdown_escaped(right.source), "\n");
    for (std::size_t i = 0; i < kCauseMeasures; ++i) {
        const auto measure = static_cast<CauseMeasure>(i);
        const auto rows = cause_rows(left.report, right.report, causes, measure);
        if (rows.empty()) continue;
        text += concat("\n| ", to_string(measure), " | cause | where | formula |\n|---:|---|---|---|\n");
        for (const std::vector<std::string>& row : rows) {
            for (const std::string& cell : row) text += concat("| ", markdown_escaped(cell), " ");
            text += "|\n";
        }
    }
    return text;
}

std::string comparison_text(const Side& left, const Side& right, const Comparison& comparison) {
    const TensorComparison& tensors = comparison.tensors;
    std::string text;
    add_side(text, left, tensors.left.size());
    add_side(text, right, tensors.right.size());
    add_prefix(text, left, tensors.left_prefix);
    add_prefix(text, right, tensors.right_prefix);
    add_completeness(text, left);
    add_completeness(text, right);
    if (!tensors.is_complete) add_line(text, message("compare.limit"));
    text += "\n";
    add_line(text, summary(tensors));
    if (!tensors.differences.empty()) {
        text.append("\n").append(table_text(tensor_rows(tensors), "tensor", left, right, SIZE_MAX));
    }
    add_causes(text, left.report, right.report, comparison.causes);
    if (comparison.modules.empty()) return text;
    text += "\n";
    add_line(text, module_summary(comparison.modules));
    const std::vector<DifferenceRow> modules = module_rows(left, right, comparison.modules);
    return text.append("\n").append(table_text(modules, "module", left, right, kMostModuleRows));
}

// ---- JSON ----

void write_side(JsonStream& json, const char* name, const Side& side, std::size_t tensors,
                const std::string& prefix) {
    const NodeReport* root = side.report.root();
    json.key(name);
    json.object([&] {
        json.member("source", side.source);
        json.member("format", side.report.source);
        json.member("tensors", Integer(tensors));
        json.member("parameters", root ? root->facts->parameters.value : std::nullopt);
        json.member("parameters_complete", root && root->facts->parameters.is_complete());
        json.member("prefix", prefix);
    });
}

void write_tensor(JsonStream& json, const char* name, const NamedTensor* tensor) {
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

void write_module(JsonStream& json, const char* name, const Report& report, std::uint32_t node) {
    json.key(name);
    if (node == kNoNode) return json.null();
    const NodeReport& row = report.nodes[node];
    json.object([&] {
        json.member("path", report.path(row));
        json.member("type", row.type);
        json.member("repeat", row.facts->repeat().value);
        json.member("parameters", row.facts->parameters.value);
        json.member("flops", row.facts->flops.value);
    });
}

/// Formulas of both sides by measure; only those that have one.
void write_formulas(JsonStream& json, const char* name, const std::array<Polynomial, 3>& formulas) {
    json.key(name);
    json.object([&] {
        for (std::size_t i = 0; i < formulas.size(); ++i) {
            if (formulas[i].is_zero() || formulas[i].is_faulted()) continue;
            json.member(to_string(static_cast<CauseMeasure>(i)), print(formulas[i], Notation::Plain));
        }
    });
}

void write_cause(JsonStream& json, const Side& left, const Side& right, const Cause& cause) {
    json.object([&] {
        json.member("kind", to_string(cause.kind));
        json.member("title", title_of(cause).english());
        json.member("place", cause.place);
        json.member("modules", cause.modules);
        for (std::size_t i = 0; i < kCauseMeasures; ++i)
            json.member(to_string(static_cast<CauseMeasure>(i)), cause.amounts[i]);
        write_formulas(json, "left_formulas", cause.left_formulas);
        write_formulas(json, "right_formulas", cause.right_formulas);
        json.key("variables");
        json.array([&] {
            for (const VariableChange& variable :
                 changed_variables(left.report, right.report, cause, CauseMeasure::Flops)) {
                json.object([&] {
                    json.member("name", variable.name);
                    json.member("before", to_string(variable.before));
                    json.member("after", to_string(variable.after));
                });
            }
        });
    });
}

std::string comparison_json(const Side& left, const Side& right, const Comparison& comparison) {
    const TensorComparison& tensors = comparison.tensors;
    JsonStream json(2);
    json.object([&] {
        json.member("format", "paramscope-comparison");
        json.member("version", Integer(1));
        write_side(json, "left", left, tensors.left.size(), tensors.left_prefix);
        write_side(json, "right", right, tensors.right.size(), tensors.right_prefix);
        json.member("complete", tensors.is_complete);
        json.member("same", Integer(tensors.same));
        json.key("differences");
        json.array([&] {
            for (const TensorDifference& difference : tensors.differences) {
                json.object([&] {
                    json.member("kind", to_string(difference.kind));
                    write_tensor(json, "left", difference.left);
                    write_tensor(json, "right", difference.right);
                });
            }
        });
        json.key("causes");
        json.array([&] {
            for (const Cause& cause : comparison.causes) write_cause(json, left, right, cause);
        });
        json.key("module_differences");
        json.array([&] {
            for (const ModuleDifference& difference : comparison.modules) {
                json.object([&] {
                    json.member("kind", to_string(difference.kind));
                    write_module(json, "left", left.report, difference.left);
                    write_module(json, "right", right.report, difference.right);
                });
            }
        });
    });
    return json.take() + "\n";
}

std::string written_comparison(std::string_view format, const Side& left, const Side& right,
                               const Comparison& comparison) {
    if (format == "json") return comparison_json(left, right, comparison);
    if (format == "markdown") return printable(comparison_markdown(left, right, comparison.causes));
    if (format == "waterfall")
        return write_waterfall(left.report, right.report, comparison.causes, left.source, right.source);
    return printable(comparison_text(left, right, comparison));
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
    const std::optional<Side> left = read_side(line.source, *options);
    const std::optional<Side> right = read_side(line.other, *options);
    if (!left || !right) return kWrongInput;
    const Comparison comparison = compare(left->report, right->report);
    const int written = print_output(written_comparison(line.format, *left, *right, comparison));
    return written == kCounted && !comparison.tensors.differences.empty() ? kDifferent : written;
}

}  // namespace paramscope::cli
