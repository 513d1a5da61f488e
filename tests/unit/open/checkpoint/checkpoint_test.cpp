#include "open/checkpoint/checkpoint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/concat.h"
#include "count/count.h"
#include "open/checkpoint/keras_weights.h"
#include "open/open.h"
#include "unit/describe.h"
#include "unit/open/checkpoint/make.h"

namespace paramscope::open {
namespace THIS_FILE {

CheckpointContents contents_of(std::string_view bytes, std::string_view name = "") {
    MemorySource source(bytes);
    CheckpointContents contents;
    EXPECT_TRUE(read_checkpoint(source, name, contents));
    return contents;
}

/// "fc.weight[3,4] float32", "mask[2] bool buffer"
std::vector<std::string> tensors_of(std::string_view bytes, std::string_view name = "") {
    std::vector<std::string> lines;
    const CheckpointContents contents = contents_of(bytes, name);
    for (const NamedTensor& tensor : contents.tensors().tensors) {
        std::string line = tensor.name + "[";
        for (const std::uint64_t size : tensor.shape)
            line += (line.back() == '[' ? "" : ",") + std::to_string(size);
        lines.push_back(line + "] " + tensor.dtype + (tensor.buffer ? " buffer" : ""));
    }
    return lines;
}

using testing_support::describe;
using Lines = std::vector<std::string>;

TEST(Safetensors, ListTheirTensors) {
    EXPECT_EQ(tensors_of(make::small_safetensors()),
              (Lines{"fc.weight[3,4] float32", "fc.bias[3] bfloat16"}));
    EXPECT_EQ(contents_of(make::small_safetensors()).tensors().notes, (Lines{"format = pt"}));
}

TEST(Safetensors, AreNoPicklesWhereTheirLengthBeginsAsOne) {
    std::string header = R"({"w":{"dtype":"F32","shape":[2],"data_offsets":[0,8]}})";
    header.resize(0x280, ' ');
    EXPECT_EQ(tensors_of(make::safetensors(header, 8)), (Lines{"w[2] float32"}));
}

TEST(Safetensors, KnowScalarsAndEmptyTensors) {
    const std::string bytes = make::safetensors(
        R"({"n":{"dtype":"I64","shape":[],"data_offsets":[0,8]},"e":{"dtype":"F32","shape":[0,3],"data_offsets":[8,8]}})",
        8);
    EXPECT_EQ(tensors_of(bytes), (Lines{"n[] int64 buffer", "e[0,3] float32"}));
    EXPECT_FALSE(contents_of(bytes).has_error());
}

TEST(Safetensors, HaveTheTypesOfPyTorch) {
    const std::pair<const char*, const char*> types[] = {
        {"F64", "float64"}, {"F32", "float32"}, {"F16", "float16"}, {"BF16", "bfloat16"}, {"I64", "int64"},
        {"I32", "int32"},   {"I16", "int16"},   {"I8", "int8"},     {"U64", "uint64"},    {"U32", "uint32"},
        {"U16", "uint16"},  {"U8", "uint8"},    {"BOOL", "bool"},   {"C64", "complex64"}};
    for (const auto& [stored, type] : types) {
        const std::string header =
            std::string(R"({"a.weight":{"dtype":")") + stored + R"(","shape":[0],"data_offsets":[0,0]}})";
        EXPECT_EQ(contents_of(make::safetensors(header, 0)).tensors().tensors.front().dtype, type);
    }
}

TEST(Gguf, ListsItsTensorsInPyTorchsOrder) {
    EXPECT_EQ(tensors_of(make::small_gguf()),
              (Lines{"blk.0.attn_q.weight[32,64] q4_0", "output_norm.weight[64] float32"}));
    EXPECT_EQ(contents_of(make::small_gguf()).tensors().notes,
              (Lines{"general.architecture = llama", "llama.block_count = 1"}));
    EXPECT_FALSE(contents_of(make::small_gguf()).has_error());
}

TEST(Gguf, IsReadWithTheHighestByteFirst) {
    const std::string bytes = "GGUF" + std::string("\0\0\0\3", 4) + std::string("\0\0\0\0\0\0\0\1", 8) +
                              std::string(8, '\0') + std::string("\0\0\0\0\0\0\0\1w", 9) +
                              std::string("\0\0\0\1", 4) + std::string("\0\0\0\0\0\0\0\7", 8) +
                              std::string(4, '\0') + std::string(8, '\0') + std::string(64, '\0');
    EXPECT_EQ(tensors_of(bytes), Lines{"w[7] float32"});
}

TEST(Numpy, ReadsArraysAndArchives) {
    EXPECT_EQ(tensors_of(make::npy("<f4", "(3, 4)", 48), "folder/w.npy"), Lines{"w[3,4] float32"});
    const std::string array = make::npy("<f2", "(2,)", 4);
    const std::string bytes =
        make::zip({{"a/kernel.npy", array}, {"n.npy", make::deflated(make::npy("<i8", "()", 8)), 136}});
    EXPECT_EQ(tensors_of(bytes), (Lines{"a.kernel[2] float16", "n[] int64 buffer"}));
}

TEST(Hdf5, ListsItsDatasets) {
    EXPECT_EQ(tensors_of(make::small_hdf5()), (Lines{"fc/kernel[4,3] float32", "fc/bias[3] float32"}));
    EXPECT_FALSE(contents_of(make::small_hdf5()).has_error());
}

/// Tensors by the names of Keras and by those of PyTorch.
TEST(Keras, NamesBecomePyTorchs) {
    TensorSet set;
    set.tensors = {{"model_weights/dense/sequential/dense/kernel:0", {4, 3}},
                   {"model_weights/dense/sequential/dense/bias:0", {3}},
                   {"layers/conv2d/vars/0", {3, 5, 1, 8}},
                   {"layers/conv2d/vars/1", {8}},
                   {"up/conv_transpose/kernel", {2, 2, 6, 7}},
                   {"bn/gamma", {8}},
                   {"bn/beta", {8}},
                   {"bn/moving_mean", {8}},
                   {"bn/moving_variance", {8}},
                   {"lstm/cell/vars/0", {6, 400}},
                   {"lstm/cell/vars/1", {100, 400}},
                   {"lstm/cell/vars/2", {400}}};
    name_as_pytorch(set);
    Lines lines;
    for (const NamedTensor& tensor : set.tensors) {
        std::string line = tensor.name.str();
        for (const std::uint64_t size : tensor.shape) line += " " + std::to_string(size);
        lines.push_back(line);
    }
    EXPECT_EQ(lines,
              (Lines{"dense.weight 3 4", "dense.bias 3", "conv2d.weight 8 1 3 5", "conv2d.bias 8",
                     "up.conv_transpose.weight 7 6 2 2", "bn.weight 8", "bn.bias 8", "bn.running_mean 8",
                     "bn.running_var 8", "lstm.cell.0 6 400", "lstm.cell.1 100 400", "lstm.cell.2 400"}));
}

TEST(PyTorch, IsReadInBothItsForms) {
    EXPECT_EQ(tensors_of(make::small_pytorch()),
              (Lines{"fc.weight[3,4] float32", "head.weight[4,4] float32"}));
    EXPECT_FALSE(contents_of(make::small_pytorch()).has_error());
    EXPECT_EQ(tensors_of(make::small_older_pytorch()), Lines{"fc.weight[3,4] float32"});
    EXPECT_FALSE(contents_of(make::small_older_pytorch()).has_error());
    EXPECT_EQ(tensors_of(make::small_older_pytorch(make::framed_pickle)), Lines{"fc.weight[3,4] float32"});
}

TEST(PyTorch, NamesWhatIsNestedByItsPath) {
    const std::string nested = make::dict({{"state", make::dict({{"0", make::tensor("0", 12, 3, 4)}})},
                                           {"epoch", make::number(3)},
                                           {"optimizer", make::dict({{"m", make::tensor("1", 16, 4, 4)}})}});
    EXPECT_EQ(tensors_of(make::pytorch(nested)), (Lines{"state.0[3,4] float32", "optimizer.m[4,4] float32"}));
}

TEST(PyTorch, LeavesOutWhatATrainingKeepsBesideAModel) {
    const std::string tensor = make::tensor("0", 12, 3, 4);
    struct Case {
        const char* what;
        std::string pickle;
        Lines tensors;
    };
    const Case cases[] = {
        {"a loss, a generator and hyper-parameters",
         make::dict({{"model", make::dict({{"fc.weight", tensor}})},
                     {"loss", tensor},
                     {"rng", make::dict({{"cpu", tensor}})}}),
         {"model.fc.weight[3,4] float32"}},
        {"a layer, and an optimizer",
         make::dict({{"model", make::dict({{"fc.weight", tensor}})},
                     {"head", make::dict({{"weight", tensor}})},
                     {"optimizer", make::dict({{"m", tensor}})}}),
         {"model.fc.weight[3,4] float32", "head.weight[3,4] float32", "optimizer.m[3,4] float32"}},
        {"parameters of another library",
         make::dict({{"dense", make::dict({{"weight", tensor}})}, {"scale", tensor}}),
         {"dense.weight[3,4] float32", "scale[3,4] float32"}},
    };
    for (const Case& c : cases) EXPECT_EQ(tensors_of(make::pytorch(c.pickle)), c.tensors) << c.what;
}

TEST(PyTorch, LeavesOutPlainAttributesOfModules) {
    const std::string tensor = make::tensor("0", 12, 3, 4);
    const std::string module = make::global("net", "Net") + ")\x81" +
                               make::dict({{"_parameters", make::dict({{"weight", tensor}})},
                                           {"_modules", make::dict({})},
                                           {"stride", tensor}}) +
                               "b";
    const CheckpointContents contents = contents_of(make::pytorch(module));
    EXPECT_EQ(tensors_of(make::pytorch(module)), (Lines{"weight[3,4] float32"}));
    EXPECT_TRUE(contents.tensors().shared.empty());
}

TEST(PyTorch, TiesTensorsOfOneStorage) {
    const std::string tied = make::dict(
        {{"embed.weight", make::tensor("1", 16, 4, 4)}, {"head.weight", make::tensor("1", 16, 4, 4)}});
    const CheckpointContents contents = contents_of(make::pytorch(tied));
    ASSERT_EQ(contents.tensors().shared.size(), 1u);
    EXPECT_EQ(contents.tensors().shared.front(),
              std::pair(std::string("head.weight"), std::string("embed.weight")));
}

TEST(PyTorch, ReadsParametersAndBuffersOfAWholeModule) {
    const std::string parameter =
        make::global("torch._utils", "_rebuild_parameter") + "(" + make::tensor("0", 12, 3, 4) + "\x88}tR";
    const std::string module =
        make::global("torch.nn.modules.linear", "Linear") + ")\x81" +
        make::dict({{"training", "\x88"},
                    {"_parameters", make::dict({{"weight", parameter}})},
                    {"_buffers", make::dict({{"mean", make::tensor("1", 16, 4, 4)}})}}) +
        "b";
    EXPECT_EQ(tensors_of(make::pytorch(module)), (Lines{"weight[3,4] float32", "mean[4,4] float32 buffer"}));
    EXPECT_FALSE(contents_of(make::pytorch(module)).has_error());
}

/// A folder of files in memory.
class Folder final : public ByteSource {
  public:
    Folder(std::string_view bytes, const std::vector<std::pair<std::string, std::string>>& others)
        : bytes_(bytes), others_(others) {}
    std::uint64_t size() const override { return bytes_.size(); }
    std::unique_ptr<ByteSource> sibling(std::string_view name) override {
        for (const auto& [other, bytes] : others_) {
            if (other == name) return std::make_unique<Folder>(bytes, others_);
        }
        return nullptr;
    }

  private:
    bool fetch(std::uint64_t offset, std::span<char> buffer) override {
        std::copy_n(bytes_.data() + offset, buffer.size(), buffer.data());
        return true;
    }
    std::string_view bytes_;
    const std::vector<std::pair<std::string, std::string>> others_;
};

const std::string& first_part() {
    static const std::string kBytes =
        make::safetensors(R"({"a.weight":{"dtype":"F32","shape":[2,3],"data_offsets":[0,24]}})", 24);
    return kBytes;
}
const std::string& second_part() {
    static const std::string kBytes =
        make::safetensors(R"({"b.weight":{"dtype":"F32","shape":[4,2],"data_offsets":[0,32]}})", 32);
    return kBytes;
}

/// The total of a quantised checkpoint beside a config, and the layers of its text.
std::string packed_total(const std::string& bytes, const std::string& config) {
    const std::vector<std::pair<std::string, std::string>> files = {{"m.safetensors", bytes},
                                                                    {"config.json", config}};
    Folder file(bytes, files);
    const Opened opened = open_model(file, "m.safetensors");
    const Report report = count_text(opened.text());
    return (opened.basis == Basis::Exact ? "" : "at least ") +
           to_string(report.root()->facts->parameters.value.value_or(-1));
}

TEST(PackedCheckpoints, AreReadByTheConfigBesideThem) {
    const std::string mlx =
        make::safetensors(R"({"q.weight":{"dtype":"U32","shape":[4,8],"data_offsets":[0,128]},)"
                          R"("q.scales":{"dtype":"F16","shape":[4,1],"data_offsets":[128,136]},)"
                          R"("q.biases":{"dtype":"F16","shape":[4,1],"data_offsets":[136,144]}})",
                          144);
    EXPECT_EQ(packed_total(mlx, "{}"), "at least 128");
    EXPECT_EQ(packed_total(mlx, R"({"quantization": {"bits": 4, "group_size": 64}})"), "256");
    EXPECT_EQ(packed_total(mlx, R"({"quantization": {"bits": 4, "q": {"bits": 8, "group_size": 32}}})"),
              "128");
    EXPECT_EQ(packed_total(mlx, R"({"quantization": {"bits": 5}})"), "at least 128");
    EXPECT_EQ(packed_total(mlx, R"({"quantization": {"bits": -4}})"), "at least 128");
    EXPECT_EQ(packed_total(mlx, R"({"quantization": )"), "at least 128");
}

TEST(PackedCheckpoints, HaveTheShapeThatTheirValuesState) {
    const std::string header = R"({"q.weight_packed":{"dtype":"I32","shape":[4,2],"data_offsets":[0,32]},)"
                               R"("q.weight_scale":{"dtype":"F16","shape":[4,1],"data_offsets":[32,40]},)"
                               R"("q.weight_shape":{"dtype":"I64","shape":[2],"data_offsets":[40,56]}})";
    std::string bytes = make::safetensors(header, 56);
    EXPECT_EQ(packed_total(bytes, "{}"), "at least 32");
    bytes[bytes.size() - 16] = 4;
    bytes[bytes.size() - 8] = 16;
    EXPECT_EQ(packed_total(bytes, "{}"), "64");
    bytes[bytes.size() - 8] = 100;  // not of this weight
    EXPECT_EQ(packed_total(bytes, "{}"), "at least 32");
    EXPECT_EQ(
        packed_total(bytes,
                     R"({"quantization_config": {"config_groups": {"g": {"weights": {"num_bits": 4}}}}})"),
        "64");
}

TEST(Shards, OfOneCheckpointAreReadTogether) {
    const std::vector<std::pair<std::string, std::string>> files = {
        {"m-00001-of-00002.safetensors", first_part()}, {"m-00002-of-00002.safetensors", second_part()}};
    Folder file(second_part(), files);
    const Opened opened = open_model(file, "m-00002-of-00002.safetensors");
    EXPECT_TRUE(opened.diagnostics.empty());
    EXPECT_NE(opened.text().find("(a): Linear(in_features=3, out_features=2"), std::string::npos)
        << opened.text();
    EXPECT_NE(opened.text().find("(b): Linear(in_features=2, out_features=4"), std::string::npos)
        << opened.text();
}

TEST(Shards, ThatAreMissingAreAWarning) {
    Folder file(first_part(), {});
    const Opened opened = open_model(file, "m-00001-of-00003.safetensors");
    ASSERT_EQ(opened.diagnostics.size(), 1u);
    EXPECT_EQ(describe(opened.diagnostics[0].message), "shards.missing(part: 1, parts: 3, missing: 2)");
}

TEST(WeightIndex, OpensTheFilesItNames) {
    const std::string index =
        R"({"metadata":{"total_size":56},"weight_map":{"a.weight":"x.safetensors","b.weight":"y.safetensors"}})";
    const std::vector<std::pair<std::string, std::string>> files = {{"x.safetensors", first_part()},
                                                                    {"y.safetensors", second_part()}};
    Folder whole(index, files);
    const Opened opened = open_model(whole, "model.safetensors.index.json");
    EXPECT_EQ(opened.source, "safetensors-index");
    EXPECT_TRUE(opened.diagnostics.empty());
    EXPECT_NE(opened.text().find("(b): Linear"), std::string::npos) << opened.text();

    MemorySource alone(index);
    const Opened missing = open_model(alone, "model.safetensors.index.json");
    ASSERT_EQ(missing.diagnostics.size(), 1u);
    EXPECT_EQ(
        describe(missing.diagnostics[0].message),
        "checkpoint.at_byte(problem: weight_index.missing_files_of_size(missing: 2, files: 2, tensors: 2, "
        "missing_tensors: 2, first: x.safetensors, bytes: 56, halves: 28), byte: 0)");
}

TEST(WeightIndex, StatesATotalWhereNoFileIsThere) {
    const struct {
        const char *metadata, *diagnostic, *basis;
    } cases[] = {
        {R"({"total_parameters": 28, "total_size": 56})", "weight_index.stated", "basis: printed"},
        // One that counts tied weights twice.
        {R"({"total_parameters": 30, "total_size": 56})", "weight_index.stated_roughly",
         "basis: approximate"},
    };
    for (const auto& [metadata, diagnostic, basis] : cases) {
        const std::string index =
            concat(R"({"weight_map": {"a.weight": "x.safetensors"}, "metadata": )", metadata, "}");
        MemorySource alone(index);
        const Opened stated = open_model(alone, "model.safetensors.index.json");
        ASSERT_EQ(stated.diagnostics.size(), 1u);
        EXPECT_EQ(describe(stated.diagnostics[0].message), diagnostic);
        EXPECT_NE(stated.text().find(basis), std::string::npos) << stated.text();
    }
}

TEST(WeightIndex, ChecksTheFilesItNames) {
    const std::string index =
        R"({"weight_map":{"a.weight":"x.safetensors","b.weight":"x.safetensors","c":"y"}})";
    const std::vector<std::pair<std::string, std::string>> files = {{"x.safetensors", first_part()},
                                                                    {"y", "no checkpoint"}};
    Folder folder(index, files);
    const Opened opened = open_model(folder, "model.safetensors.index.json");
    ASSERT_EQ(opened.diagnostics.size(), 2u);
    EXPECT_EQ(describe(opened.diagnostics[0].message),
              "weight_index.wrong_count(file: x.safetensors, actual: 1, expected: 2)");
    EXPECT_EQ(describe(opened.diagnostics[1].message),
              "checkpoint.at_byte(problem: weight_index.not_a_checkpoint(file: y), byte: 0)");

    MemorySource broken(R"({"weight_map": )");
    const Opened refused = open_model(broken, "model.safetensors.index.json");
    ASSERT_EQ(refused.diagnostics.size(), 1u);
    EXPECT_EQ(describe(refused.diagnostics[0].message), "json.ends_early(problem: json.value)");
    EXPECT_EQ(refused.text(), "");
}

TEST(CheckpointContents, ListsTheFirstProblemsAndCountsTheOthers) {
    CheckpointContents contents;
    for (int i = 0; i < 25; ++i) contents.add({"w", {3}}, 0);
    const Opened opened = contents.as_tensor_tree("Net");
    ASSERT_EQ(opened.diagnostics.size(), 21u);
    EXPECT_EQ(describe(opened.diagnostics[0].message), "checkpoint.duplicate_tensor(tensor: w)");
    EXPECT_EQ(describe(opened.diagnostics[20].message), "checkpoint.omitted_problems(count: 4)");
    EXPECT_EQ(opened.text(), "Net(\n  (w): Parameter(3)\n)\n");
}

TEST(CheckpointContents, CountsStoragesThatNoTieCanName) {
    CheckpointContents contents;
    contents.add_shared_storage("a b", "c");
    const Opened opened = contents.as_tensor_tree("Net");
    ASSERT_EQ(opened.diagnostics.size(), 2u);
    EXPECT_EQ(describe(opened.diagnostics[0].message), "checkpoint.untied_storage(tensor: a b, other: c)");
    EXPECT_EQ(describe(opened.diagnostics[1].message), "checkpoint.no_tensors");
}

TEST(ZipArchives, ReportMembersThatCannotBeRead) {
    const std::string whole = make::zip({{"a.npy", make::npy("<f4", "(2,)", 8)}});
    const std::size_t entry = whole.find("PK\x01\x02");
    const auto problem = [&](std::size_t offset, const std::string& bytes) {
        std::string broken = whole;
        broken.replace(entry + offset, bytes.size(), bytes);
        MemorySource source(broken);
        const Opened opened = open_model(source, "");
        return opened.diagnostics.empty() ? "" : describe(opened.diagnostics[0].message);
    };
    EXPECT_EQ(problem(8, make::u16(1)), "checkpoint.at_byte(problem: zip.encrypted(file: a.npy), byte: 0)");
    EXPECT_EQ(problem(10, make::u16(12)),
              "checkpoint.at_byte(problem: zip.compression(file: a.npy, method: 12), byte: 0)");
    EXPECT_EQ(problem(42, make::u32(7)),
              "checkpoint.at_byte(problem: zip.no_local_header(file: a.npy), byte: 7)");
}

TEST(TorchScript, TellsParametersFromBuffersByItsCode) {
    const auto total = [](std::string_view code) {
        const std::string pickle = make::pickle(make::dict({{"fc.weight", make::tensor("0", 12, 3, 4)},
                                                            {"gain", make::tensor("1", 16, 4, 4)},
                                                            {"window", make::tensor("2", 4, 2, 2)},
                                                            {"attribute", make::tensor("3", 2, 1, 2)}}));
        const std::string bytes = make::zip({{"m/data.pkl", pickle},
                                             {"m/data/0", std::string(48, '\0')},
                                             {"m/data/1", std::string(64, '\0')},
                                             {"m/data/2", std::string(16, '\0')},
                                             {"m/data/3", std::string(8, '\0')},
                                             {"m/code/__torch__.py", std::string(code)}});
        MemorySource source(bytes);
        const Report report = count_text(open_model(source, "m.pt").text());
        const Integer most = *report.root()->facts->parameters.value;
        return concat(to_string(report.parameters_min.value_or(most)), " to ", to_string(most));
    };
    EXPECT_EQ(total("class M(Module):\n  __parameters__ = [\"gain\", ]\n  __buffers__ = [\"window\", ]\n"),
              "28 to 28");
    // A name that classes have in both, and code that does not say.
    EXPECT_EQ(total("  __parameters__ = [\"gain\", \"window\", ]\n  __buffers__ = [\"window\", ]\n"),
              "28 to 32");
    EXPECT_EQ(total("  __parameters__ = [\"gain\", \"window\", ]\n"), "12 to 34");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
