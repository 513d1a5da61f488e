# Finds Dear ImGui 1.92 or newer and sets imgui_dir to the folder of its sources.
set(PARAMSCOPE_IMGUI_DIR "" CACHE PATH "Folder of Dear ImGui's sources (imgui.h); empty to fetch the pinned release")

if(PARAMSCOPE_IMGUI_DIR)
    set(imgui_dir "${PARAMSCOPE_IMGUI_DIR}")
else()
    paramscope_fetch_sources(imgui
        VERSION 1.92.2b
        ARCHIVE pool/main/i/imgui/imgui_1.92.2b+ds.orig.tar.xz
        SHA256 e7bd201d56b5ee90d24d5dac85e5c12f98bdb95410252a62d27b7f89e4566d48
        SNAPSHOT 20250901T000000Z)
endif()

# paramscope_add_imgui(NAME BACKEND...): adds a static library of ImGui with our configuration and these backends.
function(paramscope_add_imgui name)
    set(sources imgui.cpp imgui_draw.cpp imgui_tables.cpp imgui_widgets.cpp misc/cpp/imgui_stdlib.cpp)
    foreach(backend IN LISTS ARGN)
        list(APPEND sources "backends/imgui_impl_${backend}.cpp")
    endforeach()
    list(TRANSFORM sources PREPEND "${imgui_dir}/")
    add_library(${name} STATIC ${sources})
    # SYSTEM keeps our warnings out of ImGui's headers.
    target_include_directories(${name} SYSTEM PUBLIC "${imgui_dir}" "${imgui_dir}/backends" "${imgui_dir}/misc/cpp")
    target_compile_definitions(${name} PUBLIC "IMGUI_USER_CONFIG=\"${CMAKE_SOURCE_DIR}/src/platform/imgui_config.h\"")
    target_compile_options(${name} PRIVATE -fno-exceptions -fno-rtti)
endfunction()
