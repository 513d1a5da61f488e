// Writes any names and shapes as a tensor tree. Each line of the input is a tensor: its name, a tab, a byte for each size.
#include <algorithm>

#include "fuzz/opening.h"
#include "model/write.h"
#include "open/tensors/tensors.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace paramscope;
    std::string_view text(reinterpret_cast<const char*>(data), size);
    open::TensorSet set;
    while (!text.empty()) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const std::size_t tab = std::min(line.find('\t'), line.size());
        std::vector<std::uint64_t> shape;
        for (const char c : line.substr(tab)) shape.push_back(static_cast<unsigned char>(c));
        set.tensors.push_back({std::string(line.substr(0, tab)), shape});
    }
    const std::string tree = write_model_text(open::tensor_model(set, "Model"));
    Diagnostics diagnostics;
    read_model_text(tree, &diagnostics);
    for (const Diagnostic& diagnostic : diagnostics)
        fuzz::require(diagnostic.severity != Severity::Error, diagnostic.message.english().c_str(), tree);
    return 0;
}
