#include "transfer/sender.h"

#include <algorithm>
#include <functional>

#include "transfer/fields.h"
#include "transfer/rows.h"

namespace paramscope::transfer {
namespace {

void list_modules(const Module& module, std::vector<const Module*>* all) {
    all->push_back(&module);
    for (const Module& child : module.children) list_modules(child, all);
}

}  // namespace

std::string to_bytes(const Settings& settings) {
    Writer writer;
    writer(settings);
    return writer.take();
}

Settings settings_of(std::string_view bytes) {
    Settings settings;
    Reader reader;
    reader.take(bytes);
    reader(settings);
    return reader.has_failed() ? Settings() : settings;
}

Sender::Sender(Counted counted) : counted_(std::move(counted)) {
    if (counted_.report.model == nullptr) return;
    list_modules(counted_.report.model->root, &written_);
    std::sort(written_.begin(), written_.end(), std::less<const Module*>());
}

std::string Sender::next_block() {
    if (!has_begun_) write_head();
    has_begun_ = true;
    while (next_ < counted_.report.nodes.size() && writer_.size() < kBlock) write_row(next_++);
    return writer_.take();
}

void Sender::write_head() {
    const Report& report = counted_.report;
    RowCounts rows{report.nodes.size(), 0};
    for (const NodeReport& row : report.nodes) rows.written += is_written(row.module) ? 1U : 0U;
    writer_(rows, counted_, report, report.model != nullptr ? *report.model : Model());
}

void Sender::write_row(std::size_t index) {
    const NodeReport& node = counted_.report.nodes[index];
    const Row row = row_of(counted_.report.nodes, index, is_written(node.module));
    writer_(row, *node.module);
    const auto [known, is_new] = facts_.try_emplace(&*node.facts, facts_.size());
    writer_(known->second);
    if (is_new) writer_(*node.facts);
}

bool Sender::is_written(const Module* module) const {
    return std::binary_search(written_.begin(), written_.end(), module, std::less<const Module*>());
}

}  // namespace paramscope::transfer
