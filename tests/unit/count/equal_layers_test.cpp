// Layers that print the same are counted as layers that say the same in other words.
#include <gtest/gtest.h>

#include <string>

#include "count/count.h"

namespace paramscope {
namespace THIS_FILE {

/// Parameters, MACs, shapes and problems of every module.
std::string numbers(const std::string& text) {
    const Report report = count_text(text);
    const auto number = [](const Quantity& quantity) {
        return (quantity.value ? to_string(*quantity.value) : "?") + (quantity.is_complete() ? " " : "+ ");
    };
    std::string lines;
    for (std::size_t i = 0; i < report.nodes.size(); ++i) {
        const NodeReport& node = report.nodes[i];
        lines += report.path(i) + " " + number(node.facts->parameters) + number(node.facts->macs) +
                 number(node.facts->flops);
        for (const TensorReport& tensor : node.facts->tensors.list()) lines += tensor.name + to_string(tensor.shape);
        lines += node.facts->output->is_tensor() ? " -> " + to_string(node.facts->output->dims) + "\n" : "\n";
    }
    for (const Diagnostic& diagnostic : report.diagnostics)
        lines += diagnostic.path + ": " + std::string(diagnostic.message.id()) + "\n";
    return lines;
}

struct Case {
    std::string_view text, equal, other;  ///< `text` holds a `%` where a layer is printed
};

constexpr Case kCases[] = {
    {"input = (1, 8)\nSequential(\n  (0): Linear(8, 8)\n  (1): %\n  (2): ReLU()\n  (3): %\n)\n",
     "Linear(8, 8)", "Linear(in_features=8, out_features=8)"},
    // The same layer of other inputs.
    {"input = (1, 4, 9, 9)\nSequential(\n  (0): Conv2d(4, 4, 3)\n  (1): %\n  (2): %\n)\n", "Conv2d(4, 4, 3)",
     "Conv2d(4, 4, kernel_size=3)"},
    // A layer that an input does not fit.
    {"input = (1, 8)\nSequential(\n  (0): Linear(8, 8)\n  (1): Linear(8, 4)\n  (2): %\n)\n", "Linear(8, 8)",
     "Linear(8, out_features=8)"},
    // Wrong arguments.
    {"input = (1, 8)\nSequential(\n  (0): Conv2d(3, 4)\n  (1): %\n)\n", "Conv2d(3, 4)",
     "Conv2d(3, out_channels=4)"},
    // Called twice.
    {"input = (1, 8)\nNet(\n  forward(x) = b(a(a(x)))\n  (a): Linear(8, 8)\n  (b): %\n)\n", "Linear(8, 8)",
     "Linear(8, out_features=8)"},
    // Repeated.
    {"input = (1, 8, 9, 9)\nSequential(\n  (0): Conv2d(8, 8, 3)\n  (1-3): 3 x %\n)\n", "Conv2d(8, 8, 3)",
     "Conv2d(8, 8, kernel_size=3)"},
    // One is frozen, one is tied.
    {"freeze: 1\ntie: 1.weight = 0.weight\ninput = (1, 8)\nSequential(\n  (0): Linear(8, 8)\n  (1): %\n)\n",
     "Linear(8, 8)", "Linear(8, out_features=8)"},
    // With a name of a hyper-parameter.
    {"d = 8\ninput = (1, d)\nSequential(\n  (0): Linear(d, d)\n  (1): %\n)\n", "Linear(d, d)",
     "Linear(d, out_features=d)"},
};

std::string with(std::string text, std::string_view layer) {
    for (std::size_t at = text.find('%'); at != std::string::npos; at = text.find('%'))
        text.replace(at, 1, layer);
    return text;
}

TEST(EqualLayers, AreCountedAsOthers) {
    for (const Case& each : kCases) {
        const std::string equal = with(std::string(each.text), each.equal);
        EXPECT_EQ(numbers(equal), numbers(with(std::string(each.text), each.other))) << equal;
    }
}

}  // namespace
}  // namespace paramscope
