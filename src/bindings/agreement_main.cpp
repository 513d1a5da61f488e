// Chooses what is counted of a config and the headers of its weights for JavaScript, in the readers' program
// (web/open).
#include <algorithm>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/concat.h"
#include "base/export.h"
#include "bindings/opener_host.h"
#include "count/count.h"
#include "formats/support/write.h"
#include "hub/choice.h"
#include "hub/further_modules.h"
#include "model/write.h"
#include "open/open.h"
#include "shipped/fetched_texts.h"

namespace paramscope::bindings {
namespace {

constexpr std::string_view kConfig = "config.json";

/// Counts a file of any format.
Report count_file(open::ByteSource& file, std::string_view name) {
    const open::Opened opened = open::open_model(file, name);
    return opened.model.model() != nullptr ? count(opened.model.model(), CountOptions())
                                           : count_text(opened.text());
}

/// The file of that name; nullptr for none.
std::unique_ptr<HostSource> file_named(const std::string& name) {
    const int file = opener_find(name.data(), name.size());
    return file < 0 ? nullptr : std::make_unique<HostSource>(static_cast<unsigned>(file));
}

/// The chosen model with the further modules in the files `module0`, `module1` …, whose names are lines of
/// the file `modules`. A module that cannot be read is missing.
std::string with_modules(const Report& main) {
    const std::string names = whole_file("modules");
    std::vector<hub::FurtherModule> modules;
    bool are_all = true;
    std::size_t begin = 0;
    for (std::size_t i = 0; begin < names.size(); ++i) {
        const std::size_t end = std::min(names.find('\n', begin), names.size());
        const std::unique_ptr<HostSource> file = file_named(concat("module", i));
        Report report = file != nullptr ? count_file(*file, "") : Report();
        const bool is_read = report.model && report.root() != nullptr && !has_errors(report.diagnostics);
        are_all = are_all && is_read;
        if (is_read) modules.push_back({names.substr(begin, end - begin), std::move(report)});
        begin = end + 1;
    }
    open::OpenedModel joined = write_model_text(hub::with_further_modules(main, modules));
    if (!are_all) joined.state_basis(Basis::Partial);
    return joined.text();
}

/// The model to count: hub::choose_model() decides between a config and weights; where only one was fetched,
/// it is that one.
struct Chosen {
    hub::Choice choice;
    Report report;  ///< of what is counted, with the types of its own file
};

Chosen choose_of(std::optional<Report> config, std::optional<Report> weights) {
    if (!config || !weights)
        return {{!config, std::nullopt, true, {}}, std::move(config ? *config : *weights)};
    Chosen chosen{hub::choose_model(*config, *weights), {}};
    chosen.report = std::move(chosen.choice.is_of_weights ? *weights : *config);
    return chosen;
}

}  // namespace

extern "C" {

/// Chooses what is counted of fetched files: weights, of which file 0 is opened, the file `config.json`, or
/// both, which are compared then. The file `shipped` has the texts beside the program. Answers with the
/// remark on both, as JSON, with "yes" when nothing differs, with what is counted ("config" or "weights"),
/// and with the text of that model in the types of the files and with further modules (`module0` …, named in
/// the file `modules`), "" where it is as its file says.
PARAMSCOPE_EXPORT void choose_fetched() {
    std::set_new_handler([] { opener_out_of_memory(); });
    add_fetched_texts(whole_file("shipped"));
    const std::string first = text_from(opener_name);
    std::optional<Report> config, weights;
    if (const std::unique_ptr<HostSource> file = file_named(std::string(kConfig)))
        config = count_file(*file, kConfig);
    if (HostSource file(0); first != kConfig) weights = count_file(file, first);
    const auto [choice, report] = choose_of(std::move(config), std::move(weights));
    std::string text = choice.typed ? write_model_text(*choice.typed) : "";
    if (file_named("modules") != nullptr) text = with_modules(text.empty() ? report : count_text(text));
    answer("diagnostics", choice.remark.message.empty() ? "[]" : write_json_diagnostics({choice.remark}, ""));
    answer("same", choice.is_same ? "yes" : "no");
    answer("counted", choice.is_of_weights ? "weights" : "config");
    answer("text", text);
}
}

}  // namespace paramscope::bindings
