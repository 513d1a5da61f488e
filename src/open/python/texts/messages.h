// Sentences about what surrounds source code where it was copied: one row each, English here, Chinese in
// web/languages/zh/texts.txt by the same id.
#pragma once

#include <utility>

#include "base/message.h"

namespace paramscope::open::python::texts {

inline constexpr MessageTemplate kTextMessages[] = {
    // Notebooks
    {"texts.notebook_language",
     "the cells of this notebook are written in {language}: only Python can be read"},
    {"texts.notebook_no_code", "this notebook has no cells of code"},
    {"texts.notebook_too_long", "the cells of this notebook have more than {most} MiB of code"},
    {"texts.notebook_broken", "this notebook is no whole JSON: {reason}"},
    {"texts.notebook_other_cells", "cells of other languages are left out: {magics}"},
    // Conflicts, code that was cut, lost line breaks
    {"texts.conflict", "this text has conflicts of two versions: the first side of each is read"},
    {"texts.no_class", "these methods stand without their class: they are read as those of a module {name}"},
    {"texts.no_header",
     "the beginning of this code is missing: these lines are read as those of the module {name}"},
    {"texts.cut_line", "the beginning of this line is missing, so it is left out"},
    {"texts.line_breaks", "this code has lost its line breaks: they are put back where statements begin"},
    {"texts.indentation", "the lines of this code have lost their indentation: it is put back"},
    {"texts.no_indentation",
     "the lines of this code have lost their indentation, and where '{what}' ends is not known: paste it "
     "with "
     "its indentation"},
    {"texts.no_line_breaks",
     "this code has lost its line breaks, and where '{what}' ends is not known: paste it with its lines"},
};

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(MessageId<kTextMessages> id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope::open::python::texts
