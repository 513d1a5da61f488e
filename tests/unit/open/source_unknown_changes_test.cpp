// Changes of which only the object is known: what an unread file or an unknown name brings into a config
// makes all that the config holds unknown, so that no total is called exact.
#include <gtest/gtest.h>

#include <string>

#include "unit/open/measured.h"

namespace paramscope::open {
namespace THIS_FILE {

/// The beginning of a program with a dict, an object and a list of known values, and what an unread file
/// holds.
const std::string kBegin =
    "import json\nimport torch.nn as nn\nread = json.load(open('x.json'))\n"
    "class C:\n  h = 64\n  def take(self, values):\n    for k, v in values.items(): setattr(self, k, v)\n"
    "d, c, l = dict(h=64), C(), [64]\n";

TEST(SourceUnknownChanges, LeaveNothingExact) {
    const struct {
        std::string change, size;
    } rows[] = {
        {"d.update(read)", "d['h']"},
        {"d.update(**read)", "d['h']"},
        {"d.pop(read)", "d['h']"},
        {"d.setdefault(read, 5)", "d.get('g', 64)"},
        {"d.update(read)", "dict(d)['h']"},
        {"d.update(read)", "{**d}['h']"},
        {"d.update(read)", "(d | {})['h']"},
        {"d.update(read)", "len(d)"},
        {"d.update(read)", "3 if 'g' in d else 64"},
        {"d.update(read)", "sum(d.values())"},
        {"l.insert(read, 3)", "l[0]"},
        {"s = {1}\ns.add(read)", "3 if 2 in s else 64"},
        {"setattr(c, read, 3)", "c.h"},
        {"for k, v in read.items(): setattr(c, k, v)", "c.h"},
        {"for k in read: setattr(C, k, 3)", "C.h"},
        {"if read: c.take({'h': 3})", "c.h"},
        {"c.take(read)", "c.h"},
        {"c.take(read)", "3 if hasattr(c, 'g') else 64"},
        {"c.take(read)", "getattr(c, 'g', 64)"},
        {"c.take(read)", "vars(c).get('h', 64)"},
        {"import copy\nc.take(read)", "copy.deepcopy(c).h"},
        {"read and l.append(3)", "len(l)"},
        {"read or c.take({'h': 3})", "c.h"},
        {"c.take({'h': 3}) if read else None", "c.h"},
        {"h = 64\nif read and (h := 3): pass", "h"},
        {"h = 64\ndef f():\n  global h\n  h = 3\nif read: f()", "h"},
        {"f = lambda: d.update(h=3)\nif read: f()", "d['h']"},
        {"f = c.take\nif read: f({'h': 3})", "c.h"},
        {"class K:\n  def __call__(self): c.h = 3\nk = K()\nif read: k()", "c.h"},
        {"class K:\n  h = 64\n  @classmethod\n  def f(cls): cls.h = 3\nif read: K.f()", "K.h"},
        {"c.h = 64\nif read: delattr(c, 'h')", "c.h"},
        {"if read: object.__setattr__(c, 'h', 3)", "c.h"},
        {"def f(n):\n  if n: f(n - 1)\n  d['h'] = 3\nif read: f(3)", "d['h']"},
        {"c.__dict__[read] = 3", "c.h"},
        {"vars(c).update(read)", "c.h"},
        {"c.__dict__.update(read)", "c.h"},
        {"c.__dict__ = read", "c.h"},
        {"import argparse\np = argparse.ArgumentParser()\np.add_argument('--h', type=int, default=64)\n"
         "p.set_defaults(**read)\na = p.parse_args()",
         "a.h"},
        {"from easydict import EasyDict\ne = EasyDict(h=64)\ne.update(read)", "e.h"},
        {"from omegaconf import OmegaConf\ne = OmegaConf.create(dict(h=64))\ne.merge_with(read)", "e.h"},
        {"from yacs.config import CfgNode\ne = CfgNode()\ne.h = 64\ne.merge_from_file('a.yaml')", "e.h"},
        {"from yacs.config import CfgNode\ne = CfgNode()\ne.h = 64\ne.merge_from_list(read)", "e.h"},
    };
    for (const auto& [change, size] : rows) {
        const std::string counted = measured(kBegin + change + "\nmodel = nn.Linear(" + size + ", 10)\n");
        EXPECT_NE(counted.find("partial parameters"), std::string::npos)
            << change << ", " << size << ": " << counted;
    }
}

TEST(SourceUnknownChanges, LeaveWhatComesAfterThem) {
    for (const std::string change :
         {"c.take(read)\nc.h = 64", "c.__dict__ = {'h': 64}", "d.update(read)\nd['h'] = 64\nc.h = d['h']",
          "d.update(read)\nf = lambda h=3, **more: h\nd['h'] = 64\nc.h = f(**d)"})
        EXPECT_EQ(measured(kBegin + change + "\nmodel = nn.Linear(c.h, 10)\n"), "650 parameters, 640 MACs")
            << change;
}

TEST(SourceUnknownChanges, ChainsOfFunctionsTakeBoundedDepthAndTime) {
    const auto chain = [](int length, const std::string& calls) {
        std::string code = kBegin + "def f0(): d['h'] = 3\n";
        for (int i = 1; i < length; ++i) {
            std::string body = calls;
            for (std::size_t at; (at = body.find('@')) != std::string::npos;)
                body.replace(at, 1, "f" + std::to_string(i - 1));
            code += "def f" + std::to_string(i) + "(): " + body + "\n";
        }
        return code + "if read: f" + std::to_string(length - 1) + "()\nmodel = nn.Linear(d['h'], 10)\n";
    };
    EXPECT_EQ(measured(chain(60, "@(); @(); @()")).substr(0, 20), "0 partial parameters");
    EXPECT_EQ(measured(chain(20'000, "@()")).find("650 parameters"), std::string::npos);
}

TEST(SourceUnknownChanges, CodeThatIsNotShownIsTakenToChangeNothing) {
    EXPECT_EQ(measured(kBegin + "exec(open('configurator.py').read())\nmodel = nn.Linear(64, 10)\n"),
              "650 approximate parameters, 640 approximate MACs");
}

TEST(SourceUnknownChanges, AModelOfTheHubThatIsNotKnownHasNoDefaults) {
    for (const std::string model :
         {"BertModel.from_pretrained('a/b')", "BertModel.from_pretrained(open('name').read())",
          "BertModel(BertConfig.from_pretrained('a/b', num_hidden_layers=2))",
          "BertModel(BertConfig(**open('x')))",
          "T5EncoderModel.from_pretrained('a/b', subfolder='text_encoder_2')"})
        EXPECT_EQ(measured("from transformers import BertConfig, BertModel, T5EncoderModel\nmodel = " +
                           model + "\n")
                      .substr(0, 20),
                  "0 partial parameters")
            << model;
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
