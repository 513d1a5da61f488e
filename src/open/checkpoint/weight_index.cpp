// The index of a checkpoint in several files: a JSON object whose weight_map tells which file holds which
// tensor.
#include <map>

#include "base/concat.h"
#include "open/checkpoint/checkpoint.h"
#include "open/formats.h"
#include "open/support/json.h"

namespace paramscope::open {
namespace {

constexpr std::size_t kLargestIndex = 64u << 20;
constexpr std::size_t kMostFiles = 10'000;

class WeightIndex {
  public:
    WeightIndex(ByteSource& file, Contents& contents) : file_(file), contents_(contents) {}

    void read(const JsonValue& root) {
        count_files(root.find("weight_map"));
        for (const auto& [name, tensors] : files_) read_file(name, tensors);
        tell(root.find("metadata").find("total_size"));
    }

  private:
    void count_files(const JsonValue& map) {
        for (const JsonValue place : map.items()) {
            ++tensors_;
            if (files_.size() < kMostFiles) ++files_[place.string()];
        }
    }

    void read_file(const std::string& name, std::size_t tensors) {
        const std::unique_ptr<ByteSource> shard = file_.sibling(name);
        const std::size_t before = contents_.tensors().tensors.size();
        if (shard == nullptr) {
            if (missing_++ == 0) first_missing_ = name;
            missing_tensors_ += tensors;
        } else if (!read_checkpoint(*shard, name, contents_)) {
            contents_.error(concat(printable(name), " is no checkpoint"), 0);
        } else if (const std::size_t found = contents_.tensors().tensors.size() - before; found != tensors) {
            contents_.warning(
                concat(printable(name), " holds ", found, " tensors; the index tells of ", tensors));
        }
    }

    void tell(const JsonValue& total) {
        if (missing_ == 0) return;
        const std::string size =
            total.is_missing() ? "" : concat(", ", printable(total.source()), " bytes in all,");
        contents_.error(
            concat(missing_, " of the ", files_.size(), " files that hold the ", tensors_,
                   " tensors of this index", size, " are not beside it: what they hold, ", missing_tensors_,
                   " tensors, is missing. The first is ", printable(first_missing_)),
            0);
    }

    ByteSource& file_;
    Contents& contents_;
    std::map<std::string, std::size_t> files_;
    std::size_t tensors_ = 0, missing_ = 0, missing_tensors_ = 0;
    std::string first_missing_;
};

}  // namespace

bool is_weight_index(const Beginning& beginning) {
    const std::size_t start = beginning.bytes.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos || beginning.bytes[start] != '{') return false;
    return beginning.bytes.find("\"weight_map\"") != std::string_view::npos ||
           beginning.name.ends_with(".index.json");
}

Opened open_weight_index(ByteSource& file, const Beginning&) {
    Opened opened;
    std::string text = read_whole(file, kLargestIndex, opened);
    if (text.empty()) return opened;
    Contents contents;
    const Result<JsonDocument> document = JsonDocument::parse(text);
    if (document) {
        WeightIndex(file, contents).read(document->root());
        opened = contents.opened("Model");
    } else {
        opened.diagnostics.push_back({Severity::Error, document.error().message, document.error().span, ""});
    }
    opened.source_text = std::move(text);
    return opened;
}

}  // namespace paramscope::open
