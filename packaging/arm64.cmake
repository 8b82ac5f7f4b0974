# The compiler for Linux on 64-bit ARM and Debian's libraries for it, which packaging/arm64.sh unpacks.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_LIBRARY_ARCHITECTURE aarch64-linux-gnu)
set(arm64_root ${CMAKE_CURRENT_LIST_DIR}/../build-arm64/root/usr)
set(CMAKE_LIBRARY_PATH ${arm64_root}/lib/aarch64-linux-gnu)
set(CMAKE_FIND_USE_CMAKE_SYSTEM_PATH OFF)
include_directories(SYSTEM ${arm64_root}/include ${arm64_root}/include/aarch64-linux-gnu)
