# RapidJSON's headers as the target `rapidjson`, from PARAMSCOPE_RAPIDJSON_DIR or the system.
# A system's headers are reached through a link in the build folder: naming /usr/include itself would show
# the host's C library to Emscripten.
find_path(PARAMSCOPE_RAPIDJSON_DIR rapidjson/reader.h PATHS /usr/include /usr/local/include NO_CMAKE_FIND_ROOT_PATH
          DOC "Folder that holds rapidjson/reader.h")
if(NOT PARAMSCOPE_RAPIDJSON_DIR)
    include(FetchContent)
    FetchContent_Declare(rapidjson GIT_REPOSITORY https://github.com/Tencent/rapidjson.git
                         GIT_TAG 24b5e7a8b27f42fa16b96fc70aade9106cf7102f SOURCE_SUBDIR none)
    FetchContent_MakeAvailable(rapidjson)
    set(PARAMSCOPE_RAPIDJSON_DIR "${rapidjson_SOURCE_DIR}/include")
endif()
set(rapidjson_link "${CMAKE_BINARY_DIR}/_deps/rapidjson-headers")
file(MAKE_DIRECTORY "${rapidjson_link}")
file(CREATE_LINK "${PARAMSCOPE_RAPIDJSON_DIR}/rapidjson" "${rapidjson_link}/rapidjson" SYMBOLIC)

add_library(rapidjson INTERFACE)
target_include_directories(rapidjson SYSTEM INTERFACE "${rapidjson_link}")
