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
    if (rows.all > kMostRows || rows.written_modules > rows.all) reader_.fail();
    if (has_failed()) return;
    expected_ = rows.all;
    // Rows point into these lists.
    counted_.report.nodes.reserve(rows.all);
    kept_->names.reserve(rows.all);
    model_->root.children.reserve(rows.written_modules);
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
    node.name = kept_->names.emplace_back(std::move(row.name));
    node.module = module(row);
    if (node.module == nullptr) return reader_.fail();
    node.type = class_name(node.module->type);
    if (row.facts == facts_.size()) reader_(facts_.emplace_back().edit());
    if (row.facts >= facts_.size()) return reader_.fail();
    node.facts = facts_[row.facts];
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

/// The module of a row, which follows where it is new; nullptr for none.
const Module* Receiver::module(const Row& row) {
    if (row.module < modules_.size()) return modules_[row.module];
    bool is_written = false;
    reader_(is_written);
    Module* const made = row.module == modules_.size() ? make_module(is_written) : nullptr;
    if (made == nullptr) return nullptr;
    reader_(*made);
    made->span = row.span;
    modules_.push_back(made);
    return made;
}

/// A new module; nullptr when there are more of the text than were announced.
Module* Receiver::make_module(bool is_written) {
    if (!is_written) return &kept_->modules.emplace_back();
    if (rows_ == 0) return &model_->root;
    std::vector<Module>& modules = model_->root.children;
    return modules.size() < modules.capacity() ? &modules.emplace_back() : nullptr;
}

Counted Receiver::answer() {
    facts_.clear();
    modules_.clear();
    counted_.report.model = std::move(model_);
    counted_.report.expanded = {kept_, &kept_->modules};
    return std::move(counted_);
}

}  // namespace paramscope::transfer
