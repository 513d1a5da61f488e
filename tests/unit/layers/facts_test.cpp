// Single layers against recorded facts of PyTorch: the shapes of all tensors, the output shape, the work.
#include <rapidjson/document.h>

#include <fstream>
#include <sstream>

#include "support/folders.h"
#include "unit/layers/harness.h"

namespace paramscope::layers_test {
namespace THIS_FILE {

std::string read_file(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    std::ostringstream text;
    text << file.rdbuf();
    return text.str();
}

rapidjson::Document parse_json(const std::string& text) {
    rapidjson::Document document;
    document.Parse(text.c_str());
    return document;
}

Signal shape_of(const rapidjson::Value& sizes) {
    Signal signal = Signal::tensor({});
    for (const rapidjson::Value& size : sizes.GetArray()) signal.dims.emplace_back(Integer{size.GetInt64()});
    return signal;
}

std::vector<Signal> signals_of(const rapidjson::Value& json) {
    std::vector<Signal> signals;
    for (const rapidjson::Value& item : json.GetArray()) signals.push_back(shape_of(item));
    return signals;
}

/// True for a text that the catalogue has a layer rule for; other tests cover composites.
bool is_layer(const std::string& text) {
    Diagnostics diagnostics;
    const std::vector<Module> modules = read_modules(text, &diagnostics);
    return diagnostics.empty() && modules.size() == 1 && modules.front().tensors.empty() &&
           find_layer(modules.front()).rule != nullptr;
}

/// Expects each tensor of the layer in state_dict(), with its name and shape. The rest of the state must
/// belong to printed children.
void expect_state(const Layer& layer, const rapidjson::Value& state) {
    for (const Tensor& tensor : layer.tensors) {
        ASSERT_TRUE(state.HasMember(tensor.name.str().c_str())) << tensor.name.view();
        EXPECT_EQ(to_string(tensor.shape), shown(shape_of(state[tensor.name.str().c_str()]))) << tensor.name.view();
    }
    std::size_t own = 0;
    for (const auto& member : state.GetObject()) {
        const bool is_childs = std::string_view(member.name.GetString()).starts_with("out_proj.");
        own += !is_childs || layer.arguments->module().children.empty();
    }
    EXPECT_EQ(layer.tensors.size(), own);
}

/// The output tensor of a call, the first one of a tuple.
const Signal& first_tensor(const Signal& signal) {
    return signal.kind == Signal::Kind::Tuple ? first_tensor(signal.items.front()) : signal;
}

void expect_record(const rapidjson::Value& record) {
    Layer layer(record[record.HasMember("text") ? "text" : "repr"].GetString());
    expect_state(layer, record["state"]);
    if (record["output"].IsNull()) return;
    const Signal output = layer.call(signals_of(record["inputs"]));
    EXPECT_EQ(layer.problems(), "");
    EXPECT_EQ(shown(first_tensor(output)), shown(shape_of(record["output"])));
    const char* work = record.HasMember("bilinear_macs") ? "bilinear_macs" : "macs";
    EXPECT_EQ(shown(layer.macs()), std::to_string(record[work].GetInt64()));
}

bool is_lazy(const rapidjson::Value& record) {
    return std::string_view(record["type"].GetString()).starts_with("Lazy");
}

TEST(Facts, EveryTorchModuleAgrees) {
    const rapidjson::Document records = parse_json(read_file(golden_folder() + "/modules.json"));
    ASSERT_TRUE(records.IsArray());
    int compared = 0;
    for (const rapidjson::Value& record : records.GetArray()) {
        const std::string text = record[record.HasMember("text") ? "text" : "repr"].GetString();
        if (is_lazy(record) || !is_layer(text)) continue;
        SCOPED_TRACE(text);
        expect_record(record);
        ++compared;
    }
    EXPECT_GT(compared, 300);
}

}  // namespace
}  // namespace paramscope::layers_test
