#include "transfer/sender.h"

#include <functional>
#include <iterator>
#include <unordered_map>

#include "transfer/fields.h"
#include "transfer/rows.h"

namespace paramscope::transfer {

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
    if (counted_.report.model != nullptr) {
        const Module& root = counted_.report.model->root;
        written_.emplace(&root, &root + 1);
        list_written(root);
    }
    number_rows();
}

void Sender::list_written(const Module& module) {
    const std::vector<Module>& children = module.children;
    if (children.empty()) return;
    written_.emplace(children.data(), children.data() + children.size());
    for (const Module& child : children) list_written(child);
}

bool Sender::is_written(const Module* module) const {
    const auto behind = written_.upper_bound(module);
    return behind != written_.begin() && std::less<const Module*>()(module, std::prev(behind)->second);
}

/// Numbers the modules and facts of all rows. Of rows with the same facts, those share a module that follow
/// each other and print the same.
void Sender::number_rows() {
    struct Last {
        Numbers numbers;
        std::size_t row = 0;
    };
    const std::vector<NodeReport>& nodes = counted_.report.nodes;
    std::unordered_map<const ModuleFacts*, Last> known;
    std::uint32_t modules = 0;
    numbers_.reserve(nodes.size());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const auto facts = static_cast<std::uint32_t>(known.size());
        const auto [found, is_new] = known.try_emplace(&*nodes[i].facts, Last{{0, facts}, i});
        Last& last = found->second;
        if (is_new || !can_share_module(nodes[i], nodes[last.row])) {
            last.numbers.module = modules++;
            written_modules_ += is_written(nodes[i].module) ? 1U : 0U;
        }
        last.row = i;
        numbers_.push_back(last.numbers);
    }
}

/// True when the receiver may have one module for both: its arguments have the same places in both.
bool Sender::can_share_module(const NodeReport& row, const NodeReport& other) const {
    const Module &a = *row.module, &b = *other.module;
    return a.type == b.type && a.arguments.is_same_object(b.arguments) &&
           a.type_span.begin - row.span.begin == b.type_span.begin - other.span.begin &&
           is_written(&a) == is_written(&b);
}

std::string Sender::next_block() {
    if (!has_begun_) write_head();
    has_begun_ = true;
    while (next_ < counted_.report.nodes.size() && writer_.size() < kBlock) write_row(next_++);
    return writer_.take();
}

void Sender::write_head() {
    const Report& report = counted_.report;
    writer_(RowCounts{report.nodes.size(), written_modules_}, counted_, report,
            report.model != nullptr ? *report.model : Model());
}

void Sender::write_row(std::size_t index) {
    const NodeReport& node = counted_.report.nodes[index];
    const auto at = static_cast<std::uint32_t>(index);
    const auto [module, facts] = numbers_[index];
    writer_(
        Row{at - node.parent, node.subtree_end - at, node.call_order, node.span, node.name, module, facts});
    if (module == sent_.module) {
        writer_(is_written(node.module), *node.module);
        ++sent_.module;
    }
    if (facts == sent_.facts) {
        writer_(*node.facts);
        ++sent_.facts;
    }
}

}  // namespace paramscope::transfer
