#include "bindings/answers_json.h"

#include "base/ranges.h"
#include "count/cost/memory.h"
#include "count/count.h"
#include "count/devices/devices.h"
#include "formats/comparison/comparison.h"
#include "formats/every_format.h"
#include "formats/support/json_stream.h"
#include "formats/support/numbers.h"

namespace paramscope::bindings {
namespace {

void write_explained(JsonStream& json, const ExplainedLine& line, Notation notation) {
    json.member("subject", line.subject);
    json.member("formula", line.formula_text(notation));
    json.member("numbers", line.numbers_text(notation));
    json.member("numbers_differ", line.numbers_differ());
    json.member("result", line.result);
    json.object("values", [&] {
        for (const auto& [name, value] : line.values) json.member(name, value);
    });
}

/// `with_numbers`: the equation has the side in numbers.
void write_named(JsonStream& json, std::string_view name, const NamedFormula& named, bool with_numbers,
                 Notation notation) {
    json.object(name, [&] {
        json.member("formula", print_factored(named.formula, notation));
        json.member("numbers", numbers_text(named, notation));
        json.member("numbers_differ", with_numbers);
        json.objects("sizes", named.sizes, [&](const NamedSize& size) {
            json.member("symbol", size.symbol);
            json.member("meaning", size.meaning);
            json.member("value", size.value);
            json.member("made_of", size.made_of.is_zero() ? "" : print(size.made_of, notation));
        });
    });
}

void write_approximation(JsonStream& json, const std::optional<Approximation>& known, Notation notation) {
    if (!known) return json.null("approximation");
    json.object("approximation", [&] {
        json.member("formula", print_factored(known->formula, notation));
        json.member("value", known->value);
        json.member("error", relative_error(known->relative_error));
    });
}

void write_device(JsonStream& json, const Device& device) {
    json.member("name", device.name);
    json.member("memory", device.memory);
    json.member("usable", device.usable());
    json.member("reserve", device.reserve());
    json.member("bandwidth", static_cast<Integer>(device.bandwidth));
    const std::pair<std::string_view, double> rates[] = {
        {"float32", device.float32},   {"tf32", device.tf32},     {"float16", device.float16},
        {"bfloat16", device.bfloat16}, {"float8", device.float8}, {"int8", device.int8}};
    for (const auto& [name, rate] : rates)
        json.member(name, rate > 0 ? std::optional(static_cast<Integer>(rate)) : std::nullopt);
    json.member("source", device.source);
}

void write_names(JsonStream& json, std::string_view key, const auto& rows) {
    json.array(key, rows, [&](const auto& row) { json.value(row.name); });
}

}  // namespace

std::string write_json_explanation(const Explanation& explanation, Notation notation) {
    const auto has_numbers_of = [sides = explanation.sides()](const NamedFormula& named) {
        return any_of(sides,
                      [&](const EquationSide& side) { return side.in_numbers && side.formula == &named; });
    };
    JsonStream json(0);
    json.object([&] {
        json.object("total", [&] { write_explained(json, explanation.total, notation); });
        if (explanation.layer) {
            write_named(json, "layer", *explanation.layer, has_numbers_of(*explanation.layer), notation);
        } else {
            json.null("layer");
        }
        write_named(json, "named", explanation.named, has_numbers_of(explanation.named), notation);
        json.objects("parts", explanation.parts,
                     [&](const ExplainedLine& part) { write_explained(json, part, notation); });
        write_approximation(json, explanation.approximation, notation);
    });
    return json.take();
}

std::string write_json_inventory() {
    JsonStream json(0);
    json.object([&] {
        json.objects("conventions", conventions(), [&](const Convention& convention) {
            json.member("name", convention.name);
            json.member("summary", convention.summary);
        });
        write_names(json, "formats", every_format());
        write_names(json, "comparison_formats", comparison_formats());
        write_names(json, "optimizers", optimizers());
        json.objects("devices", devices(), [&](const Device& device) { write_device(json, device); });
    });
    return json.take();
}

}  // namespace paramscope::bindings
