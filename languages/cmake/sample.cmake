cmake_minimum_required(VERSION 3.20)
project(sample VERSION 1.2 LANGUAGES C CXX)

include(GNUInstallDirs)
find_package(Threads REQUIRED)
add_subdirectory(src)

# Whether tests are built.
option(SAMPLE_TESTS "Build the tests" ON)
set(SAMPLE_SOURCES
    a.c   # first ) file
    b.c)
set(SAMPLE_SOURCES ${SAMPLE_SOURCES} c.c)
set(TEXT "a \" ) quote")
set(RAW [==[
function(not_a_function)
]] ]==])

#[[ add_library(commented STATIC x.c)
]]

# Adds a test program.
function(sample_add_test name)
    set(local 1)
    add_executable(${name} ${name}.c)
    if(ARGN)
        target_link_libraries(${name} PRIVATE ${ARGN})
    endif()
endfunction()

macro(sample_warn)
    message(WARNING "x")
endmacro()

add_library(sample STATIC ${SAMPLE_SOURCES})
ADD_EXECUTABLE(tool main.c)
add_custom_target(docs ALL COMMAND doxygen)

if(SAMPLE_TESTS)
    enable_testing()
    add_test(NAME unit COMMAND unit)
endif()
