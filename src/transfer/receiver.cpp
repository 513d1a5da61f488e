#include "transfer/receiver.h"

#include "model/names.h"
#include "transfer/fields.h"
#include "transfer/rows.h"

namespace paramscope::transfer {

void Receiver::take(std::string_view block) {
    reader_.take(block);
    if (!has_begun_) read_head();
    has_begun_ = true;
    while (!reader_.is_at_end()) read_row();
}

void Receiver::read_head() {
    RowCounts rows;
    reader_(rows, counted_, counted_.report, *model_);
    if (rows.all > kMostRows || rows.written > rows.all) reader_.fail();
    if (has_failed()) return;
    expected_ = rows.all;
    counted_.report.nodes.reserve(rows.all);
    model_->root.children.reserve(rows.written);  // rows point at them
}

void Receiver::read_row() {
    if (rows_ == expected_) return reader_.fail();
    std::vector<NodeReport>& nodes = counted_.report.nodes;
    Row row;
    reader_(row);
    NodeReport node;
    node.span = row.span;
    node.call_order = row.call_order;
    node.parent = static_cast<std::uint32_t>(rows_) - row.above;
    node.subtree_end = static_cast<std::uint32_t>(rows_) + row.below;
    if (!places(node)) return reader_.fail();
    node.depth = rows_ == 0 ? 0 : nodes[node.parent].depth + 1;

    Module* const module = make_module(row.is_written);
    if (module == nullptr) return reader_.fail();
    std::size_t facts = 0;
    reader_(*module, facts);
    node.module = module;
    node.name = module->name;
    node.type = class_name(module->type);
    if (facts == facts_.size()) reader_(facts_.emplace_back().edit());
    if (facts >= facts_.size()) return reader_.fail();
    node.facts = facts_[facts];
    if (has_failed()) return;
    nodes.push_back(std::move(node));
    ++rows_;
}

/// True when a row can be where it says.
bool Receiver::places(const NodeReport& node) const {
    if (node.subtree_end <= rows_ || node.subtree_end > expected_) return false;
    if (rows_ == 0) return node.parent == 0;
    return node.parent < rows_ && node.subtree_end <= counted_.report.nodes[node.parent].subtree_end;
}

/// The module of the next row; nullptr when there are more of the text than were announced.
Module* Receiver::make_module(bool is_written) {
    if (!is_written) return &built_->emplace_back();
    if (rows_ == 0) return &model_->root;
    std::vector<Module>& modules = model_->root.children;
    return modules.size() < modules.capacity() ? &modules.emplace_back() : nullptr;
}

Counted Receiver::answer() {
    facts_.clear();
    counted_.report.model = std::move(model_);
    counted_.report.expanded = std::move(built_);
    return std::move(counted_);
}

}  // namespace paramscope::transfer
