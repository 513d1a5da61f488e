#include "open/support/safetensors_types.h"

#include "base/ranges.h"
#include "base/text_parts.h"

namespace paramscope::open {
namespace {

constexpr auto kTypeNames = meaning_table<22>(
    "F32=float32 F16=float16 BF16=bfloat16 F64=float64 F8_E4M3=float8_e4m3fn F8_E5M2=float8_e5m2 "
    "F8_E8M0=float8_e8m0fnu F8_E4M3FNUZ=float8_e4m3fnuz F8_E5M2FNUZ=float8_e5m2fnuz F6_E2M3=float6_e2m3 "
    "F6_E3M2=float6_e3m2 F4=float4_e2m1 I64=int64 I32=int32 I16=int16 I8=int8 U64=uint64 U32=uint32 "
    "U16=uint16 U8=uint8 BOOL=bool C64=complex64");

}  // namespace

std::string_view safetensors_dtype(std::string_view stored) {
    return meaning_of(kTypeNames, stored);
}

}  // namespace paramscope::open
