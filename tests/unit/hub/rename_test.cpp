// Other names for the hyper-parameters of a model.
#include "hub/rename.h"

#include <gtest/gtest.h>

#include <string>

#include "model/read/read.h"
#include "model/write.h"

namespace paramscope::hub {
namespace THIS_FILE {

TEST(Rename, GivesNamesWhereverTheModelHasThem) {
    Diagnostics diagnostics;
    Model model = read_model_text(
        "d = 8\nh = 2*d\nn = 3\ninput = (batch, d)\nNet(\n  forward(x) = reshape(fc(x), 0, d, h/d)\n  (fc): "
        "n x Linear(d, 2*h, bias=True) @ (batch, d)\n  (w): Parameter(d, h)\n  (other): Net(\n    forward(d) "
        "= d "
        "* n\n  )\n  (norm): LayerNorm((d,), mode=h)\n)",
        &diagnostics);
    rename_symbols(model, {{"d", "a_d"}, {"h", "a_h"}, {"n", "a_n"}});
    const std::string text = write_model_text(model);
    for (const char* line :
         {"a_d = 8\n", "a_h = 2*a_d\n", "input = (batch, a_d)\n", "reshape(fc(x), 0, a_d, a_h / a_d)",
          "a_n x Linear(a_d, 2*a_h, bias=True) @ (batch, a_d)", "Parameter(a_d, a_h)", "forward(d) = d * a_n",
          "LayerNorm((a_d,), mode=a_h)"})
        EXPECT_NE(text.find(line), text.npos) << line << " in " << text;
}

}  // namespace THIS_FILE
}  // namespace paramscope::hub
