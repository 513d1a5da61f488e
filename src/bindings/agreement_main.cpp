// Chooses what is counted of a config and the headers of its weights for JavaScript, in the readers' program
// (web/open).
#include <algorithm>
#include <cstdint>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/concat.h"
#include "base/export.h"
#include "bindings/opener_host.h"
#include "count/count.h"
#include "formats/support/write.h"
#include "hub/choice.h"
#include "hub/parts.h"
#include "model/write.h"
#include "open/open.h"
#include "shipped/fetched_texts.h"

namespace paramscope::bindings {
namespace {

constexpr std::string_view kConfig = "config.json";
constexpr std::string_view kShipped = "shipped";

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

/// A file of a part, whose companions are the part's: "part0/model-00001-of-00002.safetensors".
class PartFile final : public open::ByteSource {
  public:
    PartFile(std::string prefix, std::unique_ptr<HostSource> file)
        : prefix_(std::move(prefix)), file_(std::move(file)) {}

    std::uint64_t size() const override { return file_->size(); }

    std::unique_ptr<ByteSource> sibling(std::string_view name) override {
        return file_named(concat(prefix_, name));
    }

    /// Opens the file of that name; nullptr for none.
    static std::unique_ptr<PartFile> open(const std::string& prefix, std::string_view name) {
        std::unique_ptr<HostSource> file = file_named(concat(prefix, name));
        return file == nullptr ? nullptr : std::make_unique<PartFile>(prefix, std::move(file));
    }

  private:
    bool fetch(std::uint64_t offset, std::span<char> buffer) override { return file_->read(offset, buffer); }

    std::string prefix_;
    std::unique_ptr<HostSource> file_;
};

/// The report of a model that could be read; nullopt for another one.
std::optional<Report> readable(Report report) {
    const bool is_read = report.model && report.root() != nullptr && !has_errors(report.diagnostics);
    return is_read ? std::optional(std::move(report)) : std::nullopt;
}

std::vector<std::string> lines_of(std::string_view text) {
    std::vector<std::string> lines;
    for (std::size_t begin = 0; begin <= text.size();) {
        const std::size_t end = std::min(text.find('\n', begin), text.size());
        lines.emplace_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return lines;
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

/// Counts the files whose names begin with `prefix`; nullopt where none can be read.
std::optional<Chosen> chosen_part(const std::string& prefix) {
    const std::unique_ptr<PartFile> config = PartFile::open(prefix, kConfig);
    const std::unique_ptr<PartFile> weights = PartFile::open(prefix, "weights");
    std::optional<Report> of_config =
        config != nullptr ? readable(count_file(*config, kConfig)) : std::nullopt;
    std::optional<Report> of_weights = weights != nullptr ? readable(count_file(*weights, "")) : std::nullopt;
    if (!of_config && !of_weights) return std::nullopt;
    return choose_of(std::move(of_config), std::move(of_weights));
}

/// The report of what was chosen, with the types of the files.
Report report_of(Chosen&& chosen) {
    return chosen.choice.typed ? count_text(write_model_text(*chosen.choice.typed))
                               : std::move(chosen.report);
}

/// The whole of the main model, if there is one, and of the parts that the file `parts` names, behind the
/// type of the whole: their files are `part0/weights`, `part0/config.json` … A part that cannot be read is
/// missing.
std::string with_parts(std::optional<Report> main) {
    const std::vector<std::string> lines = lines_of(whole_file("parts"));
    std::vector<hub::ModelPart> parts;
    const std::string& type = lines.front();
    if (main) parts.push_back({std::string(hub::name_of_main(type)), std::move(*main)});
    bool are_all = true;
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        std::optional<Chosen> part = chosen_part(concat("part", i, "/"));
        are_all = are_all && part;
        if (part) parts.push_back({lines[i + 1], report_of(std::move(*part))});
    }
    if (parts.empty()) return "";
    open::OpenedModel joined = write_model_text(hub::join_parts(type, parts));
    if (!are_all) joined.state_basis(Basis::Partial);
    return joined.text();
}

}  // namespace

extern "C" {

/// Chooses what is counted of fetched files: weights, of which file 0 is opened, the file `config.json`, or
/// both, which are compared then; neither for a pipeline. The file `shipped` has the texts beside the
/// program. Answers with the remark on both, as JSON, with "yes" when nothing differs, with what is counted
/// ("config" or "weights"), and with the text of that model in the types of the files and with its parts (the
/// file `parts`), "" where it is as its file says.
PARAMSCOPE_EXPORT void choose_fetched() {
    std::set_new_handler([] { opener_out_of_memory(); });
    add_fetched_texts(whole_file("shipped"));
    const std::string first = text_from(opener_name);
    std::optional<Report> config, weights;
    if (const std::unique_ptr<HostSource> file = file_named(std::string(kConfig)))
        config = count_file(*file, kConfig);
    if (HostSource file(0); first != kConfig && first != kShipped) weights = count_file(file, first);
    std::optional<Chosen> main;
    if (config || weights) main = choose_of(std::move(config), std::move(weights));
    const hub::Choice choice = main ? main->choice : hub::Choice();
    std::string text = choice.typed ? write_model_text(*choice.typed) : "";
    if (file_named("parts") != nullptr)
        text = with_parts(main ? readable(report_of(std::move(*main))) : std::nullopt);
    answer("diagnostics", choice.remark.message.empty() ? "[]" : write_json_diagnostics({choice.remark}, ""));
    answer("same", choice.is_same ? "yes" : "no");
    answer("counted", choice.is_of_weights ? "weights" : "config");
    answer("text", text);
}
}

}  // namespace paramscope::bindings
