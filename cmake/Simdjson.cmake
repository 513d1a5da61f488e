# Builds simdjson: paramscope_simdjson. WebAssembly has none of the instructions that make it quick, so programs for the web have only
# RapidJSON.
if(EMSCRIPTEN)
    return()
endif()
paramscope_fetch_sources(simdjson
    VERSION 3.0.1
    ARCHIVE pool/main/s/simdjson/simdjson_3.0.1.orig.tar.gz
    SHA256 156b1bc5eb0561b2bd166b46d191fd3d95a3e709cc63761477d3b7aec2b6e9ed
    SNAPSHOT 20230701T000000Z)

add_library(paramscope_simdjson STATIC "${simdjson_dir}/singleheader/simdjson.cpp")
target_include_directories(paramscope_simdjson SYSTEM PUBLIC "${simdjson_dir}/singleheader")
target_compile_definitions(paramscope_simdjson PUBLIC SIMDJSON_EXCEPTIONS=0)
target_compile_options(paramscope_simdjson PRIVATE -fno-exceptions ${PARAMSCOPE_RTTI})
