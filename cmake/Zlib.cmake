# Builds the inflating half of zlib: paramscope_inflate.
paramscope_fetch_sources(zlib
    VERSION 1.3.1
    ARCHIVE pool/main/z/zlib/zlib_1.3.dfsg+really1.3.1.orig.tar.gz
    SHA256 60dd315c07f616887caa029408308a018ace66e3d142726a97db164b3b8f69fb
    SNAPSHOT 20250901T000000Z)

enable_language(C)
set(inflate_sources adler32.c inffast.c inflate.c inftrees.c zutil.c)
list(TRANSFORM inflate_sources PREPEND "${zlib_dir}/")
add_library(paramscope_inflate STATIC ${inflate_sources})
target_include_directories(paramscope_inflate SYSTEM PUBLIC "${zlib_dir}")
# Archives have raw streams, without gzip's headers and checksums.
target_compile_definitions(paramscope_inflate PRIVATE NO_GZIP)
