// Sentences of tensor listings: one row each, English here, Chinese in web/languages/zh/listing.txt by the
// same id.
#pragma once

#include <utility>

#include "base/message.h"

namespace paramscope::open {

inline constexpr MessageTemplate kListingMessages[] = {
    {"listing.no_tensors", "this listing has no tensor with a shape that can be read"},
    {"listing.shortened_tensor",
     "this tensor is printed in short, so its shape is unknown and totals say \"at least\""},
    {"listing.shortened_tensors",
     "{count} tensors are printed in short, so their shapes are unknown and totals say \"at least\""},
    {"listing.lines_left_out", "lines are left out here, so totals say \"at least\""},
    {"listing.tensor_without_shape", "this tensor has no shape, so totals say \"at least\""},
    {"listing.tensors_without_shape", "{count} tensors have no shape, so totals say \"at least\""},
    {"listing.unmatched_bracket",
     "this bracket has no partner: a part of a tensor may be missing, so totals say \"at least\""},
    {"listing.shape_without_name",
     "this shape does not have the name of a tensor: it is not counted, so totals say \"at least\""},
    {"listing.shapes_without_name",
     "{count} shapes do not have the name of a tensor: they are not counted, so totals say \"at least\""},
    {"listing.repeated_name",
     "this name appears above with the same shape: it is counted once, so totals say \"at least\""},
    {"listing.repeated_names",
     "{count} names appear above with the same shape: they are counted once, so totals say \"at least\""},
    {"listing.contradicting_names",
     "this name appears above with another shape: print the tensors of one model with their full names, as "
     "model.named_parameters() gives them"},
    {"listing.element_counts", "the numbers beside the names are read as numbers of elements"},
    {"listing.rounded", "the table gives rounded numbers of parameters, so totals say \"about\""},
    {"listing.total_differs", "the text gives a total of {stated}, but the tensors it lists have {counted}"},
};

/// Makes a message of this folder; an unknown id does not compile.
inline Message message(MessageId<kListingMessages> id, MessageArguments arguments = {}) {
    return Message(*id, std::move(arguments));
}

}  // namespace paramscope::open
