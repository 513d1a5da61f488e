// Opens model text: the file as it is.
#include "model/read.h"
#include "open/formats.h"

namespace paramscope::open {

bool is_model_text(const Beginning&) {
    return true;
}

Opened open_model_text(ByteSource& file, const Beginning&) {
    Opened opened;
    opened.text = read_whole(file, kLargestText, opened);
    opened.is_model_text = true;
    return opened;
}

}  // namespace paramscope::open
