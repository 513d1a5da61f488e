// Comes before tree-sitter's parser.c, in C: says where the largest of its tables belongs (open/support/data_of.h).
#pragma once

#include <stdint.h>

#include "../../support/data_of.h"

PARAMSCOPE_DATA_OF(code) static const uint16_t ts_small_parse_table[];
