# Finds Emscripten's own toolchain file: the folder named by EMSCRIPTEN_ROOT, an activated emsdk, or Debian's.
foreach(root IN ITEMS "$ENV{EMSCRIPTEN_ROOT}" "$ENV{EMSDK}/upstream/emscripten" "/usr/share/emscripten")
    set(toolchain "${root}/cmake/Modules/Platform/Emscripten.cmake")
    if(root AND EXISTS "${toolchain}")
        include("${toolchain}")
        return()
    endif()
endforeach()
message(FATAL_ERROR "Emscripten was not found: install it, activate an emsdk, or set EMSCRIPTEN_ROOT.")
