# Dear ImGui 1.92 or newer, from the first of: PARAMSCOPE_IMGUI_DIR, what `npm run setup` unpacked into
# build/_deps/imgui, a pinned release fetched from its repository.
set(PARAMSCOPE_IMGUI_DIR "" CACHE PATH "Folder of Dear ImGui's sources (imgui.h); empty to look for them")

set(imgui_dir "${PARAMSCOPE_IMGUI_DIR}")
if(NOT imgui_dir AND EXISTS "${CMAKE_SOURCE_DIR}/build/_deps/imgui/imgui.h")
    set(imgui_dir "${CMAKE_SOURCE_DIR}/build/_deps/imgui")
endif()
if(NOT imgui_dir)
    include(FetchContent)
    FetchContent_Declare(imgui GIT_REPOSITORY https://github.com/ocornut/imgui.git GIT_TAG v1.92.2b GIT_SHALLOW ON)
    FetchContent_MakeAvailable(imgui)
    set(imgui_dir "${imgui_SOURCE_DIR}")
endif()

# paramscope_add_imgui(NAME BACKEND...): a static library of ImGui with our configuration and these backends.
function(paramscope_add_imgui name)
    set(sources imgui.cpp imgui_draw.cpp imgui_tables.cpp imgui_widgets.cpp misc/cpp/imgui_stdlib.cpp)
    foreach(backend IN LISTS ARGN)
        list(APPEND sources "backends/imgui_impl_${backend}.cpp")
    endforeach()
    list(TRANSFORM sources PREPEND "${imgui_dir}/")
    add_library(${name} STATIC ${sources})
    # SYSTEM: its headers answer to its own warnings, not to ours.
    target_include_directories(${name} SYSTEM PUBLIC "${imgui_dir}" "${imgui_dir}/backends" "${imgui_dir}/misc/cpp")
    target_compile_definitions(${name} PUBLIC "IMGUI_USER_CONFIG=\"${CMAKE_SOURCE_DIR}/src/platform/imgui_config.h\"")
    target_compile_options(${name} PRIVATE -fno-exceptions -fno-rtti)
endfunction()
