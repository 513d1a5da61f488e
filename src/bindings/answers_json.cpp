#include "bindings/answers_json.h"

#include "count/count.h"
#include "formats/json_stream.h"
#include "formats/numbers.h"
#include "formats/write.h"

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

void write_approximation(JsonStream& json, const Explanation& explanation, Notation notation) {
    json.object([&] {
        json.member("formula", print(*explanation.approximation, notation));
        json.member("value", explanation.approximate_value);
        json.member("error", relative_error(explanation.relative_error));
        json.member("close", explanation.is_close());
    });
}

}  // namespace

std::string write_json_explanation(const Explanation& explanation, Notation notation) {
    JsonStream json(0);
    json.object([&] {
        json.key("total");
        write_explained(json, explanation.total, notation);
        json.key("parts");
        json.array([&] {
            for (const ExplainedLine& part : explanation.parts) write_explained(json, part, notation);
        });
        json.key("approximation");
        if (explanation.approximation) {
            write_approximation(json, explanation, notation);
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
        json.key("formats");
        json.array([&] {
            for (const ReportFormat& format : report_formats()) json.value(format.name);
        });
    });
    return json.take();
}

}  // namespace paramscope::bindings
