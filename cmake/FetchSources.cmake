# Fetches the sources of libraries that are compiled with the project: pinned releases from Debian's archive, verified by
# digest and unpacked into build/_deps, which all build folders share.
set(PARAMSCOPE_DEBIAN_MIRROR "deb.debian.org/debian" CACHE STRING "Mirror of Debian's archive that sources are fetched from")

# paramscope_download(URL FILE SHA256 RESULT): sets RESULT to TRUE if FILE has the requested content. Addresses of the
# scheme apt: are fetched by Debian's own client, which knows the system's proxies.
function(paramscope_download url file sha256 result)
    set(apt_helper /usr/lib/apt/apt-helper)
    if(NOT url MATCHES "^apt:")
        file(DOWNLOAD "${url}" "${file}" TLS_VERIFY ON INACTIVITY_TIMEOUT 30)
    elseif(EXISTS "${apt_helper}")
        string(REGEX REPLACE "^apt:" "http:" url "${url}")
        execute_process(COMMAND "${apt_helper}" -o APT::Sandbox::User=root download-file "${url}" "${file}"
                        OUTPUT_QUIET ERROR_QUIET)
    endif()
    set(actual missing)
    if(EXISTS "${file}")
        file(SHA256 "${file}" actual)
    endif()
    string(COMPARE EQUAL "${actual}" "${sha256}" same)
    set(${result} ${same} PARENT_SCOPE)
endfunction()

# paramscope_fetch_sources(NAME VERSION v ARCHIVE path SHA256 digest SNAPSHOT time): sets NAME_dir to the folder of the
# sources. ARCHIVE is the path of the release in Debian's archive, SNAPSHOT a time when it was there: snapshot.debian.org
# keeps releases that mirrors have dropped.
function(paramscope_fetch_sources name)
    cmake_parse_arguments(PARSE_ARGV 1 release "" "VERSION;ARCHIVE;SHA256;SNAPSHOT" "")
    set(deps "${CMAKE_SOURCE_DIR}/build/_deps")
    set(folder "${deps}/${name}-${release_VERSION}")
    set(${name}_dir "${folder}" PARENT_SCOPE)
    # Two build folders may be configured at the same time.
    file(MAKE_DIRECTORY "${deps}")
    file(LOCK "${deps}" DIRECTORY GUARD FUNCTION)
    if(EXISTS "${folder}")
        return()
    endif()

    get_filename_component(archive "${release_ARCHIVE}" NAME)
    set(urls "apt://${PARAMSCOPE_DEBIAN_MIRROR}/${release_ARCHIVE}"
             "https://${PARAMSCOPE_DEBIAN_MIRROR}/${release_ARCHIVE}"
             "https://snapshot.debian.org/archive/debian/${release_SNAPSHOT}/${release_ARCHIVE}")
    set(work "${deps}/${name}.new")
    file(REMOVE_RECURSE "${work}")
    file(MAKE_DIRECTORY "${work}")
    foreach(url IN LISTS urls)
        paramscope_download("${url}" "${deps}/${archive}" ${release_SHA256} fetched)
        if(fetched)
            message(STATUS "Fetched ${name} ${release_VERSION} from ${url}")
            file(ARCHIVE_EXTRACT INPUT "${deps}/${archive}" DESTINATION "${work}")
            file(GLOB unpacked "${work}/*")
            file(RENAME "${unpacked}" "${folder}")
            file(REMOVE_RECURSE "${work}" "${deps}/${archive}")
            return()
        endif()
        message(STATUS "Could not fetch ${name} ${release_VERSION} from ${url}")
    endforeach()
    message(FATAL_ERROR
        "Sources of ${name} ${release_VERSION} could not be fetched. Unpack that release into ${folder}, name another "
        "mirror by -D PARAMSCOPE_DEBIAN_MIRROR=host/path, or pin a newer release: VERSION, ARCHIVE, SHA256 and SNAPSHOT of "
        "paramscope_fetch_sources(${name} ...) in cmake/.")
endfunction()
