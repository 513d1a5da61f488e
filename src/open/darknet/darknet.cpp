// Opens the cfg files of darknet (Redmon, 2013; Bochkovskiy): networks of YOLO and others.
#include "base/ranges.h"
#include "model/read/read.h"
#include "open/darknet/network.h"
#include "open/formats.h"
#include "open/messages.h"

namespace paramscope::open {
namespace {

using darknet::Section;

bool is_net(const Section& section) {
    return section.type == "net" || section.type == "network";
}

}  // namespace

bool is_darknet(const Beginning& beginning) {
    if (beginning.bytes.find("[net") == std::string_view::npos) return false;
    const std::vector<Section> sections = darknet::read_sections(beginning.bytes);
    return sections.size() > 1 && is_net(sections.front());
}

Opened open_darknet(ByteSource& file, const Beginning&) {
    Opened opened;
    opened.source_text = read_whole(file, kLargestText, opened);
    if (has_errors(opened.diagnostics)) return opened;
    const std::vector<Section> sections = darknet::read_sections(opened.source_text);
    if (sections.size() < 2 || !is_net(sections.front())) {
        opened.diagnostics.push_back({Severity::Error, message("darknet.no_layers")});
        return opened;
    }
    if (darknet::input_sizes(sections.front()).empty()) {
        opened.diagnostics.push_back({Severity::Error, message("darknet.no_input"), sections.front().span});
        return opened;
    }
    darknet::Network network(sections.front());
    for (std::size_t i = 1; i < sections.size(); ++i) network.add(sections[i]);
    if (sections.size() > darknet::kMostLayers) {
        opened.diagnostics.push_back(
            {Severity::Warning, message("darknet.too_many_layers", {{"most", darknet::kMostLayers}})});
    }
    opened.model = network.model();
    opened.model.state_basis(sections.size() > darknet::kMostLayers ? Basis::Partial : Basis::Exact);
    return opened;
}

}  // namespace paramscope::open
