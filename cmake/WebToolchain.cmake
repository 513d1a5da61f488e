# Finds Emscripten's toolchain file: in the folder named by EMSCRIPTEN_ROOT, in an activated emsdk, or at the path that the
# installed em-config reports.
find_program(EM_CONFIG em-config DOC "Emscripten's em-config")
if(EM_CONFIG)
    execute_process(COMMAND "${EM_CONFIG}" EMSCRIPTEN_ROOT OUTPUT_VARIABLE installed_root
                    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
foreach(root IN ITEMS "$ENV{EMSCRIPTEN_ROOT}" "$ENV{EMSDK}/upstream/emscripten" "${installed_root}" "/usr/share/emscripten")
    set(toolchain "${root}/cmake/Modules/Platform/Emscripten.cmake")
    if(root AND EXISTS "${toolchain}")
        include("${toolchain}")
        return()
    endif()
endforeach()
message(FATAL_ERROR "Emscripten was not found: install it, activate an emsdk, or set EMSCRIPTEN_ROOT.")
