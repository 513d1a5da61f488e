// Models that code takes from timm and transformers by their names, or makes of their configs.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "unit/open/measured.h"

namespace paramscope::open {
namespace THIS_FILE {

struct Case {
    std::string code;
    std::vector<Dims> inputs;
    std::string counted;  ///< by the library
};

void expect(const std::vector<Case>& cases) {
    for (const Case& each : cases) EXPECT_EQ(measured(each.code, each.inputs), each.counted) << each.code;
}

Case timm(const std::string& arguments, std::vector<Dims> inputs, std::string counted) {
    return {"import timm\nmodel = timm.create_model(" + arguments + ")\n", std::move(inputs),
            std::move(counted)};
}

TEST(SourcePretrained, TakesModelsOfTimmByTheirNames) {
    const std::vector<Dims> image = {{1, 3, 224, 224}};
    expect({
        timm("'resnet50', pretrained=True, num_classes=10", image, "23528522 parameters, 4087156736 MACs"),
        timm("'resnet18.a1_in1k'", image, "11689512 parameters, 1814073344 MACs"),
        timm("'wide_resnet50_2', num_classes=0", image, "66834240 parameters, 11395973120 MACs"),
        timm("'densenet121'", image, "7978856 parameters, 2834161664 MACs"),
        timm("'convnext_tiny'", image, "28589128 parameters, 4455531264 MACs"),
        timm("'vit_base_patch16_224'", image, "86567656 parameters, 17563828224 MACs"),
        timm("'deit_tiny_patch16_224'", image, "5717416 parameters, 1253683200 MACs"),
        timm("'efficientnet_b0', in_chans=1", {{1, 1, 224, 224}}, "5287972 parameters, 378589408 MACs"),
        timm("'mobilenetv2_100'", image, "3504872 parameters, 300774272 MACs"),
    });
    EXPECT_EQ(measured("import timm, torch.nn as nn\nmodel = timm.create_model('resnet50')\n"
                       "model.fc = nn.Linear(model.num_features, 2)\n"),
              measured("import timm\nmodel = timm.create_model('resnet50', num_classes=2)\n"));
}

TEST(SourcePretrained, SaysWhatIsNotKnownOfTimm) {
    using Sentences = std::vector<std::string>;
    const auto said = [](const std::string& arguments) {
        return said_of("import timm\nmodel = timm.create_model(" + arguments + ")\n");
    };
    EXPECT_EQ(
        said("'resnest50d'"),
        Sentences{"python.unknown_model(expression: model, reason: python.unknown_member(name: resnest50d, "
                  "module: timm))"});
    EXPECT_EQ(measured("import timm\nmodel = timm.create_model('vit_base_patch16_224.augreg_in21k')\n"),
              "nothing");
    EXPECT_EQ(measured("import timm\nmodel = timm.create_model('vit_huge_patch14_224')\n"), "nothing");
    EXPECT_EQ(measured("import timm\nmodel = timm.create_model('vit_small_patch8_224', num_classes=0)\n",
                       {{1, 3, 224, 224}})
                  .substr(0, 19),
              "21670272 parameters");
    EXPECT_EQ(measured("import timm\nmodel = timm.create_model('resnet50', features_only=True)\n"),
              "nothing");
}

TEST(SourcePretrained, BuildsWhatAConfigOfTransformersDescribes) {
    const std::string imports =
        "import torch.nn as nn\nfrom transformers import (AutoConfig, AutoModel, AutoModelForCausalLM,\n"
        "    AutoModelForSequenceClassification, BertConfig, BertForMaskedLM, BertModel, GPT2Config,\n"
        "    GPT2LMHeadModel, LlamaConfig, LlamaForCausalLM, Trainer, TrainingArguments)\n";
    const auto with = [&](const std::string& code, const std::string& counted) {
        return Case{imports + code, {}, counted};
    };
    expect({
        with("model = AutoModelForSequenceClassification.from_pretrained('bert-base-uncased', num_labels=3)",
             "109484547 parameters, 11174217984 MACs"),
        with("model = GPT2LMHeadModel(GPT2Config(n_layer=6))", "81912576 parameters, 10527277056 MACs"),
        with("model = AutoModelForCausalLM.from_pretrained('gpt2')",
             "124439808 parameters, 16114089984 MACs"),
        with("config = AutoConfig.from_pretrained('bert-base-uncased')\nconfig.num_hidden_layers = 2\n"
             "model = AutoModel.from_config(config)",
             "38603520 parameters, 1862860800 MACs"),
        with("model = BertModel(BertConfig(), add_pooling_layer=False)",
             "108891648 parameters, 11173625856 MACs"),
        with("model = BertForMaskedLM(BertConfig())\n"
             "trainer = Trainer(model=model, args=TrainingArguments(output_dir='out'))\ntrainer.train()",
             "109514298 parameters, 14249558016 MACs"),
        // Parts of it can be replaced and used.
        with("model = AutoModelForSequenceClassification.from_pretrained('bert-base-uncased')\n"
             "model.classifier = nn.Linear(model.config.hidden_size, 10)",
             "109489930 parameters, 11174223360 MACs"),
        with("class Net(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
             "        self.bert = BertModel.from_pretrained('bert-base-uncased')\n"
             "        self.fc = nn.Linear(self.bert.config.hidden_size, 2)\n",
             "109483778 parameters, ? partial MACs"),
        with("class Net(BertModel):\n    def __init__(self, config):\n        super().__init__(config)\n"
             "        self.fc = nn.Linear(config.hidden_size, 2)\n        self.post_init()\n"
             "model = Net(BertConfig(num_hidden_layers=2))\n",
             "38605058 parameters, ? partial MACs"),
        // A method that is not known may change what it is called on.
        with("model = AutoModelForCausalLM.from_pretrained('gpt2')\nmodel.resize_token_embeddings(50259)",
             "124439808 partial parameters, 16114089984 partial MACs"),
    });
}

TEST(SourcePretrained, KeepsWhatIsFrozen) {
    for (const std::string part : {"bert", "base_model"}) {
        const std::string code =
            "from transformers import AutoModelForSequenceClassification\n"
            "model = AutoModelForSequenceClassification.from_pretrained('bert-base-uncased')\n"
            "for p in model." +
            part + ".parameters():\n    p.requires_grad = False\n";
        MemorySource file(code);
        const Opened opened = open_model(file, "model.py");
        const Report report = count_text(opened.text(), {});
        ASSERT_NE(report.root(), nullptr);
        EXPECT_EQ(to_string(*report.root()->facts->trainable()), "1538") << part;
    }
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
