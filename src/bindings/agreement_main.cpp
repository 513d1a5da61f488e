// Compares a config with the headers of its weights for JavaScript, in the readers' program (web/open).
#include <new>
#include <string>
#include <string_view>

#include "base/export.h"
#include "bindings/opener_host.h"
#include "count/count.h"
#include "formats/write.h"
#include "hub/agreement.h"
#include "open/open.h"
#include "shipped/fetched_texts.h"

namespace paramscope::bindings {
namespace {

constexpr std::string_view kConfig = "config.json";

/// Counts a file of any format.
Report count_file(open::ByteSource& file, std::string_view name) {
    const open::Opened opened = open::open_model(file, name);
    return opened.model.model() != nullptr ? count(opened.model.model(), CountOptions())
                                           : count_text(opened.text());
}

}  // namespace

extern "C" {

/// Compares the file `config.json` with the checkpoint that file 0 opens. The file `shipped` has the texts
/// beside the program. Answers with the remark, as JSON, and with "yes" when nothing differs.
PARAMSCOPE_EXPORT void compare_with_config() {
    std::set_new_handler([] { opener_out_of_memory(); });
    add_fetched_texts(whole_file("shipped"));
    const int config = opener_find(kConfig.data(), kConfig.size());
    if (config < 0) return;
    HostSource weights_file(0), config_file(static_cast<unsigned>(config));
    const Report weights = count_file(weights_file, text_from(opener_name));
    const hub::Agreement agreement = hub::compare_with_weights(count_file(config_file, kConfig), weights);
    answer("diagnostics", write_json_diagnostics({agreement.remark}, ""));
    answer("same", agreement.is_same ? "yes" : "no");
}
}

}  // namespace paramscope::bindings
