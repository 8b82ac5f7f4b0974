# Debian packages by CPack (`make deb`): fovea (program, manual, completions), fovea-postgres (what connects it with
# PostgreSQL), libfovea0 (shared library), libfovea-dev (header, static library, pkg-config). Each library holds all the
# grammars again: 78 MB that a user of the program does not need. fovea-postgres needs libpq5, and fovea nothing but the
# C library. CMakeLists.txt includes this with FOVEA_PACKAGE.
function(read_fact name)
    file(STRINGS packaging/facts line REGEX "^${name}=")
    string(REGEX REPLACE "^${name}='(.*)'$" "\\1" value "${line}")
    set(${name} ${value} PARENT_SCOPE)
endfunction()
read_fact(SUMMARY)
read_fact(MAINTAINER)

# One folder of documents for each package: licences, changes; the manual compressed, as policy wants.
set(deb ${CMAKE_BINARY_DIR}/deb)
file(MAKE_DIRECTORY ${deb})
if(DEFINED ENV{SOURCE_DATE_EPOCH})
    string(TIMESTAMP deb_date "%Y-%m-%dT%H:%M:%SZ" UTC)
else()
    execute_process(COMMAND git log -1 --format=%cI OUTPUT_VARIABLE deb_date ERROR_QUIET
        OUTPUT_STRIP_TRAILING_WHITESPACE WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
endif()
add_custom_target(deb_documents ALL
    COMMAND ${CMAKE_SOURCE_DIR}/packaging/deb/documents.sh ${deb} ${CMAKE_BINARY_DIR}/share/fovea.1
        ${deps_out}/licenses.txt ${PROJECT_VERSION} "${MAINTAINER}" "${deb_date}" ${program_names}
    DEPENDS share VERBATIM WORKING_DIRECTORY ${CMAKE_SOURCE_DIR})
foreach(pair fovea:program fovea-postgres:postgres libfovea0:library libfovea-dev:development)
    string(REGEX MATCH "^[^:]+" package ${pair})
    string(REGEX MATCH "[^:]+$" component ${pair})
    install(FILES ${deb}/copyright ${deb}/licenses.txt.gz ${deb}/changelog.gz
        DESTINATION share/doc/${package} COMPONENT ${component})
    install(FILES packaging/deb/${package}.overrides DESTINATION share/lintian/overrides
        RENAME ${package} COMPONENT ${component} OPTIONAL)
    string(TOUPPER ${component} upper)
    set(CPACK_DEBIAN_${upper}_PACKAGE_NAME ${package})
endforeach()
foreach(name fovea ${program_names})
    install(FILES ${deb}/${name}.1.gz DESTINATION share/man/man1 COMPONENT program)
endforeach()

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME fovea)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY) # each package has its own
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS
    OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)
set(CPACK_COMPONENTS_ALL program postgres library development)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_MAINTAINER "${MAINTAINER}")
set(CPACK_DEBIAN_COMPRESSION_TYPE none) # deb.sh packs once more
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SUGGESTS "git, universal-ctags, curl, fovea-postgres")
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "maps, symbols and call graphs of code, for coding agents
It shows what is in a file or a repository and reads just the part that
matters: maps of over 90 languages and formats, symbols, call graphs, what
a change reaches. As commands, and as a server of the Model Context
Protocol (fovea mcp). No daemon, no network.")
set(CPACK_DEBIAN_POSTGRES_PACKAGE_SECTION utils)
set(CPACK_DEBIAN_POSTGRES_PACKAGE_SHLIBDEPS ON)
# The frames between the two programs are of one version.
set(CPACK_DEBIAN_POSTGRES_PACKAGE_DEPENDS "fovea (= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_POSTGRES_DESCRIPTION "connects fovea with a PostgreSQL database
For fovea publish and the questions with --org, which need a database of
all repositories of an organisation. It is started by fovea.")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
file(WRITE ${deb}/shlibs "libfovea 0 libfovea0 (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${deb}/shlibs
    ${CMAKE_SOURCE_DIR}/packaging/deb/triggers)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "outlines, maps and parts of files, from C (library)
The shared library. A program that uses it may have its own tree-sitter:
libfovea exports its own names only.")
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libfovea0 (= ${PROJECT_VERSION})")
# Only who links statically needs those.
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_RECOMMENDS
    "libxxhash-dev, libssl-dev, libsqlite3-dev, libzstd-dev, libpcre2-dev")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "outlines, maps and parts of files, from C (development)
Header, static library and pkg-config file.")
include(CPack)
