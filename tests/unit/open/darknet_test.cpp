// Networks of darknet: sections, and what they count, by darknet's own arithmetic.
#include <gtest/gtest.h>

#include <string>

#include "base/concat.h"
#include "count/count.h"
#include "open/open.h"

namespace paramscope::open {
namespace THIS_FILE {

/// "8852366 exact, 5564961792": parameters, their basis and FLOPs of one image.
std::string counted(const std::string& cfg) {
    MemorySource file(cfg);
    const Opened opened = open_model(file, "net.cfg");
    if (opened.format != "darknet") return std::string(opened.format);
    if (opened.text().empty()) return "nothing";
    const Report report = count_text(opened.text());
    const auto& facts = *report.root()->facts;
    const auto text = [](const Quantity& quantity) {
        return quantity.value ? to_string(*quantity.value) : "?";
    };
    return concat(text(facts.parameters), " ", to_string(facts.parameters.basis), ", ", text(facts.macs));
}

const std::string kNet = "[net]\nwidth=8\nheight=8\nchannels=3\n";

std::string convolution(int filters, int size, int stride, bool is_normalized = true) {
    return concat("[convolutional]\n", is_normalized ? "batch_normalize=1\n" : "",
                  "filters=", std::to_string(filters), "\nsize=", std::to_string(size),
                  "\nstride=", std::to_string(stride),
                  "\npad=1\nactivation=", is_normalized ? "leaky" : "linear", "\n\n");
}

TEST(Darknet, CountsWhatItsSectionsSay) {
    const struct {
        const char* what;
        std::string layers, counted;
    } rows[] = {
        {"a convolution without a normalization", convolution(4, 3, 1, false), "112 exact, 6912"},
        {"a normalization has a scale and a bias a channel", convolution(4, 3, 2), "116 exact, 1728"},
        {"comments and blanks", "# [convolutional]\n[convolutional]  \n filters = 4\n;size=9\nsize= 1\n",
         "16 exact, 768"},
        {"groups", convolution(6, 1, 1) + "[convolutional]\nfilters=6\nsize=3\npad=1\ngroups=3\n",
         "144 exact, 8064"},
        {"dilation keeps the size",
         "[convolutional]\nfilters=2\nsize=3\npad=1\ndilation=2\n" + convolution(1, 1, 1, false),
         "59 exact, 3584"},
        {"pooling of an odd size, as darknet pads",
         convolution(1, 1, 1, false) + "[maxpool]\nsize=3\nstride=3\n" + convolution(1, 1, 1, false),
         "6 exact, 201"},
        {"pooling with a stride of one keeps the size",
         convolution(1, 1, 1, false) + "[maxpool]\nsize=2\nstride=1\n" + convolution(1, 1, 1, false),
         "6 exact, 256"},
        {"routes join layers",
         convolution(4, 1, 1, false) + convolution(2, 1, 1, false) + "[route]\nlayers=-1,0\n" +
             convolution(1, 1, 1, false),
         "33 exact, 1664"},
        {"a route takes a group of channels",
         convolution(4, 1, 1, false) + "[route]\nlayers=-1\ngroups=2\ngroup_id=1\n" +
             convolution(1, 1, 1, false),
         "19 exact, 896"},
        {"a shortcut adds",
         convolution(4, 1, 1, false) + convolution(4, 1, 1, false) +
             "[shortcut]\nfrom=-2\nactivation=linear\n",
         "36 exact, 1792"},
        {"a shortcut with weights a channel",
         convolution(4, 1, 1, false) + convolution(4, 1, 1, false) +
             "[shortcut]\nfrom=-2\nweights_type=per_channel\n",
         "44 exact, 1792"},
        {"upsampling", convolution(1, 1, 1, false) + "[upsample]\nstride=2\n" + convolution(1, 1, 1, false),
         "6 exact, 448"},
        {"blocks of positions become channels", "[reorg]\nstride=2\n" + convolution(1, 1, 1, false),
         "13 exact, 192"},
        {"a size of blocks that only YOLOR leaves out", "[reorg]\n" + convolution(1, 1, 1, false),
         "13 exact, 192"},
        {"what YOLOR learns is added to a map",
         convolution(4, 1, 1, false) +
             "[implicit_add]\nfilters=4\n[route]\nlayers=0\n[shift_channels]\nfrom=1\n" +
             convolution(1, 1, 1, false),
         "25 exact, 1024"},
        {"a dense layer of a map", "[connected]\noutput=5\nactivation=relu\n", "965 exact, 960"},
        {"weights for each position", "[local]\nsize=3\nstride=1\npad=0\nfilters=2\n", "2016 exact, 1944"},
        {"a layer that shares another's weights",
         convolution(3, 1, 1) + "[convolutional]\nshare_index=0\nfilters=3\nbatch_normalize=1\n",
         "15 exact, 1152"},
        {"squeeze and excitation",
         convolution(4, 1, 1, false) + "[avgpool]\n" + convolution(4, 1, 1, false) +
             "[scale_channels]\nfrom=-3\n" + convolution(1, 1, 1, false),
         "41 exact, 1040"},
        {"a type that is not known", convolution(4, 1, 1, false) + "[conv_lstm]\noutput=3\n",
         "16 partial, 768"},
        {"a layer that is not there", "[route]\nlayers=-5\n", "0 partial, ?"},
    };
    for (const auto& [what, layers, expected] : rows) EXPECT_EQ(counted(kNet + layers), expected) << what;
}

TEST(Darknet, RecurrentLayersHaveDenseOnes) {
    const std::string net = "[net]\ninputs=8\ntime_steps=3\n";
    EXPECT_EQ(counted(net + "[rnn]\noutput=5\nhidden=6\nactivation=leaky\n"), "131 exact, 114");
    EXPECT_EQ(counted(net + "[gru]\noutput=4\n"), "168 exact, 144");
    EXPECT_EQ(counted(net + "[lstm]\noutput=4\n"), "224 exact, 192");
    EXPECT_EQ(counted(net + "[crnn]\nsize=1\nhidden=4\noutput=5\nactivation=leaky\n"), "81 exact, 68");
}

// The weights of yolov3-tiny are 35,434,956 bytes: 20 of a header, and 4 for each number, 6,368 of which are
// statistics.
TEST(Darknet, YoloV3TinyHasWhatItsWeightsFileHas) {
    std::string cfg = "[net]\nbatch=64\nwidth=416\nheight=416\nchannels=3\n";
    for (const int filters : {16, 32, 64, 128, 256})
        cfg += convolution(filters, 3, 1) + "[maxpool]\nsize=2\nstride=2\n";
    cfg += convolution(512, 3, 1) + "[maxpool]\nsize=2\nstride=1\n" + convolution(1024, 3, 1) +
           convolution(256, 1, 1) + convolution(512, 3, 1) + convolution(255, 1, 1, false) +
           "[yolo]\nmask=3,4,5\n[route]\nlayers=-4\n" + convolution(128, 1, 1) +
           "[upsample]\nstride=2\n[route]\nlayers=-1, 8\n" + convolution(256, 3, 1) +
           convolution(255, 1, 1, false) + "[yolo]\nmask=0,1,2\n";
    EXPECT_EQ(counted(cfg), "8852366 exact, 2782480896");
}

TEST(Darknet, SectionsOfAnyNameAreLayersOfNoKnownType) {
    for (const std::string section : {"[", "[]", "[[", "[a b]", "[(]", "[\xff[", "[7]", "[conv(1)]"})
        EXPECT_NE(counted(kNet + section + "\n").find("partial"), std::string::npos) << section;
}

TEST(Darknet, HostileNumbersAreBounded) {
    const std::string big = "1000000000";
    for (const std::string layers :
         {"[convolutional]\nfilters=99999999999999999999\nsize=0\nstride=0\n",
          "[local]\nsize=1000000000\nfilters=1000000000\nstride=-4\n",
          "[maxpool]\nstride=0\nsize=-3\npadding=-9\n[upsample]\nstride=-1000000000\n[reorg]\nstride="
          "1000000000\n",
          "[route]\nlayers=-1,-1\ngroups=1000000000\ngroup_id=-7\n[shortcut]\nfrom=99999999999\n"})
        EXPECT_NE(counted(kNet + layers).find("partial"), std::string::npos) << layers;
    EXPECT_EQ(counted("[net]\nwidth=-5\n[convolutional]\nfilters=3\n"), "nothing");
}

}  // namespace THIS_FILE
}  // namespace paramscope::open
