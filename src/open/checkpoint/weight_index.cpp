// Opens a checkpoint by its index: a JSON object whose weight_map gives the file of each tensor.
#include <map>
#include <optional>

#include "base/concat.h"
#include "base/ranges.h"
#include "open/checkpoint/checkpoint.h"
#include "open/checkpoint/messages.h"
#include "open/checkpoint/parts.h"
#include "open/checkpoint/stated_bits.h"
#include "open/formats.h"
#include "open/support/json.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kLargestIndex = 64u << 20;
constexpr std::size_t kMostFiles = 10'000;

class WeightIndex {
  public:
    WeightIndex(ByteSource& file, CheckpointContents& contents) : file_(file), contents_(contents) {}

    void read(const JsonValue& root) {
        count_files(root.find("weight_map"));
        for (const auto& [name, tensors] : files_) read_file(name, tensors);
        report_missing(root.find("metadata").find("total_size"));
    }

  private:
    void count_files(const JsonValue& map) {
        for (const JsonValue file_name : map.items()) {
            ++tensor_count_;
            if (files_.size() < kMostFiles) ++files_[file_name.string()];
        }
    }

    void read_file(const std::string& name, std::size_t tensors) {
        const std::unique_ptr<ByteSource> shard = file_.sibling(name);
        const std::size_t before = contents_.tensors().tensors.size();
        if (shard == nullptr) {
            if (missing_++ == 0) first_missing_ = name;
            missing_tensors_ += tensors;
        } else if (!read_checkpoint(*shard, name, contents_)) {
            contents_.add_error(message("weight_index.not_a_checkpoint", {{"file", sanitize_text(name)}}), 0);
        } else if (const std::size_t found = contents_.tensors().tensors.size() - before; found != tensors) {
            contents_.add_missing(
                message("weight_index.wrong_count",
                        {{"file", sanitize_text(name)}, {"actual", found}, {"expected", tensors}}));
        }
    }

    void report_missing(const JsonValue& total) {
        if (missing_ == 0) return;
        MessageArguments arguments = {{"missing", missing_},
                                      {"files", files_.size()},
                                      {"tensors", tensor_count_},
                                      {"missing_tensors", missing_tensors_},
                                      {"first", sanitize_text(first_missing_)}};
        const std::optional<Integer> bytes = total.integer();
        if (!bytes)
            return contents_.add_error(message("weight_index.missing_files", std::move(arguments)), 0);
        arguments.emplace_back("bytes", to_string(*bytes));
        arguments.emplace_back("halves", to_string(*bytes / 2));
        contents_.add_error(message("weight_index.missing_files_of_size", std::move(arguments)), 0);
    }

    ByteSource& file_;
    CheckpointContents& contents_;
    std::map<std::string, std::size_t> files_;
    std::size_t tensor_count_ = 0, missing_ = 0, missing_tensors_ = 0;
    std::string first_missing_;
};

/// True where `bytes` are those of `numbers` of one common size. An index may count tied weights twice, and
/// gives their bytes once.
bool fits_bytes(const Integer& numbers, const Integer& bytes) {
    constexpr int kSizes[] = {1, 2, 4, 8};
    return any_of(kSizes, [&](int size) { return numbers * size == bytes; });
}

/// The number of parameters that an index states, for one whose files are missing; nullopt for none.
std::optional<Opened> open_stated(const JsonValue& metadata, std::string text) {
    const JsonValue stated = metadata.find("total_parameters");
    const Integer total = stated.integer().value_or(0);
    if (total <= 0) return std::nullopt;
    const bool is_sure = fits_bytes(total, metadata.find("total_size").integer().value_or(0));
    Opened opened;
    opened.basis = is_sure ? Basis::Printed : Basis::Approximate;
    opened.model = concat("Model(\n  (parameters): Parameter(", to_string(total), ")\n)\n");
    opened.diagnostics.push_back(
        {Severity::Warning, is_sure ? message("weight_index.stated") : message("weight_index.stated_roughly"),
         stated.span()});
    opened.source_text = std::move(text);
    return opened;
}

}  // namespace

bool is_weight_index(const Beginning& beginning) {
    const std::size_t start = beginning.bytes.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos || beginning.bytes[start] != '{') return false;
    return beginning.bytes.find("\"weight_map\"") != std::string_view::npos ||
           beginning.name.ends_with(kIndexEnding);
}

Opened open_weight_index(ByteSource& file, const Beginning&) {
    Opened opened;
    std::string text = read_whole(file, kLargestIndex, opened);
    if (has_errors(opened.diagnostics)) return opened;
    CheckpointContents contents;
    const Result<JsonDocument> document = JsonDocument::parse(text);
    if (document) {
        WeightIndex(file, contents).read(document->root());
        if (contents.tensors().tensors.empty()) {
            if (auto stated = open_stated(document->root().find("metadata"), text)) return std::move(*stated);
        }
        read_stated_bits(file, contents);
        opened = contents.as_tensor_tree("Model");
    } else {
        opened.diagnostics.push_back({Severity::Error, document.error().message, document.error().span});
    }
    opened.source_text = std::move(text);
    return opened;
}

}  // namespace paramscope::open
