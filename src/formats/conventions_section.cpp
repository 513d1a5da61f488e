#include "algebra/print.h"
#include "base/concat.h"
#include "count/explain/explain_conventions.h"
#include "formats/sections.h"
#include "formats/support/cells.h"
#include "formats/support/json_stream.h"
#include "formats/support/table.h"

namespace paramscope {
namespace {

using Align = AlignedTable::Align;

/// Each convention's figure, and below it what makes it differ from the default.
std::string figures(const Report& report, const TextLayout* layout) {
    AlignedTable table;
    table.add_column("convention", Align::Left);
    table.add_column("figure", Align::Right);
    table.add_column("because of", Align::Left, AlignedTable::Fit::Wrap);
    for (const ConventionFigure& figure : explain_conventions(report)) {
        table.add_row({std::string(figure.convention->name), exact(figure.total), ""});
        for (const ConventionTerm& term : figure.terms) {
            const std::string sign = term.difference > 0 ? "+" : "";
            table.add_row(
                {"", sign + with_thousands(term.difference),
                 concat(term.family, ": ", to_string(term.operation), " × ", with_thousands(term.times))});
        }
    }
    return table.text(layout);
}

void write_figures(JsonStream& json, const Report& report) {
    json.objects("conventions", explain_conventions(report), [&](const ConventionFigure& figure) {
        json.member("name", figure.convention->name);
        json.member("total", figure.total.value);
        json.member("complete", figure.total.is_complete());
        json.objects("terms", figure.terms, [&](const ConventionTerm& term) {
            json.member("family", term.family);
            json.member("operation", to_string(term.operation));
            json.member("times", term.times);
            json.member("difference", term.difference);
        });
    });
}

}  // namespace

const ReportSection kConventionsSection = {figures, write_figures};

}  // namespace paramscope
