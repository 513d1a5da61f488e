#include "bindings/answers_json.h"

#include "count/cost/devices.h"
#include "count/cost/memory.h"
#include "count/count.h"
#include "formats/comparison/comparison.h"
#include "formats/every_format.h"
#include "formats/support/json_stream.h"
#include "formats/support/numbers.h"

namespace paramscope::bindings {
namespace {

void write_explained(JsonStream& json, const ExplainedLine& line, Notation notation) {
    json.object([&] {
        json.member("subject", line.subject);
        json.member("formula", line.formula_text(notation));
        json.member("numbers", line.numbers_text(notation));
        json.member("numbers_differ", line.numbers_differ());
        json.member("result", line.result);
        json.key("values");
        json.object([&] {
            for (const auto& [name, value] : line.values) json.member(name, value);
        });
    });
}

void write_approximation(JsonStream& json, const Approximation& approximation, Notation notation) {
    json.object([&] {
        json.member("formula", print_factored(approximation.formula, notation));
        json.member("value", approximation.value);
        json.member("error", relative_error(approximation.relative_error));
    });
}

void write_size(JsonStream& json, const NamedSize& size, Notation notation) {
    json.object([&] {
        json.member("symbol", size.symbol);
        json.member("meaning", size.meaning);
        json.member("value", size.value);
        json.member("made_of", size.made_of.is_zero() ? "" : print(size.made_of, notation));
    });
}

void write_named(JsonStream& json, const NamedFormula& named, Notation notation) {
    json.object([&] {
        json.member("formula", print_factored(named.formula, notation));
        json.member("numbers", numbers_text(named, notation));
        json.member("numbers_differ", named.numbers_differ());
        json.key("sizes");
        json.array([&] {
            for (const NamedSize& size : named.sizes) write_size(json, size, notation);
        });
    });
}

void write_device(JsonStream& json, const Device& device) {
    json.object([&] {
        json.member("name", device.name);
        json.member("memory", device.memory());
        json.member("bandwidth", static_cast<Integer>(device.bandwidth));
        const std::pair<std::string_view, double> rates[] = {{"float32", device.float32},
                                                             {"float16", device.float16},
                                                             {"bfloat16", device.bfloat16},
                                                             {"float8", device.float8},
                                                             {"int8", device.int8}};
        for (const auto& [name, rate] : rates)
            json.member(name, rate > 0 ? std::optional(static_cast<Integer>(rate)) : std::nullopt);
        json.member("source", device.source);
    });
}

template <typename Rows>
void write_names(JsonStream& json, const char* key, const Rows& rows) {
    json.key(key);
    json.array([&] {
        for (const auto& row : rows) json.value(row.name);
    });
}

}  // namespace

std::string write_json_explanation(const Explanation& explanation, Notation notation) {
    JsonStream json(0);
    json.object([&] {
        json.key("total");
        write_explained(json, explanation.total, notation);
        json.key("layer");
        if (explanation.layer) {
            write_named(json, *explanation.layer, notation);
        } else {
            json.null();
        }
        json.key("named");
        write_named(json, explanation.named, notation);
        json.key("parts");
        json.array([&] {
            for (const ExplainedLine& part : explanation.parts) write_explained(json, part, notation);
        });
        json.key("approximation");
        if (explanation.approximation) {
            write_approximation(json, *explanation.approximation, notation);
        } else {
            json.null();
        }
    });
    return json.take();
}

std::string write_json_inventory() {
    JsonStream json(0);
    json.object([&] {
        json.key("conventions");
        json.array([&] {
            for (const Convention& convention : conventions()) {
                json.object([&] {
                    json.member("name", convention.name);
                    json.member("summary", convention.summary);
                });
            }
        });
        write_names(json, "formats", every_format());
        write_names(json, "comparison_formats", comparison_formats());
        write_names(json, "optimizers", optimizers());
        json.key("devices");
        json.array([&] {
            for (const Device& device : devices()) write_device(json, device);
        });
    });
    return json.take();
}

}  // namespace paramscope::bindings
